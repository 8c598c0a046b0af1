/** The keys of the sheet of the map editor, for everything that the mouse can do. */
import * as strings from '../../../strings/editors.js';
import { DIRECTIONS, sameBorder } from '../transitions.js';
import { linkAt } from './draft.js';
import { tileName } from './editorState.js';

/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */

/**
 * @param {import('./editorState.js').EditorState} state
 * @param {{ touchBorder: (border: Border) => void, zoomBy: (way: -1 | 0 | 1) => void, request: () => void }} sheet
 */
export function makeSheetKeys(state, { touchBorder, zoomBy, request }) {
  /** Handles Enter on a tile. @param {number} tile */
  function apply(tile) {
    if (state.tool.peek() === 'link') chooseBorder(tile);
    else {
      state.change(
        state.paint([tile]),
        strings.isNow(state.placeName(tile), tileName(state.tool.peek())),
      );
    }
  }

  /** The borders of a tile that the keyboard can choose. @param {number} tile */
  function bordersOf(tile) {
    const open = state.known.peek()?.open.filter((border) => border.tile === tile);
    const all = DIRECTIONS.map((_, direction) => ({ tile, direction }));
    return state.known.peek()?.valid ? (open ?? []) : all;
  }

  /** @param {number} tile */
  function chooseBorder(tile) {
    const chosen = state.choosing.peek();
    if (chosen) {
      state.choosing.value = null;
      touchBorder(chosen);
      return;
    }
    const [first] = bordersOf(tile);
    if (!first) {
      state.status.value = strings.hasNoBorder(state.placeName(tile));
      return;
    }
    state.choosing.value = first;
    sayChoice();
  }

  function sayChoice() {
    const border = state.choosing.peek();
    if (!border) return;
    const taken = linkAt(state.parts.peek(), border) >= 0;
    state.status.value = strings.arrowsChooseAnotherBorder(state.borderName(border), taken);
    request();
  }

  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const tile = state.cursor.peek();
    const choosing = state.choosing.peek();
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[name];
    if (choosing && way) {
      const borders = bordersOf(choosing.tile);
      const at = borders.findIndex((border) => sameBorder(border, choosing));
      state.choosing.value = borders[(at + way + borders.length) % borders.length] ?? null;
      sayChoice();
      return true;
    }
    if (name === 'Escape') {
      if (!choosing && !state.from.peek() && state.selected.peek() === null) return false;
      if (choosing) state.choosing.value = null;
      else state.from.value = state.selected.value = null;
      state.status.value = strings.givenUp;
      return true;
    }
    if (tile === null) return false;
    const lower = name.toLowerCase();
    if (name === ' ') apply(tile);
    else if (name.length === 1 && '012345678-xcib'.includes(lower)) {
      state.change(
        state.paint([tile], lower),
        strings.isNow(state.placeName(tile), tileName(lower)),
      );
    } else if (lower === 't') {
      state.tool.value = 'link';
      chooseBorder(tile);
    } else if (name === 'Delete' || name === 'Backspace') {
      const link = state.selected.peek();
      if (link !== null) state.remove(link);
      else state.clearLinks(tile);
    } else if (lower === 'z') zoomBy(event.shiftKey ? -1 : 1);
    else if (lower === 'f') zoomBy(0);
    else return false;
    return true;
  }

  return { apply, key };
}
