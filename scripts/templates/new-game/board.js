/**
 * The board of Name, on the base of squares. It shows what Rust's view says; it holds no rule. Where one
 * may play, hints, scores, the expected line, keys and the grid for screen readers are the base's.
 */
import { centre, corner, frameCell } from '../grid.js';
import { cross, disc, faint, plate, strokes } from '../pen.js';
import { drawRim, squareRenderer } from '../squares.js';

/**
 * @typedef {import('../../pkg/totora.js').NameLayout} Layout
 * @typedef {import('../../pkg/totora.js').NameView} View
 * @typedef {ReturnType<typeof readPosition>} Position
 * @typedef {import('../squares.js').Drawing<Position>} Drawing
 */

/** The one place where layout and view are read. @param {{ layout: Layout, view: View }} shown */
function readPosition({ layout, view }) {
  return {
    columns: layout.columns,
    rows: layout.rows,
    names: layout.square_names,
    text: view.square_words,
    moves: new Map(view.targets.map(({ cell, move }) => [cell, move])),
    mover: view.mover,
    cells: view.cells,
    last: view.last,
    line: view.line,
  };
}

/** A cell: a mat on the water. @param {Drawing} on @param {number} cell */
function drawCell({ ctx, colours, grid }, cell) {
  const { x, y } = corner(grid, cell);
  const inset = grid.cell * 0.035;
  const side = grid.cell - 2 * inset;
  const line = /** @type {const} */ ([colours.reed2, Math.max(0.8, grid.cell * 0.016)]);
  plate(ctx, [x + inset, y + inset, side, side, grid.cell * 0.1], colours.reed, line);
}

/** A piece, told apart by more than its colour: a ring or a cross. @param {Drawing} on @param {number} seat @param {number} cell */
function drawPiece({ ctx, colours, grid }, seat, cell) {
  const { x, y } = centre(grid, cell);
  const r = grid.cell * 0.26;
  const lines = /** @type {[string, number][]} */ ([
    ['#ffffff', grid.cell * 0.17],
    [colours.seats[seat], grid.cell * 0.11],
  ]);
  ctx.lineCap = 'round';
  if (seat === 0) disc(ctx, x, y, r, '', ...lines);
  else strokes(ctx, cross(x, y, r), ...lines);
}

/** The board as it stands. @param {Drawing} on @param {number} done   how far the last move has come, 0 to 1 */
function paint(on, done) {
  const { ctx, grid, position } = on;
  const { cells, last, line } = position;
  drawRim(on);
  for (const cell of cells.keys()) drawCell(on, cell);
  const width = Math.max(1.5, grid.cell * 0.03);
  if (last !== null) frameCell(ctx, grid, last, { colour: '#ffffffd8', width, inset: 0.03 });
  cells.forEach((seat, cell) => {
    if (seat !== null) faint(ctx, cell === last ? done : 1, () => drawPiece(on, seat, cell));
  });
  for (const cell of line) frameCell(ctx, grid, cell, { colour: '#ffffff', width: width * 2 });
}

export const NAME = squareRenderer({ read: readPosition, paint, piece: drawPiece, motion: 200 }, {});
