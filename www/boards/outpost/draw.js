/**
 * Draws everything on the terrain: homes, outposts with their counts, paths, losses, the preview of an outpost, choke
 * points. Positions are in CSS pixels.
 */
import { drawMark } from '../../ui/palette.js';
import { records } from '../../ui/path.js';
import { cross, disc, faint, paint, plate, strokes, through, tile, write } from '../pen.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./boardState.js').Cell} Cell */

/**
 * @typedef {object} Place   The position of the grid on its canvas.
 * @property {number} x      the top left corner of cell 0,0
 * @property {number} y
 * @property {number} cell
 * @property {number} ratio
 */

/** @typedef {{ ctx: CanvasRenderingContext2D, colours: Palette, place: Place }} On */

/** @param {Place} place @param {Cell} cell */
export function centre(place, [x, y]) {
  return { x: place.x + (x + 0.5) * place.cell, y: place.y + (y + 0.5) * place.cell };
}

/** The radius of an outpost's mark: large enough to see, and inside its cell if that is large. @param {number} cell */
export const markRadius = (cell) => Math.max(4.6, Math.min(cell * 0.42, 22));

/** Cached images of marks: there may be hundreds of outposts. @type {Map<string, HTMLCanvasElement>} */
const stamps = new Map();

/** @param {Palette} colours @param {number} seat @param {number} radius @param {number} ratio */
function stamp(colours, seat, radius, ratio) {
  const key = `${colours.seats[seat]} ${seat} ${radius.toFixed(1)} ${ratio}`;
  const known = stamps.get(key);
  if (known) return known;
  if (stamps.size > 200) stamps.clear();
  const size = Math.ceil((radius * 2 + 6) * ratio);
  const made = tile(size, size, (pen) => {
    pen.translate(size / 2, size / 2);
    pen.scale(ratio, ratio);
    drawStamp(pen, colours, seat, radius);
  });
  stamps.set(key, made);
  return made;
}

/** The mark of an outpost, with a dark rim around a white one so that it is visible on any background. @param {CanvasRenderingContext2D} pen @param {Palette} colours @param {number} seat @param {number} radius */
function drawStamp(pen, colours, seat, radius) {
  for (const [fill, size] of /** @type {const} */ ([
    ['#0b171acc', radius * 1.42 + 1.2],
    ['#ffffff', radius * 1.42],
    [colours.seats[seat], radius],
  ])) {
    pen.fillStyle = fill;
    drawMark(pen, seat, 0, 0, size);
  }
}

/** @param {On} on @param {number} seat @param {Cell} cell */
export function drawOutpost({ ctx, colours, place }, seat, cell) {
  const { x, y } = centre(place, cell);
  const radius = markRadius(place.cell);
  if (records(ctx)) {
    ctx.save();
    ctx.translate(x, y);
    drawStamp(ctx, colours, seat, radius);
    ctx.restore();
    return;
  }
  const image = stamp(colours, seat, radius, place.ratio);
  const size = image.width / place.ratio;
  ctx.drawImage(image, x - size / 2, y - size / 2, size, size);
}

/** The number of outposts in a cell. @param {On} on @param {number} count @param {Cell} cell */
export function drawCount({ ctx, colours, place }, count, cell) {
  const { x, y } = centre(place, cell);
  const radius = markRadius(place.cell);
  const size = Math.max(9, Math.min(16, radius * 1.3));
  const at = { x: x + radius * 1.15, y: y - radius * 1.15 };
  const text = String(count);
  ctx.font = `700 ${size}px ${colours.font}`;
  const width = Math.max(size * 1.1, ctx.measureText(text).width + size * 0.5);
  const box = /** @type {const} */ ([at.x - width / 2, at.y - size * 0.6, width]);
  plate(ctx, [...box, size * 1.2, size * 0.6], '#0b171ae6');
  write(ctx, text, at.x, at.y + size * 0.06, ctx.font, '#ffffff');
}

/** A square around a point. @param {number} x @param {number} y @param {number} half @returns {(path: CanvasRenderingContext2D) => void} */
const square = (x, y, half) => (path) => path.rect(x - half, y - half, 2 * half, 2 * half);

/** A home: the corner of an empire, framed in its colour. @param {On} on @param {number} seat @param {Cell} home */
export function drawHome({ ctx, colours, place }, seat, home) {
  const { x, y } = centre(place, home);
  const half = Math.max(7, place.cell * 0.8);
  const width = Math.max(2.2, Math.min(5, place.cell * 0.14));
  strokes(ctx, square(x, y, half), ['#ffffff', width], [colours.seats[seat], width * 0.55]);
}

/**
 * An outpost that was lost in the last turn.
 * @param {On} on
 * @param {number} seat
 * @param {Cell} cell
 * @param {number} before   how many are drawn there already
 */
export function drawLoss({ ctx, colours, place }, seat, cell, before) {
  const at = centre(place, cell);
  const r = markRadius(place.cell) * 1.05;
  const [x, y] = [at.x + before * r * 1.3, at.y + before * r * 0.6];
  ctx.lineCap = 'round';
  const colour = colours.seats[seat];
  strokes(ctx, cross(x, y, r), ['#0b171acc', 5], ['#ffffff', 3.4], [colour, 2]);
  ctx.lineCap = 'butt';
}

/**
 * A path along cells, with a flag at its end.
 * @param {On} on
 * @param {Cell} from
 * @param {Cell[]} cells
 * @param {{ colour: string, dash?: number[], width?: number }} how
 */
export function drawWay({ ctx, place }, from, cells, { colour, dash = [], width = 2 }) {
  if (cells.length === 0) return;
  const points = [from, ...cells].map((cell) => centre(place, cell));
  // A light line needs a dark rim on a light background, a coloured one a light rim on its own colour.
  const rim = colour.startsWith('#ffffff') ? '#0b171ac0' : '#ffffffd8';
  ctx.lineJoin = 'round';
  ctx.setLineDash(dash);
  strokes(ctx, through(points), [rim, width + 2.4], [colour, width]);
  ctx.setLineDash([]);
  const end = points[points.length - 1];
  const radius = Math.max(3, Math.min(6, place.cell * 0.3));
  disc(ctx, end.x, end.y, radius, colour, ['#0b171a99', 1]);
}

/** Choke points of supply, with the number of outposts that depend on them. @param {On} on @param {{ cell: Cell, outposts: number }[]} chokes */
export function drawChokes(on, chokes) {
  const { ctx, colours, place } = on;
  // Every cell of a long thin line is a choke point: only the few most important are labelled.
  const most = [...chokes].sort((a, b) => b.outposts - a.outposts);
  /** @type {{ x: number, y: number }[]} */
  const named = [];
  const half = Math.max(2.5, place.cell * 0.4);
  // A single path, because there may be hundreds.
  const squares = (/** @type {CanvasRenderingContext2D} */ path) => {
    for (const { cell } of most) {
      const { x, y } = centre(place, cell);
      square(x, y, half)(path);
    }
  };
  paint(ctx, squares, '#ffffffe6', [colours.bad, Math.max(1.4, place.cell * 0.12)]);
  for (const { cell, outposts } of most) {
    const { x, y } = centre(place, cell);
    if (named.length >= 12 || named.some((one) => Math.hypot(one.x - x, one.y - y) < 34)) continue;
    named.push({ x, y });
    label(on, String(outposts), x, y - half - 8);
  }
}

/**
 * A word on a dark plate.
 * @param {Pick<On, 'ctx' | 'colours'>} on
 * @param {string} text
 * @param {number} x
 * @param {number} y   of its middle
 * @param {{ size?: number, within?: { width: number, height: number } }} [how]
 */
export function label({ ctx, colours }, text, x, y, { size = 11, within } = {}) {
  ctx.font = `650 ${size}px ${colours.font}`;
  const width = ctx.measureText(text).width + size;
  const height = size * 1.7;
  let left = x - width / 2;
  let top = y - height / 2;
  if (within) {
    left = Math.max(3, Math.min(within.width - width - 3, left));
    top = Math.max(3, Math.min(within.height - height - 3, top));
  }
  plate(ctx, [left, top, width, height, height * 0.32], '#0b171ae0');
  write(ctx, text, left + width / 2, top + height / 2 + size * 0.06, ctx.font, '#ffffff');
}

/** The frame of the keyboard's cursor or of the cell under the mouse. @param {On} on @param {Cell} cell @param {string} colour @param {number} width */
export function drawFrame({ ctx, place }, cell, colour, width) {
  const { x, y } = centre(place, cell);
  const half = Math.max(4, place.cell / 2) + width / 2;
  strokes(ctx, square(x, y, half), ['#0b171ab0', width + 2], [colour, width]);
}

/** Numbers of labelled columns and rows are this far apart. */
const STEPS = [1, 2, 5, 10, 20, 50];
/** The least height of a ruler; on small maps it covers the map's edge a little. */
const RULER = 15;

/** The frame around the whole map, which has a margin of `margin` cells. @param {{ width: number }} size @param {number} side @param {number} margin */
const rimOf = ({ width }, side, margin) => (margin * width) / (side + 2 * margin);

/**
 * The frame of the board, as the other boards have it, with the numbers of columns and rows along its upper and left side, as
 * places are named. It stays where it is while the map is zoomed.
 * @param {On} on @param {{ width: number, height: number }} size @param {number} side   cells @param {number} margin   cells
 */
export function drawRim({ ctx, colours, place }, size, side, margin) {
  const { width, height } = size;
  const rim = rimOf(size, side, margin);
  const step = STEPS.find((n) => n * place.cell >= 30) ?? side;
  ctx.fillStyle = colours.lake2;
  ctx.fillRect(0, 0, width, rim);
  ctx.fillRect(0, height - rim, width, rim);
  ctx.fillRect(0, rim, rim, height - 2 * rim);
  ctx.fillRect(width - rim, rim, rim, height - 2 * rim);
  const [top, left] = [Math.max(rim, RULER), Math.max(rim, RULER + 5)];
  ctx.fillStyle = '#0b171a8c';
  if (top > rim) ctx.fillRect(rim, rim, width - 2 * rim, top - rim);
  if (left > rim) ctx.fillRect(rim, top, left - rim, height - rim - top);
  const font = `600 ${Math.round(Math.max(10, rim * 0.55))}px ${colours.font}`;
  for (let n = 0; n < side; n += step) {
    const { x, y } = centre(place, [n, n]);
    if (x > left + 8 && x < width - rim - 8)
      write(ctx, String(n), x, top / 2 + 0.5, font, '#ffffffe0');
    if (y > top + 6 && y < height - rim - 6)
      write(ctx, String(n), left / 2, y + 0.5, font, '#ffffffe0');
  }
}

/** The ring of a selected outpost. @param {On} on @param {Cell} cell @param {string} colour */
export function drawRing({ ctx, place }, cell, colour) {
  const { x, y } = centre(place, cell);
  disc(ctx, x, y, markRadius(place.cell) * 1.75 + 2, '', ['#0b171acc', 4.4], [colour, 2.4]);
}

/** The range of an outpost. @param {On} on @param {Cell[]} cells @param {string} colour */
export function drawDiamond({ ctx, place }, cells, colour) {
  const bars = (/** @type {CanvasRenderingContext2D} */ path) => {
    // One bar per column: the cells are sorted by column.
    for (let i = 0; i < cells.length; ) {
      const [x, y] = cells[i];
      let n = 1;
      while (i + n < cells.length && cells[i + n][0] === x && cells[i + n][1] === y + n) n++;
      path.rect(place.x + x * place.cell, place.y + y * place.cell, place.cell, n * place.cell);
      i += n;
    }
  };
  faint(ctx, 0.3, () => paint(ctx, bars, colour));
}
