/**
 * Draws what a move would do before it is made: every stone that would turn and the walks to it, or
 * what a bomb would destroy. The lists are Rust's answers to `inspect`.
 */
import { origin } from '../camera.js';
import { drawMark } from '../palette.js';
import { drawFrame, drawStone } from './draw.js';
import { drawCurve, drawPorts, portOf } from './transitions.js';

/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} ReversiTurns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} ReversiBlast */

/** @param {Camera} camera @param {number} columns @param {number} tile */
export function cornerOf(camera, columns, tile) {
  const at = origin(camera);
  return {
    x: at.x + (tile % columns) * camera.cell,
    y: at.y + Math.floor(tile / columns) * camera.cell,
  };
}

/**
 * What a stone would turn, and how.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ReversiTurns} turns
 */
export function drawTurns(ctx, colours, camera, view, turns) {
  const { cell } = camera;
  const { columns } = view;
  const colour = colours.seats[turns.seat];
  const used = new Set(turns.rays.flatMap((ray) => ray.steps.map((step) => step.through)));
  for (const transition of view.transitions) {
    if (!used.has(transition.id)) continue;
    drawCurve(ctx, camera, transition, columns, { lit: true });
    drawPorts(ctx, camera, transition, columns, { lit: true });
  }
  // The new stone, not quite there yet.
  const at = cornerOf(camera, columns, turns.tile);
  ctx.save();
  ctx.globalAlpha = 0.86;
  drawStone(ctx, colours, turns.seat, at.x + cell / 2, at.y + cell / 2, cell);
  ctx.restore();
  for (const tile of turns.turned) {
    const { x, y } = cornerOf(camera, columns, tile);
    const [mx, my] = [x + cell / 2, y + cell / 2];
    ctx.fillStyle = colour;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(1, cell * 0.045);
    ctx.beginPath();
    ctx.arc(mx, my, cell * 0.25, 0, Math.PI * 2);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = '#ffffff';
    if (cell >= 12) drawMark(ctx, turns.seat, mx, my, cell * 0.13);
  }
  drawWalks(ctx, camera, view, turns, colour);
}

/**
 * The walks, from the new stone to the one that closes each. A step through a transition goes to the
 * port and comes out of its partner.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ReversiTurns} turns
 * @param {string} colour
 */
function drawWalks(ctx, camera, view, turns, colour) {
  const { cell } = camera;
  const { columns } = view;
  const at = origin(camera);
  const middle = (/** @type {number} */ tile) => ({
    x: at.x + ((tile % columns) + 0.5) * cell,
    y: at.y + (Math.floor(tile / columns) + 0.5) * cell,
  });
  const port = (/** @type {number} */ tile, /** @type {number} */ direction) => {
    const p = portOf({ tile, direction }, columns);
    return { x: at.x + p.x * cell, y: at.y + p.y * cell };
  };
  const walks = new Path2D();
  const heads = new Path2D();
  for (const ray of turns.rays) {
    let here = middle(turns.tile);
    let from = { tile: turns.tile, heading: ray.direction };
    // The line begins and ends at the rims of the stones, where it can be seen.
    let first = true;
    ray.steps.forEach((step, n) => {
      const to = middle(step.tile);
      if (step.through !== null) {
        const out = port(from.tile, from.heading);
        const back = port(step.tile, (step.heading + 4) % 8);
        walks.moveTo(here.x, here.y);
        walks.lineTo(out.x, out.y);
        here = back;
      }
      const long = Math.hypot(to.x - here.x, to.y - here.y) || 1;
      const [ux, uy] = [(to.x - here.x) / long, (to.y - here.y) / long];
      const last = n === ray.steps.length - 1;
      const skip = first && step.through === null ? cell * 0.36 : 0;
      const stop = last ? cell * 0.44 : 0;
      if (long > skip + stop) {
        walks.moveTo(here.x + ux * skip, here.y + uy * skip);
        walks.lineTo(to.x - ux * stop, to.y - uy * stop);
      }
      if (last) {
        const [tx, ty] = [to.x - ux * cell * 0.34, to.y - uy * cell * 0.34];
        const size = cell * 0.14;
        heads.moveTo(tx, ty);
        heads.lineTo(tx - ux * size - uy * size * 0.8, ty - uy * size + ux * size * 0.8);
        heads.lineTo(tx - ux * size + uy * size * 0.8, ty - uy * size - ux * size * 0.8);
        heads.closePath();
      }
      first = false;
      here = to;
      from = { tile: step.tile, heading: step.heading };
    });
  }
  ctx.save();
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  for (const [style, wide] of /** @type {const} */ ([
    ['#ffffff', 0.085],
    [colour, 0.04],
  ])) {
    ctx.strokeStyle = style;
    ctx.fillStyle = style;
    ctx.lineWidth = Math.max(1, cell * wide);
    ctx.stroke(walks);
    ctx.lineWidth = Math.max(1, cell * (wide - 0.03));
    ctx.stroke(heads);
    ctx.fill(heads);
  }
  ctx.restore();
}

/**
 * What a bomb would destroy.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ReversiBlast} blast
 */
export function drawBlast(ctx, colours, camera, view, blast) {
  const { cell } = camera;
  const { columns } = view;
  const area = new Path2D();
  const hatch = new Path2D();
  const hit = new Set(blast.tiles);
  for (const tile of blast.tiles) {
    const { x, y } = cornerOf(camera, columns, tile);
    area.rect(x, y, cell, cell);
    for (let k = 0.25; k < 2; k += 0.5) {
      hatch.moveTo(x + cell * Math.max(0, k - 1), y + cell * Math.min(1, k));
      hatch.lineTo(x + cell * Math.min(1, k), y + cell * Math.max(0, k - 1));
    }
  }
  ctx.save();
  ctx.fillStyle = '#3a0d0480';
  ctx.fill(area);
  ctx.strokeStyle = '#ffd2c2a0';
  ctx.lineWidth = Math.max(0.7, cell * 0.03);
  ctx.stroke(hatch);
  // Its rim.
  const rim = new Path2D();
  const beside = (/** @type {number} */ tile, /** @type {number} */ step) => {
    const column = tile % columns;
    if (step === 1 && column === columns - 1) return false;
    if (step === -1 && column === 0) return false;
    return hit.has(tile + step);
  };
  for (const tile of blast.tiles) {
    const { x, y } = cornerOf(camera, columns, tile);
    if (!beside(tile, -columns)) {
      rim.moveTo(x, y);
      rim.lineTo(x + cell, y);
    }
    if (!beside(tile, columns)) {
      rim.moveTo(x, y + cell);
      rim.lineTo(x + cell, y + cell);
    }
    if (!beside(tile, -1)) {
      rim.moveTo(x, y);
      rim.lineTo(x, y + cell);
    }
    if (!beside(tile, 1)) {
      rim.moveTo(x + cell, y);
      rim.lineTo(x + cell, y + cell);
    }
  }
  ctx.lineCap = 'round';
  for (const [style, wide] of /** @type {const} */ ([
    ['#ffffff', 0.13],
    [colours.bad, 0.075],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = Math.max(1.2, cell * wide);
    ctx.stroke(rim);
  }
  for (const transition of view.transitions) {
    if (!transition.ends.some((end) => hit.has(end.tile))) continue;
    drawCurve(ctx, camera, transition, columns, { colour: colours.bad, lit: true });
    drawPorts(ctx, camera, transition, columns, { colour: colours.bad, lit: true });
  }
  const { x, y } = cornerOf(camera, columns, blast.tile);
  drawFrame(ctx, x, y, cell, {
    colour: '#ffffff',
    width: Math.max(1.5, cell * 0.05),
    inset: 0.06,
    halo: colours.bad,
  });
  drawBomb(ctx, x + cell / 2, y + cell / 2, Math.max(9, cell * 0.3));
  ctx.restore();
}

/**
 * A bomb.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r   its radius
 */
export function drawBomb(ctx, x, y, r) {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = '#20262a';
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = Math.max(1, r * 0.14);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.arc(-r * 0.08, r * 0.12, r * 0.74, 0, Math.PI * 2);
  ctx.fill();
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(r * 0.38, -r * 0.44);
  ctx.quadraticCurveTo(r * 0.55, -r * 0.9, r * 0.92, -r * 0.72);
  ctx.stroke();
  ctx.fillStyle = '#ffb44a';
  ctx.beginPath();
  ctx.arc(r * 0.95, -r * 0.7, r * 0.2, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}
