/** The position on the board of FenceMaster; only this file reads the shell's view. */

/** @typedef {import('../../pkg/totora.js').FenceMasterLayout} FenceMasterLayout */
/** @typedef {import('../../pkg/totora.js').FenceMasterView} FenceMasterView */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** @param {{ layout: FenceMasterLayout, view: FenceMasterView }} model */
export function readPosition({ layout, view }) {
  /** The group index of each cell's stone. @type {(number | null)[]} */
  const groups = layout.rows.map(() => null);
  view.group_list.forEach(({ cells }, number) => {
    for (const cell of cells) groups[cell] = number;
  });
  return {
    ...layout,
    ...view,
    names: layout.cell_names,
    text: layout.letter_names.map((name, cell) => {
      const group = groups[cell];
      return `${name}, ${group === null ? 'empty' : view.group_list[group].cell_words}`;
    }),
    /** The seat whose stone stands on each cell. @type {(number | null)[]} */
    stones: Array.from(view.stones, (code) => (code === 0 ? null : code - 1)),
    groups,
    targets: new Set(view.targets),
  };
}
