/** What the board of Isolation shows: the one place where the shell's view is read. */

/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** @param {{ view: IsolationView }} model */
export function readPosition({ view }) {
  return {
    columns: view.columns,
    rows: view.rows,
    names: view.square_names,
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
  };
}
