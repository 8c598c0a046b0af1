/** Draws the result of a challenge as a picture in the current colours, without the link, which is shared next to it. */
import { pngOf, writer } from '../../app/picture.js';
import * as strings from '../../strings/challenge.js';
import { contextOf } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';

/** @typedef {import('../../app/lab/beat.js').Result} Result */

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 72];
const INNER = WIDTH - 2 * EDGE;

/**
 * @param {import('../../app/lab/beat.js').Challenge} of
 * @param {Result} result
 * @param {string} player   the receiver's name; empty if unknown
 */
export function resultPicture({ entry, name, author }, result, player) {
  const colours = readPalette();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = contextOf(canvas);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  const write = writer(ctx, colours);
  /** @param {string} text @param {number} y @param {number} size @param {{ colour?: string, end?: boolean, most?: number, weight?: number }} [how] */
  const say = (text, y, size, { end, ...how } = {}) => {
    const own = { weight: 600, most: INNER, ...how, size };
    write(text, end ? WIDTH - EDGE : EDGE, y, { ...own, align: end ? 'right' : 'left' });
  };
  const half = INNER / 2 - 20;
  const mine = Math.round(100 * result.share);
  const sent = author
    ? `${name || strings.unnamed} ${strings.by} ${author}`
    : name || strings.unnamed;
  say(entry.name, 88, 34, { colour: colours.ink2 });
  say(strings.totora, 88, 34, { colour: colours.accent, end: true });
  say(player || strings.receiver, 186, 44, { most: half });
  say(sent, 186, 44, { most: half, end: true });
  say(`${mine}`, 290, 112, { colour: colours.accent });
  say(`${100 - mine}`, 290, 112, { colour: colours.ink2, end: true });
  bar(ctx, colours, result);
  say(strings.pictured(result), 480, 32, { weight: 500 });
  say(strings.drawn(result.wins + result.draws + result.losses), 540, 28, {
    weight: 500,
    colour: colours.ink2,
  });
  return pngOf(canvas);
}

/** Both shares as one bar, with a mark at a half and the interval as a line. @param {CanvasRenderingContext2D} ctx @param {ReturnType<typeof readPalette>} colours @param {Result} result */
function bar(ctx, colours, { share, low, high }) {
  const [y, height] = [388, 36];
  const x = (/** @type {number} */ part) => EDGE + part * INNER;
  ctx.fillStyle = colours.line;
  ctx.fillRect(EDGE, y, INNER, height);
  ctx.fillStyle = colours.accent;
  ctx.fillRect(EDGE, y, share * INNER, height);
  ctx.fillStyle = colours.ink;
  ctx.fillRect(x(0.5) - 1, y - 10, 2, height + 20);
  ctx.fillRect(x(low), y + height / 2 - 3, x(high) - x(low), 6);
}
