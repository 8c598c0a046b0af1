/** Turning the board, where its renderer can: by a quarter, or by a half so that the other side sits below. */
import { renderers } from '../boards/registry.js';
import { save } from './saving.js';
import { say, state, tell, turned } from './store.js';

/** @param {1 | 2} quarters */
export function turnBoard(quarters) {
  if (!renderers[state.value?.game ?? '']?.turns) {
    tell('This board looks the same from all sides: it is not turned.');
    return;
  }
  turned.value = (turned.value + quarters) % 4;
  save();
  say(`The board is turned by ${quarters === 1 ? 'a quarter' : 'a half'}.`);
}
