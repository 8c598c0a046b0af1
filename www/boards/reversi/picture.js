/**
 * Paints the board of Reversi XT: cached layers, turning stones, and the tile at the pointer, the cursor or in the list.
 */
import { sharpContext } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';
import * as cam from '../camera.js';
import { centre, corner, seenAt } from '../grid.js';
import { gridOf } from '../mapView.js';
import { disc, faint, lines } from '../pen.js';
import { drawHints, drawPointed, drawScores } from '../scores.js';
import { bestFew, indexBy, locationsOf, shownOf } from '../thoughts.js';
import { atHand, defaults, isTile, outcomeOf, readPosition, usable } from './boardState.js';
import * as draw from './draw.js';
import { drawBlast, drawTurns } from './preview.js';
import { makeLayer, paintLand, worldOf } from './scene.js';
import { drawLit } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** The measures of scores. @type {import('../scores.js').Look} */
const LOOK = {
  frame: draw.frameTile,
  readable: 22,
  heat: { inset: 0.1, radius: 0.12, half: 0.38, alpha: 0.88 },
  letters: {
    score: { least: 8, size: 0.2, room: 0.35 },
    hint: { least: 8, size: 0.2, room: 0.35 },
    pointed: { least: 0, size: 0.19, room: 0.2, down: 0.32 },
  },
  choice: { width: [1.5, 0.045], inset: 0.05 },
  pointed: { width: [2, 0.055], inset: 0.03 },
  hint: () => ({
    colour: '#ffffff',
    width: [1.2, 0.03],
    inset: 0.08,
    halo: '#0b2227a0',
    dash: [0.1, 0.08],
  }),
};

/**
 * What the picture needs besides the board's state.
 * @param {BoardState} s
 * @param {Pick<import('../base.js').Base<Position, {}>, 'inspect' | 'drawLine'>} base
 */
export function makePicture(s, { inspect, drawLine }) {
  const picture = {
    s,
    inspect,
    drawLine,
    stamps: /** @type {draw.Stamps | null} */ (null),
    /** All that stays while the board is moved. */
    layer: makeLayer((ctx, camera) => paintLayer(picture, ctx, camera)),
  };
  return picture;
}

/** @typedef {ReturnType<typeof makePicture>} Picture */

/** @param {Ctx} ctx @param {BoardState} s @param {Camera} camera @param {Position} view @returns {draw.On} */
const onto = (ctx, s, camera, view) => ({ ctx, colours: s.colours, grid: gridOf(camera, view) });

/** @param {Picture} picture @param {Ctx} ctx @param {Camera} c */
function paintLayer(picture, ctx, c) {
  const { s } = picture;
  const { view, model, colours } = s;
  if (!view || !model) return;
  const on = onto(ctx, s, c, view);
  const { thought } = model;
  picture.stamps = draw.stampsFor(picture.stamps, colours, c);
  paintLand(ctx, colours, c, view, picture.stamps);
  const colour = '#ffffff';
  const last = { colour, inset: 0.045, halo: '#0b222760' };
  if (view.last) draw.frameTile(on, view.last.tile, { width: [1.2, 0.04], ...last });
  // Dashes around each turned stone.
  for (const tile of s.justTurned)
    draw.frameTile(on, tile, { colour, width: [1, 0.03], dash: [0.09, 0.08], inset: 0.05 });
  const tiles = indexBy(thought, ({ tile }) => /** @type {number} */ (tile));
  if (model.overlay === 'all' && thought) drawScores(on, thought, tiles, LOOK);
  else paintTargets(on, view, { overriding: s.overriding, faint: model.actor === null });
  if (model.overlay === 'hints' && thought) {
    // A choice or bonus tile shows the score of the chosen answer, else of its best.
    const few = bestFew(thought, [...tiles.values()]);
    drawHints(on, thought, new Map(few.map((i) => [locationsOf(thought)[i]?.tile ?? -1, i])), LOOK);
  }
}

/** Stones that are turning. @param {Picture} picture @param {draw.On} on @param {Position} view @param {number} t   progress, 0 to 1 */
function paintMotion(picture, { ctx, colours, grid }, view, t) {
  const { camera, before } = picture.s;
  picture.stamps = draw.stampsFor(picture.stamps, colours, camera);
  const { cell } = grid;
  for (let tile = 0; tile < view.tiles.length; tile++) {
    const [was, is] = [before[tile], view.tiles[tile]];
    if (was === is || is === '-') continue;
    const { x, y } = corner(grid, tile);
    if (x < -cell || y < -cell || x > camera.width || y > camera.height) continue;
    const [column, row] = seenAt(view, tile);
    picture.stamps.put(ctx, (column + row) % 2 ? 'dark' : 'light', x, y);
    const [from, to] = [draw.seatOf(was), draw.seatOf(is)];
    const [mx, my] = [x + cell / 2, y + cell / 2];
    if (from !== null && to !== null) {
      const squeeze = Math.abs(Math.cos(t * Math.PI));
      draw.drawStone(ctx, colours, t < 0.5 ? from : to, mx, my, cell, { squeeze });
    } else if (to !== null) {
      const size = cell * (1.25 - 0.25 * t);
      faint(ctx, t, () => draw.drawStone(ctx, colours, to, mx, my, size));
    } else picture.stamps.put(ctx, is, x, y);
  }
}

/** The tile at the pointer, the cursor or in the list. @param {Picture} picture @param {draw.On} on @param {Position} view @param {BoardModel} model */
function paintAtHand({ s, inspect, drawLine }, on, view, model) {
  const { ctx, colours } = on;
  const tile = atHand(s);
  for (const transition of view.transitions) {
    const { id, ends } = transition;
    if (!s.near.includes(id) && !ends.some((end) => end.tile === tile)) continue;
    drawLit(ctx, s.camera, transition, view);
    for (const end of ends) {
      if (end.tile === tile) continue;
      const how = { colour: '#ffffff', inset: 0.05, halo: '#0b2227', dash: [0.12, 0.09] };
      draw.frameTile(on, end.tile, { width: [1.2, 0.035], ...how });
    }
  }
  const { thought, pointed } = model;
  const shown = shownOf(model);
  const listed = thought && shown >= 0 ? locationsOf(thought)[shown] : null;
  const other = tile === null && listed ? view.targetAt.get(listed.tile) : null;
  const target = usable(s, tile) ?? other ?? null;
  const done = target && outcomeOf(inspect, target);
  if (done && 'rays' in done) drawTurns(on, s.camera, view, done);
  else if (done) drawBlast(on, s.camera, view, done);
  drawLine(ctx);
  if (thought && listed && (listed.tile !== tile || pointed === null))
    drawPointed(on, thought, shown, listed.tile, LOOK, pointed !== null);
  if (tile === null) return;
  const keyed = tile === s.cursor && s.hover === null && s.aimed === null;
  if (!keyed && !isTile(view, tile)) return;
  const halo = keyed ? '#ffffff' : target ? colours.seats[view.mover ?? 0] : '#0b222780';
  if (keyed)
    draw.frameTile(on, tile, { colour: colours.accent, width: [2.5, 0.06], inset: 0.01, halo });
  else draw.frameTile(on, tile, { colour: '#ffffff', width: [1.5, 0.035], inset: 0.03, halo });
}

/** @param {Picture} picture @param {Ctx} ctx @param {number} t   progress of the last move's animation; 1 or more when it has ended @param {Position} view @param {BoardModel} model @param {boolean} moving   whether the camera is */
export function paint(picture, ctx, t, view, model, moving) {
  const { s, layer } = picture;
  layer.put(ctx, s.camera, moving);
  const on = onto(ctx, s, s.camera, view);
  if (t < 1) paintMotion(picture, on, view, t);
  paintAtHand(picture, on, view, model);
  draw.drawRulers(ctx, s.colours, s.camera, view, atHand(s));
}

/**
 * Marks legal moves: a dot on an empty tile, a ring around a special mark or, while overrides are on, around an occupied
 * tile. Bombs have no marks, because nearly every tile is legal.
 * @param {draw.On} on
 * @param {Position} view
 * @param {{ overriding: boolean, faint: boolean }} how
 */
function paintTargets(on, { mover, targets, tiles }, how) {
  const { ctx, colours, grid } = on;
  if (mover === null) return;
  const { cell } = grid;
  const colour = colours.seats[mover];
  faint(ctx, how.faint ? 0.5 : 1, () => {
    for (const { tile, kind } of targets) {
      const over = kind === 'override';
      if (kind === 'bomb' || over !== how.overriding) continue;
      if (over || tiles[tile] !== '0') {
        const dash = over ? [0.14, 0.1] : [];
        const line = { colour: over ? colours.accent : colour, inset: 0.06, halo: '#ffffff' };
        draw.frameTile(on, tile, { width: [1.4, 0.05], dash, ...line });
        continue;
      }
      const { x, y } = centre(grid, tile);
      const rim = lines(cell >= 9, '#ffffff', Math.max(0.8, cell * 0.035));
      disc(ctx, x, y, Math.max(1.6, cell * 0.12), colour, ...rim);
    }
  });
}

/**
 * Draws a position without input; with a response of `inspect`, the effect of a move.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, shown, { width, height }, marks = {}, answer = null) {
  const colours = readPalette();
  const position = readPosition(shown);
  const { camera } = defaults();
  const ratio = window.devicePixelRatio || 1;
  cam.resize(camera, { width, height, ratio, world: worldOf(position) });
  const ctx = sharpContext(canvas, width, height, ratio);
  const on = { ctx, colours, grid: gridOf(camera, position) };
  paintLand(ctx, colours, camera, position, draw.makeStamps(colours, camera.cell, ratio));
  if (marks.targets) paintTargets(on, position, { overriding: !!marks.overrides, faint: false });
  for (const transition of marks.lit ? position.transitions : [])
    drawLit(ctx, camera, transition, position);
  if (answer?.rays) drawTurns(on, camera, position, answer);
  else if (answer?.lost) drawBlast(on, camera, position, answer);
  draw.drawRulers(ctx, colours, camera, position);
}
