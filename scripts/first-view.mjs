// Calls what the page calls in the engine until the first view of a game is drawn, and right after it: starting a game,
// resuming a saved game or one from a link, playing moves and stepping back. No bot thinks: a worker does that, later.
// scripts/split-wasm.mjs uses these calls to find the functions of the first part. The calls do not depend on chance, so
// the result is the same every time. A function that is missed here is only loaded later.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {typeof import('../www/pkg/totora.js')} Engine */
/** @typedef {import('../www/pkg/totora.js').Session} Session */
/** @typedef {import('../www/pkg/totora.js').GameInfo} GameInfo */
/** @typedef {import('../www/pkg/totora.js').OptionValues} OptionValues */

/** Seeds of the games that are started with each set of options. */
const SEEDS = [1, 2, 3];
/** Plies that a person plays in each game. */
const PLIES = 6;
/** Plies that are read in one call, as in www/app/openGame.js. */
const MAX_PLIES = 100;

/** @type {{ link: string }[]} */
const demos = JSON.parse(readFileSync(join(root, 'tests/browser/games.json'), 'utf8'));

/**
 * The questions that boards ask when the pointer moves over them. A question may fail. The answers of a game that is not
 * listed come from the second part.
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

/** Asks the board's questions about the position. @param {Session} session @param {string} game @param {number} n */
const inspect = (session, game, n) =>
  (QUESTIONS[game]?.(session.legal()[n] ?? '', n) ?? []).map((question) => {
    try {
      return session.inspect(question);
    } catch (error) {
      return String(error);
    }
  });

/** What www/app/session.js publishes, saves and shares of a session. @param {Session} session */
const inspectSession = (session) => [
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

/** Opens a record, as www/app/openGame.js does. @param {Engine} engine @param {string} record */
function resume(engine, record) {
  const opening = engine.Opening.create(record);
  opening.plies();
  // Always called here; in the page the number of calls depends on the clock.
  opening.played();
  while (!opening.advance(1));
  const session = opening.finish();
  const { plies } = session.state();
  session.open_line(0, plies);
  session.moves(0, MAX_PLIES);
  session.series(0, MAX_PLIES + 1);
  return session;
}

/** Does what a person does in a game. @param {Session} session @param {string} game */
function playByHand(session, game) {
  const seen = [];
  for (let ply = 0; ply < PLIES; ply++) {
    seen.push(...inspect(session, game, ply));
    const legal = session.legal();
    if (legal.length === 0) break;
    seen.push(session.play(legal[(ply * 7) % legal.length], true), ...inspectSession(session));
  }
  try {
    session.play('no move', true);
  } catch (error) {
    seen.push(String(error));
  }
  session.go_to(0);
  seen.push(...inspectSession(session), session.undo(), session.redo());
  return seen;
}

/** Starts a game with these options. @param {Engine} engine @param {GameInfo} entry @param {OptionValues} options @param {number} seed */
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
 * Makes all these calls.
 * @param {Engine} engine
 * @returns {unknown[]} the results, to compare with those of another engine
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
        seen.push(...inspectSession(session), ...playByHand(session, entry.id));
        const again = resume(engine, session.record());
        seen.push(...inspectSession(again));
        session.free();
        again.free();
      }
    }
  }
  for (const { link } of demos) {
    seen.push(engine.import_text(link));
    const decoder = engine.LinkDecoder.begin(link);
    // A worker reads the others.
    if (decoder.is_light()) {
      decoder.read();
      while (!decoder.advance(1));
      const session = resume(engine, decoder.record());
      const { game, options, seed, seats } = JSON.parse(session.record());
      seen.push(decoder.shown(), ...inspectSession(session), ...inspect(session, game, 1));
      // The page applies turns that a worker has played like this.
      const fresh = engine.Session.create(game, options, Number(seed), seats);
      fresh.play_all(session.texts(0));
      seen.push(...inspectSession(fresh));
      fresh.free();
      session.free();
    }
    decoder.free();
  }
  engine.draw_seed();
  return seen;
}
