/**
 * *Beat my bot*: a link that carries a heuristic, and a heuristic of three of its terms whose weights the receiver
 * chooses. The two play in the arena's workers; what the games mean is said by Rust.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/challenge.js';
import { readyEngine } from '../../worker/engine.js';
import { spare } from '../arena/progress.js';
import { makeRun } from '../arena/run.js';
import { goToLab } from '../screens.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { checkWhole, openBot } from './engine.js';
import { botOf, LAB } from './state.js';

/** @typedef {import('../types.js').BotConfig} BotConfig */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {{ name: string, label?: string, weight: number, formula: string }} Term   The label of a bot's own term is for people. */
/** @typedef {ReturnType<typeof readChallenge>} Challenge */
/** @typedef {ReturnType<typeof resultOf>} Result */

export const MARK = '#beat=';
export const GAMES = 200;
/** How many terms are weighed, each from -REACH to REACH. */
const TERMS = 3;
export const REACH = 5;

/** An option of the bot `lab`. @param {GameInfo | null | undefined} entry @param {string} key */
const optionOf = (entry, key) =>
  entry?.bots.find(({ id }) => id === LAB)?.options.find((one) => one.key === key);

/** Whether a game can have a challenge: two play it, and its heuristics can look one move ahead. @param {GameInfo | null | undefined} entry @param {unknown[]} seats */
function fits(entry, seats) {
  const search = optionOf(entry, 'search');
  return seats.length === 2 && search?.type === 'choice' && search.choices.includes('one-ply');
}

/** The same bot, looking one move ahead. @param {BotConfig} bot @returns {BotConfig} */
function oneMoveAhead({ options }) {
  const { file: _, ...rest } = options;
  return { bot: LAB, options: { ...rest, search: 'one-ply' } };
}

// --- the link ---------------------------------------------------------------------------------

/**
 * The challenge of a heuristic: the link of a game against it, under another mark.
 * @param {import('./state.js').Draft} of
 * @returns {string} from `#` on; empty if there is none
 */
export function challengeOf(of) {
  const now = store.state.value;
  const found = readyEngine();
  if (!now || !found || !fits(store.info.value, now.seats)) return '';
  try {
    const seats = [{ human: /** @type {const} */ (true) }, oneMoveAhead(botOf(of))];
    const game = found.Session.create(of.game, now.options, now.seed, seats);
    const link = game.link('off', 0);
    game.free();
    return MARK + link.slice(1);
  } catch {
    return '';
  }
}

/** The game in a link, without a move. @param {string} link */
function gameIn(link) {
  const found = readyEngine();
  if (!found) throw new Error(strings.engineIsNotThereYet);
  const reading = found.LinkDecoder.begin(`#${link.slice(MARK.length)}`);
  try {
    if (reading.plies() > 0 || !reading.is_light()) throw new Error(strings.noChallenge);
    reading.advance(1_000);
    return JSON.parse(reading.record());
  } finally {
    reading.free();
  }
}

/** @param {string} game @param {unknown} formula @returns {Term[]} */
function termsOf(game, formula) {
  const found = checkWhole(game, String(formula ?? ''));
  return 'error' in found ? [] : found.terms;
}

/** Heuristics that the game declares: what its Lab starts with, then its bots, first those without a budget. @param {GameInfo} entry @returns {Term[][]} */
function declaredBy(entry) {
  const bots = entry.bots.filter(({ id }) => id !== LAB);
  const opened = bots
    .toSorted((a, b) => Number(!!a.budget) - Number(!!b.budget))
    .map(({ id, terms }) => {
      const found = openBot(entry.id, id);
      const label = (/** @type {Term} */ { name }) => terms.find(({ key }) => key === name)?.label;
      const own = 'error' in found ? [] : termsOf(entry.id, found.options.formula);
      return own.map((term) => ({ ...term, label: label(term) }));
    });
  return [termsOf(entry.id, optionOf(entry, 'formula')?.default), ...opened];
}

/**
 * What the receiver weighs: the heaviest terms of the first heuristic that has three, in its own order.
 * @param {Term[][]} heuristics
 */
export function heaviest(heuristics) {
  const most = Math.min(TERMS, Math.max(...heuristics.map(({ length }) => length)));
  const from = heuristics.find(({ length }) => length >= most) ?? [];
  const size = (/** @type {Term} */ { weight }) => Math.abs(weight);
  const chosen = from.toSorted((a, b) => size(b) - size(a)).slice(0, TERMS);
  return from.filter((term) => chosen.includes(term));
}

/**
 * The sender's bot, its game, the seed of the openings, and the terms that the receiver weighs.
 * @param {string} link   from `#` on
 */
export function readChallenge(link) {
  /** @type {{ game: string, options: import('../types.js').OptionValues, seed: number, seats: any[] }} */
  const { game, options, seed, seats } = gameIn(link);
  const entry = store.entryOf(game);
  const sent = seats.find(({ bot }) => bot === LAB);
  if (!entry || !sent || !fits(entry, seats)) throw new Error(strings.noChallenge);
  const whole = checkWhole(game, String(sent.options.formula));
  if ('error' in whole) throw new Error(whole.error);
  const { name, author } = whole;
  const terms = heaviest([whole.terms, ...declaredBy(entry)]);
  return { entry, options, seed, bot: oneMoveAhead(sent), name, author, terms };
}

/** What the address asks for: a challenge, or why it is none; null as long as the games are not known. */
export const linkedChallenge = computed(() => {
  const { beatLink, catalog } = store;
  if (!beatLink.value || catalog.value.length === 0) return null;
  try {
    return { challenge: readChallenge(beatLink.value), problem: '' };
  } catch (error) {
    return { challenge: null, problem: errorText(error) };
  }
});

// --- the receiver's bot -----------------------------------------------------------------------

/** The weights that were chosen, by link: who comes back from the Lab finds them. @type {import('@preact/signals').Signal<Record<string, number[]>>} */
const chosen = signal({});
/** They begin alike, so that they do not show the sender's. */
export const weights = computed(
  () =>
    chosen.value[store.beatLink.value] ??
    linkedChallenge.value?.challenge?.terms.map(() => 1) ??
    [],
);
/** The match that is played, or was; `result` at its end. @type {import('@preact/signals').Signal<{ done: number, result: Result | null } | null>} */
export const match = signal(null);

/** @param {number} at @param {number} weight */
export function weigh(at, weight) {
  chosen.value = { ...chosen.value, [store.beatLink.value]: weights.value.with(at, weight) };
  match.value = null;
}

/** @param {Challenge} of @returns {BotConfig} */
function receivers({ bot, terms }) {
  const weight = weights.value;
  const weighed = terms.map(({ name, formula }, i) => ({ name, weight: weight[i], formula }));
  const formula = JSON.stringify({ name: strings.receiver, terms: weighed });
  return { ...bot, options: { ...bot.options, formula } };
}

/** Opens the receiver's heuristic in the Lab. @param {Challenge} of */
export function openMine(of) {
  store.pendingLabBot.value = { game: of.entry.id, config: receivers(of) };
  goToLab(of.entry.id);
}

// --- the games --------------------------------------------------------------------------------

const run = makeRun();

export function stopMatch() {
  run.stop();
  if (!match.value?.result) match.value = null;
}

/** The receiver's share of the points with its interval, by pairs of games where there are some. @param {ArenaReport & { openings?: string }} report */
export function resultOf({ bots, pairs, openings = '' }) {
  const [mine, sent] = bots;
  const pair = pairs.find(({ bot, against }) => bot === mine.bot && against === sent.bot);
  if (!pair) throw new Error(strings.noGames);
  const { low, high } = pair.paired ?? pair;
  return { ...pair, low, high, openings };
}

/** What is played: the receiver's bot against the sender's. @param {Challenge} of @returns {import('../../pkg/totora.js').ArenaSetup} */
export function setupOf(of) {
  const { entry, options, seed, bot } = of;
  const bots = /** @type {import('../../pkg/totora.js').ArenaBot[]} */ ([receivers(of), bot]);
  return { game: entry.id, options, bots, games: GAMES, seed };
}

/** Plays the games of a challenge. @param {Challenge} of */
export function playMatch(of) {
  let done = 0;
  match.value = { done, result: null };
  return run.start(
    async (pool, goesOn) => {
      await pool.open(setupOf(of), '');
      await pool.play(spare(), (games) => {
        done += games;
        if (goesOn()) match.value = { done, result: null };
      });
      const result = resultOf(await pool.report());
      if (!goesOn()) return;
      match.value = { done, result };
      store.say(strings.won(result));
    },
    () => {
      match.value = null;
    },
  );
}
