/**
 * Draws the mats of Isolation, open and sunken, its knights, trails and the end. The functions have no state and no
 * rules.
 */
import { drawMark } from '../../ui/palette.js';
import { centre, corner } from '../grid.js';
import { along, cross, disc, faint, paint, plate, strokes, through } from '../pen.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('../squares.js').Drawing<import('./boardState.js').Position>} Drawing */

/** A seat's mark on a larger white one. @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} seat @param {number} x @param {number} y @param {number} rim @param {number} radius */
export function stampMark(ctx, colours, seat, x, y, rim, radius) {
  ctx.fillStyle = '#ffffff';
  drawMark(ctx, seat, x, y, rim);
  ctx.fillStyle = colours.seats[seat];
  drawMark(ctx, seat, x, y, radius);
}

/**
 * An open cell: a mat of reed that lies on the water, in the two shades of a chequered board.
 * @param {Drawing} on
 * @param {number} cell
 */
export function drawMat({ ctx, colours, grid }, cell) {
  const { x, y } = corner(grid, cell);
  const size = grid.cell;
  const inset = Math.max(1, size * 0.035);
  const side = size - 2 * inset;
  const radius = size * 0.1;
  const light = ((cell % grid.columns) + Math.floor(cell / grid.columns)) % 2 === 0;
  const drop = y + inset + Math.max(1.2, size * 0.035);
  plate(ctx, [x + inset, drop, side, side, radius], '#00000038');
  plate(ctx, [x + inset, y + inset, side, side, radius], colours.reed);
  if (light) {
    ctx.fillStyle = '#fffbe84d';
    ctx.fill();
  }
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(0.8, size * 0.016);
  ctx.stroke();
  // Strands of reed: upright on one shade, lying on the other.
  const strands = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (let k = 0; k < 4; k++) {
      const a = (0.17 + k * 0.22 + ((cell * 3 + k) % 3) * 0.02) * size;
      const b = (0.14 + ((cell * 5 + k * 2) % 5) * 0.06) * size;
      if (light) along([x + a, y + b], [x + a, y + b + size * 0.46])(p);
      else along([x + b, y + a], [x + b + size * 0.46, y + a])(p);
    }
  };
  faint(ctx, 0.3, () => strokes(ctx, strands, [colours.reed2, Math.max(0.6, size * 0.014)]));
}

/**
 * A closed cell: a sunken mat, with its outline visible through the water and two ripples.
 * @param {Drawing} on
 * @param {number} cell
 * @param {number} sunk   progress of sinking, 0 to 1
 */
export function drawSunken({ ctx, colours, grid }, cell, sunk) {
  const { x, y } = corner(grid, cell);
  const size = grid.cell;
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    /** @type {[number, number]} */ ([x + dx * size, y + dy * size]);
  faint(ctx, sunk, () => {
    // The hole, dark at its upper edge where the neighbours cast a shadow.
    plate(ctx, [...at(0.03, 0.03), size * 0.94, size * 0.94, size * 0.1], colours.lake2);
    const shadow = along(at(0.05, 0.9), at(0.05, 0.05), at(0.92, 0.05));
    strokes(ctx, shadow, ['#00000055', Math.max(1, size * 0.035)]);
    // The broken remains of the mat.
    ctx.setLineDash([size * 0.1, size * 0.075]);
    const mat = /** @type {const} */ ([...at(0.1, 0.1), size * 0.8, size * 0.8, size * 0.1]);
    plate(ctx, [...mat], '', ['#ffffff38', Math.max(1, size * 0.02)]);
    ctx.setLineDash([]);
    ctx.lineCap = 'round';
    const ripples = (/** @type {CanvasRenderingContext2D} */ p) => {
      for (const [px, py] of [at(0.24, 0.3), at(0.5, 0.74)]) {
        p.moveTo(px, py);
        p.quadraticCurveTo(px + size * 0.065, py - size * 0.06, px + size * 0.13, py);
        p.quadraticCurveTo(px + size * 0.195, py + size * 0.06, px + size * 0.26, py);
      }
    };
    strokes(ctx, ripples, ['#ffffff70', Math.max(1, size * 0.024)]);
  });
}

/** A horse's head that faces left, in a box of two by two around the origin. @param {CanvasRenderingContext2D} p */
function traceHead(p) {
  p.moveTo(-0.5, 0.8);
  p.bezierCurveTo(-0.5, 0.36, -0.02, 0.3, -0.04, -0.06);
  p.bezierCurveTo(-0.2, 0.1, -0.34, 0.08, -0.44, 0.22);
  p.quadraticCurveTo(-0.54, 0.32, -0.66, 0.22);
  p.quadraticCurveTo(-0.82, 0.1, -0.72, -0.06);
  p.lineTo(-0.44, -0.44);
  p.quadraticCurveTo(-0.36, -0.64, -0.16, -0.7);
  p.lineTo(-0.1, -0.96);
  p.lineTo(0.12, -0.7);
  p.bezierCurveTo(0.54, -0.56, 0.7, -0.06, 0.62, 0.8);
  p.closePath();
}

/**
 * A knight: a horse's head on a round base in the seat's colour, with the seat's mark; the second
 * seat's faces the other way.
 * @param {Pick<Drawing, 'ctx' | 'colours' | 'grid'>} on
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 */
export function drawKnight({ ctx, colours, grid: { cell } }, seat, x, y) {
  const radius = cell * 0.4;
  disc(ctx, x, y + cell * 0.035, radius, '#00000045');
  disc(ctx, x, y, radius, colours.seats[seat], ['#ffffff', Math.max(1.4, cell * 0.03)]);
  ctx.save();
  ctx.translate(x, y - cell * 0.005);
  const scale = cell * 0.29;
  ctx.scale(seat === 0 ? scale : -scale, scale);
  paint(ctx, traceHead, '#ffffff');
  disc(ctx, -0.22, -0.34, 0.09, colours.seats[seat]);
  ctx.restore();
  drawMark(ctx, seat, x + (seat === 0 ? 0.05 : -0.05) * cell, y + cell * 0.11, cell * 0.075);
}

/**
 * The trail of a knight, with its mark on every cell that it left; the second seat's is dashed.
 * @param {Drawing} on
 * @param {number[]} trail
 * @param {number} seat
 */
export function drawTrail({ ctx, colours, grid }, trail, seat) {
  const { cell } = grid;
  const points = trail.map((one) => centre(grid, one));
  ctx.save();
  ctx.lineJoin = ctx.lineCap = 'round';
  ctx.setLineDash(seat === 0 ? [] : [cell * 0.12, cell * 0.09]);
  const width = (/** @type {number} */ share) => Math.max(1.6, cell * share);
  strokes(ctx, through(points), ['#ffffffa8', width(0.062)], [colours.seats[seat], width(0.036)]);
  ctx.setLineDash([]);
  for (const { x, y } of points.slice(0, -1))
    stampMark(ctx, colours, seat, x, y, cell * 0.12, cell * 0.08);
  ctx.restore();
}

/** The ply at which each cell was closed. @param {Drawing} on */
export function drawOrder({ ctx, colours, grid, position }) {
  const { cell } = grid;
  ctx.font = `700 ${Math.round(Math.max(9, cell * 0.2))}px ${colours.mono}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = '#0b1c20c0';
  ctx.lineWidth = 3;
  ctx.fillStyle = '#ffffff';
  position.trails.forEach((trail, seat) => {
    trail.forEach((one, i) => {
      const { x, y } = corner(grid, one);
      const text = String(2 * i + seat + 1);
      ctx.strokeText(text, x + cell * 0.07, y + cell * 0.08);
      ctx.fillText(text, x + cell * 0.07, y + cell * 0.08);
    });
  });
}

/** The end: a wreath around the winner's knight, a cross over the one that cannot move. @param {Drawing} on */
export function drawEnd({ ctx, colours, grid, position }) {
  const { cell } = grid;
  const width = (/** @type {number} */ share) => Math.max(2, cell * share);
  position.knights.forEach((at, seat) => {
    if (at === null) return;
    const { x, y } = centre(grid, at);
    if (seat === position.winner) {
      const wreath = /** @type {const} */ ([
        [colours.seats[seat], width(0.09)],
        ['#ffffff', width(0.045)],
      ]);
      disc(ctx, x, y, cell * 0.46, '', ...wreath);
      drawCrown(ctx, colours, x, y - cell * 0.38, cell * 0.3);
      return;
    }
    ctx.lineCap = 'round';
    strokes(ctx, cross(x, y, cell * 0.34), ['#10181b', width(0.14)], ['#ffffff', width(0.075)]);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} x @param {number} y @param {number} size */
function drawCrown(ctx, colours, x, y, size) {
  const points = [
    [-0.6, 0.4],
    [-0.72, -0.36],
    [-0.3, 0],
    [0, -0.6],
    [0.3, 0],
    [0.72, -0.36],
    [0.6, 0.4],
  ].map(([dx, dy]) => ({ x: x + dx * size, y: y + dy * size }));
  ctx.lineJoin = 'round';
  const trace = (/** @type {CanvasRenderingContext2D} */ p) => {
    through(points)(p);
    p.closePath();
  };
  paint(ctx, trace, '#f2c83a', [colours.reedInk, Math.max(1, size * 0.07)]);
}
