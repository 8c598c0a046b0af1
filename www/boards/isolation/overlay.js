/**
 * Overlays of Isolation: exact wins and losses, and the cells that each knight can reach. It draws lists from Rust.
 */
import { centre, corner } from '../grid.js';
import { drawResult, indexBy } from '../thoughts.js';
import { stampMark } from './draw.js';

/** @typedef {import('../contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('../squares.js').Drawing<import('./boardState.js').Position>} Drawing */

/**
 * The exact result of every move, or a mark that it is unknown.
 * @param {Drawing} on
 * @param {AnalysisInfo | null} thought
 */
export function drawOutcome({ ctx, colours, grid, position }, thought) {
  const at = indexBy(thought, ({ cell }) => cell);
  for (const cell of position.moves.keys()) {
    const i = at.get(cell);
    const known = thought?.classes[i ?? -1] ?? 'unknown';
    const { x, y } = centre(grid, cell);
    drawResult(ctx, colours, known, thought?.plies[i ?? -1], x, y, grid.cell * 0.33);
  }
}

/**
 * The cells that each knight can reach: the first seat's in the upper left half of a cell, the other's in the lower
 * right, each with its mark. A cell that only one can reach is filled with its colour.
 * @param {Drawing} on
 * @param {number[][]} regions
 */
export function drawRegions({ ctx, colours, grid }, regions) {
  const side = grid.cell;
  const sets = regions.map((cells) => new Set(cells));
  for (let cell = 0; cell < grid.columns * grid.rows; cell++) {
    const { x, y } = corner(grid, cell);
    const inset = side * 0.045;
    const [l, t, r, b] = [x + inset, y + inset, x + side - inset, y + side - inset];
    for (const seat of [0, 1]) {
      if (!sets[seat].has(cell)) continue;
      const alone = !sets[1 - seat].has(cell);
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(l, t, r - l, b - t, side * 0.09);
      ctx.clip();
      ctx.globalAlpha = alone ? 0.78 : 0.34;
      ctx.fillStyle = colours.seats[seat];
      ctx.beginPath();
      ctx.moveTo(r, t);
      ctx.lineTo(l, b);
      if (seat === 0 || alone) ctx.lineTo(l, t);
      if (alone) ctx.lineTo(r, t);
      if (seat === 1 || alone) ctx.lineTo(r, b);
      if (alone) ctx.lineTo(l, b);
      ctx.fill();
      ctx.restore();
      const at = side * (seat === 0 ? 0.18 : 0.82);
      stampMark(ctx, colours, seat, x + at, y + at, side * 0.095, side * 0.062);
    }
  }
}
