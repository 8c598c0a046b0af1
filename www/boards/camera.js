/**
 * The camera of a board that can be zoomed and panned. Boards are measured in tiles, the canvas in CSS pixels. Nothing
 * here depends on a game.
 */

/**
 * @typedef {object} Camera
 * @property {number} width     of the canvas
 * @property {number} height
 * @property {number} left      of the part of the canvas that the board may use; rulers take the rest
 * @property {number} top
 * @property {{ left: number, top: number, right: number, bottom: number }} world   the bounds of the board, in tiles
 * @property {number} x         the point of the world at the middle of the canvas
 * @property {number} y
 * @property {number} cell      the side of a tile
 * @property {number} ratio     device pixels per CSS pixel
 * @property {boolean} whole    the whole board is visible, and stays so when the canvas is resized
 * @property {boolean} [smooth] tiles need not be whole device pixels: with very many, space matters more
 */

/** @typedef {{ x: number, y: number }} CanvasPoint   in CSS pixels */

/** The largest size of a tile, unless the whole board fits at a larger one. */
const LARGEST = 84;
/** The smallest size of a tile; smaller for `smooth` boards, so that more of them is visible. */
const SMALLEST = 3;
const SMALLEST_OF_MANY = 1.5;

/** @returns {Camera} */
export function makeCamera() {
  return {
    width: 0,
    height: 0,
    left: 0,
    top: 0,
    world: { left: 0, top: 0, right: 1, bottom: 1 },
    x: 0.5,
    y: 0.5,
    cell: 20,
    ratio: 1,
    whole: true,
  };
}

/** The bounds of boxes, with a margin. @param {Camera['world'][]} boxes @param {number} margin */
export function boundsOf(boxes, margin) {
  const world = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    world.left = Math.min(world.left, left - margin);
    world.top = Math.min(world.top, top - margin);
    world.right = Math.max(world.right, right + margin);
    world.bottom = Math.max(world.bottom, bottom + margin);
  }
  return world;
}

/** A size that is a whole number of device pixels, so that tiles meet sharply. @param {Camera} c @param {number} cell */
const snap = (c, cell) =>
  c.smooth
    ? Math.max(SMALLEST_OF_MANY, cell)
    : Math.max(SMALLEST, Math.floor(cell * c.ratio + 1e-6) / c.ratio);

/** The size of a tile at which the whole board is visible. @param {Camera} c */
export function fitCell(c) {
  const { left, top, right, bottom } = c.world;
  return snap(
    c,
    Math.min((c.width - c.left) / (right - left), (c.height - c.top) / (bottom - top)),
  );
}

/** The largest size of a tile for zooming. @param {Camera} c */
const most = (c) => Math.max(LARGEST, fitCell(c));

/** Shows the whole board. @param {Camera} c */
export function showAll(c) {
  c.cell = fitCell(c);
  c.whole = true;
  settle(c);
}

/** Keeps the world visible: centred if it fits, else without empty space at the edges. @param {Camera} c */
function settle(c) {
  const { left, top, right, bottom } = c.world;
  /** @param {number} at @param {number} from @param {number} to @param {number} room */
  const place = (at, from, to, room) => {
    const half = room / c.cell / 2;
    return to - from <= 2 * half ? (from + to) / 2 : Math.max(from + half, Math.min(to - half, at));
  };
  c.x = place(c.x, left, right, c.width - c.left);
  c.y = place(c.y, top, bottom, c.height - c.top);
}

/**
 * Adapts to a new size of the canvas or the world.
 * @param {Camera} c
 * @param {{ width: number, height: number, ratio: number, world?: Camera['world'] }} next
 */
export function resize(c, next) {
  Object.assign(c, next);
  if (c.whole || c.cell < fitCell(c)) showAll(c);
  else {
    c.cell = snap(c, Math.min(c.cell, most(c)));
    settle(c);
  }
}

/**
 * Zooms about a point of the canvas.
 * @param {Camera} c
 * @param {number} factor
 * @param {{ x: number, y: number }} [at]   the middle by default
 * @returns {boolean} whether anything changed
 */
export function zoom(c, factor, at = middle(c)) {
  const fit = fitCell(c);
  const next = Math.max(fit, Math.min(most(c), c.cell * factor));
  // Snaps to the whole board nearby, but not to whole pixels: that would lose small steps of a pinch.
  const cell = next <= fit * 1.01 ? fit : next;
  if (Math.abs(cell - c.cell) < 0.01) return false;
  const still = toWorld(c, at.x, at.y);
  c.cell = cell;
  c.whole = cell === fit;
  const now = toWorld(c, at.x, at.y);
  c.x += still.x - now.x;
  c.y += still.y - now.y;
  settle(c);
  return true;
}

/** Snaps tiles to whole device pixels when a zoom has ended. @param {Camera} c */
export function rest(c) {
  if (c.whole) showAll(c);
  else c.cell = snap(c, c.cell);
  settle(c);
}

/**
 * Pans by this many pixels.
 * @param {Camera} c
 * @param {number} dx
 * @param {number} dy
 * @returns {boolean} whether anything changed
 */
export function pan(c, dx, dy) {
  const { x, y } = c;
  c.x -= dx / c.cell;
  c.y -= dy / c.cell;
  settle(c);
  return c.x !== x || c.y !== y;
}

/**
 * Scrolls a tile into view with a margin.
 * @param {Camera} c
 * @param {number} column
 * @param {number} row
 * @returns {boolean} whether anything changed
 */
export function reveal(c, column, row) {
  const { x, y } = c;
  /** @param {number} at @param {number} tile @param {number} room */
  const keep = (at, tile, room) => {
    const half = Math.max(0.5, room / c.cell / 2 - 1.5);
    return Math.max(tile + 0.5 - half, Math.min(tile + 0.5 + half, at));
  };
  c.x = keep(c.x, column, c.width - c.left);
  c.y = keep(c.y, row, c.height - c.top);
  settle(c);
  return c.x !== x || c.y !== y;
}

/** The middle of the board's part of the canvas. @param {Camera} c */
export function middle(c) {
  return { x: (c.left + c.width) / 2, y: (c.top + c.height) / 2 };
}

/**
 * The top left corner of the world's tile 0,0 on the canvas, on a device pixel.
 * @param {Camera} c
 */
export function origin(c) {
  const at = middle(c);
  const round = (/** @type {number} */ n) => Math.round(n * c.ratio) / c.ratio;
  return { x: round(at.x - c.x * c.cell), y: round(at.y - c.y * c.cell) };
}

/** @param {Camera} c @param {number} x @param {number} y */
export function toWorld(c, x, y) {
  const at = middle(c);
  return { x: c.x + (x - at.x) / c.cell, y: c.y + (y - at.y) / c.cell };
}
