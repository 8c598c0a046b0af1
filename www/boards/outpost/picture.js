/**
 * The picture of the board of Outpost: terrain, pieces, paths and selection, composed from the drawing functions. The
 * terrain is cached until it changes or the view moves.
 */

import * as strings from '../../strings/outpost.js';
import { sharpContext } from '../../ui/canvas.js';
import { makeCanvas } from '../../ui/dom.js';
import { readPalette } from '../../ui/palette.js';
import * as pen from '../pen.js';
import { locationOf, MARGIN, placeOf, readPosition, SIDE, sameCell } from './boardState.js';
import * as draw from './draw.js';
import { drawMinimap } from './minimap.js';
import { clauses, mine, planned } from './ordering.js';
import { orderOf } from './orders.js';
import { layerOf, SEEN_AS } from './overlay.js';
import { hatching, makeTerrain, terrainColours, updateTerrain, wavePattern } from './terrain.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./draw.js').On} On */
/** @typedef {import('./terrain.js').Terrain} Terrain */
/** @typedef {ReturnType<typeof makePicture>} Picture */

/** The width in cells of a picture of a part of the board. */
const PART = 24;

/** The cached parts of the picture. @param {import('./ordering.js').Command} command */
export const makePicture = (command) => ({
  command,
  terrain: makeTerrain(),
  terrainOf: '', // the input of the cached terrain; empty makes it outdated
  backdrop: makeCanvas(), // the terrain, so that a moving outpost costs only its own mark
  backdropOf: '',
});

/** Rebuilds the terrain if its content has changed. @param {Picture} picture */
function prepareTerrain(picture) {
  const { s, inspect } = picture.command;
  const { view, model } = s;
  if (!view || !model) return;
  const seen = SEEN_AS.includes(model.overlay);
  const key = `${model.state.hash} ${model.overlay} ${seen ? s.seat : ''} ${s.colours.card}`;
  if (key === picture.terrainOf) return;
  picture.terrainOf = key;
  picture.backdropOf = '';
  const colours = terrainColours(s.colours);
  const answer = seen ? inspect({ ask: model.overlay, seat: s.seat }) : null;
  const layer = layerOf(model.overlay, answer, colours, s.seat);
  updateTerrain(picture.terrain, view, colours, { strong: model.overlay === 'owners', layer });
}

/** Redraws the cached terrain, edges and hatching if needed. @param {Picture} picture */
function prepareBackdrop(picture) {
  const { s } = picture.command;
  const { x, y, cell, width, height, ratio } = s.camera;
  const key = `${x} ${y} ${cell} ${width} ${ratio}`;
  if (key === picture.backdropOf) return;
  picture.backdropOf = key;
  const ctx = sharpContext(picture.backdrop, width, height, ratio);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const on = { ctx, colours: s.colours, place: placeOf(s) };
  paintTerrain(on, picture.terrain, s.model?.overlay ?? 'off');
}

/** The positions of the outposts during their animation. @param {Position} view @param {number} t   how far they are, 0 to 1 @returns {Cell[][]} */
function moving({ empires, last }, t) {
  const soft = 1 - (1 - t) ** 2;
  return empires.map(({ outposts }, e) =>
    outposts.map(([x, y], i) => {
      const [fx, fy] = (t < 1 && last.from[e]?.[i]) || [x, y];
      return [fx + (x - fx) * soft, fy + (y - fy) * soft];
    }),
  );
}

/** Draws everything. @param {Picture} picture @param {CanvasRenderingContext2D} ctx @param {Position} view @param {BoardModel} model @param {number} t   how far the last turn is, 0 to 1 */
export function paint(picture, ctx, view, model, t) {
  const { s, inspect } = picture.command;
  const { width, height } = s.camera;
  prepareTerrain(picture);
  prepareBackdrop(picture);
  ctx.clearRect(0, 0, width, height);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(picture.backdrop, 0, 0, width, height);
  const on = { ctx, colours: s.colours, place: placeOf(s) };
  const places = moving(view, t);
  const rim = () => draw.drawRim(on, s.camera, SIDE, MARGIN);
  // The marks of homes reach over the corners of the map; of a part of it, the frame covers what is beyond.
  if (s.camera.whole) rim();
  paintWays(picture, on, view, model);
  paintPieces(on, view, places, model.marks);
  if (model.overlay === 'supply') {
    const answer = inspect({ ask: 'supply', seat: s.seat });
    if (answer) draw.drawChokes(on, answer.chokes);
  }
  paintChosen(picture, on, view, model, places);
  const outposts = view.empires.map((one) => one.outposts);
  if (!s.camera.whole) rim();
  drawMinimap(ctx, s.camera, picture.terrain.canvas, s.colours, outposts);
}

/** Paths of orders and tasks. @param {Picture} picture @param {On} on @param {Position} view @param {BoardModel} model */
function paintWays({ command }, on, view, model) {
  const { s } = command;
  const { colours } = on;
  const { muster, home } = view.empires[s.seat];
  const own = colours.seats[s.seat];
  const ordered = clauses(command);
  view.empires.forEach((empire, e) => {
    if (!model.marks.ways) return;
    empire.tasks?.forEach((one, i) => {
      const from = empire.muster[i];
      if (from && !(e === s.seat && orderOf(ordered, i)))
        draw.drawWay(on, from, one.path, { colour: colours.seats[e] });
    });
  });
  if (model.marks.ways && !model.running && mine(command) !== null) {
    planned(command)?.forEach((one, i) => {
      if (muster[i] && one.task === 'auto')
        draw.drawWay(on, muster[i], one.path, { colour: own, dash: [4, 3] });
    });
  }
  model.thought?.tasks?.forEach((one, i) => {
    const to = locationOf(one);
    if (!to?.target || (model.overlay !== 'tasks' && !model.hint && model.pointed !== i)) return;
    const strong = { colour: '#ffffff', width: 3 };
    const how = { colour: '#ffffffb0', width: 1.5, dash: [4, 3] };
    draw.drawWay(on, to.from, [to.target], model.pointed === i ? strong : how);
  });
  // Outposts whose task changed with a weight, and their old paths.
  for (const was of model.minds ?? []) {
    const to = was && locationOf(was);
    if (!to) continue;
    if (to.target) draw.drawWay(on, to.from, [to.target], { colour: colours.accent, dash: [1, 4] });
    draw.drawRing(on, to.from, colours.accent);
  }
  for (const { who, points, verb } of ordered) {
    for (const from of who.map((index) => muster[index]))
      if (from)
        draw.drawWay(on, from, pathThrough(command, from, points), { colour: own, width: 2.6 });
    if (verb === 'rally')
      draw.drawWay(on, home, pathThrough(command, home, points), {
        colour: '#ffffff',
        dash: [2, 4],
      });
  }
}

/** @param {import('./ordering.js').Command} command @param {Cell} from @param {Cell[]} points @returns {Cell[]} */
const pathThrough = ({ s, inspect }, from, points) =>
  points.flatMap(
    (to, i) => inspect({ ask: 'path', seat: s.seat, from: points[i - 1] ?? from, to })?.path ?? [],
  );

/** Selection, box, ghost and cursor. @param {Picture} picture @param {On} on @param {Position} view @param {BoardModel} model @param {Cell[][]} places */
function paintChosen({ command }, on, view, model, places) {
  const { s } = command;
  const { ctx, colours, place } = on;
  const seat = mine(command);
  const cell = s.under ?? (s.focused ? s.at : null);
  const way = paintDrag(command, on);
  const meant = way ? /** @type {Cell} */ (way.to) : cell;
  const label = { size: 12, within: s.camera };
  if (meant && !model.running) paintGhost(command, on, meant);
  if (s.drag && way) {
    // Next to its start; for touch, where neither the finger nor the loupe covers it.
    const { x, y } = draw.centre(place, s.drag.from);
    const [left, top] = s.fingered
      ? [s.camera.width / 2, s.camera.height - 16]
      : [x, y + (y < 40 ? 26 : -26)];
    draw.label(on, way.words, left, top, label);
  }
  for (const index of seat === null ? [] : s.selected) {
    const at = places[s.seat][index] ?? view.empires[s.seat].muster[index];
    if (at) draw.drawRing(on, at, '#ffffff');
  }
  // Over the ring of a selection, which is white.
  for (const stop of stoppedAt(command, model)) draw.drawRing(on, stop, colours.reed);
  const task = model.thought?.tasks?.[model.pointed ?? -1];
  const shown = task && locationOf(task);
  if (shown) draw.drawRing(on, shown.from, colours.reed);
  if (s.box) {
    const [a, b] = [draw.centre(place, s.box.from), draw.centre(place, s.box.to)];
    ctx.setLineDash([5, 4]);
    const box = (/** @type {CanvasRenderingContext2D} */ path) =>
      path.rect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(a.x - b.x), Math.abs(a.y - b.y));
    pen.paint(ctx, box, '#ffffff2e', ['#ffffff', 1.5]);
    ctx.setLineDash([]);
  }
  if (s.focused) draw.drawFrame(on, s.at, colours.reed, 2);
  else if (s.under && s.camera.cell > 3) draw.drawFrame(on, s.under, '#ffffff', 1.2);
  const lost = view.last.lost.find((one) => cell && sameCell(one.cell, cell));
  if (lost) {
    const { x, y } = draw.centre(place, lost.cell);
    draw.label(on, `${view.empires[lost.empire].name}: ${lost.words}`, x, y - 18, label);
  }
}

/** The cells that stopped the last fast-forward. @param {import('./ordering.js').Command} command @param {BoardModel} model @returns {Cell[]} */
export const stoppedAt = ({ s, inspect }, model) =>
  (s.until && !model.running && inspect(s.until)?.at) || [];

/** The path that is being drawn, or that a click would order. @param {import('./ordering.js').Command} command @param {On} on */
function paintDrag(command, on) {
  const { s, inspect } = command;
  const { drag, view, model } = s;
  if (!view || !model || mine(command) === null) return null;
  const going = s.mode === null || s.mode === 'go';
  const who = drag ? drag.who[0] : going ? s.selected[0] : undefined;
  const to = drag ? drag.to : s.under;
  const from = who === undefined ? null : view.empires[s.seat].muster[who];
  if (!from || !to || sameCell(from, to) || model.running) return null;
  const way = inspect({ ask: 'path', seat: s.seat, from, to });
  if (!way || way.path.length === 0) return null;
  const how = drag ? { width: 2.6 } : { width: 1.6, dash: [3, 4] };
  draw.drawWay(on, from, way.path, { colour: '#ffffff', ...how });
  return way;
}

/** The gain of an outpost on a cell. @param {import('./ordering.js').Command} command @param {On} on @param {Cell} cell */
function paintGhost({ s, inspect }, on, cell) {
  const wanted =
    s.drag || s.selected.length > 0 || s.model?.overlay === 'value' || s.mode === 'rally';
  if (!wanted) return;
  const ghost = inspect({ ask: 'ghost', seat: s.seat, cell });
  if (!ghost || ghost.diamond.length === 0) return;
  draw.drawDiamond(on, ghost.diamond, ghost.supplied ? s.colours.seats[s.seat] : '#555555');
  const { x, y } = draw.centre(on.place, cell);
  const words = strings.landWaterTaken(ghost.land, ghost.water, ghost.taken, ghost.supplied);
  // Above the cell, or below it at the edge of the board, so that the cell stays visible.
  const off = Math.max(18, s.camera.cell + 6);
  const top = y - off < 14 ? y + off : y - off;
  draw.label(on, words, x, top, { within: s.camera, size: 12 });
}

/**
 * Paints the magnified surroundings of a point of the canvas, for the loupe.
 * @param {Picture} picture
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} size
 * @param {import('./boardState.js').CanvasPoint} middle
 * @param {number} zoom
 */
export function paintNear(picture, ctx, size, middle, zoom) {
  const { s } = picture.command;
  const { view, model, colours } = s;
  if (!view || !model) return;
  prepareTerrain(picture);
  const here = placeOf(s);
  const x = size / 2 - (middle.x - here.x) * zoom;
  const y = size / 2 - (middle.y - here.y) * zoom;
  const on = { ctx, colours, place: { ...here, x, y, cell: here.cell * zoom } };
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, size, size);
  paintTerrain(on, picture.terrain, model.overlay);
  paintWays(picture, on, view, model);
  paintPieces(on, view, moving(view, 1), {});
  paintDrag(picture.command, on);
}

/** @param {On} on @param {Terrain} terrain @param {string} overlay */
function paintTerrain({ ctx, colours, place }, terrain, overlay) {
  const { x, y, cell, ratio } = place;
  const side = SIDE * cell;
  const strong = overlay === 'owners';
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(terrain.canvas, x, y, side, side);
  // Paths are in cells; lines are in pixels.
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(cell, cell);
  /** @param {CanvasPattern | null} pattern @param {Path2D} path @param {number} alpha */
  const fill = (pattern, path, alpha) => {
    pattern?.setTransform(new DOMMatrix().scale(1 / (ratio * cell)));
    pen.faint(ctx, alpha, () => pen.paint(ctx, path, pattern));
  };
  // Waves on all water, whichever empire controls it.
  fill(wavePattern(ctx, ratio), terrain.lakes, strong ? 0.34 : 0.5);
  pen.strokes(ctx, terrain.shore, ['#0b2a3399', 1.1 / cell]);
  terrain.borders.forEach((path, e) => {
    pen.strokes(ctx, path, [colours.seats[e], (strong ? 2.4 : 1.6) / cell]);
  });
  fill(hatching(ctx, ratio), terrain.disputed, strong ? 0.7 : 0.42);
  ctx.restore();
}

/**
 * Homes, outposts, counts and losses.
 * @param {On} on
 * @param {Position} view
 * @param {Cell[][]} places   the position of each outpost
 * @param {Record<string, boolean>} marks
 */
function paintPieces(on, view, places, marks) {
  view.empires.forEach(({ home }, e) => {
    draw.drawHome(on, e, home);
  });
  /** How many marks a cell has: those of several empires are next to each other. @type {Map<string, number>} */
  const seen = new Map();
  for (const { empire, cell } of view.last.lost) {
    const before = seen.get(String(cell)) ?? 0;
    seen.set(String(cell), before + 1);
    draw.drawLoss(on, empire, /** @type {Cell} */ (cell), before);
  }
  view.empires.forEach(({ outposts }, e) => {
    /** @type {Map<string, number>} */
    const stacks = new Map();
    for (const cell of outposts) stacks.set(String(cell), (stacks.get(String(cell)) ?? 0) + 1);
    for (const place of places[e]) draw.drawOutpost(on, e, place);
    for (const [key, count] of stacks)
      if (count > 1) draw.drawCount(on, count, /** @type {Cell} */ (key.split(',').map(Number)));
    outposts.forEach((cell, i) => {
      if (!marks.numbers) return;
      const { x, y } = draw.centre(on.place, cell);
      draw.label(on, String(i), x, y + draw.markRadius(on.place.cell) + 9, { size: 9 });
    });
  });
}

/**
 * Draws a position without input.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, shown, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  ctx.clearRect(0, 0, width, height);
  const position = readPosition(shown);
  const terrain = makeTerrain();
  updateTerrain(terrain, position, terrainColours(colours), {
    strong: !!marks.owners,
    layer: null,
  });
  // Pictures in the rules show an enlarged part of the board: the corner, or the middle of the top.
  const part = marks.corner || marks.middle ? PART : SIDE;
  const cell = Math.min(width, height) / part;
  const place = {
    x: (width - (marks.middle ? SIDE : part) * cell) / 2,
    y: part < SIDE ? cell * 1.4 : 0,
    cell,
    ratio: canvas.width / width,
  };
  const on = { ctx, colours, place };
  paintTerrain(on, terrain, marks.owners ? 'owners' : 'off');
  paintPieces(on, position, moving(position, 1), marks);
}
