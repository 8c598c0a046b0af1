/**
 * Bots' analyses on square cells: the heat of all scores, the best few candidates, and the pointed one. A game defines
 * the measures. Nothing here depends on a game.
 */
import { centre, corner } from './grid.js';
import { rounded } from './pen.js';
import { drawEvaluation, fillHeat, scoreShare } from './thoughts.js';

/** @typedef {import('./contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('./pen.js').FrameStyle & { width: readonly [number, number], inset: number }} Frame */
/** @typedef {{ ctx: CanvasRenderingContext2D, colours: import('../ui/palette.js').Palette, grid: import('./grid.js').Grid }} On */
/** @typedef {{ least: number, size: number, room: number, down?: number }} Letters   the smallest size in CSS pixels, the others in shares of a cell */
/**
 * The measures, in shares of a cell.
 * @typedef {object} Look
 * @property {(on: On, cell: number, how: Frame) => void} frame
 * @property {number} readable   scores are written on cells of at least this size, in CSS pixels
 * @property {{ inset: number, radius: number, half: number, alpha: number }} heat
 * @property {{ score: Letters, hint: Letters, pointed: Letters }} letters
 * @property {Pick<Frame, 'width' | 'inset'>} choice
 * @property {Pick<Frame, 'width' | 'inset'>} pointed
 * @property {(colours: On['colours']) => Frame} hint
 */

/** A candidate's evaluation. @param {On} on @param {AnalysisInfo} thought @param {number} i @param {number} n   its cell @param {Look} look @param {keyof Look['letters']} kind @param {boolean} strong */
function write({ ctx, colours, grid }, thought, i, n, look, kind, strong) {
  const { cell } = grid;
  if (cell < look.readable) return;
  const { least, size, room, down = 0 } = look.letters[kind];
  const { x, y } = centre(grid, n);
  const how = { size: Math.max(least, cell * size), room: cell * room, strong };
  drawEvaluation(ctx, colours, thought, i, { x, y: y + cell * down, ...how });
}

/** A frame around the cell of the chosen move. @param {On} on @param {number} cell @param {Look} look */
const frameChoice = (on, cell, look) =>
  look.frame(on, cell, { colour: '#ffffff', halo: on.colours.accent, ...look.choice });

/** The heat of all scores. @param {On} on @param {AnalysisInfo} thought @param {Iterable<[cell: number, i: number]>} candidates @param {Look} look */
export function drawScores(on, thought, candidates, look) {
  const { ctx, grid } = on;
  const { inset, radius, half, alpha } = look.heat;
  if (!thought.judges) return;
  for (const [n, i] of candidates) {
    const { x, y } = corner(grid, n);
    const at = centre(grid, n);
    const { cell } = grid;
    const share = scoreShare(thought, i);
    if (share !== null) {
      const side = cell * (1 - 2 * inset);
      const box = rounded(x + cell * inset, y + cell * inset, side, cell * radius);
      fillHeat(ctx, box, [at.x, at.y, cell * half], share, alpha);
    }
    const strong = thought.moves[i] === thought.choice;
    write(on, thought, i, n, look, 'score', strong);
    if (strong) frameChoice(on, n, look);
  }
}

/** The best few candidates. @param {On} on @param {AnalysisInfo} thought @param {Iterable<[cell: number, i: number]>} few @param {Look} look */
export function drawHints(on, thought, few, look) {
  for (const [cell, i] of few) {
    const strong = thought.moves[i] === thought.choice;
    if (strong) frameChoice(on, cell, look);
    else look.frame(on, cell, look.hint(on.colours));
    write(on, thought, i, cell, look, 'hint', strong);
  }
}

/** The candidate that the list or a hint points at. @param {On} on @param {AnalysisInfo} thought @param {number} i @param {number} cell @param {Look} look @param {boolean} scored   whether the score is written on it */
export function drawPointed(on, thought, i, cell, look, scored) {
  look.frame(on, cell, { colour: '#ffffff', halo: on.colours.accent, ...look.pointed });
  if (scored) write(on, thought, i, cell, look, 'pointed', true);
}
