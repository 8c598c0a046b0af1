/**
 * Draws the position editor: spots, groups, pieces. It is the same for all games and draws Rust's data; nothing here
 * depends on a game.
 */
import { drawMark } from '../ui/palette.js';
import { ARROWS } from './a11yGrid.js';
import * as cam from './camera.js';
import { along, cross, disc, faint, paint, plate, strokes, through, write } from './pen.js';

/** @typedef {import('../pkg/totora.js').SetupPiece} SetupPiece */
/** @typedef {import('../pkg/totora.js').SetupTable} SetupTable */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {ReturnType<typeof import('../ui/palette.js').readPalette>} Palette */
/** @typedef {import('./camera.js').Camera} Camera */

/** Spots of this size, in CSS pixels, show a letter or a mark. */
const LEGIBLE = 9;
/** Spots of this size show their name. */
const NAMED = 34;
/** The margin around the board, in spots. */
const RIM = 0.12;

/** Half the height of a hexagon whose width is one. */
const CORNER = 1 / Math.sqrt(3);

/** @param {Ctx} ctx @param {boolean} hex @param {number} x @param {number} y @param {number} r   half of the width */
export function outline(ctx, hex, x, y, r) {
  if (!hex) ctx.rect(x - r, y - r, 2 * r, 2 * r);
  else {
    const top = 2 * r * CORNER;
    const angles = [0, 1, 2, 3, 4, 5].map((i) => (Math.PI / 3) * i - Math.PI / 2);
    through(angles.map((a) => ({ x: x + top * Math.cos(a), y: y + top * Math.sin(a) })))(ctx);
    ctx.closePath();
  }
}

/**
 * Draws a piece, centred at a point.
 * @param {Ctx} ctx
 * @param {Palette} p
 * @param {SetupPiece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} cell   the width of a spot
 */
export function drawPiece(ctx, p, piece, x, y, cell) {
  const colour = p.seats[piece.seat ?? 0];
  const r = cell * 0.36;
  switch (piece.look) {
    case 'white':
    case 'black': {
      // White and black in both themes; the marks have the seats' colours.
      const [body, rim] = piece.look === 'white' ? ['#fbf8ee', '#8d8570'] : ['#2b363b', '#0a0f12'];
      disc(ctx, x, y, r, body, [rim, Math.max(0.5, cell * 0.04)]);
      if (cell < LEGIBLE) return;
      ctx.fillStyle = piece.look === 'white' ? '#c4442d' : '#9dbcff';
      drawMark(ctx, piece.seat ?? 0, x, y, cell * 0.13);
      return;
    }
    case 'stone':
    case 'outpost':
      if (piece.look === 'stone') disc(ctx, x, y, r, colour, [p.ink, Math.max(0.5, cell * 0.03)]);
      else plate(ctx, [x - r, y - r, 2 * r, 2 * r, r * 0.3], colour, [p.ink, cell * 0.05]);
      if (cell < LEGIBLE) return;
      ctx.fillStyle = p.card;
      drawMark(ctx, piece.seat ?? 0, x, y, cell * 0.13);
      return;
    case 'knight':
      disc(ctx, x, y, r, colour, [p.ink, Math.max(0.5, cell * 0.03)]);
      write(ctx, '♞', x, y + cell * 0.02, `${cell * 0.5}px ${p.font}`, p.card);
      return;
    case 'house':
      paint(
        ctx,
        (path) => {
          path.moveTo(x - r, y - r * 0.05);
          path.lineTo(x, y - r);
          path.lineTo(x + r, y - r * 0.05);
          path.lineTo(x + r * 0.75, y - r * 0.05);
          path.lineTo(x + r * 0.75, y + r);
          path.lineTo(x - r * 0.75, y + r);
          path.lineTo(x - r * 0.75, y - r * 0.05);
          path.closePath();
        },
        colour,
        [p.ink, Math.max(0.5, cell * 0.03)],
      );
      ctx.fillStyle = p.card;
      drawMark(ctx, piece.seat ?? 0, x, y + r * 0.42, cell * 0.12);
      return;
    case 'closed':
      paint(ctx, cross(x, y, cell * 0.2), '', [p.ink2, Math.max(1, cell * 0.06)]);
      return;
    case 'block':
      plate(ctx, [x - r, y - r, 2 * r, 2 * r, r * 0.25], p.ink2, [p.ink, cell * 0.03]);
      return;
    case 'hole':
      plate(ctx, [x - r, y - r, 2 * r, 2 * r, 0], 'transparent', [p.ink2, 1]);
      return;
    case 'letter':
      write(ctx, piece.letter ?? '', x, y, `600 ${cell * 0.5}px ${p.font}`, p.ink);
      return;
    case 'shape': {
      const cells = piece.turns[0] ?? [];
      const [w, h] = [0, 1].map((axis) => 1 + Math.max(0, ...cells.map((step) => step[axis])));
      const unit = (cell * 0.86) / 3;
      for (const [dx, dy] of cells) {
        const at = /** @type {const} */ ([x + (dx - w / 2) * unit, y + (dy - h / 2) * unit]);
        plate(ctx, [...at, unit, unit, 0], p.reed, [p.reed2, 1]);
      }
    }
  }
}

/** The bounds of a table. @param {SetupTable} table */
export function worldOf({ hex, spots }) {
  const half = hex ? CORNER : 0.5;
  const boxes = spots.map(({ x, y }) => ({
    left: x - 0.5,
    right: x + 0.5,
    top: y - half,
    bottom: y + half,
  }));
  return cam.boundsOf(boxes, RIM);
}

/** The position of a spot on the canvas. @param {Camera} camera @param {{ x: number, y: number }} spot */
export function placeOf(camera, spot) {
  const zero = cam.origin(camera);
  return { x: zero.x + spot.x * camera.cell, y: zero.y + spot.y * camera.cell };
}

/**
 * Draws a table through a camera.
 * @param {Ctx} ctx
 * @param {Palette} palette
 * @param {Camera} camera
 * @param {SetupTable} table
 */
export function drawTable(ctx, palette, camera, table) {
  const { cell, width, height } = camera;
  ctx.clearRect(0, 0, width, height);
  const terrains = {
    board: palette.card,
    water: palette.lake,
    reed: palette.reed,
    closed: palette.line,
    hole: 'transparent',
  };
  const gap = cell > 10 ? 0.5 : 0;
  for (const spot of table.spots) {
    const { x, y } = placeOf(camera, spot);
    if (x < -cell || y < -cell || x > width + cell || y > height + cell) continue;
    const rim = spot.terrain === 'reed' ? palette.reed2 : palette.line;
    const shape = (/** @type {any} */ path) => outline(path, table.hex, x, y, cell / 2 - gap);
    paint(ctx, shape, terrains[spot.terrain]);
    // A board is of reed, and lighter than islands are.
    if (spot.terrain === 'board') faint(ctx, 0.32, () => paint(ctx, shape, palette.reed));
    if (cell > 10) paint(ctx, shape, '', [rim, 1]);
    if (cell > NAMED && spot.terrain !== 'hole' && spot.group === null) {
      const size = Math.max(9, Math.min(13, cell * 0.17));
      const [left, top] = table.hex ? [x, y - cell * 0.38] : [x - cell / 2 + 4, y - cell / 2 + 3];
      ctx.font = `${size}px ${palette.font}`;
      ctx.textAlign = table.hex ? 'center' : 'left';
      ctx.textBaseline = 'top';
      ctx.fillStyle = spot.terrain === 'water' ? '#ffffffd0' : palette.ink2;
      ctx.fillText(spot.name, left, top);
    }
  }
  drawGroups(ctx, palette, camera, table);
  for (const spot of table.spots) {
    if (spot.piece === null) continue;
    const { x, y } = placeOf(camera, spot);
    drawPiece(ctx, palette, table.pieces[spot.piece], x, y, cell);
    if (spot.count > 1 && cell > LEGIBLE) {
      const font = `700 ${cell * 0.3}px ${palette.font}`;
      write(ctx, spot.count, x + cell * 0.3, y - cell * 0.3, font, palette.ink);
    }
  }
}

/** Steps to the neighbours of a square. */
const BESIDE = Object.values(ARROWS);

/** Outlines of groups, with their letters. @param {Ctx} ctx @param {Palette} palette @param {Camera} camera @param {SetupTable} table */
function drawGroups(ctx, palette, camera, table) {
  const spots = table.spots.filter((spot) => spot.group !== null);
  const { cell } = camera;
  const key = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${x.toFixed(2)},${y.toFixed(2)}`;
  const by = new Map(spots.map((spot) => [key(spot.x, spot.y), spot]));
  /** @type {Set<string>} */
  const named = new Set();
  for (const spot of spots) {
    const { x, y } = placeOf(camera, spot);
    for (const [dx, dy] of BESIDE) {
      if (by.get(key(spot.x + dx, spot.y + dy))?.group === spot.group) continue;
      const [mx, my] = [x + (dx * cell) / 2, y + (dy * cell) / 2];
      const [ex, ey] = [(dy * cell) / 2, (dx * cell) / 2];
      const line = along([mx - ex, my - ey], [mx + ex, my + ey]);
      strokes(ctx, line, [palette.reedInk, Math.max(1, cell * 0.05)]);
    }
    const letter = spot.group ?? '';
    if (named.has(letter) || cell <= LEGIBLE) continue;
    named.add(letter);
    const size = Math.max(9, cell * 0.22);
    const [left, top] = [x - cell / 2 + size * 0.7, y - cell / 2 + size * 0.75];
    write(ctx, letter, left, top, `600 ${size}px ${palette.font}`, palette.reedInk);
  }
}
