/** Paints the sheet of the map editor: the board's picture with a grid, handles and marks. */
import * as cam from '../../camera.js';
import { corner } from '../../grid.js';
import { gridOf } from '../../mapView.js';
import { along, disc, faint, strokes, write } from '../../pen.js';
import * as draw from '../draw.js';
import { paintLand } from '../scene.js';
import { colourOf, drawCurve, drawLit, drawPort, STEPS, sameBorder } from '../transitions.js';

/** @typedef {import('../../camera.js').Camera} Camera */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {{ x: number, y: number }} Point */
/**
 * The state of a sheet's view. `near` is the border at the pointer while transitions are drawn, `last` the last tile of a
 * stroke, `grabbed` the start of a
 * drag, `dragged` its current point; `borderAt` returns the border at a point of the screen.
 * @typedef {{ state: import('./editorState.js').EditorState, camera: Camera, colours: ReturnType<typeof import('../../../ui/palette.js').readPalette>, stamps: draw.Stamps | null, hovered: number | null, last: number | null, map: ReturnType<typeof import('../../mapView.js').makeMapView>, request: () => void, near: Border | null, grabbed: Border | null, dragged: Point | null, borderAt: (point: Point) => Border | null }} Sheet
 */

const RIM_LINE = /** @type {const} */ (['#0b2227', 1]);

/** The position of a border's handle, in tiles: inside its tile. @param {Border} border @param {number} columns */
export function handleOf({ tile, direction }, columns) {
  const [dx, dy] = STEPS[direction & 7];
  return {
    x: (tile % columns) + 0.5 + dx * 0.37,
    y: Math.floor(tile / columns) + 0.5 + dy * 0.37,
  };
}

/** @param {Parts} parts */
const landOf = (parts) => ({
  ...parts,
  transitions: parts.transitions.map((ends, id) => ({ id, ends })),
});

/** The layer that depends on the draft alone: land, transitions and the grid. @param {Sheet} sheet @param {CanvasRenderingContext2D} ctx @param {Camera} c */
export function paintLayer(sheet, ctx, c) {
  const parts = sheet.state.parts.peek();
  const { colours } = sheet;
  sheet.stamps = draw.stampsFor(sheet.stamps, colours, c);
  paintLand(ctx, colours, c, landOf(parts), sheet.stamps);
  paintGrid(ctx, c, parts, sheet.state.symmetry.peek());
}

/** Grid lines, which also show holes, and the axes of the symmetry. @param {CanvasRenderingContext2D} ctx @param {Camera} c @param {Parts} parts @param {string} symmetry */
function paintGrid(ctx, c, { columns, rows }, symmetry) {
  const { x, y } = cam.origin(c);
  const [w, h] = [columns * c.cell, rows * c.cell];
  /** @type {(path: CanvasRenderingContext2D) => void} */
  const lines = (path) => {
    for (let i = 0; i <= columns; i++) along([x + i * c.cell, y], [x + i * c.cell, y + h])(path);
    for (let i = 0; i <= rows; i++) along([x, y + i * c.cell], [x + w, y + i * c.cell])(path);
  };
  strokes(ctx, lines, ['#ffffff30', 1]);
  if (symmetry === 'none') return;
  ctx.save();
  ctx.setLineDash([7, 6]);
  ctx.shadowColor = '#0b2227';
  ctx.shadowBlur = 3;
  const [mx, my] = [x + w / 2, y + h / 2];
  /** @type {(path: CanvasRenderingContext2D) => void} */
  const axes = (path) => {
    if (symmetry === 'left-right' || symmetry === 'both') along([mx, y - 8], [mx, y + h + 8])(path);
    if (symmetry === 'top-bottom' || symmetry === 'both') along([x - 8, my], [x + w + 8, my])(path);
  };
  strokes(ctx, axes, ['#ffffff', 2]);
  if (symmetry === 'half' || symmetry === 'quarter') {
    const r = Math.max(7, c.cell * 0.3);
    ctx.setLineDash(symmetry === 'half' ? [r * Math.PI * 0.8, r * 0.2 * Math.PI] : [r, r * 0.57]);
    disc(ctx, mx, my, r, '', ['#ffffff', 2]);
  }
  ctx.restore();
}

/** The layer above: the pointed tile, problems, and the transition that is being drawn. @param {Sheet} sheet @param {CanvasRenderingContext2D} ctx */
export function paintMarks(sheet, ctx) {
  const { state, camera, colours, stamps, hovered } = sheet;
  const parts = state.parts.peek();
  const tiles = gridOf(camera, parts);
  paintProblems(sheet, ctx, tiles);
  const at = hovered ?? state.cursor.peek();
  const selected = state.selected.peek();
  for (const transition of landOf(parts).transitions) {
    const chosen = transition.id === selected;
    if (chosen || transition.ends.some((end) => end.tile === at))
      drawLit(ctx, camera, transition, parts, chosen ? '#ffffff' : undefined);
  }
  const tool = state.tool.peek();
  if (tool === 'link') paintLinking(sheet, ctx, parts);
  if (at !== null && at < parts.tiles.length) {
    const { x, y } = corner(tiles, at);
    if (hovered !== null && !['link', '-', '0'].includes(tool))
      faint(ctx, 0.6, () => stamps?.put(ctx, tool, x, y));
    const mouse = hovered !== null;
    const colour = mouse ? '#ffffff' : colours.accent;
    const halo = mouse ? '#0b2227' : '#ffffff';
    draw.frameTile({ ctx, grid: tiles }, at, { colour, width: [2, 0.05], inset: 0.02, halo });
  }
  draw.drawRulers(ctx, colours, camera, parts, at);
}

/** Tiles with problems. @param {Sheet} sheet @param {CanvasRenderingContext2D} ctx @param {import('../../grid.js').Grid} tiles */
function paintProblems({ state, camera, colours }, ctx, tiles) {
  const { cell } = camera;
  for (const { tile } of state.known.peek()?.problems ?? []) {
    if (!tile) continue;
    const at = tile[1] * tiles.columns + tile[0];
    const { x, y } = corner(tiles, at);
    const how = { colour: colours.bad, inset: 0, halo: '#ffffff' };
    draw.frameTile({ ctx, grid: tiles }, at, { width: [2, 0.07], ...how });
    const r = Math.max(6, cell * 0.17);
    const mx = x + cell - r * 0.6;
    disc(ctx, mx, y + r * 0.6, r, '#a8401b');
    write(ctx, '!', mx, y + r * 0.66, `800 ${Math.round(r * 1.5)}px ${colours.font}`, '#ffffff');
  }
}

/** Handles of borders, and the transition that is being drawn. @param {Sheet} sheet @param {CanvasRenderingContext2D} ctx @param {Parts} parts */
function paintLinking({ state, camera, colours, grabbed, dragged, near, borderAt }, ctx, parts) {
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
