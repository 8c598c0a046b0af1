/**
 * The sheet on which a map is drawn: the board's own picture with a grid, handles and marks, and hands
 * that paint and join. A finger or the mouse draws, two fingers and the wheel move and zoom; the keyboard
 * has it all as well. What is done goes to the desk.
 */
import { effect } from '@preact/signals';
import * as cam from '../../camera.js';
import { oncePerFrame, sharpContext } from '../../canvas.js';
import { listen } from '../../gestures.js';
import { readPalette } from '../../palette.js';
import { makeTwin } from '../../twin.js';
import * as draw from '../draw.js';
import { cornerOf } from '../preview.js';
import { makeLayer, paintLand } from '../scene.js';
import { colourOf, DIRECTIONS, drawCurve, drawPort, drawPorts, STEPS } from '../transitions.js';
import { tileName } from './desk.js';
import { between, linkAt, sameBorder } from './draft.js';

/** @typedef {import('../../camera.js').Camera} Camera */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('./desk.js').Desk} Desk */

const UNIT = 40;
const REST = 140;
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
 * @param {Desk} desk
 */
export function makeSheet(box, desk) {
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
  let moving = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const stop = new AbortController();
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const over = document.createElement('div');
  over.className = 'map-over';
  box.append(canvas, over);
  const request = oncePerFrame(paint);
  const layer = makeLayer(paintLayer);

  /** @param {Parts} parts */
  const landOf = (parts) => ({
    ...parts,
    transitions: parts.transitions.map((ends, id) => ({ id, ends })),
  });

  // --- hands --------------------------------------------------------------------------------

  /** @param {{ x: number, y: number }} point */
  const under = (point) => draw.tileAt(camera, desk.parts.peek(), point);

  /**
   * The border that a point means: one that can take a transition, as far as that is known, or has one.
   * @param {{ x: number, y: number }} point
   * @returns {Border | null}
   */
  function borderAt(point) {
    const parts = desk.parts.peek();
    const { x, y } = cam.toWorld(camera, point.x, point.y);
    const open = desk.known.peek()?.open ?? [];
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
    const link = linkAt(desk.parts.peek(), border);
    const from = desk.from.peek();
    if (link >= 0) {
      desk.from.value = null;
      desk.selected.value = link;
      const [one, other] = desk.parts.peek().transitions[link];
      desk.status.value = `Selected: ${desk.borderName(one)} to ${desk.borderName(other)}. Delete removes it.`;
    } else if (from) desk.join(from, border);
    else {
      desk.selected.value = null;
      desk.from.value = border;
      desk.status.value = `From ${desk.borderName(border)}: now the other border, or the same once more for a mirror.`;
    }
  }

  listen(
    canvas,
    camera,
    {
      moved,
      tap() {},
      hover(point) {
        hovered = point && under(point);
        near = point && desk.tool.peek() === 'link' ? borderAt(point) : null;
        request();
      },
      stroke: {
        begin(point) {
          const tile = under(point);
          if (desk.tool.peek() === 'link') {
            grabbed = borderAt(point);
            if (!grabbed) {
              desk.from.value = null;
              desk.selected.value = null;
              return false;
            }
            dragged = point;
            return true;
          }
          if (tile === null) return false;
          last = tile;
          desk.show(desk.paint([tile]));
          return true;
        },
        move(point) {
          if (desk.tool.peek() === 'link') {
            dragged = point;
            request();
            return;
          }
          const tile = under(point);
          if (tile === null || last === null) return;
          desk.show(desk.paint(between(last, tile, desk.parts.peek().columns)));
          last = tile;
        },
        end(point) {
          if (desk.tool.peek() !== 'link') {
            desk.settle(point !== null);
            if (point && last !== null)
              desk.status.value = `Painted: ${tileName(desk.tool.peek())}.`;
            last = null;
            return;
          }
          const begun = grabbed;
          dragged = grabbed = null;
          const to = point && borderAt(point);
          if (begun && to && sameBorder(begun, to)) touchBorder(begun);
          else if (begun && to) desk.join(begun, to);
          request();
        },
      },
    },
    stop.signal,
  );

  // --- keys ---------------------------------------------------------------------------------

  const twin = makeTwin(over, 'Map', {
    focus(name) {
      const tile = name === null ? null : Number(name.slice(5));
      if (tile !== null || !desk.choosing.peek()) desk.cursor.value = tile;
      if (tile === null) return;
      const { columns } = desk.parts.peek();
      if (cam.reveal(camera, tile % columns, Math.floor(tile / columns))) moved();
      request();
    },
    activate: (name) => apply(Number(name.slice(5))),
    key,
  });

  /** What Enter does on a tile. @param {number} tile */
  function apply(tile) {
    if (desk.tool.peek() === 'link') chooseBorder(tile);
    else {
      desk.change(
        desk.paint([tile]),
        `${desk.placeName(tile)} is ${tileName(desk.tool.peek())} now.`,
      );
    }
  }

  /** The borders of a tile among which the keyboard chooses. @param {number} tile */
  function bordersOf(tile) {
    const open = desk.known.peek()?.open.filter((border) => border.tile === tile);
    const all = DIRECTIONS.map((_, direction) => ({ tile, direction }));
    return desk.known.peek()?.valid ? (open ?? []) : all;
  }

  /** @param {number} tile */
  function chooseBorder(tile) {
    const chosen = desk.choosing.peek();
    if (chosen) {
      desk.choosing.value = null;
      touchBorder(chosen);
      return;
    }
    const [first] = bordersOf(tile);
    if (!first) {
      desk.status.value = `${desk.placeName(tile)} has no border that could take a transition.`;
      return;
    }
    desk.choosing.value = first;
    sayChoice();
  }

  function sayChoice() {
    const border = desk.choosing.peek();
    if (!border) return;
    const taken = linkAt(desk.parts.peek(), border) >= 0 ? ', has a transition' : '';
    desk.status.value = `${desk.borderName(border)}${taken}. Arrows choose another border, Enter takes it.`;
    request();
  }

  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const tile = desk.cursor.peek();
    const choosing = desk.choosing.peek();
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[name];
    if (choosing && way) {
      const borders = bordersOf(choosing.tile);
      const at = borders.findIndex((border) => sameBorder(border, choosing));
      desk.choosing.value = borders[(at + way + borders.length) % borders.length] ?? null;
      sayChoice();
      return true;
    }
    if (name === 'Escape') {
      if (!choosing && !desk.from.peek() && desk.selected.peek() === null) return false;
      if (choosing) desk.choosing.value = null;
      else desk.from.value = desk.selected.value = null;
      desk.status.value = 'Given up.';
      return true;
    }
    if (tile === null) return false;
    const lower = name.toLowerCase();
    if (name === ' ') apply(tile);
    else if (name.length === 1 && '012345678-xcib'.includes(lower)) {
      desk.change(desk.paint([tile], lower), `${desk.placeName(tile)} is ${tileName(lower)} now.`);
    } else if (lower === 't') {
      desk.tool.value = 'link';
      chooseBorder(tile);
    } else if (name === 'Delete' || name === 'Backspace') {
      const link = desk.selected.peek();
      if (link !== null) desk.remove(link);
      else desk.clearLinks(tile);
    } else if (lower === 'z') zoomBy(event.shiftKey ? -1 : 1);
    else if (lower === 'f') zoomBy(0);
    else return false;
    return true;
  }

  /** @param {-1 | 0 | 1} way */
  function zoomBy(way) {
    if (way === 0) cam.showAll(camera);
    else cam.zoom(camera, way > 0 ? 1.5 : 1 / 1.5);
    cam.rest(camera);
    const tile = desk.cursor.peek();
    const { columns } = desk.parts.peek();
    if (way > 0 && tile !== null) cam.reveal(camera, tile % columns, Math.floor(tile / columns));
    moved();
  }

  // --- drawing ------------------------------------------------------------------------------

  function moved() {
    moving = true;
    clearTimeout(resting);
    resting = setTimeout(() => {
      moving = false;
      cam.rest(camera);
      place();
      request();
    }, REST);
    place();
    request();
  }

  function place() {
    const { x, y } = cam.origin(camera);
    over.style.transform = `translate(${x}px, ${y}px) scale(${camera.cell / UNIT})`;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Camera} c */
  function paintLayer(ctx, c) {
    const parts = desk.parts.peek();
    if (!stamps || stamps.cell !== c.cell || stamps.ratio !== c.ratio)
      stamps = draw.makeStamps(colours, c.cell, c.ratio);
    paintLand(ctx, colours, c, landOf(parts), stamps);
    paintGrid(ctx, c, parts);
  }

  /** Lines over everything, so that holes can be hit, and the axes of the symmetry. @param {CanvasRenderingContext2D} ctx @param {Camera} c @param {Parts} parts */
  function paintGrid(ctx, c, { columns, rows }) {
    const { x, y } = cam.origin(c);
    const [w, h] = [columns * c.cell, rows * c.cell];
    ctx.strokeStyle = '#ffffff30';
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let i = 0; i <= columns; i++) {
      ctx.moveTo(x + i * c.cell, y);
      ctx.lineTo(x + i * c.cell, y + h);
    }
    for (let i = 0; i <= rows; i++) {
      ctx.moveTo(x, y + i * c.cell);
      ctx.lineTo(x + w, y + i * c.cell);
    }
    ctx.stroke();
    const symmetry = desk.symmetry.peek();
    if (symmetry === 'none') return;
    ctx.save();
    ctx.setLineDash([7, 6]);
    ctx.lineWidth = 2;
    ctx.strokeStyle = '#ffffff';
    ctx.shadowColor = '#0b2227';
    ctx.shadowBlur = 3;
    ctx.beginPath();
    if (symmetry === 'left-right' || symmetry === 'both') {
      ctx.moveTo(x + w / 2, y - 8);
      ctx.lineTo(x + w / 2, y + h + 8);
    }
    if (symmetry === 'top-bottom' || symmetry === 'both') {
      ctx.moveTo(x - 8, y + h / 2);
      ctx.lineTo(x + w + 8, y + h / 2);
    }
    ctx.stroke();
    if (symmetry === 'half' || symmetry === 'quarter') {
      const r = Math.max(7, c.cell * 0.3);
      ctx.setLineDash(symmetry === 'half' ? [r * Math.PI * 0.8, r * 0.2 * Math.PI] : [r, r * 0.57]);
      ctx.beginPath();
      ctx.arc(x + w / 2, y + h / 2, r, 0, Math.PI * 2);
      ctx.stroke();
    }
    ctx.restore();
  }

  function paint() {
    if (camera.width < 40 || camera.height < 40) return;
    const parts = desk.parts.peek();
    const land = landOf(parts);
    const { columns } = parts;
    const { cell } = camera;
    const ctx = sharpContext(canvas, camera.width, camera.height, camera.ratio);
    layer.put(ctx, camera, moving);
    paintProblems(ctx);
    const at = hovered ?? desk.cursor.peek();
    const selected = desk.selected.peek();
    for (const transition of land.transitions) {
      const lit = transition.id === selected || transition.ends.some((end) => end.tile === at);
      if (!lit) continue;
      const colour = transition.id === selected ? '#ffffff' : undefined;
      drawCurve(ctx, camera, transition, columns, { lit: true, colour });
      drawPorts(ctx, camera, transition, columns, { lit: true, colour });
    }
    if (desk.tool.peek() === 'link') paintLinking(ctx, parts);
    if (at !== null && at < parts.tiles.length) {
      const { x, y } = cornerOf(camera, columns, at);
      const tool = desk.tool.peek();
      if (hovered !== null && tool !== 'link' && stamps && tool !== '-' && tool !== '0') {
        ctx.save();
        ctx.globalAlpha = 0.6;
        stamps.put(ctx, tool, x, y);
        ctx.restore();
      }
      draw.drawFrame(ctx, x, y, cell, {
        colour: hovered === null ? colours.accent : '#ffffff',
        width: Math.max(2, cell * 0.05),
        inset: 0.02,
        halo: hovered === null ? '#ffffff' : '#0b2227',
      });
    }
    draw.drawRulers(
      ctx,
      colours,
      camera,
      parts,
      at === null ? null : { column: at % columns, row: Math.floor(at / columns) },
    );
  }

  /** Tiles about which something is wrong. @param {CanvasRenderingContext2D} ctx */
  function paintProblems(ctx) {
    const { columns } = desk.parts.peek();
    const { cell } = camera;
    for (const { tile } of desk.known.peek()?.problems ?? []) {
      if (!tile) continue;
      const { x, y } = cornerOf(camera, columns, tile[1] * columns + tile[0]);
      draw.drawFrame(ctx, x, y, cell, {
        colour: colours.bad,
        width: Math.max(2, cell * 0.07),
        inset: 0,
        halo: '#ffffff',
      });
      const r = Math.max(6, cell * 0.17);
      ctx.fillStyle = '#a8401b';
      ctx.beginPath();
      ctx.arc(x + cell - r * 0.6, y + r * 0.6, r, 0, Math.PI * 2);
      ctx.fill();
      ctx.fillStyle = '#ffffff';
      ctx.font = `800 ${Math.round(r * 1.5)}px ${colours.font}`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText('!', x + cell - r * 0.6, y + r * 0.66);
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
    ctx.fillStyle = '#ffffff';
    ctx.strokeStyle = '#0b2227';
    ctx.lineWidth = 1;
    for (const border of desk.known.peek()?.open ?? []) {
      if (taken.has(border.tile * 8 + border.direction)) continue;
      const p = to(handleOf(border, columns));
      ctx.beginPath();
      ctx.arc(p.x, p.y, Math.max(1.5, Math.min(5, cell * 0.085)), 0, Math.PI * 2);
      ctx.fill();
      if (cell > 14) ctx.stroke();
    }
    const from = desk.from.peek() ?? grabbed;
    const here = dragged ? borderAt(dragged) : (desk.choosing.peek() ?? near);
    const colour = colourOf(parts.transitions.length);
    for (const border of [from, here]) {
      if (border) drawPort(ctx, camera, border, columns, { colour, lit: true });
    }
    for (const border of [from, here]) {
      if (!border) continue;
      const p = to(handleOf(border, columns));
      ctx.strokeStyle = colours.accent;
      ctx.lineWidth = Math.max(2, cell * 0.06);
      ctx.beginPath();
      ctx.arc(p.x, p.y, Math.max(5, cell * 0.17), 0, Math.PI * 2);
      ctx.stroke();
    }
    if (from && here && !sameBorder(from, here)) {
      const transition = {
        id: parts.transitions.length,
        ends: /** @type {[Border, Border]} */ ([from, here]),
      };
      drawCurve(ctx, camera, transition, columns, { lit: true });
    } else if (from && dragged) {
      const start = to(handleOf(from, columns));
      ctx.strokeStyle = colour;
      ctx.lineWidth = 2.5;
      ctx.setLineDash([6, 5]);
      ctx.beginPath();
      ctx.moveTo(start.x, start.y);
      ctx.lineTo(dragged.x, dragged.y);
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }

  // --- life ---------------------------------------------------------------------------------

  function layOut() {
    const { columns, rows } = desk.parts.peek();
    if (box.clientWidth < 1) return;
    cam.resize(camera, {
      width: box.clientWidth,
      height: box.clientHeight,
      ratio: window.devicePixelRatio || 1,
      world: { left: -RIM, top: -RIM, right: columns + RIM, bottom: rows + RIM },
    });
    over.style.width = `${columns * UNIT}px`;
    over.style.height = `${rows * UNIT}px`;
    layer.spoil();
    place();
    request();
  }

  function cells() {
    const { columns, tiles, transitions } = desk.parts.peek();
    /** @type {Map<number, string[]>} */
    const links = new Map();
    for (const [one, other] of transitions) {
      for (const [here, there] of [
        [one, other],
        [other, one],
      ]) {
        const words = `${DIRECTIONS[here.direction]} to ${desk.borderName(there)}`;
        links.set(here.tile, [...(links.get(here.tile) ?? []), words]);
      }
    }
    /** @type {Map<number, string>} */
    const wrong = new Map();
    for (const { tile, message } of desk.known.peek()?.problems ?? [])
      if (tile) wrong.set(tile[1] * columns + tile[0], message);
    return [...tiles].map((letter, tile) => {
      const joined = links.has(tile) ? `, transition ${links.get(tile)?.join(', ')}` : '';
      const problem = wrong.has(tile) ? `, wrong: ${wrong.get(tile)}` : '';
      return {
        id: `tile:${tile}`,
        label: `${desk.placeName(tile)}, ${tileName(letter)}${joined}${problem}`,
        row: Math.floor(tile / columns),
        x: (tile % columns) * UNIT,
        y: Math.floor(tile / columns) * UNIT,
        width: UNIT,
        height: UNIT,
      };
    });
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(box);
  let shape = '';
  const stopSheet = effect(() => {
    const { columns, rows } = desk.parts.value;
    desk.symmetry.value;
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
    desk.tool.value;
    desk.cursor.value;
    desk.from.value;
    desk.choosing.value;
    desk.selected.value;
    request();
  });
  // Words follow when the draft rests: a stroke need not rewrite them at every step.
  const stopWords = effect(() => {
    if (desk.known.value) twin.update(cells());
    request();
  });

  return {
    zoom: zoomBy,
    /** Goes to a tile with the keyboard's focus. @param {number} tile */
    go: (tile) => twin.focus(`tile:${tile}`),
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
      clearTimeout(resting);
      request.cancel();
      stop.abort();
      canvas.remove();
      over.remove();
    },
  };
}
