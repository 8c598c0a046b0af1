/**
 * The state of the board of Outpost: position, camera, selection. Only this file reads the shell's view. It does not draw
 * or handle input.
 */
import { makeCamera, toWorld } from '../camera.js';

/** @typedef {import('../../pkg/totora.js').OutpostLayout} OutpostLayout */
/** @typedef {import('../../pkg/totora.js').OutpostView} OutpostView */
/** @typedef {import('../../pkg/totora.js').OutpostTaskSpot} TaskLocation */
/** @typedef {ReturnType<typeof readPosition>} Position */
/** @typedef {Position['empires'][number]} Empire */
/** @typedef {[number, number]} Cell */
/** @typedef {import('../camera.js').CanvasPoint} CanvasPoint */
/** @typedef {import('../base.js').BoardState<Position> & ReturnType<typeof defaults>} BoardState */

/** Cells per side, as in Rust: `OutpostLayout.side`. */
export const SIDE = 100;

/** @param {{ layout: OutpostLayout, view: OutpostView, state?: import('../contract.js').State }} model */
export function readPosition({ layout, view, state }) {
  const names = layout.names.map((name, e) => state?.seats[e]?.label ?? name);
  return {
    ...layout,
    ...view,
    names,
    empires: view.empires.map((empire, e) => ({
      ...empire,
      name: names[e],
      home: /** @type {Cell} */ (layout.homes[e]),
    })),
  };
}

/** The location of a task of an analysis. @param {{ spot: unknown }} task @returns {TaskLocation | null} */
export const locationOf = (task) => /** @type {TaskLocation | null} */ (task.spot);

/** The cells of the frame around the grid. */
export const MARGIN = 2;
const WORLD = { left: -MARGIN, top: -MARGIN, right: SIDE + MARGIN, bottom: SIDE + MARGIN };

/** The state of this board besides that of every board. */
export const defaults = () => ({
  camera: { ...makeCamera(), smooth: true, world: WORLD },
  at: /** @type {Cell} */ ([0, 0]), // the keyboard's cursor
  focused: false, // the board has the keyboard focus
  under: /** @type {Cell | null} */ (null), // the cell under the mouse
  seat: 0, // the empire for overlays and orders
  selected: /** @type {number[]} */ ([]), // indices in its muster
  mode: /** @type {string | null} */ (null), // what a click does: a task's verb, `rally`, or the default
  ruleCell: /** @type {Cell | null} */ (null), // the cell of a new rule
  points: false, // clicks add way-points
  boxing: false, // the next drag selects an area
  box: /** @type {{ from: Cell, to: Cell } | null} */ (null),
  drag: /** @type {{ who: number[], from: Cell, to: Cell } | null} */ (null), // a path that is being drawn
  fingered: false, // a finger aims or draws
  note: '', // Rust's comment on the last order, until the next action
  askDisband: false,
  until: /** @type {Record<string, unknown> | null} */ (null), // the stop condition of the last fast-forward, to mark where it was met
  stops: /** @type {Record<string, boolean>} */ ({
    season: false,
    near: true,
    cut: true,
    arrival: true,
  }),
});

/** The position of the grid on the canvas. @param {{ camera: import('../camera.js').Camera }} s @returns {import('./draw.js').Place} */
export const placeOf = ({ camera: { width, height, x, y, cell, ratio } }) => ({
  x: width / 2 - x * cell,
  y: height / 2 - y * cell,
  cell,
  ratio,
});

/** The cell at a point of the canvas. @param {BoardState} s @param {CanvasPoint} at @returns {Cell | null} */
export function cellAt(s, at) {
  const { x, y } = toWorld(s.camera, at.x, at.y);
  return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? null : [Math.floor(x), Math.floor(y)];
}

/**
 * The nearest cell with outposts to a point of the canvas, within `reach`.
 * @param {BoardState} s
 * @param {CanvasPoint} at
 * @param {Cell[]} cells
 * @param {number} reach   in CSS pixels
 * @returns {Cell | null}
 */
export function nearestTo(s, at, cells, reach) {
  const place = placeOf(s);
  let best = null;
  let least = reach;
  for (const cell of cells) {
    const x = place.x + (cell[0] + 0.5) * place.cell - at.x;
    const y = place.y + (cell[1] + 0.5) * place.cell - at.y;
    const far = Math.hypot(x, y);
    if (far <= least) [best, least] = [cell, far];
  }
  return best;
}

/** Whether two cells are equal. @param {Cell | null | undefined} a @param {Cell | null | undefined} b */
export const sameCell = (a, b) => String(a ?? '') === String(b ?? '');

/** A cell, clamped to the board. @param {Cell} cell @param {number} [side] @returns {Cell} */
export const within = ([x, y], side = SIDE) => [
  Math.max(0, Math.min(side - 1, x)),
  Math.max(0, Math.min(side - 1, y)),
];
