/**
 * The coach of a user's first games: the goal, and a hint at certain moments. The moment depends only on what every game
 * has: whose move it is, the ply, and whether the game is over. The texts are in `docs/reference/rules/`.
 */

import { coaches } from 'virtual:coach';
import { computed, effect, signal, untracked } from '@preact/signals';
import { recall, saveValue } from './storage.js';
import * as store from './store.js';

/** @typedef {'start' | 'answered' | 'again' | 'end'} Moment */

const PLACE = 'coach';
/** The ply from which the second hint is shown. */
const FURTHER = 6;

/** Dismissed hints by game; `done` when the coach has finished. @type {import('@preact/signals').Signal<Record<string, (Moment | 'done')[]>>} */
const putAway = signal(recall(PLACE) ?? {});

/** @param {string} game @param {Moment | 'done'} what */
function note(game, what) {
  const before = putAway.value[game] ?? [];
  if (before.includes(what)) return;
  putAway.value = { ...putAway.value, [game]: [...before, what] };
  saveValue(PLACE, putAway.value);
}

/** @returns {Moment | null} */
function moment() {
  const now = store.state.value;
  if (!now) return null;
  if (now.outcome) return now.plies > 1 ? 'end' : null;
  if (store.humanToAct.value === null && !store.simultaneous.value) return null;
  if (now.plies >= FURTHER) return 'again';
  return now.plies >= 2 ? 'answered' : 'start';
}

/** The goal, and a hint if there is one; null without a coach. */
export const coach = computed(() => {
  const now = store.state.value;
  const words = now && coaches[now.game];
  if (!words || !store.personPlays.value || store.embedded.value) return null;
  const away = putAway.value[now.game] ?? [];
  if (away.includes('done')) return null;
  const at = moment();
  const hint = at && !away.includes(at) ? words[at] : '';
  const { goal, ...hints } = words;
  return { game: now.game, goal, at, hint, hints: Object.values(hints) };
});

/** The previous moment. @type {{ game: string, at: Moment | null } | null} */
let before = null;
// A moment that has passed does not come back: the user has done it.
effect(() => {
  const now = coach.value;
  const was = before;
  before = now && { game: now.game, at: now.at };
  if (now && was?.at && now.at && was.game === now.game && was.at !== now.at)
    untracked(() => note(was.game, /** @type {Moment} */ (was.at)));
});

/** Dismisses the shown hint; after the last one the coach is done. */
export function dismissHint() {
  const now = coach.peek();
  if (!now?.at) return;
  note(now.game, now.at === 'end' ? 'done' : now.at);
}

/** Turns the coach of the current game off for good. */
export function endCoach() {
  const now = coach.peek();
  if (now) note(now.game, 'done');
}

/** Restarts the coach of a game. @param {string} game */
export function callCoach(game) {
  putAway.value = { ...putAway.value, [game]: [] };
  saveValue(PLACE, putAway.value);
}
