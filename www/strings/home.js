/** What Home says. */
import { counted, whole } from '../ui/format.js';

export * from './words.js';
export const openHint = 'Paste a link or a record, or choose a file.';
export const openField = 'Link or record';
export const hero = 'See why a bot moves. Then change its mind.';
/** @param {number} bots */
export const heroText = (bots) =>
  `Two bots are playing Isolation. A knight that cannot move loses. Drag the slider: Red’s next move changes with it. Five games and ${whole(bots)} bots run in this page, without an account.`;
export const heroBoard = 'Isolation, played by two bots';
export const cautious = 'Cautious';
export const aggressive = 'Aggressive';
export const weight = 'How much Red counts Blue’s moves';
/** @param {number} weight */
export const weightValue = (weight) =>
  `Each move Blue has takes ${weight.toLocaleString('en')} off Red’s score.`;
/** @param {string} value @param {string} next */
export const sliderText = (value, next) => `${value} ${next}`;
export const scores = 'Numbers on the board: Red’s score for each move. The highest is played.';
/** @param {string} move */
export const onlyMove = (move) => `${move} is Red’s only move.`;
/** @param {string} move */
export const winningMove = (move) => `${move} wins: Blue cannot move.`;
/** @param {string} move @param {number} own @param {number} theirs */
export const bestForBoth = (move, own, theirs) =>
  `${move} leaves Red ${counted(own, 'move')} and Blue ${whole(theirs)}.`;
/** @param {string} move @param {number} less @param {number} taken */
export const trade = (move, less, taken) =>
  `${move} takes ${counted(taken, 'move')} from Blue and costs Red ${whole(less)}.`;
/** @param {string} move @param {string} other */
export const changed = (move, other) => `Now ${move} instead of ${other}.`;
export const winner = ['Red wins: Blue cannot move.', 'Blue wins: Red cannot move.'];
/** @param {string} move */
export const played = (move) => `Red plays ${move}. Blue is to move.`;
export const go = 'Play on';
export const step = 'Next move';
export const play = 'Play';
export const startHere = 'Start here.';
/** @param {string} name */
export const playGame = (name) => `Play ${name}`;
/** @param {string} name */
export const watchGame = (name) => `Watch ${name}`;
export const watchTitle = 'Watch bots play';
/** @param {string} far */
export const goOn = (far) => `Continue, ${far}`;
/** @param {string} name @param {string} far */
export const goOnWith = (name, far) => `Continue: ${name}, ${far}`;
export const longGame = 'a long game';
/** @param {number} plies */
export const atMove = (plies) => `move ${whole(plies)}`;
/** @param {number} seats @param {number} bots */
export const cast = (seats, bots) => `${counted(seats, 'player')} · ${counted(bots, 'bot')}`;
/** @param {number} level */
export const beaten = (level) => `You beat level ${whole(level)}`;
export const clear = 'Clear my progress';
export const arenaText =
  'Let bots play each other. Find out which is better, and how certain it is.';
export const labText = 'Write a heuristic of your own and watch it decide.';
