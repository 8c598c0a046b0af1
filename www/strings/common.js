/** Texts of every screen: navigation, parts that are loading, controls. */
/** @typedef {string | number | undefined} Value */

export * from './words.js';

/** @param {Value} name */
export const whatWasSavedAsDoes = (name) =>
  `The data saved as “${name}” cannot be used. It may be from another version, or damaged.`;
export const foundInStorage = 'It was found in the storage of this browser.';
export const copyOfAnotherTabsGame = 'A copy of another tab’s game.';
export const fileOfThisBoard = 'The file of this board is empty.';
export const totoraCouldNotBeLoaded =
  'Totora could not be loaded: a part of it is missing or damaged.';
/** @param {Value} text */
export const pleaseReloadThePage = (text) => `${text} Please reload the page.`;
/** @param {Value} what */
export const stillLoadingTheHost = (what) =>
  `Still loading ${what}: the server has not sent all of it yet.`;
/** @param {Value} what */
export const fileOfIsEmpty = (what) => `The file of ${what} is empty.`;
/** @param {Value} what */
export const totoraCouldNotLoad = (what) => `Totora could not load ${what}.`;
/** @param {Value} what */
export const loading = (what) => `Loading ${what}…`;
export const skipToTheBoard = 'Skip to the board';
export const skipToTheContent = 'Skip to the content';
export const screens = 'Screens';
export const whatThisIsAndPuzzles = 'About, and puzzles';
export const whichBotIsBetter = 'Which bot is better, and how certain is it?';
export const writeAHeuristic = 'Write a heuristic of your own, and watch it decide';
/** @param {Value} now @param {Value} next */
export const coloursChangeTo = (now, next) => `Colours: ${now}. Change to ${next}`;
/** @param {Value} now */
export const colours = (now) => `Colours: ${now}`;
export const copy = 'Copy';
export const programOutsideWhichTotora = 'An external program, run by totora serve.';
export const home = 'Home';
export const noCanvas = 'This browser has no canvas.';
/** @param {number} least @param {number} most @param {boolean} whole */
export const expectedNumber = (least, most, whole) => {
  const kind = whole ? 'a whole number' : 'a number';
  return most < Number.MAX_SAFE_INTEGER
    ? `Type ${kind} from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`
    : `Type ${kind}, ${least.toLocaleString('en')} or more.`;
};
/** @param {Value} game */
export const thisPageHasNoBoard = (game) => `This page has no board for “${game}” yet.`;
