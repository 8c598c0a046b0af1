/**
 * The editor of bots in code: what the user wrote is saved before anything replaces it, and code that came with a link
 * neither runs nor takes the place of the user's own before *Run* is pressed.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { pack } from '../../www/app/lab/codeLink.js';
import { failWrites, newDatabase, stateOf, storage } from './fixtures.js';

const sandbox = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock('../../www/worker/sandbox.js', () => ({ openSandbox: sandbox.open }));
vi.mock('../../www/worker/engine.js', () => ({
  readyEngine: () => null,
  engine: async () => ({ Question: { ask: () => undefined } }),
}));
const begin = vi.hoisted(() => ({ startAgainst: vi.fn() }));
vi.mock('../../www/app/newGame.js', () => begin);
vi.mock('../../www/app/session.js', () => ({
  errorText: (/** @type {any} */ error) => error?.message ?? String(error),
  ask: (/** @type {any} */ question) => question({}),
}));
const file = vi.hoisted(() => ({ save: vi.fn() }));
vi.mock('../../www/ui/copyAndSave.jsx', () => file);

const MINE = { name: 'Mine', source: 'mine' };
const EVIL = { name: 'Mine', source: 'evil' };

/** @type {typeof import('../../www/app/storage.js')} */
let saves;

/** The editor after a reload, with what the browser has saved. */
async function reload() {
  await saves?.commit();
  vi.resetModules();
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { replaceState: () => {}, pushState: () => {} });
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
  const store = await import('../../www/app/store.js');
  const { bring } = await import('../../www/app/screens.js');
  const code = await import('../../www/app/lab/code.js');
  const { sandboxOf } = await import('../../www/app/lab/sandboxes.js');
  store.state.value = stateOf({ hash: 'h' });
  code.open();
  const link = async (/** @type {any} */ bot) => {
    bring({ code: await pack(bot) });
    code.open();
    await vi.waitFor(() => expect(code.draft.value?.source).toBe(bot.source));
  };
  const type = (/** @type {string} */ source) => code.edit(() => ({ source }));
  const name = (/** @type {string} */ of) => code.edit(() => ({ name: of }));
  const saved = () => code.savedBots().map((bot) => [bot.name, bot.source, !!bot.sent]);
  /** What a seat with that program answers. @param {string} of */
  const seat = async (of) => {
    const bot = { bot: store.PROGRAM + of, options: {} };
    return (await code.answer(/** @type {any} */ ({ ply: 0, hash: 'h', seat: 0, bot }))).error;
  };
  const words = () => store.toasts.value.map(({ text }) => text).join(' ');
  return { ...code, store, bring, sandboxOf, link, type, name, saved, seat, words };
}

/** @param {{ name: string, source: string }} bot */
async function saveMine({ name, source } = MINE) {
  const page = await reload();
  page.name(name);
  page.type(source);
  await page.save();
  return page;
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.stubGlobal('localStorage', storage());
  newDatabase();
  saves = /** @type {any} */ (undefined);
  sandbox.open.mockImplementation(async () => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => port2.postMessage('{"ready":true}');
    return { port: port1, end: () => [port1.close(), port2.close()] };
  });
});

test('links with bots store nothing, and leave the user’s bot of that name alone', async () => {
  await saveMine();
  const page = await reload();
  await page.link(EVIL);
  expect(page.draft.value?.name).toBe('Mine 2');
  await page.link({ name: 'Other', source: 'other' });
  await page.link(EVIL);
  expect(page.saved()).toEqual([['Mine', 'mine', false]]);
  await page.seat('Mine');
  expect(sandbox.open.mock.calls.map(([{ source }]) => source)).toEqual(['mine']);
});

test('a bot from a link keeps its mark through edits, saving and reloads, until it is run', async () => {
  let page = await reload();
  await page.link(EVIL);
  page.type('evil, edited');
  expect(page.sent.value).toBe(true);
  await page.save();
  page = await reload();
  expect(page.sent.value).toBe(true);
  page.begin('python');
  page = await reload();
  expect(page.sent.value).toBe(false);
  page.replace(page.shelf()[0].draft);
  expect(page.sent.value).toBe(true);
  expect(await page.seat('Mine')).toMatch(/came with a link/);
  await expect(page.sandboxOf(page.savedBots()[0])).rejects.toThrow(/came with a link/);
  await page.playAgainst();
  await page.enterArena();
  expect(sandbox.open).not.toHaveBeenCalled();
  expect(begin.startAgainst).not.toHaveBeenCalled();
  expect(page.store.screen.value).not.toBe('arena');
  expect(page.words()).toMatch(/press Run first/);
  await page.run();
  expect(page.sent.value).toBe(false);
  expect(page.saved()).toEqual([['Mine', 'evil, edited', false]]);
  page = await reload();
  expect(page.sent.value).toBe(false);
  expect(await page.seat('Mine')).toBeUndefined();
  expect(sandbox.open).toHaveBeenCalledTimes(2);
});

test('edits of a bot from a link are saved with its mark when another takes its place', async () => {
  await saveMine();
  const page = await reload();
  await page.link(EVIL);
  page.name('Mine');
  page.type('evil, edited');
  await page.link({ name: 'Mine', source: 'second' });
  expect(page.saved()).toEqual([
    ['Mine 2', 'evil, edited', true],
    ['Mine', 'mine', false],
  ]);
  expect(await page.seat('Mine 2')).toMatch(/came with a link/);
});

/** @type {Record<string, (page: Awaited<ReturnType<typeof reload>>) => unknown>} */
const WAYS = {
  'a template': (page) => page.replace(page.templates.of('Greedy')),
  'another language': (page) => page.begin('python'),
  'a saved bot': (page) => page.replace(page.shelf()[0].draft),
  'a file': (page) =>
    page.openFile(/** @type {any} */ ({ name: 'a.js', size: 1, text: async () => 'file' })),
  'a link': (page) => page.link(EVIL),
};
for (const [what, act] of Object.entries(WAYS))
  test(`code typed before a reload is saved when ${what} is opened, and undo restores it`, async () => {
    await saveMine({ name: 'First', source: 'first' });
    (await reload()).type('typed');
    const page = await reload();
    expect(page.draft.value?.source).toBe('typed');
    await act(page);
    expect(page.draft.value?.source).not.toBe('typed');
    expect(page.saved()).toContainEqual(['First 2', 'typed', false]);
    expect(page.saved()).toContainEqual(['First', 'first', false]);
    await vi.waitFor(() => expect(page.words()).toContain('is saved as “First 2”'));
    page.undo();
    expect(page.draft.value?.source).toBe('typed');
    page.redo();
    expect(page.draft.value?.source).not.toBe('typed');
  });

test('saving replaces only the earlier version of the same bot, or another on request', async () => {
  const page = await saveMine();
  page.type('mine, better');
  await page.save();
  expect(page.saved()).toEqual([['Mine', 'mine, better', false]]);
  page.replace(page.templates.of('Greedy'));
  page.name('Mine');
  page.type('new');
  await page.save();
  expect(page.saved()).toEqual([
    ['Mine 2', 'new', false],
    ['Mine', 'mine, better', false],
  ]);
  expect(page.draft.value?.name).toBe('Mine 2');
  const { text, action } = page.store.toasts.value.at(-1) ?? {};
  expect(text).toMatch(/another “Mine”/);
  expect(action?.label).toBe('Replace “Mine”');
  await action?.act();
  expect(page.saved()).toEqual([['Mine', 'new', false]]);
  expect(page.draft.value?.name).toBe('Mine');
  page.type('newer');
  await page.save();
  expect(page.saved()).toEqual([['Mine', 'newer', false]]);
  // A deleted bot is not saved any more.
  page.remove(page.shelf()[0]);
  page.replace(page.templates.of('Greedy'));
  expect(page.saved()).toEqual([['Mine', 'newer', false]]);
});

test('a link to a browser without space leaves the code until it is in a file', async () => {
  const page = await reload();
  failWrites();
  page.type('typed');
  await saves.commit();
  page.bring({ code: await pack(EVIL) });
  page.open();
  await vi.waitFor(() => expect(page.words()).toMatch(/was not replaced/));
  expect(page.draft.value?.source).toBe('typed');
  page.store.toasts.value.at(-1)?.action?.act();
  const [name, blob] = file.save.mock.calls[0];
  expect(name).toBe('my-bot.mjs');
  expect(await blob.text()).toContain('typed');
  expect(page.draft.value?.source).toBe('evil');
});

test('code written in another tab is saved before this tab writes', async () => {
  const first = await reload();
  const second = await reload();
  first.name('Other');
  first.type('from the other tab');
  await vi.waitFor(() => expect(saves.recall('bot-draft').source).toBe('from the other tab'));
  second.type('mine');
  expect(second.saved()).toEqual([['Other', 'from the other tab', false]]);
  expect(saves.recall('bot-draft')).toMatchObject({ source: 'mine' });
});
