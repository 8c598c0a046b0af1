/**
 * The minimap at the edge of a zoomed board, with a frame for the visible part. A tap or a drag in it moves the view.
 */
import { plate } from '../pen.js';
import { SIDE } from './boardState.js';

/** @typedef {import('../camera.js').Camera} Camera */

/** Its distance from the left edge: it is beside the ruler. */
const GAP = 28;

/** The minimap's position on the canvas; null while the whole board is visible. @param {Camera} camera */
function minimapBox(camera) {
  if (camera.whole) return null;
  // In the middle of the left edge, because homes are in the corners.
  const size = Math.round(Math.max(84, Math.min(150, camera.width * 0.24)));
  return { x: GAP, y: (camera.height - size) / 2, size };
}

/** The cell at a point of the canvas, if that is in the minimap. @param {Camera} camera @param {{ x: number, y: number }} at */
export function minimapCell(camera, at) {
  const box = minimapBox(camera);
  if (!box) return null;
  const [x, y] = [(at.x - box.x) / box.size, (at.y - box.y) / box.size];
  return x < 0 || y < 0 || x >= 1 || y >= 1 ? null : { x: x * SIDE, y: y * SIDE };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {HTMLCanvasElement} terrain
 * @param {import('../../ui/palette.js').Palette} colours
 * @param {[number, number][][]} outposts   by empire
 */
export function drawMinimap(ctx, camera, terrain, colours, outposts) {
  const box = minimapBox(camera);
  if (!box) return;
  const { x, y, size } = box;
  plate(ctx, [x - 4, y - 4, size + 8, size + 8, 6], '#0b171acc');
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(terrain, x, y, size, size);
  const cell = size / SIDE;
  outposts.forEach((list, seat) => {
    ctx.fillStyle = colours.seats[seat];
    for (const [column, row] of list) {
      ctx.fillRect(x + column * cell - 0.5, y + row * cell - 0.5, 2.5, 2.5);
    }
  });
  const wide = camera.width / camera.cell;
  const high = camera.height / camera.cell;
  const left = Math.max(0, camera.x - wide / 2);
  const top = Math.max(0, camera.y - high / 2);
  const right = Math.min(SIDE, camera.x + wide / 2);
  const bottom = Math.min(SIDE, camera.y + high / 2);
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 1.5;
  ctx.strokeRect(x + left * cell, y + top * cell, (right - left) * cell, (bottom - top) * cell);
}
