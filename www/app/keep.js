/**
 * What is remembered in the browser: settings of the page, and each game's running record. Storage may be full,
 * forbidden or filled by another version, so every read is doubtful and every write may fail without harm. A
 * game that was kept is only ever replaced by what became of it, or put aside: nothing here deletes one unasked.
 * Nothing else on the page touches storage.
 */

const PREFIX = 'totora:';
/** Games that are kept beside the running ones. */
const ASIDE = 'aside:';

/**
 * @typedef {object} Seen   How a running game is shown.
 * @property {number} ply
 * @property {number} [variation]   the line shown; none was kept before there were variations
 * @property {string} overlay
 * @property {number} turned
 * @property {boolean} running
 * @property {boolean} [opened]  it came from outside, and nothing was played in it since
 * @property {boolean} [waits]   its bots ask for more than is usual, and nobody has allowed it yet
 * @property {Record<string, boolean>} marks
 * @property {number[]} points
 * @property {import('./types.js').BotConfig | null} advisor
 *
 * @typedef {Seen & { record: string }} Kept   A running game as it is kept; the record as JSON text or as a link.
 *
 * @typedef {object} Aside   A game that is kept beside the running ones.
 * @property {string} place   where it is kept
 * @property {string} game
 * @property {string} why     in a sentence
 * @property {string} at      when, as a date that JavaScript reads
 * @property {string} record  as JSON text, as a link, or what else was found in its place
 */

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
 * @returns {boolean} whether it is kept now
 */
function write(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    // A full or forbidden storage costs the memory of a reload, never the game at hand.
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
 * @param {string} name
 * @returns {any} what was kept, or null
 */
export const recall = (name) => parse(read(name));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean} whether it is kept now
 */
export const keep = (name, value) => write(name, JSON.stringify(value));

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

// --- where a game is kept ---------------------------------------------------------------------

/** The places of this tab that are not the usual ones, by game; they survive a reload. @type {Record<string, string>} */
let places = {};
try {
  places = parse(sessionStorage.getItem(`${PREFIX}places`)) ?? {};
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

/** So many places have been made. */
let made = 0;
/** @param {string} game */
const newPlace = (game) => `${ASIDE}${game}:${Date.now().toString(36)}${(made++).toString(36)}`;

/** From now on this tab keeps its game of that kind in a place of its own. @param {string} game */
export function keepApart(game) {
  places[game] = newPlace(game);
  try {
    sessionStorage.setItem(`${PREFIX}places`, JSON.stringify(places));
  } catch {
    // As above.
  }
}

/** @param {string} game @param {Kept} kept @returns {boolean} whether it is kept now */
export function keepGame(game, kept) {
  if (barred.has(game)) return false;
  const place = placeOf(game);
  const apart = place.startsWith(ASIDE) && {
    game,
    why: 'A copy of another tab’s game.',
    at: now(),
  };
  forget(seenOf(place));
  return keep(place, { ...kept, ...apart });
}

const now = () => new Date().toISOString();

/**
 * Keeps only how a game is shown, beside the record that was kept before: a large one is not written
 * again for that.
 * @param {string} game
 * @param {Seen} seen
 */
export const keepSeen = (game, seen) => keep(seenOf(placeOf(game)), seen);

/** @param {string} game @returns {Kept | null} */
export function recallGame(game) {
  const place = placeOf(game);
  const kept = recall(place);
  return kept && { ...kept, ...recall(seenOf(place)) };
}

/** @typedef {{ game: string, plies: number | null }} UnderWay   A game to go on with; how far it is, if it is known. */

/** @returns {UnderWay[]} the games to go on with, the one that was played last first */
export function gamesUnderWay() {
  const last = recall('last');
  /** @param {string} place @returns {UnderWay[]} */
  const underWay = (place) => {
    const game = place.slice('game:'.length);
    const { record } = recallGame(game) ?? {};
    if (typeof record !== 'string') return [];
    // A very long game is kept as a link, which the engine alone can read.
    if (!record.startsWith('{')) return [{ game, plies: null }];
    const { moves, result } = parse(record) ?? {};
    const open = Array.isArray(moves) && moves.length > 0 && !result;
    return open ? [{ game, plies: moves.length }] : [];
  };
  return names('game:')
    .flatMap(underWay)
    .sort((a, b) => Number(b.game === last) - Number(a.game === last));
}

/** What is kept under a name that begins so. @param {string} begin @returns {string[]} */
function names(begin) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + begin))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    // As above.
    return [];
  }
}

// --- games kept beside ------------------------------------------------------------------------

/**
 * Puts the game that is kept aside, whatever it is, so that another can take its place.
 * @param {string} game
 * @param {string} why   in a sentence
 * @returns {Aside | null} nothing when there was nothing to put aside, or no room to
 */
export function setAside(game, why) {
  const place = placeOf(game);
  const text = read(place);
  if (text === null) return null;
  const kept = recallGame(game);
  const record = typeof kept?.record === 'string' ? kept.record : text;
  const aside = { place: newPlace(game), game, why, at: now(), record };
  // It goes first: both may be too much for the storage.
  forget(place);
  if (!keep(aside.place, { ...kept, ...aside })) {
    if (write(place, text)) barred.add(game);
    return null;
  }
  forget(seenOf(place));
  return aside;
}

/**
 * The game that is kept, if somebody played in it: not one that was opened and only looked at, and none without a move.
 * @param {string} game
 * @returns {Kept | null}
 */
export function ownGame(game) {
  const kept = recallGame(game);
  if (!kept?.record || kept.opened) return null;
  const moves = kept.record.startsWith('#') ? 1 : parse(kept.record)?.moves?.length;
  return moves > 0 ? kept : null;
}

/** @returns {Aside[]} what is kept beside the running games, the last first */
export function asides() {
  /** @type {Aside[]} */
  const found = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const place = localStorage.key(i)?.slice(PREFIX.length) ?? '';
      const one = place.startsWith(ASIDE) ? recall(place) : null;
      const mine = Object.values(places).includes(place);
      if (one && !mine) found.push({ ...one, place });
    }
  } catch {
    // As above.
  }
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

/** Forgets a game that was kept beside: somebody asked for it. @param {Aside} aside */
export function forgetAside({ place }) {
  forget(place);
  forget(seenOf(place));
}
