/**
 * Keyboard navigation on hexagonal cells. An arrow moves to the neighbour in its direction, or in a zigzag along a line
 * if there is none. Four letters move to the four diagonal neighbours. Directions are those of the screen, also on a
 * rotated board.
 */
import { towards } from './hex.js';

/** @typedef {import('./hex.js').Place} Place */

const ARROWS = /** @type {Record<string, number>} */ ({
  ArrowRight: 0,
  ArrowDown: 90,
  ArrowLeft: 180,
  ArrowUp: 270,
});
/** By the position of the letters on the keyboard. */
const LETTERS = /** @type {Record<string, number>} */ ({ q: 225, e: 315, a: 135, d: 45 });
/** The tolerance of a direction, in degrees: 45 would be too much. */
const NEAR = 20;

/** Stores the line of a zigzag. */
export function makeWalk() {
  /** @type {{ cell: number, line: number, upright: boolean } | null} */
  let walk = null;

  /**
   * @param {Place} place
   * @param {number} cell
   * @param {string} key
   * @returns {number | null | undefined} the new cell; null at the rim; undefined for other keys
   */
  return (place, cell, key) => {
    const slanted = LETTERS[key.toLowerCase()];
    if (slanted !== undefined) {
      walk = null;
      return towards(place, cell, slanted, NEAR);
    }
    const way = ARROWS[key];
    if (way === undefined) return undefined;
    const straight = towards(place, cell, way, NEAR);
    const sides = [way - 30, way + 30]
      .map((degrees) => towards(place, cell, degrees, NEAR))
      .filter((next) => next !== null);
    // At the rim a straight move ends; a zigzag may still continue to one side.
    if (straight !== null || !zigzags(place, way)) {
      walk = null;
      return straight;
    }
    if (sides.length === 0) return null;
    const upright = way % 180 === 90;
    const along = (/** @type {number} */ one) =>
      upright ? place.centres[one].x : place.centres[one].y;
    const line = walk && walk.cell === cell && walk.upright === upright ? walk.line : along(cell);
    const off = (/** @type {number} */ one) => Math.abs(along(one) - line);
    // Of two equal cells it takes the right or lower one; the next step then comes back.
    sides.sort((a, b) => {
      const equal = Math.abs(off(a) - off(b)) < place.s * 0.1;
      return equal ? along(b) - along(a) : off(a) - off(b);
    });
    walk = { cell: sides[0], line, upright };
    return sides[0];
  };
}

/** Whether no cell has a neighbour straight in this direction. @param {Place} place @param {number} way */
const zigzags = (place, way) => (place.turned % 2 === 0) === (way % 180 === 90);
