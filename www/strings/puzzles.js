/** What Home says of puzzles and studies. */
export * from './words.js';
export const daily = 'Today’s puzzle';
export const studies = 'What does a heuristic see?';
export const studiesText =
  'A study per game: what a bot counts, what changes its mind, and what it cannot see.';
export const studySize = 'Five minutes';
export const puzzles = 'Puzzles';
export const puzzlesText = 'One move keeps the win, and every other loses. Find it on the board.';
