/**
 * Records drawing on a canvas as SVG: a context with the methods that our boards use, and an error for the rest. The
 * package `svgcanvas` does not support `Path2D` and is four times as large. Nothing here depends on a game or the page's
 * state.
 */

import * as strings from '../strings/common.js';
import { escaped } from './escaped.js';
import { digits, PathText, STROKES, textOf } from './path.js';

/** @typedef {[number, number, number, number, number, number]} Matrix   a to f, as for a canvas */
/** @typedef {{ stops: [number, string][], id: string, element: string }} Gradient */

/** @type {Matrix} */
const NEUTRAL = [1, 0, 0, 1, 0, 0];
/** @param {Matrix} m @param {Matrix} n @returns {Matrix} */
const times = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** @param {Record<string, string | number | undefined>} values */
const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === 'number' ? digits(value) : escaped(String(value))}"`,
    )
    .join('');

/** The state that `save` and `restore` handle. */
const fresh = () => ({
  matrix: NEUTRAL,
  clip: '',
  fillStyle: /** @type {any} */ ('#000'),
  strokeStyle: /** @type {any} */ ('#000'),
  globalAlpha: 1,
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  imageSmoothingEnabled: true,
  dash: /** @type {number[]} */ ([]),
});

const ANCHORS = /** @type {Record<string, string>} */ ({
  center: 'middle',
  right: 'end',
  end: 'end',
});

/** Shared by the recorders of one picture: IDs, definitions and embedded images. */
class Shared {
  constructor() {
    this.names = 0;
    this.defs = '';
    /** @type {Map<object, string>} */
    this.images = new Map();
  }

  name() {
    return `t${++this.names}`;
  }
}

/** @type {CanvasRenderingContext2D | null} */
let real = null;
/** A real context, to measure text and parse colours. */
function ruler() {
  real ??= document.createElement('canvas').getContext('2d');
  if (!real) throw new Error(strings.noCanvas);
  return real;
}

/** Colours in a notation that every SVG viewer supports. @type {Map<string, { colour: string, opacity: number }>} */
const colours = new Map();
/** @param {string} style */
function colourOf(style) {
  let known = colours.get(style);
  if (!known) {
    const ctx = ruler();
    ctx.fillStyle = '#000';
    ctx.fillStyle = style;
    const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(ctx.fillStyle);
    known = parts
      ? { colour: `rgb(${parts[1]},${parts[2]},${parts[3]})`, opacity: Number(parts[4]) }
      : { colour: ctx.fillStyle, opacity: 1 };
    colours.set(style, known);
  }
  return known;
}
/** By how much a matrix scales areas. @param {Matrix} matrix */
const size = ([a, b, c, d]) => Math.abs(a * d - b * c);

/**
 * A context that records drawing.
 * @param {{ width: number, height: number }} canvas   its size, which may change before anything is drawn
 * @param {Shared} [shared]   if this is a part of another picture
 * @returns {any} a canvas context, with `include`, `part`, `inside` and `svg`
 */
export function makeRecorder(canvas, shared = new Shared()) {
  let s = fresh();
  /** @type {typeof s[]} */
  const kept = [];
  let body = '';
  let path = new PathText();
  /** The matrix when the path began, to which its points refer. */
  let at = NEUTRAL;

  /** @param {string} element @param {Matrix} matrix */
  function emit(element, matrix) {
    const same = matrix.every((value, i) => value === NEUTRAL[i]);
    const moved = same
      ? element
      : `<g transform="matrix(${matrix.map(exact).join(' ')})">${element}</g>`;
    body += s.clip ? `<g clip-path="url(#${s.clip})">${moved}</g>` : moved;
  }

  /** Small factors need more digits than pixels do. @param {number} value */
  const exact = (value) => String(Math.round(value * 1e5) / 1e5);

  /** @param {any} style @param {string} name */
  function paint(style, name) {
    if (typeof style === 'string') {
      const { colour, opacity } = colourOf(style);
      const whole = opacity * s.globalAlpha;
      return { [name]: colour, [`${name}-opacity`]: whole < 1 ? whole : undefined };
    }
    const opacity = s.globalAlpha < 1 ? s.globalAlpha : undefined;
    if (!style?.stops) throw new Error('That filling cannot be recorded.');
    if (!shared.defs.includes(`id="${style.id}"`))
      shared.defs += `<radialGradient id="${style.id}" gradientUnits="userSpaceOnUse"${style.element}>${style.stops
        .map(
          (/** @type {[number, string]} */ [offset, colour]) =>
            `<stop${attributes({ offset, 'stop-color': colourOf(colour).colour, 'stop-opacity': colourOf(colour).opacity })}/>`,
        )
        .join('')}</radialGradient>`;
    return { [name]: `url(#${style.id})`, [`${name}-opacity`]: opacity };
  }

  /** @param {number} [scale]   divides the width of the line */
  const strokeHow = (scale = 1) => ({
    fill: 'none',
    ...paint(s.strokeStyle, 'stroke'),
    'stroke-width': s.lineWidth / scale,
    'stroke-linecap': s.lineCap === 'butt' ? undefined : s.lineCap,
    'stroke-linejoin': s.lineJoin === 'miter' ? undefined : s.lineJoin,
    'stroke-dasharray': s.dash.map(digits).join(' '),
  });

  /** @param {any} [pathOrRule] @param {any} [rule] @returns {{ d: string, matrix: Matrix, rule?: string }} */
  function pathOf(pathOrRule, rule) {
    const own = pathOrRule && typeof pathOrRule === 'object';
    const { d } = own ? textOf(pathOrRule) : path;
    return { d, matrix: own ? s.matrix : at, rule: (own ? rule : pathOrRule) || undefined };
  }

  /** @param {string} text @param {number} x @param {number} y @param {Record<string, any>} how */
  function write(text, x, y, how) {
    const [, weight = '', size = '10', family = ''] =
      /^(?:(\d+|bold|normal) )?([\d.]+)px (.*)$/.exec(s.font) ?? [];
    // SVG viewers place a middle baseline differently; a canvas puts it at a third of the size.
    const down = s.textBaseline === 'middle' ? 0.35 : s.textBaseline === 'top' ? 0.8 : 0;
    const what = attributes({
      x,
      y: y + down * Number(size),
      ...how,
      'font-family': family,
      'font-size': Number(size),
      'font-weight': weight,
      'text-anchor': ANCHORS[s.textAlign],
    });
    emit(`<text${what}>${escaped(text)}</text>`, s.matrix);
  }

  const context = {
    recording: true,
    canvas,
    save() {
      kept.push({ ...s });
    },
    restore() {
      s = kept.pop() ?? s;
    },
    /** @param {Matrix} matrix */
    transform(...matrix) {
      s.matrix = times(s.matrix, matrix);
    },
    /** @param {Matrix} matrix */
    setTransform(...matrix) {
      s.matrix = matrix;
    },
    /** @param {number} x @param {number} y */
    translate: (x, y) => context.transform(1, 0, 0, 1, x, y),
    /** @param {number} x @param {number} y */
    scale: (x, y) => context.transform(x, 0, 0, y, 0, 0),
    /** @param {number} angle */
    rotate(angle) {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      context.transform(cos, sin, -sin, cos, 0, 0);
    },
    beginPath() {
      path = new PathText();
      at = s.matrix;
    },
    /** @param {any} [pathOrRule] @param {any} [rule] */
    fill(pathOrRule, rule) {
      const { d, matrix, rule: how } = pathOf(pathOrRule, rule);
      if (d)
        emit(
          `<path${attributes({ d, ...paint(s.fillStyle, 'fill'), 'fill-rule': how })}/>`,
          matrix,
        );
    },
    /** @param {any} [pathOrRule] */
    stroke(pathOrRule) {
      const { d, matrix } = pathOf(pathOrRule);
      const scale = Math.sqrt(size(matrix) / (size(s.matrix) || 1)) || 1;
      if (d) emit(`<path${attributes({ d, ...strokeHow(scale) })}/>`, matrix);
    },
    /** @param {any} [pathOrRule] @param {any} [rule] */
    clip(pathOrRule, rule) {
      const { d, matrix, rule: how } = pathOf(pathOrRule, rule);
      const id = shared.name();
      const inside = attributes({
        d,
        'clip-rule': how,
        transform: `matrix(${matrix.map(exact).join(' ')})`,
      });
      // A nested clip is the intersection of both.
      const outer = attributes({ 'clip-path': s.clip && `url(#${s.clip})` });
      shared.defs += `<clipPath id="${id}"${outer}><path${inside}/></clipPath>`;
      s.clip = id;
    },
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    fillRect(x, y, width, height) {
      emit(
        `<rect${attributes({ x, y, width, height, ...paint(s.fillStyle, 'fill') })}/>`,
        s.matrix,
      );
    },
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    strokeRect(x, y, width, height) {
      emit(`<rect${attributes({ x, y, width, height, ...strokeHow() })}/>`, s.matrix);
    },
    clearRect() {
      // A board clears all of its canvas before it draws.
      body = '';
    },
    /** @param {string} text @param {number} x @param {number} y */
    fillText: (text, x, y) => write(String(text), x, y, paint(s.fillStyle, 'fill')),
    /** @param {string} text @param {number} x @param {number} y */
    strokeText: (text, x, y) => write(String(text), x, y, strokeHow()),
    /** @param {string} text */
    measureText(text) {
      const ctx = ruler();
      ctx.font = s.font;
      return ctx.measureText(text);
    },
    /** @param {number[]} dash */
    setLineDash(dash) {
      s.dash = [...dash];
    },
    /** @param {number} fx @param {number} fy @param {number} fr @param {number} cx @param {number} cy @param {number} r */
    createRadialGradient(fx, fy, fr, cx, cy, r) {
      const id = shared.name();
      /** @type {[number, string][]} */
      const stops = [];
      const element = attributes({ cx, cy, r, fx, fy, fr });
      return {
        id,
        element,
        stops,
        /** @param {number} offset @param {string} colour */
        addColorStop: (offset, colour) => stops.push([offset, colour]),
      };
    },
    /** @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number} [width] @param {number} [height] */
    drawImage(image, x, y, width = image.width, height = image.height) {
      let id = shared.images.get(image);
      if (!id) {
        id = shared.name();
        shared.images.set(image, id);
        const how = attributes({
          id,
          width: 1,
          height: 1,
          preserveAspectRatio: 'none',
          style: s.imageSmoothingEnabled ? undefined : 'image-rendering: pixelated',
          href: image.toDataURL('image/png'),
        });
        shared.defs += `<image${how}/>`;
      }
      const opacity = s.globalAlpha < 1 ? s.globalAlpha : undefined;
      const place = times(s.matrix, [width, 0, 0, height, x, y]);
      emit(`<use${attributes({ href: `#${id}`, opacity })}/>`, place);
    },
    /** Adds the output of another recorder of the picture. @param {any} other @param {Matrix} matrix */
    include(other, matrix) {
      emit(other.inside(), times(s.matrix, matrix));
    },
    /** A recorder of a part of the same picture. @param {{ width: number, height: number }} part */
    part: (part) => makeRecorder(part, shared),
    inside: () => body,
    /** @param {string} title @returns {string} the whole picture, as a file */
    svg: (title) =>
      `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ viewBox: `0 0 ${canvas.width} ${canvas.height}`, width: canvas.width, height: canvas.height })}><title>${escaped(title)}</title><defs>${shared.defs}</defs>${body}</svg>\n`,
  };
  for (const name of STROKES)
    Object.defineProperty(context, name, {
      /** @param {...any} how */
      value: (...how) => {
        // Marks are traced in a scale of their own, which is restored before they are filled.
        if (path.d === '') at = s.matrix;
        /** @type {any} */ (path)[name](...how);
      },
    });
  for (const name of /** @type {(keyof ReturnType<typeof fresh>)[]} */ (Object.keys(fresh())))
    if (name !== 'matrix' && name !== 'clip' && name !== 'dash')
      Object.defineProperty(context, name, {
        get: () => s[name],
        set: (value) => {
          s = { ...s, [name]: value };
        },
      });
  return context;
}
