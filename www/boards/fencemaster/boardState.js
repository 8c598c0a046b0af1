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
    size: layout.size,
    rows: layout.rows,
    columns: layout.columns,
    names: layout.cell_names,
    letters: layout.letter_names,
    plies: view.plies,
    text: layout.cell_names.map((name, cell) => {
      const group = groups[cell];
      return `${name}, ${group === null ? 'empty' : view.group_list[group].cell_words}`;
    }),
    /** The seat whose stone stands on each cell. @type {(number | null)[]} */
    stones: Array.from(view.stones, (code) => (code === 0 ? null : code - 1)),
    edges: layout.edges,
    corners: layout.corners,
    groups,
    groupList: view.group_list.map(({ words, ...group }) => ({ ...group, text: words })),
    mover: view.mover,
    targets: new Set(view.targets),
    swap: view.swap,
    last: view.last,
    win: view.win,
  };
}
