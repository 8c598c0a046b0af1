/**
 * What the start of the page does with the storage: data of versions that used local storage moves over once, and games
 * whose entry a killed browser did not write are found by their logs.
 */
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDatabase, storage, writeRow, written } from './fixtures.js';

/** @type {ReturnType<typeof storage>} */
let local;
/** @type {typeof import('../../www/app/storage.js')} */
let saves;

/** Starts the page with what the browser has. */
async function start() {
  vi.resetModules();
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
}

beforeEach(() => {
  newDatabase();
  local = storage();
  vi.stubGlobal('localStorage', local);
});
afterEach(() => vi.unstubAllGlobals());

/** @param {string[]} moves @param {object} [more] */
const recordOf = (moves, more) =>
  JSON.stringify({ game: 'twos', options: {}, seed: 1, seats: [], moves, result: null, ...more });
/** A log as the page writes it: a record and one row per move. @param {string} name @param {string[]} moves @param {string[]} [added] @param {object} [more] */
async function writeLog(name, moves, added = [], more = {}) {
  await writeRow([name, 0], recordOf(moves, more));
  for (const [i, move] of added.entries())
    await writeRow([name, i + 1], { variation: 0, from: moves.length + i, moves: [move] });
}
/** The entry of a game, in local storage, as earlier versions wrote it. @param {string} name @param {unknown} value */
const setOld = (name, value) => local.setItem(`totora:${name}`, JSON.stringify(value));

const VIEW = { ply: 1, overlay: 'all', turned: 1, running: false, marks: {}, points: [1, 0] };
/** The current game and its moves. */
async function game() {
  const saved = /** @type {any} */ (saves.recallGame('twos'));
  return { ...saved, moves: JSON.parse(await saves.recordOf(saved)).moves };
}
/** The moves of the games that are set aside. */
const aside = () =>
  Promise.all(saves.asides().map(async (one) => JSON.parse(await saves.recordOf(one)).moves));
/** The names of the logs. */
const logs = async () =>
  [...(await written()).keys()].flatMap((key) =>
    key[0] === '[' && JSON.parse(key)[1] === 0 ? [JSON.parse(key)[0]] : [],
  );

/** Everything that earlier versions saved in local storage. */
const OLD = {
  last: 'twos',
  progress: { twos: { won: 1, level: 2, losses: 0, last: '' } },
  learning: [],
  'lab:twos': {
    game: 'twos',
    name: 'n',
    terms: [{ name: 't', weight: 1, formula: '1' }],
    options: {},
  },
  'lab-shelf:twos': [],
  'lab-lessons': { twos: 1 },
  'lab-lesson:twos': { formula: '1' },
  'lab-own:twos': '{}',
  arena: { setup: { game: 'twos', bots: ['a'] } },
  bots: [{ name: 'mine', source: 'x' }],
  'bot-draft': { name: 'mine', source: 'xy' },
  'draft:twos': { cells: [] },
  'looks:twos/a': 2,
  'prove:tune': { asked: { subject: { game: 'twos', bot: { bot: 'a', options: {} } }, wish: {} } },
};
const SETTINGS = {
  settings: { theme: 'dark' },
  coach: { twos: ['done'] },
  python: true,
  'prove:shown': true,
  'prove:kind': 'tune',
};

test('the values of earlier versions move over once, settings stay, and other pages keep theirs', async () => {
  for (const [name, value] of Object.entries({ ...OLD, ...SETTINGS })) setOld(name, value);
  local.setItem('another page', '1');
  const before = new Map(local.entries);
  for (let starts = 0; starts < 2; starts++) {
    await start();
    for (const [name, value] of Object.entries({ ...OLD, ...SETTINGS }))
      expect(saves.recall(name), name).toEqual(value);
    expect([...local.entries.keys()].sort()).toEqual(
      ['another page', ...Object.keys(SETTINGS).map((name) => `totora:${name}`)].sort(),
    );
    const found = await written();
    for (const name of Object.keys(OLD)) expect(found.get(name)).toBe(before.get(`totora:${name}`));
  }
  expect(saves.asides()).toEqual([]);
});

test('old values stay until the transaction is complete', async () => {
  setOld('bots', OLD.bots);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await start();
  expect(local.getItem('totora:bots')).not.toBeNull();
  put.mockRestore();
  await start();
  expect(saves.recall('bots')).toEqual(OLD.bots);
  expect(local.getItem('totora:bots')).toBeNull();
});

test('old values that a killed browser has not deleted yet do not come back', async () => {
  setOld('bots', OLD.bots);
  setOld('game:twos', { record: recordOf(['a1']), ...VIEW });
  const before = new Map(local.entries);
  await start();
  await saves.saveValue('bots', []);
  await saves.saveGame('twos', /** @type {any} */ (VIEW), recordOf(['a1', 'b2']));
  for (const [key, text] of before) local.setItem(key, text);
  await start();
  expect(saves.recall('bots')).toEqual([]);
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(saves.asides()).toEqual([]);
  expect(local.entries.size).toBe(0);
  // What a page of an earlier version has changed since then is put aside.
  setOld('game:twos', { record: recordOf(['c3']), ...VIEW });
  setOld('bots', [{ name: 'late', source: '' }]);
  await start();
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(
    saves
      .asides()
      .map((one) => one.game)
      .sort(),
  ).toEqual(['twos', 'value']);
  expect((await Promise.all(saves.asides().map((one) => saves.recordOf(one)))).join()).toMatch(
    /late.*c3|c3.*late/,
  );
});

test('a game of an earlier version keeps its log and view', async () => {
  await writeLog('a1', ['a1'], ['b2']);
  setOld('game:twos', { ...VIEW, log: 'a1', plies: 2 });
  setOld('seen:twos', { overlay: 'hints' });
  await start();
  expect(await game()).toMatchObject({ ...VIEW, overlay: 'hints', moves: ['a1', 'b2'] });
  expect(await logs()).toEqual(['a1']);
});

test('a game that only a record or a link saves opens', async () => {
  for (const record of [recordOf(['b2']), '#1twos.abc']) {
    newDatabase();
    setOld('game:twos', { record, ...VIEW });
    await start();
    const saved = /** @type {any} */ (saves.recallGame('twos'));
    expect(saved).toMatchObject({ ...VIEW, record });
    expect(await saves.recordOf(saved)).toBe(record);
    expect(saves.gamesUnderWay()).toEqual([{ game: 'twos', plies: record[0] === '#' ? null : 1 }]);
    await saves.saveGame('twos', /** @type {any} */ (VIEW), recordOf(['a1', 'a1']));
    expect((await game()).moves).toEqual(['a1', 'a1']);
    expect(saves.recallGame('twos')?.record).toBeUndefined();
  }
});

// Local storage reaches the disk up to a minute later than the database.
test('an entry that is older than its log opens at the last move', async () => {
  await writeLog('a1', ['a1'], ['b2', 'c3']);
  setOld('game:twos', { ...VIEW, log: 'a1', plies: 1 });
  await start();
  expect(await game()).toMatchObject({ ply: 3, plies: 3, moves: ['a1', 'b2', 'c3'] });
});

test('a log without an entry becomes the game, at its last move', async () => {
  await writeLog('b1', ['a1', 'b2'], ['c3']);
  setOld('game:twos', { ...VIEW, log: 'a1', older: ['a0'], plies: 1 });
  await start();
  expect(await game()).toMatchObject({ overlay: 'all', ply: 3, plies: 3, log: 'b1' });
  expect((await game()).moves).toEqual(['a1', 'b2', 'c3']);
  expect(saves.asides()).toEqual([]);
  // The same without any entry.
  newDatabase();
  await writeLog('b1', ['a1', 'b2'], ['c3']);
  await start();
  expect(await game()).toMatchObject({ ply: 3, moves: ['a1', 'b2', 'c3'] });
  expect(saves.gamesUnderWay()).toEqual([{ game: 'twos', plies: 3 }]);
});

test('a newer log that continues the game replaces it; another game is put aside', async () => {
  await writeLog('a1', ['a1']);
  await writeLog('b1', ['a1'], ['b2']);
  setOld('game:twos', { ...VIEW, log: 'a1', plies: 1 });
  await start();
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(await aside()).toEqual([]);
  expect(await logs()).toEqual(['b1']);
  // A new game was begun, with another seed.
  newDatabase();
  await writeLog('a1', ['a1']);
  await writeLog('b1', ['d4'], [], { seed: 2 });
  setOld('game:twos', { ...VIEW, log: 'a1', plies: 1 });
  await start();
  expect((await game()).moves).toEqual(['d4']);
  expect(await aside()).toEqual([['a1']]);
});

test('an older log without an entry is put aside, unless the game contains it', async () => {
  await writeLog('b1', ['a1', 'b2']);
  await writeLog('a1', ['a1']);
  await writeLog('a2', ['d4'], [], { seed: 2 });
  await writeLog('a3', []);
  // Rows without a record are of no use.
  await writeRow(['a4', 1], { variation: 0, from: 1, moves: ['b2'] });
  setOld('game:twos', { ...VIEW, log: 'b1', plies: 2 });
  await start();
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(await aside()).toEqual([['d4']]);
  expect((await logs()).sort()).toEqual(['a2', 'b1']);
  const before = await written();
  await start();
  expect(await written()).toEqual(before);
});

test('a record that was written after its log, when the storage answered again, is the game', async () => {
  await writeLog('b1', ['a1']);
  await writeRow('game:twos', JSON.stringify({ ...VIEW, record: recordOf(['a1', 'b2']) }));
  await start();
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(await aside()).toEqual([]);
  expect(await logs()).toEqual([]);
  // An interrupted move from a record to a log.
  newDatabase();
  await writeLog('b1', ['a1', 'b2']);
  setOld('game:twos', { ...VIEW, record: recordOf(['a1']) });
  await start();
  expect((await game()).moves).toEqual(['a1', 'b2']);
  expect(await aside()).toEqual([]);
});

test('an entry that is no JSON is put aside when its game is found', async () => {
  await writeLog('b1', ['a1']);
  local.setItem('totora:game:twos', '{"half":');
  await start();
  expect((await game()).moves).toEqual(['a1']);
  expect(saves.asides()).toMatchObject([{ game: 'value', record: '{"half":' }]);
});

test('if the current log is missing, an older one opens', async () => {
  await writeLog('a1', ['a1', 'b2']);
  setOld('game:twos', { ...VIEW, log: 'b1', older: ['a1'], plies: 1 });
  await start();
  expect(await game()).toMatchObject({ ply: 2, moves: ['a1', 'b2'] });
});

test('two pages that start at once find a game once', async () => {
  await writeLog('b1', ['a1']);
  await writeLog('a1', ['d4'], [], { seed: 2 });
  setOld('bots', OLD.bots);
  vi.resetModules();
  const one = await import('../../www/app/storage.js');
  vi.resetModules();
  const two = await import('../../www/app/storage.js');
  await Promise.all([one.openStorage(), two.openStorage()]);
  await start();
  expect((await game()).moves).toEqual(['a1']);
  expect(await aside()).toEqual([['d4']]);
  expect(saves.recall('bots')).toEqual(OLD.bots);
});
