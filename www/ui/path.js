/**
 * Paths that can be exported as SVG. `svg.js` can record paths made by `newPath`, but not a plain `Path2D`, whose
 * contents cannot be read. Nothing here depends on a game or the page's state.
 */

const Native = globalThis.Path2D ?? class {};

/** The path methods of a canvas and of `Path2D`. */
export const STROKES = /** @type {const} */ ([
  'moveTo',
  'lineTo',
  'quadraticCurveTo',
  'bezierCurveTo',
  'arc',
  'arcTo',
  'ellipse',
  'rect',
  'roundRect',
  'closePath',
]);

/** A path that records its calls. */
class Path extends Native {
  constructor() {
    super();
    /** @type {[keyof PathText & string, number[]][]} */
    this.calls = [];
  }
}
for (const name of STROKES)
  Object.defineProperty(Path.prototype, name, {
    /** @param {...any} how */
    value(...how) {
      this.calls.push([name, how]);
      /** @type {any} */ (Native.prototype)[name].apply(this, how);
    },
  });

/** A path that can be drawn more than once and exported. @returns {Path2D} */
export const newPath = () => /** @type {any} */ (new Path());

/** Whether a context records paths; then cached bitmaps would lose quality. @param {object} ctx */
export const records = (ctx) => 'recording' in ctx;

/** @param {Path2D} path @returns {PathText} */
export function textOf(path) {
  const text = new PathText();
  if (!(path instanceof Path)) throw new Error('That path was not made by newPath.');
  for (const [name, how] of path.calls) /** @type {any} */ (text)[name](...how);
  return text;
}

/** Rounds to a hundredth of a pixel. @param {number} value */
export const digits = (value) => String(Math.round(value * 100) / 100);
const TURN = Math.PI * 2;

/** Builds an SVG `d` attribute from the calls of a canvas. */
export class PathText {
  constructor() {
    this.d = '';
    /** The current point. */
    this.x = 0;
    this.y = 0;
  }

  /** Adds a command, whose last two values are the new point. @param {string} command @param {...number} values */
  put(command, ...values) {
    this.d += command + values.map(digits).join(' ');
    [this.x, this.y] = values.slice(-2);
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.put('M', x, y);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.put(this.d === '' ? 'M' : 'L', x, y);
  }

  /** @param {number} cx @param {number} cy @param {number} x @param {number} y */
  quadraticCurveTo(cx, cy, x, y) {
    if (this.d === '') this.moveTo(cx, cy);
    this.put('Q', cx, cy, x, y);
  }

  /** @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} x @param {number} y */
  bezierCurveTo(ax, ay, bx, by, x, y) {
    if (this.d === '') this.moveTo(ax, ay);
    this.put('C', ax, ay, bx, by, x, y);
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to @param {boolean} [back] */
  arc(x, y, r, from, to, back = false) {
    this.ellipse(x, y, r, r, 0, from, to, back);
  }

  /** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {number} turn @param {number} from @param {number} to @param {boolean} [back] */
  ellipse(x, y, rx, ry, turn, from, to, back = false) {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    /** @param {number} angle @returns {[number, number]} */
    const at = (angle) => {
      const [ex, ey] = [rx * Math.cos(angle), ry * Math.sin(angle)];
      return [x + ex * cos - ey * sin, y + ex * sin + ey * cos];
    };
    const way = back ? from - to : to - from;
    // A canvas draws at most one full turn.
    const size = way >= TURN ? TURN : ((way % TURN) + TURN) % TURN;
    const sign = back ? -1 : 1;
    this.lineTo(...at(from));
    // Two halves: SVG cannot describe an arc that ends where it began.
    const parts = size > Math.PI ? 2 : 1;
    for (let part = 1; part <= parts && size > 0; part++) {
      const [px, py] = at(from + (sign * size * part) / parts);
      this.put('A', rx, ry, (turn * 180) / Math.PI, 0, back ? 0 : 1, px, py);
    }
  }

  /** @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} r */
  arcTo(ax, ay, bx, by, r) {
    if (this.d === '') this.moveTo(ax, ay);
    const [ux, uy] = unit(this.x - ax, this.y - ay);
    const [vx, vy] = unit(bx - ax, by - ay);
    const cross = ux * vy - uy * vx;
    if (r === 0 || Math.abs(cross) < 1e-9) {
      this.lineTo(ax, ay);
      return;
    }
    // The distance from the corner to where the circle touches both lines.
    const along = r / Math.tan(Math.acos(Math.max(-1, Math.min(1, ux * vx + uy * vy))) / 2);
    this.lineTo(ax + ux * along, ay + uy * along);
    const [ex, ey] = [ax + vx * along, ay + vy * along];
    this.put('A', r, r, 0, 0, cross < 0 ? 1 : 0, ex, ey);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number | number[]} [radius] */
  roundRect(x, y, width, height, radius = 0) {
    const [first] = Array.isArray(radius) ? radius : [radius];
    const r = Math.min(first, width / 2, height / 2);
    const [right, bottom] = [x + width, y + height];
    this.moveTo(x + r, y);
    this.lineTo(right - r, y);
    this.put('A', r, r, 0, 0, 1, right, y + r);
    this.lineTo(right, bottom - r);
    this.put('A', r, r, 0, 0, 1, right - r, bottom);
    this.lineTo(x + r, bottom);
    this.put('A', r, r, 0, 0, 1, x, bottom - r);
    this.lineTo(x, y + r);
    this.put('A', r, r, 0, 0, 1, x + r, y);
    this.closePath();
  }

  closePath() {
    this.d += 'Z';
  }
}

/** @param {number} x @param {number} y @returns {[number, number]} */
function unit(x, y) {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}
