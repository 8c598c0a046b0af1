/**
 * The picture of a Reversi position in layers. Static content (water, mats, stones, marks, scores) is painted once on a
 * canvas larger than the visible part, and then shifted. So panning a map of 50x50 costs one copy per frame, and
 * sometimes a strip of new content.
 */
import { contextOf } from '../../ui/canvas.js';
import { makeCanvas } from '../../ui/dom.js';
import { records } from '../../ui/path.js';
import { boundsOf, origin } from '../camera.js';
import { cellSeen, seenSize } from '../grid.js';
import * as draw from './draw.js';
import { drawCurve, drawPorts, reachOf, strength } from './transitions.js';

/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiTransition} ReversiTransition */

/**
 * @typedef {object} Land   The part of a view that the terrain needs; the map editor has it too.
 * @property {number} columns
 * @property {number} rows
 * @property {number} [turned]  quarter turns of the whole
 * @property {string} tiles
 * @property {string} [start]   the tiles at the start, to show destroyed ones
 * @property {ReversiTransition[]} transitions
 */

/** The margins around the map and around a transition that leaves it, in tiles. */
const RIM = 0.2;

/** The bounds of a map with its transitions. @param {Land} land */
export function worldOf(land) {
  const [right, bottom] = seenSize(land);
  const reaches = land.transitions.map((transition) => reachOf(transition, land));
  return boundsOf([{ left: 0, top: 0, right, bottom }, ...reaches], RIM);
}

/**
 * Paints water, mats, curves and the content of the tiles.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {Land} land
 * @param {draw.Stamps} stamps
 */
export function paintLand(ctx, colours, camera, land, stamps) {
  const { x, y } = origin(camera);
  const { left, right, top, bottom } = draw.inSight(camera, land);
  /** Stamps each tile in sight. @param {(letter: string, column: number, row: number, start: string) => string} what   empty for none */
  const stamp = (what) => {
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const tile = cellSeen(land, column, row);
        const image = what(land.tiles[tile], column, row, (land.start ?? land.tiles)[tile]);
        if (image) stamps.put(ctx, image, x + column * camera.cell, y + row * camera.cell);
      }
    }
  };
  draw.drawSea(ctx, colours, camera, land);
  stamp((letter, column, row, start) => {
    if (letter === '-') return start === '-' ? '' : 'gone';
    return (row + column) % 2 ? 'dark' : 'light';
  });
  const alpha = strength(land.transitions.length);
  for (const transition of land.transitions) drawCurve(ctx, camera, transition, land, { alpha });
  stamp((letter) => (letter === '0' || letter === '-' ? '' : letter));
  for (const transition of land.transitions) drawPorts(ctx, camera, transition, land);
}

/**
 * A layer that is painted beyond the visible part and shifted until more is needed.
 * @param {(ctx: CanvasRenderingContext2D, camera: Camera) => void} paint   paints the whole canvas of a camera
 */
export function makeLayer(paint) {
  const canvas = makeCanvas();
  /** The camera that it was painted with, whose canvas is larger. @type {Camera | null} */
  let painted = null;
  let stale = true;
  let stamp = '';

  /** How far it extends beyond each side of the canvas, in CSS pixels. @param {Camera} c */
  const margin = (c) => (c.whole ? 0 : Math.round(Math.min(c.width, c.height) * 0.4));

  /** @param {Camera} c */
  function repaint(c) {
    const more = margin(c);
    painted = { ...c, world: c.world, width: c.width + 2 * more, height: c.height + 2 * more };
    // Its middle is where the camera's is.
    const w = Math.round(painted.width * c.ratio);
    const h = Math.round(painted.height * c.ratio);
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    ctx.setTransform(c.ratio, 0, 0, c.ratio, 0, 0);
    paint(ctx, painted);
    stale = false;
  }

  /**
   * Follows a camera that has moved without zooming: shifts the content and paints only the new parts, so that no frame
   * waits for the whole.
   * @param {Camera} c
   */
  function follow(c) {
    const old = /** @type {Camera} */ (painted);
    const { width, height, cell, ratio } = old;
    const next = { ...c, width, height };
    const [from, to] = [origin(old), origin(next)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (Math.abs(dx) >= width || Math.abs(dy) >= height) {
      repaint(c);
      return;
    }
    painted = next;
    const ctx = contextOf(canvas);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(canvas, Math.round(dx * ratio), Math.round(dy * ratio));
    /** @param {number} x @param {number} y @param {number} w @param {number} h */
    const strip = (x, y, w, h) => {
      if (w <= 0 || h <= 0) return;
      ctx.save();
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.beginPath();
      ctx.rect(x, y, w, h);
      ctx.clip();
      // One more tile on each side: numbers may be wider than their tiles.
      const [left, top] = [x - cell, y - cell];
      ctx.translate(left, top);
      const part = { ...next, left: 0, top: 0, width: w + 2 * cell, height: h + 2 * cell };
      part.x = (part.width / 2 - (to.x - left)) / cell;
      part.y = (part.height / 2 - (to.y - top)) / cell;
      paint(ctx, part);
      ctx.restore();
    };
    strip(dx > 0 ? 0 : width + dx, 0, Math.abs(dx), height);
    strip(0, dy > 0 ? 0 : height + dy, width, Math.abs(dy));
  }

  return {
    /** Marks the content as changed. */
    spoil() {
      stale = true;
    },
    /**
     * Draws the layer on the camera's canvas.
     * @param {CanvasRenderingContext2D} ctx
     * @param {Camera} c
     * @param {boolean} moving   during a zoom a stretched picture is good enough
     */
    put(ctx, c, moving) {
      if (records(ctx)) {
        paint(ctx, c);
        return;
      }
      const key = `${c.width}x${c.height}@${c.ratio}`;
      if (stale || !painted || key !== stamp) {
        stamp = key;
        repaint(c);
      }
      const old = /** @type {Camera} */ (painted);
      const scale = c.cell / old.cell;
      if (scale !== 1 && (!moving || scale > 1.9 || scale < 0.55)) repaint(c);
      const now = /** @type {Camera} */ (painted);
      let place = shift(now, c);
      const covers =
        place.x <= 0.5 &&
        place.y <= 0.5 &&
        place.x + place.width >= c.width - 0.5 &&
        place.y + place.height >= c.height - 0.5;
      if (!covers) {
        if (scale === 1) follow(c);
        else repaint(c);
        place = shift(/** @type {Camera} */ (painted), c);
      }
      ctx.drawImage(canvas, place.x, place.y, place.width, place.height);
    },
  };
}

/**
 * The position of a picture painted with one camera on the canvas of another.
 * @param {Camera} painted
 * @param {Camera} c
 */
function shift(painted, c) {
  const scale = c.cell / painted.cell;
  const [from, to] = [origin(painted), origin(c)];
  return {
    x: to.x - from.x * scale,
    y: to.y - from.y * scale,
    width: painted.width * scale,
    height: painted.height * scale,
  };
}
