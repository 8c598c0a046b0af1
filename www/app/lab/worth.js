/**
 * What each term on the bench is worth, while it is written: the heuristic, looking one move ahead, plays against itself
 * without each term in turn, and against a rival. Rust plans the games and counts them; they are played in workers as long
 * as the room is open, and anew after each change.
 */
import { computed, effect, signal } from '@preact/signals';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { hire } from './crew.js';
import { usualField } from './prove.js';
import { botOf, draft, labBot, sound } from './state.js';

/** @typedef {import('../../pkg/totora.js').ArenaInterval} ArenaInterval */
/** @typedef {import('../../pkg/totora.js').ArenaReport} ArenaReport */
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

/** Whether it can be told: the game has a search of one move, and two players. */
export const measured = computed(() => {
  const search = labBot.value?.options.find(({ key }) => key === 'search');
  const quick = search?.type === 'choice' && search.choices.includes('one-ply');
  return quick && store.state.value?.seats.length === 2;
});

/**
 * By how much the whole does better than a half against another entrant, 95%.
 * @param {ArenaReport} report @param {number} against @returns {ArenaInterval | null}
 */
export function beyondHalf({ bots, pairs }, against) {
  const [whole, other] = [bots[0]?.bot, bots[against]?.bot];
  const paired = pairs.find((one) => one.bot === whole && one.against === other)?.paired;
  if (!paired) return null;
  return { low: paired.low - 0.5, middle: paired.middle - 0.5, high: paired.high - 0.5 };
}

/** @param {ProveAblation} plan @param {ArenaReport} report @returns {Worths} */
function read({ terms }, report) {
  const each = terms.flatMap((term, i) => {
    const worth = beyondHalf(report, i + 1);
    return worth ? [[term, worth]] : [];
  });
  return {
    terms: Object.fromEntries(each),
    rival: beyondHalf(report, terms.length + 1),
    games: Math.floor(report.games / (terms.length + 1)),
    problem: '',
  };
}

/**
 * Plays as long as the room is open.
 * @returns {() => void} leaves it
 */
export function watchWorth() {
  /** @type {Promise<import('./crew.js').Crew> | null} */
  let crew = null;
  let run = 0;
  let open = true;

  /** @param {object} asked */
  async function play(asked) {
    const mine = ++run;
    const now = () => open && mine === run;
    try {
      crew ??= hire(1);
      const at = await crew;
      await at.stop();
      if (!now()) return;
      /** @type {ProveAblation} */
      const plan = await at.ask(asked);
      if (!now()) return;
      await at.open(plan.arena, '');
      const tell = async () => {
        const report = await at.report();
        if (now()) worths.value = read(plan, report);
      };
      const timer = setInterval(() => now() && tell().catch(() => {}), BEAT);
      try {
        await at.play(() => {});
        await tell();
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
    const options = store.state.value?.options;
    clearTimeout(timer);
    run++;
    worths.value = nothing();
    if (!of || !sound.value || !measured.value || of.game !== store.game.value) return;
    const bot = botOf({ ...of, options: { ...of.options, search: 'one-ply' }, budget: undefined });
    const { game } = of;
    const against = { bot: rival.value, options: {} };
    const asked = { do: 'ablate', game, options, bot, rival: against, games: GAMES, seed: 1 };
    timer = setTimeout(() => play(asked), PAUSE);
  });
  return () => {
    open = false;
    stop();
    clearTimeout(timer);
    crew?.then((at) => at.end()).catch(() => {});
  };
}
