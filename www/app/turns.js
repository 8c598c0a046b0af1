/**
 * The clockwork of games whose seats all move at once. A turn is resolved in the worker, which holds
 * the same game: bots think there from one picture, persons' orders go in with them, and whole turns
 * come back, one at a time or as many as fit into a while. Here they are shown at the right pace. No
 * rule of any game may enter.
 */
import { batch, computed, effect, untracked } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as worker from '../worker/client.js';
import { playTurns } from './game.js';
import { save } from './saving.js';
import * as store from './store.js';
import { pause, playFromHere, turnPace } from './transport.js';

/** At full speed, how long the worker plays before what it played is shown, in milliseconds. */
const BATCH = 90;
/** Counts runs: what belongs to an older one is dropped. */
let run = 0;

/**
 * Plays this many turns, or goes on until `until` has an answer; 0 pauses.
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
  // Where it comes out otherwise than before, that is a variation.
  if (!now.outcome) playFromHere(turns, until);
}

/**
 * A person orders this for the turn that waits, and the turn is played.
 * @param {number} seat
 * @param {string} move
 */
export function orderNow(seat, move) {
  const hash = store.state.value?.hash ?? '';
  const orders = store.orders.value.hash === hash ? store.orders.value.moves : {};
  store.orders.value = { hash, moves: { ...orders, [seat]: move } };
  advance(1);
}

/** Who plays what: while this stays the same, so does the run. */
const runKey = computed(() => {
  const now = store.state.value;
  if (!now || !store.simultaneous.value || !store.running.value || store.replaying.value)
    return null;
  // What bots ask for beyond the usual waits for leave.
  if (store.waiting.value) return null;
  if (now.outcome || !store.mayMove.value) return null;
  return JSON.stringify([now.game, now.seed, now.options, now.seats.map((seat) => seat.config)]);
});

/** Whether turns are being played now. */
export const turning = computed(() => runKey.value !== null);

/**
 * Starts the clockwork. Call once.
 * @param {import('@preact/signals').ReadonlySignal<number>} life   another number for each new worker
 * @param {() => void} died   what to do when the worker has
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

/** @param {string} error   why turns are not played on */
function stop(error) {
  pause();
  store.notify(error, { error: true });
}

/** @param {import('./types.js').State} now */
const hasProgram = (now) => now.seats.some((seat) => 'program' in seat.config);

/**
 * What programs outside order for the turn that waits: all are asked at once, and see the same picture.
 * @param {import('./types.js').State} now
 * @param {Record<number, string>} orders   those of persons
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

/** Plays turn after turn. @param {number} mine   the number of this run */
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
      // A program outside sees every turn.
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
      store.turnsWanted.value = ends ? Number.POSITIVE_INFINITY : turnsLeft - answer.moves.length;
      if (ends) pause();
    });
    if (answer.stop) store.notify(answer.stop);
    if (ends) {
      store.until.value = null;
      save();
      return;
    }
  }
}
