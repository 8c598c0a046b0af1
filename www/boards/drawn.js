/** Draws a bot's marks, arrows and texts on cells. Loaded when a bot draws. Nothing here depends on a game. */
import { along, disc, strokes, through } from './pen.js';
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
  const tones = { plain: colours.accent, good: colours.good, bad: colours.bad };
  for (const { cell, to, tone } of marks) {
    const at = spot(cell);
    const width = Math.max(2, at.size * 0.07);
    if (to !== null) drawArrow(ctx, at, spot(to), tones[tone], width);
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
