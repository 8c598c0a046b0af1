/** What the screen says on which a heuristic learns. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export { reset } from './analyse.js';
export { paused } from './arena.js';
export { opponent } from './play.js';
export { backToTheLab, sameOnTheCommandLine } from './prove.js';
export * from './words.js';

export const learning = 'Learning';
export const about =
  'The heuristic plays against itself, one move ahead. After each game, a weight grows if its term was high where the result turned out better than predicted, and shrinks where it turned out worse: TD(λ).';
export const tutorial = 'Tutorial: how a heuristic learns';
export const useTheSuggestedTerms = 'Use the suggested terms';
export const trainingGames = 'games against itself';
export const learningRate = 'learning rate';
export const lambda = 'λ, reach of an error';
export const epsilon = 'ε, random moves';
export const every = 'games between measurements';
export const measure = 'games of a measurement';
export const verify = 'games of verification';
export const settings = 'Settings of the learning';
export const startFromZero = 'Start from zero';
export const oneGame = 'One game, move by move';
export const keep = 'Keep this heuristic';
/** @param {Value} game */
export const workerStopped = (game) =>
  `It stopped after game ${game}. Nothing before is lost; press Resume.`;
export const savedDoesNotFit = 'A saved learning does not fit this version';
export const before = 'All weights begin at zero. The board shows what they say of each move.';
export const weightsFromZero = 'Weights, from zero';
export const effectOf =
  'The bar is the effect of a usual difference of the term on the chance to win.';
/** @param {Value} term @param {Value} weight */
export const weightOf = (term, weight) => `${term}: weight ${weight}`;
export const measuring = 'measuring';
export const verifying = 'verifying';
export const finished = 'finished';
/** @param {number} games @param {Value} all @param {Value} rate */
export const progress = (games, all, rate) =>
  `${counted(games, 'game')} of ${all}${rate ? ` · ${rate} games a second` : ''}`;
/** @param {Value} name */
export const shareAgainst = (name) => `Share of the points against ${name}`;
/** @param {Value} name @param {Value} share @param {Value} low @param {Value} high */
export const shareNow = (name, share, low, high) =>
  `${share}% of the points against ${name} (95%: ${low} to ${high})`;
/** @param {Value} name @param {number} games @param {Value} share @param {Value} low @param {Value} high */
export const verified = (name, games, share, low, high) =>
  `On new openings, ${counted(games, 'game')}: ${share}% of the points against ${name} (95%: ${low} to ${high}).`;
export const asStrong =
  'Middle line: as strong as the opponent. Bars: 95% intervals over pairs of games.';
export const loss = 'Squared error of the predictions';
export const lossAbout = 'Line: the error of the predictions. Dots: a fixed guess.';
/** @param {Value} n */
export const gameNumber = (n) => `Game ${n}`;
export const randomMove = 'random move';
export const notLearnedFrom = 'Nothing is learned from this move.';
