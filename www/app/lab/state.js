/**
 * The Lab's state: the heuristic in the editor, what Rust says of it, and what is computed from both. `lab.js`
 * and `lessons.js` write it, the screen's panels read it. No rule, no formula and no DOM may enter here: what a formula
 * means is said by Rust.
 */
import { computed, signal } from '@preact/signals';
import * as store from '../store.js';
import { checkTerm, checkWhole, valuesHere } from './engine.js';
import { botOf, LAB, textOf } from './written.js';

/** @typedef {import('../../pkg/totora.js').Written} LabCheck */
/** @typedef {import('../../pkg/totora.js').HeuristicError} LabError */
/** @typedef {import('../types.js').OptionValues} OptionValues */
/**
 * @typedef {object} Term   As the author wrote it: it need not be right.
 * @property {number} id    the same as long as it is in the editor
 * @property {string} name
 * @property {number} weight
 * @property {string} formula
 */
/**
 * @typedef {object} Draft
 * @property {string} game
 * @property {string} name
 * @property {string} author
 * @property {string} note
 * @property {Term[]} terms
 * @property {OptionValues} options   of the bot `lab`, all but the formula
 * @property {import('../types.js').Budget} [budget]
 * @property {string} [opened]   name and content as it was opened: while they are the same, there is nothing to save
 * @property {boolean} [lesson]  it belongs to the lesson of its game: who comes back to the lesson finds it
 */

export { shelved } from './bots.js';
export { botOf, LAB, textOf };

/** @type {import('@preact/signals').Signal<Draft | null>} */
export const draft = signal(null);
/** The term whose contributions are painted on the board, by its place; null if none. */
export const painted = store.painted;
/** Where a lesson is: its game, and the step from 0; null when none is taken. @type {import('@preact/signals').Signal<{ game: string, step: number } | null>} */
export const lesson = signal(null);
/** Which page of the screen a phone shows. @type {import('@preact/signals').Signal<'board' | 'terms' | 'moves'>} */
export const side = signal('terms');
/** Whether the heuristic is being proved: swept, tuned, ablated. */
export const proving = signal(false);
/** Whether the editor has a bot in code in place of a heuristic. */
export const coding = signal(false);
/** The bot in code that the board shows; null until one is run. @type {import('@preact/signals').Signal<import('../types.js').BotConfig | null>} */
export const codeBot = signal(null);
/** Whether the game at hand has a Lab. */
export const hasLab = computed(() => !!store.info.value?.bots.some((bot) => bot.id === LAB));
/** The bot `lab` of the game at hand. */
export const labBot = computed(() => store.info.value?.bots.find((bot) => bot.id === LAB) ?? null);
/** The settings of that bot, without its heuristic. */
export const settings = computed(
  () => labBot.value?.options.filter((one) => !['formula', 'file'].includes(one.key)) ?? [],
);

/** What is wrong with each term's formula, by its place; null where nothing is. */
export const wrong = computed(() => {
  const now = draft.value;
  return (now?.terms ?? []).map((term) => {
    const found = checkTerm(now?.game ?? '', term.formula);
    return 'error' in found ? found : null;
  });
});

/**
 * What happened where a term was worked out in the position that is shown (a division by 0, say), and for which seats;
 * by its place. Empty where nothing did.
 */
export const troubles = computed(() => {
  const now = draft.value;
  const shown = store.state.value;
  if (!now || shown?.game !== now.game) return [];
  return now.terms.map((term, i) => {
    const found = wrong.value[i] ? null : valuesHere(JSON.stringify([{ formula: term.formula }]));
    /** @type {Map<string, number[]>} */
    const seats = new Map();
    if (Array.isArray(found))
      for (const [seat, { trouble }] of found.entries())
        for (const words of trouble) seats.set(words, [...(seats.get(words) ?? []), seat]);
    return [...seats].map(([words, those]) => ({ words, seats: those }));
  });
});

/** What is wrong with the whole: names, weights, too much of it; or null. */
export const problem = computed(() => {
  const now = draft.value;
  if (!now || wrong.value.some(Boolean)) return null;
  const found = checkWhole(now.game, textOf(now));
  return 'error' in found ? found : null;
});

/** Whether it can be played. */
export const sound = computed(
  () => !!draft.value && !wrong.value.some(Boolean) && problem.value === null,
);
