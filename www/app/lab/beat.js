/**
 * *Beat my bot*: a link with a heuristic. The receiver chooses the weights of three of its terms, and the two
 * heuristics play in the arena's workers. Rust evaluates the games.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/challenge.js';
import { readyEngine } from '../../worker/engine.js';
import { spare } from '../arena/progress.js';
import { makeRun } from '../arena/run.js';
import { linkFor } from '../newGame.js';
import { route } from '../route.js';
import { goToLab } from '../screens.js';
import { caughtText } from '../session.js';
import * as store from '../store.js';
import { checkWhole, openBot } from './engine.js';
import { botOf, hasOnePly, LAB, optionOf } from './written.js';

/** @typedef {import('../types.js').BotConfig} BotConfig */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {{ name: string, label?: string, weight: number, formula: string }} Term   Only built-in terms have a `label`. */
/** @typedef {ReturnType<typeof readChallenge>} Challenge */
/** @typedef {ReturnType<typeof resultOf>} Result */

export const MARK = '#beat=';
export const GAMES = 200;
/** Number of terms with weights from -REACH to REACH. */
const TERMS = 3;
export const REACH = 5;

/** Whether a game supports challenges: two players, and a one-move search. @param {GameInfo | null | undefined} entry @param {unknown[]} seats */
const fits = (entry, seats) => seats.length === 2 && hasOnePly(entry);

/** The same bot with a one-move search. @param {BotConfig} bot @returns {BotConfig} */
function oneMoveAhead({ options }) {
  const { file: _, ...rest } = options;
  return { bot: LAB, options: { ...rest, search: 'one-ply' } };
}

// --- the link ---------------------------------------------------------------------------------

/**
 * The challenge of a heuristic: the link to a game against it, with another prefix.
 * @param {import('./state.js').Draft} of
 * @returns {string} from `#` on; empty on failure
 */
export function challengeOf(of) {
  const now = store.state.value;
  if (!now || !fits(store.info.value, now.seats)) return '';
  try {
    const seats = [{ human: /** @type {const} */ (true) }, oneMoveAhead(botOf(of))];
    const link = linkFor(of.game, now.options, seats, { seed: now.seed });
    return link && MARK + link.slice(link.indexOf('#') + 1);
  } catch (error) {
    caughtText(error);
    return '';
  }
}

/** The game in a link, before the first move. @param {string} link */
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

/** The game's own heuristics: the Lab's default, then its bots, those without a budget first. @param {GameInfo} entry @returns {Term[][]} */
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
 * The receiver's terms: the heaviest of the first heuristic with three terms, in its order.
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
 * Reads the sender's bot, its game, the seed of the openings, and the receiver's terms.
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

/** The challenge in the address, or why it is invalid; null until the catalogue is loaded. */
export const linkedChallenge = computed(() => {
  const { screen, link } = route.value;
  if (screen !== 'beat' || !link || store.catalog.value.length === 0) return null;
  try {
    return { challenge: readChallenge(link), problem: '' };
  } catch (error) {
    return { challenge: null, problem: caughtText(error) };
  }
});

// --- the receiver's bot -----------------------------------------------------------------------

/** Chosen weights by link, so that returning from the Lab restores them. @type {import('@preact/signals').Signal<Record<string, number[]>>} */
const chosen = signal({});
/** They start equal, to hide the sender's weights. */
export const weights = computed(
  () =>
    chosen.value[route.value.link ?? ''] ??
    linkedChallenge.value?.challenge?.terms.map(() => 1) ??
    [],
);
/** The current or last match; `result` at its end. @type {import('@preact/signals').Signal<{ done: number, result: Result | null } | null>} */
export const match = signal(null);

/** @param {number} at @param {number} weight */
export function weigh(at, weight) {
  chosen.value = { ...chosen.value, [route.peek().link ?? '']: weights.value.with(at, weight) };
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
  goToLab(of.entry.id, null, { game: of.entry.id, config: receivers(of) });
}

// --- the games --------------------------------------------------------------------------------

const run = makeRun();

export function stopMatch() {
  run.stop();
  if (!match.value?.result) match.value = null;
}

/** The receiver's share of the points with its interval, paired if possible. @param {ArenaReport & { openings?: string }} report */
export function resultOf({ bots, pairs, openings = '' }) {
  const [mine, sent] = bots;
  const pair = pairs.find(({ bot, against }) => bot === mine.bot && against === sent.bot);
  if (!pair) throw new Error(strings.noGames);
  const { low, high } = pair.paired ?? pair;
  return { ...pair, low, high, openings };
}

/** The match: the receiver's bot against the sender's. @param {Challenge} of @returns {import('../../pkg/totora.js').ArenaSetup} */
export function setupOf(of) {
  const { entry, options, seed, bot } = of;
  const bots = /** @type {import('../../pkg/totora.js').ArenaBot[]} */ ([receivers(of), bot]);
  return { game: entry.id, options, bots, games: GAMES, seed };
}

/** @param {Challenge} of */
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
