/**
 * Colours and seat marks for canvases, read from the style sheet's tokens, so that light and dark
 * are decided in one place. Every seat has a mark besides its colour, because colour must not be the only sign.
 */

/** @typedef {ReturnType<typeof readPalette>} Palette */

/** The number of colours of terms. */
const TERM_COLOURS = 7;

/** The colour of a term of a score. From the eighth on a pattern is needed too: see `termFill`. @param {number} term its index */
export const termColour = (term) => `var(--term-${(term % TERM_COLOURS) + 1})`;

/** The number of a term's pattern; 0 for none. There are three, for 28 terms. @param {number} term its index */
export const termPattern = (term) => Math.floor(term / TERM_COLOURS) % 4;

/** The colour and pattern of a term, as a style. @param {number} term its index */
export const termFill = (term) => ({
  backgroundColor: termColour(term),
  backgroundImage: termPattern(term) > 0 ? `var(--pattern-${termPattern(term)})` : undefined,
});

/** @param {number} seat */
export const seatColour = (seat) => `var(--seat-${(seat % 8) + 1})`;

/** The colour of a seat's badge: a game whose pieces have fixed colours sets its own. @param {number} seat */
export const badgeColour = (seat) =>
  `var(--badge-${(seat % 8) + 1}, var(--seat-${(seat % 8) + 1}))`;

/** The colour of the mark on it. @param {number} seat */
export const badgeInk = (seat) => `var(--badge-ink-${(seat % 8) + 1}, #fff)`;

/** Whether the user's forced colours replace ours; fires `change`. */
export const forcedColours = () => matchMedia('(forced-colors: active)');

/** Reads the current tokens; colours as `#rrggbb`, to which boards append an alpha value. */
export function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.forcedColorAdjust = 'none';
  const computed = getComputedStyle(probe);
  const colour = (/** @type {string} */ token) => {
    probe.style.color = `var(${token})`;
    const parts = computed.color.match(/\d+/g) ?? [];
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  };
  const found = {
    ink: colour('--ink'),
    ink2: colour('--ink-2'),
    paper: colour('--paper'),
    card: colour('--card'),
    line: colour('--line'),
    accent: colour('--accent'),
    /** A second accent. */
    second: colour('--term-3'),
    lake: colour('--lake'),
    lake2: colour('--lake-2'),
    reed: colour('--reed'),
    reed2: colour('--reed-2'),
    reedInk: colour('--reed-ink'),
    bad: colour('--bad-bright'),
    good: colour('--good-bright'),
    seats: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => colour(`--seat-${n}`)),
    font: style.getPropertyValue('--font'),
    mono: style.getPropertyValue('--mono'),
  };
  probe.remove();
  return found;
}

/**
 * @typedef {object} Pen   The path methods that marks need, for a canvas or for SVG path data.
 * @property {(x: number, y: number) => void} moveTo
 * @property {(x: number, y: number) => void} lineTo
 * @property {(x: number, y: number, radius: number, from: number, to: number) => void} arc
 * @property {() => void} closePath
 */

/** The outline of each seat's mark in a box of two by two around the origin. @type {((p: Pen) => void)[]} */
const MARKS = [
  (p) => polygon(p, 3, -90),
  (p) => p.arc(0, 0, 0.8, 0, Math.PI * 2),
  (p) => polygon(p, 4, 0),
  (p) => polygon(p, 4, 45),
  (p) => polygon(p, 5, -90),
  (p) => polygon(p, 3, 90),
  (p) => polygon(p, 6, 0),
  (p) => polygon(p, 10, -90, 0.45),
];

/**
 * @param {Pen} p
 * @param {number} corners
 * @param {number} from   the first corner's direction in degrees
 * @param {number} [inner]   the distance of every second corner from the middle, for a star
 */
function polygon(p, corners, from, inner = 1) {
  for (let i = 0; i < corners; i++) {
    const a = ((from + (i * 360) / corners) * Math.PI) / 180;
    const r = i % 2 ? inner : 1;
    p[i === 0 ? 'moveTo' : 'lineTo'](r * Math.cos(a), r * Math.sin(a));
  }
  p.closePath();
}

/**
 * Draws a seat's mark.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function drawMark(ctx, seat, x, y, radius) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  ctx.beginPath();
  MARKS[seat % MARKS.length](ctx);
  ctx.restore();
  ctx.fill();
}

/**
 * The same mark as path data for an SVG with the view box -1 -1 2 2.
 * @param {number} seat
 * @returns {string}
 */
export function markPath(seat) {
  let d = '';
  MARKS[seat % MARKS.length]({
    moveTo: (x, y) => (d += `M${x.toFixed(3)} ${y.toFixed(3)}`),
    lineTo: (x, y) => (d += `L${x.toFixed(3)} ${y.toFixed(3)}`),
    arc: (x, y, r) =>
      (d += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`),
    closePath: () => (d += 'z'),
  });
  return d;
}
