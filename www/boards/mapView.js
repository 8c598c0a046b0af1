/**
 * What boards with a camera share: moving and zooming it by hand, by buttons and by keys, and the grid for
 * screen readers that goes with it. That grid is laid out in tiles of one size and scaled as a whole; on
 * a large map, thousands of elements, it follows only when the camera has come to rest: it is invisible, and
 * moving it costs more than the frame. No game may enter here.
 */
import * as cam from './camera.js';
import { cellAt, seenAt, seenSize } from './grid.js';

/** @typedef {{ columns: number, rows: number, turned?: number }} Map   its tiles, and quarter turns of the whole */

/** The side of a tile in the grid for screen readers. */
export const UNIT = 40;
/** A zoom has come to rest after this many milliseconds. */
const REST = 140;

/**
 * @param {import('./camera.js').Camera} camera
 * @param {HTMLElement | null} over      where the grid for screen readers lies, if there is one
 * @param {() => void} request    asks for a redraw
 * @param {() => void} [rested]   the camera has come to rest
 */
export function makeMapView(camera, over, request, rested) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const view = {
    moving: false,
    /** Lays the grid for screen readers over the canvas. */
    place() {
      if (!over) return;
      const { x, y } = cam.origin(camera);
      over.style.transform = `translate(${x}px, ${y}px) scale(${camera.cell / UNIT})`;
    },
    /** The camera is being moved by hand. */
    dragged() {
      view.moving = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        view.moving = false;
        cam.rest(camera);
        view.place();
        rested?.();
        request();
      }, REST);
      request();
    },
    /** The camera was moved by a key or a button: the grid goes with it. */
    moved() {
      view.dragged();
      view.place();
    },
    /** Zooms by steps, about a point or the middle; 0 shows all. @param {number} way @param {cam.CanvasPoint} [at] @param {number} [step] */
    zoomBy(way, at, step = 1.5) {
      if (way === 0) cam.showAll(camera);
      else cam.zoom(camera, way > 0 ? step : 1 / step, at);
      cam.rest(camera);
      view.moved();
    },
    /** Brings a tile into sight. @param {Map} map @param {number} tile */
    reveal(map, tile) {
      if (cam.reveal(camera, ...seenAt(map, tile))) view.moved();
    },
    /** Room for a map's tiles. @param {Map} map */
    size(map) {
      if (!over) return;
      const [columns, rows] = seenSize(map);
      over.style.width = `${columns * UNIT}px`;
      over.style.height = `${rows * UNIT}px`;
    },
    destroy: () => clearTimeout(timer),
  };
  return view;
}

/** The tile at a point, unless a ruler lies there. @param {import('./camera.js').Camera} camera @param {Map} map @param {cam.CanvasPoint} at */
export const tileUnder = (camera, map, at) =>
  at.x >= camera.left && at.y >= camera.top ? cellAt(gridOf(camera, map), at) : null;

/** The grid that a camera shows of a map. @param {import('./camera.js').Camera} camera @param {Map} map @returns {import('./grid.js').Grid} */
export const gridOf = (camera, { columns, rows, turned }) => ({
  ...cam.origin(camera),
  cell: camera.cell,
  columns,
  rows,
  turned,
});

/** The grid for screen readers, before it is scaled. @param {Map} map @returns {import('./grid.js').Grid} */
export const unitGrid = ({ columns, rows, turned }) => ({
  x: 0,
  y: 0,
  cell: UNIT,
  columns,
  rows,
  turned,
});

/** What the canvas of a camera measures. @param {HTMLElement} box */
export const sizeOf = (box) => ({
  width: box.clientWidth,
  height: box.clientHeight,
  ratio: window.devicePixelRatio || 1,
});
