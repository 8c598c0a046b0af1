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
import { makeMapView, sizeOf, tileUnder, unitGrid } from '../../mapView.js';
import * as draw from '../draw.js';
import { makeLayer } from '../scene.js';
import { DIRECTIONS, linksOf, sameBorder } from '../transitions.js';
import { between, linkAt } from './draft.js';
import { tileName } from './editorState.js';
import { makeSheetKeys } from './sheetKeys.js';
import { handleOf, paintLayer, paintMarks } from './sheetPaint.js';

/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('./editorState.js').EditorState} EditorState */

/** The margin around the map, for curves. */
const RIM = 0.95;
/** Its grid for screen readers, apart from that of the board behind it. */
const NAMED = { label: strings.mapLabel, prefix: 'tile' };

/**
 * @param {HTMLElement} box
 * @param {EditorState} state
 */
export function makeSheet(box, state) {
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  /** @type {import('./sheetPaint.js').Sheet} */
  const sheet = {
    state,
    camera,
    colours: readPalette(),
    stamps: null,
    hovered: null,
    near: null,
    grabbed: null,
    dragged: null,
    borderAt,
  };
  /** The last tile of a stroke. @type {number | null} */
  let last = null;
  const over = make('div', { class: 'map-over' });
  box.append(over);
  /** @type {import('../../base.js').Base<Parts, {}>} */
  let base;
  const request = () => base.request();
  const map = makeMapView(camera, over, request);
  const layer = makeLayer((ctx, c) => paintLayer(sheet, ctx, c));

  // --- input --------------------------------------------------------------------------------

  /** @param {{ x: number, y: number }} point */
  const under = (point) => tileUnder(camera, state.parts.peek(), point);

  /**
   * The border at a point that has a transition, or can take one as far as is known.
   * @param {{ x: number, y: number }} point
   * @returns {Border | null}
   */
  function borderAt(point) {
    const parts = state.parts.peek();
    const { x, y } = cam.toWorld(camera, point.x, point.y);
    let borders = state.known.peek()?.open ?? [];
    if (borders.length === 0) {
      const tile = under(point);
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

  /** Handles a tap on a border: begins a transition, ends one, or selects an existing one. @param {Border} border */
  function touchBorder(border) {
    const link = linkAt(state.parts.peek(), border);
    const from = state.from.peek();
    if (link >= 0) {
      state.from.value = null;
      state.selected.value = link;
      const [one, other] = state.parts.peek().transitions[link];
      state.status.value = strings.selectedToDeleteRemovesIt(
        state.borderName(one),
        state.borderName(other),
      );
    } else if (from) state.join(from, border);
    else {
      state.selected.value = null;
      state.from.value = border;
      state.status.value = strings.fromNowTheOtherBorder(state.borderName(border));
    }
  }

  /** @type {import('../../pointer.js').Stroke} */
  const stroke = {
    begin(point) {
      const tile = under(point);
      if (state.tool.peek() === 'link') {
        sheet.grabbed = borderAt(point);
        if (!sheet.grabbed) {
          state.from.value = null;
          state.selected.value = null;
          return false;
        }
        sheet.dragged = point;
        return true;
      }
      if (tile === null) return false;
      last = tile;
      state.show(state.paint([tile]));
      return true;
    },
    move(point) {
      if (state.tool.peek() === 'link') {
        sheet.dragged = point;
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
          state.status.value = strings.painted(tileName(state.tool.peek()));
        last = null;
        return;
      }
      const begun = sheet.grabbed;
      sheet.dragged = sheet.grabbed = null;
      const to = point && borderAt(point);
      if (begun && to && sameBorder(begun, to)) touchBorder(begun);
      else if (begun && to) state.join(begun, to);
      request();
    },
  };

  // --- keys ---------------------------------------------------------------------------------

  /** @param {-1 | 0 | 1} way */
  function zoomBy(way) {
    map.zoomBy(way);
    const tile = state.cursor.peek();
    if (way > 0 && tile !== null) map.reveal(state.parts.peek(), tile);
  }

  const keys = makeSheetKeys(state, { touchBorder, zoomBy, request });

  function cells() {
    const { columns, tiles, transitions } = state.parts.peek();
    const links = linksOf(
      transitions.flatMap((ends) => [ends, ends.toReversed()]),
      (here, there) => strings.to(DIRECTIONS[here.direction], state.borderName(there)),
    );
    /** @type {Map<number, string>} */
    const wrong = new Map();
    for (const { tile, message } of state.known.peek()?.problems ?? [])
      if (tile) wrong.set(tile[1] * columns + tile[0], message);
    const texts = [...tiles].map((letter, tile) => {
      const joined = links.get(tile)?.join(', ') ?? '';
      return strings.tileWords(
        state.placeName(tile),
        tileName(letter),
        joined,
        wrong.get(tile) ?? '',
      );
    });
    return gridCells(unitGrid(state.parts.peek()), texts, () => true, NAMED.prefix);
  }

  /** The cells at the last check, because a stroke need not update them at every step. */
  let cached = cells();
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
        cam.resize(camera, {
          ...sizeOf(box),
          world: { left: -RIM, top: -RIM, right: columns + RIM, bottom: rows + RIM },
        });
        map.size({ columns, rows });
        layer.spoil();
        map.place();
        return { width: camera.width, height: camera.height };
      },
      changed({ old }) {
        const { columns, rows } = state.parts.peek();
        if (old?.columns !== columns || old.rows !== rows) camera.whole = true;
        layer.spoil();
      },
      placeAt: under,
      pointer: {
        moved: map.moved,
        tap() {},
        hover(point) {
          sheet.hovered = point && under(point);
          sheet.near = point && state.tool.peek() === 'link' ? borderAt(point) : null;
          request();
        },
        stroke,
      },
      pointed(tile) {
        if (tile !== null || !state.choosing.peek()) state.cursor.value = tile;
        if (tile !== null) map.reveal(state.parts.peek(), tile);
      },
      activate: keys.apply,
      key: keys.key,
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
      if (state.known.value) cached = cells();
      base.refresh();
    }),
  ];

  /** @param {number} tile */
  const go = (tile) => base.focus(tile);
  return { ...board, zoom: zoomBy, go };
}
