/** Weights of the shown bot: the options that set them, and the values that these take. */
import { shownBot } from './shown.js';
import { botInfo } from './store.js';

/** @typedef {import('./types.js').NumberOption} NumberOption */

/** The option that sets a term's weight, if there is one. @param {string} key   of the term @returns {NumberOption | null} */
export function weightOption(key) {
  const option = botInfo(shownBot.value?.bot ?? '')?.options.find((one) => one.key === key);
  return option?.type === 'number' ? option : null;
}

/** The value of an option that is nearest to a weight. @param {NumberOption} option @param {number} weight */
export function nearestValue({ min, max, step }, weight) {
  const value = Math.round(weight / Number(step)) * Number(step);
  return Number(Math.min(max, Math.max(min, value)).toFixed(3));
}
