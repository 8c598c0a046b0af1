/** What the browser stores: settings, and the current game. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database, resetStore, stateOf, storage } from './fixtures.js';

const record = vi.hoisted(() => ({ text: '{"game":"twos"}' }));
/** What was played since the last save, according to the session. @type {{ now: any }} */
const played = vi.hoisted(() => ({ now: null }));
vi.mock('../../www/app/session.js', () => ({
  recordText: () => record.text,
  sinceSaved: () => played.now,
  markSaved: () => {},
}));
const disk = vi.hoisted(() => ({ createStore: () => () => Promise.reject(new Error('none')) }));
vi.mock('idb-keyval', () => ({ createStore: () => disk.createStore() }));

/** @type {ReturnType<typeof storage>} */
let local;
/** @type {typeof import('../../www/app/store.js')} */
let store;
/** @type {typeof import('../../www/app/storage.js')} */
let saves;

/** Reloads the page with what the browser has saved. */
async function reload() {
  vi.resetModules();
  store = await import('../../www/app/store.js');
  saves = await import('../../www/app/storage.js');
  return {
    ...(await import('../../www/app/settings.js')),
    ...(await import('../../www/app/saving.js')),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
  local = storage();
  record.text = '{"game":"twos"}';
  played.now = null;
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

for (const speed of [0.25, 4, Number.POSITIVE_INFINITY])
  test(`speed ${speed}, colours and panels are restored after a reload`, async () => {
    (await reload()).startSettings();
    store.speed.value = speed;
    store.theme.value = 'dark';
    store.tab.value = 'bot';
    store.chart.value = 'Villages';
    (await reload()).startSettings();
    expect(store.speed.value).toBe(speed);
    expect([store.theme.value, store.tab.value, store.chart.value]).toEqual([
      'dark',
      'bot',
      'Villages',
    ]);
    expect(document.documentElement.dataset.theme).toBe('dark');
    store.theme.value = 'system';
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

test('invalid settings are ignored', async () => {
  const saved = { theme: 'pink', speed: -1, tab: 3, chart: null };
  local.setItem('totora:settings', JSON.stringify(saved));
  (await reload()).startSettings();
  expect([store.theme.value, store.speed.value, store.tab.value, store.chart.value]).toEqual([
    'system',
    1,
    'thinking',
    '',
  ]);
});

test('if storage is blocked, full or damaged, the page works but saves nothing', async () => {
  const page = await reload();
  vi.stubGlobal('localStorage', {
    getItem: () => '{"half":',
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('forbidden');
    },
  });
  page.startSettings();
  page.startSaving();
  store.state.value = stateOf();
  expect(saves.recall('settings')).toBeNull();
  expect(saves.recallGame('twos')).toBeNull();
  saves.forget('game:twos');
  // It is reported once, and not as an error.
  store.state.value = stateOf({ ply: 1 });
  const toasts = store.toasts.value.filter((toast) => /full or blocked/.test(toast.text));
  expect(toasts).toMatchObject([{ error: false, action: { label: 'Save as a file' } }]);
});

test('a game is put aside unchanged, listed, and deleted only on request', async () => {
  await reload();
  const saved = /** @type {any} */ ({ ply: 1, overlay: 'all' });
  saves.saveGame('twos', saved, 'r');
  const aside = saves.setAside('twos', 'It does not open.');
  expect(aside).toMatchObject({ game: 'twos', why: 'It does not open.', record: 'r' });
  expect(saves.recallGame('twos')).toBeNull();
  // Invalid data is not deleted either.
  local.setItem('totora:game:twos', '{"half":');
  saves.setAside('twos', 'It is no game.');
  saves.saveGame('twos', saved, 'new');
  expect(
    saves
      .asides()
      .map((one) => one.record)
      .sort(),
  ).toEqual(['r', '{"half":']);
  expect(saves.recallGame('twos')?.record).toBe('new');
  if (aside) saves.forgetAside(aside);
  expect(saves.asides().map((one) => one.record)).toEqual(['{"half":']);
  expect(saves.setAside('ones', 'There is none.')).toBeNull();
});

test('a game that cannot be put aside is not overwritten', async () => {
  await reload();
  const saved = /** @type {any} */ ({ ply: 1 });
  saves.saveGame('twos', saved, 'mine');
  const before = local.getItem('totora:game:twos');
  const set = local.setItem;
  local.setItem = (key, value) => {
    if (key.includes('aside')) throw new Error('full');
    set(key, value);
  };
  expect(saves.setAside('twos', 'It does not open.')).toBeNull();
  expect(await saves.saveGame('twos', saved, 'new')).toBe(false);
  expect(local.getItem('totora:game:twos')).toBe(before);
});

test('of two tabs only one saves the game; the other says so and can save a copy', async () => {
  /**
   * The browser's locks by name. The first request in a queue holds the lock.
   * @type {Map<string, { act: () => Promise<void> }[]>}
   */
  const queues = new Map();
  const locks = {
    request(/** @type {string} */ name, /** @type {any} */ how, /** @type {any} */ act) {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (how.ifAvailable && queue.length > 0) return Promise.resolve(act(null));
      const mine = { act };
      const next = () => {
        queue.splice(queue.indexOf(mine), 1);
        if (queue[0]) queue[0].act().then(next);
      };
      mine.act = async () => {
        await act({});
      };
      queue.push(mine);
      how.signal?.addEventListener('abort', () => {
        if (queue.indexOf(mine) > 0) queue.splice(queue.indexOf(mine), 1);
      });
      if (queue.length === 1) mine.act().then(next);
      return new Promise(() => {});
    },
  };
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('sessionStorage', storage());
  (await reload()).startSaving();
  store.state.value = stateOf({ ply: 2 });
  expect(saves.recallGame('twos')).toMatchObject({ ply: 2 });
  const first = store;

  const takeUp = vi.fn();
  (await reload()).startSaving(takeUp);
  const tabs = await import('../../www/app/tabs.js');
  store.state.value = stateOf({ ply: 5 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tabs.elsewhere.value).toBe(true);
  expect(saves.recallGame('twos')).toMatchObject({ ply: 2 });
  tabs.saveCopy('twos');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tabs.elsewhere.value).toBe(false);
  expect(saves.recallGame('twos')).toMatchObject({ ply: 5 });
  expect(JSON.parse(local.getItem('totora:game:twos') ?? '')).toMatchObject({ ply: 2 });
  // The copy continues where it was, and so does the first tab's game.
  store.state.value = stateOf({ ply: 6 });
  first.state.value = stateOf({ ply: 3 });
  expect(saves.recallGame('twos')).toMatchObject({ ply: 6 });
  expect(JSON.parse(local.getItem('totora:game:twos') ?? '')).toMatchObject({ ply: 3 });

  // A third tab without changes of its own takes over the game when the first tab leaves it.
  vi.stubGlobal('sessionStorage', storage());
  (await reload()).startSaving(takeUp);
  store.state.value = stateOf({ ply: 3 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.asides()).toHaveLength(1);
  expect(takeUp).not.toHaveBeenCalled();
  const further = { ...saves.recallGame('twos'), record: '{"game":"twos","further":1}' };
  local.setItem('totora:game:twos', JSON.stringify(further));
  first.state.value = stateOf({ game: 'others' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(takeUp).toHaveBeenCalledWith('twos');
});

test('a short game is saved at every change, with its ply and overlay', async () => {
  (await reload()).startSaving();
  store.overlay.value = 'all';
  store.points.value = [1, 0];
  store.state.value = stateOf({ ply: 2, plies: 3 });
  expect(saves.recallGame('twos')).toMatchObject({
    record: record.text,
    ply: 2,
    overlay: 'all',
    points: [1, 0],
    running: true,
  });
  expect(saves.recall('last')).toBe('twos');
});

/**
 * Opens a page with a database and a saved game of this many moves.
 * @param {ReturnType<typeof database>} data
 * @param {number} moves
 */
async function withGame(data, moves) {
  disk.createStore = data.createStore;
  const page = await reload();
  page.startSaving();
  record.text = JSON.stringify({ game: 'twos', moves: Array(moves).fill('a1'), result: null });
  store.state.value = stateOf({ ply: moves });
  await vi.advanceTimersByTimeAsync(1);
  return page;
}
/** The saved moves, as a page that is opened now would read them. */
const movesSaved = async () =>
  JSON.parse(await saves.recordOf(/** @type {any} */ (saves.recallGame('twos')))).moves;

test('every turn is appended to a log, however long the game, without writing a record', async () => {
  const data = database();
  await withGame(data, 10_000);
  expect([...data.rows.keys()]).toHaveLength(1);
  expect(local.getItem('totora:game:twos')?.length).toBeLessThan(1_000);
  const before = record.text;
  record.text = 'the record is not asked for';
  played.now = { variation: 0, from: 10_000, moves: ['b2', 'c3'] };
  store.state.value = stateOf({ ply: 10_002 });
  await vi.advanceTimersByTimeAsync(0);
  expect((await movesSaved()).slice(-3)).toEqual(['a1', 'b2', 'c3']);
  expect([...data.rows.values()].filter((row) => row === before)).toHaveLength(1);
  await reload();
  expect(saves.gamesUnderWay()).toEqual([{ game: 'twos', plies: 10_002 }]);
  expect(await movesSaved()).toHaveLength(10_002);
  expect(saves.recallGame('twos')).toMatchObject({ ply: 10_002 });
});

test('a move that is not at the end of a line rewrites the log, and the older log is deleted', async () => {
  const data = database();
  await withGame(data, 3);
  played.now = { variation: 0, from: 3, moves: ['b2'] };
  store.state.value = stateOf({ ply: 4 });
  played.now = null;
  record.text = '{"game":"twos","moves":["c3"],"variations":[{"of":0,"after":0,"moves":["a1"]}]}';
  store.state.value = stateOf({ ply: 1, variations: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await movesSaved()).toEqual(['c3']);
  expect([...data.rows.values()]).toEqual([record.text]);
  // A variation grows too.
  played.now = { variation: 1, from: 1, moves: ['b2'] };
  store.state.value = stateOf({ ply: 2, variation: 1, variations: 1 });
  await vi.advanceTimersByTimeAsync(1);
  const text = await saves.recordOf(/** @type {any} */ (saves.recallGame('twos')));
  expect(JSON.parse(text)).toMatchObject({ moves: ['c3'], variations: [{ moves: ['a1', 'b2'] }] });
});

test('an interrupted write keeps what was saved before', async () => {
  const data = database();
  await withGame(data, 3);
  played.now = null;
  // The page ends before the database has the new record.
  const { rows } = data;
  data.rows = new Map();
  disk.createStore = () => () => new Promise(() => {});
  const page = await reload();
  page.startSaving();
  record.text = '{"game":"twos","moves":["c3"]}';
  store.state.value = stateOf({ ply: 1 });
  await vi.advanceTimersByTimeAsync(1);
  data.rows = rows;
  disk.createStore = data.createStore;
  await reload();
  expect(await movesSaved()).toEqual(['a1', 'a1', 'a1']);
});

test('rows that do not continue the previous ones are left out', async () => {
  await reload();
  const text = '{"moves":["a"]}';
  const add = (/** @type {number} */ from) => ({ variation: 0, from, moves: ['b'] });
  expect(saves.grown([text, add(1), add(3), add(2)])).toBe('{"moves":["a","b"]}');
  expect(saves.grown([text, { ...add(1), variation: 2 }])).toBe(text);
});

test('a game that an older version saved in local storage opens, and moves to the log', async () => {
  const data = database();
  disk.createStore = data.createStore;
  for (const old of ['{"game":"twos","moves":["b2"],"result":null}', '#1twos.abc']) {
    data.rows.clear();
    local.entries.clear();
    local.setItem('totora:game:twos', JSON.stringify({ record: old, ply: 0, overlay: 'off' }));
    local.setItem('totora:seen:twos', JSON.stringify({ ply: 1 }));
    await reload();
    const saved = /** @type {any} */ (saves.recallGame('twos'));
    expect(saved).toMatchObject({ ply: 1, record: old });
    expect(await saves.recordOf(saved)).toBe(old);
    expect(saves.gamesUnderWay()).toEqual([{ game: 'twos', plies: old[0] === '#' ? null : 1 }]);
    await withGame(data, 2);
    expect(await movesSaved()).toEqual(['a1', 'a1']);
    expect(saves.recallGame('twos')?.record).toBeUndefined();
  }
});

test('a full or blocked database is reported once, and local storage is used as long as it has space', async () => {
  const data = database();
  const page = await withGame(data, 2);
  data.fails = true;
  played.now = { variation: 0, from: 2, moves: ['b2'] };
  record.text = '{"game":"twos","moves":["a1","a1","b2"]}';
  store.state.value = stateOf({ ply: 3 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await movesSaved()).toEqual(['a1', 'a1', 'b2']);
  expect(store.toasts.value).toEqual([]);
  local.setItem = () => {
    throw new Error('full');
  };
  for (const ply of [4, 5]) {
    store.state.value = stateOf({ ply });
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(store.toasts.value.map((toast) => toast.text)).toEqual([
    expect.stringContaining('cannot save'),
  ]);
  page.saveNow();
});

test('a game that is put aside keeps its log, and gets it back when restored', async () => {
  const data = database();
  await withGame(data, 3);
  const aside = /** @type {any} */ (saves.setAside('twos', 'Another was begun.'));
  expect(saves.hasLog('twos')).toBe(false);
  await saves.saveGame('twos', /** @type {any} */ ({ ply: 0 }), '{"game":"twos","moves":["c3"]}');
  expect(await movesSaved()).toEqual(['c3']);
  expect(JSON.parse(await saves.recordOf(aside)).moves).toHaveLength(3);
  saves.takeBack(saves.asides()[0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await movesSaved()).toHaveLength(3);
  expect([...data.rows.keys()]).toHaveLength(1);
  const again = /** @type {any} */ (saves.setAside('twos', 'It is enough.'));
  saves.forgetAside(again);
  await vi.advanceTimersByTimeAsync(1);
  expect([...data.rows.keys()]).toEqual([]);
});

test('without locks, a tab whose log was replaced by another tab rewrites its whole game', async () => {
  const data = database();
  await withGame(data, 3);
  const first = { store, saves };
  record.text = '{"game":"twos","moves":["of","the","other"],"result":null}';
  await (await reload()).startSaving();
  store.state.value = stateOf({ ply: 3 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await movesSaved()).toEqual(['of', 'the', 'other']);
  record.text = '{"game":"twos","moves":["a1","a1","a1","b2"],"result":null}';
  played.now = { variation: 0, from: 3, moves: ['b2'] };
  first.store.state.value = stateOf({ ply: 4 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await movesSaved()).toEqual(['a1', 'a1', 'a1', 'b2']);
  expect([...data.rows.keys()]).toHaveLength(1);
});

/** Values that no version of the page has saved. */
const GARBAGE = [
  'null',
  '0',
  '"x"',
  '[]',
  '[null]',
  '{}',
  '{"bot":3}',
  '{"half":',
  'true',
  '{"bot":"b"}',
];
for (const name of [
  'advisor',
  'points',
  'marks',
  'overlay',
  'ply',
  'turned',
  'running',
  'variation',
])
  test(`an invalid saved ${name} is put aside, and the game opens without it`, async () => {
    const game = '{"game":"twos","moves":["a1"]}';
    const good = { record: game, ply: 1, overlay: 'all', marks: {}, points: [0], advisor: null };
    for (const text of GARBAGE.filter((one) => one !== '{"half":')) {
      local.entries.clear();
      const saved = JSON.stringify({ ...good, [name]: JSON.parse(text) });
      local.setItem('totora:game:twos', saved);
      await reload();
      const recalled = /** @type {any} */ (saves.recallGame('twos'));
      expect(recalled.record).toBe(game);
      const asides = saves.asides();
      if (asides.length === 0) expect(JSON.stringify(recalled)).toBe(saved);
      else {
        expect(recalled[name]).toBeUndefined();
        expect(asides.map((one) => one.record)).toEqual([saved]);
        // It is put aside only once.
        expect(saves.recallGame('twos')).toEqual(recalled);
        expect(saves.asides()).toHaveLength(1);
      }
    }
  });

for (const name of [
  'settings',
  'last',
  'coach',
  'lab:twos',
  'lab-shelf:twos',
  'lab-lessons',
  'lab-lesson:twos',
  'arena',
  'draft:twos',
  'prove:shown',
  'prove:kind',
  'prove:tune',
])
  test(`an invalid value of ${name} is put aside, neither used nor deleted`, async () => {
    for (const text of [
      '{"half":',
      '[1',
      '3.5',
      'null',
      '{"theme":5,"setup":1,"twos":2,"terms":[{}],"asked":[]}',
    ]) {
      local.entries.clear();
      local.setItem(`totora:${name}`, text);
      const page = await reload();
      page.startSettings();
      const recalled = saves.recall(name);
      if (recalled === null || JSON.stringify(recalled) !== text)
        expect(saves.asides().map((one) => one.record)).toContain(text);
      if (name !== 'draft:twos' && name !== 'settings') expect(recalled).toBeNull();
      page.startSaving();
      expect(store.toasts.value.map((toast) => toast.text).join()).toMatch(
        saves.asides().length > 0 ? /does not fit this version/ : /^$/,
      );
    }
  });

test('an embedded page stores nothing', async () => {
  const { startSaving, save } = await reload();
  startSaving();
  store.embedded.value = true;
  store.state.value = stateOf({ ply: 1 });
  save();
  expect([...local.entries.keys()]).toEqual([]);
});
