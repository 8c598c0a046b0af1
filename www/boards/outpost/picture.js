/**
 * The picture of the board of Outpost: ground, pieces, ways and what the hands show, composed from the
 * drawing functions. The ground is kept as it was drawn until it changes or the view moves.
 */
import { sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import * as draw from './draw.js';
import { groundColours, hatching, makeGround, SIDE } from './ground.js';
import { drawMinimap } from './minimap.js';
import { orderOf } from './orders.js';
import { layerOf } from './overlay.js';
import { placeOf } from './scene.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../../pkg/totora.js').OutpostView} OutpostView */
/** @typedef {import('../../pkg/totora.js').OutpostTaskSpot} OutpostTaskSpot */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Cell} Cell */

/** Cells across a picture of a part of the board. */
const PART = 24;
/** Overlays that show the board as one empire sees it, and the questions behind them. */
export const SEEN_AS = ['supply', 'danger', 'value'];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} s
 * @param {import('./command.js').Command} command
 * @param {(question: Record<string, unknown>) => any} ask
 */
export function makePicture(canvas, s, { mine, clauses }, ask) {
  const ground = makeGround();
  /** What the ground was made from. */
  let groundOf = '';
  /** The ground as it is drawn, so that a moving outpost costs only its own mark. */
  const backdrop = document.createElement('canvas');
  let backdropOf = '';

  /** Makes the ground if what it shows has changed. */
  function prepareGround() {
    const { view, model } = s;
    if (!view || !model) return;
    const seen = SEEN_AS.includes(model.overlay);
    const key = `${model.state.hash} ${model.overlay} ${seen ? s.seat : ''} ${s.colours.card}`;
    if (key === groundOf) return;
    groundOf = key;
    backdropOf = '';
    const colours = groundColours(s.colours);
    const answer = seen ? ask({ ask: model.overlay, seat: s.seat }) : null;
    const layer = layerOf(model.overlay, answer, colours, s.seat);
    ground.update(view, colours, { strong: model.overlay === 'owners', layer });
  }

  /** Draws ground, edges and hatching where they are not yet as they should be. */
  function prepareBackdrop() {
    const { camera } = s;
    const key = `${camera.x} ${camera.y} ${camera.cell} ${camera.width} ${camera.ratio}`;
    if (key === backdropOf) return;
    backdropOf = key;
    const ctx = sharpContext(backdrop, camera.width, camera.height, camera.ratio);
    paintGround(ctx, s.colours, placeOf(s), ground, s.model?.overlay ?? 'off');
  }

  /** Where the outposts are now, on their way from where they stood. @param {number} now */
  function moving(now) {
    const { view, motion } = s;
    if (!view) return [];
    const t = motion ? Math.min(1, Math.max(0, (now - motion.since) / motion.span)) : 1;
    if (t >= 1) s.motion = null;
    const soft = 1 - (1 - t) ** 2;
    return view.empires.map((empire, e) =>
      empire.outposts.map(([x, y], i) => {
        const from = motion?.from[e]?.[i];
        return from
          ? { x: from.x + (x - from.x) * soft, y: from.y + (y - from.y) * soft }
          : { x, y };
      }),
    );
  }

  /** Draws it all; true while something still moves. @param {number} now */
  function paint(now) {
    const { view, model, camera } = s;
    if (!view || !model || camera.width < 40) return false;
    prepareGround();
    prepareBackdrop();
    const ctx = sharpContext(canvas, camera.width, camera.height, camera.ratio);
    ctx.clearRect(0, 0, camera.width, camera.height);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(backdrop, 0, 0, camera.width, camera.height);
    const at = placeOf(s);
    const spots = moving(now);
    paintWays(ctx, at, view, model);
    paintPieces(ctx, s.colours, at, view, spots, model.marks);
    if (model.overlay === 'supply') {
      const answer = ask({ ask: 'supply', seat: s.seat });
      if (answer) draw.drawChokes(ctx, s.colours, at, answer.chokes);
    }
    paintHands(ctx, at, view, spots);
    drawMinimap(
      ctx,
      camera,
      ground.canvas,
      s.colours,
      view.empires.map((one) => one.outposts),
    );
    return s.motion !== null;
  }

  /** Ways of orders and tasks. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {OutpostView} view @param {BoardModel} model */
  function paintWays(ctx, at, view, model) {
    const { colours } = s;
    if (model.marks.ways) {
      view.empires.forEach((empire, e) => {
        empire.tasks?.forEach((one, i) => {
          const from = empire.muster[i];
          if (from && one.path.length > 0 && !(e === s.seat && orderOf(clauses(), i)))
            draw.drawWay(ctx, at, draw.centre(at, from), one.path, { colour: colours.seats[e] });
        });
      });
    }
    const tasks = model.thought?.tasks ?? [];
    tasks.forEach((one, i) => {
      const spot = /** @type {OutpostTaskSpot | null} */ (one.spot);
      if (!spot?.target || (model.overlay !== 'tasks' && !model.hint && model.pointed !== i))
        return;
      const strong = model.pointed === i;
      draw.drawWay(ctx, at, draw.centre(at, spot.from), [spot.target], {
        colour: strong ? '#ffffff' : '#ffffffb0',
        width: strong ? 3 : 1.5,
        dash: strong ? [] : [4, 3],
      });
    });
    for (const clause of clauses()) {
      for (const index of clause.who) {
        const from = view.empires[s.seat].muster[index];
        if (from) drawClause(ctx, at, from, clause);
      }
      if (clause.verb === 'rally' && clause.points[0]) {
        const home = view.empires[s.seat].home;
        draw.drawWay(ctx, at, draw.centre(at, home), pathThrough(home, clause.points), {
          colour: '#ffffff',
          dash: [2, 4],
        });
      }
    }
  }

  /** @param {Cell} from @param {Cell[]} points @returns {Cell[]} */
  function pathThrough(from, points) {
    /** @type {Cell[]} */
    const cells = [];
    let at = from;
    for (const to of points) {
      const answer = ask({ ask: 'path', seat: s.seat, from: at, to });
      cells.push(...(answer?.path ?? []));
      at = to;
    }
    return cells;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Cell} from @param {Clause} clause */
  function drawClause(ctx, at, from, clause) {
    const start = draw.centre(at, from);
    if (clause.points.length > 0) {
      draw.drawWay(ctx, at, start, pathThrough(from, clause.points), {
        colour: s.colours.seats[s.seat],
        width: 2.6,
      });
    }
  }

  /** Selection, box, ghost and cursor. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {OutpostView} view @param {{ x: number, y: number }[][]} spots */
  function paintHands(ctx, at, view, spots) {
    const { colours, camera, model } = s;
    if (!model) return;
    const seat = mine();
    const cell = s.hover ?? (s.focused ? s.cursor : null);
    if (cell && !model.running) paintGhost(ctx, at, cell);
    if (seat !== null) {
      for (const index of s.selected) {
        const spot = spots[seat][index];
        const muster = view.empires[seat].muster[index];
        const cell = spot ? [spot.x, spot.y] : muster;
        if (cell) draw.drawRing(ctx, at, draw.centre(at, /** @type {Cell} */ (cell)), '#ffffff');
      }
    }
    const shown = s.model?.pointed;
    const spot = shown === null || shown === undefined ? null : model.thought?.tasks?.[shown]?.spot;
    if (spot) {
      const { from } = /** @type {OutpostTaskSpot} */ (spot);
      draw.drawRing(ctx, at, draw.centre(at, from), colours.reed);
    }
    if (s.box) {
      const [a, b] = [draw.centre(at, s.box.from), draw.centre(at, s.box.to)];
      ctx.strokeStyle = '#ffffff';
      ctx.lineWidth = 1.5;
      ctx.setLineDash([5, 4]);
      ctx.fillStyle = '#ffffff2e';
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      const [w, h] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
      ctx.fillRect(x, y, w, h);
      ctx.strokeRect(x, y, w, h);
      ctx.setLineDash([]);
    }
    if (s.focused) draw.drawFrame(ctx, at, s.cursor, { colour: colours.reed, width: 2 });
    else if (s.hover && camera.cell > 3)
      draw.drawFrame(ctx, at, s.hover, { colour: '#ffffff', width: 1.2 });
    const lost = view.last.lost.find((one) => cell && String(one.cell) === String(cell));
    if (lost) {
      const { x, y } = draw.centre(at, lost.cell);
      draw.label(ctx, colours, `${view.empires[lost.empire].name}: ${lost.words}`, x, y - 18, {
        size: 12,
        within: camera,
      });
    }
  }

  /** What an outpost on a cell would gain. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Cell} cell */
  function paintGhost(ctx, at, cell) {
    const wanted = s.selected.length > 0 || s.model?.overlay === 'value' || s.mode === 'rally';
    if (!wanted && !s.focused) return;
    if (!wanted) return;
    const ghost = ask({ ask: 'ghost', seat: s.seat, cell });
    if (!ghost || ghost.diamond.length === 0) return;
    draw.drawDiamond(ctx, at, ghost.diamond, ghost.supplied ? s.colours.seats[s.seat] : '#555555');
    const { x, y } = draw.centre(at, cell);
    const words = `+${ghost.land} land  +${ghost.water} water${ghost.taken ? `  ${ghost.taken} taken` : ''}${ghost.supplied ? '' : '  no supply'}`;
    // Above the cell, or under it where the board ends: what it is about stays in sight.
    const off = Math.max(18, s.camera.cell + 6);
    draw.label(ctx, s.colours, words, x, y - off < 14 ? y + off : y - off, {
      within: s.camera,
      size: 12,
    });
  }

  return {
    paint,
    /** Colours have changed. */
    forget: () => {
      groundOf = '';
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {ReturnType<typeof makeGround>} ground
 * @param {string} overlay
 */
function paintGround(ctx, colours, place, ground, overlay) {
  const { x, y, cell, ratio } = place;
  const side = SIDE * cell;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(ground.canvas, x, y, side, side);
  // Paths are in cells; lines are in pixels.
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(cell, cell);
  ctx.strokeStyle = '#0b171a30';
  ctx.lineWidth = 1 / cell;
  ctx.stroke(ground.shore());
  const strong = overlay === 'owners';
  ground.borders().forEach((path, e) => {
    ctx.strokeStyle = colours.seats[e];
    ctx.lineWidth = (strong ? 2.4 : 1.6) / cell;
    ctx.stroke(path);
  });
  const pattern = hatching(ctx, '#0b171a', ratio);
  if (pattern) {
    pattern.setTransform(new DOMMatrix().scale(1 / (ratio * cell)));
    ctx.globalAlpha = strong ? 0.7 : 0.42;
    ctx.fillStyle = pattern;
    ctx.fill(ground.disputed());
  }
  ctx.restore();
}

/**
 * Homes, outposts, counts and losses.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {OutpostView} view
 * @param {{ x: number, y: number }[][]} spots   where each outpost is now, in cells
 * @param {Record<string, boolean>} marks
 */
function paintPieces(ctx, colours, place, view, spots, marks) {
  view.empires.forEach(({ home }, e) => {
    draw.drawHome(ctx, colours, place, e, home);
  });
  /** So many have been drawn in a cell: those of several empires stand side by side. @type {Map<string, number>} */
  const seen = new Map();
  for (const { empire, cell } of view.last.lost) {
    const before = seen.get(String(cell)) ?? 0;
    seen.set(String(cell), before + 1);
    draw.drawLoss(ctx, colours, place, empire, cell, before);
  }
  spots.forEach((list, e) => {
    /** @type {Map<string, number>} */
    const stacks = new Map();
    for (const [x, y] of view.empires[e].outposts) {
      const key = `${x},${y}`;
      stacks.set(key, (stacks.get(key) ?? 0) + 1);
    }
    list.forEach((spot) => {
      const { x, y } = draw.centre(place, [spot.x, spot.y]);
      draw.drawOutpost(ctx, colours, place, e, x, y);
    });
    for (const [key, count] of stacks) {
      if (count < 2) continue;
      const { x, y } = draw.centre(place, /** @type {Cell} */ (key.split(',').map(Number)));
      draw.drawCount(ctx, colours, place, count, x, y);
    }
    if (marks.numbers) {
      view.empires[e].outposts.forEach((cell, i) => {
        const { x, y } = draw.centre(place, cell);
        draw.label(ctx, colours, String(i), x, y + draw.markRadius(place.cell) + 9, { size: 9 });
      });
    }
  });
}

/**
 * Draws a position that nobody touches.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, view, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  const ratio = canvas.width / width;
  const ground = makeGround();
  ground.update(view, groundColours(colours), { strong: !!marks.owners, layer: null });
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  // Pictures in the rules show a part of the board, from nearer: the corner, or the middle of the top.
  const part = marks.corner || marks.middle ? PART : SIDE;
  const cell = Math.min(width, height) / part;
  const place = {
    x: marks.middle ? (width - SIDE * cell) / 2 : (width - part * cell) / 2,
    y: part < SIDE ? cell * 1.4 : 0,
    cell,
    ratio,
  };
  paintGround(ctx, colours, place, ground, marks.owners ? 'owners' : 'off');
  const spots = /** @type {OutpostView} */ (view).empires.map((one) =>
    one.outposts.map(([x, y]) => ({ x, y })),
  );
  paintPieces(ctx, colours, place, view, spots, marks);
}
