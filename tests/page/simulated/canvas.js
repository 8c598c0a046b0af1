/**
 * A stand-in for the 2D context of canvases. It draws nothing: it records what the last frame drew, in CSS pixels, so that tests read
 * texts, shapes and colours instead of pixels. A test that needs real pixels is a browser test.
 */

/** @typedef {[number, number, number, number, number, number]} Matrix */
/**
 * @typedef {object} Drawn   One call that draws.
 * @property {'fill' | 'stroke' | 'text' | 'image'} kind
 * @property {string} colour     of the pen, `gradient` or `pattern` if it is not one colour
 * @property {number} alpha
 * @property {number} width   of a line, in CSS pixels
 * @property {string} [text]
 * @property {number[]} [dash]   of the line, if it has gaps
 * @property {[number, number]} [at]   where a text or picture is
 * @property {[number, number][][]} paths   the points of the outline, part by part; a curve has its ends
 * @property {{ left: number, top: number, right: number, bottom: number }} box   around the outline, curves included
 */

/** @type {Matrix} */
const PLAIN = [1, 0, 0, 1, 0, 0];

/** @param {Matrix} m @param {Matrix} n @returns {Matrix} */
const multiply = ([a, b, c, d, e, f], [p, q, r, s, t, u]) => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

/** How many straight pieces an arc has. */
const STEPS = 16;

/** Points of a path with its parts and its box; methods as of a canvas. */
class Outline {
  constructor() {
    /** @type {[number, number][][]} */
    this.paths = [];
    /** Points that only widen the box. @type {[number, number][]} */
    this.around = [];
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.paths.push([[x, y]]);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    if (this.paths.length === 0) this.moveTo(x, y);
    else this.paths[this.paths.length - 1].push([x, y]);
  }

  closePath() {
    const part = this.paths.at(-1);
    if (part) part.push(part[0]);
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  rect(x, y, w, h) {
    this.paths.push([
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
      [x, y],
    ]);
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  roundRect(x, y, w, h) {
    this.rect(x, y, w, h);
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to @param {boolean} [back] */
  arc(x, y, r, from, to, back) {
    this.ellipse(x, y, r, r, 0, from, to, back);
  }

  /** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {number} turn @param {number} from @param {number} to @param {boolean} [back] */
  ellipse(x, y, rx, ry, turn, from, to, back = false) {
    if (!(rx >= 0 && ry >= 0)) throw new RangeError(`a radius of ${rx}, ${ry} is negative`);
    const whole = Math.min(Math.abs(to - from), Math.PI * 2);
    const angle = back ? -whole : whole;
    for (let i = 0; i <= STEPS; i++) {
      const at = from + (angle * i) / STEPS;
      const [dx, dy] = [rx * Math.cos(at), ry * Math.sin(at)];
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      this.lineTo(x + dx * cos - dy * sin, y + dx * sin + dy * cos);
    }
  }

  /** @param {number} x @param {number} y @param {number} _x2 @param {number} _y2 */
  arcTo(x, y, _x2, _y2) {
    this.lineTo(x, y);
  }

  /** @param {number} cx @param {number} cy @param {number} x @param {number} y */
  quadraticCurveTo(cx, cy, x, y) {
    this.around.push([cx, cy]);
    this.lineTo(x, y);
  }

  /** @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} x @param {number} y */
  bezierCurveTo(ax, ay, bx, by, x, y) {
    this.around.push([ax, ay], [bx, by]);
    this.lineTo(x, y);
  }
}

/** The `Path2D` of the page. */
export class Path extends Outline {
  /** @param {Path | string} [from] */
  constructor(from) {
    super();
    if (from instanceof Path) this.addPath(from);
    // Of SVG path data only the coordinates of absolute moves and lines count.
    else if (from)
      for (const [, kind, x, y] of from.matchAll(/([ML])\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/g))
        this[kind === 'M' ? 'moveTo' : 'lineTo'](Number(x), Number(y));
  }

  /** @param {Path} other @param {{ a: number, b: number, c: number, d: number, e: number, f: number }} [by] */
  addPath(other, by) {
    /** @type {Matrix} */
    const m = by ? [by.a, by.b, by.c, by.d, by.e, by.f] : PLAIN;
    this.paths.push(...other.paths.map((part) => part.map((point) => moved(m, point))));
    this.around.push(...other.around.map((point) => moved(m, point)));
  }
}

/** @param {Matrix} m @param {[number, number]} point @returns {[number, number]} */
const moved = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

/** The properties of a context that `save` and `restore` affect. */
const PROPERTIES = () => ({
  fillStyle: /** @type {any} */ ('#000000'),
  strokeStyle: /** @type {any} */ ('#000000'),
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  lineDashOffset: 0,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  letterSpacing: '0px',
  direction: 'ltr',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  shadowColor: '#0000',
  shadowBlur: 0,
  shadowOffsetX: 0,
  shadowOffsetY: 0,
  filter: 'none',
  imageSmoothingEnabled: true,
  imageSmoothingQuality: 'low',
});

export class Context extends Outline {
  /** @param {any} canvas */
  constructor(canvas) {
    super();
    this.canvas = canvas;
    this.globalAlpha = 1;
    this.lineWidth = 1;
    Object.assign(this, PROPERTIES());
    /** @type {Matrix} */
    this.matrix = PLAIN;
    /** @type {number[]} */
    this.dash = [];
    /** @type {any[]} */
    this.saved = [];
    /** Device pixels per CSS pixel. */
    this.ratio = 1;
    /** What the last frame drew. @type {Drawn[]} */
    this.drawn = [];
    /** How many frames were drawn. */
    this.frames = 0;
  }

  // Points are stored as the transformation at the time moves them.
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    const [px, py] = moved(this.matrix, [x, y]);
    super.moveTo(px, py);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    if (this.paths.length === 0) this.moveTo(x, y);
    else this.paths[this.paths.length - 1].push(moved(this.matrix, [x, y]));
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  rect(x, y, w, h) {
    this.paths.push(corners(x, y, w, h).map((point) => moved(this.matrix, point)));
  }

  beginPath() {
    this.paths = [];
    this.around = [];
  }

  save() {
    const now = Object.fromEntries(
      Object.keys(PROPERTIES()).map((key) => [key, /** @type {any} */ (this)[key]]),
    );
    this.saved.push({ ...now, matrix: this.matrix, dash: this.dash });
  }

  restore() {
    Object.assign(this, this.saved.pop());
  }

  reset() {
    Object.assign(this, PROPERTIES(), { matrix: PLAIN, dash: [], saved: [], drawn: [] });
  }

  /** @param {number | any} a @param {number} b @param {number} c @param {number} d @param {number} e @param {number} f */
  setTransform(a, b, c, d, e, f) {
    this.matrix = typeof a === 'number' ? [a, b, c, d, e, f] : [a.a, a.b, a.c, a.d, a.e, a.f];
    // A frame starts with the scale of the screen: `ui/canvas.js`.
    if (this.saved.length > 0) return;
    this.ratio = this.matrix[0] || 1;
    this.drawn = [];
    this.frames++;
  }

  resetTransform() {
    this.matrix = PLAIN;
  }

  getTransform() {
    const [a, b, c, d, e, f] = this.matrix;
    return { a, b, c, d, e, f };
  }

  /** @param {Matrix} by */
  transform(...by) {
    this.matrix = multiply(this.matrix, by);
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.transform(1, 0, 0, 1, x, y);
  }

  /** @param {number} x @param {number} [y] */
  scale(x, y = x) {
    this.transform(x, 0, 0, y, 0, 0);
  }

  /** @param {number} angle */
  rotate(angle) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.transform(cos, sin, -sin, cos, 0, 0);
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  getLineDash() {
    return this.dash;
  }

  clip() {}

  clearRect() {}

  /** @param {any} [path] */
  fill(path) {
    this.#note('fill', /** @type {any} */ (this).fillStyle, path);
  }

  /** @param {any} [path] */
  stroke(path) {
    this.#note('stroke', /** @type {any} */ (this).strokeStyle, path);
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  fillRect(x, y, w, h) {
    const path = new Path();
    path.rect(x, y, w, h);
    this.fill(path);
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  strokeRect(x, y, w, h) {
    const path = new Path();
    path.rect(x, y, w, h);
    this.stroke(path);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    const path = new Path();
    path.moveTo(x, y);
    this.#note('text', /** @type {any} */ (this).fillStyle, path, { text: String(text) });
  }

  strokeText() {}

  /** @param {unknown} _image @param {...number} where */
  drawImage(_image, ...where) {
    const [x, y, w = 0, h = 0] = where.length > 4 ? where.slice(4) : where;
    const path = new Path();
    path.rect(x, y, w, h);
    this.#note('image', '', path);
  }

  /** Widths as of a usual font. @param {string} text */
  measureText(text) {
    const size = Number.parseFloat(/([\d.]+)px/.exec(/** @type {any} */ (this).font)?.[1] ?? '10');
    const width = String(text).length * size * 0.55;
    return {
      width,
      actualBoundingBoxLeft: 0,
      actualBoundingBoxRight: width,
      actualBoundingBoxAscent: size * 0.7,
      actualBoundingBoxDescent: size * 0.2,
      fontBoundingBoxAscent: size * 0.9,
      fontBoundingBoxDescent: size * 0.2,
    };
  }

  createLinearGradient() {
    return { addColorStop() {} };
  }

  createRadialGradient() {
    return { addColorStop() {} };
  }

  createConicGradient() {
    return { addColorStop() {} };
  }

  createPattern() {
    return { setTransform() {} };
  }

  /** @param {number} width @param {number} height */
  createImageData(width, height) {
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }

  /** @param {number} _x @param {number} _y @param {number} width @param {number} height */
  getImageData(_x, _y, width, height) {
    return this.createImageData(width, height);
  }

  putImageData() {}

  isPointInPath() {
    return false;
  }

  /** @param {Drawn['kind']} kind @param {unknown} pen @param {Path | unknown} path @param {{ text?: string }} [more] */
  #note(kind, pen, path, more = {}) {
    const own = path instanceof Path ? path : null;
    const toCss = (/** @type {[number, number]} */ [x, y]) =>
      /** @type {[number, number]} */ ([x / this.ratio, y / this.ratio]);
    const place = (/** @type {[number, number]} */ point) =>
      toCss(own ? moved(this.matrix, point) : point);
    const paths = (own ?? this).paths.map((part) => part.map(place));
    const all = [...paths.flat(), ...(own ?? this).around.map(place)];
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    this.drawn.push({
      kind,
      colour: typeof pen === 'string' ? pen : 'gradient',
      alpha: this.globalAlpha,
      width: (this.lineWidth * Math.hypot(this.matrix[0], this.matrix[1])) / this.ratio,
      ...more,
      ...(this.dash.length > 0 && { dash: this.dash }),
      ...(kind === 'text' || kind === 'image' ? { at: paths[0][0] } : {}),
      paths,
      box: {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
      },
    });
  }

  // --- for tests -------------------------------------------------------------------------------

  /** The texts of the last frame. */
  texts() {
    return this.drawn.flatMap(({ text }) => (text === undefined ? [] : [text]));
  }

  /** The colour at a point, as red, green, blue and alpha from 0 to 255. Pictures and gradients do not count. @param {number} x @param {number} y @returns {number[]} */
  colourAt(x, y) {
    let now = [0, 0, 0, 0];
    for (const one of this.drawn) {
      if (one.kind === 'text' || one.kind === 'image') continue;
      const reach = one.kind === 'stroke' ? one.width / 2 : 0;
      const { left, right, top, bottom } = one.box;
      if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) continue;
      const touched =
        one.kind === 'fill'
          ? isInside(one.paths, x, y)
          : one.paths.some((part) => isOnLine(part, x, y, reach));
      const colour = touched && parseColour(one.colour);
      if (!colour) continue;
      const alpha = colour[3] * one.alpha;
      now = [
        ...[0, 1, 2].map((i) => Math.round(colour[i] * alpha + now[i] * (1 - alpha))),
        Math.round(255 * (alpha + (now[3] / 255) * (1 - alpha))),
      ];
    }
    return now;
  }

  /** A short form of the last frame, to compare two frames. */
  summary() {
    const round = (/** @type {number} */ n) => Math.round(n * 10);
    return JSON.stringify(
      this.drawn.map(({ kind, colour, alpha, text, box }) => [
        kind,
        colour,
        alpha,
        text,
        ...Object.values(box).map(round),
      ]),
    );
  }
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @returns {[number, number][]} */
const corners = (x, y, w, h) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y],
];

/** @param {[number, number][][]} paths @param {number} x @param {number} y */
function isInside(paths, x, y) {
  let inside = false;
  for (const part of paths)
    for (const [i, [ax, ay]] of part.entries()) {
      const [bx, by] = part[(i + 1) % part.length];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

/** @param {[number, number][]} part @param {number} x @param {number} y @param {number} reach */
const isOnLine = (part, x, y, reach) =>
  part.some(([bx, by], i) => {
    if (i === 0) return false;
    const [ax, ay] = part[i - 1];
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.max(0, Math.min(1, along));
    return Math.hypot(x - ax - t * dx, y - ay - t * dy) <= reach;
  });

/** Red, green and blue from 0 to 255, alpha from 0 to 1; null for another pen. @param {string} text @returns {number[] | null} */
function parseColour(text) {
  const short = /^#([0-9a-f]{3,4})$/i.exec(text)?.[1];
  const digits = short
    ? [...short].map((one) => one + one).join('')
    : /^#([0-9a-f]{6,8})$/i.exec(text)?.[1];
  if (digits) {
    const parts = (digits.match(/../g) ?? []).map((one) => Number.parseInt(one, 16));
    return [parts[0], parts[1], parts[2], (parts[3] ?? 255) / 255];
  }
  const parts = /^rgba?\(/.test(text) ? (text.match(/[\d.]+/g) ?? []).map(Number) : null;
  return parts && [parts[0], parts[1], parts[2], parts[3] ?? 1];
}
