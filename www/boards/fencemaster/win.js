/**
 * The trace of a win: a line along the tripod, bridge or loop, which grows from the last stone. Rust provides the cells;
 * this file only orders them in time.
 */
import { newPath } from '../../ui/path.js';
import { faint, paint, strokes, through } from '../pen.js';
import { drawCorners, drawEdges } from './draw.js';
import { beforeEdge, part, traceCell } from './hex.js';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./draw.js').On} On */
/** @typedef {import('./hex.js').Place} Place */
/** @typedef {import('./hex.js').Point} Point */

/**
 * A segment of the line, drawn while the progress of the trace goes from `start` to `end`, both 0 to 1.
 * @typedef {{ from: Point, to: Point, start: number, end: number }} Segment
 */

/**
 * The segments of a tripod or a bridge, from the last stone outwards.
 * @param {Place} place
 * @param {Position} position
 * @param {number[]} cells
 * @param {boolean} edges   whether it continues to the edges, as for a tripod
 * @returns {Segment[]}
 */
function treeStretches(place, position, cells, edges) {
  const set = new Set(cells);
  const first = position.last && set.has(position.last.cell) ? position.last.cell : cells[0];
  const depth = new Map([[first, 0]]);
  /** @type {{ from: Point, to: Point, at: number }[]} */
  const steps = [];
  const queue = [first];
  for (const cell of queue) {
    const at = depth.get(cell) ?? 0;
    for (const next of place.beside[cell]) {
      if (!set.has(next) || depth.has(next)) continue;
      depth.set(next, at + 1);
      queue.push(next);
      steps.push({ from: place.centres[cell], to: place.centres[next], at });
    }
    const edge = position.edges[cell];
    if (edges && edge !== null) {
      // Ends shortly before the highlight on the rim, which closes the line.
      const from = place.centres[cell];
      steps.push({ from, to: part(from, beforeEdge(place, cell, edge), 0.84), at });
    }
  }
  const long = 1 + Math.max(0, ...steps.map(({ at }) => at));
  return steps.map(({ from, to, at }) => ({ from, to, start: at / long, end: (at + 1) / long }));
}

/**
 * The segments of a loop: from the last stone in both directions, until the ends meet.
 * @param {Place} place
 * @param {Position} position
 * @param {number[]} cells
 * @returns {Segment[]}
 */
function loopStretches(place, position, cells) {
  const n = cells.length;
  const first = Math.max(0, position.last ? cells.indexOf(position.last.cell) : 0);
  return cells.map((_, i) => {
    const [a, b] = [cells[(first + i) % n], cells[(first + i + 1) % n]];
    const back = i >= n / 2;
    const [from, to] = back ? [b, a] : [a, b];
    const at = back ? n - 1 - i : i;
    return {
      from: place.centres[from],
      to: place.centres[to],
      start: (2 * at) / n,
      end: Math.min(1, (2 * (at + 1)) / n),
    };
  });
}

/**
 * @param {On} on
 * @param {Position} position
 * @param {number} done   progress of the trace, 0 to 1
 */
export function drawWin(on, position, done) {
  const { win } = position;
  const { ctx, colours, place } = on;
  if (!win || done <= 0) return;
  const colour = colours.seats[win.seat];
  ctx.save();
  if (win.loop && win.enclosed.length) {
    const enclosed = (/** @type {CanvasRenderingContext2D} */ path) => {
      for (const cell of win.enclosed) traceCell(place, cell, path, 0.93);
    };
    faint(ctx, 0.45 * done, () => paint(ctx, enclosed, colour));
  }
  const stretches = [
    ...(win.tripod ? treeStretches(place, position, win.tripod, true) : []),
    ...(win.bridge ? treeStretches(place, position, win.bridge, false) : []),
    ...(win.loop ? loopStretches(place, position, win.loop) : []),
  ];
  const trace = newPath();
  for (const { from, to, start, end } of stretches) {
    const share = Math.min(1, (done - start) / (end - start));
    if (share > 0) through([from, part(from, to, share)])(trace);
  }
  ctx.lineCap = ctx.lineJoin = 'round';
  const width = (/** @type {number} */ share) => Math.max(2, place.s * share);
  strokes(ctx, trace, ['#10181ba0', width(0.52)], ['#ffffff', width(0.42)], [colour, width(0.24)]);
  ctx.restore();
  if (done < 1) return;
  const among = (/** @type {(number | null)[]} */ of, /** @type {number[] | null} */ cells) => [
    ...new Set((cells ?? []).map((cell) => of[cell]).filter((one) => one !== null)),
  ];
  drawEdges(on, among(position.edges, win.tripod), win.seat);
  drawCorners(on, among(position.corners, win.bridge), win.seat);
}
