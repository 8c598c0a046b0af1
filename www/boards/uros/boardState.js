/**
 * The position on the board of Uros; only this file reads the shell's view. Places are numbers: the squares of the Lake
 * from 0, row by row, then those of the islands in the Reedbed.
 */
import { columnRow as columnRowOf } from '../grid.js';

/** @typedef {import('../../pkg/totora.js').UrosView} UrosView */
/** @typedef {import('../../pkg/totora.js').UrosLayout} UrosLayout */
/** @typedef {import('../../pkg/totora.js').UrosShape & import('../../pkg/totora.js').UrosIsland} UrosIsland */
/** @typedef {import('../../pkg/totora.js').UrosLocation} UrosLocation */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** Squares per side of the Lake. */
export const SIDE = 6;
const LAKE = SIDE * SIDE;
/** More squares than any island has. */
const MOST = 8;

/** @param {number} cell   number of a Lake square */
export const columnRow = (cell) => columnRowOf(SIDE, cell);

/** The place of an island's square in the Reedbed. @param {number} island   its index in the list @param {number} square */
export const bedPlace = (island, square) => LAKE + island * MOST + square;

/** @param {{ layout: UrosLayout, view: UrosView }} model */
export function readPosition({ layout, view }) {
  return {
    ...view,
    /** @type {UrosIsland[]} */
    islands: view.islands.map((island, number) => ({ ...layout.shapes[number], ...island })),
    names: layout.square_names,
    last: /** @type {UrosLocation | null} */ (view.last),
  };
}

/** The island and its square at a place of the Reedbed; null for one of the Lake, or none. @param {Position} position @param {number | null} place */
export function inBed({ islands }, place) {
  if (place === null || place < LAKE) return null;
  const island = islands[Math.floor((place - LAKE) / MOST)];
  return { island: island.id, square: (place - LAKE) % MOST };
}

/** @param {number | null} place @returns {place is number} */
export const onLake = (place) => place !== null && place < LAKE;

/** The house that can be built on a Lake square. @param {Position} position @param {number} cell */
export const buildOn = ({ build }, cell) => build.find((one) => one.cell === cell);

/** The house that can be built on an island's square. @param {Position} position @param {string} island @param {number} square */
export const buildIn = ({ build }, island, square) =>
  build.find((one) => one.island === island && one.square === square);
