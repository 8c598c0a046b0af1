/** Draws the table and the ratings as a picture in the current colours. */
import { pngOf, writer } from '../../app/picture.js';
import { along, disc, faint, plate, strokes } from '../../boards/pen.js';
import * as strings from '../../strings/arena.js';
import { contextOf } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';
import { half, pairOf, plain, points, ratedOf, signed } from './figures.js';
import { sides } from './heat.jsx';
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
  const { rows, columns } = sides(found);
  const rated = ratedOf(found);
  const canvas = document.createElement('canvas');
  const ctx = contextOf(canvas);
  ctx.font = `600 22px ${colours.font}`;
  const head = lines(ctx, plain(found.headline, labelFor), WIDTH - 2 * EDGE);
  const height =
    2 * EDGE + head.length * 30 + 20 + 40 + rows.length * ROW + 50 + rated.length * LINE + 40;
  const ratio = 2;
  canvas.width = WIDTH * ratio;
  canvas.height = height * ratio;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, WIDTH, height);
  const on = { ctx, colours, found, say: writer(ctx, colours) };
  let y = EDGE;
  for (const line of head) {
    on.say(line, EDGE, y, { size: 22, weight: 600 });
    y += 30;
  }
  y = table(on, rows, columns, y + 20);
  ratings(on, rated, y + 30);
  const foot = { size: 13, weight: 400, colour: colours.ink2, most: WIDTH - 2 * EDGE };
  on.say(strings.totora(at.command), EDGE, height - EDGE + 6, foot);
  return pngOf(canvas);
}

/** @typedef {{ ctx: CanvasRenderingContext2D, colours: ReturnType<typeof readPalette>, found: ArenaReport, say: ReturnType<typeof writer> }} On */

/** @param {On} on @param {number[]} rows @param {number[]} columns @param {number} y */
function table({ ctx, colours, found, say }, rows, columns, y) {
  const width = (WIDTH - 2 * EDGE - NAME) / columns.length;
  for (const [k, b] of columns.entries()) {
    const x = EDGE + NAME + (k + 0.5) * width;
    say(labelOf(b), x, y + 12, { size: 14, weight: 600, align: 'center', most: width - 8 });
  }
  y += 36;
  for (const a of rows) {
    say(labelOf(a), EDGE, y + ROW / 2, { size: 14, weight: 600, most: NAME - 12 });
    for (const [k, b] of columns.entries()) {
      const pair = a === b ? null : pairOf(found, a, b);
      if (!pair) continue;
      const x = EDGE + NAME + k * width;
      const colour = pair.share >= 0.5 ? colours.good : colours.bad;
      faint(ctx, Math.min(0.6, Math.abs(pair.share - 0.5) * 3 + 0.03), () =>
        plate(ctx, [x + 2, y + 2, width - 4, ROW - 4, 7], colour),
      );
      const middle = x + width / 2;
      const how = { align: 'center', mono: true };
      say(points(pair.share, 0), middle, y + ROW / 2 - 8, { ...how, size: 16, weight: 600 });
      const ends = half(pair.paired ?? pair);
      say(ends, middle, y + ROW / 2 + 12, { ...how, size: 12, weight: 400 });
    }
    y += ROW;
  }
  return y;
}

/** @param {On} on @param {number[]} rated @param {number} y */
function ratings({ ctx, colours, found, say }, rated, y) {
  const all = rated.map((i) => found.bots[i].rating ?? { low: 0, middle: 0, high: 0 });
  const from = Math.min(...all.map(({ low }) => low));
  const to = Math.max(...all.map(({ high }) => high));
  const [left, right] = [EDGE + NAME, WIDTH - EDGE - 130];
  const x = (/** @type {number} */ value) =>
    left + ((value - from) / (to - from || 1)) * (right - left);
  const small = { size: 12, weight: 400, colour: colours.ink2 };
  say(strings.ratingInElo95(found.model, found.games), EDGE, y, small);
  y += 26;
  for (const [k, i] of rated.entries()) {
    const { low, middle, high } = all[k];
    say(labelOf(i), EDGE, y, { size: 14, weight: 600, most: NAME - 12 });
    strokes(ctx, along([x(low), y], [x(high), y]), [colours.accent, 2]);
    disc(ctx, x(middle), y, 5.5, colours.accent);
    const label = `${signed(middle)} ±${Math.round((high - low) / 2)}`;
    say(label, WIDTH - EDGE, y, { size: 14, weight: 400, align: 'right', mono: true });
    y += LINE;
  }
}
