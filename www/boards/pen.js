/**
 * Strokes and shapes for boards. A path is a `Path2D` or a function that traces it on a context. Lines with a rim are
 * several strokes of one path, the widest first. Nothing here depends on a game.
 */
import { contextOf } from '../ui/canvas.js';
import { makeCanvas } from '../ui/dom.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {Path2D | ((path: Ctx) => void)} Trace */
/** @typedef {string | CanvasGradient | CanvasPattern} Fill */
/** @typedef {readonly [style: string, width: number]} Line */

/**
 * A line around something, with a halo so that it is visible on any background.
 * @typedef {object} FrameStyle
 * @property {string} colour
 * @property {number | readonly [least: number, share: number]} width   the second is a share of the cell
 * @property {string} [halo]    its colour; none by default
 * @property {number} [more]    how much wider the halo is, 2 by default
 * @property {number[]} [dash]  in shares of the cell
 * @property {number} [cell]    the side of the cell, if anything is a share of it
 * @property {boolean} [gaps]   whether the halo has the gaps of the dashes too
 * @property {string} [fill]    of the inside
 */

/** Fills a path if `fill` is not empty, and strokes it with each line. @param {Ctx} ctx @param {Trace} trace @param {Fill | null} fill @param {...Line} lines */
export function paint(ctx, trace, fill, ...lines) {
  const own = trace instanceof Path2D ? trace : null;
  if (!own) {
    ctx.beginPath();
    /** @type {(path: Ctx) => void} */ (trace)(ctx);
  }
  if (fill) {
    ctx.fillStyle = fill;
    if (own) ctx.fill(own);
    else ctx.fill();
  }
  for (const [style, width] of lines) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    if (own) ctx.stroke(own);
    else ctx.stroke();
  }
}

/** A line, if it is drawn. @param {boolean | undefined} drawn @param {string} style @param {number} width @returns {Line[]} */
export const lines = (drawn, style, width) => (drawn ? [[style, width]] : []);

/** Strokes a path several times, one over the other. @param {Ctx} ctx @param {Trace} trace @param {...Line} lines */
export const strokes = (ctx, trace, ...lines) => paint(ctx, trace, '', ...lines);

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r @param {Fill} fill @param {...Line} lines */
export const disc = (ctx, x, y, r, fill, ...lines) =>
  paint(ctx, (p) => p.arc(x, y, r, 0, Math.PI * 2), fill, ...lines);

/** A box with round corners: left, top, width, height, radius. @param {Ctx} ctx @param {[number, number, number, number, number]} box @param {string} fill @param {...Line} lines */
export const plate = (ctx, box, fill, ...lines) =>
  paint(ctx, (p) => p.roundRect(...box), fill, ...lines);

/** A square with round corners. @param {number} left @param {number} top @param {number} side @param {number} radius @returns {(path: Ctx) => void} */
export const rounded = (left, top, side, radius) => (path) =>
  path.roundRect(left, top, side, side, radius);

/** Straight lines from point to point. @param {...[number, number]} points @returns {(path: Ctx | Path2D) => void} */
export const along =
  (...points) =>
  (path) => {
    for (const [i, [x, y]] of points.entries()) {
      if (i) path.lineTo(x, y);
      else path.moveTo(x, y);
    }
  };

/** Straight lines through points. @param {{ x: number, y: number }[]} points */
export const through = (points) =>
  along(...points.map(({ x, y }) => /** @type {[number, number]} */ ([x, y])));

/** Two strokes through a point. @param {number} x @param {number} y @param {number} arm @returns {(path: Ctx | Path2D) => void} */
export const cross = (x, y, arm) => (path) => {
  along([x - arm, y - arm], [x + arm, y + arm])(path);
  along([x + arm, y - arm], [x - arm, y + arm])(path);
};

/** @param {Ctx} ctx @param {Trace} trace @param {FrameStyle} how */
export function frame(ctx, trace, how) {
  const { colour, width: wide, halo, more = 2, dash = [], cell = 1, gaps, fill = '' } = how;
  const width = typeof wide === 'number' ? wide : Math.max(wide[0], cell * wide[1]);
  const dashes = dash.map((length) => length * cell);
  if (gaps) ctx.setLineDash(dashes);
  paint(ctx, trace, fill, ...lines(!!halo, halo ?? '', width + more));
  ctx.setLineDash(dashes);
  strokes(ctx, trace, [colour, width]);
  ctx.setLineDash([]);
}

/** A centred text. @param {Ctx} ctx @param {string | number} text @param {number} x @param {number} y @param {string} font @param {string} fill */
export function write(ctx, text, x, y, font, fill) {
  ctx.font = font;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = fill;
  ctx.fillText(String(text), x, y);
}

/** Draws with a lower alpha, and restores the context afterwards. @param {Ctx} ctx @param {number} alpha @param {() => void} draw */
export function faint(ctx, alpha, draw) {
  ctx.save();
  ctx.globalAlpha *= alpha;
  draw();
  ctx.restore();
}

/** A canvas with a picture, to be copied. @param {number} width   in its own pixels @param {number} height @param {(pen: Ctx) => void} draw */
export function tile(width, height, draw) {
  const canvas = makeCanvas();
  canvas.width = width;
  canvas.height = height;
  draw(contextOf(canvas));
  return canvas;
}
