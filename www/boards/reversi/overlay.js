/**
 * What bots think, over the board: the heat of all scores, the best few, the one that is pointed at,
 * and the line that is expected. On a tile that asks for an answer the best one's score stands.
 */
import { drawScore, heat, scoreShare } from '../canvas.js';
import { drawFrame } from './draw.js';
import { cornerOf } from './preview.js';

/** @typedef {import('../../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiSpot} ReversiSpot */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */

const FEW = 3;
/** Plies of the expected line that are drawn: more would hide the board. */
const LINE = 8;
/** Scores are written on tiles that are at least this large. */
const READABLE = 22;

/**
 * Which candidate is the best on each tile: the list is in order, so it is the first.
 * @param {ThoughtInfo | null} thought
 * @returns {Map<number, number>}
 */
export function byTile(thought) {
  /** @type {Map<number, number>} */
  const best = new Map();
  const spots = /** @type {ReversiSpot[]} */ (thought?.spots ?? []);
  spots.forEach((spot, i) => {
    if (spot && !best.has(spot.tile)) best.set(spot.tile, i);
  });
  return best;
}

/**
 * The heat of all scores.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ThoughtInfo} thought
 */
export function drawScores(ctx, colours, camera, view, thought) {
  const { cell } = camera;
  for (const [tile, i] of byTile(thought)) {
    const { x, y } = cornerOf(camera, view.columns, tile);
    ctx.fillStyle = heat(scoreShare(thought, i), 0.88);
    ctx.beginPath();
    ctx.roundRect(x + cell * 0.1, y + cell * 0.1, cell * 0.8, cell * 0.8, cell * 0.12);
    ctx.fill();
    const strong = thought.moves[i] === thought.choice;
    if (cell >= READABLE) score(ctx, colours, camera, thought.scores[i], x, y, strong);
    if (strong) choiceFrame(ctx, colours, x, y, cell);
  }
}

/**
 * The best few.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ThoughtInfo} thought
 */
export function drawHints(ctx, colours, camera, view, thought) {
  const { cell } = camera;
  const tiles = byTile(thought);
  const choice = thought.moves.indexOf(thought.choice ?? '');
  const few = [...tiles.values()].slice(0, FEW);
  if (choice >= 0 && !few.some((i) => tileOf(thought, i) === tileOf(thought, choice)))
    few.push(choice);
  for (const i of few) {
    const tile = tileOf(thought, i);
    const { x, y } = cornerOf(camera, view.columns, tile);
    const strong = tile === tileOf(thought, choice);
    if (strong) choiceFrame(ctx, colours, x, y, cell);
    else {
      drawFrame(ctx, x, y, cell, {
        colour: '#ffffff',
        width: Math.max(1.2, cell * 0.03),
        inset: 0.08,
        halo: '#0b2227a0',
        dash: [cell * 0.1, cell * 0.08],
      });
    }
    if (cell >= READABLE) score(ctx, colours, camera, thought.scores[i], x, y, strong);
  }
}

/** @param {ThoughtInfo} thought @param {number} i */
const tileOf = (thought, i) => /** @type {ReversiSpot} */ (thought.spots[i])?.tile ?? -1;

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {number | 'win' | 'loss'} value
 * @param {number} x
 * @param {number} y
 * @param {boolean} strong
 */
function score(ctx, colours, { cell }, value, x, y, strong) {
  drawScore(ctx, colours, value, x + cell / 2, y + cell / 2, Math.max(8, cell * 0.2), { strong });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 */
function choiceFrame(ctx, colours, x, y, cell) {
  drawFrame(ctx, x, y, cell, {
    colour: '#ffffff',
    width: Math.max(1.5, cell * 0.045),
    inset: 0.05,
    halo: colours.accent,
  });
}

/**
 * One candidate, as the list or a hint points at it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @param {boolean} told   whether the score is written on it
 */
export function drawPointed(ctx, colours, camera, view, thought, i, told) {
  const { cell } = camera;
  const { x, y } = cornerOf(camera, view.columns, tileOf(thought, i));
  drawFrame(ctx, x, y, cell, {
    colour: '#ffffff',
    width: Math.max(2, cell * 0.055),
    inset: 0.03,
    halo: colours.accent,
  });
  if (told && cell >= READABLE)
    drawScore(ctx, colours, thought.scores[i], x + cell / 2, y + cell * 0.82, cell * 0.19, {
      strong: true,
    });
}

/**
 * The plies that a bot expects after a candidate, numbered on their tiles. Whose they are follows from
 * the rules, so the numbers alone are drawn.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function drawLine(ctx, colours, camera, view, thought, i) {
  const { cell } = camera;
  const line = (thought.pvs[i] ?? []).slice(0, LINE - 1);
  if (line.length === 0 || cell < 12) return;
  ctx.save();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `700 ${Math.round(Math.max(8, cell * 0.19))}px ${colours.mono}`;
  line.forEach((move, n) => {
    const tile = view.square_names.indexOf(move.split('=')[0]);
    if (tile < 0) return;
    const { x, y } = cornerOf(camera, view.columns, tile);
    ctx.globalAlpha = Math.max(0.55, 0.95 - n * 0.06);
    ctx.fillStyle = '#ffffff';
    ctx.strokeStyle = colours.accent;
    ctx.lineWidth = Math.max(1, cell * 0.035);
    ctx.beginPath();
    ctx.arc(x + cell * 0.78, y + cell * 0.22, Math.max(6, cell * 0.17), 0, Math.PI * 2);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = '#1d2a2f';
    ctx.fillText(String(n + 2), x + cell * 0.78, y + cell * 0.23);
  });
  ctx.restore();
}
