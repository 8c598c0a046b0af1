/** The position on the board of Isolation; only this file reads the shell's view. */

/** @typedef {import('../../pkg/totora.js').IsolationLayout} IsolationLayout */
/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** @param {{ layout: IsolationLayout, view: IsolationView }} model */
export function readPosition({ layout, view }) {
  return {
    columns: layout.columns,
    rows: layout.rows,
    names: layout.square_names,
    text: view.square_words,
    moves: new Map(view.targets.map(({ cell, move }) => [cell, move])),
    mover: view.mover,
    closed: new Set(view.closed),
    knights: view.knights,
    trails: view.trails,
    regions: view.regions,
    last: view.last,
    winner: view.winner,
    placement: view.placement?.words ?? '',
    settled: view.settled,
  };
}
