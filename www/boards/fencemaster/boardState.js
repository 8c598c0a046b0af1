/** What the board of FenceMaster shows: the one place where the shell's view is read. */

/** @typedef {import('../../pkg/totora.js').FenceMasterView} FenceMasterView */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** @param {{ view: FenceMasterView }} model */
export function readPosition({ view }) {
  return {
    size: view.size,
    rows: view.rows,
    columns: view.columns,
    names: view.cell_names,
    text: view.cell_words,
    stones: view.stones,
    edges: view.edges,
    corners: view.corners,
    /** The group of each cell's stone, by its number. */
    groups: view.groups,
    groupList: view.group_list.map(({ words, ...group }) => ({ ...group, text: words })),
    mover: view.mover,
    targets: new Set(view.targets),
    swap: view.swap,
    last: view.last,
    win: view.win,
  };
}
