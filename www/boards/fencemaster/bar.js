/**
 * The line under the board: the description of the pointed cell, and buttons for the swap and, on a small screen, to
 * place the aimed stone.
 */

import * as strings from '../../strings/fencemaster.js';
import { button, make } from '../../ui/dom.js';

/**
 * @typedef {object} BarState
 * @property {string} text
 * @property {string | null} swap    the label of the swap's button, if a swap is legal
 * @property {string | null} place   the label of the button that places the stone, if one is aimed
 */

/**
 * @param {HTMLElement} parent
 * @param {{ swap: (byKeyboard: boolean) => void, place: () => void }} act
 */
export function makeBar(parent, act) {
  const text = make('p', { class: 'hex-words note' });
  // A click without `detail` came from the keyboard.
  const swapped = (/** @type {MouseEvent} */ event) => act.swap(event.detail === 0);
  const swap = button('', strings.takeTheStone, swapped, 'hex-swap');
  const place = button('', strings.putTheStone, act.place, 'primary puts');
  parent.append(make('div', { class: 'hex-bar row middle' }, text, swap, place));
  return {
    /** @param {BarState} state */
    update(state) {
      if (text.textContent !== state.text) text.textContent = state.text;
      for (const [element, label] of /** @type {const} */ ([
        [swap, state.swap],
        [place, state.place],
      ])) {
        element.hidden = label === null;
        if (label !== null && element.textContent !== label) element.textContent = label;
      }
    },
  };
}
