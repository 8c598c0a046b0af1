/**
 * Marks by keyboard: M marks the place with the focus, and Shift and M begin an arrow there, or end it. The shell stores
 * the marks. Nothing here depends on a game.
 */
import * as strings from '../strings/boards.js';
import { keyOf } from '../ui/keys.js';

/** @param {Pick<import('./contract.js').BoardHost, 'marks' | 'mark' | 'say'>} host */
export function makeMarking(host) {
  /** Where an arrow begins. @type {number | null} */
  let from = null;

  /**
   * @param {KeyboardEvent} event
   * @param {number | null} place   the one with the focus
   * @returns {boolean} whether the key was used
   */
  return (event, place) => {
    if (keyOf(event).toLowerCase() !== 'm' || place === null || !host.marks(false)) return false;
    if (!event.shiftKey) host.mark(place, place, false);
    else if (from === null) {
      from = place;
      host.say(strings.arrowBegins);
    } else {
      if (from !== place) host.mark(from, place, false);
      from = null;
    }
    return true;
  };
}
