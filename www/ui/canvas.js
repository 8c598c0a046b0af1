/**
 * What everything that draws needs: sharp pixels, one redraw a frame however many changes there were,
 * and whether motion is welcome. Neither a game nor the page's state may enter here.
 */

/** Real pixels a CSS pixel, while a picture is made; 0 on the screen. */
let forced = 0;

/** Draws at once, with this many real pixels a CSS pixel whatever the screen has. @param {number} ratio @param {() => void} draw */
export function atRatio(ratio, draw) {
  forced = ratio;
  try {
    draw();
  } finally {
    forced = 0;
  }
}

/**
 * Gives a canvas the size of its box in real pixels, and a context that draws in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @param {number} [ratio]
 * @returns {CanvasRenderingContext2D}
 */
export function sharpContext(
  canvas,
  width,
  height,
  ratio = forced || window.devicePixelRatio || 1,
) {
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const ctx = contextOf(canvas);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  return ctx;
}

/** @param {HTMLCanvasElement} canvas */
export const contextOf = (canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));

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
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
