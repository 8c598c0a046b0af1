/** The cells of Lake and Reedbed for screen readers: Rust's text, with a bot's evaluation. */
import { gridCells } from '../grid.js';
import { isKnown, spokenOf } from '../thoughts.js';
import { bedPlace, buildOn, SIDE } from './boardState.js';

/** @typedef {import('./index.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('../a11yGrid.js').A11yCell} A11yCell */

/** @param {BoardState} s @param {number} place */
function scoreAt({ model, candidates }, place) {
  const i = candidates.get(place);
  if (i === undefined || !model?.thought || model.overlay === 'off') return '';
  const said = isKnown(model.thought, i) && spokenOf(model.thought, i);
  return said ? `, ${said}` : '';
}

/** @param {BoardState} s @param {Position} position @returns {A11yCell[]} */
export function lakeCells(s, position) {
  const holds = s.held?.how === 'hand';
  return gridCells(
    { ...s.lake, columns: SIDE, rows: SIDE },
    position.square_words.map((text, cell) => text + scoreAt(s, cell)),
    (cell) => s.model?.actor !== null && (holds || !!buildOn(position, cell)),
    'lake',
  );
}

/** @param {BoardState} s @param {Position} position @returns {A11yCell[]} */
export const bedCells = (s, { island_words: words }) =>
  s.bed.islands.flatMap(({ island, number, squares, x, y, cell }, row) =>
    squares.map(([c, r], square) => ({
      id: `${island.id}.${square}`,
      label: words[number][square] + scoreAt(s, bedPlace(number, square)),
      row,
      x: x + c * cell,
      y: y + r * cell,
      width: cell,
      height: cell,
      off: s.model?.actor === null,
    })),
  );
