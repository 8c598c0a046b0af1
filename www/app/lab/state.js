/**
 * The Lab's state: the heuristic in the editor, Rust's check of it, and computed values. `lab.js` and `lessons.js`
 * write it, the panels read it. No rules, formulas or DOM here: Rust evaluates formulas.
 */
import { computed, signal } from '@preact/signals';
import * as store from '../store.js';
import { checkTerm, checkWhole, valuesHere } from './engine.js';
import { botOf, LAB, textOf } from './written.js';

/** @typedef {import('../../pkg/totora.js').Written} LabCheck */
/** @typedef {import('../../pkg/totora.js').HeuristicError} LabError */
/** @typedef {import('../types.js').OptionValues} OptionValues */
/**
 * @typedef {object} Term   As the author wrote it, possibly invalid.
 * @property {number} id    constant while it is in the editor
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
 * @property {string} [opened]   name and content when opened: while unchanged, there is nothing to save
 * @property {boolean} [lesson]  it belongs to the lesson of its game, which restores it
 */

export { shelved } from './bots.js';
export { botOf, LAB, textOf };

/** @type {import('@preact/signals').Signal<Draft | null>} */
export const draft = signal(null);
/** Index of the term shown on the board; null if none. */
export const painted = store.painted;
/** The open lesson's game and step, from 0; null if none is open. @type {import('@preact/signals').Signal<{ game: string, step: number } | null>} */
export const lesson = signal(null);
/** The page shown on a phone. @type {import('@preact/signals').Signal<'board' | 'terms' | 'moves'>} */
export const side = signal('terms');
/** Whether sweeps, tuning and ablations are shown. */
export const proving = signal(false);
/** Whether the screen on which the heuristic learns is shown. */
export const learning = signal(false);
/** Whether the editor has a bot in code instead of a heuristic. */
export const coding = signal(false);
/** The running bot in code; null until one is run. @type {import('@preact/signals').Signal<import('../types.js').BotConfig | null>} */
export const codeBot = signal(null);
/** Whether the current game has a Lab. */
export const hasLab = computed(() => !!store.info.value?.bots.some((bot) => bot.id === LAB));
/** The bot `lab` of the current game. */
export const labBot = computed(() => store.info.value?.bots.find((bot) => bot.id === LAB) ?? null);
/** Its options, without the heuristic. */
export const settings = computed(
  () => labBot.value?.options.filter((one) => !['formula', 'file'].includes(one.key)) ?? [],
);

/** Errors by index of the term; null where the formula is valid. */
export const wrong = computed(() => {
  const now = draft.value;
  return (now?.terms ?? []).map((term) => {
    const found = checkTerm(now?.game ?? '', term.formula);
    return 'error' in found ? found : null;
  });
});

/**
 * Warnings from evaluating a term in the shown position (such as a division by 0), and for which seats; by index of
 * the term.
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

/** The error of the whole heuristic (names, weights, size), or null. */
export const problem = computed(() => {
  const now = draft.value;
  if (!now || wrong.value.some(Boolean)) return null;
  const found = checkWhole(now.game, textOf(now));
  return 'error' in found ? found : null;
});

/** Whether the heuristic is valid. */
export const sound = computed(
  () => !!draft.value && !wrong.value.some(Boolean) && problem.value === null,
);
