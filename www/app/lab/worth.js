/**
 * Value of each term while the user edits: the heuristic, with a one-move search, plays against itself without each term
 * in turn, and against a rival. With more than two players, both versions play against the rival on all other seats. Rust
 * plans and evaluates the games; workers play them while the screen is open, and restart after each change.
 */
import { computed, effect, signal } from '@preact/signals';
import { createPool } from '../arena/pool.js';
import { makeProgress, playAll } from '../arena/progress.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { usualField } from './prove.js';
import { botOf, draft, sound } from './state.js';
import { hasOnePly } from './written.js';

/** @typedef {import('../../pkg/totora.js').Interval} ArenaInterval */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ProveAblation} ProveAblation */
/**
 * @typedef {object} Worths
 * @property {Record<string, ArenaInterval>} terms   by name, as a share of all points
 * @property {ArenaInterval | null} rival            share against the rival, minus a half
 * @property {number} games                          per pair
 * @property {string} problem                        why no games are played
 */

/** Delay after an edit before games are played, in milliseconds. */
const PAUSE = 200;
/** Update interval of the bars, in milliseconds. */
const BEAT = 250;
/** Games per pair. */
const GAMES = 2_000;

/** @returns {Worths} */
const nothing = () => ({ terms: {}, rival: null, games: 0, problem: '' });

/** @type {import('@preact/signals').Signal<Worths>} */
export const worths = signal(nothing());
/** The chosen rival by game. @type {import('@preact/signals').Signal<Record<string, string>>} */
const chosen = signal({});

/** Possible rivals: bots without a budget, whose games are quick. */
export const rivals = computed(() => {
  const game = store.info.value?.id ?? '';
  return usualField({ game, bot: { bot: '', options: {} } }).map(({ bot }) => bot);
});
/** The rival's id. */
export const rival = computed(() => chosen.value[store.game.value] ?? rivals.value[0] ?? '');
/** @param {string} id */
export const chooseRival = (id) => {
  chosen.value = { ...chosen.value, [store.game.value]: id };
};

/** Whether the game has a one-move search. */
const onePly = computed(() => hasOnePly(store.info.value));
/** Number of players. */
const seats = computed(() => store.state.value?.seats.length ?? 0);
/** Whether the heuristic plays itself: one-move search, two players. */
export const measured = computed(() => onePly.value && seats.value === 2);
/** Whether terms can be measured: with more than two players, against rivals. */
export const known = computed(() => measured.value || seats.value > 2);

/** A share minus a half. @param {ArenaInterval} share @returns {ArenaInterval} */
const beyondHalf = ({ low, middle, high }) => ({
  low: low - 0.5,
  middle: middle - 0.5,
  high: high - 0.5,
});

/**
 * The share of the whole heuristic against another entrant, minus a half, 95%.
 * @param {ArenaReport} report @param {number} against @returns {ArenaInterval | null}
 */
function aheadOfHalf({ bots, pairs }, against) {
  const [whole, other] = [bots[0]?.bot, bots[against]?.bot];
  const paired = pairs.find((one) => one.bot === whole && one.against === other)?.paired;
  return paired ? beyondHalf(paired) : null;
}

/** Lead of one entrant over another on the same openings, if compared. @param {ArenaReport} report @param {number} one @param {number} than @returns {ArenaInterval | null} */
export function aheadOf(report, one, than) {
  const [a, b] = [report.bots[one]?.bot, report.bots[than]?.bot];
  for (const { bot, than: other, ahead } of report.differences) {
    if (bot === a && other === b) return ahead;
    if (bot === b && other === a)
      return { low: -ahead.high, middle: -ahead.middle, high: -ahead.low };
  }
  return null;
}

/** The value of a term in an ablation. @param {ProveAblation} plan @param {ArenaReport} report @param {number} term */
export const worthOf = ({ itself }, report, term) =>
  itself ? aheadOfHalf(report, term + 1) : aheadOf(report, 0, term + 1);

/** @param {ProveAblation} plan @param {ArenaReport} report @returns {Worths} */
function read(plan, report) {
  const { terms, itself } = plan;
  const each = terms.flatMap((term, i) => {
    const worth = worthOf(plan, report, i);
    return worth ? [[term, worth]] : [];
  });
  const field = report.bots[0]?.against_field;
  return {
    terms: Object.fromEntries(each),
    rival: itself ? aheadOfHalf(report, terms.length + 1) : field ? beyondHalf(field) : null,
    games: Math.floor(report.games / (terms.length + 1)),
    problem: '',
  };
}

/**
 * Plays while the screen is open.
 * @returns {() => void} stops it
 */
export function watchWorth() {
  /** @type {Promise<import('../arena/pool.js').WorkerPool> | null} */
  let pool = null;
  let run = 0;
  let open = true;

  /** @param {object} request */
  async function play(request) {
    const mine = ++run;
    const now = () => open && mine === run;
    try {
      pool ??= createPool();
      const at = await pool;
      await at.stop();
      if (!now()) return;
      /** @type {ProveAblation} */
      const plan = await at.plan(request);
      if (!now()) return;
      await at.open(plan.arena, '');
      const report = async () => {
        const report = await at.report();
        if (now()) worths.value = read(plan, report);
      };
      await playAll(makeProgress('running'), at, report, { size: 1, every: BEAT });
    } catch (error) {
      if (now()) worths.value = { ...nothing(), problem: errorText(error) };
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = effect(() => {
    const of = draft.value;
    // Use the short variant of games that have one.
    const first = store.info.value?.first_options ?? {};
    const gameOptions = Object.keys(first).length > 0 ? first : store.state.value?.options;
    clearTimeout(timer);
    run++;
    worths.value = nothing();
    if (!of || !sound.value || !known.value || of.game !== store.game.value) return;
    const options = onePly.value ? { ...of.options, search: 'one-ply' } : of.options;
    const bot = botOf({ ...of, options, budget: undefined });
    const { game } = of;
    const against = { bot: rival.value, options: {} };
    const those = measured.value
      ? { rival: against }
      : { field: Array(seats.value - 1).fill(against) };
    const request = {
      do: 'ablate',
      game,
      options: gameOptions,
      bot,
      ...those,
      games: GAMES,
      seed: 1,
    };
    timer = setTimeout(() => play(request), PAUSE);
  });
  return () => {
    open = false;
    stop();
    clearTimeout(timer);
    pool?.then((at) => at.end()).catch(() => {});
  };
}
