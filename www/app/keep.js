/**
 * What is remembered in the browser: settings of the page, and each game's running record.
 * Storage may be full, forbidden or filled by an older version, so every read is doubtful and
 * every write may fail without harm. Nothing else on the page touches local storage.
 */

const PREFIX = 'totora:';

/**
 * @typedef {object} Seen   How a running game is shown.
 * @property {number} ply
 * @property {number} [variation]   the line shown; none was kept before there were variations
 * @property {string} overlay
 * @property {number} turned
 * @property {boolean} running
 * @property {Record<string, boolean>} marks
 * @property {number[]} points
 * @property {import('./types.js').BotConfig | null} advisor
 *
 * @typedef {Seen & { record: string }} Kept   A running game as it is kept; the record as JSON text or as a link.
 */

/**
 * @param {string} name
 * @returns {any} what was kept, or null
 */
export function recall(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory of a reload, never the game at hand.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

/** @param {string} game @param {Kept} kept */
export function keepGame(game, kept) {
  forget(`seen:${game}`);
  keep(`game:${game}`, kept);
}

/**
 * Keeps only how a game is shown, beside the record that was kept before: a large one is not written
 * again for that.
 * @param {string} game
 * @param {Seen} seen
 */
export function keepSeen(game, seen) {
  keep(`seen:${game}`, seen);
}

/** @param {string} game @returns {Kept | null} */
export function recallGame(game) {
  const kept = recall(`game:${game}`);
  return kept && { ...kept, ...recall(`seen:${game}`) };
}

/** @param {string} game */
export function forgetGame(game) {
  forget(`game:${game}`);
  forget(`seen:${game}`);
}
