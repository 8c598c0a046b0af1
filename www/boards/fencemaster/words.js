/**
 * What is said about cells: Rust's words, with what the overlay shows there. For the line under the
 * board and for the accessible twin.
 */
import { byCell, shownHeat, valueAt } from './overlay.js';

/** @typedef {import('./index.js').Scene} Scene */

/** @param {Scene} s */
export function heatWords(s) {
  const heat = s.model && shownHeat(s.model);
  const thought = heat ? heat.thought : s.model?.overlay === 'hints' ? s.model.thought : null;
  if (!thought) return () => '';
  const of = heat?.of ?? 'score';
  const what = heat?.what ?? 'score';
  const candidates = byCell(thought);
  return (/** @type {number} */ cell) => {
    const i = candidates.get(cell);
    if (i === undefined) return '';
    const value = valueAt(thought, of, i);
    if (value === null) return '';
    if (typeof value === 'number') {
      if (typeof of === 'object') return `${what} ${Math.round(value * 100)}%`;
      const number = value.toLocaleString('en', { maximumFractionDigits: 2 });
      return `${what} ${number.replace('-', '−')}`;
    }
    const plies = thought.plies[i];
    return plies === null ? value : `${value} in ${plies}`;
  };
}

/**
 * @param {Scene} s
 * @returns {import('../twin.js').TwinCell[]}
 */
export function twinCells(s) {
  const { view, model, place } = s;
  if (!view || !model) return [];
  const heat = heatWords(s);
  const legal = new Set(view.targets);
  const [width, height] = [place.s * Math.sqrt(3), place.s * 1.5];
  return view.cell_words.map((words, cell) => {
    const more = heat(cell);
    const { x, y } = place.centres[cell];
    return {
      id: `cell:${cell}`,
      label: more ? `${words}, ${more}` : words,
      row: view.rows[cell],
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      off: !legal.has(cell),
    };
  });
}
