/**
 * Draws the raft of hexagonal mats, its rim, the stones, and outlines of groups. The functions have no state and no
 * rules.
 */
import { drawMark } from '../../ui/palette.js';
import { newPath } from '../../ui/path.js';
import { along, cross, disc, faint, frame, paint, strokes, through, write } from '../pen.js';
import { beforeEdge, edgeLine, outline, part, plate, traceCell } from './hex.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./hex.js').Place} Place */
/** @typedef {{ ctx: CanvasRenderingContext2D, colours: Palette, place: Place }} On */

/** The stones are white and black in both themes; their marks have the seats' colours. */
const STONES = [
  { body: '#fbf8ee', shade: '#d9d3c0', rim: '#8d8570', mark: '#c4442d' },
  { body: '#39444a', shade: '#171e22', rim: '#0a0f12', mark: '#9dbcff' },
];
/** The colours of the stones by seat. */
export const BODIES = STONES.map(({ body }) => body);
/** The radius of a stone, relative to a cell's distance from middle to corner. */
const STONE = 0.74;

/**
 * Cached paths, which do not change while the layout is the same.
 * @param {Place} place
 * @param {Position} position
 */
export function backgroundOf(place, position) {
  const shades = [newPath(), newPath(), newPath()];
  const strands = newPath();
  position.rows.forEach((row, cell) => {
    // Three shades, so that neighbours always differ.
    traceCell(place, cell, shades[(row + position.columns[cell]) % 3], 0.93);
    const { x, y } = place.centres[cell];
    for (let k = 0; k < 3; k++) {
      const dx = (-0.36 + k * 0.34 + ((cell * 3 + k) % 3) * 0.03) * place.s;
      const dy = (-0.42 + ((cell * 5 + k * 2) % 5) * 0.07) * place.s;
      along([x + dx, y + dy], [x + dx, y + dy + place.s * 0.5])(strands);
    }
  });
  return { shades, strands, plate: plate(place, 0), water: plate(place, place.rim) };
}

/** @typedef {ReturnType<typeof backgroundOf>} Background */

/** Lines along edges of the board, on the rim. @param {Place} place @param {number[]} edges @returns {(path: CanvasRenderingContext2D) => void} */
const alongEdges = (place, edges) => (path) => {
  for (const edge of edges) through(edgeLine(place, edge))(path);
};
const ALL_EDGES = [0, 1, 2, 3, 4, 5];

/** The plate, its water, the mats, and the places where the edges are on the rim. @param {On} on @param {Background} background */
export function drawBackground({ ctx, colours, place }, background) {
  const { s } = place;
  paint(ctx, background.plate, colours.lake2);
  paint(ctx, background.water, colours.lake);
  faint(ctx, 1, () => {
    ctx.translate(0, Math.max(1, s * 0.06));
    for (const path of background.shades) paint(ctx, path, '#00000038');
  });
  ctx.lineJoin = 'round';
  background.shades.forEach((path, shade) => {
    const light = ['#fffbe85c', '#fffbe82e', '#00000000'][shade];
    paint(ctx, path, colours.reed);
    paint(ctx, path, light, [colours.reed2, Math.max(0.7, s * 0.03)]);
  });
  if (s > 12)
    faint(ctx, 0.22, () =>
      strokes(ctx, background.strands, [colours.reed2, Math.max(0.6, s * 0.022)]),
    );
  faint(ctx, 1, () => {
    ctx.lineCap = 'round';
    const width = Math.max(2, place.rim * 0.12);
    strokes(ctx, alongEdges(place, ALL_EDGES), ['#ffffff30', width]);
  });
}

/**
 * The letters of rows and the numbers in them, as on Little Golem, with those of the pointed cell highlighted.
 * @param {On} on @param {{ row: number, column: number } | null} strong
 */
export function drawLabels({ ctx, colours, place }, strong) {
  const size = Math.round(Math.max(10, Math.min(15, place.rim * 0.58, place.s * 1.05)));
  for (const { of, number, x, y } of place.labels) {
    // In the lower half a row begins further right, and its first cell has number 1 as well.
    const shift = strong ? Math.max(0, strong.row + 1 - place.size) : 0;
    const lit = strong && (of === 'row' ? strong.row : strong.column - shift) === number;
    const name = of === 'row' ? String.fromCharCode(97 + number) : String(number + 1);
    if (lit) disc(ctx, x, y, size * 0.74, '#ffffff');
    const font = `${lit ? 800 : 600} ${size}px ${colours.font}`;
    write(ctx, name, x, y + size * 0.05, font, lit ? '#12343b' : '#ffffffd8');
  }
}

/** Cells narrower than this do not show their names. */
const LEGIBLE = 9;

/** The name of each empty cell in the notation of the course. @param {On} on @param {Position} position */
export function drawNames({ ctx, colours, place }, { names, stones }) {
  if (place.s < LEGIBLE) return;
  const font = `600 ${Math.max(8, place.s * 0.46)}px ${colours.font}`;
  names.forEach((name, cell) => {
    const { x, y } = place.centres[cell];
    if (stones[cell] === null)
      faint(ctx, 0.75, () => write(ctx, name, x, y, font, colours.reedInk));
  });
}

/** The ply of each stone. @param {On} on @param {Position} position */
export function drawPlies({ ctx, colours, place }, { plies, stones }) {
  if (place.s < LEGIBLE) return;
  const font = `700 ${Math.max(8, place.s * 0.56)}px ${colours.font}`;
  for (const [cell, ply] of plies) {
    const { x, y } = place.centres[cell];
    const { body, mark } = STONES[stones[cell] ?? 0];
    disc(ctx, x, y, place.s * 0.5, body);
    write(ctx, ply, x, y, font, mark);
  }
}

/** Highlights the row and the column of a cell. @param {On} on @param {Position} position @param {number} cell */
export function drawCross({ ctx, place }, { rows, columns }, cell) {
  const crossed = (/** @type {CanvasRenderingContext2D} */ path) =>
    rows.forEach((row, one) => {
      const same = row === rows[cell] || columns[one] === columns[cell];
      if (same && one !== cell) traceCell(place, one, path, 0.93);
    });
  paint(ctx, crossed, '#ffffff3d');
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} s       of the cell
 * @param {{ ghost?: boolean, alpha?: number, scale?: number, plain?: boolean }} [how]
 */
export function drawStone(ctx, seat, x, y, s, how = {}) {
  const look = STONES[seat] ?? STONES[0];
  const r = s * STONE * (how.scale ?? 1);
  faint(ctx, how.ghost ? 0.66 : (how.alpha ?? 1), () => {
    ctx.translate(x, y);
    disc(ctx, 0, Math.max(1, s * 0.07), r, '#00000050');
    const light = ctx.createRadialGradient(-r * 0.34, -r * 0.4, r * 0.1, 0, 0, r * 1.05);
    light.addColorStop(0, look.body);
    light.addColorStop(0.55, look.body);
    light.addColorStop(1, look.shade);
    disc(ctx, 0, 0, r, light, [look.rim, Math.max(0.8, s * 0.035)]);
    if (how.plain) return;
    ctx.fillStyle = look.mark;
    // A triangle looks centred if it is a little lower.
    drawMark(ctx, seat, 0, seat === 0 ? r * 0.06 : 0, r * 0.34);
  });
}

/** The stone of the last move, or the one that changed its colour. @param {On} on @param {NonNullable<Position['last']>} last */
export function drawLast({ ctx, place }, last) {
  const { x, y } = place.centres[last.cell];
  const r = place.s * STONE * 1.06;
  const width = Math.max(1.8, place.s * 0.09);
  const ring = (/** @type {CanvasRenderingContext2D} */ p) => {
    if (!last.swap) return p.arc(x, y, r, 0, Math.PI * 2);
    // Two arcs in a circle, the sign of the swap.
    p.arc(x, y, r, -0.3, Math.PI - 0.9);
    p.moveTo(x - r * Math.cos(0.3), y + r * Math.sin(0.3));
    p.arc(x, y, r, Math.PI - 0.3, Math.PI * 2 - 0.9);
  };
  faint(ctx, 1, () => {
    ctx.lineCap = 'round';
    strokes(ctx, ring, ['#10282d', width + 1.5], ['#ffe28a', width]);
  });
}

/** A frame around a cell. @param {On} on @param {number} cell @param {import('../pen.js').FrameStyle & { scale: number }} how */
export function drawFrame({ ctx, place }, cell, { scale, ...how }) {
  faint(ctx, 1, () => {
    ctx.lineJoin = 'round';
    const more = Math.max(2, place.s * 0.06);
    frame(ctx, (path) => traceCell(place, cell, path, scale), { cell: place.s, more, ...how });
  });
}

/** A line around a set of cells, in a seat's colour. @param {On} on @param {Iterable<number>} cells @param {number} seat @param {{ dash?: boolean, thin?: boolean }} [how] */
export function drawAround({ ctx, colours, place }, cells, seat, how = {}) {
  faint(ctx, 1, () => {
    ctx.lineJoin = 'round';
    frame(ctx, outline(place, cells), {
      colour: colours.seats[seat],
      width: [1.6, how.thin ? 0.08 : 0.13],
      halo: '#ffffff',
      more: Math.max(2, place.s * 0.09),
      dash: how.dash ? [0.22, 0.17] : [],
      cell: place.s,
    });
  });
}

/** Highlights edges of the board on the rim. @param {On} on @param {number[]} edges @param {number} seat @param {{ faint?: boolean }} [how] */
export function drawEdges({ ctx, colours, place }, edges, seat, how = {}) {
  const width = Math.max(3, place.rim * 0.17);
  faint(ctx, 1, () => {
    ctx.lineCap = 'round';
    const dash = how.faint ? [width * 1.4, width * 1.5] : [];
    const colour = colours.seats[seat];
    frame(ctx, alongEdges(place, edges), { colour, width, halo: '#ffffff', more: 3, dash });
  });
}

/** Highlights corner cells of the board with a bead on the rim. @param {On} on @param {number[]} corners @param {number} seat */
export function drawCorners({ ctx, colours, place }, corners, seat) {
  for (const corner of corners) {
    const { x, y } = place.corners[corner];
    const [dx, dy] = [x - place.middle.x, y - place.middle.y];
    const off = (place.s + place.rim * 0.5) / (Math.hypot(dx, dy) || 1);
    const radius = Math.max(4, place.rim * 0.24);
    disc(ctx, x + dx * off, y + dy * off, radius, colours.seats[seat], ['#ffffff', 2]);
  }
}

/** All groups that touch an edge, outlined, with a line to each edge. @param {On} on @param {Position} position */
export function drawGroups(on, { group_list: groups, edges }) {
  const { ctx, colours, place } = on;
  const width = (/** @type {number} */ share) => Math.max(1.5, place.s * share);
  faint(ctx, 1, () => {
    ctx.lineCap = 'round';
    for (const { seat, cells } of groups) {
      for (const cell of cells) {
        const edge = edges[cell];
        if (edge === null) continue;
        const from = place.centres[cell];
        const to = beforeEdge(place, cell, edge);
        const way = through([part(from, to, 0.6), to]);
        strokes(ctx, way, ['#ffffff', width(0.26)], [colours.seats[seat], width(0.13)]);
      }
    }
  });
  for (const { seat, cells } of groups)
    if (cells.length > 1) drawAround(on, cells, seat, { thin: true });
}

/**
 * The cells of each edge: its cells and its place on the rim in a colour, with its
 * number; corners are crossed out.
 * @param {On} on
 * @param {Position} position
 */
export function drawAllEdges(on, { edges, corners }) {
  const { ctx, colours, place } = on;
  ctx.save();
  ctx.lineCap = 'round';
  edges.forEach((edge, cell) => {
    const { x, y } = place.centres[cell];
    if (edge !== null)
      faint(ctx, 0.75, () =>
        paint(ctx, (path) => traceCell(place, cell, path, 0.9), colours.seats[edge]),
      );
    else if (corners[cell] !== null)
      strokes(ctx, cross(x, y, place.s * 0.3), [colours.reedInk, Math.max(2, place.s * 0.12)]);
  });
  ctx.restore();
  for (const edge of ALL_EDGES) drawEdges(on, [edge], edge);
}
