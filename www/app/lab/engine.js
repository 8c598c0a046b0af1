/**
 * All calls of the Lab to Rust: checking formulas, features of a position, bots as formulas, progress of lessons. Each
 * takes microseconds, so they run on the main thread.
 */

import * as strings from '../../strings/lab.js';
import { readyEngine } from '../../worker/engine.js';
import { ask, caughtText } from '../session.js';

/** @typedef {import('../../pkg/totora.js').Written} Written */
/** @typedef {import('../../pkg/totora.js').HeuristicError} HeuristicError */
/** @typedef {import('../../pkg/totora.js').HandInResult} HandInResult */

/** @param {string} game @param {string} text @returns {Written | HeuristicError} */
export const checkWhole = (game, text) =>
  readyEngine()?.lab_check(game, text) ?? { term: null, error: strings.engineIsNotThereYet };

/** Checks a single formula; an error has its place. @param {string} game @param {string} formula */
export const checkTerm = (game, formula) => checkWhole(game, JSON.stringify([{ formula }]));

/** Functions of the language and their signatures. */
export const language = () => readyEngine()?.lab_language() ?? [];

/** A bot as formulas. @param {string} game @param {string} bot @returns {import('../../pkg/totora.js').LabOpened | { error: string }} */
export function openBot(game, bot) {
  try {
    return readyEngine()?.lab_open(game, bot, {}) ?? { error: strings.engineIsNotThereYet };
  } catch (error) {
    return { error: caughtText(error) };
  }
}

/** Values of all features in the shown position, for every seat. */
export const featuresHere = () => ask((s) => s.lab_features()) ?? [];

/** Values of a heuristic's terms there. @param {string} text */
export const valuesHere = (text) => ask((s) => s.lab_values(text)) ?? null;

/** The engine, which must be fully loaded. @returns {import('../../worker/engine.js').Engine} */
const whole = () => /** @type {any} */ (readyEngine());

/** Parses a lesson; throws errors with their place. @param {string} text as JSON */
export const lesson = (text) => whole().lab_lesson(text);

/** A link to a lesson, from `#` on. @param {string} text */
export const lessonLink = (text) => whole().lab_lesson_link(text);

/** A link that opens the Lab, from `#` on. @param {object} sent see `lab/shared.rs` */
export const labLink = (sent) => whole().lab_link(sent);

/** Content of such a link. @param {string} link */
export const sentIn = (link) => whole().lab_sent(link);

/** The games that measure a heuristic at the end of a lesson; null for a lesson without games. @param {string} text of the lesson @param {import('../types.js').OptionValues} options */
export const measuring = (text, options) => whole().lab_measuring(text, options);

/** The number of games of a setup. @param {import('../../pkg/totora.js').ArenaSetup} setup */
export const gamesOf = (setup) => whole().plan_arena(setup).games;

/** The link from `#` on, and the code, of a pupil's work. @param {string} text of the lesson @param {Omit<import('../../pkg/totora.js').HandIn, 'lesson' | 'totora'>} work */
export const handIn = (text, work) => whole().lab_hand_in(text, work);

/** What is wrong with a result, from its games as played again; empty if it is right. @param {HandInResult} handed @param {HandInResult} played @param {string} totora the version that made it */
export const compare = (handed, played, totora) => whole().lab_compare(handed, played, totora);

/** A typed code in its usual form; throws what is wrong with it. @param {string} text */
export const codeIn = (text) => whole().lab_code(text);

/** The hand-in of a link. @param {string} link */
export const handedIn = (link) => whole().lab_handed_in(link);

/** Whether the bot `lab` with these options meets a step. @param {string} text of the lesson @param {number} step @param {import('../types.js').OptionValues} options */
export const judge = (text, step, options) => whole().lab_judge(text, step, options);

/**
 * The verdict of a step's games; null if more are needed.
 * @param {string} text of the lesson @param {number} step @param {number} games
 * @param {import('../../pkg/totora.js').PairReport} pair   the share of the points @param {string} prediction
 */
export function verdict(text, step, games, pair, prediction) {
  const { low, high } = pair.paired ?? pair;
  const middle = pair.paired?.middle ?? pair.share;
  return whole().lab_verdict(text, step, games, middle, (high - low) / 2, prediction);
}
