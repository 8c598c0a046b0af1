/** A position of Isolation without analysis and rim, shared with Home. */
import { centre, frameCell } from '../grid.js';
import * as draw from './draw.js';

/** @typedef {import('../squares.js').Drawing<import('./boardState.js').Position>} Drawing */
/** @typedef {Pick<Drawing, 'ctx' | 'colours'> & { grid: import('../grid.js').Grid, position: Pick<import('./boardState.js').Position, 'closed' | 'knights' | 'trails' | 'last' | 'winner'> }} Plain   the part of a drawing that this needs */

/** Mats, trails, the last move, knights, and the end. @param {Plain} plain @param {number} done   progress of the last move's animation, 0 to 1 */
export function paintPosition(plain, done) {
  const on = /** @type {Drawing} */ (plain);
  const { ctx, grid, position } = on;
  const { last } = position;
  const going = done < 1 ? (last?.cell ?? null) : null;
  for (let cell = 0; cell < grid.columns * grid.rows; cell++) {
    const closed = position.closed.has(cell);
    if (!closed || cell === going) draw.drawMat(on, cell);
    if (closed) draw.drawSunken(on, cell, cell === going ? done : 1);
  }
  position.trails.forEach((trail, seat) => {
    const moving = going !== null && last?.seat === seat;
    draw.drawTrail(on, moving ? trail.slice(0, -1) : trail, seat);
  });
  if (last && position.winner === null) {
    for (const cell of [last.from, last.cell]) {
      if (cell === null) continue;
      const dash = cell === last.from ? [0.08, 0.07] : [];
      frameCell(ctx, grid, cell, { colour: '#ffffffd8', width: [1.5, 0.03], dash, inset: 0.03 });
    }
  }
  paintKnights(on, done);
  if (position.winner !== null && done >= 1) draw.drawEnd(on);
}

/** @param {Plain} plain @param {number} [done] */
export function paintKnights(plain, done = 1) {
  const on = /** @type {Drawing} */ (plain);
  const { grid, position } = on;
  position.knights.forEach((at, seat) => {
    if (at === null) return;
    let { x, y } = centre(grid, at);
    const { last } = position;
    if (done < 1 && last?.seat === seat) {
      const from = last.from === null ? { x, y } : centre(grid, last.from);
      x = from.x + (x - from.x) * done;
      // A leap: the knight rises and lands.
      y = from.y + (y - from.y) * done - Math.sin(done * Math.PI) * grid.cell * 0.35;
    }
    draw.drawKnight(on, seat, x, y);
  });
}
