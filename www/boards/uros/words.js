/**
 * The cells of the accessible twin: Rust's words for each square, with what a bot thinks of it.
 */
import { scoreText } from '../canvas.js';
import { columnRow } from './draw.js';

/** @typedef {import('./index.js').Scene} Scene */
/** @typedef {import('./index.js').Spot} Spot */
/** @typedef {import('../twin.js').TwinCell} TwinCell */

/**
 * @param {Scene} s
 * @param {number | null} candidate
 */
function scoreWords(s, candidate) {
  const thought = s.model?.thought;
  if (candidate === null || !thought || s.model?.overlay === 'off') return '';
  return `, score ${scoreText(thought.scores[candidate])}`;
}

/**
 * @param {Scene} s
 * @param {(spot: Spot) => number | null} candidateAt
 * @returns {TwinCell[]}
 */
export function lakeCells(s, candidateAt) {
  const view = s.view;
  if (!view) return [];
  const { x, y, cell } = s.lake;
  const buildable = new Set(view.build.map((one) => one.cell));
  return view.square_words.map((words, i) => {
    const [c, r] = columnRow(i);
    const held = s.held?.how === 'hand';
    return {
      id: `lake:${i}`,
      label: words + scoreWords(s, candidateAt({ where: 'lake', cell: i })),
      row: r,
      x: x + c * cell,
      y: y + r * cell,
      width: cell,
      height: cell,
      off: s.model?.actor === null || (!held && !buildable.has(i)),
    };
  });
}

/**
 * @param {Scene} s
 * @param {(spot: Spot) => number | null} candidateAt
 * @returns {TwinCell[]}
 */
export function bedCells(s, candidateAt) {
  const view = s.view;
  if (!view) return [];
  return s.bed.islands.flatMap(({ island, squares, x, y, cell }, row) => {
    const words = view.island_words[view.islands.indexOf(island)];
    return squares.map(([c, r], square) => ({
      id: `${island.id}.${square}`,
      label:
        words[square] + scoreWords(s, candidateAt({ where: 'bed', island: island.id, square })),
      row,
      x: x + c * cell,
      y: y + r * cell,
      width: cell,
      height: cell,
      off: s.model?.actor === null,
    }));
  });
}
