/** Descriptions of cells: Rust's text, with what the overlay shows there. */

import * as strings from '../../strings/fencemaster.js';
import { isForced } from '../../ui/forced.js';
import { shareText } from '../../ui/format.js';
import { spokenOf } from '../thoughts.js';
import { byCell, shownHeat, valueAt } from './overlay.js';

/** The overlay's text for a cell; empty if there is none. @param {import('../contract.js').BoardModel} model */
export function heatText(model) {
  const heat = shownHeat(model);
  const thought = heat ? heat.thought : model.overlay === 'hints' ? model.thought : null;
  if (!thought) return () => '';
  const { of, what } = heat ?? { of: /** @type {const} */ ('score'), what: strings.score };
  const candidates = byCell(thought);
  return (/** @type {number} */ cell) => {
    const i = candidates.get(cell);
    const value = i === undefined ? null : valueAt(thought, of, i);
    if (i !== undefined && of === 'result')
      return isForced(thought.classes[i]) ? spokenOf(thought, i) : strings.notSolved;
    if (i === undefined || value === null) return '';
    if (of === 'score') return spokenOf(thought, i).replace('score', what);
    if (typeof value === 'number') {
      if (typeof of === 'object') return `${what} ${shareText(value)}`;
      const number = value.toLocaleString('en', { maximumFractionDigits: 2 });
      return `${what} ${number.replace('-', '−')}`;
    }
    return spokenOf(thought, i);
  };
}

/**
 * @param {import('./hex.js').Place} place
 * @param {import('./boardState.js').Position} position
 * @param {(cell: number) => string} heat
 * @returns {import('../a11yGrid.js').A11yCell[]}
 */
export function a11yCells(place, position, heat) {
  const [width, height] = [place.s * Math.sqrt(3), place.s * 1.5];
  return position.text.map((text, cell) => {
    const more = heat(cell);
    const { x, y } = place.centres[cell];
    return {
      id: `cell:${cell}`,
      label: more ? `${text}, ${more}` : text,
      row: position.rows[cell],
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      off: !position.targets.has(cell),
    };
  });
}
