/**
 * What the Lab asks Rust, all in one place: is a formula right, what are the features here, how does a bot read as
 * formulas, how far is a lesson. All of it is microseconds, so it is asked on the page itself.
 */

import * as strings from '../../strings/lab.js';
import { readyEngine } from '../../worker/engine.js';
import { ask, errorText } from '../session.js';

/** @typedef {import('../../pkg/totora.js').Written} Written */
/** @typedef {import('../../pkg/totora.js').HeuristicError} HeuristicError */

/** @param {string} game @param {string} text @returns {Written | HeuristicError} */
export const checkWhole = (game, text) =>
  readyEngine()?.lab_check(game, text) ?? { term: null, error: strings.engineIsNotThereYet };

/** A formula alone; where it is wrong, with its place. @param {string} game @param {string} formula */
export const checkTerm = (game, formula) => checkWhole(game, JSON.stringify([{ formula }]));

/** The functions of the language, each with how it is called. */
export const language = () => readyEngine()?.lab_language() ?? [];

/** A bot as formulas. @param {string} game @param {string} bot @returns {import('../../pkg/totora.js').LabOpened | { error: string }} */
export function openBot(game, bot) {
  try {
    return readyEngine()?.lab_open(game, bot, {}) ?? { error: strings.engineIsNotThereYet };
  } catch (error) {
    return { error: errorText(error) };
  }
}

/** The values of all features in the position that is shown, for every seat. */
export const featuresHere = () => ask((s) => s.lab_features()) ?? [];

/** What a heuristic's terms are worth there. @param {string} text */
export const valuesHere = (text) => ask((s) => s.lab_values(text)) ?? null;

/** The engine, of which all must be there. @returns {import('../../worker/engine.js').Engine} */
const whole = () => /** @type {any} */ (readyEngine());

/** A lesson; throws what is wrong with it, and where. @param {string} text as JSON */
export const lesson = (text) => whole().lab_lesson(text);

/** A link to a lesson, from `#` on. @param {string} text */
export const lessonLink = (text) => whole().lab_lesson_link(text);

/** A link that opens the Lab, from `#` on. @param {object} sent as `lab/shared.rs` has it */
export const labLink = (sent) => whole().lab_link(sent);

/** What such links hold. @param {string} link */
export const sentIn = (link) => whole().lab_sent(link);

/** How far the bot `lab` with these options is with a step. @param {string} text of the lesson @param {number} step @param {import('../types.js').OptionValues} options */
export const judge = (text, step, options) => whole().lab_judge(text, step, options);

/**
 * What the games of a step say; null where more are needed.
 * @param {string} text of the lesson @param {number} step @param {number} games
 * @param {import('../../pkg/totora.js').PairReport} pair   the share of the points @param {string} prediction
 */
export function verdict(text, step, games, pair, prediction) {
  const { low, high } = pair.paired ?? pair;
  const middle = pair.paired?.middle ?? pair.share;
  return whole().lab_verdict(text, step, games, middle, (high - low) / 2, prediction);
}
