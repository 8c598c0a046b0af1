/**
 * The sheet of the map editor and its input. The mouse or a finger draws, two fingers and the wheel pan and zoom, and the
 * keyboard can do it all. Changes go to the state.
 */
import { effect } from '@preact/signals';
import * as strings from '../../../strings/editors.js';
import { make } from '../../../ui/dom.js';
import { readPalette } from '../../../ui/palette.js';
import { makeBoard, modelOf, NULL_HOST } from '../../base.js';
import * as cam from '../../camera.js';
import { gridCells, nearest } from '../../grid.js';
import { fitCamera, makeMapView, tileUnder, unitGrid } from '../../mapView.js';
import * as draw from '../draw.js';
import { makeLayer } from '../scene.js';
import { DIRECTIONS, linksOf, sameBorder } from '../transitions.js';
import { between } from './draft.js';
import * as edit from './editorState.js';
import { apply, pressed, touchBorder, zoomBy } from './sheetKeys.js';
import { handleOf, paintLayer, paintMarks } from './sheetPaint.js';

/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('./editorState.js').EditorState} EditorState */
/** @typedef {import('./sheetPaint.js').Sheet} Sheet */

/** The margin around the map, for curves. */
const RIM = 0.95;
/** Its grid for screen readers, apart from that of the board behind it. */
const NAMED = { label: strings.mapLabel, prefix: 'tile' };

/** @param {Sheet} sheet @param {{ x: number, y: number }} point */
const under = ({ camera, state }, point) => tileUnder(camera, state.parts.peek(), point);

/**
 * The border at a point that has a transition, or can take one as far as is known.
 * @param {Sheet} sheet
 * @param {{ x: number, y: number }} point
 * @returns {Border | null}
 */
function borderAt(sheet, point) {
  const { camera, state } = sheet;
  const parts = state.parts.peek();
  const { x, y } = cam.toWorld(camera, point.x, point.y);
  let borders = state.known.peek()?.open ?? [];
  if (borders.length === 0) {
    const tile = under(sheet, point);
    borders = tile === null ? [] : DIRECTIONS.map((_, direction) => ({ tile, direction }));
  }
  /** @param {Border} border */
  const far = (border) => {
    const handle = handleOf(border, parts.columns);
    return Math.hypot(handle.x - x, handle.y - y);
  };
  const all = [...borders, ...parts.transitions.flat()];
  return nearest(all, far, Math.max(0.6, 16 / camera.cell));
}

/** @param {Sheet} sheet @returns {import('../../pointer.js').Stroke} */
const strokeOf = (sheet) => ({
  begin(point) {
    const { state } = sheet;
    if (state.tool.peek() === 'link') {
      sheet.grabbed = borderAt(sheet, point);
      if (sheet.grabbed) sheet.dragged = point;
      else state.from.value = state.selected.value = null;
      return !!sheet.grabbed;
    }
    const tile = under(sheet, point);
    if (tile === null) return false;
    sheet.last = tile;
    edit.show(state, edit.paint(state, [tile]));
    return true;
  },
  move(point) {
    const { state, last } = sheet;
    if (state.tool.peek() === 'link') {
      sheet.dragged = point;
      sheet.request();
      return;
    }
    const tile = under(sheet, point);
    if (tile === null || last === null) return;
    edit.show(state, edit.paint(state, between(last, tile, state.parts.peek().columns)));
    sheet.last = tile;
  },
  end(point) {
    const { state, grabbed, last } = sheet;
    const tool = state.tool.peek();
    if (tool !== 'link') {
      edit.settle(state, point !== null);
      if (point && last !== null) state.status.value = strings.painted(edit.tileName(tool));
      sheet.last = null;
      return;
    }
    sheet.dragged = sheet.grabbed = null;
    const to = point && borderAt(sheet, point);
    if (grabbed && to && sameBorder(grabbed, to)) touchBorder(state, grabbed);
    else if (grabbed && to) edit.join(state, grabbed, to);
    sheet.request();
  },
});

/** The cells for screen readers. @param {EditorState} state */
function cellsOf(state) {
  const { columns, tiles, transitions } = state.parts.peek();
  const links = linksOf(transitions, (here, there) =>
    strings.to(DIRECTIONS[here.direction], edit.borderName(state, there)),
  );
  /** @type {Map<number, string>} */
  const wrong = new Map();
  for (const { tile, message } of state.known.peek()?.problems ?? [])
    if (tile) wrong.set(tile[1] * columns + tile[0], message);
  const texts = [...tiles].map((letter, tile) => {
    const joined = links.get(tile)?.join(', ') ?? '';
    const [place, kind] = [edit.placeName(state, tile), edit.tileName(letter)];
    return strings.tileWords(place, kind, joined, wrong.get(tile) ?? '');
  });
  return gridCells(unitGrid(state.parts.peek()), texts, () => true, NAMED.prefix);
}

/**
 * @param {HTMLElement} box
 * @param {EditorState} state
 */
export function makeSheet(box, state) {
  const camera = { ...cam.makeCamera(), left: draw.RULER, top: draw.RULER };
  const over = make('div', { class: 'map-over' });
  box.append(over);
  /** @type {import('../../base.js').Base<Parts, {}>} */
  let base;
  const request = () => base.request();
  const map = makeMapView(camera, over, request);
  /** @type {Sheet} */
  const sheet = {
    state,
    camera,
    map,
    request,
    colours: readPalette(),
    stamps: null,
    hovered: null,
    last: null,
    near: null,
    grabbed: null,
    dragged: null,
    borderAt: (point) => borderAt(sheet, point),
  };
  const layer = makeLayer((ctx, c) => paintLayer(sheet, ctx, c));
  /** The cells at the last check, because a stroke need not update them at every step. */
  let cached = cellsOf(state);
  const board = makeBoard(box, NULL_HOST, (made) => {
    base = made;
    return {
      element: box,
      fills: true,
      whole: made.canvas,
      over,
      named: NAMED,
      camera,
      read: ({ view }) => view,
      shape: ({ columns, rows }) => `${columns}x${rows}`,
      fit(_room, { columns, rows }) {
        const right = columns + RIM;
        const size = fitCamera(camera, box, { left: -RIM, top: -RIM, right, bottom: rows + RIM });
        map.size({ columns, rows });
        layer.spoil();
        map.place();
        return size;
      },
      changed({ old }) {
        const { columns, rows } = state.parts.peek();
        if (old?.columns !== columns || old.rows !== rows) camera.whole = true;
        layer.spoil();
      },
      placeAt: (point) => under(sheet, point),
      pointer: {
        moved: map.moved,
        tap() {},
        hover(point) {
          sheet.hovered = point && under(sheet, point);
          sheet.near = point && state.tool.peek() === 'link' ? borderAt(sheet, point) : null;
          request();
        },
        stroke: strokeOf(sheet),
      },
      pointed(tile) {
        if (tile !== null || !state.choosing.peek()) state.cursor.value = tile;
        if (tile !== null) map.reveal(state.parts.peek(), tile);
      },
      activate: (tile) => apply(sheet, tile),
      key: (name, event) => pressed(sheet, name, event),
      cells: () => cached,
      repaint() {
        sheet.colours = made.s.colours;
        layer.spoil();
      },
      paint(ctx) {
        layer.put(ctx, camera, map.moving);
        paintMarks(sheet, ctx);
      },
      destroy() {
        for (const stop of stops) stop();
        map.destroy();
        over.remove();
      },
    };
  });
  const stops = [
    effect(() => {
      board.update(modelOf(state.parts.value));
    }),
    effect(() => {
      state.symmetry.value;
      layer.spoil();
      request();
    }),
    effect(() => {
      state.tool.value;
      state.cursor.value;
      state.from.value;
      state.choosing.value;
      state.selected.value;
      request();
    }),
    effect(() => {
      if (state.known.value) cached = cellsOf(state);
      base.refresh();
    }),
  ];
  return {
    ...board,
    zoom: (/** @type {-1 | 0 | 1} */ way) => zoomBy(sheet, way),
    go: (/** @type {number} */ tile) => base.focus(tile),
  };
}
