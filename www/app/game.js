/**
 * Plays the current game: moves of humans and bots, whole turns, navigation, and the seats. The session
 * is in `session.js`. No game rules here.
 */
import { batch } from '@preact/signals';
import * as strings from '../strings/play.js';
import { setDisplay } from './display.js';
import { sameSetup, start, usualOptions } from './newGame.js';
import { ask, change, publish, whenWhole, workerFollowed, workerLacksAll } from './session.js';
import * as store from './store.js';
import { endReplay, pause, playOnAtEnd, playOnHere, play as playOnward } from './transport.js';
import { back } from './variations.js';

/** @typedef {import('./types.js').SeatConfig} SeatConfig */

/**
 * Plays a human move. A different move at an earlier ply starts a variation, in which bots reply.
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
  // A user who moves expects a reply, so a pause ends here.
  whenWhole(() =>
    batch(() => {
      playOnward();
      play(move);
    }),
  );
}

/**
 * Plays a move for the player or players to move.
 * @param {string} move
 * @returns {boolean} whether it was played
 */
export function play(move) {
  const before = store.state.value;
  if (!before) return false;
  const played = change((s) => s.play(move, true), { plays: true });
  if (!played) return false;
  publish(before.ply);
  const now = store.state.value;
  playOnHere();
  const begun = now && now.variations > before.variations ? ` ${strings.variationBegins}` : '';
  store.say(`${played.announcement}.${begun} ${now?.outcome_text ?? now?.turn_text ?? ''}`);
  if (now?.outcome) setDisplay({ reportPutAway: false });
  return true;
}

/**
 * Restarts the current game with some moves and the same players.
 * @param {string[]} moves
 * @param {import('./types.js').OptionValues} chosen   options that differ from the defaults
 * @returns {Promise<boolean>} whether all were played
 */
export async function startWith(moves, chosen = {}) {
  const entry = store.info.value;
  const now = sameSetup();
  if (!entry || !now) return false;
  if (!(await start({ ...now, options: { ...usualOptions(entry), ...chosen } }))) return false;
  return moves.every((move) => play(move));
}

/**
 * Plays whole turns that the worker resolved, each checked by the rules.
 * @param {string[]} moves
 * @returns {boolean} whether all were played
 */
export function playTurns(moves) {
  const now = store.state.value;
  if (!now || moves.length === 0) return true;
  const played = change(
    (s) => {
      s.play_all(moves);
      return true;
    },
    { plays: true },
  );
  publish(now.ply);
  playOnHere();
  if (played) workerFollowed();
  const last = store.rows.value.at(-1);
  if (last) store.say(`${last.description}. ${store.state.value?.outcome_text ?? ''}`);
  if (store.state.value?.outcome) setDisplay({ reportPutAway: false });
  return !!played;
}

/**
 * Goes to another ply.
 * @param {number} ply
 */
export function goTo(ply) {
  const now = store.state.value;
  if (!now) return;
  const to = Math.max(0, Math.min(now.plies, Math.round(ply)));
  if (to === now.ply) return;
  ask((s) => s.go_to(to));
  playOnAtEnd();
  publish(now.plies);
  const row = store.rows.value[to - 1];
  store.say(row ? strings.move(to, row.description) : strings.startOfTheGame);
}

/** Undoes the last human decision; from a walked line, goes back to the game. */
export function undo() {
  if (store.walking.value) back();
  else if (ask((s) => s.undo())) {
    batch(() => {
      endReplay();
      if (!store.personPlays.value || store.simultaneous.value) pause();
      playOnAtEnd();
      publish(store.rows.value.length);
    });
    store.say(strings.undone(store.state.value?.turn_text ?? ''));
  }
}

export function redo() {
  if (ask((s) => s.redo())) {
    playOnAtEnd();
    publish(store.rows.value.length);
    store.say(strings.redone(store.state.value?.turn_text ?? ''));
  }
}

/**
 * Changes the player of a seat.
 * @param {number} seat
 * @param {SeatConfig} config
 */
export function setSeat(seat, config) {
  whenWhole(() => {
    change((s) => s.set_seat(seat, config));
    workerLacksAll();
    publish(store.rows.value.length);
  });
}
