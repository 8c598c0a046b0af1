/**
 * The transport of a game: paused, playing (bots make their moves), or replaying. Only this module writes its
 * state.
 */
import { batch } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as store from './store.js';

/** Time between two moves at normal speed, in milliseconds. */
const PACE = 900;
/** Bots reply faster to a human, who should not wait longer than needed. */
const PACE_WITH_PERSON = 420;
/** Default time between two turns of simultaneous games. */
const PACE_OF_TURNS = 600;

/** Stops bots and replays. */
export function pause() {
  store.transport.value = 'paused';
}

export function play() {
  store.transport.value = 'playing';
}

/** Replays the game from here; at its end, bots play on. */
export function replay() {
  store.transport.value = 'replaying';
}

/** Ends a replay, if any, and lets bots play on. */
export function endReplay() {
  if (store.replaying.peek()) play();
}

/**
 * Lets bots play on from the shown position, even if there are later plies.
 * @param {number} [turns]
 * @param {unknown} [until]   a query for the game after each turn: if it has an answer, the run pauses
 */
export function playFromHere(turns = Number.POSITIVE_INFINITY, until = null) {
  batch(() => {
    playOnHere();
    playTo(turns, until);
  });
}

/** Lets bots move in the displayed position, even if there are later plies. */
export function playOnHere() {
  store.onward.value = store.state.value?.hash ?? '';
}

/** Lets bots move only at the end of the line. */
export function playOnAtEnd() {
  store.onward.value = '';
}

/** Sets how many turns are still to be played. @param {number} [turns] @param {unknown} [until]   as `playFromHere` takes them */
export function setTurnsLeft(turns = Number.POSITIVE_INFINITY, until = null) {
  store.turnsWanted.value = turns;
  store.until.value = until;
}

/** Plays whole turns. @param {number} [turns] @param {unknown} [until] */
export function playTo(turns = Number.POSITIVE_INFINITY, until = null) {
  batch(() => {
    setTurnsLeft(turns, until);
    play();
  });
}

/** @returns {number} milliseconds from turn to turn, where all seats move at once */
export function turnPace() {
  const usual = renderers[store.state.value?.game ?? '']?.pace ?? PACE_OF_TURNS;
  return Number.isFinite(store.speed.value) ? usual / store.speed.value : 0;
}

/** @returns {number} milliseconds until the next move is shown */
export function pace() {
  const speed = store.speed.value;
  if (speed === Number.POSITIVE_INFINITY) return 0;
  if (store.simultaneous.value) return turnPace();
  return (store.personPlays.value && !store.replaying.value ? PACE_WITH_PERSON : PACE) / speed;
}
