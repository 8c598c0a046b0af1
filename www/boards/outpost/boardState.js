/**
 * What the board of Outpost is at a moment: the position, as the shell's view is read here and nowhere
 * else, where one looks, what is selected. No drawing and no input here.
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

/** Cells on a side, as Rust has it: `OutpostLayout.side`. */
export const SIDE = 100;

/** @param {{ layout: OutpostLayout, view: OutpostView }} model */
export function readPosition({ layout, view }) {
  return {
    ...layout,
    ...view,
    empires: view.empires.map(({ tasks, ...empire }, e) => ({
      ...empire,
      name: layout.names[e],
      home: /** @type {Cell} */ (layout.homes[e]),
      tasks: tasks?.map(({ path, words }) => ({ path, text: words })) ?? null,
      openHome: empire.open_home,
    })),
    last: {
      from: view.last.from,
      lost: view.last.lost.map(({ empire, cell, words }) => ({ empire, cell, text: words })),
      text: view.last.words,
    },
  };
}

/** Where a task of a thought is. @param {{ spot: unknown }} task @returns {TaskLocation | null} */
export const locationOf = (task) => /** @type {TaskLocation | null} */ (task.spot);

/** A little room around the grid, so that homes in the corners are whole. */
const WORLD = { left: -2, top: -2, right: SIDE + 2, bottom: SIDE + 2 };

/** What the board of Outpost knows beside what every board does. */
export const defaults = () => ({
  camera: { ...makeCamera(), smooth: true, world: WORLD },
  at: /** @type {Cell} */ ([0, 0]), // the keyboard's cursor
  focused: false, // the keyboard is here
  under: /** @type {Cell | null} */ (null), // the cell under the mouse
  seat: 0, // the empire that overlays are about, or that is ordered
  selected: /** @type {number[]} */ ([]), // indices in its muster
  mode: /** @type {string | null} */ (null), // what a click does: a task's verb, `rally`, or what is usual
  ruleCell: /** @type {Cell | null} */ (null), // the cell of a rule that is being made
  points: false, // clicks add way-points
  boxing: false, // the next drag draws a box
  box: /** @type {{ from: Cell, to: Cell } | null} */ (null),
  drag: /** @type {{ who: number[], from: Cell, to: Cell } | null} */ (null), // a way that is being drawn
  fingered: false, // a finger aims or draws
  note: '', // what Rust said about the last order, while nothing else is done
  askDisband: false,
  until: /** @type {Record<string, unknown> | null} */ (null), // what the last run was to stop at: it is marked where it is
  stops: /** @type {Record<string, boolean>} */ ({
    season: false,
    near: true,
    cut: true,
    arrival: true,
  }),
});

/** Where the grid lies on the canvas. @param {{ camera: import('../camera.js').Camera }} s @returns {import('./draw.js').Place} */
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
 * The cell with outposts that is nearest to a point of the canvas, if it is near enough.
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

/** Whether two are the same cell. @param {Cell | null | undefined} a @param {Cell | null | undefined} b */
export const sameCell = (a, b) => String(a ?? '') === String(b ?? '');

/** A cell, no further out than the rim. @param {Cell} cell @param {number} [side] @returns {Cell} */
export const within = ([x, y], side = SIDE) => [
  Math.max(0, Math.min(side - 1, x)),
  Math.max(0, Math.min(side - 1, y)),
];
