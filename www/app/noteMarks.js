/** The arrows and coloured places of an annotation as marks of the board. */

/** @typedef {import('../pkg/totora.js').Annotation} Annotation */
/** @typedef {import('../boards/contract.js').Mark} Mark */

/** The shape and tone of each colour. @type {Record<string, Pick<Mark, 'tone' | 'shape'>>} */
const LOOKS = {
  green: { tone: 'good', shape: 'circle' },
  red: { tone: 'bad', shape: 'cross' },
  blue: { tone: 'plain', shape: 'square' },
  yellow: { tone: 'warn', shape: 'triangle' },
};

/** The layer of these marks. */
export const NOTE = 'note';

/** The marks of an annotation on the board. @param {Annotation} found @param {string[]} names @returns {Mark[]} */
export function marksOf({ arrows = [], places: coloured = [] }, names) {
  const cell = (/** @type {string} */ name) => names.indexOf(name);
  const shared = { layer: NOTE, text: '' };
  return [
    ...coloured.map((one) => ({
      ...shared,
      cell: cell(one.place),
      to: null,
      ...LOOKS[one.colour],
    })),
    ...arrows.map(({ from, to }) => ({
      ...shared,
      cell: cell(from),
      to: cell(to),
      tone: /** @type {const} */ ('good'),
    })),
  ].filter((one) => one.cell >= 0 && (one.to === null || one.to >= 0));
}
