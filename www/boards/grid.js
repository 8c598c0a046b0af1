/**
 * Square grids: the position of a cell, the cell at a point, and a frame around a cell. Cells count row by row from the
 * top left. Nothing here depends on a game.
 */
import { frame } from './pen.js';

/**
 * @typedef {object} Grid   The position of a square grid on its canvas, in CSS pixels.
 * @property {number} x      the top left corner of cell 0
 * @property {number} y
 * @property {number} cell   the side of a cell
 * @property {number} columns
 * @property {number} rows
 * @property {number} [turned]   quarter turns of the whole board, clockwise
 *
 * @typedef {{ x: number, y: number }} Point
 */

/** Column and row of a cell. @param {number} columns @param {number} n @returns {[number, number]} */
export const columnRow = (columns, n) => [n % columns, Math.floor(n / columns)];

/** Columns and rows of the rotated board. @param {Pick<Grid, 'columns' | 'rows' | 'turned'>} grid @returns {[number, number]} */
export const seenSize = ({ columns, rows, turned = 0 }) =>
  turned % 2 ? [rows, columns] : [columns, rows];

/** Column and row of a cell on the rotated board. @param {Pick<Grid, 'columns' | 'rows' | 'turned'>} grid @param {number} n @returns {[number, number]} */
export function seenAt({ columns, rows, turned = 0 }, n) {
  const [column, row] = columnRow(columns, n);
  if (turned === 1) return [rows - 1 - row, column];
  if (turned === 2) return [columns - 1 - column, rows - 1 - row];
  if (turned === 3) return [row, columns - 1 - column];
  return [column, row];
}

/** The cell at a column and row of the rotated board. @param {Pick<Grid, 'columns' | 'rows' | 'turned'>} grid @param {number} column @param {number} row */
export function cellSeen({ columns, rows, turned = 0 }, column, row) {
  if (turned === 1) return (rows - 1 - column) * columns + row;
  if (turned === 2) return (rows - 1 - row) * columns + columns - 1 - column;
  if (turned === 3) return column * columns + columns - 1 - row;
  return row * columns + column;
}

/** The top left corner of a cell. @param {Grid} grid @param {number} n @returns {Point} */
export function corner(grid, n) {
  const [column, row] = seenAt(grid, n);
  return { x: grid.x + column * grid.cell, y: grid.y + row * grid.cell };
}

/** @param {Grid} grid @param {number} n @returns {Point} */
export function centre(grid, n) {
  const { x, y } = corner(grid, n);
  return { x: x + grid.cell / 2, y: y + grid.cell / 2 };
}

/** The cell at a point of the canvas. @param {Grid} grid @param {Point} at @returns {number | null} */
export function cellAt(grid, at) {
  const column = Math.floor((at.x - grid.x) / grid.cell);
  const row = Math.floor((at.y - grid.y) / grid.cell);
  const [columns, rows] = seenSize(grid);
  const inside = column >= 0 && row >= 0 && column < columns && row < rows;
  return inside ? cellSeen(grid, column, row) : null;
}

/** The outline of a cell with round corners. @param {Grid} grid @param {number} n @param {number} inset   a share of the cell @returns {(path: CanvasRenderingContext2D | Path2D) => void} */
export const traceCell = (grid, n, inset) => (path) => {
  const { x, y } = corner(grid, n);
  const room = grid.cell * inset;
  const side = grid.cell - 2 * room;
  path.roundRect(x + room, y + room, side, side, grid.cell * 0.1);
};

/**
 * A frame around a cell.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Grid} grid
 * @param {number} n
 * @param {import('./pen.js').FrameStyle & { inset?: number }} how
 */
export function frameCell(ctx, grid, n, { inset = 0.06, ...how }) {
  const { cell } = grid;
  frame(ctx, traceCell(grid, n, inset), { cell, more: Math.max(2, cell * 0.03), ...how });
}

/**
 * The nearest item, the first of equal ones; null if none is nearer than `least`.
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => number} far   its distance
 * @param {number} [least]
 * @returns {T | null}
 */
export function nearest(items, far, least = Number.POSITIVE_INFINITY) {
  let best = null;
  let distance = least;
  for (const item of items) {
    const one = far(item);
    if (one < distance) [best, distance] = [item, one];
  }
  return best;
}

/** All cells on the straight line between two, inclusive, so that a fast stroke leaves no gaps. @param {[number, number]} from @param {[number, number]} to @returns {[number, number][]} */
export function placesBetween([x, y], [toX, toY]) {
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y), 1);
  return Array.from({ length: steps + 1 }, (_, i) => [
    Math.round(x + ((toX - x) * i) / steps),
    Math.round(y + ((toY - y) * i) / steps),
  ]);
}

/**
 * The cells of the grid for screen readers.
 * @param {Grid} grid
 * @param {string[]} texts   the label of each; an empty one has no cell
 * @param {(n: number) => boolean} open   whether an action is possible there now
 * @param {string} [prefix]
 * @returns {import('./a11yGrid.js').A11yCell[]}
 */
export const gridCells = (grid, texts, open, prefix = 'cell') =>
  texts.flatMap((label, n) =>
    label
      ? [
          {
            id: `${prefix}:${n}`,
            label,
            row: seenAt(grid, n)[1],
            ...corner(grid, n),
            width: grid.cell,
            height: grid.cell,
            off: !open(n),
          },
        ]
      : [],
  );
