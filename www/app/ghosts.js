/**
 * Moves drawn on the board before they are played: the move or the line that is pointed at in a text, or, where the reasons are
 * open, the choice and its strongest rival. The cells come from Rust.
 */
import { computed } from '@preact/signals';
import { isKnown } from '../boards/thoughts.js';
import { ask } from './session.js';
import { outdated } from './shownBot.js';
import * as store from './store.js';

/** @typedef {import('./types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('../boards/contract.js').Ghost} Ghost */

/** Index of the best other candidate that is known; -1 if there is none. @param {AnalysisInfo} known */
export const rivalOf = (known) =>
  known.moves.findIndex((move, i) => move !== known.choice && isKnown(known, i));

/** @param {number} ply   of the position before the first move @param {string[]} line @returns {import('./types.js').Footprint[]} */
const footprints = (ply, line) => ask((session) => session.footprints(ply, line)) ?? [];

/** A line, each move with its number if there are several. @param {{ ply: number, moves: string[] }} line @returns {Ghost[]} */
const lineGhosts = ({ ply, moves }) =>
  footprints(ply, moves).map((one, n) => ({
    ...one,
    gains: [],
    role: 'move',
    text: moves.length > 1 ? String(n + 1) : '',
  }));

/** The choice and its rival, each with what only it gains. @param {AnalysisInfo} known @returns {Ghost[]} */
function compared(known) {
  const ply = store.state.value?.ply ?? 0;
  const rival = known.moves[rivalOf(known)];
  const [choice] = footprints(ply, known.choice ? [known.choice] : []);
  const [other] = footprints(ply, rival ? [rival] : []);
  /** @param {number[]} these @param {number[] | undefined} those */
  const without = (these, those) => these.filter((cell) => !those?.includes(cell));
  /** @type {Ghost[]} */
  const ghosts = [];
  if (other)
    ghosts.push({ ...other, gains: without(other.gains, choice?.gains), role: 'rival', text: '' });
  if (choice)
    ghosts.push({
      ...choice,
      gains: without(choice.gains, other?.gains),
      role: 'choice',
      text: '',
    });
  return ghosts;
}

/** @type {import('@preact/signals').ReadonlySignal<Ghost[]>} */
export const ghosts = computed(() => {
  if (store.sketch.value) return lineGhosts(store.sketch.value);
  const known = store.thought.value;
  const plain =
    store.mode.value === 'analyse' && store.tab.value === 'why' && !store.embedded.value;
  const free =
    store.lookedAt.value === null && !store.followed.value && !store.hint.value && !outdated.value;
  if (!plain || !known || !free || store.state.value?.outcome || store.simultaneous.value)
    return [];
  return compared(known);
});
