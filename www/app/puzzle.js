/**
 * Puzzles: positions in which only one move keeps the win. Tries are judged without changing the game until the move is
 * found or shown; then the bot that proved it shows its evaluation. The data is in `puzzles.json` (found by
 * scripts/find-puzzles.mjs, verified by tests/engine/puzzles.rs). No game rules here.
 */

import { effect, untracked } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/puzzles.js';
import { askHere, setDisplay, stopAsking } from './display.js';
import { moveName } from './names.js';
import puzzles from './puzzles.json';
import * as store from './store.js';

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} game
 * @property {string} link       opens the puzzle
 * @property {number} legal      number of legal moves; all but the answer lose
 * @property {string} answer
 * @property {number | null} plies   the answer wins within this many
 * @property {string} weak       a bot that misses it
 * @property {string} instead    the move that it plays
 * @property {import('./types.js').BotConfig} prover
 *
 * @typedef {{ entry: Puzzle, number: number, hash: string, seed: number, tries: string[], solved: 'found' | 'shown' | null }} Solving
 */

const DAY = 86_400_000;

/** @type {Puzzle[]} */
export const all = puzzles;

/** Today's puzzle, by the date in UTC. */
export const daily = () => Math.floor(Date.now() / DAY) % all.length;

/** The puzzle that a link opens, to begin when its position is on the board; null for other links. @param {string} text */
export function puzzleIn(text) {
  const link = text.slice(Math.max(0, text.indexOf('#')));
  const number = all.findIndex((one) => one.link === link);
  return number < 0 ? null : { begin: () => begin(number) };
}

/** @param {number} number */
function begin(number) {
  const now = store.state.value;
  if (!now) return;
  const { hash, seed } = now;
  store.puzzle.value = { entry: all[number], number, hash, seed, tries: [], solved: null };
  // It is not saved: a reload opens it again, and the address of the game leads to the user's own.
  history.replaceState(null, '', location.pathname + location.search + all[number].link);
}

/** @param {string} move */
function judge(move) {
  const now = store.puzzle.peek();
  if (!now) return;
  if (move === now.entry.answer) finish('found');
  else {
    store.puzzle.value = { ...now, tries: [...now.tries, move] };
    store.say(strings.puzzleWrong(moveName(move)));
  }
}

/** Ends the puzzle: the evaluation is shown, and moves are played again. @param {'found' | 'shown'} how */
export function finish(how) {
  const now = store.puzzle.peek();
  if (!now) return;
  store.puzzle.value = { ...now, solved: how };
  stopAsking();
  const { oracles = {} } = renderers[now.entry.game];
  const exact = Object.keys(oracles).find((name) => oracles[name] === now.entry.prover.bot);
  setDisplay({ advisor: now.entry.prover, overlay: exact ?? 'all' });
  store.say(resultOf(store.puzzle.peek()));
}

/** The result in a sentence. @param {Solving | null} now */
export function resultOf(now) {
  if (!now) return '';
  const { entry, solved, tries } = now;
  if (!solved) return tries.length ? strings.puzzleWrong(moveName(tries[tries.length - 1])) : '';
  return strings.puzzleRight(moveName(entry.answer), entry.plies, entry.legal - 1);
}

// While a puzzle is open, moves in its position are tries; another game ends it.
effect(() => {
  const open = store.puzzle.value;
  const now = store.state.value;
  if (!open || !now) return;
  untracked(() => {
    if (now.game !== open.entry.game || now.seed !== open.seed) store.puzzle.value = null;
    else if (!open.solved && now.hash === open.hash) askHere(judge);
  });
});
