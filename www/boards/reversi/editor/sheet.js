/**
 * The sheet on which a map is drawn: the board's own picture with a grid, handles and marks, and hands
 * that paint and join. A finger or the mouse draws, two fingers and the wheel move and zoom; the keyboard
 * has it all as well. What is done goes to the state.
 */
import { effect } from '@preact/signals';
import { oncePerFrame, sharpContext } from '../../../ui/canvas.js';
import { make, makeCanvas } from '../../../ui/dom.js';
import { readPalette } from '../../../ui/palette.js';
import { makeA11yGrid } from '../../a11yGrid.js';
import { placeOf } from '../../base.js';
import * as cam from '../../camera.js';
import { cellAt, corner, frameCell, gridCells } from '../../grid.js';
import { gridOf, makeMapView, sizeOf, unitGrid } from '../../mapView.js';
import { along, disc, faint, strokes, write } from '../../pen.js';
import { listenPointer } from '../../pointer.js';
import * as draw from '../draw.js';
import { makeLayer, paintLand } from '../scene.js';
import { colourOf, DIRECTIONS, drawCurve, drawLit, drawPort, STEPS } from '../transitions.js';
import { between, linkAt, sameBorder } from './draft.js';
import { tileName } from './editorState.js';

/** @typedef {import('../../camera.js').Camera} Camera */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('./editorState.js').EditorState} EditorState */

const RIM_LINE = /** @type {const} */ (['#0b2227', 1]);
/** There is always room for a curve around the map. */
const RIM = 0.95;

/** Where the handle of a border is, in tiles: inside its tile. @param {Border} border @param {number} columns */
function handleOf({ tile, direction }, columns) {
  const [dx, dy] = STEPS[direction & 7];
  return {
    x: (tile % columns) + 0.5 + dx * 0.37,
    y: Math.floor(tile / columns) + 0.5 + dy * 0.37,
  };
}

/**
 * @param {HTMLElement} box
 * @param {EditorState} state
 */
export function makeSheet(box, state) {
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  let colours = readPalette();
  /** @type {draw.Stamps | null} */
  let stamps = null;
  /** @type {number | null} */
  let hovered = null;
  /** The border at the pointer while transitions are drawn. @type {Border | null} */
  let near = null;
  /** The border that a drag began at. @type {Border | null} */
  let grabbed = null;
  /** Where the pointer is while a transition is being dragged. @type {{ x: number, y: number } | null} */
  let dragged = null;
  /** The last tile of a stroke. @type {number | null} */
  let last = null;
  const stop = new AbortController();
  const canvas = makeCanvas();
  const over = make('div', { class: 'map-over' });
  box.append(canvas, over);
  const request = oncePerFrame(paint);
  const map = makeMapView(camera, over, request);
  const layer = makeLayer(paintLayer);

  /** @param {Parts} parts */
  const landOf = (parts) => ({
    ...parts,
    transitions: parts.transitions.map((ends, id) => ({ id, ends })),
  });

  // --- hands --------------------------------------------------------------------------------

  /** @param {{ x: number, y: number }} point */
  const under = (point) =>
    point.x < camera.left || point.y < camera.top
      ? null
      : cellAt(gridOf(camera, state.parts.peek()), point);

  /**
   * The border that a point means: one that can take a transition, as far as that is known, or has one.
   * @param {{ x: number, y: number }} point
   * @returns {Border | null}
   */
  function borderAt(point) {
    const parts = state.parts.peek();
    const { x, y } = cam.toWorld(camera, point.x, point.y);
    const open = state.known.peek()?.open ?? [];
    /** @type {Border[]} */
    let borders = open;
    if (open.length === 0) {
      const tile = under(point);
      borders = tile === null ? [] : DIRECTIONS.map((_, direction) => ({ tile, direction }));
    }
    let best = null;
    let least = Math.max(0.6, 16 / camera.cell);
    for (const border of [...borders, ...parts.transitions.flat()]) {
      const handle = handleOf(border, parts.columns);
      const far = Math.hypot(handle.x - x, handle.y - y);
      if (far < least) [best, least] = [border, far];
    }
    return best;
  }

  /** A tap on a border: begins a transition, ends one, or selects the one that is there. @param {Border} border */
  function touchBorder(border) {
    const link = linkAt(state.parts.peek(), border);
    const from = state.from.peek();
    if (link >= 0) {
      state.from.value = null;
      state.selected.value = link;
      const [one, other] = state.parts.peek().transitions[link];
      state.status.value = `Selected: ${state.borderName(one)} to ${state.borderName(other)}. Delete removes it.`;
    } else if (from) state.join(from, border);
    else {
      state.selected.value = null;
      state.from.value = border;
      state.status.value = `From ${state.borderName(border)}: now the other border, or the same once more for a mirror.`;
    }
  }

  listenPointer(
    canvas,
    camera,
    {
      moved: map.moved,
      tap() {},
      hover(point) {
        hovered = point && under(point);
        near = point && state.tool.peek() === 'link' ? borderAt(point) : null;
        request();
      },
      stroke: {
        begin(point) {
          const tile = under(point);
          if (state.tool.peek() === 'link') {
            grabbed = borderAt(point);
            if (!grabbed) {
              state.from.value = null;
              state.selected.value = null;
              return false;
            }
            dragged = point;
            return true;
          }
          if (tile === null) return false;
          last = tile;
          state.show(state.paint([tile]));
          return true;
        },
        move(point) {
          if (state.tool.peek() === 'link') {
            dragged = point;
            request();
            return;
          }
          const tile = under(point);
          if (tile === null || last === null) return;
          state.show(state.paint(between(last, tile, state.parts.peek().columns)));
          last = tile;
        },
        end(point) {
          if (state.tool.peek() !== 'link') {
            state.settle(point !== null);
            if (point && last !== null)
              state.status.value = `Painted: ${tileName(state.tool.peek())}.`;
            last = null;
            return;
          }
          const begun = grabbed;
          dragged = grabbed = null;
          const to = point && borderAt(point);
          if (begun && to && sameBorder(begun, to)) touchBorder(begun);
          else if (begun && to) state.join(begun, to);
          request();
        },
      },
    },
    stop.signal,
  );

  // --- keys ---------------------------------------------------------------------------------

  const grid = makeA11yGrid(over, 'Map', {
    focus(name) {
      const tile = name === null ? null : placeOf(name);
      if (tile !== null || !state.choosing.peek()) state.cursor.value = tile;
      if (tile === null) return;
      map.reveal(state.parts.peek(), tile);
      request();
    },
    activate: (name) => apply(placeOf(name)),
    key,
  });

  /** What Enter does on a tile. @param {number} tile */
  function apply(tile) {
    if (state.tool.peek() === 'link') chooseBorder(tile);
    else {
      state.change(
        state.paint([tile]),
        `${state.placeName(tile)} is ${tileName(state.tool.peek())} now.`,
      );
    }
  }

  /** The borders of a tile among which the keyboard chooses. @param {number} tile */
  function bordersOf(tile) {
    const open = state.known.peek()?.open.filter((border) => border.tile === tile);
    const all = DIRECTIONS.map((_, direction) => ({ tile, direction }));
    return state.known.peek()?.valid ? (open ?? []) : all;
  }

  /** @param {number} tile */
  function chooseBorder(tile) {
    const chosen = state.choosing.peek();
    if (chosen) {
      state.choosing.value = null;
      touchBorder(chosen);
      return;
    }
    const [first] = bordersOf(tile);
    if (!first) {
      state.status.value = `${state.placeName(tile)} has no border that could take a transition.`;
      return;
    }
    state.choosing.value = first;
    sayChoice();
  }

  function sayChoice() {
    const border = state.choosing.peek();
    if (!border) return;
    const taken = linkAt(state.parts.peek(), border) >= 0 ? ', has a transition' : '';
    state.status.value = `${state.borderName(border)}${taken}. Arrows choose another border, Enter takes it.`;
    request();
  }

  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const tile = state.cursor.peek();
    const choosing = state.choosing.peek();
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[name];
    if (choosing && way) {
      const borders = bordersOf(choosing.tile);
      const at = borders.findIndex((border) => sameBorder(border, choosing));
      state.choosing.value = borders[(at + way + borders.length) % borders.length] ?? null;
      sayChoice();
      return true;
    }
    if (name === 'Escape') {
      if (!choosing && !state.from.peek() && state.selected.peek() === null) return false;
      if (choosing) state.choosing.value = null;
      else state.from.value = state.selected.value = null;
      state.status.value = 'Given up.';
      return true;
    }
    if (tile === null) return false;
    const lower = name.toLowerCase();
    if (name === ' ') apply(tile);
    else if (name.length === 1 && '012345678-xcib'.includes(lower)) {
      state.change(
        state.paint([tile], lower),
        `${state.placeName(tile)} is ${tileName(lower)} now.`,
      );
    } else if (lower === 't') {
      state.tool.value = 'link';
      chooseBorder(tile);
    } else if (name === 'Delete' || name === 'Backspace') {
      const link = state.selected.peek();
      if (link !== null) state.remove(link);
      else state.clearLinks(tile);
    } else if (lower === 'z') zoomBy(event.shiftKey ? -1 : 1);
    else if (lower === 'f') zoomBy(0);
    else return false;
    return true;
  }

  /** @param {-1 | 0 | 1} way */
  function zoomBy(way) {
    map.zoomBy(way);
    const tile = state.cursor.peek();
    if (way > 0 && tile !== null) map.reveal(state.parts.peek(), tile);
  }

  // --- drawing ------------------------------------------------------------------------------

  /** @param {CanvasRenderingContext2D} ctx @param {Camera} c */
  function paintLayer(ctx, c) {
    const parts = state.parts.peek();
    if (!stamps || stamps.cell !== c.cell || stamps.ratio !== c.ratio)
      stamps = draw.makeStamps(colours, c.cell, c.ratio);
    paintLand(ctx, colours, c, landOf(parts), stamps);
    paintGrid(ctx, c, parts);
  }

  /** Lines over everything, so that holes can be hit, and the axes of the symmetry. @param {CanvasRenderingContext2D} ctx @param {Camera} c @param {Parts} parts */
  function paintGrid(ctx, c, { columns, rows }) {
    const { x, y } = cam.origin(c);
    const [w, h] = [columns * c.cell, rows * c.cell];
    /** @type {(path: CanvasRenderingContext2D) => void} */
    const lines = (path) => {
      for (let i = 0; i <= columns; i++) along([x + i * c.cell, y], [x + i * c.cell, y + h])(path);
      for (let i = 0; i <= rows; i++) along([x, y + i * c.cell], [x + w, y + i * c.cell])(path);
    };
    strokes(ctx, lines, ['#ffffff30', 1]);
    const symmetry = state.symmetry.peek();
    if (symmetry === 'none') return;
    ctx.save();
    ctx.setLineDash([7, 6]);
    ctx.shadowColor = '#0b2227';
    ctx.shadowBlur = 3;
    const [mx, my] = [x + w / 2, y + h / 2];
    /** @type {(path: CanvasRenderingContext2D) => void} */
    const axes = (path) => {
      if (symmetry === 'left-right' || symmetry === 'both')
        along([mx, y - 8], [mx, y + h + 8])(path);
      if (symmetry === 'top-bottom' || symmetry === 'both')
        along([x - 8, my], [x + w + 8, my])(path);
    };
    strokes(ctx, axes, ['#ffffff', 2]);
    if (symmetry === 'half' || symmetry === 'quarter') {
      const r = Math.max(7, c.cell * 0.3);
      ctx.setLineDash(symmetry === 'half' ? [r * Math.PI * 0.8, r * 0.2 * Math.PI] : [r, r * 0.57]);
      disc(ctx, mx, my, r, '', ['#ffffff', 2]);
    }
    ctx.restore();
  }

  function paint() {
    if (camera.width < 40 || camera.height < 40) return;
    const parts = state.parts.peek();
    const ctx = sharpContext(canvas, camera.width, camera.height, camera.ratio);
    layer.put(ctx, camera, map.moving);
    const tiles = gridOf(camera, parts);
    paintProblems(ctx, tiles);
    const at = hovered ?? state.cursor.peek();
    const selected = state.selected.peek();
    for (const transition of landOf(parts).transitions) {
      const chosen = transition.id === selected;
      if (chosen || transition.ends.some((end) => end.tile === at))
        drawLit(ctx, camera, transition, parts, chosen ? '#ffffff' : undefined);
    }
    const tool = state.tool.peek();
    if (tool === 'link') paintLinking(ctx, parts);
    if (at !== null && at < parts.tiles.length) {
      const { x, y } = corner(tiles, at);
      if (hovered !== null && !['link', '-', '0'].includes(tool))
        faint(ctx, 0.6, () => stamps?.put(ctx, tool, x, y));
      const mouse = hovered !== null;
      const colour = mouse ? '#ffffff' : colours.accent;
      const halo = mouse ? '#0b2227' : '#ffffff';
      const width = Math.max(2, camera.cell * 0.05);
      frameCell(ctx, tiles, at, draw.frameOf({ colour, width, inset: 0.02, halo }));
    }
    draw.drawRulers(ctx, colours, camera, parts, at);
  }

  /** Tiles about which something is wrong. @param {CanvasRenderingContext2D} ctx @param {import('../../grid.js').Grid} tiles */
  function paintProblems(ctx, tiles) {
    const { cell } = camera;
    for (const { tile } of state.known.peek()?.problems ?? []) {
      if (!tile) continue;
      const at = tile[1] * tiles.columns + tile[0];
      const { x, y } = corner(tiles, at);
      const how = { colour: colours.bad, width: Math.max(2, cell * 0.07), inset: 0 };
      frameCell(ctx, tiles, at, draw.frameOf({ ...how, halo: '#ffffff' }));
      const r = Math.max(6, cell * 0.17);
      const mx = x + cell - r * 0.6;
      disc(ctx, mx, y + r * 0.6, r, '#a8401b');
      write(ctx, '!', mx, y + r * 0.66, `800 ${Math.round(r * 1.5)}px ${colours.font}`, '#ffffff');
    }
  }

  /** Handles of borders, and the transition that is being drawn. @param {CanvasRenderingContext2D} ctx @param {Parts} parts */
  function paintLinking(ctx, parts) {
    const { columns } = parts;
    const { x, y } = cam.origin(camera);
    const { cell } = camera;
    const to = (/** @type {{ x: number, y: number }} */ p) => ({
      x: x + p.x * cell,
      y: y + p.y * cell,
    });
    const taken = new Set(parts.transitions.flat().map((b) => b.tile * 8 + b.direction));
    const radius = Math.max(1.5, Math.min(5, cell * 0.085));
    for (const border of state.known.peek()?.open ?? []) {
      if (taken.has(border.tile * 8 + border.direction)) continue;
      const p = to(handleOf(border, columns));
      disc(ctx, p.x, p.y, radius, '#ffffff', ...(cell > 14 ? [RIM_LINE] : []));
    }
    const from = state.from.peek() ?? grabbed;
    const here = dragged ? borderAt(dragged) : (state.choosing.peek() ?? near);
    const colour = colourOf(parts.transitions.length);
    for (const border of [from, here]) {
      if (border) drawPort(ctx, camera, border, parts, { colour, lit: true });
    }
    for (const border of [from, here]) {
      if (!border) continue;
      const p = to(handleOf(border, columns));
      const line = /** @type {const} */ ([colours.accent, Math.max(2, cell * 0.06)]);
      disc(ctx, p.x, p.y, Math.max(5, cell * 0.17), '', line);
    }
    if (from && here && !sameBorder(from, here)) {
      const transition = {
        id: parts.transitions.length,
        ends: /** @type {[Border, Border]} */ ([from, here]),
      };
      drawCurve(ctx, camera, transition, parts, { lit: true });
    } else if (from && dragged) {
      const start = to(handleOf(from, columns));
      ctx.setLineDash([6, 5]);
      strokes(ctx, along([start.x, start.y], [dragged.x, dragged.y]), [colour, 2.5]);
      ctx.setLineDash([]);
    }
  }

  // --- life ---------------------------------------------------------------------------------

  function layOut() {
    const { columns, rows } = state.parts.peek();
    if (box.clientWidth < 1) return;
    cam.resize(camera, {
      ...sizeOf(box),
      world: { left: -RIM, top: -RIM, right: columns + RIM, bottom: rows + RIM },
    });
    map.size({ columns, rows });
    layer.spoil();
    map.place();
    request();
  }

  function cells() {
    const { columns, tiles, transitions } = state.parts.peek();
    /** @type {Map<number, string[]>} */
    const links = new Map();
    for (const [one, other] of transitions) {
      for (const [here, there] of [
        [one, other],
        [other, one],
      ]) {
        const words = `${DIRECTIONS[here.direction]} to ${state.borderName(there)}`;
        links.set(here.tile, [...(links.get(here.tile) ?? []), words]);
      }
    }
    /** @type {Map<number, string>} */
    const wrong = new Map();
    for (const { tile, message } of state.known.peek()?.problems ?? [])
      if (tile) wrong.set(tile[1] * columns + tile[0], message);
    const texts = [...tiles].map((letter, tile) => {
      const joined = links.has(tile) ? `, transition ${links.get(tile)?.join(', ')}` : '';
      const problem = wrong.has(tile) ? `, wrong: ${wrong.get(tile)}` : '';
      return `${state.placeName(tile)}, ${tileName(letter)}${joined}${problem}`;
    });
    return gridCells(unitGrid(state.parts.peek()), texts, () => true, 'tile');
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(box);
  let shape = '';
  const stopSheet = effect(() => {
    const { columns, rows } = state.parts.value;
    state.symmetry.value;
    const now = `${columns}x${rows}`;
    if (now !== shape) {
      shape = now;
      camera.whole = true;
      layOut();
    }
    layer.spoil();
    request();
  });
  const stopMarks = effect(() => {
    state.tool.value;
    state.cursor.value;
    state.from.value;
    state.choosing.value;
    state.selected.value;
    request();
  });
  // Words follow when the draft rests: a stroke need not rewrite them at every step.
  const stopWords = effect(() => {
    if (state.known.value) grid.update(cells());
    request();
  });

  return {
    zoom: zoomBy,
    /** Goes to a tile with the keyboard's focus. @param {number} tile */
    go: (tile) => grid.focus(`tile:${tile}`),
    repaint() {
      colours = readPalette();
      stamps = null;
      layer.spoil();
      request();
    },
    destroy() {
      stopSheet();
      stopMarks();
      stopWords();
      sizes.disconnect();
      map.destroy();
      request.cancel();
      stop.abort();
      canvas.remove();
      over.remove();
    },
  };
}
