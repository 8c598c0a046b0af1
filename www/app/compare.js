/**
 * What a weight does: the thought before the user began to move it, beside the one after. It compares numbers
 * that Rust made. No game may enter here.
 */
import { computed, effect } from '@preact/signals';
import { isKnown, sameScore, scoreTextOf } from '../boards/thoughts.js';
import { outdated } from './shown.js';
import * as store from './store.js';

/** @typedef {import('./types.js').ThoughtInfo} ThoughtInfo */

/**
 * @typedef {object} Changes
 * @property {number[]} rose     by how many places each candidate rose, negative where it fell; infinite where it
 *   got an exact score, or lost it
 * @property {(string | null)[]} was   what was told of each before, where that differs; null where it does not
 * @property {{ from: string, to: string } | null} choice
 * @property {(ThoughtInfo['tasks'][number] | null)[]} tasks   what each piece did before, where it does something else now
 */

/** The place of each candidate with an exact score, from 0; equal ones have the same. @param {ThoughtInfo} thought */
function ranks(thought) {
  /** @type {Map<string, number | null>} */
  const ranks = new Map();
  let rank = 0;
  thought.moves.forEach((move, i) => {
    if (i > 0 && !sameScore(thought, i, i - 1)) rank = i;
    ranks.set(move, isKnown(thought, i) ? rank : null);
  });
  return ranks;
}

/**
 * What has changed from one thought to another about the same position.
 * @param {ThoughtInfo} before
 * @param {ThoughtInfo} after
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

/** What has changed since the user began to move a weight; null where nothing has. */
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

// The board draws them, and is there before this is.
effect(() => {
  store.minds.value = changed.value?.tasks ?? [];
});

/** The user begins to move a weight: from now on, what it does is shown against what is thought now. */
export function beginComparing() {
  if (store.thought.value && !outdated.value) store.before.value = store.thinking.value;
}
