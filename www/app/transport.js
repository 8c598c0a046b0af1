/**
 * The transport of a game: paused, playing (a bot that owes a move makes it), or replaying what was played. Its
 * state is written here alone.
 */
import { batch } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as store from './store.js';

/** A bot's move is shown this long after the one before, at normal speed, in milliseconds. */
const PACE = 900;
/** Against a person a bot answers sooner: no player wants to wait for a machine that is ready. */
const PACE_WITH_PERSON = 420;
/** A turn follows the one before after this long at normal speed, unless the game says otherwise. */
const PACE_OF_TURNS = 600;

/** Bots move no longer, and nothing is replayed. */
export function pause() {
  store.transport.value = 'paused';
}

/** Bots move until a pause. */
export function play() {
  store.transport.value = 'playing';
}

/** What was played is shown again from here; at its end, bots play on. */
export function replay() {
  store.transport.value = 'replaying';
}

/** Ends a replay, and lets bots play on; a pause stays one. */
export function endReplay() {
  if (store.replaying.peek()) play();
}

/**
 * Bots play on from the position shown, though there may be later plies; whole turns as far as is wanted.
 * @param {number} [turns]
 * @param {unknown} [until]   a question to the game after each turn: where it has an answer, the run pauses
 */
export function playFromHere(turns = Number.POSITIVE_INFINITY, until = null) {
  batch(() => {
    store.onward.value = store.state.value?.hash ?? '';
    playTo(turns, until);
  });
}

/** How far whole turns are played. @param {number} [turns] @param {unknown} [until] */
export function playTo(turns = Number.POSITIVE_INFINITY, until = null) {
  batch(() => {
    store.turnsWanted.value = turns;
    store.until.value = until;
    play();
  });
}

/** @returns {number} milliseconds from turn to turn, where all seats move at once */
export function turnPace() {
  const usual = renderers[store.state.value?.game ?? '']?.pace ?? PACE_OF_TURNS;
  return Number.isFinite(store.speed.value) ? usual / store.speed.value : 0;
}

/** @returns {number} how long to wait before the next move is shown, in milliseconds */
export function pace() {
  const speed = store.speed.value;
  if (speed === Number.POSITIVE_INFINITY) return 0;
  if (store.simultaneous.value) return turnPace();
  return (store.personPlays.value && !store.replaying.value ? PACE_WITH_PERSON : PACE) / speed;
}
