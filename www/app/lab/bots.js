/** Bots saved in the browser, as seats offer them: bots in code, and heuristics of the Lab. */
import { computed, signal } from '@preact/signals';
import { recall } from '../storage.js';
import { game, ownBots, PROGRAM } from '../store.js';
import { botOf } from './written.js';

/**
 * @typedef {object} OwnBot
 * @property {string} name
 * @property {string} source
 * @property {'python'} [language]   JavaScript by default
 * @property {string} [opened]   name and content when opened or saved
 * @property {boolean} [sent]   it came with a link and was not run yet: it must not run without the user's press
 */
/** @typedef {{ name: string, config: import('../types.js').BotConfig }} Saved */

/** Counts changes of saved heuristics, so that lists of them are updated. */
export const shelved = signal(0);

/** @returns {OwnBot[]} newest first */
export const savedBots = () => recall('bots') ?? [];

/** Publishes their names, for seats to offer. */
export function readOwnBots() {
  ownBots.value = savedBots().map(({ name }) => name);
}

/** Lets seats offer one that is not saved yet. @param {string} name */
export function offerBot(name) {
  if (!ownBots.value.includes(name)) ownBots.value = [...ownBots.value, name];
}

/** Saved heuristics of a game as bots, newest first. @param {string} game @returns {Saved[]} */
export const savedOf = (game) =>
  (recall(`lab-shelf:${game}`) ?? []).map(
    (/** @type {{ name: string, draft: import('./state.js').Draft }} */ { name, draft }) => ({
      name: draft.author ? `${name} by ${draft.author}` : name,
      config: botOf(draft),
    }),
  );

/** Those of the current game. */
export const saved = computed(() => {
  shelved.value;
  return savedOf(game.value);
});

/** Prefix of a choice's value for one of them. */
const SAVED = 'saved:';
/** Them as choices. @param {Saved[]} all @returns {[string, string][]} */
export const choicesOf = (all) => all.map(({ name }, i) => [SAVED + i, name]);
/**
 * The seat for a choice's value: a saved heuristic, an external program, or a bot of the game; a human if empty.
 * @param {Saved[]} all @param {string} value @returns {import('../types.js').SeatConfig}
 */
export function seatOf(all, value) {
  if (value.startsWith(SAVED)) return all[Number(value.slice(SAVED.length))].config;
  if (value.startsWith(PROGRAM)) return { program: value.slice(PROGRAM.length) };
  return value === '' ? { human: true } : { bot: value, options: {} };
}
