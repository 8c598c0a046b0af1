/**
 * Previews a move: every stone that would turn, with the walks to it, or the tiles that a bomb would destroy. The lists
 * are Rust's responses to `inspect`.
 */
import { drawMark } from '../../ui/palette.js';
import { cellSeen, centre, corner, seenAt, seenSize } from '../grid.js';
import { along, disc, faint, strokes, through } from '../pen.js';
import { drawStone, frameTile } from './draw.js';
import { drawLit, portOf } from './transitions.js';

/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').Turns} Turns */
/** @typedef {import('./boardState.js').Blast} Blast */
/** @typedef {import('./draw.js').On} On */

/**
 * The stones that a move would turn, with their walks.
 * @param {On} on
 * @param {Camera} camera
 * @param {Position} view
 * @param {Turns} turns
 */
export function drawTurns(on, camera, { transitions }, turns) {
  const { ctx, colours, grid } = on;
  const { cell } = grid;
  const { seat } = turns;
  const used = new Set(turns.rays.flatMap((ray) => ray.steps.map((step) => step.through)));
  for (const transition of transitions)
    if (used.has(transition.id)) drawLit(ctx, camera, transition, grid);
  // The new stone, translucent.
  const at = centre(grid, turns.tile);
  faint(ctx, 0.86, () => drawStone(ctx, colours, seat, at.x, at.y, cell));
  for (const tile of turns.turned) {
    const { x, y } = centre(grid, tile);
    disc(ctx, x, y, cell * 0.25, colours.seats[seat], ['#ffffff', Math.max(1, cell * 0.045)]);
    ctx.fillStyle = '#ffffff';
    if (cell >= 12) drawMark(ctx, seat, x, y, cell * 0.13);
  }
  drawWalks(on, turns);
}

/**
 * The walks, from the new stone to the one that closes each. A step through a transition goes to the
 * port and comes out of its partner.
 * @param {On} on
 * @param {Turns} turns
 */
function drawWalks({ ctx, colours, grid }, turns) {
  const { cell } = grid;
  const middle = (/** @type {number} */ tile) => centre(grid, tile);
  const port = (/** @type {number} */ tile, /** @type {number} */ direction) => {
    const p = portOf({ tile, direction }, grid);
    return { x: grid.x + p.x * cell, y: grid.y + p.y * cell };
  };
  const walks = new Path2D();
  const heads = new Path2D();
  for (const ray of turns.rays) {
    let here = middle(turns.tile);
    let from = { tile: turns.tile, heading: ray.direction };
    // The line begins and ends at the rims of the stones, where it is visible.
    let first = true;
    ray.steps.forEach((step, n) => {
      const to = middle(step.tile);
      if (step.through !== null) {
        const out = port(from.tile, from.heading);
        const back = port(step.tile, (step.heading + 4) % 8);
        through([here, out])(walks);
        here = back;
      }
      const long = Math.hypot(to.x - here.x, to.y - here.y) || 1;
      const [ux, uy] = [(to.x - here.x) / long, (to.y - here.y) / long];
      const last = n === ray.steps.length - 1;
      const skip = first && step.through === null ? cell * 0.36 : 0;
      const stop = last ? cell * 0.44 : 0;
      if (long > skip + stop) {
        walks.moveTo(here.x + ux * skip, here.y + uy * skip);
        walks.lineTo(to.x - ux * stop, to.y - uy * stop);
      }
      if (last) {
        const [tx, ty] = [to.x - ux * cell * 0.34, to.y - uy * cell * 0.34];
        const size = cell * 0.14;
        heads.moveTo(tx, ty);
        heads.lineTo(tx - ux * size - uy * size * 0.8, ty - uy * size + ux * size * 0.8);
        heads.lineTo(tx - ux * size + uy * size * 0.8, ty - uy * size - ux * size * 0.8);
        heads.closePath();
      }
      first = false;
      here = to;
      from = { tile: step.tile, heading: step.heading };
    });
  }
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [style, wide] of /** @type {const} */ ([
    ['#ffffff', 0.085],
    [colours.seats[turns.seat], 0.04],
  ])) {
    strokes(ctx, walks, [style, Math.max(1, cell * wide)]);
    strokes(ctx, heads, [style, Math.max(1, cell * (wide - 0.03))]);
    ctx.fillStyle = style;
    ctx.fill(heads);
  }
  ctx.restore();
}

/**
 * The tiles that a bomb would destroy.
 * @param {On} on
 * @param {Camera} camera
 * @param {Position} view
 * @param {Blast} blast
 */
export function drawBlast({ ctx, colours, grid }, camera, { transitions }, blast) {
  const { cell } = grid;
  const [columns, rows] = seenSize(grid);
  const [area, hatch, rim] = [new Path2D(), new Path2D(), new Path2D()];
  const hit = new Set(blast.tiles);
  for (const tile of blast.tiles) {
    const { x, y } = corner(grid, tile);
    const [right, bottom] = [x + cell, y + cell];
    area.rect(x, y, cell, cell);
    for (let k = 0.25; k < 2; k += 0.5) {
      const [near, far] = [cell * Math.max(0, k - 1), cell * Math.min(1, k)];
      along([x + near, y + far], [x + far, y + near])(hatch);
    }
    const [column, row] = seenAt(grid, tile);
    /** @param {number} dx @param {number} dy */
    const alone = (dx, dy) => {
      const [c, r] = [column + dx, row + dy];
      return c < 0 || r < 0 || c >= columns || r >= rows || !hit.has(cellSeen(grid, c, r));
    };
    if (alone(0, -1)) along([x, y], [right, y])(rim);
    if (alone(0, 1)) along([x, bottom], [right, bottom])(rim);
    if (alone(-1, 0)) along([x, y], [x, bottom])(rim);
    if (alone(1, 0)) along([right, y], [right, bottom])(rim);
  }
  ctx.save();
  ctx.fillStyle = '#3a0d0480';
  ctx.fill(area);
  strokes(ctx, hatch, ['#ffd2c2a0', Math.max(0.7, cell * 0.03)]);
  ctx.lineCap = 'round';
  const width = (/** @type {number} */ share) => Math.max(1.2, cell * share);
  strokes(ctx, rim, ['#ffffff', width(0.13)], [colours.bad, width(0.075)]);
  for (const transition of transitions) {
    if (transition.ends.some((end) => hit.has(end.tile)))
      drawLit(ctx, camera, transition, grid, colours.bad);
  }
  const line = { colour: '#ffffff', halo: colours.bad, inset: 0.06 };
  frameTile({ ctx, grid }, blast.tile, { width: [1.5, 0.05], ...line });
  const at = centre(grid, blast.tile);
  drawBomb(ctx, at.x, at.y, Math.max(9, cell * 0.3));
  ctx.restore();
}

/** A bomb. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r   its radius */
export function drawBomb(ctx, x, y, r) {
  const line = /** @type {const} */ (['#ffffff', Math.max(1, r * 0.14)]);
  ctx.save();
  ctx.translate(x, y);
  ctx.lineCap = 'round';
  disc(ctx, -r * 0.08, r * 0.12, r * 0.74, '#20262a', line);
  const fuse = (/** @type {CanvasRenderingContext2D} */ p) => {
    p.moveTo(r * 0.38, -r * 0.44);
    p.quadraticCurveTo(r * 0.55, -r * 0.9, r * 0.92, -r * 0.72);
  };
  strokes(ctx, fuse, line);
  disc(ctx, r * 0.95, -r * 0.7, r * 0.2, '#ffb44a');
  ctx.restore();
}
