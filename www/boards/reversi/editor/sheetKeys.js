/** The keys of the sheet of the map editor, for everything that the mouse can do. */
import * as strings from '../../../strings/editors.js';
import { ARROWS } from '../../a11yGrid.js';
import { DIRECTIONS, sameBorder } from '../transitions.js';
import { linkAt } from './draft.js';
import { borderName, clearLinks, join, paintTile, placeName, remove } from './editorState.js';

/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('./editorState.js').EditorState} EditorState */
/** @typedef {import('./sheetPaint.js').Sheet} Sheet */

/** Handles a tap on a border: begins a transition, ends one, or selects an existing one. @param {EditorState} state @param {Border} border */
export function touchBorder(state, border) {
  const { parts, from, selected, status } = state;
  const link = linkAt(parts.peek(), border);
  const begun = from.peek();
  if (link >= 0) {
    from.value = null;
    selected.value = link;
    const [one, other] = parts.peek().transitions[link].map((end) => borderName(state, end));
    status.value = strings.selectedToDeleteRemovesIt(one, other);
  } else if (begun) join(state, begun, border);
  else {
    selected.value = null;
    from.value = border;
    status.value = strings.fromNowTheOtherBorder(borderName(state, border));
  }
}

/** @param {Sheet} sheet @param {number} way */
export function zoomBy({ map, state }, way) {
  map.zoomBy(way);
  const tile = state.cursor.peek();
  if (way > 0 && tile !== null) map.reveal(state.parts.peek(), tile);
}

/** Handles Enter on a tile. @param {Sheet} sheet @param {number} tile */
export function apply(sheet, tile) {
  const { state } = sheet;
  if (state.tool.peek() === 'link') chooseBorder(sheet, tile);
  else paintTile(state, tile, state.tool.peek());
}

/** The borders of a tile that the keyboard can choose. @param {EditorState} state @param {number} tile */
function bordersOf({ known }, tile) {
  const { valid, open = [] } = known.peek() ?? {};
  if (valid) return open.filter((border) => border.tile === tile);
  return DIRECTIONS.map((_, direction) => ({ tile, direction }));
}

/** @param {Sheet} sheet @param {number} tile */
function chooseBorder(sheet, tile) {
  const { state } = sheet;
  const chosen = state.choosing.peek();
  if (chosen) {
    state.choosing.value = null;
    touchBorder(state, chosen);
    return;
  }
  const [first] = bordersOf(state, tile);
  if (first) choose(sheet, first);
  else state.status.value = strings.hasNoBorder(placeName(state, tile));
}

/** @param {Sheet} sheet @param {Border} border */
function choose({ state, request }, border) {
  state.choosing.value = border;
  const taken = linkAt(state.parts.peek(), border) >= 0;
  state.status.value = strings.arrowsChooseAnotherBorder(borderName(state, border), taken);
  request();
}

/** @param {Sheet} sheet @param {string} name @param {KeyboardEvent} event */
export function pressed(sheet, name, event) {
  const { state } = sheet;
  const tile = state.cursor.peek();
  const choosing = state.choosing.peek();
  const way = ARROWS[name];
  if (choosing && way) {
    const borders = bordersOf(state, choosing.tile);
    const at = borders.findIndex((border) => sameBorder(border, choosing));
    const next = borders[(at + way[0] + way[1] + borders.length) % borders.length];
    if (next) choose(sheet, next);
    else state.choosing.value = null;
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
  if (name === ' ') apply(sheet, tile);
  else if (name.length === 1 && '012345678-xcib'.includes(lower)) paintTile(state, tile, lower);
  else if (lower === 't') {
    state.tool.value = 'link';
    chooseBorder(sheet, tile);
  } else if (name === 'Delete' || name === 'Backspace') {
    const link = state.selected.peek();
    if (link !== null) remove(state, link);
    else clearLinks(state, tile);
  } else if (lower === 'z') zoomBy(sheet, event.shiftKey ? -1 : 1);
  else if (lower === 'f') zoomBy(sheet, 0);
  else return false;
  return true;
}
