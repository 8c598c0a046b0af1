/**
 * Paints the board of Reversi XT: the layers that stay while it is moved, stones that turn, and what the
 * mouse, the finger, the keyboard or a list points at. One redraw a frame; nothing is decided here.
 */
import * as cam from '../camera.js';
import { sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import * as draw from './draw.js';
import * as overlay from './overlay.js';
import { cornerOf, drawBlast, drawTurns } from './preview.js';
import { makeLayer, paintLand, worldOf } from './scene.js';
import { drawCurve, drawPorts } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('./moment.js').Moment} Moment */

/** How long stones take to turn, in milliseconds. */
const MOTION = 300;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Moment} s
 * @param {() => void} request   asks for another frame
 */
export function makePicture(canvas, s, request) {
  /** @type {draw.Stamps | null} */
  let stamps = null;
  const layer = makeLayer(paintLayer);

  /** Stamps of the size that a camera needs. @param {Camera} c */
  function stampsFor(c) {
    if (!stamps || stamps.cell !== c.cell || stamps.ratio !== c.ratio)
      stamps = draw.makeStamps(s.colours, c.cell, c.ratio);
    return stamps;
  }

  /** All that stays while the board is moved. @param {CanvasRenderingContext2D} ctx @param {Camera} c */
  function paintLayer(ctx, c) {
    if (!s.view || !s.model) return;
    paintLand(ctx, s.colours, c, s.view, stampsFor(c));
    paintLast(ctx, c, s.view);
    const { thought } = s.model;
    if (s.model.overlay === 'all' && thought)
      overlay.drawScores(ctx, s.colours, c, s.view, thought);
    else
      paintTargets(ctx, s.colours, c, s.view, {
        overriding: s.overriding,
        faint: s.model.actor === null,
      });
    if (s.model.overlay === 'hints' && thought)
      overlay.drawHints(ctx, s.colours, c, s.view, thought);
  }

  /** @param {number} now */
  function paint(now) {
    // Before the first layout there is no room to draw in.
    if (!s.view || !s.model || s.camera.width < 60 || s.camera.height < 60) return;
    const ctx = sharpContext(canvas, s.camera.width, s.camera.height, s.camera.ratio);
    layer.put(ctx, s.camera, s.moving);
    paintMotion(ctx, s.view, now);
    paintAtHand(ctx, s.view, s.model);
    const tile = s.at();
    const { columns } = s.view;
    draw.drawRulers(
      ctx,
      s.colours,
      s.camera,
      s.view,
      tile === null ? null : { column: tile % columns, row: Math.floor(tile / columns) },
    );
    if (s.motion) request();
  }

  /** Stones that are turning. @param {CanvasRenderingContext2D} ctx @param {ReversiView} shown @param {number} now */
  function paintMotion(ctx, shown, now) {
    if (!s.motion) return;
    const t = Math.min(1, Math.max(0, (now - s.motion.since) / MOTION));
    if (t >= 1) {
      s.motion = null;
      return;
    }
    const { columns } = shown;
    const pictures = stampsFor(s.camera);
    const { cell } = s.camera;
    for (let tile = 0; tile < shown.tiles.length; tile++) {
      const [was, is] = [s.motion.before[tile], shown.tiles[tile]];
      if (was === is || is === '-') continue;
      const { x, y } = cornerOf(s.camera, columns, tile);
      if (x < -cell || y < -cell || x > s.camera.width || y > s.camera.height) continue;
      const odd = ((tile % columns) + Math.floor(tile / columns)) % 2;
      pictures.put(ctx, odd ? 'dark' : 'light', x, y);
      const [from, to] = [draw.seatOf(was), draw.seatOf(is)];
      const [mx, my] = [x + cell / 2, y + cell / 2];
      if (from !== null && to !== null) {
        const squeeze = Math.abs(Math.cos(t * Math.PI));
        draw.drawStone(ctx, s.colours, t < 0.5 ? from : to, mx, my, cell, { squeeze });
      } else if (to !== null) {
        ctx.save();
        ctx.globalAlpha = t;
        draw.drawStone(ctx, s.colours, to, mx, my, cell * (1.25 - 0.25 * t));
        ctx.restore();
      } else pictures.put(ctx, is, x, y);
    }
  }

  /** What the mouse, the finger, the keyboard or a list points at. @param {CanvasRenderingContext2D} ctx @param {ReversiView} shown @param {BoardModel} m */
  function paintAtHand(ctx, shown, m) {
    const { columns } = shown;
    const { cell } = s.camera;
    const tile = s.at();
    const lit = shown.transitions.filter(
      ({ id, ends }) => s.near.includes(id) || ends.some((end) => end.tile === tile),
    );
    for (const transition of lit) {
      drawCurve(ctx, s.camera, transition, columns, { lit: true });
      drawPorts(ctx, s.camera, transition, columns, { lit: true });
      for (const end of transition.ends) {
        if (end.tile === tile) continue;
        const { x, y } = cornerOf(s.camera, columns, end.tile);
        draw.drawFrame(ctx, x, y, cell, {
          colour: '#ffffff',
          width: Math.max(1.2, cell * 0.035),
          inset: 0.05,
          halo: '#0b2227',
          dash: [cell * 0.12, cell * 0.09],
        });
      }
    }
    const { thought, pointed, hint } = m;
    const choice = thought ? thought.moves.indexOf(hint ?? thought.choice ?? '') : -1;
    const listed = pointed ?? (hint ? choice : null);
    const spot = /** @type {{ tile: number } | undefined} */ (
      thought && listed !== null ? thought.spots[listed] : undefined
    );
    const target = s.usable(tile) ?? (tile === null && spot ? s.targetAt(spot.tile) : null);
    const done = target && s.would(target);
    if (done && 'rays' in done) drawTurns(ctx, s.colours, s.camera, shown, done);
    else if (done) drawBlast(ctx, s.colours, s.camera, shown, done);
    const line = listed ?? (['hints', 'all'].includes(m.overlay) ? choice : -1);
    if (thought && line >= 0 && line < thought.moves.length)
      overlay.drawLine(ctx, s.colours, s.camera, shown, thought, line);
    if (thought && spot && listed !== null && (spot.tile !== tile || pointed === null))
      overlay.drawPointed(ctx, s.colours, s.camera, shown, thought, listed, pointed !== null);
    if (tile === null) return;
    const { x, y } = cornerOf(s.camera, columns, tile);
    const keyed = tile === s.cursor && s.hovered === null && s.picked === null;
    if (!keyed && !shown.square_words[tile]) return;
    draw.drawFrame(ctx, x, y, cell, {
      colour: keyed ? s.colours.accent : '#ffffff',
      width: Math.max(keyed ? 2.5 : 1.5, cell * (keyed ? 0.06 : 0.035)),
      inset: keyed ? 0.01 : 0.03,
      halo: keyed ? '#ffffff' : target ? s.colours.seats[shown.mover ?? 0] : '#0b222780',
    });
  }

  /** The last move's tile. @param {CanvasRenderingContext2D} ctx @param {Camera} c @param {ReversiView} shown */
  function paintLast(ctx, c, shown) {
    if (!shown.last) return;
    const { x, y } = cornerOf(c, shown.columns, shown.last.tile);
    draw.drawFrame(ctx, x, y, c.cell, {
      colour: '#ffffff',
      width: Math.max(1.2, c.cell * 0.04),
      inset: 0.045,
      halo: '#0b222760',
    });
  }

  return {
    paint,
    /** What the layers show has changed. */
    spoil: () => layer.spoil(),
    /** Colours have changed. */
    repaint() {
      stamps = null;
      layer.spoil();
    },
  };
}

/**
 * Where the mover may move: a dot on a free tile, a ring around a mark or, while overrides are on, around
 * what is on an occupied one. Bombs may go nearly anywhere; dots for them would say nothing.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {{ overriding: boolean, faint: boolean }} how
 */
function paintTargets(ctx, colours, camera, view, how) {
  if (view.mover === null) return;
  const { cell } = camera;
  const colour = colours.seats[view.mover];
  ctx.save();
  if (how.faint) ctx.globalAlpha = 0.5;
  for (const { tile, kind } of view.targets) {
    if (kind === 'bomb' || (kind === 'override') !== how.overriding) continue;
    const { x, y } = cornerOf(camera, view.columns, tile);
    if (kind === 'override' || view.tiles[tile] !== '0') {
      draw.drawFrame(ctx, x, y, cell, {
        colour: kind === 'override' ? colours.accent : colour,
        width: Math.max(1.4, cell * 0.05),
        inset: 0.06,
        halo: '#ffffff',
        dash: kind === 'override' ? [cell * 0.14, cell * 0.1] : [],
      });
      continue;
    }
    ctx.fillStyle = colour;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(0.8, cell * 0.035);
    ctx.beginPath();
    ctx.arc(x + cell / 2, y + cell / 2, Math.max(1.6, cell * 0.12), 0, Math.PI * 2);
    ctx.fill();
    if (cell >= 9) ctx.stroke();
  }
  ctx.restore();
}

/**
 * Draws a position that nobody touches; with an answer of `inspect`, what a move there would do.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, view, { width, height }, marks = {}, answer = null) {
  const colours = readPalette();
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  const ratio = window.devicePixelRatio || 1;
  cam.resize(camera, { width, height, ratio, world: worldOf(view) });
  const ctx = sharpContext(canvas, width, height, ratio);
  paintLand(ctx, colours, camera, view, draw.makeStamps(colours, camera.cell, ratio));
  if (marks.targets) {
    paintTargets(ctx, colours, camera, view, { overriding: !!marks.overrides, faint: false });
  }
  if (marks.lit) {
    for (const transition of view.transitions) {
      drawCurve(ctx, camera, transition, view.columns, { lit: true });
      drawPorts(ctx, camera, transition, view.columns, { lit: true });
    }
  }
  if (answer?.rays) drawTurns(ctx, colours, camera, view, answer);
  else if (answer?.lost) drawBlast(ctx, colours, camera, view, answer);
  draw.drawRulers(ctx, colours, camera, view);
}
