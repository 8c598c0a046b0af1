/** Draws moves before they are played, and a bot's marks, arrows and texts on cells. Loaded on first use. Nothing here depends on a game. */
import { along, cross, disc, strokes, through } from './pen.js';
import { drawPlate } from './thoughts.js';

/** @typedef {import('./contract.js').Mark} Mark */
/** @typedef {{ x: number, y: number, size: number }} Spot */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {import('../ui/palette.js').Palette} colours
 * @param {Mark[]} marks
 * @param {(place: number) => Spot} spot
 */
export function drawMarks(ctx, colours, marks, spot) {
  const { accent: plain, good, bad, reed2: warn } = colours;
  const tones = { plain, good, bad, warn };
  for (const { cell, to, tone, shape } of marks) {
    const at = spot(cell);
    const width = Math.max(2, at.size * 0.07);
    if (to !== null) drawArrow(ctx, at, spot(to), tones[tone], width);
    else if (shape && shape !== 'circle') drawShape(ctx, at, shape, tones[tone], width);
    else disc(ctx, at.x, at.y, at.size * 0.36, '', ['#ffffff', width + 2], [tones[tone], width]);
  }
  // Texts go above all lines.
  for (const { cell, to, text } of marks) {
    if (!text) continue;
    const [from, end] = [spot(cell), spot(to ?? cell)];
    const size = Math.max(9, from.size * 0.24);
    drawPlate(ctx, colours, text, (from.x + end.x) / 2, (from.y + end.y) / 2, size);
  }
}

/** The outline of each shape around a point. @type {Record<string, (x: number, y: number, r: number) => (path: CanvasRenderingContext2D) => void>} */
const SHAPES = {
  cross: (x, y, r) => cross(x, y, 0.6 * r),
  square: (x, y, r) => {
    const [left, top, right, bottom] = [x - 0.7 * r, y - 0.7 * r, x + 0.7 * r, y + 0.7 * r];
    return along([left, top], [right, top], [right, bottom], [left, bottom], [left, top]);
  },
  triangle: (x, y, r) => {
    const [top, left, right, bottom] = [y - 0.9 * r, x - 0.85 * r, x + 0.85 * r, y + 0.6 * r];
    return along([x, top], [right, bottom], [left, bottom], [x, top]);
  },
};

/** @param {CanvasRenderingContext2D} ctx @param {Spot} at @param {string} shape @param {string} colour @param {number} width */
function drawShape(ctx, { x, y, size }, shape, colour, width) {
  ctx.lineCap = ctx.lineJoin = 'round';
  strokes(ctx, SHAPES[shape](x, y, size * 0.4), ['#ffffff', width + 2], [colour, width]);
}

/**
 * Moves that are not played: a filled piece, for the rival of a choice one with a dashed edge; cells that only one of them gains.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import('../ui/palette.js').Palette} colours
 * @param {import('./contract.js').Ghost[]} ghosts
 * @param {(place: number) => Spot} spot
 * @param {string[]} [stones]   the colour of each seat's pieces, if it is not the seat's colour
 */
export function drawGhosts(ctx, colours, ghosts, spot, stones) {
  for (const { cells, from, gains, seat, role, text } of ghosts) {
    const colour = colours.seats[seat] ?? colours.accent;
    for (const cell of gains) {
      const { x, y, size } = spot(cell);
      const tone = role === 'rival' ? colours.bad : colours.good;
      disc(ctx, x, y, Math.max(3, size * 0.11), tone, ['#ffffff', Math.max(1.5, size * 0.03)]);
    }
    const places = cells.map(spot);
    if (places.length === 0) continue;
    if (from !== null)
      drawArrow(ctx, spot(from), places[0], colour, Math.max(2, places[0].size * 0.05));
    for (const { x, y, size } of places) {
      const width = Math.max(2, size * 0.06);
      ctx.save();
      ctx.globalAlpha = role === 'rival' ? 0.3 : 0.62;
      disc(ctx, x, y, size * 0.33, stones?.[seat] ?? colour);
      ctx.globalAlpha = 1;
      if (role === 'rival') ctx.setLineDash([size * 0.12, size * 0.09]);
      disc(ctx, x, y, size * 0.37, '', ['#ffffff', width + 2], [colour, width]);
      ctx.restore();
    }
    if (!text) continue;
    const { x, y, size } = places[0];
    drawPlate(ctx, colours, text, x, y, Math.max(9, size * 0.28));
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Spot} from @param {Spot} to @param {string} colour @param {number} width */
function drawArrow(ctx, from, to, colour, width) {
  const way = Math.atan2(to.y - from.y, to.x - from.x);
  const head = Math.max(6, to.size * 0.22);
  /** @param {number} turn @returns {[number, number]} */
  const wing = (turn) => [to.x + Math.cos(way + turn) * head, to.y + Math.sin(way + turn) * head];
  const shaft = through([from, to]);
  const point = along(wing(2.6), [to.x, to.y], wing(-2.6));
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [style, wide] of /** @type {const} */ ([
    ['#ffffff', width + 2],
    [colour, width],
  ]))
    for (const trace of [shaft, point]) strokes(ctx, trace, [style, wide]);
}
