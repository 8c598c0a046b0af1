/**
 * The picture of the board of Outpost: terrain, pieces, paths and selection, composed from the drawing functions. The
 * terrain is cached until it changes or the view moves.
 */

import * as strings from '../../strings/outpost.js';
import { sharpContext } from '../../ui/canvas.js';
import { makeCanvas } from '../../ui/dom.js';
import { readPalette } from '../../ui/palette.js';
import { locationOf, placeOf, readPosition, SIDE, sameCell } from './boardState.js';
import * as draw from './draw.js';
import { drawMinimap } from './minimap.js';
import { orderOf } from './orders.js';
import { layerOf } from './overlay.js';
import { hatching, makeTerrain, terrainColours, wavePattern } from './terrain.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */

/** The width in cells of a picture of a part of the board. */
const PART = 24;
/** Overlays that show the board for one empire; they are also the names of their requests. */
export const SEEN_AS = ['supply', 'danger', 'value'];

/**
 * @param {BoardState} s
 * @param {import('./command.js').Command} command
 * @param {(question: Record<string, unknown>) => any} inspect
 */
export function makePicture(s, { mine, clauses, planned }, inspect) {
  const terrain = makeTerrain();
  /** The input of the cached terrain. */
  let terrainOf = '';
  /** The cached terrain, so that a moving outpost costs only its own mark. */
  const backdrop = makeCanvas();
  let backdropOf = '';

  /** Rebuilds the terrain if its content has changed. */
  function prepareTerrain() {
    const { view, model } = s;
    if (!view || !model) return;
    const seen = SEEN_AS.includes(model.overlay);
    const key = `${model.state.hash} ${model.overlay} ${seen ? s.seat : ''} ${s.colours.card}`;
    if (key === terrainOf) return;
    terrainOf = key;
    backdropOf = '';
    const colours = terrainColours(s.colours);
    const answer = seen ? inspect({ ask: model.overlay, seat: s.seat }) : null;
    const layer = layerOf(model.overlay, answer, colours, s.seat);
    terrain.update(view, colours, { strong: model.overlay === 'owners', layer });
  }

  /** Redraws the cached terrain, edges and hatching if needed. */
  function prepareBackdrop() {
    const { camera } = s;
    const key = `${camera.x} ${camera.y} ${camera.cell} ${camera.width} ${camera.ratio}`;
    if (key === backdropOf) return;
    backdropOf = key;
    const ctx = sharpContext(backdrop, camera.width, camera.height, camera.ratio);
    paintTerrain(ctx, s.colours, placeOf(s), terrain, s.model?.overlay ?? 'off');
  }

  /** The positions of the outposts during their animation. @param {Position} view @param {number} t   how far they are, 0 to 1 */
  function moving({ empires, last }, t) {
    const soft = 1 - (1 - t) ** 2;
    return empires.map(({ outposts }, e) =>
      outposts.map(([x, y], i) => {
        const [fx, fy] = (t < 1 && last.from[e]?.[i]) || [x, y];
        return { x: fx + (x - fx) * soft, y: fy + (y - fy) * soft };
      }),
    );
  }

  /** Draws everything. @param {CanvasRenderingContext2D} ctx @param {Position} view @param {BoardModel} model @param {number} t   how far the last turn is, 0 to 1 */
  function paint(ctx, view, model, t) {
    const { camera } = s;
    prepareTerrain();
    prepareBackdrop();
    ctx.clearRect(0, 0, camera.width, camera.height);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(backdrop, 0, 0, camera.width, camera.height);
    const at = placeOf(s);
    const places = moving(view, t);
    paintWays(ctx, at, view, model);
    paintPieces(ctx, s.colours, at, view, places, model.marks);
    if (model.overlay === 'supply') {
      const answer = inspect({ ask: 'supply', seat: s.seat });
      if (answer) draw.drawChokes(ctx, s.colours, at, answer.chokes);
    }
    paintChosen(ctx, at, view, places);
    const outposts = view.empires.map((one) => one.outposts);
    drawMinimap(ctx, camera, terrain.canvas, s.colours, outposts);
  }

  /** Paths of orders and tasks. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Position} view @param {BoardModel} model */
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
    if (model.marks.ways && !model.running && mine() !== null) {
      planned()?.forEach((one, i) => {
        const from = view.empires[s.seat].muster[i];
        if (from && one.task === 'auto' && one.path.length > 0)
          draw.drawWay(ctx, at, draw.centre(at, from), one.path, {
            colour: s.colours.seats[s.seat],
            dash: [4, 3],
          });
      });
    }
    const tasks = model.thought?.tasks ?? [];
    tasks.forEach((one, i) => {
      const to = locationOf(one);
      if (!to?.target || (model.overlay !== 'tasks' && !model.hint && model.pointed !== i)) return;
      const strong = model.pointed === i;
      draw.drawWay(ctx, at, draw.centre(at, to.from), [to.target], {
        colour: strong ? '#ffffff' : '#ffffffb0',
        width: strong ? 3 : 1.5,
        dash: strong ? [] : [4, 3],
      });
    });
    // Outposts whose task changed with a weight, and their old paths.
    for (const was of model.minds ?? []) {
      const to = was && locationOf(was);
      if (!to) continue;
      if (to.target)
        draw.drawWay(ctx, at, draw.centre(at, to.from), [to.target], {
          colour: colours.accent,
          dash: [1, 4],
        });
      draw.drawRing(ctx, at, draw.centre(at, to.from), colours.accent);
    }
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
      const answer = inspect({ ask: 'path', seat: s.seat, from: at, to });
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

  /** Selection, box, ghost and cursor. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Position} view @param {{ x: number, y: number }[][]} places */
  function paintChosen(ctx, at, view, places) {
    const { colours, camera, model } = s;
    if (!model) return;
    const seat = mine();
    const cell = s.under ?? (s.focused ? s.at : null);
    const way = paintDrag(ctx, at);
    const meant = way ? /** @type {Cell} */ (way.to) : cell;
    if (meant && !model.running) paintGhost(ctx, at, meant);
    if (s.drag && way) {
      // Next to its start; for touch, where neither the finger nor the loupe covers it.
      const { x, y } = draw.centre(at, s.drag.from);
      const [left, top] = s.fingered
        ? [camera.width / 2, camera.height - 16]
        : [x, y + (y < 40 ? 26 : -26)];
      draw.label(ctx, colours, way.words, left, top, {
        size: 12,
        within: camera,
      });
    }
    if (seat !== null) {
      for (const index of s.selected) {
        const place = places[seat][index];
        const cell = place ? [place.x, place.y] : view.empires[seat].muster[index];
        if (cell) draw.drawRing(ctx, at, draw.centre(at, /** @type {Cell} */ (cell)), '#ffffff');
      }
    }
    // Over the ring of a selection, which is white.
    for (const stop of stoppedAt(model))
      draw.drawRing(ctx, at, draw.centre(at, stop), colours.reed);
    const task = model.thought?.tasks?.[model.pointed ?? -1];
    const shown = task && locationOf(task);
    if (shown) draw.drawRing(ctx, at, draw.centre(at, shown.from), colours.reed);
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
    if (s.focused) draw.drawFrame(ctx, at, s.at, { colour: colours.reed, width: 2 });
    else if (s.under && camera.cell > 3)
      draw.drawFrame(ctx, at, s.under, { colour: '#ffffff', width: 1.2 });
    const lost = view.last.lost.find((one) => cell && sameCell(one.cell, cell));
    if (lost) {
      const { x, y } = draw.centre(at, lost.cell);
      draw.label(ctx, colours, `${view.empires[lost.empire].name}: ${lost.text}`, x, y - 18, {
        size: 12,
        within: camera,
      });
    }
  }

  /** The cells that stopped the last fast-forward. @param {BoardModel} model @returns {Cell[]} */
  const stoppedAt = (model) => (s.until && !model.running && inspect(s.until)?.at) || [];

  /** The path that is being drawn, or that a click would order. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at */
  function paintDrag(ctx, at) {
    const { drag, view, model } = s;
    if (!view || !model || mine() === null) return null;
    const going = s.mode === null || s.mode === 'go';
    const who = drag ? drag.who[0] : going ? s.selected[0] : undefined;
    const to = drag ? drag.to : s.under;
    const from = who === undefined ? null : view.empires[s.seat].muster[who];
    if (!from || !to || sameCell(from, to) || model.running) return null;
    const way = inspect({ ask: 'path', seat: s.seat, from, to });
    if (!way || way.path.length === 0) return null;
    draw.drawWay(ctx, at, draw.centre(at, from), way.path, {
      colour: '#ffffff',
      width: drag ? 2.6 : 1.6,
      dash: drag ? [] : [3, 4],
    });
    return way;
  }

  /** The gain of an outpost on a cell. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Cell} cell */
  function paintGhost(ctx, at, cell) {
    const wanted =
      s.drag || s.selected.length > 0 || s.model?.overlay === 'value' || s.mode === 'rally';
    if (!wanted) return;
    const ghost = inspect({ ask: 'ghost', seat: s.seat, cell });
    if (!ghost || ghost.diamond.length === 0) return;
    draw.drawDiamond(ctx, at, ghost.diamond, ghost.supplied ? s.colours.seats[s.seat] : '#555555');
    const { x, y } = draw.centre(at, cell);
    const words = strings.landWaterTaken(ghost.land, ghost.water, ghost.taken, ghost.supplied);
    // Above the cell, or below it at the edge of the board, so that the cell stays visible.
    const off = Math.max(18, s.camera.cell + 6);
    draw.label(ctx, s.colours, words, x, y - off < 14 ? y + off : y - off, {
      within: s.camera,
      size: 12,
    });
  }

  /**
   * Paints the magnified surroundings of a point of the canvas, for the loupe.
   * @param {CanvasRenderingContext2D} to
   * @param {number} size
   * @param {import('./boardState.js').CanvasPoint} middle
   * @param {number} zoom
   */
  function near(to, size, middle, zoom) {
    const { view, model, camera } = s;
    if (!view || !model) return;
    prepareTerrain();
    const here = placeOf(s);
    const at = {
      x: size / 2 - (middle.x - here.x) * zoom,
      y: size / 2 - (middle.y - here.y) * zoom,
      cell: here.cell * zoom,
      ratio: camera.ratio,
    };
    to.fillStyle = s.colours.card;
    to.fillRect(0, 0, size, size);
    paintTerrain(to, s.colours, at, terrain, model.overlay, false);
    paintWays(to, at, view, model);
    paintPieces(to, s.colours, at, view, moving(view, 1), {});
    paintDrag(to, at);
  }

  return {
    paint,
    near,
    stoppedAt,
    /** Colours have changed. */
    forget: () => {
      terrainOf = '';
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {ReturnType<typeof makeTerrain>} terrain
 * @param {string} overlay
 * @param {boolean} [clear]   whether to clear the canvas first
 */
function paintTerrain(ctx, colours, place, terrain, overlay, clear = true) {
  const { x, y, cell, ratio } = place;
  const side = SIDE * cell;
  if (clear) ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(terrain.canvas, x, y, side, side);
  // Paths are in cells; lines are in pixels.
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(cell, cell);
  // Waves on all water, whichever empire controls it.
  const waves = wavePattern(ctx, ratio);
  if (waves) {
    waves.setTransform(new DOMMatrix().scale(1 / (ratio * cell)));
    ctx.globalAlpha = overlay === 'owners' ? 0.34 : 0.5;
    ctx.fillStyle = waves;
    ctx.fill(terrain.lakes());
    ctx.globalAlpha = 1;
  }
  ctx.strokeStyle = '#0b2a3399';
  ctx.lineWidth = 1.1 / cell;
  ctx.stroke(terrain.shore());
  const strong = overlay === 'owners';
  terrain.borders().forEach((path, e) => {
    ctx.strokeStyle = colours.seats[e];
    ctx.lineWidth = (strong ? 2.4 : 1.6) / cell;
    ctx.stroke(path);
  });
  const pattern = hatching(ctx, ratio);
  if (pattern) {
    pattern.setTransform(new DOMMatrix().scale(1 / (ratio * cell)));
    ctx.globalAlpha = strong ? 0.7 : 0.42;
    ctx.fillStyle = pattern;
    ctx.fill(terrain.disputed());
  }
  ctx.restore();
}

/**
 * Homes, outposts, counts and losses.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {Position} view
 * @param {{ x: number, y: number }[][]} places   the position of each outpost, in cells
 * @param {Record<string, boolean>} marks
 */
function paintPieces(ctx, colours, place, view, places, marks) {
  view.empires.forEach(({ home }, e) => {
    draw.drawHome(ctx, colours, place, e, home);
  });
  /** How many marks a cell has: those of several empires are next to each other. @type {Map<string, number>} */
  const seen = new Map();
  for (const { empire, cell } of view.last.lost) {
    const before = seen.get(String(cell)) ?? 0;
    seen.set(String(cell), before + 1);
    draw.drawLoss(ctx, colours, place, empire, cell, before);
  }
  places.forEach((list, e) => {
    /** @type {Map<string, number>} */
    const stacks = new Map();
    for (const [x, y] of view.empires[e].outposts) {
      const key = `${x},${y}`;
      stacks.set(key, (stacks.get(key) ?? 0) + 1);
    }
    list.forEach((one) => {
      const { x, y } = draw.centre(place, [one.x, one.y]);
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
 * Draws a position without input.
 * @type {import('../contract.js').Renderer['still']}
 */
export function still(canvas, shown, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  const ratio = canvas.width / width;
  const position = readPosition(shown);
  const terrain = makeTerrain();
  terrain.update(position, terrainColours(colours), { strong: !!marks.owners, layer: null });
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  // Pictures in the rules show an enlarged part of the board: the corner, or the middle of the top.
  const part = marks.corner || marks.middle ? PART : SIDE;
  const cell = Math.min(width, height) / part;
  const place = {
    x: marks.middle ? (width - SIDE * cell) / 2 : (width - part * cell) / 2,
    y: part < SIDE ? cell * 1.4 : 0,
    cell,
    ratio,
  };
  paintTerrain(ctx, colours, place, terrain, marks.owners ? 'owners' : 'off');
  const places = position.empires.map((one) => one.outposts.map(([x, y]) => ({ x, y })));
  paintPieces(ctx, colours, place, position, places, marks);
}
