/**
 * Draws what stands on the tiles of a Reversi map: mats, stones, special marks, holes, and the rulers
 * along the rim. What repeats is drawn once for a size and then stamped. Every function takes a context
 * and what to draw; none knows what is legal.
 */
import { origin } from '../camera.js';
import { drawMark } from '../palette.js';

/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../camera.js').Camera} Camera */

/** The special tiles by their letter; their colours keep apart for all kinds of colour sight. */
export const SPECIALS =
  /** @type {Record<string, { name: string, colour: string, does: string }>} */ ({
    c: { name: 'choice', colour: '#6d3fa0', does: 'swap all stones with a player you choose' },
    i: {
      name: 'inversion',
      colour: '#0b5570',
      does: 'every player’s stones go to the next player',
    },
    b: { name: 'bonus', colour: '#8a3d00', does: 'take a bomb or an override stone' },
  });

/** Width of the rulers along the top and the left rim, in CSS pixels. */
export const RULER = 17;

/** Below this many pixels a tile shows colours only. */
const PLAIN = 9;

/** A seat by its letter in the tiles; null for anything else. @param {string} letter */
export function seatOf(letter) {
  const n = letter.charCodeAt(0) - 49;
  return n >= 0 && n < 8 ? n : null;
}

/**
 * @typedef {object} Stamps   Pictures of a size, each drawn when it is first needed.
 * @property {number} cell
 * @property {number} ratio
 * @property {(ctx: CanvasRenderingContext2D, what: string, x: number, y: number) => void} put
 *   stamps it with its top left corner there
 */

/**
 * Pictures for tiles of a size. Known are `light`, `dark` (a mat), `gone` (a tile that was blown up),
 * `1` to `8`, `x`, `c`, `i`, `b`.
 * @param {Palette} colours
 * @param {number} cell
 * @param {number} ratio
 * @returns {Stamps}
 */
export function makeStamps(colours, cell, ratio) {
  /** @type {Map<string, HTMLCanvasElement>} */
  const made = new Map();
  const side = Math.max(1, Math.round(cell * ratio));
  return {
    cell,
    ratio,
    put(ctx, what, x, y) {
      let picture = made.get(what);
      if (!picture) {
        picture = document.createElement('canvas');
        picture.width = picture.height = side;
        const to = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
        to.scale(side / cell, side / cell);
        drawTile(to, colours, what, cell);
        made.set(what, picture);
      }
      ctx.drawImage(picture, x, y, cell, cell);
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {string} what
 * @param {number} cell
 */
function drawTile(ctx, colours, what, cell) {
  const seat = seatOf(what);
  if (what === 'light' || what === 'dark') drawMat(ctx, colours, cell, what === 'light');
  else if (what === 'gone') drawGone(ctx, colours, cell);
  else if (seat !== null) drawStone(ctx, colours, seat, cell / 2, cell / 2, cell);
  else if (what === 'x') drawExpansion(ctx, cell);
  else if (SPECIALS[what]) drawSpecial(ctx, what, cell);
}

/** A mat of reed. @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} size @param {boolean} light */
function drawMat(ctx, colours, size, light) {
  const inset = size < PLAIN ? 0 : Math.max(0.5, size * 0.025);
  const side = size - 2 * inset;
  const radius = size < PLAIN ? 0 : size * 0.09;
  if (size >= 16) {
    ctx.fillStyle = '#00000034';
    ctx.beginPath();
    ctx.roundRect(inset, inset + size * 0.03, side, side - size * 0.02, radius);
    ctx.fill();
  }
  ctx.fillStyle = colours.reed;
  ctx.beginPath();
  ctx.roundRect(inset, inset, side, side - (size >= 16 ? size * 0.015 : 0), radius);
  ctx.fill();
  if (light) {
    ctx.fillStyle = '#fffbe83e';
    ctx.fill();
  }
  if (size < 16) return;
  ctx.strokeStyle = colours.reed2;
  ctx.lineWidth = Math.max(0.6, size * 0.014);
  ctx.stroke();
  if (size < 26) return;
  // Strands of reed: upright on one shade, lying on the other.
  ctx.globalAlpha = 0.26;
  ctx.lineWidth = Math.max(0.6, size * 0.013);
  ctx.beginPath();
  for (let k = 0; k < 4; k++) {
    const across = (0.17 + k * 0.22) * size;
    const along = (0.16 + ((k * 2) % 5) * 0.07) * size;
    if (light) {
      ctx.moveTo(across, along);
      ctx.lineTo(across, along + size * 0.42);
    } else {
      ctx.moveTo(along, across);
      ctx.lineTo(along + size * 0.42, across);
    }
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Where a bomb has been: the outline of a broken mat under water. @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} size */
function drawGone(ctx, colours, size) {
  ctx.fillStyle = colours.lake2;
  ctx.beginPath();
  ctx.roundRect(size * 0.03, size * 0.03, size * 0.94, size * 0.94, size * 0.1);
  ctx.fill();
  if (size < PLAIN) return;
  ctx.strokeStyle = '#ffffff4a';
  ctx.lineWidth = Math.max(0.8, size * 0.03);
  ctx.setLineDash([size * 0.11, size * 0.09]);
  ctx.beginPath();
  ctx.roundRect(size * 0.13, size * 0.13, size * 0.74, size * 0.74, size * 0.1);
  ctx.stroke();
  ctx.setLineDash([]);
  if (size < 16) return;
  ctx.strokeStyle = '#ffffff60';
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(1, size * 0.03);
  ctx.beginPath();
  const star = 6;
  for (let k = 0; k < star; k++) {
    const a = (k / star) * Math.PI * 2 + 0.3;
    ctx.moveTo(size * (0.5 + 0.08 * Math.cos(a)), size * (0.5 + 0.08 * Math.sin(a)));
    ctx.lineTo(size * (0.5 + 0.2 * Math.cos(a)), size * (0.5 + 0.2 * Math.sin(a)));
  }
  ctx.stroke();
}

/**
 * A stone with its seat's mark.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} seat
 * @param {number} x       centre
 * @param {number} y
 * @param {number} cell
 * @param {{ squeeze?: number, shadow?: boolean }} [how]   `squeeze` is the width while it turns, 0 to 1
 */
export function drawStone(ctx, colours, seat, x, y, cell, how = {}) {
  const radius = cell * (cell < PLAIN ? 0.44 : 0.385);
  ctx.save();
  ctx.translate(x, y);
  if (cell >= 14 && how.shadow !== false) {
    ctx.fillStyle = '#00000042';
    ctx.beginPath();
    ctx.ellipse(0, cell * 0.035, radius * (how.squeeze ?? 1), radius, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  if (how.squeeze !== undefined) ctx.scale(Math.max(0.02, how.squeeze), 1);
  ctx.fillStyle = colours.seats[seat];
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, Math.PI * 2);
  ctx.fill();
  if (cell >= 12) {
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(0.9, cell * 0.032);
    ctx.stroke();
  }
  ctx.fillStyle = '#ffffff';
  if (cell >= PLAIN) drawMark(ctx, seat, 0, 0, radius * (cell < 16 ? 0.62 : 0.5));
  ctx.restore();
}

/** An expansion stone: a grey boulder that is nobody's. @param {CanvasRenderingContext2D} ctx @param {number} size */
function drawExpansion(ctx, size) {
  const r = size * 0.4;
  ctx.save();
  ctx.translate(size / 2, size / 2);
  const rock = () => {
    ctx.beginPath();
    for (let k = 0; k < 8; k++) {
      const a = ((k + 0.5) * Math.PI) / 4;
      ctx.lineTo(r * Math.cos(a), r * Math.sin(a));
    }
    ctx.closePath();
  };
  if (size >= 14) {
    ctx.translate(0, size * 0.035);
    ctx.fillStyle = '#00000042';
    rock();
    ctx.fill();
    ctx.translate(0, -size * 0.035);
  }
  ctx.fillStyle = '#6f6a60';
  rock();
  ctx.fill();
  if (size >= 12) {
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(0.9, size * 0.03);
    ctx.stroke();
  }
  ctx.strokeStyle = '#ffffff';
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(1, size * 0.07);
  const d = r * 0.4;
  ctx.beginPath();
  ctx.moveTo(-d, -d);
  ctx.lineTo(d, d);
  ctx.moveTo(d, -d);
  ctx.lineTo(-d, d);
  ctx.stroke();
  ctx.restore();
}

/** A special tile's mark: a plate of its own shape and colour, with a sign. @param {CanvasRenderingContext2D} ctx @param {string} what @param {number} size */
function drawSpecial(ctx, what, size) {
  const r = size * 0.34;
  ctx.save();
  ctx.translate(size / 2, size / 2);
  ctx.fillStyle = SPECIALS[what].colour;
  ctx.beginPath();
  if (what === 'c') ctx.roundRect(-r, -r, 2 * r, 2 * r, r * 0.35);
  else if (what === 'i') {
    for (let k = 0; k < 6; k++) {
      const a = (k * Math.PI) / 3;
      ctx.lineTo(r * 1.15 * Math.cos(a), r * 1.15 * Math.sin(a));
    }
    ctx.closePath();
  } else {
    for (let k = 0; k < 4; k++) {
      const a = (k * Math.PI) / 2;
      ctx.lineTo(r * 1.28 * Math.cos(a), r * 1.28 * Math.sin(a));
    }
    ctx.closePath();
  }
  ctx.fill();
  if (size < PLAIN) {
    ctx.restore();
    return;
  }
  ctx.strokeStyle = '#ffffff';
  ctx.fillStyle = '#ffffff';
  ctx.lineWidth = Math.max(1, size * 0.055);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  const s = r * 0.6;
  if (what === 'c') {
    // Two arrows, one each way.
    for (const [y, way] of /** @type {const} */ ([
      [-s * 0.5, 1],
      [s * 0.5, -1],
    ])) {
      ctx.moveTo(-s * way, y);
      ctx.lineTo(s * way, y);
      ctx.moveTo((s - s * 0.45) * way, y - s * 0.4);
      ctx.lineTo(s * way, y);
      ctx.lineTo((s - s * 0.45) * way, y + s * 0.4);
    }
    ctx.stroke();
  } else if (what === 'i') {
    // A ring that runs round.
    ctx.arc(0, 0, s * 0.85, -Math.PI * 0.35, Math.PI * 1.3);
    ctx.stroke();
    ctx.beginPath();
    const [ax, ay] = [s * 0.85 * Math.cos(-Math.PI * 0.35), s * 0.85 * Math.sin(-Math.PI * 0.35)];
    ctx.moveTo(ax - s * 0.62, ay - s * 0.05);
    ctx.lineTo(ax + s * 0.12, ay - s * 0.2);
    ctx.lineTo(ax - s * 0.02, ay + s * 0.58);
    ctx.closePath();
    ctx.fill();
  } else {
    ctx.moveTo(0, -s * 0.75);
    ctx.lineTo(0, s * 0.75);
    ctx.moveTo(-s * 0.75, 0);
    ctx.lineTo(s * 0.75, 0);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * The water: dark around the map, lighter inside its bounds.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {{ columns: number, rows: number }} map
 */
export function drawSea(ctx, colours, camera, map) {
  const { x, y } = origin(camera);
  const { cell, width, height } = camera;
  ctx.fillStyle = colours.lake2;
  ctx.fillRect(0, 0, width, height);
  ctx.fillStyle = colours.lake;
  const rim = Math.min(6, cell * 0.16);
  ctx.beginPath();
  ctx.roundRect(
    x - rim,
    y - rim,
    map.columns * cell + 2 * rim,
    map.rows * cell + 2 * rim,
    Math.min(14, cell * 0.2) + rim,
  );
  ctx.fill();
}

/**
 * Column and row numbers along the rim; they stay in sight however the board is moved.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {{ columns: number, rows: number }} map
 * @param {{ column: number, row: number } | null} [at]   the tile at hand, whose numbers stand out
 */
export function drawRulers(ctx, colours, camera, map, at = null) {
  const { x, y } = origin(camera);
  const { cell, width, height } = camera;
  ctx.save();
  // Beside the map while its rim is in sight, and else along the canvas, over what lies there.
  const gap = RULER + Math.min(7, cell * 0.16) + 1;
  const [across, down] = [Math.max(0, y - gap), Math.max(0, x - gap)];
  ctx.fillStyle = colours.lake2;
  if (across === 0) ctx.fillRect(0, 0, width, RULER);
  if (down === 0) ctx.fillRect(0, 0, RULER, height);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const step = cell >= 19 ? 1 : cell >= 10 ? 2 : cell >= 6 ? 5 : 10;
  /** @param {number} n @param {boolean} on @param {number} px @param {number} py */
  const number = (n, on, px, py) => {
    ctx.font = `${on ? 800 : 600} ${on ? 11 : 10}px ${colours.font}`;
    ctx.fillStyle = on ? '#ffffff' : '#ffffffd0';
    ctx.fillText(String(n), px, py);
  };
  for (let c = 0; c < map.columns; c++) {
    const px = x + (c + 0.5) * cell;
    const on = c === at?.column;
    const near = at !== null && Math.abs(c - at.column) * cell < 16;
    if (px > RULER && px < width && (on || (c % step === 0 && !near)))
      number(c, on, px, across + RULER / 2 + 0.5);
  }
  for (let r = 0; r < map.rows; r++) {
    const py = y + (r + 0.5) * cell;
    const on = r === at?.row;
    const near = at !== null && Math.abs(r - at.row) * cell < 12;
    if (py > RULER && py < height && (on || (r % step === 0 && !near)))
      number(r, on, down + RULER / 2, py + 0.5);
  }
  ctx.restore();
}

/**
 * The tiles that can be seen.
 * @param {Camera} camera
 * @param {{ columns: number, rows: number }} map
 * @returns {{ left: number, right: number, top: number, bottom: number }}   the last ones included
 */
export function inSight(camera, map) {
  const { x, y } = origin(camera);
  const clamp = (/** @type {number} */ n, /** @type {number} */ to) =>
    Math.max(0, Math.min(to - 1, Math.floor(n)));
  return {
    left: clamp(-x / camera.cell, map.columns),
    right: clamp((camera.width - x) / camera.cell, map.columns),
    top: clamp(-y / camera.cell, map.rows),
    bottom: clamp((camera.height - y) / camera.cell, map.rows),
  };
}

/**
 * The tile at a point of the canvas.
 * @param {Camera} camera
 * @param {{ columns: number, rows: number }} map
 * @param {{ x: number, y: number }} point
 * @returns {number | null}
 */
export function tileAt(camera, map, point) {
  if (point.x < camera.left || point.y < camera.top) return null;
  const at = origin(camera);
  const column = Math.floor((point.x - at.x) / camera.cell);
  const row = Math.floor((point.y - at.y) / camera.cell);
  const inside = column >= 0 && row >= 0 && column < map.columns && row < map.rows;
  return inside ? row * map.columns + column : null;
}

/**
 * A frame around a tile.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x     its top left corner
 * @param {number} y
 * @param {number} cell
 * @param {{ colour: string, width: number, inset: number, halo?: string, dash?: number[] }} how
 */
export function drawFrame(ctx, x, y, cell, { colour, width, inset, halo, dash = [] }) {
  const room = cell * inset;
  ctx.save();
  ctx.setLineDash(dash);
  const line = (/** @type {string} */ style, /** @type {number} */ wide) => {
    ctx.strokeStyle = style;
    ctx.lineWidth = wide;
    ctx.beginPath();
    ctx.roundRect(x + room, y + room, cell - 2 * room, cell - 2 * room, cell * 0.1);
    ctx.stroke();
  };
  if (halo) line(halo, width + Math.max(1.5, width * 0.8));
  line(colour, width);
  ctx.restore();
}
