/**
 * What the Lab asks Rust, all in one place: is a formula right, what are the features here, how does a bot read as
 * formulas, how far is a lesson. All of it is microseconds, so it is asked on the page itself.
 */

import * as strings from '../../strings/lab.js';
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
  if (!found) return { ok: false, term: null, error: strings.engineIsNotThereYet };
  return read(found.lab_check(game, text));
}

/** A formula alone; where it is wrong, with its place. @param {string} game @param {string} formula @returns {LabCheck} */
export const checkTerm = (game, formula) => checkWhole(game, JSON.stringify([{ formula }]));

/** The functions of the language, each with how it is called. @returns {[string, string][]} */
export const language = () => read(readyEngine()?.lab_language() ?? '[]');

/** A bot as formulas. @param {string} game @param {string} bot @param {import('../types.js').OptionValues} options @returns {import('../../pkg/totora.js').LabOpened} */
export function openBot(game, bot, options) {
  const found = readyEngine();
  if (!found) return { ok: false, error: strings.engineIsNotThereYet };
  return read(found.lab_open(game, bot, JSON.stringify(options)));
}

/** The values of all features in the position that is shown, for every seat. @returns {number[][]} */
export const featuresHere = () => read(ask((s) => s.lab_features()) ?? '[]');

/** What a heuristic's terms are worth there. @param {string} text @returns {import('../../pkg/totora.js').LabValues | null} */
export const valuesHere = (text) => read(ask((s) => s.lab_values(text)) ?? 'null');

/** The engine, of which all must be there. @returns {import('../../worker/engine.js').Engine} */
const whole = () => /** @type {any} */ (readyEngine());

/** A lesson; throws what is wrong with it, and where. @param {string} text as JSON @returns {LabLesson} */
export const lesson = (text) => read(whole().lab_lesson(text));

/** A link to a lesson, from `#` on. @param {string} text */
export const lessonLink = (text) => whole().lab_lesson_link(text);

/** A link that opens the Lab, from `#` on. @param {object} sent as `lab/shared.rs` has it @returns {string} */
export const labLink = (sent) => whole().lab_link(JSON.stringify(sent));

/** What such links hold. @param {string} link @returns {import('../../pkg/totora.js').LabSent} */
export const sentIn = (link) => read(whole().lab_sent(link));

/** How far the bot `lab` with these options is with a step. @param {string} text of the lesson @param {number} step @param {import('../types.js').OptionValues} options @returns {LabJudged} */
export const judge = (text, step, options) =>
  read(whole().lab_judge(text, step, JSON.stringify(options)));

/**
 * What the games of a step say; null where more are needed.
 * @param {string} text of the lesson @param {number} step @param {number} games
 * @param {import('../../pkg/totora.js').ArenaReport['pairs'][number]} pair   the share of the points @param {string} prediction
 * @returns {import('../../pkg/totora.js').LabVerdict | null}
 */
export function verdict(text, step, games, pair, prediction) {
  const { low, high } = pair.paired ?? pair;
  const middle = pair.paired?.middle ?? pair.share;
  return read(whole().lab_verdict(text, step, games, middle, (high - low) / 2, prediction));
}
