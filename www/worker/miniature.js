/**
 * The worker behind Home's cards: it plays one game a kind between the usual bots, a move when it is asked. It knows
 * no game: what is played and shown is said in Rust.
 */
import { expose } from 'comlink';
import { awaitParts, engine, withFiles } from './engine.js';

/** @typedef {{ layout?: unknown, view: unknown, over: boolean }} Shown   `layout` when the game has just begun. */
/** @typedef {typeof import('../pkg/totora.js')} Engine */

/** The games that are played: where the moves come from, and what is shown. @type {Map<string, { bots: import('../pkg/totora.js').WorkerSession, shown: import('../pkg/totora.js').Session }>} */
const playing = new Map();

/** Nodes a move for bots that would think longer: it is a small board. */
const NODES = 400;

/** @param {Engine} found @param {string} game */
function begin(found, game) {
  const entry = found.games().find(({ id }) => id === game);
  if (!entry) throw new Error(`There is no game “${game}” here.`);
  const usual = Object.fromEntries(entry.options.map((option) => [option.key, option.default]));
  const options = { ...usual, ...entry.match_options };
  const seats = found.seat_names(game, options).map((_, seat) => {
    const { length } = entry.opponents;
    const bot = entry.opponents[(seat + length - 1) % length];
    const thinks = entry.bots.find(({ id }) => id === bot)?.budget;
    return { bot, options: {}, ...(thinks && { budget: { nodes: NODES } }) };
  });
  const shown = found.Session.create(game, options, found.draw_seed(), seats);
  const opening = found.Opening.create(shown.record());
  while (!opening.advance(50));
  return { bots: opening.follow(), shown };
}

const takeParts = awaitParts();

const api = {
  /** Takes the engine's parts, which the page has compiled. @param {import('./engine.js').Parts} parts */
  async load(parts) {
    takeParts(parts);
  },

  /**
   * Plays a move; after the last one, another game begins.
   * @param {string} game
   * @returns {Promise<Shown>}
   */
  async next(game) {
    const found = await engine();
    const old = playing.get(game);
    if (!old || old.shown.state().outcome) {
      old?.shown.free();
      old?.bots.free();
      const fresh = begin(found, game);
      playing.set(game, fresh);
      return { layout: fresh.shown.layout(), view: fresh.shown.view(), over: false };
    }
    const { moves } = await withFiles(() =>
      old.bots.advance({ most: 1, ms: 1_000, go_on: undefined, until: undefined }),
    );
    old.shown.play_all(moves);
    return { view: old.shown.view(), over: !!old.shown.state().outcome };
  },
};

/** @typedef {typeof api} MiniatureApi */

expose(api);
