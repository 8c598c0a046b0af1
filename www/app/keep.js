/**
 * What is remembered in the browser: settings of the page, and each game's running record.
 * Storage may be full, forbidden or filled by an older version, so every read is doubtful and
 * every write may fail without harm. Nothing else on the page touches local storage.
 */

const PREFIX = 'totora:';

/**
 * @typedef {object} Kept   A running game as it is kept.
 * @property {string} record
 * @property {number} ply
 * @property {string} overlay
 * @property {number} turned
 * @property {boolean} running
 * @property {Record<string, boolean>} marks
 * @property {number[]} points
 * @property {import('./types.js').BotConfig | null} advisor
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
