/** The texts of the film of a search. */

import { whole as grouped } from '../ui/format.js';

export { searching as comparing } from './analyse.js';
export { close } from './play.js';
export { games, pause, speed } from './words.js';

export const title = 'Search, step by step';
export const recording = 'Recording the search…';
export const workerStopped = 'The search stopped, so it is recorded again.';
export const failed = 'The search cannot be recorded.';
export const empty = 'This bot did not examine any move here.';
export const first = 'First event';
export const back = 'Step back';
export const play = 'Play';
export const stepIn = 'Step in';
export const stepOver = 'Step over';
export const last = 'Last event';
export const scrub = 'Event';
/** @param {number} events */
export const eventsASecond = (events) => `${events} a second`;
export const jumpTo = 'Jump to';
export const firstCut = 'First cut';
export const choiceChanged = 'Choice changed';
export const lastIteration = 'Last iteration';
export const copyLink = 'Copy a link to this event';
export const linkCopied = 'The link to this event is on the clipboard.';
export const linkNotCopied = 'The link could not be copied.';
/** @param {number} number @param {number} all */
export const eventOf = (number, all) => `Event ${grouped(number)} of ${grouped(all)}`;
/** @param {number} count */
export const skipped = (count) =>
  count === 1
    ? '1 event before this one was skipped'
    : `${grouped(count)} events before this one were skipped`;
/** @param {number} stored @param {number} all */
export const sampled = (stored, all) =>
  `The search has ${grouped(all)} events. The film shows ${grouped(stored)}: the first thousand, every change of the choice, and samples.`;
/** @param {number} number */
export const notStored = (number) =>
  `Event ${grouped(number)} was skipped. The film shows the one before it.`;
/** @param {number} count @param {boolean} tree */
export const lookedAt = (count, tree) =>
  `${grouped(count)} ${tree ? 'games played' : count === 1 ? 'position looked at' : 'positions looked at'}`;
/** @param {number} cuts @param {number} moves */
export const spared = (cuts, moves) => `${grouped(cuts)} cuts spared ${grouped(moves)} moves`;
/** @param {number} count */
export const minimaxNeeds = (count) => `Plain minimax needs ${grouped(count)} (counted)`;
/** @param {number} count */
export const minimaxNeedsMore = (count) => `Plain minimax needs more than ${grouped(count)}`;
export const rootMoves = 'Moves at the root';
/** @param {number} visits */
export const visits = (visits) => `${grouped(visits)} games`;
export const atMost = 'at most';
/** @param {string} low @param {string} high */
export const window = (low, high) => `Window ${low} to ${high}`;
export const tree = 'Tree so far';
/** @param {number} nodes */
export const more = (nodes) => `+ ${grouped(nodes)}`;
/** @param {number} moves */
export const cut = (moves) => `✂ ${grouped(moves)}`;
export const terms = 'Terms at the end of the line';
export const compare = 'The same search';
export const withoutCuts = 'without cuts';
export const unordered = 'in the order of the list';
/** @param {number} constant */
export const explores = (constant) => `exploration ${constant}`;
export const asItIs = 'as it is';
export const search = 'Search';
export const positions = 'Positions';
export const cuts = 'Cuts';
export const chooses = 'Choice';
export const depth = 'Depth';
/** @param {number} count */
export const moreThan = (count) => `more than ${grouped(count)}`;
