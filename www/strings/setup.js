/** What the panel says where positions are set up. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const thereIsNoGame = 'There is no game to set up.';
export const boardToSetUp = 'The board to set up';
export const empty = 'empty';
/** @param {string} group */
export const island = (group) => `island ${group}`;
/** @param {string} name @param {Value} what @param {number} count */
export const spot = (name, what, count) =>
  count > 1 ? `${name}, ${what}, ${count} of them` : `${name}, ${what}`;
export const opening = 'Opening…';
export const asAtTheStart = 'Starting position';
export const showAll = 'Show all';
export const clickToPlaceAPiece =
  'Click to place a piece, right-click to remove it. Keys: arrows and Enter, Delete, 1 to 9 for the piece, R to turn it.';
export const show = 'Show';
export const playFromHere = 'Play from here';
export const analyse = 'Analyse';
export const newGameWithCurrentPlayers = 'Start a new game with the current players';
export const newGameWithPeople = 'Start a new game with people on all seats and the analysis open';
export const linkToThisPosition = 'Link to this position';
export const pieces = 'Pieces';
export const turn = 'Turn';
export const positionAsText = 'The position as text';
export const useThisText = 'Use this text';
