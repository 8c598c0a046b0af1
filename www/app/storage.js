/**
 * What is saved in the browser: settings of the page, and each game. The moves of a game are a log in the browser's
 * database, to which every turn is added; how it is shown, and which log is its, is a small entry in local storage.
 * Storage may be full, forbidden or filled by another version: every value is read through `ui/shapes.js`, what does
 * not fit is put aside, and a write that fails is reported once. A saved game is only ever replaced by what became of it,
 * or put aside: nothing here deletes one unasked. Beside this, only the arena (`worker/saved.js`) writes to storage.
 */
import { createStore } from 'idb-keyval';
import * as strings from '../strings/common.js';
import { fitted } from '../ui/shapes.js';

const PREFIX = 'totora:';
/** Games that are saved beside the running ones. */
const ASIDE = 'aside:';

/**
 * @typedef {object} Seen   How a running game is shown.
 * @property {number} ply
 * @property {number} [variation]   the line shown; none was saved before there were variations
 * @property {string} overlay
 * @property {number} turned
 * @property {boolean} running
 * @property {boolean} [opened]  it came from outside, and nothing was played in it since
 * @property {boolean} [waits]   its bots ask for more than is usual, and the user has not allowed it yet
 * @property {Record<string, boolean>} marks
 * @property {number[]} points
 * @property {import('./types.js').BotConfig | null} advisor
 *
 * @typedef {object} Moves   Where the moves of a game are; `recordOf` reads them.
 * @property {string} [log]      in the database, by this name
 * @property {string[]} [older]  logs to read where that one was not finished, the last first
 * @property {string} [record]   as JSON text or as a link: as older versions saved it, or where there is no database
 *
 * @typedef {Seen & Moves & { plies?: number, over?: boolean }} SavedGame   A running game as it is saved.
 *
 * @typedef {Moves & { place: string, game: string, why: string, at: string }} Aside   A game that is saved beside the
 *   running ones: under which name, of which kind, why (a sentence), and when; of the kind `value` where it is no game.
 *
 * @typedef {{ variation: number, from: number, moves: string[] }} Added   Plies at the end of a line: which, after this many.
 */

/** What to do when something cannot be saved, and when something saved does not fit. @type {(what: 'full' | 'unfit') => void} */
let report = () => {};
/** @type {Set<'full' | 'unfit'>} */
const unreported = new Set();
/** @param {'full' | 'unfit'} what */
const trouble = (what) => {
  unreported.add(what);
  report(what);
};

/** Says what to do when storage fails; it hears of what went wrong before. @param {(what: 'full' | 'unfit') => void} act */
export function whenTrouble(act) {
  report = act;
  for (const what of unreported) act(what);
}

/**
 * @param {string} name
 * @returns {string | null}
 */
function read(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {boolean} whether it is saved now
 */
function write(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    // A full or forbidden storage costs the memory of a reload, never the game at hand.
    trouble('full');
    return false;
  }
}

/** @param {string | null} text @returns {any} what it says, or null */
function parse(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * What was saved, as far as it fits; the rest is put aside.
 * @param {string} name
 * @returns {any} null where there is nothing that fits
 */
export function recall(name) {
  const text = read(name);
  if (text === null) return null;
  const { fit, whole } = fitted(name, parse(text));
  // A game as a whole is put aside by the caller that opens it, which says why.
  if (whole || (fit === null && /^(game|aside):/.test(name))) return fit;
  if (copyAside(name))
    if (fit === null) forget(name);
    else saveValue(name, fit);
  return fit;
}

/** Puts a copy of a saved value aside, of which something does not fit. @param {string} name @returns {boolean} whether it is there */
function copyAside(name) {
  const why = strings.whatWasSavedAsDoes(name);
  trouble('unfit');
  return saveValue(newPlace('value'), { game: 'value', why, at: now(), record: read(name) });
}

/** The adviser of a saved game is none that this version has: a copy of what was saved is put aside. @param {string} game */
export const refuseAdviser = (game) => copyAside(placeOf(game));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean} whether it is saved now
 */
export const saveValue = (name, value) => write(name, JSON.stringify(value));

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

// --- where a game is saved ---------------------------------------------------------------------

/** The places of this tab that are not the usual ones, by game; they survive a reload. @type {Record<string, string>} */
let places = {};
try {
  places = fitted('places', parse(sessionStorage.getItem(`${PREFIX}places`))).fit ?? {};
} catch {
  // Without it a reload finds the game of the other tab.
}

/** Games whose place must not be written to: what is there could not be put aside. @type {Set<string>} */
const barred = new Set();

/** @param {string} game @returns {string} where this tab keeps its game of that kind */
export const placeOf = (game) => places[game] ?? `game:${game}`;

/** @param {string} place */
const seenOf = (place) =>
  place.startsWith('game:') ? place.replace('game:', 'seen:') : `seen:${place}`;

/** How many places have been made. */
let made = 0;
/** @param {string} game */
const newPlace = (game) => `${ASIDE}${game}:${Date.now().toString(36)}${(made++).toString(36)}`;

/** From now on this tab keeps its game of that kind in a place of its own. @param {string} game */
export function saveApart(game) {
  places[game] = newPlace(game);
  try {
    sessionStorage.setItem(`${PREFIX}places`, JSON.stringify(places));
  } catch {
    // As above.
  }
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
 * Does something with the rows of all logs. A row's key is its log's name and its number: 0 is a record as JSON text,
 * the others are what was added to it.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(rows: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>} the answer, when all is written
 */
async function rows(mode, act) {
  opened ??= createStore('totora-games', 'log');
  return opened(mode, (all) => {
    const request = act(all);
    const { transaction } = all;
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      // What was asked for is written, whatever becomes of the page from here on.
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
 * The record that a log makes: its first row, and what was added. What does not follow on what is before it ends it.
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
 * The moves of a saved game, with all else that a record has.
 * @param {Moves} saved
 * @returns {Promise<string>} JSON text, or a link where an older version saved one; empty where nothing is left
 */
export async function recordOf({ log, older = [], record = '' }) {
  for (const name of [log, ...older]) {
    const found = name ? await rows('readonly', (log) => log.getAll(all(name))) : [];
    if (typeof found[0] === 'string') return grown(/** @type {[string, ...Added[]]} */ (found));
  }
  return record;
}

const noLog = () => ({ place: '', name: '', rows: 0 });
/** The log that this tab adds to: of the game in this place, with this many rows. */
let log = noLog();

/** @param {string} game @returns {boolean} whether this tab has written its record, and can add to it */
export const hasLog = (game) => log.name !== '' && log.place === placeOf(game);

/**
 * Saves the running game: its record anew, or what was added to it since, or only how it is shown.
 * @param {string} game
 * @param {Seen} seen
 * @param {string | Added} what   adding is possible where `hasLog` is
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
    // A short game has room beside the settings.
    const none = { log: undefined, older: undefined };
    const saved = replaceHead(name, (found) => ({ ...found, ...head, ...none, record: what }));
    if (saved) await drop(older);
    return saved;
  }
  // The game may have been put aside meanwhile.
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
    // Another tab without a lock has written the game anew.
    if (there === 1) return true;
    await drop([mine.name]);
  } catch {
    // The next change writes all of it.
  }
  if (log === mine) log = noLog();
  return false;
}

/** Changes the entry of the game whose log this is. @param {string} name @param {(found: SavedGame) => object} change @returns {boolean} whether that is saved */
function replaceHead(name, change) {
  const place = [...names('game:'), ...names(ASIDE)].find((one) => recall(one)?.log === name);
  return !!place && saveValue(place, change(recall(place)));
}

// --- which games there are ----------------------------------------------------------------------

/** How far a saved game is: how many plies its main line has (null where only the engine can say), and whether it is over. @param {SavedGame | null} saved */
export function farOf(saved) {
  const { log, record = '', plies, over = false } = saved ?? {};
  if (plies !== undefined) return { plies, over };
  if (!log && !record.startsWith('{')) return { plies: record ? null : 0, over };
  const { moves, result } = parse(record) ?? {};
  return { plies: Array.isArray(moves) ? moves.length : 0, over: !!result };
}

/** @typedef {{ game: string, plies: number | null }} UnderWay   A game to go on with; how far it is, if it is known. */

/** @returns {UnderWay[]} the games to go on with, the one that was played last first */
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

/** What is saved under a name that begins so. @param {string} begin @returns {string[]} */
function names(begin) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return keys
      .filter((key) => key.startsWith(PREFIX + begin))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    // As above.
    return [];
  }
}

// --- games beside -------------------------------------------------------------------------------

/**
 * Puts the saved game aside, whatever it is, so that another can take its place.
 * @param {string} game
 * @param {string} why   in a sentence
 * @returns {Aside | null} nothing when there was nothing to put aside, or no room to
 */
export function setAside(game, why) {
  const place = placeOf(game);
  const text = read(place);
  if (text === null) return null;
  const saved = recallGame(game);
  const record = saved?.record || saved?.log ? saved.record : text;
  const aside = { ...saved, place: newPlace(game), game, why, at: now(), record };
  // It goes first: both may be too much for the storage.
  forget(place);
  if (!saveValue(aside.place, aside)) {
    if (write(place, text)) barred.add(game);
    return null;
  }
  forget(seenOf(place));
  if (log.place === place) log = noLog();
  return aside;
}

/** Puts a game that is beside back into its place, which must not hold the user's own. @param {Aside} aside @returns {boolean} whether it is there */
export function takeBack({ place, game }) {
  const there = recallGame(game);
  if (!saveValue(placeOf(game), recall(place))) return false;
  forget(place);
  log = noLog();
  drop([there?.log, ...(there?.older ?? [])]);
  return true;
}

/**
 * The game that is saved, if the user played in it: not one that was opened and only looked at, and none without a move.
 * @param {string} game
 * @returns {SavedGame & { game: string } | null}
 */
export function ownGame(game) {
  const saved = recallGame(game);
  return saved && !saved.opened && farOf(saved).plies !== 0 ? { ...saved, game } : null;
}

/** @returns {Aside[]} what is saved beside the running games, the last first */
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

/** Forgets a game that is beside: the user asked for it. @param {Aside} aside */
export function forgetAside({ place, log, older = [] }) {
  forget(place);
  forget(seenOf(place));
  drop([log, ...older]);
}
