// What the page asks of the engine until a first view of a game is drawn, and right after it: a game begins, one that
// was kept or that a link holds is taken up, a person plays and looks back. No bot thinks: that is a worker's, and
// later. scripts/split-wasm.mjs finds with it what belongs into the first part. It draws nothing by chance, so that it
// finds the same every time; what it leaves out is only fetched later.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {typeof import('../www/pkg/totora.js')} Engine */
/** @typedef {import('../www/pkg/totora.js').Session} Session */
/** @typedef {import('../www/pkg/totora.js').GameInfo} GameInfo */
/** @typedef {import('../www/pkg/totora.js').OptionValues} OptionValues */

/** Games that are begun of each kind, each from a seed of its own. */
const SEEDS = [1, 2, 3];
/** Plies that a person plays in each. */
const PLIES = 6;
/** Plies that are read at once, as www/app/open.js does. */
const MOST = 100;

/** @type {{ link: string }[]} */
const demos = JSON.parse(readFileSync(join(root, 'tests/browser/games.json'), 'utf8'));

/**
 * What the boards ask when a pointer passes over them. It may be asked in vain; a game that is not here has its
 * answers a little later.
 * @type {Record<string, (move: string, n: number) => unknown[]>}
 */
const QUESTIONS = {
  uros: (_, n) => ['T', 'I', 'S'].map((island) => ({ island, turn: 90 * (n % 4) })),
  isolation: (move) => [{ after: move }],
  fencemaster: (move) => [{ after: move }],
  reversi: (_, n) =>
    Array.from({ length: 8 }, (_, i) => 8 * i + n).flatMap((tile) => [
      { describe: [tile] },
      { turns: tile },
      { turns: tile, seat: 1 },
      { blast: tile },
      { tile },
    ]),
};

/** The boards' questions about the position. @param {Session} session @param {string} game @param {number} n */
const inspect = (session, game, n) =>
  (QUESTIONS[game]?.(session.legal()[n] ?? '', n) ?? []).map((question) => {
    try {
      return session.inspect(question);
    } catch (error) {
      return String(error);
    }
  });

/** What www/app/session.js publishes, and what is kept and sent of it. @param {Session} session */
const look = (session) => [
  session.state(),
  session.layout(),
  session.view(),
  session.moves(0),
  session.series(0),
  session.demands(),
  session.record(),
  session.texts(0),
  session.link('off', 0),
];

/** Takes a record up, as www/app/open.js does. @param {Engine} engine @param {string} record */
function takeUp(engine, record) {
  const opening = engine.Opening.create(record);
  opening.plies();
  // Asked in any case: how often it is depends on the clock.
  opening.played();
  while (!opening.advance(1));
  const session = opening.finish();
  const { plies } = session.state();
  session.open_line(0, plies);
  session.moves(0, MOST);
  session.series(0, MOST + 1);
  return session;
}

/** What a person does with a game. @param {Session} session @param {string} game */
function byHand(session, game) {
  const seen = [];
  for (let ply = 0; ply < PLIES; ply++) {
    seen.push(...inspect(session, game, ply));
    const legal = session.legal();
    if (legal.length === 0) break;
    seen.push(session.play(legal[(ply * 7) % legal.length], true), ...look(session));
  }
  try {
    session.play('no move', true);
  } catch (error) {
    seen.push(String(error));
  }
  session.go_to(0);
  seen.push(...look(session), session.undo(), session.redo());
  return seen;
}

/** A game of that kind with these options, from its beginning. @param {Engine} engine @param {GameInfo} entry @param {OptionValues} options @param {number} seed */
function begin(engine, entry, options, seed) {
  const names = engine.seat_names(entry.id, options);
  const seats = names.map((_, seat) => {
    const bot = entry.opponents[(seat + entry.opponents.length - 1) % entry.opponents.length];
    return seat === 0 && seed % 2 === 1
      ? { human: /** @type {const} */ (true) }
      : { bot, options: {} };
  });
  return engine.Session.create(entry.id, options, seed, seats);
}

/**
 * Asks all of that.
 * @param {Engine} engine
 * @returns {unknown[]} the answers, which another engine's can be held against
 */
export function firstViews(engine) {
  const games = engine.games();
  /** @type {unknown[]} */
  const seen = [games];
  for (const entry of games) {
    const usual = Object.fromEntries(entry.options.map((option) => [option.key, option.default]));
    for (const seed of SEEDS) {
      for (const options of [
        usual,
        { ...usual, ...entry.match_options },
        { ...usual, ...entry.first_options },
      ]) {
        const session = begin(engine, entry, options, seed);
        seen.push(...look(session), ...byHand(session, entry.id));
        const again = takeUp(engine, session.record());
        seen.push(...look(again));
        session.free();
        again.free();
      }
    }
  }
  for (const { link } of demos) {
    const decoder = engine.LinkDecoder.begin(link);
    // What is not is read in a worker.
    if (decoder.is_light()) {
      decoder.read();
      while (!decoder.advance(1));
      const session = takeUp(engine, decoder.record());
      const { game, options, seed, seats } = JSON.parse(session.record());
      seen.push(decoder.shown(), ...look(session), ...inspect(session, game, 1));
      // Turns that a worker has played come in like this.
      const fresh = engine.Session.create(game, options, Number(seed), seats);
      fresh.play_all(session.texts(0));
      seen.push(...look(fresh));
      fresh.free();
      session.free();
    }
    decoder.free();
  }
  engine.draw_seed();
  return seen;
}
