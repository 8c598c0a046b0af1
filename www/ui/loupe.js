/**
 * A loupe for fingers: a round glass beside the finger that shows, larger, what lies under it, where places
 * are too small to be met. Who uses it paints into it; `throughGlass` does so from the canvas that is there.
 * No game may enter here.
 */
import { sharpContext } from './canvas.js';
import { makeCanvas } from './dom.js';

/** Places smaller than this, in CSS pixels, are under a finger rather than at its tip. */
export const FINE = 12;
/** The glass, in CSS pixels. */
export const GLASS = 128;
/** What is under a finger is shown this large, as far as eight times is enough. */
const SEEN_AT = 30;
const MOST = 8;
/** From the finger to the middle of the glass. */
const AWAY = 96;

/** How much larger places of a size are shown. @param {number} cell */
export const zoomFor = (cell) => Math.max(1.5, Math.min(MOST, SEEN_AT / cell));

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {(ctx: CanvasRenderingContext2D, size: number) => void} Painter   the middle of what it paints is
 *   what the finger is on
 */

/** Where the middle of the glass lies in the window for a finger there: over it, or where that is outside beside it. @param {Point} finger @param {{ width: number, height: number }} room @returns {Point} */
export function glassAt({ x, y }, { width, height }) {
  const half = GLASS / 2;
  /** @param {number} at @param {number} most */
  const inside = (at, most) => Math.max(half, Math.min(most - half, at));
  if (y - AWAY >= half) return { x: inside(x, width), y: y - AWAY };
  const side = x + AWAY + half <= width ? AWAY : -AWAY;
  return { x: inside(x + side, width), y: inside(y, height) };
}

/** Paints what a canvas shows around a point of it, larger. @param {HTMLCanvasElement} canvas @param {Point} at   in CSS pixels of the canvas @param {number} zoom @returns {Painter} */
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

/** Makes a loupe, which is nowhere until it is shown. */
export function makeLoupe() {
  const glass = makeCanvas('loupe');
  return {
    /** @param {Point} finger   in the window @param {Painter} paint @param {number} [frame]   the side of the place that is meant, as it is shown; none by default */
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
