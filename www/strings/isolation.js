/** What the board of Isolation says. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const cellsThatEachKnight =
  'Cells that each knight can still reach if the other does not move.';
export const tooOpenToBeSolved = 'Not solved yet: ? marks an unknown result.';
/** @param {Value} sure @param {Value} many */
export const solvingOfMovesKnown = (sure, many) => `Solving… ${sure} of ${many} moves known`;
/** @param {Value} wins @param {Value} many */
export const ofMoves = (wins, many) => `${wins} of ${many} moves ${wins === 1 ? 'wins' : 'win'}`;
export const everyMoveLoses = 'Every move loses';
export const everyMoveWins = 'Every move wins';
/** @param {string} result @param {boolean} plies */
export const byForceWWinsL = (result, plies) =>
  `${result} by force: W wins, L loses${plies ? '; the number counts the plies to the end' : ''}.`;
/** @param {string[]} who */
export const inReachOf = (who) => `in reach of ${who.join(' and ')}`;
export const plies = 'Plies';
export const numberTheClosedCells = 'Number the used cells by ply';
export const reach = 'Reach';
export const openings = 'Openings';
export const openingsWhoWins = 'Openings: who wins after each placement';
