/** The table and the ratings as a picture, drawn by itself in the colours that are in force. */
import { cut, pngOf } from '../../app/picture.js';
import * as strings from '../../strings/arena.js';
import { contextOf } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';
import { half, order, pairOf, plain, points, signed } from './figures.js';
import { labelFor, labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../app/arena/state.js').ArenaPlan} ArenaPlan */

const WIDTH = 1200;
const EDGE = 40;
const NAME = 210;
const ROW = 52;
const LINE = 34;

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} width */
function lines(ctx, text, width) {
  /** @type {string[]} */
  const made = [];
  for (const word of text.split(' ')) {
    const longer = made.length ? `${made.at(-1)} ${word}` : word;
    if (made.length && ctx.measureText(longer).width <= width) made[made.length - 1] = longer;
    else made.push(word);
  }
  return made;
}

/**
 * @param {ArenaReport} found
 * @param {ArenaPlan} at
 * @returns {Promise<Blob>}
 */
export function picture(found, at) {
  const colours = readPalette();
  const places = order(found);
  const split = at.challengers ?? 0;
  const rows = split ? places.filter((i) => i < split) : places;
  const columns = split ? at.entrants.map((_, i) => i).slice(split) : places;
  const rated = places.filter((i) => found.bots[i].rating && found.bots[i].won.games > 0);
  const canvas = document.createElement('canvas');
  const ctx = contextOf(canvas);
  const big = `600 22px ${colours.font}`;
  ctx.font = big;
  const head = lines(ctx, plain(found.headline, labelFor), WIDTH - 2 * EDGE);
  const height =
    2 * EDGE + head.length * 30 + 20 + 40 + rows.length * ROW + 50 + rated.length * LINE + 40;
  const ratio = 2;
  canvas.width = WIDTH * ratio;
  canvas.height = height * ratio;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.textBaseline = 'middle';
  let y = EDGE;
  ctx.font = big;
  ctx.fillStyle = colours.ink;
  for (const line of head) {
    ctx.fillText(line, EDGE, y);
    y += 30;
  }
  y += 20;
  y = table(ctx, { found, rows, columns, colours, y });
  y += 30;
  y = ratings(ctx, { found, rated, colours, y });
  ctx.textAlign = 'left';
  ctx.font = `13px ${colours.font}`;
  ctx.fillStyle = colours.ink2;
  ctx.fillText(cut(ctx, strings.totora(at.command), WIDTH - 2 * EDGE), EDGE, height - EDGE + 6);
  return pngOf(canvas);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{ found: ArenaReport, rows: number[], columns: number[], colours: ReturnType<typeof readPalette>, y: number }} what
 */
function table(ctx, { found, rows, columns, colours, y }) {
  const width = (WIDTH - 2 * EDGE - NAME) / columns.length;
  ctx.font = `600 14px ${colours.font}`;
  ctx.textAlign = 'center';
  for (const [k, b] of columns.entries()) {
    const x = EDGE + NAME + (k + 0.5) * width;
    ctx.fillText(cut(ctx, labelOf(b), width - 8), x, y + 12);
  }
  y += 36;
  for (const a of rows) {
    ctx.textAlign = 'left';
    ctx.font = `600 14px ${colours.font}`;
    ctx.fillStyle = colours.ink;
    ctx.fillText(cut(ctx, labelOf(a), NAME - 12), EDGE, y + ROW / 2);
    for (const [k, b] of columns.entries()) {
      const pair = a === b ? null : pairOf(found, a, b);
      if (!pair) continue;
      const x = EDGE + NAME + k * width;
      ctx.globalAlpha = Math.min(0.6, Math.abs(pair.share - 0.5) * 3 + 0.03);
      ctx.fillStyle = pair.share >= 0.5 ? colours.good : colours.bad;
      ctx.beginPath();
      ctx.roundRect(x + 2, y + 2, width - 4, ROW - 4, 7);
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.textAlign = 'center';
      ctx.fillStyle = colours.ink;
      ctx.font = `600 16px ${colours.mono}`;
      ctx.fillText(points(pair.share, 0), x + width / 2, y + ROW / 2 - 8);
      ctx.font = `12px ${colours.mono}`;
      ctx.fillText(half(pair.paired ?? pair), x + width / 2, y + ROW / 2 + 12);
    }
    y += ROW;
  }
  return y;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{ found: ArenaReport, rated: number[], colours: ReturnType<typeof readPalette>, y: number }} what
 */
function ratings(ctx, { found, rated, colours, y }) {
  const all = rated.map((i) => found.bots[i].rating ?? { low: 0, middle: 0, high: 0 });
  const from = Math.min(...all.map(({ low }) => low));
  const to = Math.max(...all.map(({ high }) => high));
  const [left, right] = [EDGE + NAME, WIDTH - EDGE - 130];
  const x = (/** @type {number} */ value) =>
    left + ((value - from) / (to - from || 1)) * (right - left);
  ctx.textAlign = 'left';
  ctx.font = `12px ${colours.font}`;
  ctx.fillStyle = colours.ink2;
  ctx.fillText(strings.ratingInElo95(found.model, found.games), EDGE, y);
  y += 26;
  for (const [k, i] of rated.entries()) {
    const { low, middle, high } = all[k];
    ctx.font = `600 14px ${colours.font}`;
    ctx.textAlign = 'left';
    ctx.fillStyle = colours.ink;
    ctx.fillText(cut(ctx, labelOf(i), NAME - 12), EDGE, y);
    ctx.strokeStyle = ctx.fillStyle = colours.accent;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x(low), y);
    ctx.lineTo(x(high), y);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x(middle), y, 5.5, 0, Math.PI * 2);
    ctx.fill();
    ctx.textAlign = 'right';
    ctx.fillStyle = colours.ink;
    ctx.font = `14px ${colours.mono}`;
    ctx.fillText(`${signed(middle)} ±${Math.round((high - low) / 2)}`, WIDTH - EDGE, y);
    y += LINE;
  }
  return y;
}
