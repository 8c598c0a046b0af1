/** What an embedded game says. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const nameOfAnOverlay = 'the name of an overlay';
/** @param {Value} least @param {Value} most @param {Value} fastest */
export const numberFromToOr = (least, most, fastest) =>
  `a number from ${least} to ${most}, or ${fastest}`;
export const numberOfMoves0 = 'a number of moves, 0 or more';
/** @param {Value} quoted @param {Value} one */
export const isNoOptionThereAre = (quoted, one) =>
  `${quoted} is not an option; the options are ${one}.`;
/** @param {Value} quoted */
export const isThereTwiceTheFirst = (quoted) => `${quoted} is given twice: only the first counts.`;
/** @param {Value} quoted @param {Value} quoted2 @param {Value} expected */
export const isAndShouldBe = (quoted, quoted2, expected) =>
  `${quoted} is ${quoted2}, but should be ${expected}.`;
/** @param {Value} quoted @param {Value} quoted2 @param {Value} one @param {Value} name */
export const isAndShouldBeIn = (quoted, quoted2, one, name) =>
  `${quoted} is ${quoted2}, but should be ${one} in ${name}.`;
/** @param {Value} quoted @param {Value} ply @param {Value} plies */
export const isAndThisGame = (quoted, ply, plies) =>
  `${quoted} is ${ply}, but this game ends at ${plies}: the end is shown.`;
/** @param {Value} problem */
export const inTheAddress = (problem) => `In the address: ${problem}`;
