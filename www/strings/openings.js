/** What the openings of Isolation say. */
/** @typedef {string | number | undefined} Value */

export const notKnown = 'not known';
/** @param {Value} who */
export const playerWins = (who) => `Player ${who} wins`;
export const player1GoesTo = '1. Player 1 goes to';
export const player2AnswersWhoWins = '2. Player 2 answers: who wins?';
/** @param {Value} name */
export const player1 = (name) => `${name}, Player 1`;
/** @param {Value} name @param {Value} result */
export const playIt = (name, result) => `${name}, ${result}: play it`;
/** @param {Value} names @param {Value} wins @param {Value} many @param {Value} wins2 @param {Value} kinds @param {Value} count */
export const afterPlayer2Wins = (names, wins, many, wins2, kinds, count) =>
  `After ${names}, Player 2 wins on ${wins} of ${many} cells, Player 1 on ${wins2}, with best play on both sides. They are ${kinds} different answers of the ${count} that there are in all, when what turning and mirroring makes alike counts once.`;
export const pointAtAnAnswer =
  'Point at an answer to see equal ones; click one to continue from there.';
/** @param {Value} names @param {Value} names2 @param {Value} result */
export const framedTheSameBut = (names, names2, result) =>
  `${names} ${names2}: ${result}. Framed: the same apart from turns and mirrors.`;
export const whoWinsIsKnown =
  'Who wins is known for 7x7 only; on this board every answer is unknown: ?';
