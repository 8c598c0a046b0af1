/** The position on the board of Isolation; only this file reads the shell's view. */

/** @typedef {import('../../pkg/totora.js').IsolationLayout} IsolationLayout */
/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** @param {{ layout: IsolationLayout, view: IsolationView }} model */
export function readPosition({ layout, view }) {
  return {
    ...layout,
    ...view,
    names: layout.square_names,
    text: view.square_words,
    moves: new Map(view.targets.map(({ cell, move }) => [cell, move])),
    closed: new Set(view.closed),
    placement: view.placement?.words ?? '',
  };
}
