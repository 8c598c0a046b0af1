/**
 * Draws Lake, Reedbed, islands, houses and the marks above them. The functions have no state and no rules.
 */
import { drawMark } from '../../ui/palette.js';
import { newPath } from '../../ui/path.js';
import { along, faint, frame, paint, plate, strokes, write } from '../pen.js';
import { columnRow, SIDE } from './boardState.js';
import { tracePath } from './shape.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./shape.js').Point} Point */
/** @typedef {{ x: number, y: number, cell: number }} Place   the position of column 0, row 0 */
/** @typedef {{ ctx: CanvasRenderingContext2D, colours: Palette, place: Place }} On */
/** @typedef {Place & { size: number, frame: number }} Lake */

/** @param {number} size   of the square canvas @returns {Lake} */
export function lakePlace(size) {
  const frame = Math.max(16, Math.round(size * 0.036));
  return { size, frame, x: frame, y: frame, cell: (size - 2 * frame) / SIDE };
}

/** The middle of a square. @param {Place} place @param {Point} square @returns {Point} */
export const middleOf = ({ x, y, cell }, [c, r]) => [x + (c + 0.5) * cell, y + (r + 0.5) * cell];

/** @param {On & { place: Lake }} on @param {string[]} names */
export function drawWater({ ctx, colours, place }, names) {
  const { size, frame, cell } = place;
  ctx.clearRect(0, 0, size, size);
  plate(ctx, [0, 0, size, size, frame * 0.9], colours.lake2);
  plate(ctx, [frame, frame, size - 2 * frame, size - 2 * frame, frame * 0.35], colours.lake);
  const lines = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (let i = 1; i < SIDE; i++) {
      const at = Math.round(frame + i * cell) + 0.5;
      along([at, frame], [at, size - frame])(p);
      along([frame, at], [size - frame, at])(p);
    }
  };
  faint(ctx, 0.13, () => strokes(ctx, lines, ['#ffffff', 1]));
  // A few ripples, always the same ones.
  const ripples = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (let i = 0; i < SIDE * SIDE; i += 1) {
      if ((i * 7) % 5 > 1) continue;
      const [c, r] = columnRow(i);
      const x = frame + (c + 0.25 + ((i * 13) % 7) * 0.05) * cell;
      const y = frame + (r + 0.35 + ((i * 5) % 6) * 0.07) * cell;
      p.moveTo(x, y);
      p.quadraticCurveTo(x + cell * 0.06, y - cell * 0.05, x + cell * 0.12, y);
      p.quadraticCurveTo(x + cell * 0.18, y + cell * 0.05, x + cell * 0.24, y);
    }
  };
  ctx.lineCap = 'round';
  faint(ctx, 0.11, () => strokes(ctx, ripples, ['#ffffff', Math.max(1, cell * 0.018)]));
  const font = `600 ${Math.round(frame * 0.55)}px ${colours.font}`;
  faint(ctx, 0.85, () => {
    for (let i = 0; i < SIDE; i++) {
      const at = frame + (i + 0.5) * cell;
      write(ctx, names[SIDE * (SIDE - 1) + i][0], at, size - frame / 2, font, '#ffffff');
      write(ctx, names[i * SIDE].slice(1), frame / 2, at, font, '#ffffff');
    }
  });
}

/** An island's reeds, without houses. @param {On} on @param {Point[]} squares @param {{ shadow?: boolean }} [how] */
export function drawIsland({ ctx, colours, place }, squares, how = {}) {
  const { x, y, cell } = place;
  const path = newPath();
  tracePath(path, squares, { x, y, cell, inset: cell * 0.035, radius: cell * 0.13 });
  ctx.save();
  if (how.shadow !== false)
    faint(ctx, 1, () => {
      ctx.translate(0, Math.max(1.5, cell * 0.035));
      paint(ctx, path, '#00000038');
    });
  paint(ctx, path, colours.reed);
  // Strands of reed, clipped to the island.
  const strands = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (const [c, r] of squares) {
      for (let k = 0; k < 4; k++) {
        const dx = x + (c + 0.14 + k * 0.24 + ((c * 3 + r * 5 + k) % 4) * 0.02) * cell;
        const top = y + (r + 0.1 + ((c + r * 2 + k * 3) % 5) * 0.06) * cell;
        along([dx, top], [dx, top + cell * 0.5])(p);
      }
    }
  };
  faint(ctx, 0.4, () => {
    ctx.clip(path);
    strokes(ctx, strands, [colours.reed2, Math.max(0.6, cell * 0.016)]);
  });
  // The seams between its squares.
  const has = new Set(squares.map(([c, r]) => c * 100 + r));
  const seams = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (const [c, r] of squares) {
      const [px, py] = [x + c * cell, y + r * cell];
      const [near, far] = [cell * 0.06, cell * 0.94];
      if (has.has((c + 1) * 100 + r)) along([px + cell, py + near], [px + cell, py + far])(p);
      if (has.has(c * 100 + r + 1)) along([px + near, py + cell], [px + far, py + cell])(p);
    }
  };
  strokes(ctx, seams, ['#00000024', 1]);
  strokes(ctx, path, [colours.reed2, Math.max(1, cell * 0.022)]);
  ctx.restore();
}

/** @param {On} on @param {number} seat @param {Point} square @param {number} [scale] */
export function drawHouse({ ctx, colours, place }, seat, square, scale = 1) {
  const [x, y] = middleOf(place, square);
  const s = place.cell * 0.54 * scale;
  plate(ctx, [x - s / 2, y - s / 2 + s * 0.07, s, s, s * 0.2], '#00000030');
  plate(ctx, [x - s / 2, y - s / 2, s, s, s * 0.2], colours.seats[seat]);
  ctx.fillStyle = '#fffffff0';
  drawMark(ctx, seat, x, y + (seat === 0 ? s * 0.05 : 0), s * 0.24);
}

/** All houses of an island. @param {On} on @param {number[]} houses @param {Point[]} squares   in the island's order @param {(square: number) => number} [scale] */
export function drawHouses(on, houses, squares, scale) {
  houses.forEach((house, square) => {
    if (house) drawHouse(on, house - 1, squares[square], scale?.(square));
  });
}

/** An island's letter, by which moves name it: in the corner of its first square. @param {On} on @param {string} letter @param {Point[]} squares   in the island's order */
export function drawLetter({ ctx, colours, place: { x, y, cell } }, letter, [[column, row]]) {
  const font = `700 ${Math.max(8, Math.round(cell * 0.2))}px ${colours.font}`;
  faint(ctx, 0.75, () =>
    write(ctx, letter, x + (column + 0.17) * cell, y + (row + 0.18) * cell, font, colours.reedInk),
  );
}

/** A line around squares. @param {On} on @param {Point[]} squares @param {import('../pen.js').FrameStyle & { inset?: number }} how */
export function drawOutline({ ctx, place: { x, y, cell } }, squares, { inset = 0.06, ...how }) {
  const path = newPath();
  tracePath(path, squares, { x, y, cell, inset: cell * inset, radius: cell * 0.14 });
  frame(ctx, path, { cell, more: Math.max(2, cell * 0.03), ...how });
}

/** Villages and their fronts, if switched on. @param {On} on @param {Position} position @param {Record<string, boolean>} marks */
export function drawMarks(on, { villages }, marks) {
  const { ctx, colours, place } = on;
  const { cell } = place;
  for (const { seat, front, biggest } of marks.fronts ? villages : []) {
    if (!biggest) continue;
    for (const square of front) {
      const [x, y] = middleOf(place, columnRow(square));
      // Two fronts may share a square, so each has its own side.
      const dx = seat % 2 === 0 ? -cell * 0.16 : cell * 0.16;
      for (const [fill, radius] of /** @type {const} */ ([
        ['#ffffffd0', 0.13],
        [colours.seats[seat], 0.09],
      ])) {
        ctx.fillStyle = fill;
        drawMark(ctx, seat, x + dx, y + cell * 0.3, cell * radius);
      }
    }
  }
  for (const { seat, cells, biggest } of marks.villages ? villages : []) {
    drawOutline(on, cells.map(columnRow), {
      colour: colours.seats[seat],
      width: [2, biggest ? 0.055 : 0.03],
      dash: biggest ? [] : [0.07, 0.06],
      inset: 0.1,
      halo: biggest ? '#ffffffd0' : undefined,
    });
  }
}

/** The village that won. @param {On} on @param {NonNullable<Position['winning']>} winning */
export const drawWinner = (on, { cells, seat }) =>
  drawOutline(on, cells.map(columnRow), {
    colour: '#ffffff',
    width: [3, 0.06],
    inset: 0.09,
    halo: on.colours.seats[seat],
  });
