/**
 * Bots' analyses on the board: the heat of all scores, the best few candidates, the pointed one, and the best line. A
 * choice or bonus tile shows the score of its best answer.
 */
import { corner } from '../grid.js';
import { rounded } from '../pen.js';
import {
  bestFew,
  drawEvaluation,
  fillHeat,
  indexBy,
  judges,
  locationsOf,
  scoreShare,
} from '../thoughts.js';
import { frameTile } from './draw.js';

/** @typedef {import('../contract.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('./draw.js').On} On */

/** Scores are written on tiles of at least this size, in CSS pixels. */
const READABLE = 22;

/** The best candidate on each tile. @param {ThoughtInfo} thought @returns {Map<number, number>} */
const byTile = (thought) => indexBy(thought, ({ tile }) => tile);

/** The tile of a candidate. @param {ThoughtInfo} thought @param {number} i @returns {number} */
const tileOf = (thought, i) => locationsOf(thought)[i]?.tile ?? -1;

/** The heat of all scores. @param {On} on @param {ThoughtInfo} thought */
export function drawScores(on, thought) {
  const { ctx, grid } = on;
  const { cell } = grid;
  if (!judges(thought)) return;
  for (const [tile, i] of byTile(thought)) {
    const { x, y } = corner(grid, tile);
    const share = scoreShare(thought, i);
    if (share !== null) {
      const box = rounded(x + cell * 0.1, y + cell * 0.1, cell * 0.8, cell * 0.12);
      fillHeat(ctx, box, [x + cell / 2, y + cell / 2, cell * 0.38], share, 0.88);
    }
    const strong = thought.moves[i] === thought.choice;
    writeScore(on, thought, i, tile, strong);
    if (strong) choiceFrame(on, tile);
  }
}

/** The best few candidates. @param {On} on @param {ThoughtInfo} thought */
export function drawHints(on, thought) {
  const choice = thought.moves.indexOf(thought.choice ?? '');
  const tiles = new Map(
    bestFew(thought, [...byTile(thought).values()]).map((i) => [tileOf(thought, i), i]),
  );
  for (const [tile, i] of tiles) {
    const strong = tile === tileOf(thought, choice);
    if (strong) choiceFrame(on, tile);
    else {
      const how = { colour: '#ffffff', inset: 0.08, halo: '#0b2227a0', dash: [0.1, 0.08] };
      frameTile(on, tile, { width: [1.2, 0.03], ...how });
    }
    writeScore(on, thought, i, tile, strong);
  }
}

/** @param {On} on @param {ThoughtInfo} thought @param {number} i @param {number} tile @param {boolean} strong */
function writeScore({ ctx, colours, grid }, thought, i, tile, strong) {
  const { cell } = grid;
  if (cell < READABLE) return;
  const { x, y } = corner(grid, tile);
  const at = { x: x + cell / 2, y: y + cell / 2, size: Math.max(8, cell * 0.2), room: cell * 0.35 };
  drawEvaluation(ctx, colours, thought, i, { ...at, strong });
}

/** @param {On} on @param {number} tile */
function choiceFrame(on, tile) {
  const how = { colour: '#ffffff', inset: 0.05, halo: on.colours.accent };
  frameTile(on, tile, { width: [1.5, 0.045], ...how });
}

/**
 * The candidate that the list or a hint points at.
 * @param {On} on
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @param {boolean} scored   whether the score is written on it
 */
export function drawPointed(on, thought, i, scored) {
  const { ctx, colours, grid } = on;
  const { cell } = grid;
  const tile = tileOf(thought, i);
  const how = { colour: '#ffffff', inset: 0.03, halo: colours.accent };
  frameTile(on, tile, { width: [2, 0.055], ...how });
  if (!scored || cell < READABLE) return;
  const { x, y } = corner(grid, tile);
  const at = { x: x + cell / 2, y: y + cell * 0.82, size: cell * 0.19, room: cell * 0.2 };
  drawEvaluation(ctx, colours, thought, i, { ...at, strong: true });
}
