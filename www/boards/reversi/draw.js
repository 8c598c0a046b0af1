/**
 * Draws the tiles of a Reversi map: mats, stones, special marks, holes, and the rulers along the rim. Repeated images
 * are drawn once per size and then copied. There are no rules here.
 */

import * as strings from '../../strings/reversi.js';
import { drawMark } from '../../ui/palette.js';
import { records } from '../../ui/path.js';
import { origin } from '../camera.js';
import { frameCell, seenAt, seenSize } from '../grid.js';
import { along, cross, disc, faint, lines, paint, plate, strokes, tile, write } from '../pen.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {{ ctx: CanvasRenderingContext2D, colours: Palette, grid: import('../grid.js').Grid }} On */
/** @typedef {import('../camera.js').Camera} Camera */

/** The special tiles by letter; their colours are distinguishable with every kind of colour vision. */
export const SPECIALS =
  /** @type {Record<string, { name: string, colour: string, does: string }>} */ ({
    c: { name: 'choice', colour: '#6d3fa0', does: strings.swapAllStones },
    i: {
      name: 'inversion',
      colour: '#0b5570',
      does: strings.everyPlayersStonesGo,
    },
    b: { name: 'bonus', colour: '#8a3d00', does: strings.takeABomb },
  });

/** Width of the rulers along the top and the left rim, in CSS pixels. */
export const RULER = 17;

/** Tiles smaller than this, in CSS pixels, show colours only. */
const PLAIN = 9;

/** A seat by its letter in the tiles; null for anything else. @param {string} letter */
export function seatOf(letter) {
  const n = letter.charCodeAt(0) - 49;
  return n >= 0 && n < 8 ? n : null;
}

/**
 * @typedef {object} Stamps   Images of one size, each drawn on first use.
 * @property {Palette} colours
 * @property {number} cell
 * @property {number} ratio
 * @property {(ctx: CanvasRenderingContext2D, what: string, x: number, y: number) => void} put
 *   stamps it with its top left corner there
 */

/**
 * Pictures for tiles of a size. Known are `light`, `dark` (a mat), `gone` (a tile that was blown up),
 * `1` to `8`, `x`, `c`, `i`, `b`.
 * @param {Palette} colours
 * @param {number} cell
 * @param {number} ratio
 * @returns {Stamps}
 */
export function makeStamps(colours, cell, ratio) {
  /** @type {Map<string, HTMLCanvasElement>} */
  const made = new Map();
  const side = Math.max(1, Math.round(cell * ratio));
  return {
    colours,
    cell,
    ratio,
    put(ctx, what, x, y) {
      if (records(ctx)) {
        ctx.save();
        ctx.translate(x, y);
        drawTile(ctx, colours, what, cell);
        ctx.restore();
        return;
      }
      const known = made.get(what);
      const picture =
        known ??
        tile(side, side, (to) => {
          to.scale(side / cell, side / cell);
          drawTile(to, colours, what, cell);
        });
      if (!known) made.set(what, picture);
      ctx.drawImage(picture, x, y, cell, cell);
    },
  };
}

/** Pictures for a camera's tile size: the old ones if they fit. @param {Stamps | null} old @param {Palette} colours @param {Camera} camera */
export const stampsFor = (old, colours, { cell, ratio }) =>
  old?.colours === colours && old.cell === cell && old.ratio === ratio
    ? old
    : makeStamps(colours, cell, ratio);

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {string} what
 * @param {number} cell
 */
function drawTile(ctx, colours, what, cell) {
  const seat = seatOf(what);
  if (what === 'light' || what === 'dark') drawMat(ctx, colours, cell, what === 'light');
  else if (what === 'gone') drawGone(ctx, colours, cell);
  else if (seat !== null) drawStone(ctx, colours, seat, cell / 2, cell / 2, cell);
  else if (what === 'x') drawExpansion(ctx, cell);
  else if (SPECIALS[what]) drawSpecial(ctx, what, cell);
}

/** A mat of reed. @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} size @param {boolean} light */
function drawMat(ctx, colours, size, light) {
  const plain = size < PLAIN;
  const inset = plain ? 0 : Math.max(0.5, size * 0.025);
  const side = size - 2 * inset;
  const radius = plain ? 0 : size * 0.09;
  const fine = size >= 16;
  if (fine) plate(ctx, [inset, inset + size * 0.03, side, side - size * 0.02, radius], '#00000034');
  plate(ctx, [inset, inset, side, side - (fine ? size * 0.015 : 0), radius], colours.reed);
  if (light) {
    ctx.fillStyle = '#fffbe83e';
    ctx.fill();
  }
  if (!fine) return;
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(0.6, size * 0.014);
  ctx.stroke();
  if (size < 26) return;
  // Strands of reed: upright on one shade, lying on the other.
  const strands = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (let k = 0; k < 4; k++) {
      const across = (0.17 + k * 0.22) * size;
      const from = (0.16 + ((k * 2) % 5) * 0.07) * size;
      p.moveTo(...turned(across, from, light));
      p.lineTo(...turned(across, from + size * 0.42, light));
    }
  };
  faint(ctx, 0.26, () => strokes(ctx, strands, [colours.reed2, Math.max(0.6, size * 0.013)]));
}

/** @param {number} x @param {number} y @param {boolean} upright @returns {[number, number]} */
const turned = (x, y, upright) => (upright ? [x, y] : [y, x]);

/** A bombed tile: the outline of a broken mat under water. @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} size */
function drawGone(ctx, colours, size) {
  const box = (/** @type {number} */ inset) =>
    /** @type {[number, number, number, number, number]} */ (
      [inset, inset, 1 - 2 * inset, 1 - 2 * inset, 0.1].map((n) => n * size)
    );
  plate(ctx, box(0.03), colours.lake2);
  if (size < PLAIN) return;
  ctx.setLineDash([size * 0.11, size * 0.09]);
  plate(ctx, box(0.13), '', ['#ffffff4a', Math.max(0.8, size * 0.03)]);
  ctx.setLineDash([]);
  if (size < 16) return;
  ctx.lineCap = 'round';
  const star = (/** @type {CanvasRenderingContext2D} */ p) => {
    for (let k = 0; k < 6; k++) {
      const a = (k / 6) * Math.PI * 2 + 0.3;
      p.moveTo(size * (0.5 + 0.08 * Math.cos(a)), size * (0.5 + 0.08 * Math.sin(a)));
      p.lineTo(size * (0.5 + 0.2 * Math.cos(a)), size * (0.5 + 0.2 * Math.sin(a)));
    }
  };
  strokes(ctx, star, ['#ffffff60', Math.max(1, size * 0.03)]);
}

/**
 * A stone with its seat's mark.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} cell
 * @param {{ squeeze?: number }} [how]   `squeeze` is the width while it turns, 0 to 1
 */
export function drawStone(ctx, colours, seat, x, y, cell, { squeeze } = {}) {
  const radius = cell * (cell < PLAIN ? 0.44 : 0.385);
  ctx.save();
  ctx.translate(x, y);
  const shadow = (/** @type {CanvasRenderingContext2D} */ p) =>
    p.ellipse(0, cell * 0.035, radius * (squeeze ?? 1), radius, 0, 0, Math.PI * 2);
  if (cell >= 14) paint(ctx, shadow, '#00000042');
  if (squeeze !== undefined) ctx.scale(Math.max(0.02, squeeze), 1);
  const rim = lines(cell >= 12, '#ffffff', Math.max(0.9, cell * 0.032));
  disc(ctx, 0, 0, radius, colours.seats[seat], ...rim);
  ctx.fillStyle = '#ffffff';
  if (cell >= PLAIN) drawMark(ctx, seat, 0, 0, radius * (cell < 16 ? 0.62 : 0.5));
  ctx.restore();
}

/** A polygon around the origin. @param {number} corners @param {number} radius @param {number} [from]   in parts of a side @returns {(path: CanvasRenderingContext2D) => void} */
const polygon =
  (corners, radius, from = 0) =>
  (path) => {
    for (let k = 0; k < corners; k++) {
      const a = ((k + from) * 2 * Math.PI) / corners;
      path.lineTo(radius * Math.cos(a), radius * Math.sin(a));
    }
    path.closePath();
  };

/** An expansion stone: a grey boulder of no player. @param {CanvasRenderingContext2D} ctx @param {number} size */
function drawExpansion(ctx, size) {
  const r = size * 0.4;
  const boulder = polygon(8, r, 0.5);
  ctx.save();
  ctx.translate(size / 2, size / 2);
  if (size >= 14) {
    ctx.translate(0, size * 0.035);
    paint(ctx, boulder, '#00000042');
    ctx.translate(0, -size * 0.035);
  }
  paint(ctx, boulder, '#6f6a60', ...lines(size >= 12, '#ffffff', Math.max(0.9, size * 0.03)));
  ctx.lineCap = 'round';
  strokes(ctx, cross(0, 0, r * 0.4), ['#ffffff', Math.max(1, size * 0.07)]);
  ctx.restore();
}

/** A special tile's mark: a plate of its own shape and colour, with a sign. @param {CanvasRenderingContext2D} ctx @param {string} what @param {number} size */
function drawSpecial(ctx, what, size) {
  const r = size * 0.34;
  ctx.save();
  ctx.translate(size / 2, size / 2);
  const { colour } = SPECIALS[what];
  if (what === 'c') plate(ctx, [-r, -r, 2 * r, 2 * r, r * 0.35], colour);
  else paint(ctx, what === 'i' ? polygon(6, r * 1.15) : polygon(4, r * 1.28), colour);
  if (size >= PLAIN) drawSign(ctx, what, size, r * 0.6);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} what @param {number} size @param {number} s   of the sign */
function drawSign(ctx, what, size, s) {
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  /** @param {CanvasRenderingContext2D} path */
  const sign = (path) => {
    if (what === 'c') {
      // Two arrows, one each way.
      for (const way of [1, -1]) {
        const [tip, wing, y] = [s * way, s * 0.55 * way, -s * 0.5 * way];
        along([-tip, y], [tip, y])(path);
        along([wing, y - s * 0.4], [tip, y], [wing, y + s * 0.4])(path);
      }
    } else if (what === 'i') {
      // A ring that runs round.
      path.arc(0, 0, s * 0.85, -Math.PI * 0.35, Math.PI * 1.3);
    } else {
      along([0, -s * 0.75], [0, s * 0.75])(path);
      along([-s * 0.75, 0], [s * 0.75, 0])(path);
    }
  };
  strokes(ctx, sign, ['#ffffff', Math.max(1, size * 0.055)]);
  if (what !== 'i') return;
  const [x, y] = [s * 0.85 * Math.cos(-Math.PI * 0.35), s * 0.85 * Math.sin(-Math.PI * 0.35)];
  const [back, tip] = [x - s * 0.62, x + s * 0.12];
  const head = along([back, y - s * 0.05], [tip, y - s * 0.2], [x - s * 0.02, y + s * 0.58]);
  paint(ctx, head, '#ffffff');
}

/**
 * The water: dark around the map, lighter inside its bounds.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {import('../mapView.js').Map} map
 */
export function drawSea(ctx, colours, camera, map) {
  const { x, y } = origin(camera);
  const { cell, width, height } = camera;
  ctx.fillStyle = colours.lake2;
  ctx.fillRect(0, 0, width, height);
  const rim = Math.min(6, cell * 0.16);
  const [w, h] = seenSize(map).map((tiles) => tiles * cell + 2 * rim);
  plate(ctx, [x - rim, y - rim, w, h, Math.min(14, cell * 0.2) + rim], colours.lake);
}

/**
 * Column and row numbers along the rim; they stay visible when the board is panned.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {import('../mapView.js').Map & { rulers?: string[][] }} map   a1 at the top left if it has no rulers of its own
 * @param {number | null} [tile]   the pointed tile, whose numbers are highlighted
 */
export function drawRulers(ctx, colours, camera, map, tile = null) {
  const { x, y } = origin(camera);
  const { cell, width, height } = camera;
  // Next to the map while its rim is visible, else along the edge of the canvas.
  const gap = RULER + Math.min(7, cell * 0.16) + 1;
  const [across, down] = [Math.max(0, y - gap), Math.max(0, x - gap)];
  ctx.fillStyle = colours.lake2;
  if (across === 0) ctx.fillRect(0, 0, width, RULER);
  if (down === 0) ctx.fillRect(0, 0, RULER, height);
  const step = cell >= 19 ? 1 : cell >= 10 ? 2 : cell >= 6 ? 5 : 10;
  /**
   * The numbers of one ruler.
   * @param {string[]} names
   * @param {number | null} at      the highlighted one
   * @param {number} from           where it begins
   * @param {number} to
   * @param {number} room           the space that it needs
   * @param {(at: number) => [number, number]} place
   */
  const ruler = (names, at, from, to, room, place) => {
    for (const [n, name] of names.entries()) {
      const p = from + (n + 0.5) * cell;
      const on = n === at;
      const near = at !== null && Math.abs(n - at) * cell < room;
      if (p <= RULER || p >= to || !(on || (n % step === 0 && !near))) continue;
      const font = `${on ? 800 : 600} ${on ? 11 : 10}px ${colours.font}`;
      write(ctx, name, ...place(p), font, on ? '#ffffff' : '#ffffffd0');
    }
  };
  const { columns, rows, rulers, turned = 0 } = map;
  const [column, row] = tile === null ? [null, null] : seenAt(map, tile);
  const letters = (/** @type {number} */ n) =>
    (n < 26 ? '' : String.fromCharCode(96 + Math.floor(n / 26))) +
    String.fromCharCode(97 + (n % 26));
  const count = (/** @type {number} */ length, /** @type {(n: number) => string} */ name) =>
    Array.from({ length }, (_, n) => name(n));
  const [acrossNames, downNames] = rulers ?? [
    count(columns, letters),
    count(rows, (n) => String(n + 1)),
  ];
  // A quarter turn swaps rows and columns, and reverses one of them.
  const swapped = turned % 2 ? [downNames, acrossNames] : [acrossNames, downNames];
  const backwards = [turned === 1 || turned === 2, turned === 2 || turned === 3];
  const [top, left] = swapped.map((names, i) => (backwards[i] ? names.toReversed() : names));
  ruler(top, column, x, width, 16, (p) => [p, across + RULER / 2 + 0.5]);
  ruler(left, row, y, height, 12, (p) => [down + RULER / 2, p + 0.5]);
}

/**
 * The range of visible tiles.
 * @param {Camera} camera
 * @param {import('../mapView.js').Map} map
 * @returns {{ left: number, right: number, top: number, bottom: number }}   inclusive
 */
export function inSight(camera, map) {
  const { x, y } = origin(camera);
  const [columns, rows] = seenSize(map);
  const clamp = (/** @type {number} */ n, /** @type {number} */ to) =>
    Math.max(0, Math.min(to - 1, Math.floor(n)));
  return {
    left: clamp(-x / camera.cell, columns),
    right: clamp((camera.width - x) / camera.cell, columns),
    top: clamp(-y / camera.cell, rows),
    bottom: clamp((camera.height - y) / camera.cell, rows),
  };
}

/** A frame whose halo grows with the line and has its gaps. @param {Pick<On, 'ctx' | 'grid'>} on @param {number} tile @param {import('../pen.js').FrameStyle & { width: readonly [number, number], inset: number }} how */
export function frameTile({ ctx, grid }, tile, how) {
  const more = Math.max(1.5, Math.max(how.width[0], grid.cell * how.width[1]) * 0.8);
  frameCell(ctx, grid, tile, { gaps: true, more, ...how });
}
