/** Weights of the shown bot: their options, and the valid values. */
import { shownBot } from './shownBot.js';
import { botInfo } from './store.js';

/** @typedef {import('./types.js').NumberOption} NumberOption */

/** The option of a term's weight, if any. @param {string} key   of the term @param {string} [bot]   the shown one by default @returns {NumberOption | null} */
export function weightOption(key, bot = shownBot.value?.bot ?? '') {
  const option = botInfo(bot)?.options.find((one) => one.key === key);
  return option?.type === 'number' ? option : null;
}

/** The valid value of an option nearest to a weight. @param {NumberOption} option @param {number} weight */
export function nearestValue({ min, max, step }, weight) {
  const value = Math.round(weight / Number(step)) * Number(step);
  return Number(Math.min(max, Math.max(min, value)).toFixed(3));
}
