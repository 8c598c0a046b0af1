/**
 * The look back at a game: asks the worker what is certain about its plies, when it has ended or
 * when somebody wants to know. Remarks hold as long as the moves up to them stay the same.
 */
import { computed, effect, signal } from '@preact/signals';
import * as worker from '../worker/client.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').ReviewInfo} ReviewInfo */
/** @typedef {{ setup: string, moves: string[], info: ReviewInfo | null, done: boolean, broken?: boolean }} LookBack */

/** @type {import('@preact/signals').Signal<LookBack | null>} */
const known = signal(null);

/** What a remark depends on beside the moves. */
const setupKey = computed(() => {
  const now = store.state.value;
  return now ? JSON.stringify([now.game, now.options, now.seed]) : '';
});
const moves = computed(() => store.rows.value.map((row) => row.move));

/** The look back at the game at hand, as far as it is the same game. */
export const lookedBack = computed(() => {
  const look = known.value;
  if (!look || look.setup !== setupKey.value) return null;
  const now = moves.value;
  let same = 0;
  while (same < look.moves.length && look.moves[same] === now[same]) same++;
  return {
    /** Whether it is about all moves of the game. */
    whole: same === now.length && same === look.moves.length,
    running: !look.done,
    broken: !!look.broken,
    done: look.info?.done ?? 0,
    positions: look.info?.positions ?? 0,
    remarks: (look.info?.remarks ?? []).filter((remark) => remark.ply <= same),
  };
});

/** Looks back at the game at hand. */
export function lookBack() {
  const asked = { setup: setupKey.peek(), moves: moves.peek() };
  known.value = { ...asked, info: null, done: false };
  worker.review(store.state.peek()?.plies ?? 0, ({ review, done, error }) => {
    if (error) {
      known.value = null;
      store.tell(error, { error: true });
    } else known.value = { ...asked, info: review ?? null, done };
  });
}

/** Gives up what the dead worker can no longer finish; only a person asks for it again. */
export function giveUp() {
  const look = known.peek();
  if (look?.done === false) known.value = { ...look, done: true, broken: true };
}

/** Asks a new worker for what the dead one can no longer finish. */
export function startAgain() {
  if (known.peek()?.done === false) lookBack();
}

/** Whether the game at hand is over and has not been looked back at. */
const due = computed(
  () =>
    !!store.info.value?.reviews &&
    !!store.state.value?.outcome &&
    store.atEnd.value &&
    !lookedBack.value?.whole,
);

/** Looks back at every game that ends. Call once. */
export function startReviews() {
  effect(() => {
    if (due.value) lookBack();
  });
}
