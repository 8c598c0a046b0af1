/**
 * Beginning games: the one that a dialog asks for, the usual one, one on a map or a board. Nothing here
 * knows a rule; what does not fit is said by Rust.
 */
import { batch } from '@preact/signals';
import { loadRenderer, renderers } from '../boards/registry.js';
import { thoughtOverlays } from '../boards/thoughts.js';
import * as strings from '../strings/play.js';
import { engine, isTrap, readyEngine, withFirstEngine } from '../worker/engine.js';
import { navigate } from './navigation.js';
import { isNew, nextOpponent } from './progress.js';
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
 * @property {number} seed
 * @property {SeatConfig[]} seats
 * @property {string[]} [moves]   what was played already
 */

/**
 * Tells the page all about the games that it can draw, when the engine is there. Rejects when that does not come.
 * @param {(game: string) => boolean} drawn
 */
export async function openCatalog(drawn) {
  await withFirstEngine((found) => {
    store.catalog.value = found.games().filter((entry) => drawn(entry.id));
  });
}

/**
 * The names of the seats that a game with these options has. The engine must be ready.
 * @param {string} game
 * @param {OptionValues} options
 * @returns {{ names: string[], problem: string }}   no names, and the reason, when an option does not fit
 */
export function seatNames(game, options) {
  try {
    return { names: readyEngine()?.seat_names(game, options) ?? [], problem: '' };
  } catch (error) {
    if (isTrap(error)) throw error;
    return { names: [], problem: errorText(error) };
  }
}

/** The same where options must fit; throws why they do not. @param {string} game @param {OptionValues} options */
function seatNamesOf(game, options) {
  const { names, problem } = seatNames(game, options);
  if (problem) throw new Error(problem);
  return names;
}

/** What options of a game are unless the user chooses. @param {import('./types.js').GameInfo} entry @returns {OptionValues} */
export const usualOptions = ({ options }) =>
  Object.fromEntries(options.map((option) => [option.key, option.default]));

/**
 * A seed for a new game, which the engine draws. The caller has seen the games that the engine has, so it
 * is ready.
 * @returns {number}
 */
export function drawSeed() {
  return /** @type {import('../worker/engine.js').Engine} */ (readyEngine()).draw_seed();
}

/**
 * Starts a game.
 * @param {Setup} setup
 * @param {{ series?: boolean, stays?: boolean }} [more] whether it goes on with a row of rematches; whether the screen
 *   stays that is open
 * @returns {Promise<boolean>} whether it was started
 */
export async function start(setup, more = {}) {
  try {
    const mine = navigate();
    const drawn = loadRenderer(setup.game);
    const next = await withEngineToShow(async ({ Session }) => {
      await drawn;
      if (!mine.holds()) return null;
      const made = Session.create(setup.game, setup.options, setup.seed, setup.seats);
      if (setup.moves) made.play_all(setup.moves);
      return made;
    });
    if (!next) return false;
    const total = store.total.value;
    batch(() => {
      if (!more.stays) goToGame(setup.game);
      replace(next);
      store.points.value = more.series ? total : setup.seats.map(() => 0);
      store.reportPutAway.value = false;
      // Where all move at once, turns are played when the person at the table says so.
      const waits =
        store.entryOf(setup.game)?.simultaneous && setup.seats.some((seat) => 'human' in seat);
      playTo();
      if (waits) pause();
      const plays = setup.seats.some((seat) => 'human' in seat);
      if (plays !== store.personPlays.value) store.overlay.value = 'off';
      if (store.state.value?.game !== setup.game) {
        store.advisor.value = null;
        store.overlay.value = 'off';
        store.marks.value = {};
        store.turned.value = 0;
      }
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
 * The setup of the game that runs, with a fresh seed.
 * @returns {Setup | null}
 */
export function sameSetup() {
  const now = store.state.value;
  if (!now) return null;
  return {
    game: now.game,
    options: now.options,
    seed: drawSeed(),
    seats: now.seats.map((seat) => seat.config),
  };
}

/** The game at hand anew: a person on the first seat, and one player on all others. @param {SeatConfig} other */
export async function startAgainst(other) {
  const setup = sameSetup();
  const seats = setup?.seats.map((_, seat) => (seat === 0 ? { human: true } : other));
  return !!setup && start({ ...setup, seats: /** @type {SeatConfig[]} */ (seats) });
}

/**
 * A game that plays at once: a person against the opponent of their level. The first one of a kind may be shorter.
 * @param {string} game
 * @param {{ stays?: boolean }} [more]   as `start` takes it
 */
export const startDefault = (game, more) =>
  // All that is said of a game is known when the engine is there.
  withEngineToShow(async () => {
    const entry = store.entryOf(game);
    if (entry) await startFrom(entry, isNew(game) ? entry.first_options : {}, more);
  });

/**
 * A game between the usual bots, to be watched.
 * @param {string} game
 */
export const startWatching = (game) =>
  withEngineToShow(async () => {
    const entry = store.entryOf(game);
    if (!entry) return;
    const options = { ...usualOptions(entry), ...entry.match_options };
    const seats = seatNames(game, options).names.map((_, seat) => usualBot(entry, seat));
    if (!(await start({ game, options, seed: drawSeed(), seats }))) return;
    // Who watches sees what the bots see; a frame shows what its address says.
    const most = thoughtOverlays(renderers[game]).at(-1) ?? '';
    if (!store.embedded.value && entry.overlays.includes(most)) store.overlay.value = most;
  });

/**
 * A person against the opponent of their level, with these options beside the defaults.
 * @param {import('./types.js').GameInfo} entry
 * @param {OptionValues} chosen
 * @param {{ stays?: boolean }} [more]   as `start` takes it
 * @returns {Promise<boolean>} whether it was started
 */
export async function startFrom(entry, chosen, more = {}) {
  const options = { ...usualOptions(entry), ...chosen };
  const seats = againstBots(entry, seatNamesOf(entry.id, options).length);
  return start({ game: entry.id, options, seed: drawSeed(), seats }, more);
}

/**
 * Who sits on a seat opposite a person unless the user chooses.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seat
 * @returns {SeatConfig}
 */
export function usualBot(entry, seat) {
  const { opponents } = entry;
  return { bot: opponents[(seat + opponents.length - 1) % opponents.length], options: {} };
}

/**
 * A person on the first seat, the opponent of the level to be played next on the others.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seats
 * @returns {SeatConfig[]}
 */
function againstBots(entry, seats) {
  const bot = nextOpponent(entry);
  return Array.from({ length: seats }, (_, seat) => {
    if (seat === 0) return { human: true };
    return bot ? { bot, options: {} } : usualBot(entry, seat);
  });
}

/** The same game anew, against the opponents of a level. @param {number} level   from 1 */
export async function playLevel(level) {
  const setup = sameSetup();
  const bot = store.info.value?.levels[level - 1];
  if (!setup || !bot) return;
  const seats = setup.seats.map((config) => ('human' in config ? config : { bot, options: {} }));
  await start({ ...setup, seats });
}

/**
 * The options of a game of the kind at hand that begins from a text, such as a map.
 * @param {string} text
 * @returns {{ entry: import('./types.js').GameInfo, options: OptionValues }}
 */
function optionsOn(text) {
  const entry = store.info.value;
  if (!entry?.setup_text) throw new Error(strings.thisGameBegins);
  return { entry, options: { ...usualOptions(entry), [entry.setup_text.option]: text } };
}

/**
 * Begins a game of the kind at hand from a text. Who sits there stays, as far as there are seats.
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
    return await start({ game: entry.id, options, seed: drawSeed(), seats });
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The address of a game that has not begun yet; empty while there is no engine.
 * @param {string} game
 * @param {OptionValues} options
 * @param {SeatConfig[]} seats
 * @param {{ seed?: number, moves?: string[] }} [how]   `moves`: those that it begins with
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
 * The address of a game of the kind at hand that begins from a text and has not begun yet: a person
 * against bots. Throws when the text is no good.
 * @param {string} text
 * @returns {string}
 */
export function linkOn(text) {
  const { entry, options } = optionsOn(text);
  const seats = againstBots(entry, seatNamesOf(entry.id, options).length);
  return linkFor(entry.id, options, seats);
}

/**
 * The view of a position that is not the running game's, for the examples in the rules: it is played
 * there by the same engine, so nothing in a picture is made up. The game's renderer is there then, too.
 * @param {string} game
 * @param {string[]} moves
 * @param {OptionValues | undefined} options
 * @param {unknown} question   what is asked about that position, as `inspect` is, if it is not undefined
 * @returns {Promise<import('../boards/contract.js').Shown & { answer: any }>}
 */
export async function example(game, moves, options = {}, question) {
  const [{ Session }] = await Promise.all([engine(), loadRenderer(game)]);
  const seats = seatNames(game, options).names.map(() => ({ human: true }));
  const record = { totora: 1, game, options, seed: 1, seats, moves, result: null };
  const shown = Session.from_record(JSON.stringify(record));
  try {
    const answer = question === undefined ? undefined : shown.inspect(question);
    return { layout: shown.layout(), view: shown.view(), answer };
  } finally {
    shown.free();
  }
}
