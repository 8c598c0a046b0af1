/**
 * The coach of the first game of each kind: the goal, and a hint at each moment where one helps. Which moment it is,
 * is decided here by what every game has (whose move it is, how far the game is, whether it is over); the words are
 * of the game's page in `docs/reference/rules/`.
 */

import { coaches } from 'virtual:coach';
import { computed, effect, signal, untracked } from '@preact/signals';
import { recall, saveValue } from './storage.js';
import * as store from './store.js';

/** @typedef {'start' | 'answered' | 'again' | 'end'} Moment */

const PLACE = 'coach';
/** From this many plies on the user has seen enough for a further hint. */
const FURTHER = 6;

/** What was put away, by game; `done` when there is nothing more to say. @type {import('@preact/signals').Signal<Record<string, (Moment | 'done')[]>>} */
const putAway = signal(recall(PLACE) ?? {});

/** @param {string} game @param {Moment | 'done'} what */
function note(game, what) {
  const before = putAway.value[game] ?? [];
  if (before.includes(what)) return;
  putAway.value = { ...putAway.value, [game]: [...before, what] };
  saveValue(PLACE, putAway.value);
}

/** The moment that the game at hand is at. @returns {Moment | null} */
function moment() {
  const now = store.state.value;
  if (!now) return null;
  if (now.outcome) return now.plies > 1 ? 'end' : null;
  if (store.humanToAct.value === null && !store.simultaneous.value) return null;
  if (now.plies >= FURTHER) return 'again';
  return now.plies >= 2 ? 'answered' : 'start';
}

/** What the coach says now: the goal, and a hint if there is one; null when there is no coach. */
export const coach = computed(() => {
  const now = store.state.value;
  const words = now && coaches[now.game];
  const plays = now?.seats.some((seat) => 'human' in seat.config);
  if (!words || !plays || store.embedded.value) return null;
  const away = putAway.value[now.game] ?? [];
  if (away.includes('done')) return null;
  const at = moment();
  const hint = at && !away.includes(at) ? words[at] : '';
  return { game: now.game, goal: words.goal, at, hint };
});

/** The moment that was there before. @type {{ game: string, at: Moment | null } | null} */
let before = null;
// What was done is not explained again: a moment that is over does not come back.
effect(() => {
  const now = coach.value;
  const was = before;
  before = now && { game: now.game, at: now.at };
  if (now && was?.at && now.at && was.game === now.game && was.at !== now.at)
    untracked(() => note(was.game, /** @type {Moment} */ (was.at)));
});

/** Puts the hint away that is shown; after the one at the end the coach is done. */
export function dismissHint() {
  const now = coach.peek();
  if (!now?.at) return;
  note(now.game, now.at === 'end' ? 'done' : now.at);
}

/** Sends the coach of the game at hand away for good. */
export function endCoach() {
  const now = coach.peek();
  if (now) note(now.game, 'done');
}

/** Has the coach of a game begin again. @param {string} game */
export function callCoach(game) {
  putAway.value = { ...putAway.value, [game]: [] };
  saveValue(PLACE, putAway.value);
}
