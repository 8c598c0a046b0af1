/**
 * Small helpers that every board's canvas needs: sharp pixels, and one redraw a frame however many
 * changes there were. No game may enter here.
 */

/**
 * Gives a canvas the size of its box in real pixels, and a context that draws in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @param {number} [ratio]
 * @returns {CanvasRenderingContext2D}
 */
export function sharpContext(canvas, width, height, ratio = window.devicePixelRatio || 1) {
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  return ctx;
}

/**
 * Makes a function that asks for one call of `draw` in the next frame.
 * @param {(now: number) => void} draw
 */
export function oncePerFrame(draw) {
  let asked = 0;
  const request = () => {
    asked ||= requestAnimationFrame((now) => {
      asked = 0;
      draw(now);
    });
  };
  request.cancel = () => {
    cancelAnimationFrame(asked);
    asked = 0;
  };
  return request;
}

/** @returns {boolean} whether the reader asked for less motion */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * A score as people read it: signed, short, with a true minus.
 * @param {number | "win" | "loss"} score
 * @param {number} [digits]
 */
export function scoreText(score, digits = 2) {
  if (typeof score !== 'number') return score;
  const rounded = Number(score.toFixed(digits));
  const text = Math.abs(rounded).toString();
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}
