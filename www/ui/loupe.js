/**
 * A loupe for touch: a round glass next to the finger that magnifies what is under it, where cells are too small to
 * hit. The caller paints into it; `throughGlass` magnifies an existing canvas. Nothing here depends on a game.
 */
import { sharpContext } from './canvas.js';
import { makeCanvas } from './dom.js';

/** A finger hides cells smaller than this, in CSS pixels. */
export const FINE = 12;
/** The diameter of the glass, in CSS pixels. */
export const GLASS = 128;
/** The magnified size of a cell, in CSS pixels, and the highest magnification. */
const SEEN_AT = 30;
const MOST = 8;
/** The distance from the finger to the middle of the glass. */
const AWAY = 96;

/** The magnification for cells of a size. @param {number} cell */
export const zoomFor = (cell) => Math.max(1.5, Math.min(MOST, SEEN_AT / cell));

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {(ctx: CanvasRenderingContext2D, size: number) => void} Painter   paints the point under the finger in
 *   the middle
 */

/** The middle of the glass in the window: above the finger, or next to it if there is no space above. @param {Point} finger @param {{ width: number, height: number }} room @returns {Point} */
export function glassAt({ x, y }, { width, height }) {
  const half = GLASS / 2;
  /** @param {number} at @param {number} most */
  const inside = (at, most) => Math.max(half, Math.min(most - half, at));
  if (y - AWAY >= half) return { x: inside(x, width), y: y - AWAY };
  const side = x + AWAY + half <= width ? AWAY : -AWAY;
  return { x: inside(x + side, width), y: inside(y, height) };
}

/** Magnifies a canvas around a point. @param {HTMLCanvasElement} canvas @param {Point} at   in CSS pixels of the canvas @param {number} zoom @returns {Painter} */
export function throughGlass(canvas, at, zoom) {
  return (ctx, size) => {
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const part = size / zoom;
    ctx.imageSmoothingEnabled = true;
    ctx.drawImage(
      canvas,
      (at.x - part / 2) * ratio,
      (at.y - part / 2) * ratio,
      part * ratio,
      part * ratio,
      0,
      0,
      size,
      size,
    );
  };
}

/** Makes a loupe, hidden until `show`. */
export function makeLoupe() {
  const glass = makeCanvas('loupe');
  return {
    /** @param {Point} finger   in the window @param {Painter} paint @param {number} [frame]   the magnified side of the cell to frame; none by default */
    show(finger, paint, frame = 0) {
      if (!glass.isConnected) document.body.append(glass);
      const { x, y } = glassAt(finger, { width: innerWidth, height: innerHeight });
      glass.style.transform = `translate(${x - GLASS / 2}px, ${y - GLASS / 2}px)`;
      const ctx = sharpContext(glass, GLASS, GLASS);
      ctx.clearRect(0, 0, GLASS, GLASS);
      ctx.save();
      paint(ctx, GLASS);
      ctx.restore();
      if (frame <= 0) return;
      for (const [colour, width] of /** @type {const} */ ([
        ['#0b171a', 4],
        ['#ffffff', 2],
      ])) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.strokeRect((GLASS - frame) / 2, (GLASS - frame) / 2, frame, frame);
      }
    },
    hide() {
      glass.remove();
    },
  };
}
