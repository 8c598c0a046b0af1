/**
 * Playing the running game: moves by hand and by bots, whole turns, going back and forth, and who sits
 * where. The session itself is in `session.js`; no rule of any game may enter here.
 */
import { batch } from '@preact/signals';
import { ask, change, publish, workerFollowed, workerLacksAll } from './session.js';
import * as store from './store.js';

/** @typedef {import('./types.js').SeatConfig} SeatConfig */

/**
 * Plays a move by hand. From an earlier ply it asks first, because it replaces what came after.
 * @param {string} move
 */
export function playByHand(move) {
  const now = store.state.value;
  if (!now || now.outcome) return;
  const trial = store.trying.value;
  if (trial?.hash === now.hash) {
    trial.answer(move);
    return;
  }
  const act = () => {
    // Whoever moves wants an answer, so a pause ends here.
    batch(() => {
      store.replaying.value = false;
      store.running.value = true;
      play(move, true);
    });
  };
  if (mayReplace()) act();
  else askToBranch(act);
}

/** Whether a move here replaces nothing, or only what was undone. */
export function mayReplace() {
  const now = store.state.value;
  return store.undone.value || now?.ply === now?.plies;
}

/** @param {() => void} act */
export function askToBranch(act) {
  const now = store.state.value;
  if (!now) return;
  const rest = now.plies - now.ply;
  store.dialog.value = {
    kind: 'confirm',
    title: 'Play on from here?',
    text: `This replaces the ${rest === 1 ? 'move that was' : `${rest} moves that were`} played after this position.`,
    yes: 'Replace and play on',
    act,
  };
}

/**
 * Plays a move of whoever is to act.
 * @param {string} move
 * @param {boolean} replaceRest
 * @returns {boolean} whether it was played
 */
export function play(move, replaceRest) {
  const before = store.state.value?.ply ?? 0;
  const played = change((s) => s.play(move, replaceRest));
  if (!played) return false;
  store.undone.value = false;
  publish(before);
  const now = store.state.value;
  store.say(`${played.announcement}. ${now?.outcome_text ?? now?.turn_text ?? ''}`);
  if (now?.outcome) store.reportPutAway.value = false;
  return true;
}

/**
 * Plays whole turns that were resolved elsewhere, each by the rules.
 * @param {string[]} moves
 * @returns {boolean} whether all were played
 */
export function playTurns(moves) {
  const now = store.state.value;
  if (!now || moves.length === 0) return true;
  const played = change((s) => {
    s.play_all(moves, true);
    return true;
  });
  store.undone.value = false;
  publish(now.ply);
  if (played) workerFollowed();
  const last = store.rows.value.at(-1);
  if (last) store.say(`${last.description}. ${store.state.value?.outcome_text ?? ''}`);
  if (store.state.value?.outcome) store.reportPutAway.value = false;
  return !!played;
}

/**
 * Shows another ply of the game.
 * @param {number} ply
 */
export function goTo(ply) {
  const now = store.state.value;
  if (!now) return;
  const to = Math.max(0, Math.min(now.plies, Math.round(ply)));
  if (to === now.ply) return;
  ask((s) => s.go_to(to));
  store.undone.value = false;
  publish(now.plies);
  const row = store.rows.value[to - 1];
  store.say(row ? `Move ${to}: ${row.description}` : 'The start of the game');
}

/** Back to before the last decision of a person. */
export function undo() {
  if (ask((s) => s.undo())) {
    batch(() => {
      store.replaying.value = false;
      if (!hasHuman() || store.simultaneous.value) store.running.value = false;
      publish(store.rows.value.length);
    });
    store.undone.value = true;
    store.say(`Undone. ${store.state.value?.turn_text ?? ''}`);
  }
}

/** The reverse of undo. */
export function redo() {
  if (ask((s) => s.redo())) {
    publish(store.rows.value.length);
    store.undone.value = true;
    store.say(`Redone. ${store.state.value?.turn_text ?? ''}`);
  }
}

/**
 * Changes who sits on a seat of the running game.
 * @param {number} seat
 * @param {SeatConfig} config
 */
export function setSeat(seat, config) {
  change((s) => s.set_seat(seat, config));
  workerLacksAll();
  publish(store.rows.value.length);
}

/** @returns {boolean} whether a person plays in this game */
export function hasHuman() {
  return !!store.state.value?.seats.some((seat) => 'human' in seat.config);
}
