/**
 * The board of Name. It says how a cell and a piece look; where one may play, where a piece falls, hints, scores,
 * the expected line, keys and the grid for screen readers are those of every game on a grid.
 */
import { centre, corner } from '../grid.js';
import { gridRenderer } from '../gridGame.js';
import { cross, disc, plate, strokes } from '../pen.js';

/** @typedef {import('../gridGame.js').Drawing} Drawing */

/** A hole in an upright board. @param {Drawing} on @param {number} cell */
function drawCell({ ctx, colours, grid }, cell) {
  const { x, y } = corner(grid, cell);
  plate(ctx, [x, y, grid.cell, grid.cell, 0], colours.reed);
  const hole = centre(grid, cell);
  disc(ctx, hole.x, hole.y, grid.cell * 0.42, colours.lake);
}

/** A piece, distinguished by more than its colour: by a ring or a cross. @param {Drawing} on @param {number} seat @param {number} cell */
function drawPiece({ ctx, colours, grid }, seat, cell) {
  const { x, y } = centre(grid, cell);
  disc(ctx, x, y, grid.cell * 0.38, colours.seats[seat]);
  const line = /** @type {[string, number]} */ (['#ffffff', grid.cell * 0.06]);
  if (seat === 0) disc(ctx, x, y, grid.cell * 0.2, '', line);
  else strokes(ctx, cross(x, y, grid.cell * 0.16), line);
}

export const NAME = gridRenderer({ piece: drawPiece, cell: drawCell });
