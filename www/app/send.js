/**
 * Sending the game on: the link of the position shown. Where bots moved, the link lets them play again
 * instead of their moves, and making it takes as long; so that of a long game is made in a worker.
 */

import * as strings from '../strings/share.js';
import * as worker from '../worker/client.js';
import { readyEngine } from '../worker/engine.js';
import { untilNavigation } from './navigation.js';
import { ask, recordText } from './session.js';
import * as store from './store.js';
import { longTask } from './task.js';

/** The link of a game of no more plies is there at once, if one seat moves at a time. */
const FEW_PLIES = 150;

/** What a link shows beside the game. @returns {import('../pkg/totora.js').ViewState} */
const shownNow = () => ({
  ply: store.state.value?.game_ply ?? 0,
  variation: store.state.value?.variation ?? 0,
  overlay: store.overlay.value,
  turned: store.turned.value,
});

/** @param {string} fragment */
const address = (fragment) => location.origin + location.pathname + fragment;

/** @returns {string | null} the address that opens this very position, where it can be made at once */
export function linkAtOnce() {
  const now = store.state.value;
  if (!now || store.simultaneous.value || now.plies > FEW_PLIES) return null;
  return address(ask((s) => s.link(store.overlay.value, store.turned.value)) ?? '');
}

/**
 * The same for any game, in a while. `link` rejects when it cannot be made, with `Stopped` when the user
 * stops it.
 * @returns {{ link: Promise<string>, stop: () => void }}
 */
export function linkHere() {
  const task = longTask(untilNavigation());
  const far = encodeHere((done, of) => task.say(strings.makingTheLinkTurnOf(done, of), done / of));
  const link = Promise.race([far.answer, task.stopped()])
    .then(address)
    .finally(() => {
      far.end();
      task.end();
    });
  return { link, stop: task.stop };
}

/**
 * The link of the game at hand, from `#` on, made in a worker that `end` terminates.
 * @param {(done: number, of: number) => void} watch
 */
const encodeHere = (watch) => worker.encode(recordText(), shownNow(), watch);

/** How many variations a link carries. @param {string} link */
export const carriedBy = (link) => readyEngine()?.carried_variations(link) ?? 0;
