/**
 * The place of the user's own game: nothing takes it silently. A game that is begun or opened sets the own one aside, with
 * a way back; puzzles and other practice are not saved at all.
 */
import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GAME, HUMAN, newDatabase, stateOf, storage, TURNS } from './fixtures.js';

/** The mock of the engine. @type {any} */
const fake = vi.hoisted(() => ({}));
vi.mock('../../www/boards/registry.js', () => ({
  renderers: {},
  canDraw: () => true,
  loadRenderer: async () => {},
}));
vi.mock('../../www/worker/engine.js', () => ({
  engine: async () => fake.engine,
  withFirstEngine: async (/** @type {any} */ begin) => begin(fake.engine),
  isWhole: () => true,
  readyEngine: () => fake.engine,
  renewEngine: () => {},
  isTrap: (/** @type {any} */ error) => error?.trap === true,
}));
vi.mock('../../www/worker/client.js', () => ({}));
/** The study of puzzles. */
const PUZZLES = vi.hoisted(() => {
  const record = { game: 'twos', seed: 1, moves: ['.puzzle'] };
  return JSON.stringify({ chapters: [{ title: 'P', record, task: { question: 'Which?' } }] });
});
vi.mock('../../www/app/gallery/puzzles.json?raw', () => ({ default: PUZZLES }));

/** A session of these moves. @param {string[]} moves @param {any} [more] */
function sessionOf(moves, { game = 'twos', over = false } = {}) {
  const played = [...moves];
  const record = () => ({ game, seed: 1, moves: played, result: over ? {} : null });
  return {
    free: () => {},
    state: () =>
      stateOf({ game, ply: played.length, hash: played.join(), outcome: over ? {} : null }),
    layout: () => ({}),
    view: () => ({}),
    moves: () => [],
    series: () => [],
    texts: (/** @type {number} */ from) => played.slice(from),
    record: () => JSON.stringify(record()),
    demands: () => [],
    open_line: () => {},
    play: (/** @type {string} */ move) => {
      played.push(move);
      return { announcement: move };
    },
  };
}

/** @type {typeof import('../../www/app/storage.js') | undefined} */
let saves;
const address = { hash: '', pathname: '/', search: '', origin: '' };

/** The page after a reload. @param {string} [hash] */
async function reload(hash = '') {
  await saves?.commit();
  vi.resetModules();
  address.hash = hash;
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
  const store = await import('../../www/app/store.js');
  store.catalog.value = [GAME, TURNS];
  store.games.value = /** @type {any} */ (store.catalog.value);
  const page = {
    store,
    ...(await import('../../www/app/openGame.js')),
    ...(await import('../../www/app/newGame.js')),
    ...(await import('../../www/app/saving.js')),
    ...(await import('../../www/app/links.js')),
    ...saves,
    ...(await import('../../www/app/game.js')),
    ...(await import('../../www/app/session.js')),
  };
  page.startSaving(page.resume);
  page.startMending();
  const moves = () => JSON.parse(page.recordText()).moves;
  /** The moves of the saved game. */
  const saved = async () =>
    JSON.parse(await page.recordOf(/** @type {any} */ (page.recallGame('twos')))).moves;
  const setup = { game: 'twos', options: {}, seats: [HUMAN, HUMAN] };
  const begin = () => page.start(/** @type {any} */ (setup));
  const toast = () => page.store.toasts.value.at(-1);
  return { ...page, moves, saved, begin, toast };
}

/** The page with the user's own game of two moves. */
async function withMine() {
  const page = await reload();
  await page.begin();
  page.play('a1');
  page.play('b2');
  expect(page.toast()).toBeUndefined();
  return page;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  newDatabase();
  saves = undefined;
  vi.stubGlobal('location', address);
  // A study has notes, which are printed below the board.
  vi.stubGlobal('document', { body: { dataset: {} } });
  const go = (/** @type {any} */ _, /** @type {any} */ __, /** @type {string} */ to) => {
    address.hash = to.includes('#') ? to.slice(to.indexOf('#')) : '';
  };
  vi.stubGlobal('history', { pushState: go, replaceState: go });
  fake.engine = {
    draw_seed: () => 7,
    study_info: () => ({ title: 'Puzzles', chapters: ['P'] }),
    study_chapter: (/** @type {string} */ text, /** @type {number} */ index) => ({
      title: 'P',
      note: '',
      record: JSON.stringify(JSON.parse(text).chapters[index].record),
      ...{ line: 0, ply: 1, overlay: '', turned: 0, bot: null, term: '' },
      task: { kind: 'find', question: 'Which?', hint: '', choices: [] },
    }),
    import_text: (/** @type {string} */ text) => ({
      kind: 'link',
      link: text.slice(text.indexOf('#')),
    }),
    Session: {
      create: (/** @type {string} */ game) => sessionOf([], { game }),
    },
    LinkDecoder: {
      begin: (/** @type {string} */ link) => ({
        is_light: () => true,
        advance: () => true,
        record: () => JSON.stringify({ game: 'twos', moves: [link.slice(6)] }),
        shown: () => ({ ply: 1, overlay: 'off', turned: 0 }),
        free() {},
      }),
    },
    Opening: {
      create: (/** @type {string} */ record) => ({
        plies: () => 1,
        advance: () => true,
        finish: () => sessionOf(JSON.parse(record).moves),
      }),
    },
    seat_names: () => ['A', 'B'],
    from_transcript: () => [],
  };
});
afterEach(() => vi.unstubAllGlobals());

/** Everything that puts another game of the same kind in the place of the user's own. @type {Record<string, (page: Awaited<ReturnType<typeof reload>>) => unknown>} */
const WAYS = {
  'a new game': (page) => page.begin(),
  'a link': (page) => page.open('#1twos.shared'),
  'a record': (page) => page.open('{"game":"twos","moves":["shared"]}'),
  'a link in the Lab': (page) => page.open('#1twos.shared', { stays: true }),
  'Play on Home': (page) => page.startDefault('twos'),
  'Watch on Home': (page) => page.startWatching('twos'),
};
for (const [what, act] of Object.entries(WAYS))
  for (const afresh of [false, true])
    test(`${what} sets the own game aside and offers the way back${afresh ? ', also after a reload' : ''}`, async () => {
      let page = await withMine();
      if (afresh) page = await reload();
      await act(page);
      expect(page.moves()).not.toEqual(['a1', 'b2']);
      expect(page.asides()).toMatchObject([{ game: 'twos' }]);
      // Only said once it is saved.
      await vi.waitFor(() =>
        expect(page.toast()).toMatchObject({
          text: 'Your game was put aside. You can find it under Share.',
          action: { label: 'Back to it' },
        }),
      );
      await page.toast()?.action?.act();
      expect(page.moves()).toEqual(['a1', 'b2']);
      expect(await page.saved()).toEqual(['a1', 'b2']);
      expect(page.asides()).toEqual([]);
    });

/** Everything that is not saved. @type {Record<string, (page: Awaited<ReturnType<typeof reload>>) => Promise<unknown>>} */
const PRACTICE = {
  'a puzzle in the address': (page) => {
    address.hash = '#1twos.puzzle';
    return page.openFromAddress();
  },
  'a pasted puzzle': (page) => page.open('https://host/#1twos.puzzle'),
  'a position to learn': (page) => page.open('#1twos.card', { practice: true }),
};
for (const [what, act] of Object.entries(PRACTICE))
  test(`${what} never touches the place of the own game`, async () => {
    let page = await withMine();
    await act(page);
    expect(page.moves()).not.toEqual(['a1', 'b2']);
    page.store.opened.value = '';
    page.play('c3');
    page.save();
    page.saveNow();
    expect(await page.saved()).toEqual(['a1', 'b2']);
    expect(page.gamesUnderWay()).toEqual([{ game: 'twos', plies: 2 }]);
    expect(page.asides()).toEqual([]);
    // A trap of the engine restores it, still unsaved.
    page.report(Object.assign(new Error('trap'), { trap: true }));
    await vi.waitFor(() => expect(page.hasSession()).toBe(true));
    page.save();
    expect(await page.saved()).toEqual(['a1', 'b2']);
    await page.resume('twos');
    expect(page.moves()).toEqual(['a1', 'b2']);
    expect(page.store.practice.value).toBe(false);
    page.play('d4');
    page = await reload();
    await page.resume('twos');
    expect(page.moves()).toEqual(['a1', 'b2', 'd4']);
  });

test('a puzzle stays in the address, and a new game after it leaves the own game a way back', async () => {
  const page = await withMine();
  await page.open('#1twos.puzzle');
  expect(address.hash).toBe('#study/puzzles');
  expect(page.store.study.value).toMatchObject({ index: 0 });
  await page.begin();
  expect(address.hash).toBe('#twos');
  await vi.waitFor(() => expect(page.toast()?.action?.label).toBe('Back to it'));
  expect(page.asides()).toHaveLength(1);
});

test('going back keeps the game in between, if the user has played it', async () => {
  const page = await withMine();
  await page.begin();
  await vi.waitFor(() => expect(page.toast()).toBeDefined());
  const back = page.toast()?.action?.act;
  page.play('x');
  await back?.();
  expect(page.moves()).toEqual(['a1', 'b2']);
  expect(page.asides()).toMatchObject([{ why: 'You went back to another of your games.' }]);
  // The way back works once, and not for a deleted game.
  await back?.();
  expect(page.moves()).toEqual(['a1', 'b2']);
});

for (const when of ['first save', 'move'])
  test(`a game whose ${when} the storage does not answer is complete after another one was on the board`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { prototype } = IDBDatabase;
    const { transaction } = prototype;
    /** @type {any[]} */
    const ends = [];
    const hang = () => {
      prototype.transaction = function (...about) {
        const made = transaction.apply(this, about);
        return Object.defineProperty(made, 'oncomplete', { set: (act) => ends.push(act) });
      };
    };
    try {
      const page = await reload();
      if (when === 'first save') hang();
      await page.begin();
      page.play('a1');
      if (when === 'move') {
        await vi.waitFor(async () => expect(await page.saved()).toEqual(['a1']));
        hang();
      }
      page.play('b2');
      await page.startDefault('turns');
      expect(page.moves()).toEqual([]);
      await vi.advanceTimersByTimeAsync(3_100);
      await vi.waitFor(async () => expect(page.recallGame('twos')).toMatchObject({ plies: 2 }));
      expect(await page.saved()).toEqual(['a1', 'b2']);
      await page.resume('twos');
      expect(page.moves()).toEqual(['a1', 'b2']);
    } finally {
      prototype.transaction = transaction;
      vi.useRealTimers();
    }
  });
