/**
 * The terrain of the board: land, water and ownership as one small image (a pixel per cell) that is drawn scaled, and
 * the borders of empires as paths in cells. It is rebuilt only when ownership, overlay or colours change, not for
 * panning and zooming. There are no rules here.
 */

import { contextOf } from '../../ui/canvas.js';
import { makeCanvas } from '../../ui/dom.js';
import { along, strokes, tile } from '../pen.js';
import { SIDE } from './boardState.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {[number, number, number]} Rgb */

const DISPUTED = 5;

/** @param {string} colour   `#rrggbb` @returns {Rgb} */
function rgb(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** @param {Rgb} a @param {Rgb} b @param {number} t   0 is a, 1 is b @returns {Rgb} */
export function mix(a, b, t) {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** A colour as a pixel of an image. @param {Rgb} c */
const pixel = ([r, g, b]) =>
  (255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r);

/**
 * The colours of the terrain, from the style sheet's tokens.
 * @param {Palette} colours
 */
export function terrainColours(colours) {
  const card = rgb(colours.card);
  // Strong yellow looks muddy on a dark background.
  const land = mix(card, rgb(colours.reed), card[1] < 128 ? 0.13 : 0.26);
  const water = rgb(colours.lake);
  return {
    land,
    water,
    ink: rgb(colours.ink),
    card,
    bad: rgb(colours.bad),
    good: rgb(colours.good),
    seats: colours.seats.slice(0, 4).map(rgb),
  };
}

/** The opacity of an empire's colour over its terrain. */
const STRENGTH = {
  owners: { land: 0.74, water: 0.34 },
  usual: { land: 0.5, water: 0.2 },
  faint: { land: 0.2, water: 0.1 },
};

/**
 * @typedef {object} Layer   The data of an overlay for every cell; the owners' colours are fainter under it.
 * @property {Uint8Array} grid   a code a cell, x-major
 * @property {(digit: number, code: number) => { colour: Rgb, share: number } | null} paint
 */

/** The image and the paths, empty at first. */
export function makeTerrain() {
  const canvas = makeCanvas();
  canvas.width = canvas.height = SIDE;
  return {
    canvas,
    borders: /** @type {Path2D[]} */ ([]), // of each empire
    disputed: new Path2D(), // cells, as vertical bars
    shore: new Path2D(),
    lakes: new Path2D(), // the cells of water, as vertical bars
    shoreOf: '',
  };
}

/** @typedef {ReturnType<typeof makeTerrain>} Terrain */

/**
 * @param {Terrain} terrain
 * @param {Position} view
 * @param {ReturnType<typeof terrainColours>} colours
 * @param {{ strong: boolean, layer: Layer | null }} how
 */
export function updateTerrain(terrain, view, colours, { strong, layer }) {
  const { water, owners } = view;
  const strength = layer ? STRENGTH.faint : strong ? STRENGTH.owners : STRENGTH.usual;
  /** Pixels by terrain and owner, so that a cell needs one look-up. */
  const table = [colours.land, colours.water].map((base, wet) =>
    [0, 1, 2, 3, 4, 5].map((code) => {
      if (code === 0) return base;
      if (code === DISPUTED) return mix(base, colours.ink, wet ? 0.1 : 0.12);
      return mix(base, colours.seats[code - 1], wet ? strength.water : strength.land);
    }),
  );
  const packed = table.map((row) => row.map(pixel));
  const ctx = contextOf(terrain.canvas);
  const image = ctx.createImageData(SIDE, SIDE);
  const pixels = new Uint32Array(image.data.buffer);
  for (let x = 0, at = 0; x < SIDE; x++) {
    for (let y = 0; y < SIDE; y++, at++) {
      const wet = water[at] & 1;
      const code = owners[at];
      const over = layer?.paint(layer.grid[at], code);
      pixels[y * SIDE + x] = over
        ? pixel(mix(table[wet][code], over.colour, over.share))
        : packed[wet][code];
    }
  }
  ctx.putImageData(image, 0, 0);
  terrain.borders = edges(owners);
  terrain.disputed = bars(owners, DISPUTED);
  if (terrain.shoreOf === view.water_hash) return;
  terrain.shoreOf = view.water_hash;
  terrain.shore = edges(water)[0];
  terrain.lakes = bars(water, 1);
}

/** Draws each run of cells of a line. @param {(i: number) => boolean} has @param {(from: number, to: number) => void} draw */
function runs(has, draw) {
  let from = -1;
  for (let i = 0; i <= SIDE; i++) {
    const inside = i < SIDE && has(i);
    if (inside && from < 0) from = i;
    else if (!inside && from >= 0) {
      draw(from, i);
      from = -1;
    }
  }
}

/**
 * The edges of each empire's cells, in cells. An edge belongs to the cells on its inner side.
 * @param {Uint8Array} codes
 */
function edges(codes) {
  // Runs of edges become one line: along x for edges below a row, along y for those right of a column.
  return [1, 2, 3, 4].map((e) => {
    const path = new Path2D();
    if (!codes.includes(e)) return path;
    for (let line = 1; line < SIDE; line++) {
      /** @param {number} one @param {number} other */
      const differ = (one, other) => (codes[one] === e) !== (codes[other] === e);
      runs(
        (i) => differ(i * SIDE + line - 1, i * SIDE + line),
        (from, to) => along([from, line], [to, line])(path),
      );
      runs(
        (i) => differ((line - 1) * SIDE + i, line * SIDE + i),
        (from, to) => along([line, from], [line, to])(path),
      );
    }
    return path;
  });
}

/** The cells of a code, as vertical bars. @param {Uint8Array} codes @param {number} wanted */
function bars(codes, wanted) {
  const path = new Path2D();
  for (let x = 0; codes.includes(wanted) && x < SIDE; x++)
    runs(
      (y) => codes[x * SIDE + y] === wanted,
      (from, to) => path.rect(x, from, 1, to - from),
    );
  return path;
}

/** Patterns in screen space, so that they are equally fine at any zoom. @type {Map<string, CanvasPattern | null>} */
const patterns = new Map();

/**
 * A pattern, drawn once.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} key
 * @param {{ wide: number, high: number }} size
 * @param {(pen: CanvasRenderingContext2D) => void} trace   the path on a tile
 * @param {import('../pen.js').Line} line
 */
function patternOf(ctx, key, { wide, high }, trace, line) {
  const known = patterns.get(key);
  if (known) return known;
  const pattern = ctx.createPattern(
    tile(wide, high, (pen) => strokes(pen, trace, line)),
    'repeat',
  );
  patterns.set(key, pattern);
  return pattern;
}

/** Short light waves in rows. @param {CanvasRenderingContext2D} ctx @param {number} ratio   device pixels a CSS pixel */
export function wavePattern(ctx, ratio) {
  const [wide, high] = [Math.round(12 * ratio), Math.round(8 * ratio)];
  /** @param {CanvasRenderingContext2D} pen */
  const trace = (pen) => {
    pen.lineCap = 'round';
    // Every other row is shifted by half a wave.
    for (const [x, y] of [
      [0.08, 0.28],
      [0.58, 0.78],
    ]) {
      pen.moveTo(x * wide, y * high);
      pen.quadraticCurveTo((x + 0.1) * wide, (y - 0.2) * high, (x + 0.2) * wide, y * high);
      pen.quadraticCurveTo((x + 0.3) * wide, (y + 0.2) * high, (x + 0.38) * wide, y * high);
    }
  };
  return patternOf(ctx, `waves ${ratio}`, { wide, high }, trace, [
    '#ffffff',
    Math.max(0.8, 0.9 * ratio),
  ]);
}

/** A fine diagonal hatching. @param {CanvasRenderingContext2D} ctx @param {number} ratio   device pixels a CSS pixel */
export function hatching(ctx, ratio) {
  const size = Math.max(4, Math.round(5 * ratio));
  /** @param {CanvasRenderingContext2D} pen */
  const trace = (pen) => {
    for (const shift of [-size, 0, size]) along([shift - 1, size + 1], [shift + size + 1, -1])(pen);
  };
  const line = /** @type {const} */ (['#0b171a', Math.max(1, size * 0.24)]);
  return patternOf(ctx, `hatching ${ratio}`, { wide: size, high: size }, trace, line);
}
