/**
 * The effect of a weight: compares the analysis before the user began to change it with the current one. Nothing here
 * is specific to a game.
 */
import { computed, effect } from '@preact/signals';
import { isKnown, scoreTextOf } from '../boards/thoughts.js';
import { outdated } from './shownBot.js';
import * as store from './store.js';

/** @typedef {import('./types.js').AnalysisInfo} AnalysisInfo */

/**
 * @typedef {object} Changes
 * @property {number[]} rose     by how many places each candidate rose, negative where it fell; infinite where it
 *   got an exact score, or lost it
 * @property {(string | null)[]} was   the previous score text of each; null where unchanged
 * @property {{ from: string, to: string } | null} choice
 * @property {(AnalysisInfo['tasks'][number] | null)[]} tasks   the previous task of each piece; null where unchanged
 */

/** Ranks of candidates with exact scores, from 0. @param {AnalysisInfo} thought @returns {Map<string, number | null>} */
const ranks = (thought) =>
  new Map(thought.moves.map((move, i) => [move, isKnown(thought, i) ? thought.ranks[i] : null]));

/**
 * Differences between two analyses of the same position.
 * @param {AnalysisInfo} before
 * @param {AnalysisInfo} after
 * @returns {Changes}
 */
export function changes(before, after) {
  const [then, now] = [ranks(before), ranks(after)];
  const at = new Map(before.moves.map((move, i) => [move, i]));
  const rose = after.moves.map((move) => {
    const [old, next] = [then.get(move), now.get(move) ?? null];
    if (old === undefined) return 0;
    if (old === null || next === null)
      return old === next ? 0 : old === null ? Infinity : -Infinity;
    return old - next;
  });
  const was = after.moves.map((move, i) => {
    const old = at.get(move);
    if (old === undefined) return null;
    const text = scoreTextOf(before, old);
    return text === scoreTextOf(after, i) ? null : text;
  });
  const tasks = after.tasks.map(({ who, words }) => {
    const old = before.tasks.find((task) => task.who === who);
    return old && old.words !== words ? old : null;
  });
  const [from, to] = [before.choice, after.choice];
  return { rose, was, tasks, choice: from && to && from !== to ? { from, to } : null };
}

/** Changes since the user began to move a weight; null if there are none. */
export const changed = computed(() => {
  const [old, now] = [store.comparison.value?.info, store.thought.value];
  const found = old && now && old !== now ? changes(old, now) : null;
  const some =
    found?.choice ||
    found?.rose.some((by) => by !== 0) ||
    found?.was.some(Boolean) ||
    found?.tasks.some(Boolean);
  return some ? found : null;
});

// The board draws them but is loaded before this module.
effect(() => {
  store.minds.value = changed.value?.tasks ?? [];
});

/** Starts comparing with the current analysis, when the user begins to move a weight. */
export function beginComparing() {
  if (store.thought.value && !outdated.value) store.before.value = store.thinking.value;
}
