/**
 * Draws Lake, Reedbed, islands, houses and what lies over them. Every function takes a context and
 * what to draw; none keeps anything, none knows what is legal.
 */
import { drawMark } from '../palette.js';
import { tracePath } from './shape.js';

/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').UrosView} UrosView */
/** @typedef {import('../../pkg/totora.js').UrosIsland} UrosIsland */
/** @typedef {import('../../pkg/totora.js').UrosSpot} UrosSpot */
/** @typedef {import('./shape.js').Point} Point */
/** @typedef {{ x: number, y: number, cell: number }} Place   where column 0, row 0 lies */

/**
 * @param {number} size   of the square canvas
 * @returns {Place & { size: number, frame: number }}
 */
export function lakePlace(size) {
  const frame = Math.max(16, Math.round(size * 0.036));
  return { size, frame, x: frame, y: frame, cell: (size - 2 * frame) / 6 };
}

/**
 * @param {number} cell   number of a Lake square
 * @returns {Point}
 */
export const columnRow = (cell) => [cell % 6, Math.floor(cell / 6)];

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {ReturnType<typeof lakePlace>} lake
 * @param {UrosView} view
 */
export function drawWater(ctx, colours, lake, view) {
  const { size, frame, cell } = lake;
  ctx.clearRect(0, 0, size, size);
  ctx.fillStyle = colours.lake2;
  ctx.beginPath();
  ctx.roundRect(0, 0, size, size, frame * 0.9);
  ctx.fill();
  ctx.fillStyle = colours.lake;
  ctx.beginPath();
  ctx.roundRect(frame, frame, size - 2 * frame, size - 2 * frame, frame * 0.35);
  ctx.fill();
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.13;
  ctx.beginPath();
  for (let i = 1; i < 6; i++) {
    const at = Math.round(frame + i * cell) + 0.5;
    ctx.moveTo(at, frame);
    ctx.lineTo(at, size - frame);
    ctx.moveTo(frame, at);
    ctx.lineTo(size - frame, at);
  }
  ctx.stroke();
  // A few ripples, always the same ones.
  ctx.globalAlpha = 0.11;
  ctx.lineWidth = Math.max(1, cell * 0.018);
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (let i = 0; i < 36; i += 1) {
    if ((i * 7) % 5 > 1) continue;
    const [c, r] = columnRow(i);
    const x = frame + (c + 0.25 + ((i * 13) % 7) * 0.05) * cell;
    const y = frame + (r + 0.35 + ((i * 5) % 6) * 0.07) * cell;
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(x + cell * 0.06, y - cell * 0.05, x + cell * 0.12, y);
    ctx.quadraticCurveTo(x + cell * 0.18, y + cell * 0.05, x + cell * 0.24, y);
  }
  ctx.stroke();
  ctx.globalAlpha = 0.85;
  ctx.fillStyle = '#ffffff';
  ctx.font = `600 ${Math.round(frame * 0.55)}px ${colours.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (let i = 0; i < 6; i++) {
    const at = frame + (i + 0.5) * cell;
    ctx.fillText(view.square_names[30 + i][0], at, size - frame / 2);
    ctx.fillText(view.square_names[i * 6].slice(1), frame / 2, at);
  }
  ctx.globalAlpha = 1;
}

/**
 * An island's reeds, without houses.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Point[]} squares
 * @param {Place} place
 * @param {{ faded?: boolean, shadow?: boolean }} [how]
 */
export function drawIsland(ctx, colours, squares, place, how = {}) {
  const { x, y, cell } = place;
  const path = new Path2D();
  tracePath(path, squares, { x, y, cell, inset: cell * 0.035, radius: cell * 0.13 });
  ctx.save();
  if (how.faded) ctx.globalAlpha *= 0.4;
  if (how.shadow !== false) {
    ctx.save();
    ctx.translate(0, Math.max(1.5, cell * 0.035));
    ctx.fillStyle = '#00000038';
    ctx.fill(path);
    ctx.restore();
  }
  ctx.fillStyle = colours.reed;
  ctx.fill(path);
  // Strands of reed, clipped to the island.
  ctx.save();
  ctx.clip(path);
  ctx.strokeStyle = colours.reed2;
  ctx.globalAlpha *= 0.4;
  ctx.lineWidth = Math.max(0.6, cell * 0.016);
  ctx.beginPath();
  for (const [c, r] of squares) {
    for (let k = 0; k < 4; k++) {
      const dx = (0.14 + k * 0.24 + ((c * 3 + r * 5 + k) % 4) * 0.02) * cell;
      const top = (0.1 + ((c + r * 2 + k * 3) % 5) * 0.06) * cell;
      ctx.moveTo(x + c * cell + dx, y + r * cell + top);
      ctx.lineTo(x + c * cell + dx, y + r * cell + top + cell * 0.5);
    }
  }
  ctx.stroke();
  ctx.restore();
  // Where its squares meet.
  const has = new Set(squares.map(([c, r]) => c * 100 + r));
  ctx.strokeStyle = '#00000024';
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [c, r] of squares) {
    const px = x + c * cell;
    const py = y + r * cell;
    if (has.has((c + 1) * 100 + r)) {
      ctx.moveTo(px + cell, py + cell * 0.06);
      ctx.lineTo(px + cell, py + cell * 0.94);
    }
    if (has.has(c * 100 + r + 1)) {
      ctx.moveTo(px + cell * 0.06, py + cell);
      ctx.lineTo(px + cell * 0.94, py + cell);
    }
  }
  ctx.stroke();
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(1, cell * 0.022);
  ctx.stroke(path);
  ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} cell
 * @param {number} [scale]
 */
export function drawHouse(ctx, colours, seat, x, y, cell, scale = 1) {
  const s = cell * 0.54 * scale;
  const r = s * 0.2;
  ctx.fillStyle = '#00000030';
  ctx.beginPath();
  ctx.roundRect(x - s / 2, y - s / 2 + s * 0.07, s, s, r);
  ctx.fill();
  ctx.fillStyle = colours.seats[seat];
  ctx.beginPath();
  ctx.roundRect(x - s / 2, y - s / 2, s, s, r);
  ctx.fill();
  ctx.fillStyle = '#fffffff0';
  drawMark(ctx, seat, x, y + (seat === 0 ? s * 0.05 : 0), s * 0.24);
}

/**
 * All houses of an island.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number[]} houses
 * @param {Point[]} squares   in the island's order
 * @param {Place} place
 * @param {(square: number) => number} [scale]
 */
export function drawHouses(ctx, colours, houses, squares, { x, y, cell }, scale) {
  houses.forEach((house, square) => {
    if (!house) return;
    const [c, r] = squares[square];
    drawHouse(
      ctx,
      colours,
      house - 1,
      x + (c + 0.5) * cell,
      y + (r + 0.5) * cell,
      cell,
      scale?.(square),
    );
  });
}

/**
 * A line around squares.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Point[]} squares
 * @param {Place} place
 * @param {{ colour: string, width: number, dash?: number[], inset?: number, fill?: string, halo?: string }} how
 */
export function drawOutline(ctx, squares, { x, y, cell }, how) {
  const path = new Path2D();
  tracePath(path, squares, { x, y, cell, inset: cell * (how.inset ?? 0.06), radius: cell * 0.14 });
  if (how.fill) {
    ctx.fillStyle = how.fill;
    ctx.fill(path);
  }
  if (how.halo) {
    ctx.strokeStyle = how.halo;
    ctx.lineWidth = how.width + Math.max(2, cell * 0.03);
    ctx.stroke(path);
  }
  ctx.strokeStyle = how.colour;
  ctx.lineWidth = how.width;
  ctx.setLineDash(how.dash ?? []);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/**
 * Villages and their fronts, as far as they are switched on.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {UrosView} view
 * @param {Record<string, boolean>} marks
 */
export function drawMarks(ctx, colours, lake, view, marks) {
  const { cell } = lake;
  const villages = view.villages;
  if (marks.fronts) {
    for (const { seat, front, biggest } of villages) {
      if (!biggest) continue;
      for (const square of front) {
        const [c, r] = columnRow(square);
        const x = lake.x + (c + 0.5) * cell;
        const y = lake.y + (r + 0.5) * cell;
        // Two fronts may share a square: each keeps to its own side.
        const dx = seat % 2 === 0 ? -cell * 0.16 : cell * 0.16;
        ctx.fillStyle = '#ffffffd0';
        drawMark(ctx, seat, x + dx, y + cell * 0.3, cell * 0.13);
        ctx.fillStyle = colours.seats[seat];
        drawMark(ctx, seat, x + dx, y + cell * 0.3, cell * 0.09);
      }
    }
  }
  if (marks.villages) {
    for (const { seat, cells, biggest } of villages) {
      drawOutline(ctx, cells.map(columnRow), lake, {
        colour: colours.seats[seat],
        width: Math.max(2, cell * (biggest ? 0.055 : 0.03)),
        dash: biggest ? [] : [cell * 0.07, cell * 0.06],
        inset: 0.1,
        halo: biggest ? '#ffffffd0' : undefined,
      });
    }
  }
}

/**
 * The village that won.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {number[]} cells
 * @param {number} seat
 */
export function drawWinner(ctx, colours, lake, cells, seat) {
  drawOutline(ctx, cells.map(columnRow), lake, {
    colour: '#ffffff',
    width: Math.max(3, lake.cell * 0.06),
    inset: 0.09,
    halo: colours.seats[seat],
  });
}
