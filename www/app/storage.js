/**
 * Browser storage of settings and games. The moves of a game are an append-only log in IndexedDB; its view and the name
 * of its log are a small entry in local storage. Storage may be full, forbidden or written by another version: every
 * value is validated by `ui/shapes.js`, invalid ones are set aside, and a failed write is reported once. Saved games are
 * only updated or set aside, and deleted only by the user. Besides this, only the arena (`worker/saved.js`) writes to
 * storage.
 */
import { createStore } from 'idb-keyval';
import * as strings from '../strings/common.js';
import { fitted } from '../ui/shapes.js';

const PREFIX = 'totora:';
/** Prefix of games that were set aside. */
const ASIDE = 'aside:';

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
 * @property {string} [record]   JSON text or a link: from older versions, or without a database
 *
 * @typedef {Seen & Moves & { plies?: number, over?: boolean }} SavedGame   The current game as saved.
 *
 * @typedef {Moves & { place: string, game: string, why: string, at: string }} Aside   A game that was set
 *   aside: key, game, reason (a sentence) and time; the game is `value` for values that are not games.
 *
 * @typedef {{ variation: number, from: number, moves: string[] }} Added   Plies appended to a line after ply `from`.
 */

/** Called if a value cannot be saved, or if a saved one is invalid. @type {(what: 'full' | 'unfit') => void} */
let report = () => {};
/** @type {Set<'full' | 'unfit'>} */
const unreported = new Set();
/** @param {'full' | 'unfit'} what */
const trouble = (what) => {
  unreported.add(what);
  report(what);
};

/** Sets the handler for storage failures, including earlier ones. @param {(what: 'full' | 'unfit') => void} act */
export function whenTrouble(act) {
  report = act;
  for (const what of unreported) act(what);
}

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

/** @param {string} name @returns {string | null} */
const read = (name) => attempt(() => localStorage.getItem(PREFIX + name), null);

/**
 * @param {string} name
 * @param {string} text
 * @returns {boolean} whether it is saved now
 */
function write(name, text) {
  const saved = attempt(() => {
    localStorage.setItem(PREFIX + name, text);
    return true;
  }, false);
  // Without storage a reload loses the game, but playing goes on.
  if (!saved) trouble('full');
  return saved;
}

/** @param {string | null} text @returns {any} null if invalid */
const parse = (text) => attempt(() => JSON.parse(text || 'null'), null);

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
  if (whole || (fit === null && /^(game|aside):/.test(name))) return fit;
  if (copyAside(name))
    if (fit === null) forget(name);
    else saveValue(name, fit);
  return fit;
}

/** Sets a copy of an invalid value aside. @param {string} name @returns {boolean} whether it is saved */
function copyAside(name) {
  const why = strings.whatWasSavedAsDoes(name);
  trouble('unfit');
  return saveValue(newPlace('value'), { game: 'value', why, at: now(), record: read(name) });
}

/** Sets a copy of a game aside whose adviser this version lacks. @param {string} game */
export const refuseAdviser = (game) => copyAside(placeOf(game));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean} whether it is saved now
 */
export const saveValue = (name, value) => write(name, JSON.stringify(value));

/** @param {string} name */
export const forget = (name) => attempt(() => localStorage.removeItem(PREFIX + name), undefined);

// --- where a game is saved ---------------------------------------------------------------------

/** Non-default places of this tab, by game; they survive a reload. @type {Record<string, string>} */
const places =
  fitted('places', parse(attempt(() => sessionStorage.getItem(`${PREFIX}places`), null))).fit ?? {};

/** Games whose place must not be overwritten, because setting it aside failed. @type {Set<string>} */
const barred = new Set();

/** @param {string} game @returns {string} where this tab saves that game */
export const placeOf = (game) => places[game] ?? `game:${game}`;

/** @param {string} place */
const seenOf = (place) =>
  place.startsWith('game:') ? place.replace('game:', 'seen:') : `seen:${place}`;

/** Number of places created. */
let made = 0;
/** @param {string} game */
const newPlace = (game) => `${ASIDE}${game}:${Date.now().toString(36)}${(made++).toString(36)}`;

/** Gives this tab a separate place for that game. @param {string} game */
export function saveApart(game) {
  places[game] = newPlace(game);
  // Without it a reload opens the other tab's game.
  attempt(() => sessionStorage.setItem(`${PREFIX}places`, JSON.stringify(places)), undefined);
}

const now = () => new Date().toISOString();

/** @param {string} game @returns {SavedGame | null} */
export function recallGame(game) {
  const place = placeOf(game);
  const saved = recall(place);
  return saved && { ...saved, ...recall(seenOf(place)) };
}

// --- the log of a game --------------------------------------------------------------------------

/** @type {ReturnType<typeof createStore> | undefined} */
let opened;
/**
 * Runs a request on the rows of all logs. A row's key is its log's name and its number: row 0 is a record as JSON text,
 * the others are additions.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(rows: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>} the result, once it is written
 */
async function rows(mode, act) {
  opened ??= createStore('totora-games', 'log');
  return opened(mode, (all) => {
    const request = act(all);
    const { transaction } = all;
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      // Commit at once, in case the page is closed.
      transaction.commit?.();
    });
  });
}

/** All rows of a log. @param {string} name */
const all = (name) => IDBKeyRange.bound([name], [name, []]);

/** @param {(string | undefined)[]} names */
const drop = async (names) => {
  for (const name of names)
    if (name) await rows('readwrite', (log) => log.delete(all(name))).catch(() => {});
};

/**
 * The record of a log: its first row and the additions, up to the first one that does not fit.
 * @param {[string, ...Added[]]} rows
 * @returns {string} as JSON text
 */
export function grown([record, ...added]) {
  if (added.length === 0) return record;
  const whole = JSON.parse(record);
  for (const { variation, from, moves } of added) {
    const line = variation === 0 ? whole : whole.variations?.[variation - 1];
    if (line?.moves.length + (line?.after ?? 0) !== from) break;
    line.moves.push(...moves);
  }
  return JSON.stringify(whole);
}

/**
 * The complete record of a saved game.
 * @param {Moves} saved
 * @returns {Promise<string>} JSON text, or a link saved by an older version; empty if nothing is left
 */
export async function recordOf({ log, older = [], record = '' }) {
  for (const name of [log, ...older]) {
    const found = name ? await rows('readonly', (log) => log.getAll(all(name))) : [];
    if (typeof found[0] === 'string') return grown(/** @type {[string, ...Added[]]} */ (found));
  }
  return record;
}

const noLog = () => ({ place: '', name: '', rows: 0 });
/** The log that this tab appends to: its place and number of rows. */
let log = noLog();

/** @param {string} game @returns {boolean} whether this tab can append to its record */
export const hasLog = (game) => log.name !== '' && log.place === placeOf(game);

/**
 * Saves the current game: the whole record, new plies, or only its view.
 * @param {string} game
 * @param {Seen} seen
 * @param {string | Added} what   appending needs `hasLog`
 * @returns {Promise<boolean>} whether it is saved now
 */
export async function saveGame(game, seen, what) {
  if (barred.has(game)) return false;
  const place = placeOf(game);
  /** @type {Partial<SavedGame>} */
  const old = recall(place) ?? {};
  const apart = place.startsWith(ASIDE) && {
    game,
    why: strings.copyOfAnotherTabsGame,
    at: now(),
  };
  forget(seenOf(place));
  if (typeof what !== 'string') {
    const { variation, from, moves } = what;
    const plies = variation === 0 ? from + moves.length : old.plies;
    if (!saveValue(place, { ...old, ...seen, ...apart, plies })) return false;
    return moves.length === 0 || add(what);
  }
  const { moves, result } = parse(what) ?? {};
  const head = { ...seen, ...apart, plies: moves?.length ?? 0, over: !!result };
  if (typeof indexedDB === 'undefined') return saveValue(place, { ...head, record: what });
  const { record } = old;
  const older = [old.log, ...(old.older ?? [])].filter((name) => typeof name === 'string');
  const name = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const mine = { place, name, rows: 1 };
  if (!saveValue(place, { ...head, log: name, older, record })) return false;
  log = mine;
  try {
    await rows('readwrite', (all) => all.put(what, [name, 0]));
  } catch {
    if (log === mine) log = noLog();
    // A short game fits into local storage.
    const none = { log: undefined, older: undefined };
    const saved = replaceHead(name, (found) => ({ ...found, ...head, ...none, record: what }));
    if (saved) await drop(older);
    return saved;
  }
  // The game may have been set aside meanwhile.
  if (replaceHead(name, (found) => ({ ...found, older: undefined, record: undefined })))
    await drop(older);
  return true;
}

/** @param {Added} what @returns {Promise<boolean>} */
async function add(what) {
  const mine = log;
  try {
    const there = await rows('readwrite', (all) => {
      all.put(what, [mine.name, mine.rows++]);
      return all.count([mine.name, 0]);
    });
    // Another tab without a lock has replaced the record.
    if (there === 1) return true;
    await drop([mine.name]);
  } catch {
    // The next change writes the whole record.
  }
  if (log === mine) log = noLog();
  return false;
}

/** Changes the entry of a log's game. @param {string} name @param {(found: SavedGame) => object} change @returns {boolean} whether that is saved */
function replaceHead(name, change) {
  const place = [...names('game:'), ...names(ASIDE)].find((one) => recall(one)?.log === name);
  return !!place && saveValue(place, change(recall(place)));
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

/** Storage keys with a prefix. @param {string} begin @returns {string[]} */
const names = (begin) =>
  attempt(() => {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return keys
      .filter((key) => key.startsWith(PREFIX + begin))
      .map((key) => key.slice(PREFIX.length));
  }, []);

// --- games set aside ----------------------------------------------------------------------------

/**
 * Sets the saved game aside, so that another can take its place.
 * @param {string} game
 * @param {string} why   a sentence
 * @returns {Aside | null} null if there was nothing to set aside, or no space
 */
export function setAside(game, why) {
  const place = placeOf(game);
  const text = read(place);
  if (text === null) return null;
  const saved = recallGame(game);
  const record = saved?.record || saved?.log ? saved.record : text;
  const aside = { ...saved, place: newPlace(game), game, why, at: now(), record };
  // Remove the original first: both may not fit into the storage.
  forget(place);
  if (!saveValue(aside.place, aside)) {
    if (write(place, text)) barred.add(game);
    return null;
  }
  forget(seenOf(place));
  if (log.place === place) log = noLog();
  return aside;
}

/** Restores a game that was set aside; its place must not hold the user's own game. @param {Aside} aside @returns {boolean} whether it is restored */
export function takeBack({ place, game }) {
  const there = recallGame(game);
  if (!saveValue(placeOf(game), recall(place))) return false;
  forget(place);
  log = noLog();
  drop([there?.log, ...(there?.older ?? [])]);
  return true;
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
export function forgetAside({ place, log, older = [] }) {
  forget(place);
  forget(seenOf(place));
  drop([log, ...older]);
}
