/**
 * Details of the shown analysis, requested on demand: what speaks for the choice against another candidate, the search
 * tree, and the choices by two weights. Nothing here is specific to a game.
 */
import { computed, effect, signal } from '@preact/signals';
import * as worker from '../worker/client.js';
import { outdated } from './shownBot.js';
import * as store from './store.js';

/** @typedef {import('./types.js').Detail} Detail */
/** @typedef {import('../worker/thinker.js').More} More */

/** Delay that ignores a passing pointer, in milliseconds. */
const PAUSE = 60;

/** @type {import('@preact/signals').Signal<{ of: unknown, move: string, detail: Detail } | null>} */
const known = signal(null);

/** The candidate to explain: the one under inspection, or the choice. */
const requestedMove = computed(() => {
  const thought = store.thought.value;
  if (!thought?.done || outdated.value) return '';
  return thought.moves[store.lookedAt.value ?? -1] ?? thought.choice ?? '';
});

/** The detail of a candidate, if it is loaded. @param {string} move @returns {Detail | null} */
export function detailOf(move) {
  const found = known.value;
  return found?.of === store.thought.value && found.move === move ? found.detail : null;
}

/** Starts requesting details. Call once. */
export function startContrasting() {
  effect(() => {
    const move = requestedMove.value;
    const of = store.thought.value;
    const channel = store.thinking.value?.channel;
    if (!move || !channel) return;
    let current = true;
    const timer = setTimeout(async () => {
      const detail = await worker.more(channel, 'detail', { move });
      if (current && detail) known.value = { of, move, detail };
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  });
}

/**
 * Requests more about the shown analysis; undefined if there is none.
 * @template {keyof More} K
 * @param {K} what
 * @param {More[K]['about']} about
 */
export async function requestMore(what, about) {
  const channel = store.thinking.peek()?.channel;
  return channel ? worker.more(channel, what, about) : undefined;
}
