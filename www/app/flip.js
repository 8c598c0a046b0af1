/** Rotates the board, if its renderer can: by a quarter, or by a half to swap the sides. */
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { setDisplay } from './display.js';
import { save } from './saving.js';
import { notify, say, state, turned } from './store.js';

/** @param {1 | 2} quarters */
export function turnBoard(quarters) {
  if (!renderers[state.value?.game ?? '']?.turns) {
    notify(strings.thisBoardLooksTheSame);
    return;
  }
  setDisplay({ turned: (turned.value + quarters) % 4 });
  save();
  say(strings.boardIsTurnedBy(quarters));
}
