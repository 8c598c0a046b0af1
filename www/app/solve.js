/**
 * Exact verdicts next to any bot's scores. If the game has a solver, it analyses the shown position in the
 * background with a small budget, and its results are listed with the candidates (`store.verdicts`). Rust
 * declares the solver and what is proven.
 */
import { computed, effect } from '@preact/signals';
import * as worker from '../worker/client.js';
import * as store from './store.js';

/** Delay before the solver starts on a position, in milliseconds. */
const PAUSE = 250;

/** The solver of the current game, if two play. @type {import('@preact/signals').ReadonlySignal<import('./types.js').BotConfig | null>} */
export const solver = computed(() => {
  const judging = store.info.value?.judging;
  if (!judging?.oracle || !judging.oracle_budget || store.embedded.value) return null;
  if (store.state.value?.seats.length !== 2) return null;
  return { bot: judging.oracle, options: {}, budget: judging.oracle_budget };
});

/** Identifies the request. */
const question = computed(() => {
  const now = store.state.value;
  const bot = solver.value;
  if (!now || !bot || now.outcome) return '';
  return JSON.stringify([now.game, now.ply, now.hash, bot.bot]);
});

/**
 * Starts the solver. Call once.
 * @param {import('@preact/signals').ReadonlySignal<number>} life   changes with each new worker
 */
export function startSolving(life) {
  effect(() => {
    const key = question.value;
    life.value;
    if (!key || store.solving.peek()?.key === key) return;
    const config = /** @type {import('./types.js').BotConfig} */ (solver.peek());
    const { game, ply, hash } = /** @type {import('./types.js').State} */ (store.state.peek());
    const timer = setTimeout(() => {
      worker.think('solve', { ply, hash, bot: config }, ({ thought, done }) => {
        if (!thought || question.peek() !== key) return;
        store.solving.value = { key: done ? key : '', game, ply, hash, config, info: thought };
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      worker.stop('solve');
    };
  });
}
