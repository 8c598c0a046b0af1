/**
 * Draws the raft, its open and sunken cells, knights, trails and marks. Every function takes a
 * context and what to draw; none keeps anything, none knows what is legal.
 */
import { drawMark } from '../palette.js';

/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */

/**
 * @typedef {object} Place   Where the board lies on its canvas.
 * @property {number} columns
 * @property {number} rows
 * @property {number} width    of the canvas
 * @property {number} height
 * @property {number} frame    width of the rim with letters and numbers
 * @property {number} cell
 */

/**
 * Fits a board into a room, as large as it can be.
 * @param {number} width
 * @param {number} height
 * @param {{ columns: number, rows: number }} board
 * @returns {Place}
 */
export function fit(width, height, { columns, rows }) {
  const frame = Math.max(15, Math.round(Math.min(width, height) * 0.036));
  const cell = Math.max(
    4,
    Math.floor(Math.min((width - 2 * frame) / columns, (height - 2 * frame) / rows)),
  );
  return {
    columns,
    rows,
    width: columns * cell + 2 * frame,
    height: rows * cell + 2 * frame,
    frame,
    cell,
  };
}

/**
 * The top left corner of a cell.
 * @param {Place} place
 * @param {number} cell
 */
export function corner(place, cell) {
  return {
    x: place.frame + (cell % place.columns) * place.cell,
    y: place.frame + Math.floor(cell / place.columns) * place.cell,
  };
}

/** @param {Place} place @param {number} cell */
export function centre(place, cell) {
  const { x, y } = corner(place, cell);
  return { x: x + place.cell / 2, y: y + place.cell / 2 };
}

/**
 * The cell at a point of the canvas.
 * @param {Place} place
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
export function cellAt(place, x, y) {
  const column = Math.floor((x - place.frame) / place.cell);
  const row = Math.floor((y - place.frame) / place.cell);
  const inside = column >= 0 && row >= 0 && column < place.columns && row < place.rows;
  return inside ? row * place.columns + column : null;
}

/**
 * The water with its rim, letters and numbers.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {string[]} names
 */
export function drawWater(ctx, colours, place, names) {
  const { width, height, frame, cell, columns, rows } = place;
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = colours.lake2;
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, frame * 0.9);
  ctx.fill();
  ctx.fillStyle = colours.lake;
  ctx.beginPath();
  ctx.roundRect(frame, frame, width - 2 * frame, height - 2 * frame, cell * 0.12);
  ctx.fill();
  ctx.fillStyle = '#ffffffe0';
  ctx.font = `600 ${Math.round(Math.max(10, frame * 0.55))}px ${colours.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (let c = 0; c < columns; c++) {
    ctx.fillText(names[c][0], frame + (c + 0.5) * cell, height - frame / 2);
  }
  for (let r = 0; r < rows; r++) {
    ctx.fillText(names[r * columns].slice(1), frame / 2, frame + (r + 0.5) * cell);
  }
}

/**
 * An open cell: a mat of reed that lies on the water, in the two shades of a chequered board.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number} cell
 */
export function drawMat(ctx, colours, place, cell) {
  const { x, y } = corner(place, cell);
  const size = place.cell;
  const inset = Math.max(1, size * 0.035);
  const side = size - 2 * inset;
  const radius = size * 0.1;
  const light = ((cell % place.columns) + Math.floor(cell / place.columns)) % 2 === 0;
  ctx.fillStyle = '#00000038';
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset + Math.max(1.2, size * 0.035), side, side, radius);
  ctx.fill();
  ctx.fillStyle = colours.reed;
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, side, side, radius);
  ctx.fill();
  if (light) {
    ctx.fillStyle = '#fffbe84d';
    ctx.fill();
  }
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(0.8, size * 0.016);
  ctx.stroke();
  // Strands of reed: upright on one shade, lying on the other.
  ctx.save();
  ctx.globalAlpha *= 0.3;
  ctx.lineWidth = Math.max(0.6, size * 0.014);
  ctx.beginPath();
  for (let k = 0; k < 4; k++) {
    const across = (0.17 + k * 0.22 + ((cell * 3 + k) % 3) * 0.02) * size;
    const along = (0.14 + ((cell * 5 + k * 2) % 5) * 0.06) * size;
    if (light) {
      ctx.moveTo(x + across, y + along);
      ctx.lineTo(x + across, y + along + size * 0.46);
    } else {
      ctx.moveTo(x + along, y + across);
      ctx.lineTo(x + along + size * 0.46, y + across);
    }
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * A closed cell: the mat has sunk; its outline is seen through the water, with a wave and a cross.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number} cell
 * @param {number} [sunk]   how far it has gone down, 0 to 1
 */
export function drawSunken(ctx, colours, place, cell, sunk = 1) {
  const { x, y } = corner(place, cell);
  const size = place.cell;
  const inset = size * 0.1;
  const side = size - 2 * inset;
  ctx.save();
  ctx.globalAlpha *= sunk;
  // The hole, dark at its upper edge where the neighbours throw their shadow.
  ctx.fillStyle = colours.lake2;
  ctx.beginPath();
  ctx.roundRect(x + size * 0.03, y + size * 0.03, size * 0.94, size * 0.94, size * 0.1);
  ctx.fill();
  ctx.strokeStyle = '#00000055';
  ctx.lineWidth = Math.max(1, size * 0.035);
  ctx.beginPath();
  ctx.moveTo(x + size * 0.05, y + size * 0.9);
  ctx.lineTo(x + size * 0.05, y + size * 0.05);
  ctx.lineTo(x + size * 0.92, y + size * 0.05);
  ctx.stroke();
  // What is left of the mat, broken.
  ctx.strokeStyle = '#ffffff38';
  ctx.lineWidth = Math.max(1, size * 0.02);
  ctx.setLineDash([size * 0.1, size * 0.075]);
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, side, side, size * 0.1);
  ctx.stroke();
  ctx.setLineDash([]);
  // Ripples.
  ctx.strokeStyle = '#ffffff70';
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(1, size * 0.024);
  ctx.beginPath();
  for (const [dx, dy] of [
    [0.24, 0.3],
    [0.5, 0.74],
  ]) {
    const px = x + dx * size;
    const py = y + dy * size;
    ctx.moveTo(px, py);
    ctx.quadraticCurveTo(px + size * 0.065, py - size * 0.06, px + size * 0.13, py);
    ctx.quadraticCurveTo(px + size * 0.195, py + size * 0.06, px + size * 0.26, py);
  }
  ctx.stroke();
  ctx.restore();
}

/** A horse's head that looks to the left, in a box of two by two around the origin. @param {CanvasRenderingContext2D} p */
function traceHead(p) {
  p.moveTo(-0.5, 0.8);
  p.bezierCurveTo(-0.5, 0.36, -0.02, 0.3, -0.04, -0.06);
  p.bezierCurveTo(-0.2, 0.1, -0.34, 0.08, -0.44, 0.22);
  p.quadraticCurveTo(-0.54, 0.32, -0.66, 0.22);
  p.quadraticCurveTo(-0.82, 0.1, -0.72, -0.06);
  p.lineTo(-0.44, -0.44);
  p.quadraticCurveTo(-0.36, -0.64, -0.16, -0.7);
  p.lineTo(-0.1, -0.96);
  p.lineTo(0.12, -0.7);
  p.bezierCurveTo(0.54, -0.56, 0.7, -0.06, 0.62, 0.8);
  p.closePath();
}

/**
 * A knight: a horse's head on a round base in the seat's colour, with the seat's mark; the second
 * seat's looks the other way.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} cell
 * @param {{ ghost?: boolean }} [how]
 */
export function drawKnight(ctx, colours, seat, x, y, cell, how = {}) {
  const radius = cell * 0.4;
  ctx.save();
  if (how.ghost) ctx.globalAlpha *= 0.72;
  ctx.fillStyle = '#00000045';
  ctx.beginPath();
  ctx.arc(x, y + cell * 0.035, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = colours.seats[seat];
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = Math.max(1.4, cell * 0.03);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.stroke();
  ctx.save();
  ctx.translate(x, y - cell * 0.005);
  const scale = cell * 0.29;
  ctx.scale(seat === 0 ? scale : -scale, scale);
  ctx.fillStyle = '#ffffff';
  ctx.beginPath();
  traceHead(ctx);
  ctx.fill();
  ctx.fillStyle = colours.seats[seat];
  ctx.beginPath();
  ctx.arc(-0.22, -0.34, 0.09, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
  drawMark(ctx, seat, x + (seat === 0 ? 0.05 : -0.05) * cell, y + cell * 0.11, cell * 0.075);
  ctx.restore();
}

/**
 * The way that a knight has come: a line from cell to cell, with a small mark of its seat on each.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number[]} trail
 * @param {number} seat
 */
export function drawTrail(ctx, colours, place, trail, seat) {
  const { cell } = place;
  const points = trail.map((one) => centre(place, one));
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  for (const [style, width] of /** @type {const} */ ([
    ['#ffffffa8', 0.062],
    [colours.seats[seat], 0.036],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = Math.max(1.6, cell * width);
    ctx.setLineDash(seat === 0 ? [] : [cell * 0.12, cell * 0.09]);
    ctx.beginPath();
    for (const { x, y } of points) ctx.lineTo(x, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  for (const { x, y } of points.slice(0, -1)) {
    ctx.fillStyle = '#ffffff';
    drawMark(ctx, seat, x, y, cell * 0.12);
    ctx.fillStyle = colours.seats[seat];
    drawMark(ctx, seat, x, y, cell * 0.08);
  }
  ctx.restore();
}

/**
 * At which ply each cell was closed.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 */
export function drawOrder(ctx, colours, place, view) {
  const { cell } = place;
  ctx.font = `700 ${Math.round(Math.max(9, cell * 0.2))}px ${colours.mono}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  view.trails.forEach((trail, seat) => {
    trail.forEach((one, i) => {
      const { x, y } = corner(place, one);
      const text = String(2 * i + seat + 1);
      ctx.strokeStyle = '#0b1c20c0';
      ctx.lineWidth = 3;
      ctx.strokeText(text, x + cell * 0.07, y + cell * 0.08);
      ctx.fillStyle = '#ffffff';
      ctx.fillText(text, x + cell * 0.07, y + cell * 0.08);
    });
  });
}

/**
 * Where a knight may go.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number[]} cells
 * @param {number} seat
 * @param {{ faint?: boolean, small?: boolean }} how
 */
export function drawTargets(ctx, colours, place, cells, seat, how) {
  const radius = place.cell * (how.small ? 0.06 : 0.13);
  ctx.save();
  if (how.faint) ctx.globalAlpha = 0.5;
  for (const cell of cells) {
    const { x, y } = centre(place, cell);
    ctx.fillStyle = '#ffffff';
    ctx.beginPath();
    ctx.arc(x, y, radius * 1.3, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = colours.seats[seat];
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.restore();
}

/**
 * A frame around a cell.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} place
 * @param {number} cell
 * @param {{ colour: string, width: number, dash?: number[], inset?: number, halo?: string }} how
 */
export function drawFrame(ctx, place, cell, how) {
  const { x, y } = corner(place, cell);
  const inset = place.cell * (how.inset ?? 0.06);
  const side = place.cell - 2 * inset;
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, side, side, place.cell * 0.1);
  if (how.halo) {
    ctx.strokeStyle = how.halo;
    ctx.lineWidth = how.width + Math.max(2, place.cell * 0.03);
    ctx.stroke();
  }
  ctx.strokeStyle = how.colour;
  ctx.lineWidth = how.width;
  ctx.setLineDash(how.dash ?? []);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * The end: a wreath around the winner's knight, a cross over the one that cannot move.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 */
export function drawEnd(ctx, colours, place, view) {
  const { cell } = place;
  view.knights.forEach((at, seat) => {
    if (at === null) return;
    const { x, y } = centre(place, at);
    if (seat === view.winner) {
      for (const [style, width] of /** @type {const} */ ([
        [colours.seats[seat], 0.09],
        ['#ffffff', 0.045],
      ])) {
        ctx.strokeStyle = style;
        ctx.lineWidth = Math.max(2, cell * width);
        ctx.beginPath();
        ctx.arc(x, y, cell * 0.46, 0, Math.PI * 2);
        ctx.stroke();
      }
      drawCrown(ctx, colours, x, y - cell * 0.38, cell * 0.3);
      return;
    }
    const arm = cell * 0.34;
    for (const [style, width] of /** @type {const} */ ([
      ['#10181b', 0.14],
      ['#ffffff', 0.075],
    ])) {
      ctx.strokeStyle = style;
      ctx.lineCap = 'round';
      ctx.lineWidth = Math.max(2, cell * width);
      ctx.beginPath();
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x + arm, y - arm);
      ctx.lineTo(x - arm, y + arm);
      ctx.stroke();
    }
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawCrown(ctx, colours, x, y, size) {
  ctx.fillStyle = '#f2c83a';
  ctx.strokeStyle = colours.reedInk;
  ctx.lineWidth = Math.max(1, size * 0.07);
  ctx.lineJoin = 'round';
  ctx.beginPath();
  [
    [-0.6, 0.4],
    [-0.72, -0.36],
    [-0.3, 0],
    [0, -0.6],
    [0.3, 0],
    [0.72, -0.36],
    [0.6, 0.4],
  ].forEach(([dx, dy], i) => {
    if (i) ctx.lineTo(x + dx * size, y + dy * size);
    else ctx.moveTo(x + dx * size, y + dy * size);
  });
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}
