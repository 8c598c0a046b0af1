/**
 * Paints the board of Reversi XT: cached layers, turning stones, and the tile at the pointer, the cursor or in the list.
 */
import { sharpContext } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';
import * as cam from '../camera.js';
import { corner, frameCell, seenAt } from '../grid.js';
import { gridOf } from '../mapView.js';
import { disc, faint } from '../pen.js';
import { locationsOf, shownOf } from '../thoughts.js';
import { atHand, defaults, isTile, outcomeOf, readPosition, usable } from './boardState.js';
import * as draw from './draw.js';
import * as overlay from './overlay.js';
import { drawBlast, drawTurns } from './preview.js';
import { makeLayer, paintLand, worldOf } from './scene.js';
import { drawLit } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * @param {BoardState} s
 * @param {{ moving: boolean }} map
 * @param {Pick<import('../base.js').Base<Position, {}>, 'inspect' | 'drawLine'>} base
 */
export function makePicture(s, map, { inspect, drawLine }) {
  /** @type {draw.Stamps | null} */
  let stamps = null;
  const layer = makeLayer(paintLayer);

  /** The stamps for a camera's tile size. @param {Camera} c */
  function stampsFor(c) {
    if (!stamps || stamps.cell !== c.cell || stamps.ratio !== c.ratio)
      stamps = draw.makeStamps(s.colours, c.cell, c.ratio);
    return stamps;
  }

  /** @param {Ctx} ctx @param {Camera} camera @param {Position} view @returns {draw.On} */
  const onto = (ctx, camera, view) => ({ ctx, colours: s.colours, grid: gridOf(camera, view) });

  /** All that stays while the board is moved. @param {Ctx} ctx @param {Camera} c */
  function paintLayer(ctx, c) {
    const { view, model } = s;
    if (!view || !model) return;
    const on = onto(ctx, c, view);
    const { thought } = model;
    paintLand(ctx, s.colours, c, view, stampsFor(c));
    if (view.last) {
      const width = Math.max(1.2, c.cell * 0.04);
      const how = { colour: '#ffffff', width, inset: 0.045, halo: '#0b222760' };
      frameCell(ctx, on.grid, view.last.tile, draw.frameOf(how));
    }
    // Dashes around each turned stone.
    for (const tile of s.justTurned) {
      const dash = [c.cell * 0.09, c.cell * 0.08];
      const how = { colour: '#ffffff', width: Math.max(1, c.cell * 0.03), dash, inset: 0.05 };
      frameCell(ctx, on.grid, tile, draw.frameOf(how));
    }
    if (model.overlay === 'all' && thought) overlay.drawScores(on, thought);
    else paintTargets(on, view, { overriding: s.overriding, faint: model.actor === null });
    if (model.overlay === 'hints' && thought) overlay.drawHints(on, thought);
  }

  /** Stones that are turning. @param {draw.On} on @param {Position} view @param {number} t   progress, 0 to 1 */
  function paintMotion({ ctx, colours, grid }, view, t) {
    const pictures = stampsFor(s.camera);
    const { cell } = grid;
    for (let tile = 0; tile < view.tiles.length; tile++) {
      const [was, is] = [s.before[tile], view.tiles[tile]];
      if (was === is || is === '-') continue;
      const { x, y } = corner(grid, tile);
      if (x < -cell || y < -cell || x > s.camera.width || y > s.camera.height) continue;
      const [column, row] = seenAt(view, tile);
      pictures.put(ctx, (column + row) % 2 ? 'dark' : 'light', x, y);
      const [from, to] = [draw.seatOf(was), draw.seatOf(is)];
      const [mx, my] = [x + cell / 2, y + cell / 2];
      if (from !== null && to !== null) {
        const squeeze = Math.abs(Math.cos(t * Math.PI));
        draw.drawStone(ctx, colours, t < 0.5 ? from : to, mx, my, cell, { squeeze });
      } else if (to !== null) {
        const size = cell * (1.25 - 0.25 * t);
        faint(ctx, t, () => draw.drawStone(ctx, colours, to, mx, my, size));
      } else pictures.put(ctx, is, x, y);
    }
  }

  /** The tile at the pointer, the cursor or in the list. @param {draw.On} on @param {Position} view @param {BoardModel} model */
  function paintAtHand(on, view, model) {
    const { ctx, colours, grid } = on;
    const { cell } = grid;
    const tile = atHand(s);
    for (const transition of view.transitions) {
      const { id, ends } = transition;
      if (!s.near.includes(id) && !ends.some((end) => end.tile === tile)) continue;
      drawLit(ctx, s.camera, transition, view);
      for (const end of ends) {
        if (end.tile === tile) continue;
        const how = { inset: 0.05, halo: '#0b2227', dash: [cell * 0.12, cell * 0.09] };
        const width = Math.max(1.2, cell * 0.035);
        frameCell(ctx, grid, end.tile, draw.frameOf({ colour: '#ffffff', width, ...how }));
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
      overlay.drawPointed(on, thought, shown, pointed !== null);
    if (tile === null) return;
    const keyed = tile === s.cursor && s.hover === null && s.aimed === null;
    if (!keyed && !isTile(view, tile)) return;
    const halo = keyed ? '#ffffff' : target ? colours.seats[view.mover ?? 0] : '#0b222780';
    const how = keyed
      ? { colour: colours.accent, width: Math.max(2.5, cell * 0.06), inset: 0.01, halo }
      : { colour: '#ffffff', width: Math.max(1.5, cell * 0.035), inset: 0.03, halo };
    frameCell(ctx, grid, tile, draw.frameOf(how));
  }

  return {
    /** @param {Ctx} ctx @param {number} t   progress of the last move's animation; 1 or more when it has ended @param {Position} view @param {BoardModel} model */
    paint(ctx, t, view, model) {
      layer.put(ctx, s.camera, map.moving);
      const on = onto(ctx, s.camera, view);
      if (t < 1) paintMotion(on, view, t);
      paintAtHand(on, view, model);
      draw.drawRulers(ctx, s.colours, s.camera, view, atHand(s));
    },
    /** Invalidates the layers. */
    spoil: () => layer.spoil(),
    /** Invalidates the layers if a new model changes them. @param {BoardModel | null} before @param {boolean} moved */
    changed(before, moved) {
      const { model } = s;
      const overlaid = model?.overlay !== 'off' && before?.thought !== model?.thought;
      const other = before?.actor !== model?.actor || before?.overlay !== model?.overlay;
      if (moved || overlaid || other) layer.spoil();
    },
    /** Colours have changed. */
    repaint() {
      stamps = null;
      layer.spoil();
    },
  };
}

/**
 * Marks legal moves: a dot on an empty tile, a ring around a special mark or, while overrides are on, around an occupied
 * tile. Bombs have no marks, because nearly every tile is legal.
 * @param {draw.On} on
 * @param {Position} view
 * @param {{ overriding: boolean, faint: boolean }} how
 */
function paintTargets({ ctx, colours, grid }, { mover, targets, tiles }, how) {
  if (mover === null) return;
  const { cell } = grid;
  const colour = colours.seats[mover];
  faint(ctx, how.faint ? 0.5 : 1, () => {
    for (const { tile, kind } of targets) {
      const over = kind === 'override';
      if (kind === 'bomb' || over !== how.overriding) continue;
      if (over || tiles[tile] !== '0') {
        const dash = over ? [cell * 0.14, cell * 0.1] : [];
        const width = Math.max(1.4, cell * 0.05);
        const line = { colour: over ? colours.accent : colour, width, inset: 0.06 };
        frameCell(ctx, grid, tile, draw.frameOf({ ...line, halo: '#ffffff', dash }));
        continue;
      }
      const { x, y } = corner(grid, tile);
      const rim = /** @type {const} */ (['#ffffff', Math.max(0.8, cell * 0.035)]);
      const radius = Math.max(1.6, cell * 0.12);
      disc(ctx, x + cell / 2, y + cell / 2, radius, colour, ...(cell >= 9 ? [rim] : []));
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
