/** What all boards say. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

/** @param {Value} text @param {Value} more */
export const notSolved = (text, more) => `${text}, not solved${more}`;
/** @param {Value} text */
export const noMoveGoesThere = (text) => `${text}: no legal move there.`;
/** @param {number} by */
export const winsBy = (by) => `wins by ${by}`;
/** @param {number} by */
export const losesBy = (by) => `loses by ${by}`;
export const enlarge = 'Enlarge the board';
export const worse = 'worse';
export const draw = 'draw';
/** @param {string} score */
export const score = (score) => `score ${score}`;
export const notExamined = 'not examined';
export const tooFewSimulations = 'too few simulations';
export const unsure = '?';
/** @param {string} visits */
export const hardlyExamined = (visits) => `hardly examined: ${visits}`;
export const worseThanTheChoice = 'worse than the choice';
/** @param {string} chance @param {string} lead */
export const toWin = (chance, lead) => (lead ? `${chance} to win, ${lead}` : `${chance} to win`);
/** @param {number | null} plies */
export const winsIn = (plies) => (plies === null ? 'wins' : `wins in ${plies}`);
/** @param {number | null} plies */
export const losesIn = (plies) => (plies === null ? 'loses' : `loses in ${plies}`);
export const arrowBegins = 'An arrow begins here. Press Shift+M where it ends.';
export const even = 'even';
/** @param {string} lead   for example `3 houses` */
export const ahead = (lead) => `${lead} ahead`;
/** @param {string} lead */
export const behind = (lead) => `${lead} behind`;
