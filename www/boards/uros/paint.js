/**
 * Paints the whole scene of Lake and Reedbed, and stills without input. This file decides the order of the layers;
 * `draw.js` and `overlay.js` draw them.
 */
import { sharpContext } from '../../ui/canvas.js';
import { beginStill } from '../base.js';
import { layBed } from './bed.js';
import { buildIn, buildOn, columnRow, inBed, onLake, readPosition } from './boardState.js';
import * as draw from './draw.js';
import { covered } from './heldIsland.js';
import { drawBedOverlay, drawLakeOverlay, drawPointed, drawPointedInBed } from './overlay.js';

/** @typedef {import('./index.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').UrosLocation} UrosLocation */
/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('./draw.js').On} On */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {BoardState} s
 * @param {Position} view
 * @param {BoardModel} model
 * @param {number} done   progress of the last move's animation, 0 to 1
 */
export function paintLake(ctx, s, view, model, done) {
  const on = { ctx, colours: s.colours, place: s.lake };
  const { last, winning } = view;
  draw.drawWater(on, view.names);
  for (const { id, cells, houses } of view.islands) {
    if (!cells) continue;
    const squares = cells.map(columnRow);
    const coming = last?.kind === 'island' && last.island === id ? done : 1;
    const place = { ...s.lake, y: s.lake.y - (1 - coming) * s.lake.cell * 0.25 };
    ctx.globalAlpha = 0.3 + 0.7 * coming;
    paintIsland({ ...on, place }, { id, houses }, squares, growing(id, last, done));
    ctx.globalAlpha = 1;
  }
  if (!winning && !s.held && last) paintLast(on, last);
  if (s.index && model.overlay !== 'off' && !s.held) drawLakeOverlay(on, s.index, model.overlay);
  draw.drawMarks(on, view, model.marks);
  if (winning) draw.drawWinner(on, winning);
  forPointed(s, model, (index, i) => drawPointed(on, index, i));
  paintHeld(on, s, view);
  if (onLake(s.cursor)) paintCursor(on, columnRow(s.cursor));
  else if (onLake(s.hover) && !s.held && mayAct(model) && buildOn(view, s.hover))
    paintGhostHouse(on, model, columnRow(s.hover));
}

/** An island with its houses and its letter. @param {On} on @param {{ id: string, houses: number[] }} island @param {import('./shape.js').Point[]} squares   in the island's order @param {(square: number) => number} [scale]   of its houses */
function paintIsland(on, { id, houses }, squares, scale) {
  draw.drawIsland(on, squares);
  draw.drawHouses(on, houses, squares, scale);
  draw.drawLetter(on, id, squares);
}

/** @param {BoardModel} model */
const mayAct = (model) => model.actor !== null;

/** The scale of an island's houses: a new one grows. @param {string} island @param {UrosLocation | null} last @param {number} done */
const growing = (island, last, done) => (/** @type {number} */ square) =>
  last?.kind === 'house' && last.island === island && square === last.square ? 0.4 + 0.6 * done : 1;

/** @param {On} on @param {UrosLocation} last */
function paintLast(on, last) {
  const cells = last.kind === 'island' ? last.cells : last.kind === 'house' ? [last.cell] : [];
  const squares = cells.flatMap((cell) => (cell === null ? [] : [columnRow(cell)]));
  if (!squares.length) return;
  const inset = last.kind === 'island' ? 0.015 : 0.13;
  draw.drawOutline(on, squares, { colour: '#ffffffe0', width: [1.5, 0.028], inset });
}

/** The hint and the candidate that is pointed at. @param {BoardState} s @param {BoardModel} model @param {(index: import('./overlay.js').ThoughtIndex, i: number) => void} paint */
function forPointed(s, { thought, hint, pointed, line }, paint) {
  if (!thought || !s.index || s.held) return;
  const hinted = hint ? thought.moves.indexOf(hint) : -1;
  // The square under the mouse needs no second mark. A line that is followed, as in the film of a search, shows its first move.
  const listed = s.hover !== null ? -1 : (pointed ?? -1);
  for (const i of new Set([hinted, listed, line?.candidate ?? -1])) {
    if (s.index.locations[i]) paint(s.index, i);
  }
}

/** @param {On} on @param {BoardState} s @param {Position} view */
function paintHeld(on, { held, colours }, view) {
  const island = view.islands.find((one) => one.id === held?.island);
  if (!held?.corner || !island) return;
  const { ctx } = on;
  const squares = covered(held);
  ctx.globalAlpha = held.place ? 0.95 : 0.6;
  draw.drawIsland(on, squares);
  draw.drawHouses(on, island.houses, squares);
  ctx.globalAlpha = 1;
  draw.drawOutline(on, squares, {
    colour: held.place ? '#ffffff' : colours.bad,
    width: [2.5, 0.05],
    dash: held.place ? [] : [0.1, 0.07],
    inset: 0.02,
    fill: held.place ? undefined : '#c8321e66',
    halo: '#00000045',
  });
}

/** @param {On} on @param {import('./shape.js').Point} square */
const paintCursor = (on, square) =>
  draw.drawOutline(on, [square], { colour: '#ffffff', width: 3, inset: 0.02, halo: '#0b2026' });

/** @param {On} on @param {BoardModel} model @param {import('./shape.js').Point} square */
function paintGhostHouse(on, { actor }, square) {
  if (actor === null) return;
  on.ctx.globalAlpha = 0.5;
  draw.drawHouse(on, actor, square);
  on.ctx.globalAlpha = 1;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {BoardState} s
 * @param {Position} view
 * @param {BoardModel} model
 * @param {number} done
 */
export function paintBed(canvas, s, view, model, done) {
  const { bed, colours, held } = s;
  const { last } = view;
  const ctx = sharpContext(canvas, bed.width, bed.height);
  ctx.clearRect(0, 0, bed.width, bed.height);
  for (const lying of bed.islands) {
    const { island, squares } = lying;
    const on = { ctx, colours, place: lying };
    const dragged = held?.how === 'drag' && held.island === island.id;
    ctx.globalAlpha = dragged ? 0.25 : island.fits ? 1 : 0.55;
    paintIsland(on, island, squares, growing(island.id, last, done));
    ctx.globalAlpha = 1;
    if (last?.kind === 'house' && last.cell === null && last.island === island.id) {
      const how = { colour: '#ffffffe0', width: 1.5, inset: 0.12 };
      draw.drawOutline(on, [squares[last.square]], how);
    }
  }
  const on = { ctx, colours, place: s.lake };
  if (s.index && model.overlay !== 'off' && !held) drawBedOverlay(on, bed, s.index, model.overlay);
  forPointed(s, model, ({ locations }, i) => drawPointedInBed(on, bed, locations[i]));
  paintAtHand(on, s, view, model);
}

/** The square of the Reedbed under the mouse or the keyboard's focus. @param {On} on @param {BoardState} s @param {Position} view @param {BoardModel} model */
function paintAtHand(on, s, view, model) {
  const keyed = inBed(view, s.cursor);
  const at = keyed ?? inBed(view, s.hover);
  const lying = s.bed.islands.find(({ island }) => island.id === at?.island);
  if (!at || !lying) return;
  const here = { ...on, place: lying };
  const colour = on.colours.accent;
  const square = lying.squares[at.square];
  if (keyed) {
    draw.drawOutline(here, lying.squares, { colour, width: 1.5, inset: -0.06 });
    paintCursor(here, square);
  } else if (!mayAct(model)) return;
  else if ((s.held?.how === 'hand' || s.tap === 'build') && buildIn(view, at.island, at.square))
    paintGhostHouse(here, model, square);
  else draw.drawOutline(here, lying.squares, { colour, width: 2, inset: 0 });
}

/**
 * Draws a position on a canvas without input: the Lake at the left, the Reedbed next to it if there
 * is space.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, shown, size, marks = {}) {
  const { width, height } = size;
  const position = readPosition(shown);
  const on = { ...beginStill(canvas, size), place: draw.lakePlace(height) };
  const { ctx } = on;
  draw.drawWater(on, position.names);
  for (const island of position.islands)
    if (island.cells) paintIsland(on, island, island.cells.map(columnRow));
  draw.drawMarks(on, position, marks);
  if (position.winning) draw.drawWinner(on, position.winning);
  const room = width - height;
  if (room < 60) return;
  const bed = layBed(position.islands, 236, (island) => island.shape, null);
  const scale = Math.min((room - 24) / bed.width, height / bed.height);
  ctx.save();
  ctx.translate(height + (room - bed.width * scale) / 2, (height - bed.height * scale) / 2);
  ctx.scale(scale, scale);
  for (const lying of bed.islands)
    paintIsland({ ...on, place: lying }, lying.island, lying.squares);
  ctx.restore();
}
