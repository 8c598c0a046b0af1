/**
 * The geometry of the hexagonal board: its layout in a space with any of four quarter turns, the cell at a point, and
 * neighbours. There are no rules and no colours.
 */
import { newPath } from '../../ui/path.js';
import { nearest } from '../grid.js';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Place   The layout of the board on its canvas.
 * @property {number} size      the side N
 * @property {number} turned    quarter turns clockwise: even has pointed cells on top, odd flat ones
 * @property {number} width     of the canvas
 * @property {number} height
 * @property {number} s         from the middle of a cell to its corners
 * @property {number} rim       width of the rim with the coordinates
 * @property {Point} middle
 * @property {Point[]} centres  of all cells
 * @property {number[][]} beside   the six cells around each, -1 off the board; see `SIDES`
 * @property {Point[]} tips     of a cell, clockwise; side k lies between tip k and the next
 * @property {Point[]} corners  the middles of the board's corner cells, clockwise from the top left
 * @property {Label[]} labels
 *
 * @typedef {object} Label      A coordinate on the rim.
 * @property {'row' | 'column'} of
 * @property {number} number
 * @property {number} x
 * @property {number} y
 */

const ROOT3 = Math.sqrt(3);

/** Row and column steps across the sides of a cell, clockwise from the upper right as unturned. */
const SIDES = [
  [-1, 0],
  [0, 1],
  [1, 1],
  [1, 0],
  [0, -1],
  [-1, -1],
];
/** The side of the first cell of rows and columns where their numbers are. */
const ROW_LABEL = 4;
const COLUMN_LABEL = 0;

/** The smallest and the largest rim: numbers must be readable, but not dominate. */
const RIM = { least: 17, most: 30 };
/** The rounding of the plate's corners, in cells and rims. */
const ROUND = 0.9;
/** Two tangents of 30 degrees: how far a hexagon's corners extend beyond its sides. */
const OUT = 2 / ROOT3;

/** @param {number} s */
const rimOf = (s) => Math.max(RIM.least, Math.min(RIM.most, s * 0.62));

/** From the middle to the plate's sides. @param {number} size @param {number} s */
const apothem = (size, s) => 1.5 * (size - 1) * s + s + rimOf(s);

/** The radius of the plate's corners. @param {number} s */
const rounding = (s) => ROUND * s + rimOf(s);

/**
 * Half the size of the unrotated plate, across its corners and across its sides.
 * @param {number} size
 * @param {number} s
 */
function halves(size, s) {
  const across = apothem(size, s);
  return { wide: across * OUT - rounding(s) * (OUT - 1), high: across };
}

/** @param {Point} point @param {number} turned @returns {Point} */
function turn({ x, y }, turned) {
  if (turned === 1) return { x: -y, y: x };
  if (turned === 2) return { x: -x, y: -y };
  if (turned === 3) return { x: y, y: -x };
  return { x, y };
}

/** A point of the line between two. @param {Point} from @param {Point} to @param {number} share   0 is `from`, 1 `to` @returns {Point} */
export const part = (from, to, share) => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** @param {number} degrees @param {number} radius @returns {Point} */
const polar = (degrees, radius) => ({
  x: Math.cos((degrees * Math.PI) / 180) * radius,
  y: Math.sin((degrees * Math.PI) / 180) * radius,
});

/**
 * Fits a board into a space, as large as possible.
 * @param {number} width
 * @param {number} height
 * @param {Position} position
 * @param {number} turned
 * @returns {Place}
 */
export function fit(width, height, position, turned) {
  const { size, rows, columns } = position;
  const quarter = ((turned % 4) + 4) % 4;
  // Two pixels less: the canvas is rounded up to whole ones.
  const [w, h] = [width - 2, height - 2];
  const [across, up] = quarter % 2 ? [h, w] : [w, h];
  let s = 2;
  let most = Math.max(3, across, up);
  // The rim does not scale with the cells, so this searches for the largest size that fits.
  for (let i = 0; i < 24; i++) {
    const mid = (s + most) / 2;
    const { wide, high } = halves(size, mid);
    if (2 * wide <= across && 2 * high <= up) s = mid;
    else most = mid;
  }
  const { wide, high } = halves(size, s);
  const [halfWidth, halfHeight] = quarter % 2 ? [high, wide] : [wide, high];
  const middle = { x: Math.ceil(halfWidth), y: Math.ceil(halfHeight) };
  const at = (/** @type {Point} */ point) => {
    const { x, y } = turn(point, quarter);
    return { x: middle.x + x, y: middle.y + y };
  };
  const last = size - 1;
  const centres = rows.map((row, cell) =>
    at({ x: ROOT3 * s * (columns[cell] - last - (row - last) / 2), y: 1.5 * s * (row - last) }),
  );
  const numbers = numbering(position);
  const rim = rimOf(s);
  const reach = 0.99 * s + 0.48 * rim;
  /** @param {'row' | 'column'} of @param {number} number @param {number} cell @param {number} side @returns {Label} */
  const label = (of, number, cell, side) => {
    const { x, y } = turn(polar(-60 + 60 * side, reach), quarter);
    return { of, number, x: centres[cell].x + x, y: centres[cell].y + y };
  };
  // Cells come row by row from the left, so the first one of a row or a column has its number.
  const labels = rows.flatMap((row, cell) => [
    ...(rows.indexOf(row) === cell ? [label('row', row, cell, ROW_LABEL)] : []),
    ...(columns.indexOf(columns[cell]) === cell
      ? [label('column', columns[cell], cell, COLUMN_LABEL)]
      : []),
  ]);
  return {
    size,
    turned: quarter,
    width: middle.x * 2,
    height: middle.y * 2,
    s,
    rim,
    middle,
    centres,
    beside: rows.map((row, cell) =>
      SIDES.map(([dr, dc]) => numbers.get(key(row + dr, columns[cell] + dc)) ?? -1),
    ),
    tips: [0, 1, 2, 3, 4, 5].map((k) => turn(polar(-90 + 60 * k, s), quarter)),
    corners: [0, 1, 2, 3, 4, 5].map((corner) =>
      at(polar(-120 + 60 * corner, ROOT3 * s * (size - 1))),
    ),
    labels,
  };
}

/** @param {number} row @param {number} column */
const key = (row, column) => row * 100 + column;

/** The number of the cell in a row and a column. @param {Position} position */
function numbering({ rows, columns }) {
  return new Map(rows.map((row, cell) => [key(row, columns[cell]), cell]));
}

/**
 * The cell at a point of the canvas, or the nearest one if the point is not further off than `slack`
 * cells.
 * @param {Place} place
 * @param {number} x
 * @param {number} y
 * @param {number} slack
 * @returns {number | null}
 */
export function cellAt(place, x, y, slack = 0) {
  // A point belongs to the cell with the nearest middle.
  const far = (/** @type {number} */ cell) =>
    (place.centres[cell].x - x) ** 2 + (place.centres[cell].y - y) ** 2;
  const best = nearest(place.centres.keys(), far);
  if (best === null) return null;
  const close = Math.sqrt(far(best)) <= place.s * (0.87 + slack);
  return close || inside(place, best, x, y) ? best : null;
}

/** @param {Place} place @param {number} cell @param {number} x @param {number} y */
function inside(place, cell, x, y) {
  const at = place.centres[cell];
  return place.tips.every((tip, k) => {
    const next = place.tips[(k + 1) % 6];
    const [ex, ey] = [next.x - tip.x, next.y - tip.y];
    return ex * (y - at.y - tip.y) - ey * (x - at.x - tip.x) >= 0;
  });
}

/**
 * The neighbour in a direction on the screen.
 * @param {Place} place
 * @param {number} cell
 * @param {number} degrees   0 is to the right, 90 down
 * @param {number} slack   how far off the direction it may be
 * @returns {number | null}
 */
export function towards(place, cell, degrees, slack) {
  const from = place.centres[cell];
  const off = (/** @type {number} */ next) => {
    const to = place.centres[next];
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return Math.abs(((angle - degrees + 540) % 360) - 180);
  };
  return nearest(
    place.beside[cell].filter((next) => next >= 0),
    off,
    slack,
  );
}

/**
 * The outline of one cell.
 * @param {Place} place
 * @param {number} cell
 * @param {Path2D | CanvasRenderingContext2D} path
 * @param {number} [scale]
 */
export function traceCell(place, cell, path, scale = 1) {
  const { x, y } = place.centres[cell];
  place.tips.forEach((tip, k) => {
    if (k) path.lineTo(x + tip.x * scale, y + tip.y * scale);
    else path.moveTo(x + tip.x * scale, y + tip.y * scale);
  });
  path.closePath();
}

/**
 * The outline of a set of cells: only the sides that it does not share with itself, chained so that
 * their corners join.
 * @param {Place} place
 * @param {Iterable<number>} cells
 * @returns {Path2D}
 */
export function outline(place, cells) {
  const set = new Set(cells);
  const path = newPath();
  const name = (/** @type {Point} */ p) => `${Math.round(p.x * 4)},${Math.round(p.y * 4)}`;
  /** @type {Map<string, { to: Point, next: string }[]>} */
  const sides = new Map();
  for (const cell of set) {
    const at = place.centres[cell];
    place.beside[cell].forEach((next, k) => {
      if (set.has(next)) return;
      const [a, b] = [place.tips[k], place.tips[(k + 1) % 6]];
      const from = { x: at.x + a.x, y: at.y + a.y };
      const to = { x: at.x + b.x, y: at.y + b.y };
      const start = name(from);
      sides.set(start, [...(sides.get(start) ?? []), { to, next: name(to) }]);
    });
  }
  for (const [start] of sides) {
    let here = start;
    let begun = false;
    for (let side = sides.get(here)?.pop(); side; side = sides.get(here)?.pop()) {
      if (begun) path.lineTo(side.to.x, side.to.y);
      else path.moveTo(side.to.x, side.to.y);
      begun = true;
      here = side.next;
    }
    if (begun) path.closePath();
  }
  return path;
}

/**
 * The hexagon around all cells, with round corners.
 * @param {Place} place
 * @param {number} inset   how far its sides lie inside the plate's
 * @returns {Path2D}
 */
export function plate(place, inset) {
  const { middle, size, s } = place;
  const reach = (apothem(size, s) - inset) * OUT;
  const radius = Math.max(2, rounding(s) - inset);
  const points = place.corners.map(({ x, y }) => {
    const far = Math.hypot(x - middle.x, y - middle.y) || 1;
    return part(middle, { x, y }, reach / far);
  });
  const path = newPath();
  const start = part(points[5], points[0], 0.5);
  path.moveTo(start.x, start.y);
  points.forEach((point, i) => {
    const to = part(point, points[(i + 1) % 6], 0.5);
    path.arcTo(point.x, point.y, to.x, to.y, radius);
  });
  path.closePath();
  return path;
}

/**
 * The highlight of an edge on the rim: along its cells without the corners.
 * @param {Place} place
 * @param {number} edge   0 to 5, clockwise from the top as unturned
 * @returns {[Point, Point]}
 */
export function edgeLine(place, edge) {
  const [a, b] = [place.corners[edge], place.corners[(edge + 1) % 6]];
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  // Clockwise on a screen, the outside is on the left.
  const out = { x: along.y, y: -along.x };
  const off = place.s + place.rim - Math.max(3, place.rim * 0.16);
  const short = ROOT3 * place.s * 0.56;
  const at = (/** @type {Point} */ p, /** @type {number} */ way) => ({
    x: p.x + along.x * short * way + out.x * off,
    y: p.y + along.y * short * way + out.y * off,
  });
  return [at(a, 1), at(b, -1)];
}

/**
 * The point of the rim that is nearest to a cell of an edge.
 * @param {Place} place
 * @param {number} cell
 * @param {number} edge
 * @returns {Point}
 */
export function beforeEdge(place, cell, edge) {
  const [a, b] = edgeLine(place, edge);
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const out = { x: (b.y - a.y) / long, y: -(b.x - a.x) / long };
  const { x, y } = place.centres[cell];
  const far = (a.x - x) * out.x + (a.y - y) * out.y;
  return { x: x + out.x * far, y: y + out.y * far };
}
