/**
 * Draws the raft of six-sided mats, its rim, the stones, and outlines of groups. Every function takes
 * a context and what to draw; none keeps anything, none knows what is legal.
 */
import { drawMark } from '../palette.js';
import { beforeEdge, edgeLine, outline, plate, traceCell } from './hex.js';

/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').FenceMasterView} FenceMasterView */
/** @typedef {import('./hex.js').Place} Place */

/** The stones are white and black in both themes, as they are called; their marks have the seats' colours. */
const STONES = [
  { body: '#fbf8ee', shade: '#d9d3c0', rim: '#8d8570', mark: '#c4442d' },
  { body: '#39444a', shade: '#171e22', rim: '#0a0f12', mark: '#9dbcff' },
];
/** A stone, in cells from the middle to the corner. */
const STONE = 0.74;

/**
 * What does not change while the board lies as it does: paths that are used for every frame.
 * @param {Place} place
 * @param {FenceMasterView} view
 */
export function groundOf(place, view) {
  const shades = [new Path2D(), new Path2D(), new Path2D()];
  const strands = new Path2D();
  view.rows.forEach((row, cell) => {
    // Three shades, so that no two neighbours are alike.
    traceCell(place, cell, shades[(row + view.columns[cell]) % 3], 0.93);
    const { x, y } = place.centres[cell];
    for (let k = 0; k < 3; k++) {
      const dx = (-0.36 + k * 0.34 + ((cell * 3 + k) % 3) * 0.03) * place.s;
      const dy = (-0.42 + ((cell * 5 + k * 2) % 5) * 0.07) * place.s;
      strands.moveTo(x + dx, y + dy);
      strands.lineTo(x + dx, y + dy + place.s * 0.5);
    }
  });
  return { shades, strands, plate: plate(place, 0), water: plate(place, place.rim) };
}

/** @typedef {ReturnType<typeof groundOf>} Ground */

/**
 * The plate, its water, the mats, and the places where the edges are on the rim.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {Ground} ground
 */
export function drawGround(ctx, colours, place, ground) {
  const { s } = place;
  ctx.fillStyle = colours.lake2;
  ctx.fill(ground.plate);
  ctx.fillStyle = colours.lake;
  ctx.fill(ground.water);
  ctx.save();
  ctx.translate(0, Math.max(1, s * 0.06));
  ctx.fillStyle = '#00000038';
  for (const path of ground.shades) ctx.fill(path);
  ctx.restore();
  ctx.fillStyle = colours.reed;
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(0.7, s * 0.03);
  ctx.lineJoin = 'round';
  ground.shades.forEach((path, shade) => {
    ctx.fillStyle = colours.reed;
    ctx.fill(path);
    ctx.fillStyle = ['#fffbe85c', '#fffbe82e', '#00000000'][shade];
    ctx.fill(path);
    ctx.stroke(path);
  });
  if (s > 12) {
    ctx.save();
    ctx.globalAlpha *= 0.22;
    ctx.lineWidth = Math.max(0.6, s * 0.022);
    ctx.stroke(ground.strands);
    ctx.restore();
  }
  ctx.save();
  ctx.lineCap = 'round';
  ctx.strokeStyle = '#ffffff30';
  ctx.lineWidth = Math.max(2, place.rim * 0.12);
  ctx.beginPath();
  for (let edge = 0; edge < 6; edge++) {
    const [a, b] = edgeLine(place, edge);
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * The numbers of rows and columns. Those of the cell that is looked at stand out.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {{ row: number, column: number } | null} strong
 */
export function drawLabels(ctx, colours, place, strong) {
  const size = Math.round(Math.max(10, Math.min(15, place.rim * 0.58, place.s * 1.05)));
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { of, number, x, y } of place.labels) {
    const lit = strong !== null && strong[of] === number;
    ctx.font = `${lit ? 800 : 600} ${size}px ${colours.font}`;
    if (lit) {
      ctx.fillStyle = '#ffffff';
      ctx.beginPath();
      ctx.arc(x, y, size * 0.74, 0, Math.PI * 2);
      ctx.fill();
    }
    ctx.fillStyle = lit ? '#12343b' : '#ffffffd8';
    ctx.fillText(String(number), x, y + size * 0.05);
  }
}

/**
 * The row and the column of a cell, as bands over the mats.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} place
 * @param {FenceMasterView} view
 * @param {number} cell
 */
export function drawCross(ctx, place, view, cell) {
  ctx.fillStyle = '#ffffff3d';
  ctx.beginPath();
  view.rows.forEach((row, one) => {
    const along = row === view.rows[cell] || view.columns[one] === view.columns[cell];
    if (along && one !== cell) traceCell(place, one, ctx, 0.93);
  });
  ctx.fill();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} s       of the cell
 * @param {{ ghost?: boolean, scale?: number, plain?: boolean }} [how]
 */
export function drawStone(ctx, seat, x, y, s, how = {}) {
  const look = STONES[seat] ?? STONES[0];
  const r = s * STONE * (how.scale ?? 1);
  ctx.save();
  if (how.ghost) ctx.globalAlpha *= 0.66;
  ctx.translate(x, y);
  ctx.fillStyle = '#00000050';
  ctx.beginPath();
  ctx.arc(0, Math.max(1, s * 0.07), r, 0, Math.PI * 2);
  ctx.fill();
  const light = ctx.createRadialGradient(-r * 0.34, -r * 0.4, r * 0.1, 0, 0, r * 1.05);
  light.addColorStop(0, look.body);
  light.addColorStop(0.55, look.body);
  light.addColorStop(1, look.shade);
  ctx.fillStyle = light;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = look.rim;
  ctx.lineWidth = Math.max(0.8, s * 0.035);
  ctx.stroke();
  if (!how.plain) {
    ctx.fillStyle = look.mark;
    // A triangle looks centred a little lower than its middle.
    drawMark(ctx, seat, 0, seat === 0 ? r * 0.06 : 0, r * 0.34);
  }
  ctx.restore();
}

/**
 * The stone of the last move, or the one that changed its colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} place
 * @param {NonNullable<FenceMasterView['last']>} last
 */
export function drawLast(ctx, place, last) {
  const { x, y } = place.centres[last.cell];
  const r = place.s * STONE;
  ctx.save();
  ctx.lineWidth = Math.max(1.6, place.s * 0.085);
  ctx.lineCap = 'round';
  for (const [style, more] of /** @type {const} */ ([
    ['#10282d', 1.5],
    ['#ffe28a', 0],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = Math.max(1.8, place.s * 0.09) + more;
    ctx.beginPath();
    if (last.swap) {
      // Two arcs that follow each other: what was one's is the other's.
      ctx.arc(x, y, r * 1.06, -0.3, Math.PI - 0.9);
      ctx.moveTo(x - r * 1.06 * Math.cos(0.3), y + r * 1.06 * Math.sin(0.3));
      ctx.arc(x, y, r * 1.06, Math.PI - 0.3, Math.PI * 2 - 0.9);
    } else ctx.arc(x, y, r * 1.06, 0, Math.PI * 2);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * A frame around a cell.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} place
 * @param {number} cell
 * @param {{ colour: string, width: number, dash?: number[], scale?: number, halo?: string }} how
 */
export function drawFrame(ctx, place, cell, how) {
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.beginPath();
  traceCell(place, cell, ctx, how.scale ?? 0.9);
  if (how.halo) {
    ctx.strokeStyle = how.halo;
    ctx.lineWidth = how.width + Math.max(2, place.s * 0.06);
    ctx.stroke();
  }
  ctx.strokeStyle = how.colour;
  ctx.lineWidth = how.width;
  ctx.setLineDash(how.dash ?? []);
  ctx.stroke();
  ctx.restore();
}

/**
 * A line around a set of cells, in a seat's colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {Iterable<number>} cells
 * @param {number} seat
 * @param {{ dash?: boolean, thin?: boolean, fill?: boolean }} [how]
 */
export function drawAround(ctx, colours, place, cells, seat, how = {}) {
  const path = outline(place, cells);
  const width = Math.max(1.6, place.s * (how.thin ? 0.08 : 0.13));
  ctx.save();
  ctx.lineJoin = 'round';
  if (how.fill) {
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = colours.seats[seat];
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = width + Math.max(2, place.s * 0.09);
  ctx.stroke(path);
  ctx.strokeStyle = colours.seats[seat];
  ctx.lineWidth = width;
  ctx.setLineDash(how.dash ? [place.s * 0.22, place.s * 0.17] : []);
  ctx.stroke(path);
  ctx.restore();
}

/**
 * Lights edges of the board on the rim.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number[]} edges
 * @param {number} seat
 * @param {{ faint?: boolean }} [how]
 */
export function drawEdges(ctx, colours, place, edges, seat, how = {}) {
  ctx.save();
  ctx.lineCap = 'round';
  const width = Math.max(3, place.rim * 0.17);
  for (const [style, more] of /** @type {const} */ ([
    ['#ffffff', 3],
    [colours.seats[seat], 0],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width + more;
    ctx.setLineDash(how.faint && more === 0 ? [width * 1.4, width * 1.5] : []);
    ctx.beginPath();
    for (const edge of edges) {
      const [a, b] = edgeLine(place, edge);
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
    }
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Lights corner cells of the board: a bead on the rim.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number[]} corners
 * @param {number} seat
 */
export function drawCorners(ctx, colours, place, corners, seat) {
  for (const corner of corners) {
    const { x, y } = place.corners[corner];
    const far = Math.hypot(x - place.middle.x, y - place.middle.y) || 1;
    const off = (place.s + place.rim * 0.5) / far;
    ctx.fillStyle = colours.seats[seat];
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(
      x + (x - place.middle.x) * off,
      y + (y - place.middle.y) * off,
      Math.max(4, place.rim * 0.24),
      0,
      Math.PI * 2,
    );
    ctx.fill();
    ctx.stroke();
  }
}

/**
 * All groups that touch an edge, outlined, with a line to each edge.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {FenceMasterView} view
 */
export function drawGroups(ctx, colours, place, view) {
  ctx.save();
  ctx.lineCap = 'round';
  for (const { seat, cells } of view.group_list) {
    for (const cell of cells) {
      const edge = view.edges[cell];
      if (edge === null) continue;
      const from = place.centres[cell];
      const to = beforeEdge(place, cell, edge);
      for (const [style, width] of /** @type {const} */ ([
        ['#ffffff', 0.26],
        [colours.seats[seat], 0.13],
      ])) {
        ctx.strokeStyle = style;
        ctx.lineWidth = Math.max(1.5, place.s * width);
        ctx.beginPath();
        ctx.moveTo(from.x + (to.x - from.x) * 0.6, from.y + (to.y - from.y) * 0.6);
        ctx.lineTo(to.x, to.y);
        ctx.stroke();
      }
    }
  }
  ctx.restore();
  for (const { seat, cells } of view.group_list) {
    if (cells.length > 1) drawAround(ctx, colours, place, cells, seat, { thin: true });
  }
}

/** How many colours tell the edges apart, in pictures. */
const EDGE_COLOURS = 6;

/**
 * Which cells belong to which edge: each edge's cells and its place on the rim in a colour, with its
 * number; corners are crossed out.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {FenceMasterView} view
 */
export function drawAllEdges(ctx, colours, place, view) {
  ctx.save();
  ctx.lineCap = 'round';
  view.edges.forEach((edge, cell) => {
    const { x, y } = place.centres[cell];
    if (edge !== null) {
      ctx.globalAlpha = 0.75;
      ctx.fillStyle = colours.seats[edge % EDGE_COLOURS];
      ctx.beginPath();
      traceCell(place, cell, ctx, 0.9);
      ctx.fill();
      ctx.globalAlpha = 1;
    } else if (view.corners[cell] !== null) {
      const arm = place.s * 0.3;
      ctx.strokeStyle = colours.reedInk;
      ctx.lineWidth = Math.max(2, place.s * 0.12);
      ctx.beginPath();
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x + arm, y - arm);
      ctx.lineTo(x - arm, y + arm);
      ctx.stroke();
    }
  });
  ctx.restore();
  for (let edge = 0; edge < 6; edge++) drawEdges(ctx, colours, place, [edge], edge);
}
