/**
 * Shared by everything that draws: sharp pixels, one redraw per frame, and whether to reduce motion. Nothing here
 * depends on a game or the page's state.
 */

/** Device pixels per CSS pixel while an image is exported; 0 on the screen. */
let forced = 0;

/** Draws at once with this many device pixels per CSS pixel. @param {number} ratio @param {() => void} draw */
export function atRatio(ratio, draw) {
  forced = ratio;
  try {
    draw();
  } finally {
    forced = 0;
  }
}

/**
 * Sizes a canvas in device pixels, and returns a context that draws in CSS pixels.
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
 * Returns a function that schedules one call of `draw` in the next frame.
 * @param {(now: number) => void} draw
 */
export function oncePerFrame(draw) {
  let scheduled = 0;
  const request = () => {
    scheduled ||= requestAnimationFrame((now) => {
      scheduled = 0;
      draw(now);
    });
  };
  request.cancel = () => {
    cancelAnimationFrame(scheduled);
    scheduled = 0;
  };
  return request;
}

/** @returns {boolean} whether the user prefers reduced motion */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
