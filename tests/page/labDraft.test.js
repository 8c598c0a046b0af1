/** The Lab's draft: what the user wrote is saved before anything replaces it, also after a reload. */
import { beforeEach, expect, test, vi } from 'vitest';
import { failWrites, GAME, newDatabase, stateOf, storage } from './fixtures.js';

const LESSON = {
  game: 'twos',
  title: 'First',
  begin: { formula: '0' },
  steps: [{}, {}],
  moves: [],
};

/** Parses a heuristic like Rust: a list of terms, or one expression. */
const read = vi.hoisted(() => (/** @type {string} */ _game, /** @type {string} */ text) => {
  const terms = text.startsWith('[') ? JSON.parse(text) : [{ name: 'formula', formula: text }];
  return { name: '', author: '', note: '', terms };
});
const sent = vi.hoisted(() => ({ in: (/** @type {string} */ _link) => /** @type {any} */ (null) }));
vi.mock('../../www/app/lab/engine.js', () => ({
  checkWhole: read,
  checkTerm: () => ({}),
  openBot: () => ({ options: { formula: 'own_moves' }, budget: null }),
  lesson: () => LESSON,
  lessonLink: () => '#1lesson.abc',
  labLink: () => '#1lab.abc',
  sentIn: (/** @type {string} */ link) => sent.in(link),
  judge: () => ({ done: false, arena: null }),
  valuesHere: (/** @type {string} */ text) => [
    { trouble: text.includes('/') ? ['divided by 0'] : [] },
    { trouble: [] },
  ],
}));
vi.mock('../../www/worker/engine.js', () => ({ readyEngine: () => null, isTrap: () => false }));
vi.mock('../../www/worker/arenaClient.js', () => ({ startArenaWorker: () => {} }));
const begin = vi.hoisted(() => ({ start: vi.fn(), drawSeed: () => 1 }));
vi.mock('../../www/app/newGame.js', () => begin);
vi.mock('../../www/app/session.js', () => ({
  errorText: String,
  caughtText: String,
  textsOf: () => [],
  ask: () => '[]',
}));
vi.mock('../../www/app/saving.js', () => ({ save: () => {} }));
const opening = vi.hoisted(() => ({ open: vi.fn(async () => true) }));
vi.mock('../../www/app/openGame.js', () => opening);
const file = vi.hoisted(() => ({ save: vi.fn() }));
vi.mock('../../www/ui/copyAndSave.jsx', () => file);

/** @type {typeof import('../../www/app/storage.js')} */
let saves;

/** Reloads the Lab with what the browser has saved. */
async function reload() {
  vi.resetModules();
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { replaceState: () => {}, pushState: () => {} });
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
  await saves.saveValue('lab-own:twos', '{}');
  const store = await import('../../www/app/store.js');
  store.catalog.value = [
    { ...GAME, bots: [...GAME.bots, { id: 'lab', name: 'Lab', terms: [], options: [] }] },
  ];
  store.games.value = /** @type {any} */ (store.catalog.value);
  const page = {
    store,
    ...(await import('../../www/app/lab/lab.js')),
    ...(await import('../../www/app/lab/lessons.js')),
    ...(await import('../../www/app/lab/incoming.js')),
    ...(await import('../../www/app/screens.js')),
    draft: (await import('../../www/app/lab/state.js')).draft,
  };
  store.state.value = stateOf();
  await page.readLesson('twos');
  page.enter();
  const formulas = () => page.draft.value?.terms.map((term) => term.formula);
  const saved = () =>
    page.shelf('twos').map((one) => one.draft.terms.map((term) => term.formula).join());
  const type = (/** @type {string} */ formula) =>
    page.editTerm(/** @type {any} */ (page.draft.value).terms[0].id, { formula });
  return { ...page, formulas, saved, type };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.stubGlobal('localStorage', storage());
  newDatabase();
});

/**
 * The actions that replace the draft.
 * @type {Record<string, (page: Awaited<ReturnType<typeof reload>>) => void>}
 */
const WAYS = {
  'a lesson is begun': (page) => page.takeLesson(0),
  'a lesson is opened at a later step': (page) => page.takeLesson(1),
  'a bot is opened': (page) => page.openBuiltIn('bot'),
  'a text is opened': (page) => void page.letIn('filled'),
  'a heuristic of a link is opened': (page) => {
    const config = { bot: 'lab', options: { formula: 'filled' } };
    page.bring({ heuristic: { game: 'twos', config } });
  },
};
for (const [name, act] of Object.entries(WAYS))
  test(`a formula typed before a reload is saved when ${name}`, async () => {
    (await reload()).type('mine');
    await saves.commit();
    const page = await reload();
    expect(page.formulas()).toEqual(['mine']);
    act(page);
    expect(page.formulas()).not.toEqual(['mine']);
    expect(page.saved()).toEqual(['mine']);
    await saves.commit();
    expect(page.store.toasts.value.map((toast) => toast.text).join()).toContain('is saved as');
    // An unchanged or already saved draft is not saved again.
    page.openBuiltIn('bot');
    page.openShelved(page.shelf('twos')[0]);
    page.openBuiltIn('bot');
    expect(page.saved()).toEqual(['mine']);
  });

test('a link to the Lab opens its heuristic, even an unfinished one, and its position', async () => {
  const page = await reload();
  page.type('mine');
  const terms = [{ name: 'a', weight: 2, formula: 'own_moves - (' }];
  const draft = { game: 'twos', name: 'Sent', author: 'Ada', note: '', terms, options: {} };
  sent.in = () => ({ draft, position: '#1twos.abc' });
  await page.openSent('#1lab.abc');
  expect(opening.open).toHaveBeenCalledWith('#1twos.abc', { stays: true });
  expect(page.formulas()).toEqual(['own_moves - (']);
  expect(page.draft.value).toMatchObject({ name: 'Sent', author: 'Ada' });
  expect(page.saved()).toEqual(['mine']);
  sent.in = () => {
    throw new Error('this link is damaged');
  };
  await page.openSent('#1lab.abd');
  expect(page.store.toasts.value.at(-1)?.text).toContain('damaged');
  expect(page.formulas()).toEqual(['own_moves - (']);
});

test('saved heuristics are offered for seats by name and author', async () => {
  const page = await reload();
  page.edit(() => ({ name: 'Mine', author: 'Ada' }));
  page.type('own_moves');
  page.saveOnShelf();
  const { choicesOf, saved, seatOf } = await import('../../www/app/lab/bots.js');
  expect(choicesOf(saved.value)).toEqual([['saved:0', 'Mine by Ada']]);
  const seat = /** @type {any} */ (seatOf(saved.value, 'saved:0'));
  const formula = JSON.parse(String(seat.options.formula));
  expect(formula).toMatchObject({ name: 'Mine', author: 'Ada', terms: [{ formula: 'own_moves' }] });
  expect(seatOf(saved.value, 'lab')).toEqual({ bot: 'lab', options: {} });
  expect(seatOf(saved.value, 'exec:./mine')).toEqual({ program: './mine' });
  expect(seatOf(saved.value, '')).toEqual({ human: true });
  page.forgetShelved(page.shelf('twos')[0]);
  expect(saved.value).toEqual([]);
});

test('a reload at any step of a lesson keeps what was written in it', async () => {
  for (const step of [0, 1]) {
    newDatabase();
    const before = await reload();
    before.takeLesson(step);
    expect(before.formulas()).toEqual(['0']);
    before.type(`mine at ${step}`);
    await saves.commit();
    const page = await reload();
    page.takeLesson(step);
    expect(page.formulas()).toEqual([`mine at ${step}`]);
    expect(page.saved()).toEqual([]);
    // After leaving the lesson it starts again, and what was written is saved.
    page.leaveLesson();
    page.takeLesson(0);
    expect(page.formulas()).toEqual(['0']);
    expect(page.saved()).toEqual([`mine at ${step}`]);
  }
});

test('if nothing can be saved, the draft stays until it is saved as a file', async () => {
  const page = await reload();
  failWrites();
  page.type('mine');
  await saves.commit();
  expect(page.letIn('filled')).toBe(false);
  page.openBuiltIn('bot');
  expect(page.formulas()).toEqual(['mine']);
  const toast = page.store.toasts.value.find((toast) => /not replaced/.test(toast.text));
  toast?.action?.act();
  expect(file.save).toHaveBeenCalledOnce();
  expect(page.formulas()).not.toEqual(['mine']);
});

test('a replaced draft that could not be saved is not said to be saved, and undo brings it back', async () => {
  const page = await reload();
  page.type('mine');
  await saves.commit();
  failWrites();
  page.openBuiltIn('bot');
  expect(page.formulas()).not.toEqual(['mine']);
  const texts = () => page.store.toasts.value.map((toast) => toast.text).join();
  await vi.waitFor(() => expect(texts()).toContain('could not save'));
  expect(texts()).not.toContain('is saved');
  page.store.toasts.value.at(-1)?.action?.act();
  expect(file.save).toHaveBeenCalledOnce();
  page.undoEdit();
  expect(page.formulas()).toEqual(['mine']);
  expect(await page.saveOnShelf()).toBe(false);
  expect(texts()).not.toContain('is saved');
});

test('what another tab has written is saved before this tab overwrites it', async () => {
  const first = await reload();
  const second = await reload();
  first.type('of the first');
  await vi.waitFor(() => expect(saves.recall('lab:twos').terms[0].formula).toBe('of the first'));
  second.type('of the second');
  expect(second.saved()).toEqual(['of the first']);
  expect(saves.recall('lab:twos').terms[0].formula).toBe('of the second');
});

test('problems of a formula in this position are reported by term and seat', async () => {
  const page = await reload();
  const { troubles } = await import('../../www/app/lab/state.js');
  expect(troubles.value).toEqual([[]]);
  page.addTerm();
  page.type('1 / own_moves');
  expect(troubles.value).toEqual([[{ words: 'divided by 0', seats: [0] }], []]);
});
