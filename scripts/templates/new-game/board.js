/**
 * The board of NAME, on the base of squares. It shows what Rust's view says; it holds no rule. Where one
 * may play, hints, scores, the expected line, keys and the grid for screen readers are the base's.
 */
import { centre, corner, frameCell } from '../grid.js';
import { cross, disc, faint, plate, strokes } from '../pen.js';
import { drawRim, squareRenderer } from '../squares.js';

/**
 * @typedef {object} View   What the game's Rust side gives the page. Cells count from the top left.
 * @property {number} columns
 * @property {number} rows
 * @property {string[]} names   of the cells, as moves are written: "a1"
 * @property {string[]} text    what is said of each cell: "a1, Red", "b1, empty"
 * @property {(number | null)[]} cells   the seat whose piece stands on each
 * @property {{ cell: number, move: string }[]} targets   where the mover may play
 * @property {number | null} mover       null when the game is over
 * @property {{ cell: number } | null} last   the last move
 * @property {number[]} line     what was won with, if anything
 *
 * @typedef {ReturnType<typeof readPosition>} Position
 * @typedef {import('../squares.js').Drawing<Position>} Drawing
 */

/** The one place where the shell's view is read. @param {{ view: View }} model */
export function readPosition({ view }) {
  return { ...view, moves: new Map(view.targets.map(({ cell, move }) => [cell, move])) };
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
  if (last) frameCell(ctx, grid, last.cell, { colour: '#ffffffd8', width, inset: 0.03 });
  cells.forEach((seat, cell) => {
    if (seat !== null) faint(ctx, cell === last?.cell ? done : 1, () => drawPiece(on, seat, cell));
  });
  for (const cell of line) frameCell(ctx, grid, cell, { colour: '#ffffff', width: width * 2 });
}

export const NAME = squareRenderer({ read: readPosition, paint, piece: drawPiece, motion: 200 }, {});
