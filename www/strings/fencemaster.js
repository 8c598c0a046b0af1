/** What the board of FenceMaster says. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const takeTheStone = 'Take over the stone on the board; your opponent moves next';
export const putTheStone = 'Put the stone on the marked cell';
export const score = 'score';
export const notSolved = 'not solved';
export const groups = 'Groups';
export const outlineTheGroupsOfStones =
  'Outline the groups of stones, with a line to each edge of the board that they touch';
export const numbers = 'Numbers';
export const numberTheStones = 'Number the stones by ply';
export const courseNames = 'Row and column';
export const nameEachCell = 'Show the row and column of each cell, as the course writes it';
export const turnTheBoard = 'Turn the board by a quarter: the cells stand on a corner or lie flat';
/** @param {Value} text */
export const noStoneCanBePut = (text) => `${text}: you cannot place a stone there.`;
export const stoneOnTheBoardMay = 'You can take over the stone on the board instead.';
/** @param {Value} aimed */
export const tapAgainToPut = (aimed) => `Tap ${aimed} again to put your stone there.`;
/** @param {Value} worth */
export const swap = (worth) => `Swap${worth}`;
/** @param {Value} aimed */
export const putItOn = (aimed) => `Put it on ${aimed}`;
export const proven = 'proven';
export const utility = 'Utility';
export const nortonRizksUtility = 'Norton-Rizk’s utility';
export const nortonRizksUtilityOfEvery =
  'Norton-Rizk’s utility of each empty cell. It plays on the highest.';
export const visits = 'Visits';
export const totorasVisits = 'Totora’s visits';
export const howOftenTotorasTreeSearch = 'How often Totora’s tree search examined each move.';
export const playouts = 'Playouts';
export const wonInTotorasPlayouts = 'won in Totora’s playouts';
export const whatShareOfTotorasRandom =
  'The share of Totora’s random games after each move that the player to move wins, proven results included. Faint: only a few games. A fifth of the score.';
export const judgement = 'Judgement';
export const totorasJudgement = 'Totora’s judgement';
export const howGoodThePositionsLook =
  'Average judgement of the positions that Totora’s search reached after each move, by the stones that both players still need to win. 50% is even. Faint: only a few. Four fifths of the score.';
export const distance = 'Distance';
export const edgewisesDistance = 'Edgewise’s distance';
export const edgewiseHowManyStonesMore =
  'Edgewise’s score after each move: how many more stones the opponent needs for a tripod than the player to move. The number of ways counts a little.';
