/**
 * What each term in the editor is worth, while it is written: the heuristic, looking one move ahead, plays against itself
 * without each term in turn, and against a rival. Where more than two play, it and itself without each term meet the rival
 * on all other seats. Rust plans the games and counts them; they are played in workers as long as the screen is open, and
 * anew after each change.
 */
import { computed, effect, signal } from '@preact/signals';
import { createPool } from '../arena/pool.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { usualField } from './prove.js';
import { botOf, draft, labBot, sound } from './state.js';

/** @typedef {import('../../pkg/totora.js').Interval} ArenaInterval */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ProveAblation} ProveAblation */
/**
 * @typedef {object} Worths
 * @property {Record<string, ArenaInterval>} terms   by name, as a part of all points
 * @property {ArenaInterval | null} rival            the share against the rival, less a half
 * @property {number} games                          of each pair
 * @property {string} problem                        why nothing is played
 */

/** Who types pauses for so long before games are played, in milliseconds. */
const PAUSE = 200;
/** How often the bars move. */
const BEAT = 250;
/** Games of each pair, after which it is known well enough. */
const GAMES = 2_000;

/** @returns {Worths} */
const nothing = () => ({ terms: {}, rival: null, games: 0, problem: '' });

/** @type {import('@preact/signals').Signal<Worths>} */
export const worths = signal(nothing());
/** The bot that was chosen as the rival, by game. @type {import('@preact/signals').Signal<Record<string, string>>} */
const chosen = signal({});

/** The bots that can be the rival: they need no time, so there are many games soon. */
export const rivals = computed(() => {
  const game = store.info.value?.id ?? '';
  return usualField({ game, bot: { bot: '', options: {} } }).map(({ bot }) => bot);
});
/** The rival, by its id. */
export const rival = computed(() => chosen.value[store.game.value] ?? rivals.value[0] ?? '');
/** @param {string} id */
export const chooseRival = (id) => {
  chosen.value = { ...chosen.value, [store.game.value]: id };
};

/** Whether the game has a search of one move. */
const onePly = computed(() => {
  const search = labBot.value?.options.find(({ key }) => key === 'search');
  return search?.type === 'choice' && search.choices.includes('one-ply');
});
/** How many play. */
const seats = computed(() => store.state.value?.seats.length ?? 0);
/** Whether the heuristic meets itself: it looks one move ahead, and two play. */
export const measured = computed(() => onePly.value && seats.value === 2);
/** Whether it can be told what terms are worth: where more than two play, against rivals. */
export const known = computed(() => measured.value || seats.value > 2);

/** How far beyond a half a share is. @param {ArenaInterval} share @returns {ArenaInterval} */
const beyondHalf = ({ low, middle, high }) => ({
  low: low - 0.5,
  middle: middle - 0.5,
  high: high - 0.5,
});

/**
 * By how much the whole does better than a half against another entrant, 95%.
 * @param {ArenaReport} report @param {number} against @returns {ArenaInterval | null}
 */
function aheadOfHalf({ bots, pairs }, against) {
  const [whole, other] = [bots[0]?.bot, bots[against]?.bot];
  const paired = pairs.find((one) => one.bot === whole && one.against === other)?.paired;
  return paired ? beyondHalf(paired) : null;
}

/** How far ahead of another an entrant is on the same openings, if that was compared. @param {ArenaReport} report @param {number} one @param {number} than @returns {ArenaInterval | null} */
export function aheadOf(report, one, than) {
  const [a, b] = [report.bots[one]?.bot, report.bots[than]?.bot];
  for (const { bot, than: other, ahead } of report.differences) {
    if (bot === a && other === b) return ahead;
    if (bot === b && other === a)
      return { low: -ahead.high, middle: -ahead.middle, high: -ahead.low };
  }
  return null;
}

/** What a term of an ablation is worth. @param {ProveAblation} plan @param {ArenaReport} report @param {number} term */
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
 * Plays as long as the screen is open.
 * @returns {() => void} leaves it
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
      const timer = setInterval(() => now() && report().catch(() => {}), BEAT);
      try {
        await at.play(1, () => {});
        await report();
      } finally {
        clearInterval(timer);
      }
    } catch (error) {
      if (now()) worths.value = { ...nothing(), problem: errorText(error) };
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = effect(() => {
    const of = draft.value;
    // A first game is a short one, where the game has long ones.
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
