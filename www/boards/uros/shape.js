/**
 * Outlines of groups of unit squares: islands, villages, fronts. Pure geometry.
 */

/** @typedef {[number, number]} Point   column, row */

/** Directions of edges, clockwise around a square: right, down, left, up. */
const STEP = /** @type {Point[]} */ ([
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]);

/**
 * The closed outlines of a group of squares, as corners with the directions before and after.
 * @param {Point[]} squares
 * @returns {{ at: Point, from: number, to: number }[][]}
 */
function outlines(squares) {
  const has = new Set(squares.map(([c, r]) => c * 1000 + r));
  /** Edges by their start, each with its direction. @type {Map<number, number[]>} */
  const edges = new Map();
  const add = (/** @type {number} */ c, /** @type {number} */ r, /** @type {number} */ way) => {
    const key = c * 1000 + r;
    edges.set(key, [...(edges.get(key) ?? []), way]);
  };
  for (const [c, r] of squares) {
    if (!has.has(c * 1000 + r - 1)) add(c, r, 0);
    if (!has.has((c + 1) * 1000 + r)) add(c + 1, r, 1);
    if (!has.has(c * 1000 + r + 1)) add(c + 1, r + 1, 2);
    if (!has.has((c - 1) * 1000 + r)) add(c, r + 1, 3);
  }
  const loops = [];
  for (const [start, ways] of edges) {
    while (ways.length) {
      /** @type {{ at: Point, from: number, to: number }[]} */
      const loop = [];
      let c = Math.floor(start / 1000);
      let r = start % 1000;
      let way = /** @type {number} */ (ways.pop());
      for (;;) {
        c += STEP[way][0];
        r += STEP[way][1];
        const next = edges.get(c * 1000 + r);
        if (!next?.length) break;
        // Where two squares touch only at a corner, turn right to keep them apart.
        const right = next.indexOf((way + 1) % 4);
        const to = next.splice(Math.max(0, right), 1)[0];
        if (to !== way) loop.push({ at: [c, r], from: way, to });
        way = to;
      }
      // The loop closes at its start, which may be a corner too.
      if (!loop.length) continue;
      const to = loop[0].from;
      if (to !== way) loop.push({ at: [Math.floor(start / 1000), start % 1000], from: way, to });
      loops.push(loop);
    }
  }
  return loops;
}

/**
 * Adds the outlines of squares to a path, inset and with rounded corners.
 * @param {CanvasRenderingContext2D | Path2D} path
 * @param {Point[]} squares
 * @param {{ x: number, y: number, cell: number, inset: number, radius: number }} place
 */
export function tracePath(path, squares, { x, y, cell, inset, radius }) {
  for (const loop of outlines(squares)) {
    const points = loop.map(({ at, from, to }) => {
      // Inwards is to the right of each edge.
      const [ax, ay] = STEP[(from + 1) % 4];
      const [bx, by] = STEP[(to + 1) % 4];
      return [x + at[0] * cell + (ax + bx) * inset, y + at[1] * cell + (ay + by) * inset];
    });
    const n = points.length;
    const mid = (/** @type {number} */ i) => [
      (points[i][0] + points[(i + 1) % n][0]) / 2,
      (points[i][1] + points[(i + 1) % n][1]) / 2,
    ];
    const [sx, sy] = mid(n - 1);
    path.moveTo(sx, sy);
    for (let i = 0; i < n; i++) {
      const [mx, my] = mid(i);
      path.arcTo(points[i][0], points[i][1], mx, my, radius);
      path.lineTo(mx, my);
    }
    path.closePath();
  }
}
