/**
 * Plays the turns of simultaneous games. The worker, which has a copy of the game, resolves them: its
 * bots all see the same state, human orders are added, and it returns one turn, or as many as fit into
 * a time slice. This module shows them at the right pace. No game rules here.
 */
import { batch, computed, effect, untracked } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as worker from '../worker/client.js';
import { playTurns } from './game.js';
import { save } from './saving.js';
import * as store from './store.js';
import { pause, playFromHere, setTurnsLeft, turnPace } from './transport.js';

/** At full speed, length of the worker's time slice, in milliseconds. */
const BATCH = 90;
/** Counts runs: results of older ones are dropped. */
let run = 0;

/**
 * Plays some turns, or until `until` has an answer; 0 pauses.
 * @param {number} turns
 * @param {unknown} [until]
 */
export function advance(turns, until = null) {
  const now = store.state.value;
  if (!now) return;
  if (turns === 0) {
    pause();
    save();
    return;
  }
  // A different result starts a variation.
  if (!now.outcome) playFromHere(turns, until);
}

/** Gives the human orders for the pending turn. @param {Record<number, string>} moves   by seat */
export function giveOrders(moves) {
  store.orders.value = { hash: store.state.value?.hash ?? '', moves };
}

/**
 * Gives human orders for the pending turn and plays it.
 * @param {number} seat
 * @param {string} move
 */
export function orderNow(seat, move) {
  const hash = store.state.value?.hash ?? '';
  const orders = store.orders.value.hash === hash ? store.orders.value.moves : {};
  giveOrders({ ...orders, [seat]: move });
  advance(1);
}

/** Identifies the run: a change starts a new one. */
const runKey = computed(() => {
  const now = store.state.value;
  if (!now || !store.simultaneous.value || !store.running.value || store.replaying.value)
    return null;
  // Bots that exceed the usual limits wait for permission.
  if (store.waiting.value) return null;
  if (now.outcome || !store.mayMove.value) return null;
  return JSON.stringify([now.game, now.seed, now.options, now.seats.map((seat) => seat.config)]);
});

/** Whether turns are being played now. */
export const turning = computed(() => runKey.value !== null);

/**
 * Starts the effects. Call once.
 * @param {import('@preact/signals').ReadonlySignal<number>} life   changes with each new worker
 * @param {() => void} died   called when the worker has died
 */
export function startTurns(life, died) {
  effect(() => {
    const key = runKey.value;
    life.value;
    run++;
    // A bot may be in the middle of a long turn.
    if (!key) worker.stop('turns');
    // Speed and position may change while it goes on.
    if (key)
      untracked(() => go(run)).catch((e) => {
        console.error(String(e));
        died();
      });
  });
}

/** @param {string} error   why the run stopped */
function stop(error) {
  pause();
  store.notify(error, { error: true });
}

/** @param {import('./types.js').State} now */
const hasProgram = (now) => now.seats.some((seat) => 'program' in seat.config);

/**
 * Requests the orders of all external programs in parallel: all see the same state.
 * @param {import('./types.js').State} now
 * @param {Record<number, string>} orders   human orders
 * @returns {Promise<{ moves: Record<number, string> } | { error: string }>}
 */
async function programs(now, orders) {
  /** @type {Record<number, string>} */
  const moves = {};
  const requests = now.to_act.flatMap((seat) => {
    const config = now.seats[seat].config;
    const bot = 'program' in config ? store.asBot(config) : null;
    if (!bot || orders[seat] !== undefined) return [];
    return new Promise((/** @type {(error: string | undefined) => void} */ resolve) => {
      const about = { ply: now.ply, hash: now.hash, bot, seat };
      worker.think(`orders ${seat}`, about, (answer) => {
        if (answer.thought?.choice) moves[seat] = answer.thought.choice;
        if (answer.done) resolve(answer.error);
      });
    });
  });
  const error = (await Promise.all(requests)).find(Boolean);
  return error ? { error } : { moves };
}

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays turn after turn. @param {number} mine   number of this run */
async function go(mine) {
  let shown = performance.now() - turnPace();
  while (mine === run) {
    const now = /** @type {import('./types.js').State} */ (store.state.peek());
    const turnsLeft = store.turnsWanted.peek();
    if (now.outcome || turnsLeft < 1) break;
    const fast = !Number.isFinite(store.speed.peek());
    const latest = store.orders.peek();
    const orders = latest.hash === now.hash ? latest.moves : {};
    const ordered = hasProgram(now) ? await programs(now, orders) : { moves: {} };
    if (mine !== run) return;
    if ('error' in ordered) {
      stop(ordered.error);
      return;
    }
    const answer = await worker.turns({
      ply: now.ply,
      hash: now.hash,
      // An external program sees every turn.
      most: fast && !hasProgram(now) ? Math.min(turnsLeft, 10_000) : 1,
      ms: BATCH,
      given: { ...orders, ...ordered.moves },
      go_on: renderers[now.game]?.goOn,
      until: store.until.peek(),
    });
    if (mine !== run) return;
    if (answer.error) {
      stop(answer.error);
      return;
    }
    const left = turnPace() - (performance.now() - shown);
    if (left > 1) await wait(left);
    else if (fast) await wait(0);
    if (mine !== run || store.state.peek()?.hash !== now.hash) return;
    shown = Math.max(performance.now() - 20, shown + turnPace());
    const ends = turnsLeft - answer.moves.length < 1 || !!answer.stop || answer.moves.length === 0;
    batch(() => {
      if (!playTurns(answer.moves)) pause();
      if (ends) {
        setTurnsLeft();
        pause();
      } else setTurnsLeft(turnsLeft - answer.moves.length, store.until.peek());
    });
    if (answer.stop) store.notify(answer.stop);
    if (ends) {
      save();
      return;
    }
  }
}
