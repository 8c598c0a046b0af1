/**
 * What would change the choice of a searching bot: it analyses again with other values of each weight, one at a time.
 * The sentence names a tried value; a strip changes colour halfway between two values. Nothing here is specific to a
 * game.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../strings/analyse.js';
import { outdated, panelKey, shownBot } from './shownBot.js';
import * as store from './store.js';
import { think } from './think.js';
import { nearestValue, weightOption } from './weights.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('./types.js').FlipStrip & { at: number[] }} Strip */

/** Number of values tried per weight. */
const VALUES = 7;
/** Maximum value tried, or four times the weight, within its option's range; same as in Rust for one ply. */
const MOST = 10;
const CHANNEL = 'sampled';

/**
 * @typedef {object} Sampled
 * @property {string} key      the analysis that is varied
 * @property {number} done     analyses so far
 * @property {number} of       analyses in total
 * @property {Strip[]} strips   of the tried weights
 * @property {string} sentence the smallest change that changed the choice; empty until all are tried
 */

/** @type {import('@preact/signals').Signal<Sampled | null>} */
const found = signal(null);
/** Results for the shown analysis. */
export const sampled = computed(() => (found.value?.key === panelKey.value ? found.value : null));

/** The weights that can be varied: index of the term, its option, current value. */
const tried = computed(() => {
  const known = store.thought.value;
  if (!known?.done || known.sensitivity || store.simultaneous.value || known.depth < 2) return [];
  return known.terms.flatMap(({ key, weight }, term) => {
    const option = weightOption(key);
    const now = Number(weight);
    return option && now !== 0 ? [{ term, option, now }] : [];
  });
});
/** Whether any weight can be varied. */
export const canSample = computed(() => tried.value.length > 0 && !outdated.value);

/** @param {{ option: import('./types.js').NumberOption, now: number }} of @returns {[number, number]} the range of values */
function range({ option, now }) {
  const reach = Math.max(MOST, 4 * Math.abs(now));
  return now > 0
    ? [Math.max(0, option.min), Math.min(reach, option.max)]
    : [Math.max(-reach, option.min), Math.min(0, option.max)];
}

/** A bot's choice. @param {BotConfig} config @returns {Promise<string>} */
const choiceOf = (config) =>
  new Promise((resolve, reject) => {
    think(
      CHANNEL,
      config,
      ({ thought, done, error }) => {
        if (error) reject(new Error(error));
        else if (done) resolve(thought?.choice ?? '');
      },
      { lines: 1 },
    );
  });

let run = 0;

/** Varies all weights. @param {(move: string) => string} named */
export async function sample(named) {
  const [key, known, config] = [panelKey.value, store.thought.value, shownBot.value];
  const all = tried.value;
  if (!key || !known?.choice || !config) return;
  const mine = ++run;
  const today = known.choice;
  const of = all.length * VALUES;
  let done = 0;
  /** @type {Strip[]} */
  const strips = [];
  /** @type {{ by: number, words: string } | null} */
  let nearest = null;
  found.value = { key, done, of, strips, sentence: '' };
  try {
    for (const one of all) {
      const { term, option, now } = one;
      const [least, most] = range(one);
      const points = [{ value: now, move: today }];
      for (let n = 0; n < VALUES; n++) {
        const value = nearestValue(option, least + ((n + 0.5) / VALUES) * (most - least));
        const move = await choiceOf({
          ...config,
          options: { ...config.options, [option.key]: value },
        });
        // The shown analysis has changed.
        if (mine !== run || panelKey.peek() !== key) return;
        points.push({ value, move });
        const by = Math.abs(value - now);
        if (move !== today && (!nearest || by < nearest.by))
          nearest = {
            by,
            words: strings.withAtInstead(known.terms[term].label, value, now, named(move)),
          };
        found.value = { key, done: ++done, of, strips: [...strips], sentence: '' };
      }
      strips.push(stripOf(term, least, most, points, named));
    }
    const none = strings.noneOfTheWeights;
    found.value = { key, done, of, strips, sentence: nearest?.words ?? none };
  } catch (error) {
    if (mine !== run) return;
    found.value = null;
    store.notify(error instanceof Error ? error.message : String(error), { error: true });
  }
}

/**
 * A strip of the tried values; `at` has one tried value per region.
 * @param {number} term @param {number} least @param {number} most @param {{ value: number, move: string }[]} points @param {(move: string) => string} named
 * @returns {Strip}
 */
function stripOf(term, least, most, points, named) {
  const [first, ...rest] = points.toSorted((a, b) => a.value - b.value);
  /** @type {Strip} */
  const strip = {
    term,
    least,
    most,
    moves: [named(first.move)],
    bounds: [],
    without: null,
    at: [first.value],
  };
  let before = first;
  for (const point of rest) {
    if (point.move !== before.move) {
      strip.moves.push(named(point.move));
      strip.bounds.push((point.value + before.value) / 2);
      strip.at.push(point.value);
    }
    before = point;
  }
  return strip;
}
