/**
 * What is asked of the very thought that is shown, when somebody wants to know: what speaks for the choice against the
 * candidate at hand, what the tree of the search has, and what two weights would choose. No game may enter here.
 */
import { computed, effect, signal } from '@preact/signals';
import * as worker from '../worker/client.js';
import { outdated } from './shown.js';
import * as store from './store.js';

/** @typedef {import('./types.js').Detail} Detail */

/** A pointer that only passes asks nothing, in milliseconds. */
const PAUSE = 60;

/** @type {import('@preact/signals').Signal<{ of: unknown, move: string, detail: Detail } | null>} */
const known = signal(null);

/** The move that is asked about: the one that is looked at, or the choice. */
const asked = computed(() => {
  const thought = store.thought.value;
  if (!thought?.done || outdated.value) return '';
  return thought.moves[store.lookedAt.value ?? -1] ?? thought.choice ?? '';
});

/** What is known of a candidate of the thought that is shown. @param {string} move @returns {Detail | null} */
export function detailOf(move) {
  const found = known.value;
  return found?.of === store.thought.value && found.move === move ? found.detail : null;
}

/** Starts asking. Call once. */
export function startContrasting() {
  effect(() => {
    const move = asked.value;
    const of = store.thought.value;
    const channel = store.thinking.value?.channel;
    if (!move || !channel) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const detail = await worker.detail(channel, move);
      if (wanted && detail) known.value = { of, move, detail };
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  });
}

/**
 * Asks the thought that is shown.
 * @template A
 * @param {(channel: string) => Promise<A | undefined>} question
 * @returns {Promise<A | undefined>}   nothing where there is none
 */
const ofThought = async (question) => {
  const channel = store.thinking.peek()?.channel;
  return channel ? question(channel) : undefined;
};

/** What the tree of its search has after these moves. @param {string[]} path */
export const branchesAfter = (path) => ofThought((channel) => worker.branches(channel, path));

/** What it would choose for the values of two weights. @param {[number, number]} terms   the places of their terms */
export const flipMapOf = (terms) => ofThought((channel) => worker.flipMap(channel, terms));
