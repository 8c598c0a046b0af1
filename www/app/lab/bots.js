/** The bots that the browser keeps, as seats offer them: those in code, and heuristics of the Lab. */
import { computed, signal } from '@preact/signals';
import { recall } from '../storage.js';
import { game, ownBots, PROGRAM } from '../store.js';
import { botOf } from './written.js';

/** @typedef {{ name: string, source: string, language?: 'python' }} OwnBot   in JavaScript unless it says so */
/** @typedef {{ name: string, config: import('../types.js').BotConfig }} Saved */

/** Counts changes of the heuristics that the browser keeps, so that lists of them are read again. */
export const shelved = signal(0);

/** @returns {OwnBot[]} the last first */
export const savedBots = () => recall('bots') ?? [];

/** Reads which there are, for seats to offer them. */
export function readOwnBots() {
  ownBots.value = savedBots().map(({ name }) => name);
}

/** The saved heuristics of a game as bots, the last first. @param {string} game @returns {Saved[]} */
export const savedOf = (game) =>
  (recall(`lab-shelf:${game}`) ?? []).map(
    (/** @type {{ name: string, draft: import('./state.js').Draft }} */ { name, draft }) => ({
      name: draft.author ? `${name} by ${draft.author}` : name,
      config: botOf(draft),
    }),
  );

/** Those of the game at hand. */
export const saved = computed(() => {
  shelved.value;
  return savedOf(game.value);
});

/** How the value of a choice begins that stands for one of them. */
const SAVED = 'saved:';
/** Them as choices. @param {Saved[]} all @returns {[string, string][]} */
export const choicesOf = (all) => all.map(({ name }, i) => [SAVED + i, name]);
/**
 * Who sits there by the value of a choice: one of them, a program outside, or a bot of the game; a person where it is empty.
 * @param {Saved[]} all @param {string} value @returns {import('../types.js').SeatConfig}
 */
export function seatOf(all, value) {
  if (value.startsWith(SAVED)) return all[Number(value.slice(SAVED.length))].config;
  if (value.startsWith(PROGRAM)) return { program: value.slice(PROGRAM.length) };
  return value === '' ? { human: true } : { bot: value, options: {} };
}
