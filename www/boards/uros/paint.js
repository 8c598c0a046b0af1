/**
 * Paints a whole scene: Lake and Reedbed with all that lies over them, and stills that nobody
 * touches. The order of the layers is decided here; how each looks, in `draw.js` and `overlay.js`.
 */
import { sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import { layBed } from './bed.js';
import * as draw from './draw.js';
import { covered } from './hold.js';
import { drawBedOverlay, drawLakeOverlay, drawPointed, drawPointedInBed } from './overlay.js';

/** @typedef {import('./index.js').Scene} Scene */
/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../../pkg/totora.js').UrosView} UrosView */
/** @typedef {import('../../pkg/totora.js').UrosSpot} UrosSpot */
/** @typedef {{ spot: UrosSpot, done: number } | null} Motion   how far a move has come, up to 1 */

/** How long a move takes to arrive, in milliseconds. */
const MOTION = 190;

/**
 * How far the move that is being shown has come.
 * @param {Scene} s
 * @param {number} now
 * @returns {Motion}
 */
export function motionAt(s, now) {
  if (!s.motion) return null;
  const t = (now - s.motion.since) / MOTION;
  if (t >= 1) {
    s.motion = null;
    return null;
  }
  const left = 1 - Math.max(0, t);
  return { spot: s.motion.spot, done: 1 - left ** 3 };
}

/**
 * @param {Scene} s
 * @param {HTMLCanvasElement} canvas
 * @param {Motion} motion
 */
export function paintLake(s, canvas, motion) {
  const { lake, colours, view, model } = s;
  if (!view || !model) return;
  const ctx = sharpContext(canvas, lake.size, lake.size);
  draw.drawWater(ctx, colours, lake, view);
  for (const island of view.islands) {
    if (!island.cells) continue;
    const squares = island.cells.map(draw.columnRow);
    const coming =
      motion?.spot.kind === 'island' && motion.spot.island === island.id ? motion.done : 1;
    const place = { ...lake, y: lake.y - (1 - coming) * lake.cell * 0.25 };
    ctx.globalAlpha = 0.3 + 0.7 * coming;
    draw.drawIsland(ctx, colours, squares, place);
    draw.drawHouses(ctx, colours, island.houses, squares, place, growing(island.id, motion));
    ctx.globalAlpha = 1;
  }
  if (!view.winning && !s.held) paintLast(s, ctx, view);
  if (s.index && model.overlay !== 'off' && !s.held)
    drawLakeOverlay(ctx, colours, lake, s.index, model.overlay);
  draw.drawMarks(ctx, colours, lake, view, model.marks);
  if (view.winning) draw.drawWinner(ctx, colours, lake, view.winning.cells, view.winning.seat);
  paintPointed(s, ctx, model, (spot, score) => drawPointed(ctx, colours, lake, spot, score));
  paintHeld(s, ctx);
  if (s.cursor?.where === 'lake') paintCursor(ctx, draw.columnRow(s.cursor.cell), lake);
  else if (s.hover?.where === 'lake' && !s.held && mayAct(s) && canBuildOn(s, s.hover.cell)) {
    paintGhostHouse(s, ctx, model, draw.columnRow(s.hover.cell), lake);
  }
}

/** @param {Scene} s */
const mayAct = (s) => s.model?.actor !== null && s.model?.actor !== undefined;

/** @param {Scene} s @param {number} cell */
const canBuildOn = (s, cell) => !!s.view?.build.some((one) => one.cell === cell);

/** @param {Scene} s @param {string} island @param {number} square */
const canBuild = (s, island, square) =>
  !!s.view?.build.some((one) => one.island === island && one.square === square);

/**
 * @param {string} island
 * @param {Motion} motion
 */
function growing(island, motion) {
  if (motion?.spot.kind !== 'house' || motion.spot.island !== island) return undefined;
  const { spot, done } = motion;
  return (/** @type {number} */ square) => (square === spot.square ? 0.4 + 0.6 * done : 1);
}

/**
 * @param {Scene} s
 * @param {CanvasRenderingContext2D} ctx
 * @param {UrosView} view
 */
function paintLast(s, ctx, view) {
  const last = view.last;
  if (!last || last.kind === 'other') return;
  const cells = last.kind === 'island' ? last.cells : last.cell === null ? [] : [last.cell];
  if (!cells.length) return;
  draw.drawOutline(ctx, cells.map(draw.columnRow), s.lake, {
    colour: '#ffffffe0',
    width: Math.max(1.5, s.lake.cell * 0.028),
    inset: last.kind === 'island' ? 0.015 : 0.13,
  });
}

/**
 * @param {Scene} s
 * @param {CanvasRenderingContext2D} ctx
 * @param {BoardModel} model
 * @param {(spot: UrosSpot, score: number | 'win' | 'loss' | null) => void} paintSpot
 */
function paintPointed(s, ctx, model, paintSpot) {
  const thought = model.thought;
  if (!thought || s.held) return;
  const hinted = model.hint ? thought.moves.indexOf(model.hint) : -1;
  // Where the mouse itself points, the square needs no second sign.
  const pointed = s.hover ? -1 : (model.pointed ?? -1);
  for (const i of new Set([hinted, pointed])) {
    const spot = /** @type {UrosSpot | undefined} */ (thought.spots[i]);
    if (spot) paintSpot(spot, thought.scores[i]);
  }
  ctx.globalAlpha = 1;
}

/**
 * @param {Scene} s
 * @param {CanvasRenderingContext2D} ctx
 */
function paintHeld(s, ctx) {
  const held = s.held;
  const island = s.view?.islands.find((one) => one.id === held?.island);
  if (!held?.corner || !island) return;
  const squares = covered(held);
  ctx.globalAlpha = held.place ? 0.95 : 0.6;
  draw.drawIsland(ctx, s.colours, squares, s.lake);
  draw.drawHouses(ctx, s.colours, island.houses, squares, s.lake);
  ctx.globalAlpha = 1;
  draw.drawOutline(ctx, squares, s.lake, {
    colour: held.place ? '#ffffff' : s.colours.bad,
    width: Math.max(2.5, s.lake.cell * 0.05),
    dash: held.place ? [] : [s.lake.cell * 0.1, s.lake.cell * 0.07],
    inset: 0.02,
    fill: held.place ? undefined : '#c8321e66',
    halo: '#00000045',
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {import('./shape.js').Point} square
 * @param {draw.Place} place
 */
function paintCursor(ctx, square, place) {
  draw.drawOutline(ctx, [square], place, {
    colour: '#ffffff',
    width: 3,
    inset: 0.02,
    halo: '#0b2026',
  });
}

/**
 * @param {Scene} s
 * @param {CanvasRenderingContext2D} ctx
 * @param {BoardModel} model
 * @param {import('./shape.js').Point} square
 * @param {draw.Place} place
 */
function paintGhostHouse(s, ctx, model, [c, r], place) {
  if (model.actor === null) return;
  ctx.globalAlpha = 0.5;
  draw.drawHouse(
    ctx,
    s.colours,
    model.actor,
    place.x + (c + 0.5) * place.cell,
    place.y + (r + 0.5) * place.cell,
    place.cell,
  );
  ctx.globalAlpha = 1;
}

/**
 * @param {Scene} s
 * @param {HTMLCanvasElement} canvas
 * @param {Motion} motion
 */
export function paintBed(s, canvas, motion) {
  const { bed, colours, model } = s;
  if (!model) return;
  const ctx = sharpContext(canvas, bed.width, bed.height);
  ctx.clearRect(0, 0, bed.width, bed.height);
  for (const lying of bed.islands) {
    const { island, squares } = lying;
    const dragged = s.held?.how === 'drag' && s.held.island === island.id;
    ctx.globalAlpha = dragged ? 0.25 : island.fits ? 1 : 0.55;
    draw.drawIsland(ctx, colours, squares, lying);
    draw.drawHouses(ctx, colours, island.houses, squares, lying, growing(island.id, motion));
    ctx.globalAlpha = 1;
    const last = s.view?.last;
    if (last?.kind === 'house' && last.cell === null && last.island === island.id) {
      draw.drawOutline(ctx, [squares[last.square]], lying, {
        colour: '#ffffffe0',
        width: 1.5,
        inset: 0.12,
      });
    }
  }
  if (s.index && model.overlay !== 'off' && !s.held)
    drawBedOverlay(ctx, colours, bed, s.index, model.overlay);
  paintPointed(s, ctx, model, (spot) => drawPointedInBed(ctx, colours, bed, spot));
  paintBedSpot(s, ctx, model);
}

/**
 * @param {Scene} s
 * @param {CanvasRenderingContext2D} ctx
 * @param {BoardModel} model
 */
function paintBedSpot(s, ctx, model) {
  const spot = s.cursor?.where === 'bed' ? s.cursor : s.hover?.where === 'bed' ? s.hover : null;
  const lying = spot && s.bed.islands.find(({ island }) => island.id === spot.island);
  if (!spot || !lying) return;
  if (s.cursor?.where === 'bed') {
    draw.drawOutline(ctx, lying.squares, lying, {
      colour: s.colours.accent,
      width: 1.5,
      inset: -0.06,
    });
    paintCursor(ctx, lying.squares[spot.square], lying);
  } else if (mayAct(s) && !s.held && s.tap === 'build' && canBuild(s, spot.island, spot.square)) {
    paintGhostHouse(s, ctx, model, lying.squares[spot.square], lying);
  } else if (mayAct(s)) {
    draw.drawOutline(ctx, lying.squares, lying, { colour: s.colours.accent, width: 2, inset: 0 });
  }
}

/**
 * Draws a position on a canvas that nobody touches: the Lake at the left, the Reedbed beside it if
 * there is room.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, view, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  const lake = draw.lakePlace(height);
  draw.drawWater(ctx, colours, lake, view);
  for (const island of view.islands) {
    if (!island.cells) continue;
    const squares = island.cells.map(draw.columnRow);
    draw.drawIsland(ctx, colours, squares, lake);
    draw.drawHouses(ctx, colours, island.houses, squares, lake);
  }
  draw.drawMarks(ctx, colours, lake, view, marks);
  if (view.winning) draw.drawWinner(ctx, colours, lake, view.winning.cells, view.winning.seat);
  const room = width - height;
  if (room < 60) return;
  const bed = layBed(view.islands, 236, (island) => island.shape, null);
  const scale = Math.min((room - 24) / bed.width, height / bed.height);
  ctx.save();
  ctx.translate(height + (room - bed.width * scale) / 2, (height - bed.height * scale) / 2);
  ctx.scale(scale, scale);
  for (const lying of bed.islands) {
    draw.drawIsland(ctx, colours, lying.squares, lying);
    draw.drawHouses(ctx, colours, lying.island.houses, lying.squares, lying);
  }
  ctx.restore();
}
