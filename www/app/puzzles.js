/**
 * The puzzles: a study of positions in which only one move keeps the win, a chapter each (found by scripts/find-puzzles.mjs,
 * verified by tests/engine/puzzles.rs). `study.js` opens them like any other study.
 */

import text from './gallery/puzzles.json?raw';
import { studyAddress } from './route.js';

/** The study's name in addresses. */
export const PUZZLES = 'puzzles';
const DAY = 86_400_000;

/** The puzzles in the order of the study; `id` names the picture. */
export const all = JSON.parse(text).chapters.map(
  (/** @type {any} */ { title, record, task }, /** @type {number} */ index) => ({
    id: `${record.game}-${record.seed}-${record.moves.length}`,
    seed: /** @type {number} */ (record.seed),
    game: /** @type {string} */ (record.game),
    title: /** @type {string} */ (title),
    question: /** @type {string} */ (task.question),
    moves: /** @type {string[]} */ (record.moves),
    address: studyAddress(PUZZLES, index),
  }),
);

/** Today's puzzle, by the date in UTC. */
export const daily = () => Math.floor(Date.now() / DAY) % all.length;

/**
 * The chapter whose game this is, for links to puzzles from before they were a study; -1 for any other game.
 * @param {string} game
 * @param {number} seed
 * @param {() => string[]} moves
 * @returns {number}
 */
export const puzzleOf = (game, seed, moves) =>
  all.findIndex(
    (/** @type {any} */ one) =>
      one.game === game && one.seed === seed && one.moves.join() === moves().join(),
  );
