/**
 * Shared by boards with a camera: panning and zooming by pointer, buttons and keys, and the grid for screen readers. The
 * grid has tiles of one size and is scaled as a whole. It is invisible and may have thousands of elements, so it follows
 * a drag only when the camera rests. Nothing here depends on a game.
 */
import * as cam from './camera.js';
import { cellAt, seenAt, seenSize } from './grid.js';

/** @typedef {{ columns: number, rows: number, turned?: number }} Map   its size in tiles, and its quarter turns */

/** The side of a tile in the grid for screen readers. */
export const UNIT = 40;
/** The camera rests after this many milliseconds without movement. */
const REST = 140;

/**
 * @param {import('./camera.js').Camera} camera
 * @param {HTMLElement | null} over      contains the grid for screen readers, if there is one
 * @param {() => void} request    requests a redraw
 * @param {() => void} [rested]   called when the camera rests
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
    /** The camera is being dragged. */
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
    /** The camera was moved by a key or a button, so the grid follows at once. */
    moved() {
      view.dragged();
      view.place();
    },
    /** Zooms by a step about a point or the middle; 0 shows the whole board. @param {number} way @param {cam.CanvasPoint} [at] @param {number} [step] */
    zoomBy(way, at, step = 1.5) {
      if (way === 0) cam.showAll(camera);
      else cam.zoom(camera, way > 0 ? step : 1 / step, at);
      cam.rest(camera);
      view.moved();
    },
    /** Scrolls a tile into view. @param {Map} map @param {number} tile */
    reveal(map, tile) {
      if (cam.reveal(camera, ...seenAt(map, tile))) view.moved();
    },
    /** Sizes the grid for a map. @param {Map} map */
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

/** The tile at a point; null on a ruler. @param {import('./camera.js').Camera} camera @param {Map} map @param {cam.CanvasPoint} at */
export const tileUnder = (camera, map, at) =>
  at.x >= camera.left && at.y >= camera.top ? cellAt(gridOf(camera, map), at) : null;

/** The grid of a map at a point. @param {cam.CanvasPoint} at @param {number} cell @param {Map} map @returns {import('./grid.js').Grid} */
const gridAt = ({ x, y }, cell, { columns, rows, turned }) => ({
  x,
  y,
  cell,
  columns,
  rows,
  turned,
});

/** The grid of a map as the camera shows it. @param {import('./camera.js').Camera} camera @param {Map} map */
export const gridOf = (camera, map) => gridAt(cam.origin(camera), camera.cell, map);

/** The grid for screen readers, before it is scaled. @param {Map} map */
export const unitGrid = (map) => gridAt({ x: 0, y: 0 }, UNIT, map);

/** Fits a camera to its element and a world. @param {import('./camera.js').Camera} camera @param {HTMLElement} box @param {import('./camera.js').Camera['world']} world */
export function fitCamera(camera, box, world) {
  cam.resize(camera, { ...sizeOf(box), world });
  return { width: camera.width, height: camera.height };
}

/** The size of a camera's canvas. @param {HTMLElement} box */
const sizeOf = (box) => ({
  width: box.clientWidth,
  height: box.clientHeight,
  ratio: window.devicePixelRatio || 1,
});
