/** What the board of FenceMaster says. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const takeTheStone = 'Take the stone on the board as yours; White moves next';
export const putTheStone = 'Put the stone on the marked cell';
export const score = 'score';
export const notSolved = 'not solved';
export const groups = 'Groups';
export const outlineTheGroupsOfStones =
  'Outline the groups of stones, with a line to each edge of the board that they touch';
export const numbers = 'Numbers';
export const numberTheStones = 'Number the stones by ply';
export const letters = 'Letters';
export const nameEachCell = 'Name each cell by a letter and a number, as SGF files do';
export const boardAsText = 'Board as text';
export const turnTheBoard =
  'Turn the board by a quarter: its cells stand on a point, or lie on a side';
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
  'Norton-Rizk’s utility of every empty cell: it plays where that is highest.';
export const visits = 'Visits';
export const totorasVisits = 'Totora’s visits';
export const howOftenTotorasTreeSearch =
  'How often Totora’s tree search has looked into every move.';
export const playouts = 'Playouts';
export const wonInTotorasPlayouts = 'won in Totora’s playouts';
export const whatShareOfTotorasRandom =
  'What share of Totora’s random games after every move the side to move wins, certain results included; faint where there were few. A fifth of the score.';
export const judgement = 'Judgement';
export const totorasJudgement = 'Totora’s judgement';
export const howGoodThePositionsLook =
  'How good the positions look that Totora’s search came to after every move, by the stones that both lack to a tripod; 50% is level, faint where there were few. Four fifths of the score.';
export const distance = 'Distance';
export const edgewisesDistance = 'Edgewise’s distance';
export const edgewiseHowManyStonesMore =
  'Edgewise: how many stones more the opponent lacks to a tripod than the side to move, after every move; how many ways there are counts a little.';
