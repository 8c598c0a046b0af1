/** What puzzles say. */
import { counted, whole } from '../ui/format.js';

export * from './words.js';
export const daily = 'Today’s puzzle';
export const studies = 'What does a heuristic see?';
export const studiesText =
  'A study per game: what a bot counts, what changes its mind, and what it cannot see.';
export const studySize = 'Five minutes';
export const puzzles = 'Puzzles';
export const puzzlesText = 'One move keeps the win, and every other loses. Find it on the board.';
export const puzzle = 'Puzzle';
/** @param {string} game @param {number} number */
export const puzzleTitle = (game, number) => `${game}, puzzle ${whole(number)}`;
/** @param {number} legal */
export const puzzleSize = (legal) => `${counted(legal, 'move')} to choose from`;
/** @param {string} seat */
export const puzzleQuestion = (seat) => `${seat} to move. One move keeps the win. Find it.`;
/** @param {string} move */
export const puzzleWrong = (move) => `${move} loses. Try another move.`;
/** @param {string} move @param {number | null} plies @param {number} others */
export const puzzleRight = (move, plies, others) => {
  const soon = plies ? `, within ${counted(plies, 'move')} by both players` : '';
  return `${move} wins${soon}. ${others === 1 ? 'The other move loses.' : `The other ${whole(others)} moves lose.`}`;
};
/** @param {string} bot @param {string} move */
export const puzzleWeak = (bot, move) => `${bot} would play ${move}.`;
/** @param {number} tries */
export const puzzleFound = (tries) => `One move keeps the win. Found on try ${whole(tries)}.`;
export const puzzleOpen = 'One move keeps the win. Can you find it?';
export const showAnswer = 'Show the answer';
export const savePicture = 'Save as picture';
export const nextPuzzle = 'Next puzzle';
