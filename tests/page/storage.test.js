/** What the browser stores: settings, and the current game. */
import { forceCloseDatabase, IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { grown } from '../../www/app/entries.js';
import { newDatabase, resetStore, stateOf, storage, written } from './fixtures.js';

const record = vi.hoisted(() => ({ text: '' }));
const GAME = '{"game":"twos","moves":[],"result":null}';
/** What was played since the last save, according to the session. @type {{ now: any }} */
const played = vi.hoisted(() => ({ now: null }));
vi.mock('../../www/app/session.js', () => ({
  recordText: () => record.text,
  sinceSaved: () => played.now,
  markSaved: () => {},
  whenLeaving: () => {},
  settle: () => {
    store.arrived.value = '';
  },
  disown: () => {
    store.opened.value = '';
  },
}));

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
  await saves.openStorage();
  return {
    ...(await import('../../www/app/settings.js')),
    ...(await import('../../www/app/saving.js')),
  };
}

beforeEach(() => {
  // The database needs real ones.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  resetStore();
  newDatabase();
  local = storage();
  record.text = GAME;
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
    'why',
    '',
  ]);
});

/** Makes every write to the database fail, or none. @param {boolean} fails */
function failWrites(fails) {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  if (!fails) put.mockRestore();
  else
    put.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
}

/** The texts of the messages. */
const messages = () => store.toasts.value.map((toast) => toast.text);

/** What a browser may do instead of opening the database. @type {Record<string, () => any>} */
const REFUSALS = {
  'throws, as in a private window': () => {
    throw new DOMException('not here', 'SecurityError');
  },
  'reports an error': () => {
    const request = /** @type {any} */ ({ error: new DOMException('broken', 'UnknownError') });
    queueMicrotask(() => request.onerror());
    return request;
  },
};
for (const [name, open] of Object.entries(REFUSALS))
  test(`if opening the database ${name}, the page works, saves nothing and says so once`, async () => {
    vi.stubGlobal('indexedDB', { open });
    vi.stubGlobal('localStorage', {
      getItem: () => '{"half":',
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => {
        throw new Error('forbidden');
      },
    });
    const page = await reload();
    page.startSettings();
    page.startSaving();
    store.state.value = stateOf();
    expect(saves.recall('settings')).toBeNull();
    expect(await saves.saveValue('bots', [])).toBe(false);
    // The user can leave the game and come back.
    expect(await saves.recordOf(/** @type {any} */ (saves.recallGame('twos')))).toBe(GAME);
    store.state.value = stateOf({ ply: 1 });
    await saves.commit();
    // It is reported once, and not as an error.
    const toasts = store.toasts.value.filter((toast) => /full or blocked/.test(toast.text));
    expect(toasts).toMatchObject([{ error: false, action: { label: 'Save as a file' } }]);
  });

test('a database that never answers is reported after three seconds, and nothing is changed', async () => {
  await withGame(3);
  const before = await written();
  const { indexedDB: whole } = globalThis;
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  local.setItem('totora:bots', '[]');
  const opening = reload();
  await vi.advanceTimersByTimeAsync(2_900);
  let open = false;
  opening.then(() => {
    open = true;
  });
  await vi.advanceTimersByTimeAsync(200);
  const page = await opening;
  expect(open).toBe(true);
  page.startSaving();
  expect(saves.recallGame('twos')).toBeNull();
  store.state.value = stateOf({ ply: 1 });
  expect(await saves.saveValue('bots', [{ name: 'a', source: '' }])).toBe(false);
  expect(messages()).toEqual([expect.stringContaining('does not answer')]);
  expect(saves.isSilent()).toBe(true);
  expect(local.getItem('totora:bots')).toBe('[]');
  // Next time it answers, and the game is there.
  vi.stubGlobal('indexedDB', whole);
  expect(await written()).toEqual(before);
  await reload();
  expect(await movesSaved()).toHaveLength(3);
  expect(saves.recall('bots')).toEqual([]);
});

test('a transaction that does not complete is reported, and the message goes when it does', async () => {
  const page = await reload();
  page.startSaving();
  const { prototype } = IDBDatabase;
  const { transaction } = prototype;
  /** @type {any} */
  let stuck = null;
  prototype.transaction = function (...about) {
    const made = transaction.apply(this, about);
    stuck ??= Object.defineProperty(made, 'oncomplete', { set: (act) => (stuck.act = act) });
    return made;
  };
  const saving = saves.saveValue('bots', []);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(await saving).toBe(false);
  expect(messages()).toEqual([expect.stringContaining('does not answer')]);
  expect(saves.canSave()).toBe(false);
  // Meanwhile no more transactions pile up.
  const begun = vi.spyOn(prototype, 'transaction');
  expect(await saves.saveValue('lab-lessons', {})).toBe(false);
  store.state.value = stateOf({ ply: 1 });
  await saves.commit();
  expect(begun).not.toHaveBeenCalled();
  stuck.act();
  await vi.waitFor(() => expect(messages()).toEqual([]));
  prototype.transaction = transaction;
  expect(saves.canSave()).toBe(true);
  expect(await saves.saveValue('bots', [])).toBe(true);
  expect((await written()).get('lab-lessons')).toBe('{}');
  await reload();
  expect(await movesSaved()).toEqual([]);
});

test('if the database is full, nothing is said to be saved, and it is written later with the next change', async () => {
  const page = await reload();
  page.startSaving();
  failWrites(true);
  expect(await saves.saveValue('bots', [{ name: 'a', source: 'x' }])).toBe(false);
  expect(saves.recall('bots')).toHaveLength(1);
  expect(messages()).toEqual([expect.stringContaining('full or blocked')]);
  failWrites(false);
  expect(await saves.saveValue('lab-lessons', {})).toBe(true);
  expect([...(await written()).keys()]).toEqual(['bots', 'lab-lessons']);
  expect(messages()).toHaveLength(1);
});

test('the changes of one task are in one transaction', async () => {
  await reload();
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const saving = [
    saves.saveValue('bots', []),
    saves.saveValue('last', 'twos'),
    saves.forget('last'),
  ];
  expect(saves.recall('last')).toBeNull();
  expect(await Promise.all(saving)).toEqual([true, true, true]);
  expect(begin).toHaveBeenCalledTimes(1);
  expect([...(await written()).keys()]).toEqual(['bots']);
});

test('if the browser closes the database, the next change opens it again', async () => {
  await reload();
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (const end of [
    forceCloseDatabase,
    // Without an event, as some browsers do.
    (/** @type {any} */ database) => database.close(),
  ]) {
    await saves.saveValue('bots', []);
    end(/** @type {any} */ (begin.mock.contexts.at(-1)));
    expect(await saves.saveValue('lab-lessons', {})).toBe(true);
  }
  expect([...(await written()).keys()]).toEqual(['bots', 'lab-lessons']);
});

test('tabs see what other tabs have saved', async () => {
  await reload();
  const first = saves;
  await reload();
  await saves.saveValue('bots', [{ name: 'a', source: '' }]);
  await vi.waitFor(() => expect(first.recall('bots')).toHaveLength(1));
  await first.forget('bots');
  await vi.waitFor(() => expect(saves.recall('bots')).toBeNull());
});

test('a game is put aside unchanged, listed, and deleted only on request', async () => {
  await reload();
  const saved = /** @type {any} */ ({ ply: 1, overlay: 'all' });
  const texts = async () =>
    (await Promise.all(saves.asides().map((one) => saves.recordOf(one)))).sort();
  await saves.saveGame('twos', saved, GAME);
  const aside = saves.setAside('twos', 'It does not open.');
  expect(aside).toMatchObject({ game: 'twos', why: 'It does not open.' });
  expect(saves.recallGame('twos')).toBeNull();
  // Invalid data is not deleted either.
  await saves.saveValue('game:twos', 3);
  saves.setAside('twos', 'It is no game.');
  await saves.saveGame('twos', saved, '{"game":"twos","moves":["b2"]}');
  expect(await texts()).toEqual(['3', GAME]);
  expect(await movesSaved()).toEqual(['b2']);
  await reload();
  expect(await texts()).toEqual(['3', GAME]);
  if (aside) saves.forgetAside(aside);
  expect(await texts()).toEqual(['3']);
  expect(saves.setAside('ones', 'There is none.')).toBeNull();
});

test('a game that cannot be put aside is not overwritten', async () => {
  await withGame(2);
  const before = await written();
  failWrites(true);
  expect(saves.setAside('twos', 'It does not open.')).not.toBeNull();
  expect(await saves.saveGame('twos', /** @type {any} */ ({ ply: 1 }), GAME)).toBe(false);
  failWrites(false);
  expect(await written()).toEqual(before);
  // Both are written together.
  await saves.saveGame('twos', /** @type {any} */ ({ ply: 1 }), GAME);
  await reload();
  expect(await movesSaved()).toEqual([]);
  expect(JSON.parse(await saves.recordOf(saves.asides()[0])).moves).toHaveLength(2);
});

test('a game that the storage does not give once is neither put aside nor overwritten', async () => {
  await withGame(2);
  await reload();
  saves.bar('twos', new Error('once'));
  expect(saves.setAside('twos', 'It does not open.')).toBeNull();
  expect(await saves.saveGame('twos', /** @type {any} */ ({ ply: 1 }), GAME)).toBe(false);
  await reload();
  expect(await movesSaved()).toHaveLength(2);
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
  await saves.commit();
  const first = { store, saves };

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
  expect(first.saves.recallGame('twos')).toMatchObject({ ply: 2 });
  // The copy continues where it was, and so does the first tab's game.
  store.state.value = stateOf({ ply: 6 });
  first.store.state.value = stateOf({ ply: 3 });
  await vi.waitFor(() => expect(saves.recallGame('twos')).toMatchObject({ ply: 6 }));
  await vi.waitFor(() => expect(first.saves.recallGame('twos')).toMatchObject({ ply: 3 }));

  // A third tab without changes of its own takes over the game when the first tab leaves it.
  vi.stubGlobal('sessionStorage', storage());
  (await reload()).startSaving(takeUp);
  store.state.value = stateOf({ ply: 3 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.asides()).toHaveLength(1);
  expect(takeUp).not.toHaveBeenCalled();
  record.text = '{"game":"twos","moves":["further"],"result":null}';
  first.store.state.value = stateOf({ ply: 4 });
  await first.saves.commit();
  await vi.waitFor(() => expect(saves.recallGame('twos')).toMatchObject({ ply: 4 }));
  record.text = GAME;
  first.store.state.value = stateOf({ game: 'others' });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(takeUp).toHaveBeenCalledWith('twos'));
});

test('a game is saved at every change, with its ply and overlay', async () => {
  (await reload()).startSaving();
  store.overlay.value = 'all';
  store.points.value = [1, 0];
  store.state.value = stateOf({ ply: 2, plies: 3 });
  await saves.commit();
  await reload();
  expect(saves.recallGame('twos')).toMatchObject({
    ply: 2,
    overlay: 'all',
    points: [1, 0],
    running: true,
  });
  expect(await movesSaved()).toEqual([]);
  expect(saves.recall('last')).toBe('twos');
});

/**
 * Opens a page and a game of this many moves, which is saved.
 * @param {number} moves
 */
async function withGame(moves) {
  const page = await reload();
  page.startSaving();
  record.text = JSON.stringify({ game: 'twos', moves: Array(moves).fill('a1'), result: null });
  store.state.value = stateOf({ ply: moves });
  await saves.commit();
  return page;
}
/** The saved moves of the game. */
const movesSaved = async () =>
  JSON.parse(await saves.recordOf(/** @type {any} */ (saves.recallGame('twos')))).moves;
/** The logs in the database: their names. */
const logs = async () =>
  new Set(
    [...(await written()).keys()].flatMap((key) => (key[0] === '[' ? [JSON.parse(key)[0]] : [])),
  );

test('every turn is appended to a log, however long the game, without writing a record', async () => {
  await withGame(10_000);
  const before = await written();
  expect([...before.keys()].sort()).toEqual([expect.any(String), 'game:twos', 'last']);
  expect(before.get('game:twos').length).toBeLessThan(1_000);
  record.text = 'the record is not asked for';
  played.now = { variation: 0, from: 10_000, moves: ['b2', 'c3'] };
  store.state.value = stateOf({ ply: 10_002 });
  expect(await saves.commit()).toBe(true);
  expect((await movesSaved()).slice(-3)).toEqual(['a1', 'b2', 'c3']);
  expect((await written()).size).toBe(4);
  await reload();
  expect(saves.gamesUnderWay()).toEqual([{ game: 'twos', plies: 10_002 }]);
  expect(await movesSaved()).toHaveLength(10_002);
  expect(saves.recallGame('twos')).toMatchObject({ ply: 10_002 });
});

test('a move that is not at the end of a line writes a new log, and the older one stays until the next session', async () => {
  await withGame(3);
  played.now = { variation: 0, from: 3, moves: ['b2'] };
  store.state.value = stateOf({ ply: 4 });
  played.now = null;
  record.text = '{"game":"twos","moves":["c3"],"variations":[{"of":0,"after":0,"moves":["a1"]}]}';
  store.state.value = stateOf({ ply: 1, variations: 1 });
  await saves.commit();
  expect(await movesSaved()).toEqual(['c3']);
  expect((await logs()).size).toBe(2);
  // A variation grows too.
  played.now = { variation: 1, from: 1, moves: ['b2'] };
  store.state.value = stateOf({ ply: 2, variation: 1, variations: 1 });
  await saves.commit();
  const text = await saves.recordOf(/** @type {any} */ (saves.recallGame('twos')));
  expect(JSON.parse(text)).toMatchObject({ moves: ['c3'], variations: [{ moves: ['a1', 'b2'] }] });
  // The next session writes its own log, and drops those before the last.
  const before = await logs();
  const page = await reload();
  expect(await movesSaved()).toEqual(['c3']);
  page.startSaving();
  played.now = null;
  store.state.value = stateOf({ ply: 1 });
  await saves.commit();
  const after = await logs();
  expect([...before].map((log) => after.has(log)).sort()).toEqual([false, true]);
  expect(after.size).toBe(2);
  // However often the record is written in a session, few logs stay.
  for (let ply = 0; ply < 9; ply++) {
    store.state.value = stateOf({ ply });
    await saves.commit();
  }
  expect((await logs()).size).toBe(3);
});

test('rows that do not continue the previous ones are left out', async () => {
  await reload();
  const text = '{"moves":["a"]}';
  const add = (/** @type {number} */ from) => ({ variation: 0, from, moves: ['b'] });
  expect(grown([text, add(1), add(3), add(2)])).toBe('{"moves":["a","b"]}');
  expect(grown([text, { ...add(1), variation: 2 }])).toBe(text);
});

test('a full database is reported once, and the game stays in memory', async () => {
  await withGame(2);
  failWrites(true);
  played.now = { variation: 0, from: 2, moves: ['b2'] };
  record.text = '{"game":"twos","moves":["a1","a1","b2"]}';
  for (const ply of [3, 4, 5]) {
    store.state.value = stateOf({ ply });
    await vi.advanceTimersByTimeAsync(1);
    await saves.commit();
  }
  await vi.waitFor(async () => expect(await movesSaved()).toEqual(['a1', 'a1', 'b2']));
  expect(messages()).toEqual([expect.stringContaining('cannot save')]);
  failWrites(false);
  played.now = null;
  store.state.value = stateOf({ ply: 6 });
  await saves.commit();
  await reload();
  expect(await movesSaved()).toEqual(['a1', 'a1', 'b2']);
});

test('a game that is put aside keeps its log, and gets it back when restored', async () => {
  await withGame(3);
  const aside = /** @type {any} */ (saves.setAside('twos', 'Another was begun.'));
  expect(saves.hasLog('twos')).toBe(false);
  await saves.saveGame('twos', /** @type {any} */ ({ ply: 0 }), '{"game":"twos","moves":["c3"]}');
  expect(await movesSaved()).toEqual(['c3']);
  expect(JSON.parse(await saves.recordOf(aside)).moves).toHaveLength(3);
  saves.takeBack(saves.asides()[0]);
  await saves.commit();
  expect(await movesSaved()).toHaveLength(3);
  expect((await logs()).size).toBe(1);
  const again = /** @type {any} */ (saves.setAside('twos', 'It is enough.'));
  saves.forgetAside(again);
  await saves.commit();
  expect([...(await written()).keys()]).toEqual(['last']);
});

test('without locks, a tab whose log was replaced by another tab rewrites its whole game', async () => {
  await withGame(3);
  const first = { store, saves };
  record.text = '{"game":"twos","moves":["of","the","other"],"result":null}';
  (await reload()).startSaving();
  store.state.value = stateOf({ ply: 3 });
  await saves.commit();
  expect(await movesSaved()).toEqual(['of', 'the', 'other']);
  record.text = '{"game":"twos","moves":["a1","a1","a1","b2"],"result":null}';
  played.now = { variation: 0, from: 3, moves: ['b2'] };
  first.store.state.value = stateOf({ ply: 4 });
  await vi.waitFor(async () => {
    await reload();
    expect(await movesSaved()).toEqual(['a1', 'a1', 'a1', 'b2']);
  });
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
      newDatabase();
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
      newDatabase();
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
  expect((await written()).size).toBe(0);
});
