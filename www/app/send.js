/**
 * Shares the game: the link to the shown position. A link makes bots play again instead of storing their
 * moves, so encoding takes as long as playing; for a long game it runs in a worker.
 */

import * as strings from '../strings/share.js';
import * as worker from '../worker/client.js';
import { readyEngine } from '../worker/engine.js';
import { untilNavigation } from './navigation.js';
import { ask, recordText } from './session.js';
import * as store from './store.js';
import { longTask } from './task.js';

/** Up to this many plies the link is made at once, if one seat moves at a time. */
const FEW_PLIES = 150;

/** The view that a link restores. @param {import('../pkg/totora.js').FilmView | null} film @returns {import('../pkg/totora.js').ViewState} */
const shownNow = (film) => ({
  ply: store.state.value?.game_ply ?? 0,
  variation: store.state.value?.variation ?? 0,
  overlay: store.overlay.value,
  turned: store.turned.value,
  ...(film && { film }),
});

/** @param {string} fragment */
const address = (fragment) => location.origin + location.pathname + fragment;

/** @returns {string | null} the address of this position, if it can be made at once */
export function linkAtOnce() {
  const now = store.state.value;
  if (!now || store.simultaneous.value || now.plies > FEW_PLIES) return null;
  return address(ask((s) => s.link(store.overlay.value, store.turned.value)) ?? '');
}

/**
 * The same for any game, asynchronously. `link` rejects on failure, with `Stopped` when the user stops
 * it.
 * @returns {{ link: Promise<string>, stop: () => void }}
 */
export const linkHere = () => linkWith(null);

/** The same, with a place in the film of a search. @param {import('../pkg/totora.js').FilmView | null} film */
export function linkWith(film) {
  const task = longTask(untilNavigation());
  const far = worker.encode(recordText(), shownNow(film), (done, of) =>
    task.say(strings.makingTheLinkTurnOf(done, of), done / of),
  );
  const link = Promise.race([far.answer, task.stopped()])
    .then(address)
    .finally(() => {
      far.end();
      task.end();
    });
  return { link, stop: task.stop };
}

/** How many variations a link carries. @param {string} link */
export const carriedBy = (link) => readyEngine()?.carried_variations(link) ?? 0;
