/**
 * The board of a game on a grid (`src/core/grid`), based on `squares.js`: cells, pieces, the last move, frames, and columns
 * that are clicked as a whole if pieces fall. Rust provides the cells of best lines and all rules. A game defines how a
 * cell and a piece look.
 */
import { corner, frameCell } from './grid.js';
import { faint, plate } from './pen.js';
import { drawRim, squareRenderer } from './squares.js';

/**
 * @typedef {ReturnType<typeof readPosition>} Position
 * @typedef {import('./squares.js').Drawing<Position>} Drawing
 */

/** The duration of a move's animation, in milliseconds. */
const MOTION = 240;

/** The only code that reads layout and view. @param {{ layout: import('../pkg/totora.js').GridLayout, view: import('../pkg/totora.js').GridView }} shown */
function readPosition({ layout, view }) {
  return {
    ...layout,
    ...view,
    names: layout.square_names,
    text: view.square_words,
    moves: new Map(view.targets.map(({ cell, move }) => [cell, move])),
    aim: new Map(view.targets.flatMap(({ cell, aim }) => aim.map((at) => [at, cell]))),
  };
}

/** A mat on the water. @param {Drawing} on @param {number} cell */
function drawMat({ ctx, colours, grid }, cell) {
  const { x, y } = corner(grid, cell);
  const inset = grid.cell * 0.035;
  const side = grid.cell - 2 * inset;
  const line = /** @type {const} */ ([colours.reed2, Math.max(0.8, grid.cell * 0.016)]);
  plate(ctx, [x + inset, y + inset, side, side, grid.cell * 0.1], colours.reed, line);
}

/** A piece that moves to its cell. @param {Drawing} on @param {number} cell @param {number} done @param {() => void} draw */
function moving({ ctx, grid, position }, cell, done, draw) {
  if (!position.falls) return faint(ctx, done, draw);
  ctx.save();
  ctx.translate(0, (done - 1) * (corner(grid, cell).y - grid.y));
  draw();
  ctx.restore();
}

/**
 * A renderer of a game on a grid.
 * @param {object} look
 * @param {(on: Drawing, seat: number, cell: number) => void} look.piece
 * @param {(on: Drawing, cell: number) => void} [look.cell]   a mat by default
 * @param {Partial<import('./squares.js').SquareGame<Position>>} [game]   overrides
 * @param {Partial<import('./contract.js').Renderer>} [more]
 */
export function gridRenderer({ piece, cell: drawCell = drawMat }, game = {}, more = {}) {
  /** The board without overlays. @param {Drawing} on @param {number} done */
  function paint(on, done) {
    const { ctx, grid, position } = on;
    const { cells, last, marked } = position;
    drawRim(on);
    for (const cell of cells.keys()) drawCell(on, cell);
    if (last !== null)
      frameCell(ctx, grid, last, { colour: '#ffffffd8', width: [1.5, 0.03], inset: 0.03 });
    cells.forEach((seat, cell) => {
      if (seat !== null) moving(on, cell, cell === last ? done : 1, () => piece(on, seat, cell));
    });
    for (const cell of marked) frameCell(ctx, grid, cell, { colour: '#ffffff', width: [3, 0.06] });
  }

  return squareRenderer(
    {
      read: readPosition,
      paint,
      piece,
      motion: MOTION,
      moves: ({ last }) => last !== null,
      placesOfLine: (moves, _position, inspect) => inspect({ line: moves })?.cells ?? [],
      ...game,
    },
    {
      ...more,
    },
  );
}
