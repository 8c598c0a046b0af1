/** Moves for people, from Rust: words, the printed place and sprites. Nothing here is specific to a game. */
import { ask } from './session.js';
import { state } from './store.js';

/** @typedef {import('./types.js').PrintedMove} PrintedMove */

/** Cached lines; a state is replaced whenever the game changes. @type {WeakMap<object, Map<string, PrintedMove[]>>} */
const cache = new WeakMap();

/**
 * The moves of a line, from a ply of the displayed line on. It ends before the first text that is no move there.
 * @param {string[]} line @param {number} [ply]   the displayed one by default
 * @returns {PrintedMove[]}
 */
export function printedLine(line, ply = state.value?.ply ?? 0) {
  const now = state.value;
  if (!now || line.length === 0) return [];
  const known = cache.get(now) ?? new Map();
  cache.set(now, known);
  const key = `${ply} ${line.join(' | ')}`;
  const found = known.get(key) ?? ask((session) => session.printed(ply, line)) ?? [];
  known.set(key, found);
  return found;
}

/** A move of the displayed position for people. @param {string} move @param {number} [ply] @returns {PrintedMove} */
export const printedMove = (move, ply) =>
  printedLine([move], ply)[0] ?? { words: move, short: move, place: '', sprites: [] };

/** The words of a move. @param {string} move @param {number} [ply] */
export const moveName = (move, ply) => printedMove(move, ply).words;
