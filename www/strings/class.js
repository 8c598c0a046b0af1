/** What the class table and the hand-in at the end of a lesson say. */
import { counted, whole } from '../ui/format.js';

export { classTable, game, gamesPlayed, loading, name, result, stop } from './words.js';

/** @typedef {string | number | undefined} Value */

// --- the hand-in ---------------------------------------------------------------------------------

export const handIn = 'Hand in';
export const lessonIsComplete =
  'Lesson complete. The heuristic is yours: save it, share it, play against it.';
/** @param {number} games */
export const measuring = (games) =>
  `To hand it in, it is measured in ${counted(games, 'game')}, which anyone can play again.`;
/** @param {number} done @param {number} games */
export const playedOf = (done, games) => `${whole(done)} of ${counted(games, 'game')}`;
export const measure = 'Measure it';
export const yourName = 'Your name (may stay empty)';
export const sendTheLink =
  'Send the link to your teacher. Nothing was sent yet: the link holds your name, your heuristic and its result.';
export const link = 'Link to the hand-in';
export const code = 'Code to type';
export const whatTheCodeIs =
  'The code fits on paper. It tells which link is yours, but it does not replace the link.';
export const done = 'Done';

// --- the table -----------------------------------------------------------------------------------

export const about =
  'Paste the links that your pupils sent, one per line, or drop files with them. The table and all names stay in this browser.';
export const links = 'Links';
export const addAFile = 'Add a file';
/** @param {Value} line */
export const line = (line) => `Line ${line}`;
/** @param {number} found @param {number} most */
export const listIsTooLong = (found, most) =>
  `The list has ${whole(found)} characters; at most ${whole(most)} are read.`;
/** @param {Value} name */
export const fileIsTooLarge = (name) => `“${name}” is too large for a list of links.`;
export const playAgain = 'Check the results';
export const playAgainTitle = 'Plays the games of every result again';
/** @param {string} game */
export const league = (game) => `League of ${game}`;
export const leagueTitle = 'Enters all heuristics in the Arena';
/** @param {number} most */
export const leagueOfTheBest = (most) => `The Arena takes ${most} bots: the best are entered.`;
export const print = 'Print';
export const findACode = 'Find a code';
/** @param {string} code @param {string} who */
export const codeIsOf = (code, who) => `${code} is the work of ${who}.`;
/** @param {string} code */
export const codeIsUnknown = (code) => `No link here has the code ${code}.`;
export const attempts = 'Attempts';
export const predictions = 'Predictions';
export const checked = 'Checked';
/** @param {number} right @param {number} of */
export const rightOf = (right, of) => `${right} of ${of}`;
/** @param {number} share */
const percent = (share) => (100 * share).toFixed(1);
/** @param {{ share: number, low: number, high: number }} of */
export const shareOf = ({ share, low, high }) =>
  `${percent(share)}% (${percent(low)} to ${percent(high)})`;
export const verdicts = { right: 'right', wrong: 'wrong', open: 'not yet', none: 'no games' };
/** @param {string} who */
export const openTheWork = (who) => `Open the work of ${who} in the Lab`;
export const whatIsWrong = 'What is wrong';
/** @param {number} rows @param {number} wrong */
export const summary = (rows, wrong) =>
  `${counted(rows, 'hand-in')}, ${wrong === 0 ? 'none' : whole(wrong)} wrong.`;
