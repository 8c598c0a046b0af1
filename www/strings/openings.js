/** What the openings of Isolation say. */
/** @typedef {string | number | undefined} Value */

export const notKnown = 'not known';
/** @param {Value} who */
export const seatWins = (who) => `${who} wins`;
export const seats = ['Red', 'Blue'];
export const player1GoesTo = '1. Red goes to';
export const player2AnswersWhoWins = '2. Blue answers: who wins?';
/** @param {Value} name */
export const player1 = (name) => `${name}, Red`;
/** @param {Value} name @param {Value} result */
export const playIt = (name, result) => `${name}, ${result}: play it`;
/** @param {Value} names @param {Value} wins @param {Value} many @param {Value} wins2 @param {Value} kinds @param {Value} count */
export const afterPlayer2Wins = (names, wins, many, wins2, kinds, count) =>
  `After ${names}, with best play on both sides, Blue wins on ${wins} of ${many} cells, Red on ${wins2}. Counting turned and mirrored positions once, these are ${kinds} of the ${count} different openings.`;
export const pointAtAnAnswer =
  'Point at an answer to see equal ones; click one to continue from there.';
/** @param {Value} names @param {Value} names2 @param {Value} result */
export const framedTheSameBut = (names, names2, result) =>
  `${names} ${names2}: ${result}. Framed: equal answers, turned or mirrored.`;
export const whoWinsIsKnown =
  'The winner is known on 7x7 only. On this board, every answer is unknown (?).';
