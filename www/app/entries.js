/** The entries of games in the browser's storage, and the logs of their moves. */

/** Prefix of games that were set aside. */
export const ASIDE = 'aside:';

/** @typedef {{ variation: number, from: number, moves: string[] }} Added   Plies appended to a line after ply `from`. */

/** @param {string | null | undefined} text @returns {any} null if invalid */
export function parse(text) {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

/** @param {string} name @returns {boolean} whether the value is the entry of a game */
export const isEntry = (name) => /^(game|aside):/.test(name);

/** @param {any} entry @returns {string[]} its logs, the current one first */
export const logsOf = (entry) =>
  [entry?.log, ...(Array.isArray(entry?.older) ? entry.older : [])].filter(
    (name) => typeof name === 'string',
  );

/** Number of places created. */
let places = 0;
/** @param {string} game @returns {string} a new place for a game that is set aside */
export const newPlace = (game) =>
  `${ASIDE}${game}:${Date.now().toString(36)}${(places++).toString(36)}`;

/** A name for a new log; later ones sort after earlier ones. */
export const newLog = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export const now = () => new Date().toISOString();

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
