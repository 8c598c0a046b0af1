/** What studies and notes say. */
import { whole } from '../ui/format.js';

export * from './words.js';
export const study = 'Study';
/** @param {string} name @param {string[]} addresses */
export const noStudyOf = (name, addresses) =>
  `There is no study “${name}”. There are these: ${addresses.join(', ')}.`;
/** @param {number} n @param {number} of */
export const chapterOf = (n, of) => `${whole(n)} of ${whole(of)}`;
export const next = 'Next';
export const nextTitle = 'Next chapter (N)';
export const previous = 'Previous';
export const previousTitle = 'Previous chapter (B)';
export const toThePosition = 'Back to the position';
export const leaveTheStudy = 'Leave the study';
export const yourAnswer = 'Your formula';
export const check = 'Check';
export const playTheMove = 'Play your move on the board.';
export const showTheAnswer = 'Show the answer';
export const saveAsPicture = 'Save as picture';
/** @param {string} question @param {number} tries */
export const foundOnTry = (question, tries) => `${question} Found on try ${whole(tries)}.`;
/** @param {string} author */
export const by = (author) => `by ${author}`;
/** @param {string} title */
export const openedStudy = (title) => `Opened the study “${title}”.`;
export const noteLabel = 'Note on this position';
/** @param {number} left */
export const charactersLeft = (left) => `${whole(left)} characters left`;
export const verdict = 'Verdict';
export const noVerdict = 'no verdict';
/** Names of verdicts. @type {Record<string, string>} */
export const verdicts = {
  '!!': '!! brilliant',
  '!': '! good',
  '!?': '!? interesting',
  '?!': '?! dubious',
  '?': '? mistake',
  '??': '?? blunder',
};
export const noteSaved = 'The note is saved.';
export const marksOnTheBoard = 'Marks on the board';
export const arrowTo = 'Arrow to';
export const noArrow = 'no arrow';
export const colour = 'Colour';
/** Names of colours with the shapes that they are drawn with. @type {Record<string, string>} */
export const colours = {
  green: 'green circle',
  red: 'red cross',
  blue: 'blue square',
  yellow: 'yellow triangle',
};
export const mark = 'Mark';
export const clearMarks = 'Clear marks';
export const howToMark =
  'On the board, press the right button, or hold a finger: once for a place, with a drag for an arrow. M marks the place with the focus; Shift+M begins an arrow and ends it.';
export const editorText =
  'Collect positions with their notes and marks. Readers walk through them with Next; the study is in one link or file.';
export const titleOfTheStudy = 'Title of the study';
export const author = 'Author';
export const untitled = 'A study';
/** @param {number} n */
export const titleOfChapter = (n) => `Title of chapter ${whole(n)}`;
/** @param {string} game @param {number} ply */
export const positionOf = (game, ply) => `${game}, move ${whole(ply)}`;
/** @param {number} n */
export const moveChapterUp = (n) => `Move chapter ${whole(n)} up`;
/** @param {number} n */
export const removeChapter = (n) => `Delete chapter ${whole(n)}`;
export const chapterRemoved = 'The chapter was deleted.';
export const studyCleared = 'The study was cleared.';
export const addThisPosition = 'Add this position';
export const preview = 'Preview';
export const makeALink = 'Make a link';
export const newStudy = 'New study';
export const linkToTheStudy = 'Link to the study';
/** @param {number} n */
export const task = (n) => `Task of chapter ${whole(n)}`;
export const noTask = 'nothing is asked';
export const findAMove = 'find a move';
export const predict = 'predict';
export const whichMove = 'Which move?';
export const whatDoYouExpect = 'What do you expect?';
export const question = 'Question';
export const rightMoves = 'Right moves, with commas between them';
export const choices = 'Choices, a line each';
export const rightOne = 'The right one';
export const whyIsItRight = 'Why it is right';
