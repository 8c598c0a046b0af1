/**
 * What is over the board of Isolation alone: exact wins and losses, and the cells that each knight can
 * still come to. It draws lists that Rust made.
 */
import { centre, corner } from '../grid.js';
import { disc, plate, write } from '../pen.js';
import { indexBy } from '../thoughts.js';
import { stampMark } from './draw.js';

/** @typedef {import('../contract.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../squares.js').Drawing<import('./boardState.js').Position>} Drawing */

/**
 * Exact: a round W for a win, a square L for a loss, with the plies to the end where known.
 * @param {Drawing} on
 * @param {ThoughtInfo | null} thought
 */
export function drawOutcome({ ctx, colours, grid, position }, thought) {
  const known = indexBy(thought, ({ cell }) => cell);
  const side = grid.cell;
  for (const cell of position.moves.keys()) {
    const i = known.get(cell) ?? -1;
    const score = thought?.scores[i] ?? 0;
    const { x, y } = centre(grid, cell);
    const r = side * 0.33;
    const win = score === 'win';
    const told = win || score === 'loss';
    const rim = win ? '#ffffff' : told ? '#8f2d0c' : '#1d2a2f80';
    const line = /** @type {const} */ ([rim, Math.max(1.5, side * 0.035)]);
    ctx.setLineDash(told ? [] : [side * 0.06, side * 0.06]);
    if (told && !win)
      plate(ctx, [x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.22], '#fff6ef', line);
    else disc(ctx, x, y, r, win ? '#0b6e4f' : '#ffffffb0', line);
    ctx.setLineDash([]);
    const ink = win ? '#ffffff' : told ? '#8f2d0c' : '#1d2a2f';
    const plies = thought?.plies[i];
    const two = told && typeof plies === 'number';
    const font = `800 ${Math.round(side * (two ? 0.27 : 0.34))}px ${colours.font}`;
    write(ctx, told ? (win ? 'W' : 'L') : '?', x, y + side * (two ? -0.085 : 0.02), font, ink);
    if (!two) continue;
    const small = `700 ${Math.round(Math.max(8, side * 0.2))}px ${colours.mono}`;
    write(ctx, plies, x, y + side * 0.155, small, ink);
  }
}

/**
 * The cells that each knight can still come to: one seat's is the upper left half of a cell, the
 * other's the lower right, each with its mark; a cell that only one can come to is all of its colour.
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
