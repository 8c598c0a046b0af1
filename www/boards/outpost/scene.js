/**
 * What the board of Outpost is at a moment: what is shown, where one looks, what is selected. No drawing
 * and no hands here.
 */
import { makeCamera, toWorld } from '../camera.js';
import { readPalette } from '../palette.js';
import { SIDE } from './ground.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../../pkg/totora.js').OutpostView} OutpostView */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {[number, number]} Cell */

/**
 * @typedef {object} Scene   Everything that is drawn and asked.
 * @property {BoardModel | null} model
 * @property {OutpostView | null} view
 * @property {Palette} colours
 * @property {import('../camera.js').Camera} camera
 * @property {Cell} cursor
 * @property {boolean} focused         the keyboard is here
 * @property {Cell | null} hover
 * @property {number} seat             the empire that overlays are about, or that is ordered
 * @property {number[]} selected       indices in its muster
 * @property {string | null} mode      what a click on a cell does: a task's verb, `rally`, or what is usual
 * @property {boolean} points          clicks add way-points
 * @property {boolean} boxing          the next drag draws a box
 * @property {{ from: Cell, to: Cell } | null} box
 * @property {boolean} askDisband
 * @property {Record<string, boolean>} stops
 * @property {{ from: { x: number, y: number }[][], since: number, span: number } | null} motion
 */

/** A little room around the grid, so that homes in the corners are whole. */
const WORLD = { left: -1, top: -1, right: SIDE + 1, bottom: SIDE + 1 };

/** @returns {Scene} */
export function makeScene() {
  return {
    model: null,
    view: null,
    colours: readPalette(),
    camera: {
      ...makeCamera(),
      smooth: true,
      world: WORLD,
    },
    cursor: [0, 0],
    focused: false,
    hover: null,
    seat: 0,
    selected: [],
    mode: null,
    points: false,
    boxing: false,
    box: null,
    askDisband: false,
    stops: { season: false, near: true, cut: true, arrival: true },
    motion: null,
  };
}

/** Where the grid lies on the canvas. @param {Scene} s @returns {import('./draw.js').Place} */
export function placeOf({ camera }) {
  return {
    x: camera.width / 2 - camera.x * camera.cell,
    y: camera.height / 2 - camera.y * camera.cell,
    cell: camera.cell,
    ratio: camera.ratio,
  };
}

/** The cell at a point of the canvas. @param {Scene} s @param {{ x: number, y: number }} at @returns {Cell | null} */
export function cellAt(s, at) {
  const { x, y } = toWorld(s.camera, at.x, at.y);
  return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? null : [Math.floor(x), Math.floor(y)];
}
