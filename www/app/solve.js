/**
 * The exact verdict beside any bot's scores: where the game has a bot that solves, it is asked in the
 * background, with a small budget, what is certain about the position shown. What is found is laid beside
 * the candidates by move (`store.verdicts`). Which bot that is, and what is proven, is said by Rust.
 */
import { computed, effect, signal } from '@preact/signals';
import * as worker from '../worker/client.js';
import * as store from './store.js';

/** The solver waits until a position has been looked at for so long, in milliseconds. */
const PAUSE = 250;

/** Counts the questions that are to be asked anew, since the worker had died. */
const life = signal(0);

/** The bot that solves the game at hand, where two play. @type {import('@preact/signals').ReadonlySignal<import('./types.js').BotConfig | null>} */
const solver = computed(() => {
  const judging = store.info.value?.judging;
  if (!judging?.oracle || !judging.oracle_budget || store.embedded.value) return null;
  if (store.state.value?.seats.length !== 2) return null;
  return { bot: judging.oracle, options: {}, budget: judging.oracle_budget };
});

/** The same text for the same question. */
const question = computed(() => {
  const now = store.state.value;
  const bot = solver.value;
  if (!now || !bot || now.outcome) return '';
  return JSON.stringify([now.game, now.ply, now.hash, bot.bot]);
});

/** Asks again after the worker has died. */
export function solveAgain() {
  life.value++;
}

/** Starts the clockwork. Call once. */
export function startSolving() {
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
