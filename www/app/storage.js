/**
 * Everything that the page saves for the user: games, heuristics, bots, drafts, maps, shelves and progress. It is one
 * store of the browser's database, with values as JSON texts by name, and the moves of a game as an append-only log.
 * All values are read into memory at the start, so `recall` and `saveValue` are synchronous; the changes of one task are
 * written in one transaction, and the promise of `saveValue` says whether that is complete. Small settings are in local
 * storage. Tabs tell each other what they have written.
 *
 * Storage may be full, forbidden, silent or written by another version: every value is validated by `ui/shapes.js`,
 * invalid ones are set aside, and a failed write is reported once and tried again with the next one. Saved games are
 * only updated or set aside, and deleted only by the user. Besides this, only the arena (`worker/saved.js`) writes to
 * storage.
 */
import * as strings from '../strings/common.js';
import { fitted } from '../ui/shapes.js';
import { NoAnswer, openDatabase } from '../worker/database.js';
import { ASIDE, grown, isEntry, logsOf, newLog, newPlace, now, parse } from './entries.js';

const PREFIX = 'totora:';
/** Settings that stay in local storage, which is there before anything is drawn. */
const SETTINGS = ['settings', 'coach', 'python', 'prove:shown', 'prove:kind'];
/** How many earlier logs of a game are kept until the next session. */
const MOST_OLDER = 2;

/**
 * @typedef {object} Seen   The view of the current game.
 * @property {number} ply
 * @property {number} [variation]   the shown line; missing in old entries
 * @property {string} overlay
 * @property {number} turned
 * @property {boolean} running
 * @property {boolean} [opened]  it was opened from outside and not played on
 * @property {boolean} [waits]   its bots wait for permission to exceed the usual limits
 * @property {Record<string, boolean>} marks
 * @property {number[]} points
 * @property {import('./types.js').BotConfig | null} advisor
 *
 * @typedef {object} Moves   Where a game's moves are stored; see `recordOf`.
 * @property {string} [log]      name in the database
 * @property {string[]} [older]  earlier logs, newest first, to read if that one is incomplete
 * @property {string} [record]   JSON text or a link: from older versions, or while nothing can be written
 *
 * @typedef {Seen & Moves & { plies?: number, over?: boolean }} SavedGame   The current game as saved.
 *
 * @typedef {Moves & { place: string, game: string, why: string, at: string }} Aside   A game that was set
 *   aside: key, game, reason (a sentence) and time; the game is `value` for values that are not games.
 *
 * @typedef {{ seen: Seen, record: string }} Left   A game when it left the board.
 *
 * @typedef {import('./entries.js').Added} Added
 *
 * @typedef {'full' | 'silent' | 'unfit'} Trouble   The storage is full or blocked, or does not answer; or a saved value
 *   is invalid.
 */

/** Called with a trouble, and with null when the storage answers again. @type {(what: Trouble | null) => void} */
let report = () => {};
/** @type {Set<Trouble>} */
const troubles = new Set();
/** @param {Trouble} what */
function trouble(what) {
  // If the storage does not answer, that is the reason for everything else.
  if (what === 'full' && troubles.has('silent')) return;
  troubles.add(what);
  report(what);
}
/** A transaction is complete. */
function answered() {
  troubles.delete('full');
  if (troubles.delete('silent')) report(null);
}

/** Sets the handler for storage failures, including earlier ones. @param {(what: Trouble | null) => void} act */
export function whenTrouble(act) {
  report = act;
  for (const what of troubles) act(what);
}

/** Whether the storage does not answer, so that what was saved is not shown. */
export const isSilent = () => troubles.has('silent');
/** Whether the last value could be saved. */
export const canSave = () => !troubles.has('silent') && !troubles.has('full');

/**
 * The result of an action, or `otherwise` if it fails: storage may be forbidden, and texts may be damaged.
 * @template T
 * @param {() => T} act
 * @param {T} otherwise
 */
function attempt(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

// --- values -------------------------------------------------------------------------------------

/**
 * The database: values by name, and rows of logs by the log's name and their number. Row 0 is a record as JSON text, the
 * others are additions. Earlier versions had only the logs there, which explains its name.
 */
const database = openDatabase('totora-games', 'log');
/** All rows of a log. @param {string} name */
const rowsOf = (name) => IDBKeyRange.bound([name], [name, []]);
/** All names of values: strings sort before arrays. */
const allNames = () => IDBKeyRange.bound('', [], false, true);

/** Whether the database is open. Until then, or without one, values are only in memory. */
let isOpen = false;
/** Whether opening it has failed. */
let failed = false;
/** Values by name, as JSON texts. @type {Map<string, string>} */
const values = new Map();
/** What no completed transaction has yet; null deletes a value. @type {Map<string, string | null>} */
const unwritten = new Map();
/** How often this tab has changed a value. @type {Map<string, number>} */
const changes = new Map();
/** Logs to delete with the next transaction. @type {Set<string>} */
const unneeded = new Set();

/** @typedef {{ log: string, row: number, what: string | Added | null, place: string }} Row   To write; `what` is null if only the view has changed. */
/** @type {Row[]} */
let newRows = [];

/** @param {string} name @returns {string | null} */
const read = (name) =>
  SETTINGS.includes(name)
    ? attempt(() => localStorage.getItem(PREFIX + name), null)
    : (values.get(name) ?? null);

/**
 * Changes a value in memory, and writes it with the other changes of this task.
 * @param {string} name
 * @param {string | null} text
 * @returns {Promise<boolean>} whether the transaction is complete
 */
function write(name, text) {
  if (SETTINGS.includes(name)) {
    const saved = attempt(() => {
      if (text === null) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
      return true;
    }, false);
    if (!saved && text !== null) trouble('full');
    return Promise.resolve(saved);
  }
  if (text === null) values.delete(name);
  else values.set(name, text);
  unwritten.set(name, text);
  changes.set(name, (changes.get(name) ?? 0) + 1);
  return commit();
}

/** The transaction with the changes of this task. @type {Promise<Set<string> | null> | null} */
let next = null;
/** @returns {Promise<Set<string> | null>} the logs to which nothing could be added, because another tab has replaced them; null if nothing is written */
function commitRows() {
  next ??= Promise.resolve().then(() => {
    next = null;
    return writeAll();
  });
  return next;
}

/** Writes all changes. @returns {Promise<boolean>} whether they are complete */
export const commit = async () => (await commitRows()) !== null;

/** Number of transactions that have not ended in time: until they do, no more are begun. */
let hanging = 0;

async function writeAll() {
  if (!isOpen || hanging > 0) {
    // While it is being opened, and in a frame, there is nothing to say.
    if (failed) trouble('full');
    newRows = [];
    return null;
  }
  const texts = new Map(unwritten);
  const drop = [...unneeded];
  const rows = newRows;
  newRows = [];
  unwritten.clear();
  unneeded.clear();
  const replaced = new Set(rows.flatMap(({ row, log }) => (row === 0 ? [log] : [])));
  const added = rows.filter(({ row, log }) => row > 0 && !replaced.has(log));
  const growing = new Set(added.map(({ place }) => place));
  /** @type {Set<string>} */
  const lost = new Set();
  const completed = () => {
    for (const [name, text] of texts) if (unwritten.get(name) === text) unwritten.delete(name);
    for (const log of drop) unneeded.delete(log);
    answered();
    announce([...texts.keys()]);
  };
  /** @param {boolean} complete */
  const ended = (complete) => {
    hanging--;
    if (complete) completed();
    if (unwritten.size > 0) commit();
  };
  try {
    await database.transact(
      'readwrite',
      (store) => {
        /** @param {string} name */
        const put = (name) => {
          const text = texts.get(name);
          if (typeof text === 'string') store.put(text, name);
          else if (text === null) store.delete(name);
        };
        for (const name of texts.keys()) if (!growing.has(name)) put(name);
        for (const one of rows)
          if (!added.includes(one) && one.what) store.put(one.what, [one.log, one.row]);
        let asking = added.length;
        // Then the browser completes it also if the page is closed now.
        const close = () => store.transaction.commit?.();
        for (const { place, log, row, what } of added) {
          const entry = store.get(place);
          entry.onsuccess = () => {
            // Another tab without a lock has replaced the record.
            if (parse(entry.result)?.log !== log) lost.add(log);
            else {
              put(place);
              if (what) store.put(what, [log, row]);
            }
            if (--asking === 0) close();
          };
        }
        for (const log of drop) store.delete(rowsOf(log));
        if (asking === 0) close();
        return () => {};
      },
      // A move costs no wait for the disk: it survives the browser, and all but a failure of power.
      { strict: [...texts.keys()].some((name) => !growing.has(name)), late: ended },
    );
  } catch (error) {
    // The entry of a log without the new rows would be wrong: the whole record is written next.
    for (const [name, text] of texts)
      if (!unwritten.has(name) && !(text && growing.has(name))) unwritten.set(name, text);
    for (const log of drop) unneeded.add(log);
    if (error instanceof NoAnswer) hanging++;
    trouble(error instanceof NoAnswer ? 'silent' : 'full');
    return null;
  }
  completed();
  return lost;
}

// --- tabs ---------------------------------------------------------------------------------------

/** @type {BroadcastChannel | null} */
let tabs = null;
/** Tells the other tabs what was written. @param {string[]} names */
const announce = (names) => attempt(() => tabs?.postMessage(names), undefined);

/** Reads values that another tab has written. @param {string[]} names */
async function refresh(names) {
  const before = new Map(changes);
  const read = await database
    .transact('readonly', (store) => {
      const requests = names.map((name) => store.get(name));
      return () => requests.map(({ result }) => result);
    })
    .catch(() => []);
  for (const [i, text] of read.entries()) {
    const name = names[i];
    if (unwritten.has(name) || changes.get(name) !== before.get(name)) continue;
    if (typeof text === 'string') values.set(name, text);
    else values.delete(name);
  }
}

// --- the start ----------------------------------------------------------------------------------

/** @param {IDBObjectStore} store @param {() => void} [then]   called once all is read @returns {() => import('./recovery.js').Found} */
function readAll(store, then = () => {}) {
  const names = store.getAllKeys(allNames());
  const texts = store.getAll(allNames());
  /** @type {import('./recovery.js').Found['logs']} */
  const logs = new Map();
  // One step per log, however long it is.
  const cursor = store.openKeyCursor(IDBKeyRange.lowerBound([]));
  cursor.onsuccess = () => {
    const at = cursor.result;
    if (!at) return then();
    const [name, row] = /** @type {any[]} */ (at.key);
    if (typeof name === 'string') logs.set(name, row === 0 ? null : []);
    at.continue([name, []]);
  };
  return () => ({
    values: new Map(
      names.result.flatMap((name, i) =>
        typeof texts.result[i] === 'string' ? [[String(name), texts.result[i]]] : [],
      ),
    ),
    logs,
    old: oldValues(),
  });
}

/** Values in local storage that earlier versions saved there. @returns {Map<string, string>} */
const oldValues = () =>
  new Map(
    attempt(
      () =>
        Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').flatMap(
          (key) => {
            const name = key.slice(PREFIX.length);
            if (!key.startsWith(PREFIX) || SETTINGS.includes(name)) return [];
            const text = localStorage.getItem(key);
            return text === null ? [] : [/** @type {[string, string]} */ ([name, text])];
          },
        ),
      [],
    ),
  );

/**
 * Whether the start has something to repair.
 * @param {import('./recovery.js').Found} found
 * @returns {boolean}
 */
function needsRecovery({ values, logs, old }) {
  if (old.size > 0) return true;
  const used = new Set();
  for (const [name, text] of values) {
    if (!isEntry(name)) continue;
    const entry = parse(text);
    for (const log of logsOf(entry)) used.add(log);
  }
  return [...logs.keys()].some((log) => !used.has(log));
}

/**
 * Repairs the storage, in one transaction.
 * @param {IDBObjectStore} store
 * @param {typeof import('./recovery.js').recover} recover
 */
function restore(store, recover) {
  /** @type {Map<string, string | null>} */
  let changed = new Map();
  const found = readAll(store, () => {
    const all = found();
    const requests = [...all.logs].flatMap(([log, rows]) =>
      rows ? [] : [/** @type {const} */ ([log, store.getAll(rowsOf(log))])],
    );
    // This request is answered after those.
    store.count().onsuccess = () => {
      for (const [log, { result }] of requests) all.logs.set(log, result);
      const next = recover(all);
      for (const [name, text] of next.values)
        if (text === null) store.delete(name);
        else store.put(text, name);
      for (const log of next.drop) store.delete(rowsOf(log));
      changed = next.values;
    };
  });
  return () => ({ changed, ...found() });
}

/**
 * Opens the storage and reads all values. Call it once, and wait for it before anything that is saved is shown. If there
 * is no storage, or it does not answer within a few seconds, nothing is saved, and what was saved stays as it is.
 */
export async function openStorage() {
  try {
    let found = await database.transact('readonly', (store) => readAll(store));
    if (needsRecovery(found)) {
      const { recover } = await import('./recovery.js');
      const { changed, ...all } = await database.transact(
        'readwrite',
        (store) => restore(store, recover),
        { strict: true },
      );
      found = all;
      for (const [name, text] of changed)
        if (text === null) found.values.delete(name);
        else found.values.set(name, text);
      // The transaction is complete: the database has them.
      for (const [name, text] of found.old)
        attempt(() => {
          if (localStorage.getItem(PREFIX + name) === text) localStorage.removeItem(PREFIX + name);
        }, undefined);
    }
    for (const [name, text] of found.values) if (!unwritten.has(name)) values.set(name, text);
    isOpen = true;
  } catch (error) {
    failed = true;
    trouble(error instanceof NoAnswer ? 'silent' : 'full');
    return;
  }
  listenToTabs();
  if (unwritten.size > 0) commit();
}

function listenToTabs() {
  tabs = attempt(() => new BroadcastChannel('totora-storage'), null);
  if (!tabs) return;
  tabs.onmessage = ({ data }) => refresh(data);
  // In Node a channel would keep the process alive.
  /** @type {any} */ (tabs).unref?.();
  // A page that comes back from the browser's cache has missed what other tabs wrote.
  globalThis.addEventListener?.('pageshow', (event) => {
    if (/** @type {PageTransitionEvent} */ (event).persisted) refresh([...values.keys()]);
  });
}

/**
 * Reads a saved value. Invalid parts are dropped after a copy is set aside.
 * @param {string} name
 * @returns {any} null if there is nothing valid
 */
export function recall(name) {
  const text = read(name);
  if (text === null) return null;
  const { fit, whole } = fitted(name, parse(text));
  // The caller that opens a game sets invalid ones aside, with a reason.
  if (whole || (fit === null && isEntry(name))) return fit;
  copyAside(name);
  if (fit === null) forget(name);
  else saveValue(name, fit);
  return fit;
}

/** Sets a copy of an invalid value aside. @param {string} name */
function copyAside(name) {
  const why = strings.whatWasSavedAsDoes(name);
  trouble('unfit');
  saveValue(newPlace('value'), { game: 'value', why, at: now(), record: read(name) });
}

/** Sets a copy of a game aside whose adviser this version lacks. @param {string} game */
export const refuseAdviser = (game) => copyAside(placeOf(game));

/**
 * Changes a saved value; `recall` gives it at once.
 * @param {string} name
 * @param {unknown} value
 * @returns {Promise<boolean>} whether it is saved: only then say so
 */
export const saveValue = (name, value) => write(name, JSON.stringify(value));

/** Deletes a saved value. @param {string} name @returns {Promise<boolean>} whether that is complete */
export const forget = (name) => write(name, null);

// --- where a game is saved ---------------------------------------------------------------------

/** Non-default places of this tab, by game; they survive a reload. @type {Record<string, string>} */
const places =
  fitted('places', parse(attempt(() => sessionStorage.getItem(`${PREFIX}places`), null))).fit ?? {};

/** Games whose place must not be overwritten, because it could not be read. @type {Set<string>} */
const barred = new Set();

/** @param {string} game @returns {string} where this tab saves that game */
export const placeOf = (game) => places[game] ?? `game:${game}`;

/** Gives this tab a separate place for that game. @param {string} game */
export function saveApart(game) {
  places[game] = newPlace(game);
  // Without it a reload opens the other tab's game.
  attempt(() => sessionStorage.setItem(`${PREFIX}places`, JSON.stringify(places)), undefined);
}

/** @param {string} game @returns {SavedGame | null} */
export const recallGame = (game) => recall(placeOf(game));

/** The place of the user's progress against the opponents of each game. */
export const PROGRESS = 'progress';

/** Whether the user has finished such a game. @param {string} game */
export const hasPlayed = (game) => !!recall(PROGRESS)?.[game];

// --- the log of a game --------------------------------------------------------------------------

/**
 * The complete record of a saved game. Rejects if the storage cannot be read: the game may then be there.
 * @param {Moves} saved
 * @returns {Promise<string>} JSON text, or a link saved by an older version; empty if nothing is left
 */
export async function recordOf({ log, older = [], record = '' }) {
  if (record) return record;
  for (const name of [log, ...older]) {
    if (!name || !isOpen) continue;
    const rows = await database.transact('readonly', (store) => {
      const request = store.getAll(rowsOf(name));
      return () => request.result;
    });
    if (typeof rows[0] === 'string') return grown(/** @type {[string, ...Added[]]} */ (rows));
  }
  return '';
}

/** Leaves a saved game as it is until the page is reloaded: the storage does not give it. @param {string} game @param {unknown} error */
export function bar(game, error) {
  barred.add(placeOf(game));
  trouble(error instanceof NoAnswer ? 'silent' : 'full');
}

const noLog = () => ({ place: '', name: '', rows: 0 });
/** The log that this tab appends to: its place and number of rows. */
let log = noLog();
/** Places at which this session has written a log. @type {Set<string>} */
const written = new Set();

/** @param {string} game @returns {boolean} whether this tab can append to its record */
export const hasLog = (game) => log.name !== '' && log.place === placeOf(game);

/**
 * Saves the current game: the whole record, new plies, or only its view. Its entry and its moves are in one transaction.
 * @param {string} game
 * @param {Seen} seen
 * @param {string | Added} what   appending needs `hasLog`
 * @param {() => Left | null} left   if it fails: the newest version of that game, if it is no longer on the board
 * @returns {Promise<boolean>} whether it is saved
 */
export async function saveGame(game, seen, what, left = () => null) {
  const place = placeOf(game);
  if (barred.has(place)) return false;
  /** @type {Partial<SavedGame>} */
  const old = recall(place) ?? {};
  const apart = place.startsWith(ASIDE) && {
    game,
    why: strings.copyOfAnotherTabsGame,
    at: now(),
  };
  if (recall('last') !== game) saveValue('last', game);
  if (typeof what !== 'string') return add(place, { ...old, ...seen, ...apart }, what, left);
  const head = { ...seen, ...apart, ...lengthOf(what) };
  // Logs of the last session have done their duty.
  const older = written.has(place) ? logsOf(old) : logsOf({ log: old.log });
  if (!written.has(place)) drop(old.older ?? []);
  written.add(place);
  // Without a database, the record is in memory, so that the user can leave the game and come back.
  if (!isOpen) return saveValue(place, { ...head, older, record: what });
  const name = newLog();
  const mine = { place, name, rows: 1 };
  log = mine;
  newRows.push({ log: name, row: 0, what, place });
  drop(older.slice(MOST_OLDER));
  const saved = await saveValue(place, { ...head, log: name, older: older.slice(0, MOST_OLDER) });
  if (saved) return true;
  if (log === mine) log = noLog();
  return keepRecord(name, left() ?? { seen, record: what });
}

/** @param {string} record @returns {{ plies: number, over: boolean }} */
function lengthOf(record) {
  const { moves, result } = parse(record) ?? {};
  return { plies: moves?.length ?? 0, over: !!result };
}

/**
 * Saves the record of a game whose log could not be written in its entry, wherever that is now: it may have been set aside.
 * @param {string} name   of the log
 * @param {Left} left
 */
async function keepRecord(name, { seen, record }) {
  const there = [...names('game:'), ...names(ASIDE)].find((one) => recall(one)?.log === name);
  if (!there) return false;
  const entry = { ...recall(there), ...seen, ...lengthOf(record), record, log: undefined };
  return saveValue(there, entry);
}

/**
 * @param {string} place
 * @param {Partial<SavedGame>} entry
 * @param {Added} what
 * @param {() => Left | null} left
 * @returns {Promise<boolean>} whether it is saved; if not, the next change writes the whole record
 */
async function add(place, entry, what, left) {
  const mine = log;
  const { variation, from, moves } = what;
  const plies = variation === 0 ? from + moves.length : entry.plies;
  const some = moves.length > 0;
  newRows.push({
    log: mine.name,
    row: some ? mine.rows++ : mine.rows,
    what: some ? what : null,
    place,
  });
  saveValue(place, { ...entry, plies });
  const lost = await commitRows();
  if (lost && !lost.has(mine.name)) return true;
  if (log === mine) log = noLog();
  const gone = left();
  return gone !== null && keepRecord(mine.name, gone);
}

// --- which games there are ----------------------------------------------------------------------

/** Number of plies of a saved game's main line (null if only the engine knows), and whether it is over. @param {SavedGame | null} saved */
export function farOf(saved) {
  const { log, record = '', plies, over = false } = saved ?? {};
  if (plies !== undefined) return { plies, over };
  if (!log && !record.startsWith('{')) return { plies: record ? null : 0, over };
  const { moves, result } = parse(record) ?? {};
  return { plies: Array.isArray(moves) ? moves.length : 0, over: !!result };
}

/** @typedef {{ game: string, plies: number | null }} UnderWay   A game to continue, and its plies if known. */

/** @returns {UnderWay[]} games to continue, latest first */
export function gamesUnderWay() {
  const last = recall('last');
  /** @param {string} place @returns {UnderWay[]} */
  const underWay = (place) => {
    const game = place.slice('game:'.length);
    const { plies, over } = farOf(recallGame(game));
    return plies === 0 || over ? [] : [{ game, plies }];
  };
  return names('game:')
    .flatMap(underWay)
    .sort((a, b) => Number(b.game === last) - Number(a.game === last));
}

/** Names of values with a prefix. @param {string} begin @returns {string[]} */
const names = (begin) => [...values.keys()].filter((name) => name.startsWith(begin));

// --- games set aside ----------------------------------------------------------------------------

/**
 * Sets the saved game aside, so that another can take its place. It is written with the next change of this task, or
 * call `commit`.
 * @param {string} game
 * @param {string} why   a sentence
 * @returns {Aside | null} null if there was nothing to set aside
 */
export function setAside(game, why) {
  const place = placeOf(game);
  const text = read(place);
  if (text === null || barred.has(place)) return null;
  const saved = recallGame(game);
  const record = saved?.record || saved?.log ? saved.record : text;
  const aside = { ...saved, place: newPlace(game), game, why, at: now(), record };
  saveValue(aside.place, aside);
  forget(place);
  if (log.place === place) log = noLog();
  return aside;
}

/** Restores a game that was set aside; its place must not hold the user's own game. @param {Aside} aside */
export function takeBack({ place, game }) {
  drop(logsOf(recallGame(game)));
  saveValue(placeOf(game), recall(place));
  forget(place);
  log = noLog();
}

/** Deletes logs with the next transaction. @param {string[]} logs */
function drop(logs) {
  for (const name of logs) unneeded.add(name);
}

/**
 * The saved game if the user has played it: not one that was only opened, and not one without moves.
 * @param {string} game
 * @returns {SavedGame & { game: string } | null}
 */
export function ownGame(game) {
  const saved = recallGame(game);
  return saved && !saved.opened && farOf(saved).plies !== 0 ? { ...saved, game } : null;
}

/** @returns {Aside[]} what is set aside, newest first */
export function asides() {
  const mine = Object.values(places);
  return names(ASIDE)
    .filter((place) => !mine.includes(place))
    .flatMap((place) => {
      const one = recall(place);
      return one?.game && one.at ? [{ ...one, place }] : [];
    })
    .sort((a, b) => b.at.localeCompare(a.at));
}

/** Deletes a game that was set aside, at the user's request. @param {Aside} aside */
export function forgetAside(aside) {
  drop(logsOf(aside));
  forget(aside.place);
}
