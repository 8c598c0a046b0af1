/**
 * Starts games: from the dialog, with the defaults, or from a map or board. No game rules here: Rust reports invalid
 * setups.
 */
import { batch } from '@preact/signals';
import { canDraw, loadRenderer, renderers } from '../boards/registry.js';
import { thoughtOverlays } from '../boards/thoughts.js';
import * as strings from '../strings/play.js';
import { isTrap, readyEngine, withFirstEngine } from '../worker/engine.js';
import { setDisplay } from './display.js';
import { navigate } from './navigation.js';
import { isNew, nextLevel, tableOf } from './progress.js';
import { saveNow } from './saving.js';
import { goToGame } from './screens.js';
import { errorText, publish, replace, report, withEngineToShow } from './session.js';
import * as store from './store.js';
import { pause, playTo } from './transport.js';

/** @typedef {import('./types.js').SeatConfig} SeatConfig */
/** @typedef {import('./types.js').OptionValues} OptionValues */
/**
 * @typedef {object} Setup
 * @property {string} game
 * @property {OptionValues} options
 * @property {number} [seed]      random by default
 * @property {SeatConfig[]} seats
 * @property {string[]} [moves]   moves already played
 */

/** Publishes the games that the page can draw once the engine is loaded. Rejects if loading fails. */
export const openCatalog = () =>
  withFirstEngine((found) => {
    store.catalog.value = found.games().filter((entry) => canDraw(entry.id));
  });

/**
 * Seat names of a game with these options. The engine must be ready.
 * @param {string} game
 * @param {OptionValues} options
 * @returns {{ names: string[], problem: string }}   no names but a problem if an option is invalid
 */
export function seatNames(game, options) {
  try {
    return { names: readyEngine()?.seat_names(game, options) ?? [], problem: '' };
  } catch (error) {
    if (isTrap(error)) throw error;
    return { names: [], problem: errorText(error) };
  }
}

/** The same; throws if an option is invalid. @param {string} game @param {OptionValues} options */
function seatNamesOf(game, options) {
  const { names, problem } = seatNames(game, options);
  if (problem) throw new Error(problem);
  return names;
}

/** Default options of a game. @param {import('./types.js').GameInfo} entry @returns {OptionValues} */
export const usualOptions = ({ options }) =>
  Object.fromEntries(options.map((option) => [option.key, option.default]));

/**
 * A random seed for a new game. The engine is ready, because the caller has read its catalogue.
 * @returns {number}
 */
export function drawSeed() {
  return /** @type {import('../worker/engine.js').Engine} */ (readyEngine()).draw_seed();
}

/**
 * @param {Setup} setup
 * @param {{ points?: number[], stays?: boolean }} [more] `points`: from earlier rematches, by seat; `stays`: the current
 *   screen stays open
 * @returns {Promise<boolean>} whether it was started
 */
export async function start(setup, more = {}) {
  try {
    const mine = navigate();
    const drawn = loadRenderer(setup.game);
    const next = await withEngineToShow(async ({ Session }) => {
      await drawn;
      if (!mine.holds()) return null;
      const { game, options, seats, seed = drawSeed() } = setup;
      const made = Session.create(game, options, seed, seats);
      if (setup.moves) made.play_all(setup.moves);
      return made;
    });
    if (!next) return false;
    batch(() => {
      if (!more.stays) goToGame(setup.game);
      saveNow();
      replace(next, { arrived: 'begun', points: more.points ?? setup.seats.map(() => 0) });
      // In simultaneous games a human starts each turn.
      const plays = setup.seats.some((seat) => 'human' in seat);
      playTo();
      if (plays && store.entryOf(setup.game)?.simultaneous) pause();
      if (plays !== store.personPlays.value) setDisplay({ overlay: 'off' });
      if (store.state.value?.game !== setup.game)
        setDisplay({ advisor: null, overlay: 'off', marks: {}, turned: 0 });
      publish();
    });
    store.say(strings.newGame(store.state.value?.turn_text ?? ''));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The setup of the current game, for a new seed.
 * @returns {Setup | null}
 */
export function sameSetup() {
  const now = store.state.value;
  if (!now) return null;
  const { game, options, seats } = now;
  return { game, options, seats: seats.map((seat) => seat.config) };
}

/** Restarts the current game: a human on the first seat, `other` on the rest. @param {SeatConfig} other */
export async function startAgainst(other) {
  const setup = sameSetup();
  const seats = setup?.seats.map((_, seat) => (seat === 0 ? { human: true } : other));
  return !!setup && start({ ...setup, seats: /** @type {SeatConfig[]} */ (seats) });
}

/**
 * Starts a game against the opponent of the user's level. The first game may be a shorter variant.
 * @param {string} game
 * @param {{ stays?: boolean }} [more]   as `start` takes it
 */
export const startDefault = (game, more) =>
  // The catalogue is complete only when the engine is loaded.
  withEngineToShow(async () => {
    const entry = store.entryOf(game);
    if (entry) await startFrom(entry, isNew(game) ? entry.first_options : {}, more);
  });

/**
 * Starts a game between different bots, to watch.
 * @param {string} game
 */
export const startWatching = (game) =>
  withEngineToShow(async () => {
    const entry = store.entryOf(game);
    if (!entry) return;
    const options = { ...usualOptions(entry), ...entry.match_options };
    const seats = watchedBots(entry, seatNames(game, options).names.length);
    if (!(await start({ game, options, seats }))) return;
    // Spectators see the bots' analysis; an embedded page shows what its address sets.
    const most = thoughtOverlays(renderers[game]).at(-1) ?? '';
    if (!store.embedded.value && entry.overlays.includes(most)) setDisplay({ overlay: most });
  });

/**
 * Starts a game against the opponent of the user's level, with these options over the defaults.
 * @param {import('./types.js').GameInfo} entry
 * @param {OptionValues} chosen
 * @param {{ stays?: boolean }} [more]   as `start` takes it
 * @returns {Promise<boolean>} whether it was started
 */
export async function startFrom(entry, chosen, more = {}) {
  const options = { ...usualOptions(entry), ...chosen };
  const seats = againstBots(entry, seatNamesOf(entry.id, options).length);
  return start({ game: entry.id, options, seats }, more);
}

/**
 * The default opponent on a seat.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seat
 * @returns {SeatConfig}
 */
export function usualBot(entry, seat) {
  const { opponents } = entry;
  return { bot: opponents[(seat + opponents.length - 1) % opponents.length], options: {} };
}

/**
 * The bots of a game to watch: another one on every seat while there are more, as two equal bots tell no story.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seats
 * @returns {SeatConfig[]}
 */
function watchedBots({ watched, opponents, levels }, seats) {
  const bots = [
    ...new Set([...watched.map(({ bot }) => bot), ...levels.toReversed(), ...opponents]),
  ];
  return Array.from({ length: seats }, (_, seat) => ({
    bot: bots[seat % bots.length],
    options: {},
  }));
}

/**
 * A human on the first seat, the opponents of the next level on the others.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seats
 */
const againstBots = (entry, seats) => tableOf(entry, nextLevel(entry), { seats, human: 0 });

/** Restarts the game against the opponents of a level. @param {number} level   from 1 */
export async function playLevel(level) {
  const setup = sameSetup();
  const entry = store.info.value;
  if (!setup || !entry) return;
  const human = Math.max(
    0,
    setup.seats.findIndex((config) => 'human' in config),
  );
  const seats = tableOf(entry, level, { seats: setup.seats.length, human });
  await start({ ...setup, seats });
}

/**
 * Options of the current game that start from a text, such as a map.
 * @param {string} text
 * @returns {{ entry: import('./types.js').GameInfo, options: OptionValues }}
 */
function optionsOn(text) {
  const entry = store.info.value;
  if (!entry?.setup_text) throw new Error(strings.thisGameBegins);
  return { entry, options: { ...usualOptions(entry), [entry.setup_text.option]: text } };
}

/**
 * Starts the current game from a text. Players keep their seats where these exist.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was started
 */
export async function startOn(text) {
  try {
    const { entry, options } = optionsOn(text);
    const names = seatNamesOf(entry.id, options);
    const sitting = store.state.value?.seats.map((seat) => seat.config) ?? [];
    const more = sitting.findLast((config) => 'bot' in config);
    const seats = names.map((_, i) => sitting[i] ?? more ?? usualBot(entry, i));
    return await start({ game: entry.id, options, seats });
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The link to a new game; empty while the engine is loading.
 * @param {string} game
 * @param {OptionValues} options
 * @param {SeatConfig[]} seats
 * @param {{ seed?: number, moves?: string[] }} [how]   `moves`: the opening moves
 * @returns {string}
 */
export function linkFor(game, options, seats, { seed = 1, moves = [] } = {}) {
  const fresh = readyEngine()?.Session.create(game, options, seed, seats);
  if (!fresh) return '';
  try {
    if (moves.length > 0) fresh.play_all(moves);
    return location.origin + location.pathname + fresh.link('off', 0);
  } finally {
    fresh.free();
  }
}

/**
 * The link to a new game of the current kind that starts from a text, human against bots. Throws if the
 * text is invalid.
 * @param {string} text
 * @returns {string}
 */
export function linkOn(text) {
  const { entry, options } = optionsOn(text);
  const seats = againstBots(entry, seatNamesOf(entry.id, options).length);
  return linkFor(entry.id, options, seats);
}
