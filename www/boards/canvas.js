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

/**
 * Where a score stands among all scores of a thought: 0 the worst, 1 the best.
 * @param {import('../app/types.js').ThoughtInfo} thought
 * @param {number} i
 */
export function scoreShare(thought, i) {
  const number = (/** @type {number | 'win' | 'loss'} */ s) =>
    s === 'win' ? 1e6 : s === 'loss' ? -1e6 : s;
  const best = number(thought.scores[0]);
  const worst = number(thought.scores[thought.scores.length - 1]);
  return best > worst ? (number(thought.scores[i]) - worst) / (best - worst) : 1;
}

/**
 * A score, readable on anything.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import('./palette.js').Palette} colours
 * @param {number | 'win' | 'loss'} score
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{ plate?: boolean, strong?: boolean }} [how]
 */
export function drawScore(ctx, colours, score, x, y, size, how = {}) {
  const text = scoreText(score, 1);
  ctx.font = `700 ${Math.round(size)}px ${colours.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  if (how.plate !== false) {
    const width = ctx.measureText(text).width + size * 0.6;
    ctx.fillStyle = how.strong ? '#ffffff' : '#ffffffc8';
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - size * 0.72, width, size * 1.44, size * 0.4);
    ctx.fill();
  }
  ctx.fillStyle = how.plate === false ? colours.reedInk : '#1d2a2f';
  ctx.fillText(text, x, y + size * 0.06);
}

/**
 * A colour between bad and good, for a score among others.
 * @param {number} share   0 is the worst, 1 the best
 * @param {number} alpha
 */
export function heat(share, alpha) {
  // From a dull violet over grey to a clear green-blue: told apart by all kinds of colour sight.
  const t = Math.max(0, Math.min(1, share));
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => Math.round(a + (b - a) * t);
  return `rgba(${mix(150, 20)}, ${mix(110, 190)}, ${mix(140, 120)}, ${alpha * (0.25 + 0.75 * t)})`;
}
