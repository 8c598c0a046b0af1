/**
 * The board of Name. This file draws a cell and a piece. `gridGame.js` does the rest for every game on a grid: legal moves,
 * falling pieces, hints, scores, the best line, the keyboard and the grid for screen readers.
 */
import { centre, corner } from '../grid.js';
import { gridRenderer } from '../gridGame.js';
import { cross, disc, plate, strokes } from '../pen.js';

/** @typedef {import('../gridGame.js').Drawing} Drawing */

/** Draws a hole in an upright board. @param {Drawing} on @param {number} cell */
function drawCell({ ctx, colours, grid }, cell) {
  const { x, y } = corner(grid, cell);
  plate(ctx, [x, y, grid.cell, grid.cell, 0], colours.reed);
  const hole = centre(grid, cell);
  disc(ctx, hole.x, hole.y, grid.cell * 0.42, colours.lake);
}

/** Draws a piece. A ring or a cross distinguishes the seats without colour. @param {Drawing} on @param {number} seat @param {number} cell */
function drawPiece({ ctx, colours, grid }, seat, cell) {
  const { x, y } = centre(grid, cell);
  disc(ctx, x, y, grid.cell * 0.38, colours.seats[seat]);
  const line = /** @type {[string, number]} */ (['#ffffff', grid.cell * 0.06]);
  if (seat === 0) disc(ctx, x, y, grid.cell * 0.2, '', line);
  else strokes(ctx, cross(x, y, grid.cell * 0.16), line);
}

export const NAME = gridRenderer({ piece: drawPiece, cell: drawCell });
