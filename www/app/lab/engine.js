/**
 * What the Lab asks Rust, all in one place: is a formula right, what are the features here, how does a bot read as
 * formulas, how far is a lesson. All of it is microseconds, so it is asked on the page itself.
 */
import { readyEngine } from '../../worker/engine.js';
import { ask } from '../session.js';

/** @typedef {import('../../pkg/totora.js').LabCheck} LabCheck */
/** @typedef {import('../../pkg/totora.js').LabLesson} LabLesson */
/** @typedef {import('../../pkg/totora.js').LabJudged} LabJudged */

/** @param {string} text @returns {any} */
const read = (text) => JSON.parse(text);

/** @param {string} game @param {string} text @returns {LabCheck} */
export function checkWhole(game, text) {
  const found = readyEngine();
  if (!found) return { ok: false, term: null, error: 'The engine is not there yet.' };
  return read(found.lab_check(game, text));
}

/** A formula alone; where it is wrong, with its place. @param {string} game @param {string} formula @returns {LabCheck} */
export const checkTerm = (game, formula) => checkWhole(game, JSON.stringify([{ formula }]));

/** The functions of the language, each with how it is called. @returns {[string, string][]} */
export const language = () => read(readyEngine()?.lab_language() ?? '[]');

/** A bot as formulas. @param {string} game @param {string} bot @param {import('../types.js').OptionValues} options @returns {import('../../pkg/totora.js').LabOpened} */
export function openBot(game, bot, options) {
  const found = readyEngine();
  if (!found) return { ok: false, error: 'The engine is not there yet.' };
  return read(found.lab_open(game, bot, JSON.stringify(options)));
}

/** The values of all features in the position that is shown, for every seat. @returns {number[][]} */
export const featuresHere = () => read(ask((s) => s.lab_features()) ?? '[]');

/** What a heuristic's terms are worth there. @param {string} text @returns {import('../../pkg/totora.js').LabValues | null} */
export const valuesHere = (text) => read(ask((s) => s.lab_values(text)) ?? 'null');

/** @returns {LabLesson[]} */
export const lessons = () => read(readyEngine()?.lab_lessons() ?? '[]');

/** How far the bot `lab` with these options is with a step. @param {string} game @param {number} step @param {import('../types.js').OptionValues} options @returns {LabJudged} */
export const judge = (game, step, options) =>
  read(/** @type {any} */ (readyEngine()).lab_judge(game, step, JSON.stringify(options)));

/**
 * What the games of a step say; null where more are needed.
 * @param {string} game @param {number} step @param {number} games
 * @param {{ low: number, middle: number, high: number }} paired   the share of the points @param {string} prediction
 * @returns {import('../../pkg/totora.js').LabVerdict | null}
 */
export const verdict = (game, step, games, { low, middle, high }, prediction) =>
  read(
    readyEngine()?.lab_verdict(game, step, games, middle, (high - low) / 2, prediction) ?? 'null',
  );
