// The loops that compare the speed of wasm and native. Each is a piece of work that both sides can do. The wasm side runs
// here, in Node or in a page, so this file must not use Node's API. `native` has the arguments for the native binary.
// Loaded as `cases.mjs?share=0.001`, every loop does that share of its work: this checks that it runs, not its speed.

/**
 * @typedef {object} Case
 * @property {string} id       the name that `--only` matches, and the first column
 * @property {string} what     the unit that is counted
 * @property {number} amount   the number of these units
 * @property {string[]} native   arguments for the native binary, which prints JSON
 * @property {(engine: any) => Result} run   does the same through wasm
 * @property {(answer: any) => Result} read   reads the output of the native binary
 * @property {string} [comparedWith]   the id of a loop that does the same in another way; the ratio of their times is printed
 *
 * @typedef {Record<string, unknown>} Result   The values in which both sides must agree.
 */

const share = Number(new URL(import.meta.url).searchParams.get('share') ?? 1);
/** @param {number} amount */
const fraction = (amount) => Math.ceil(amount * share);

/** @param {Record<string, unknown>} options */
const optionArgs = (options) =>
  Object.entries(options).flatMap(([key, value]) => ['--option', `${key}=${value}`]);
/** @param {string} bot @param {Record<string, unknown>} options */
const spec = (bot, options) =>
  [bot, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(':');

/**
 * A loop in which a bot thinks about a position for a number of nodes.
 * @param {string} id
 * @param {{ game: string, options?: Record<string, unknown>, seats?: number, moves?: string, bot: string, set?: Record<string, unknown>, nodes: number, what?: string, each?: number }} how
 *   `each` is the number of units per node, `seats` the number of players
 * @returns {Case}
 */
function think(
  id,
  {
    game,
    options = {},
    seats = 2,
    moves = '',
    bot,
    set = {},
    nodes: all,
    what = 'nodes',
    each = 1,
  },
) {
  const nodes = fraction(all);
  const played = moves.split(' ').filter(Boolean);
  const comparable = (/** @type {any} */ thought) => ({
    choice: thought.choice,
    nodes: thought.nodes,
  });
  return {
    id,
    what,
    amount: nodes * each,
    native: [
      ...['think', game, '--json', '--seed', '1', '--bot', `${spec(bot, set)}@${nodes}n`],
      ...optionArgs(options),
      ...(played.length > 0 ? ['--moves', moves] : []),
    ],
    read: comparable,
    run(engine) {
      const humans = Array.from({ length: seats }, () => ({ human: true }));
      const session = engine.Session.create(game, options, 1, humans);
      for (const move of played) session.play(move, false);
      const asked = { bot, options: set, budget: { nodes } };
      const thinker = engine.Thinker.create({
        record: session.record(),
        ply: played.length,
        bot: asked,
      });
      while (!thinker.advance(1000));
      const thought = thinker.analysis();
      thinker.free();
      session.free();
      return comparable(thought);
    },
  };
}

/**
 * A loop of whole games between bots. They start from the normal first position, because choosing openings would run another
 * search.
 * @param {string} id
 * @param {{ game: string, options?: Record<string, unknown>, bots: string[], games: number, what?: string, each?: number }} how
 *   `each` is the number of units per game
 * @returns {Case}
 */
function games(id, { game, options = {}, bots, games: all, what = 'games', each = 1 }) {
  const games = fraction(all);
  const comparable = (/** @type {any} */ results) => ({
    games: results.games,
    plies: results.plies,
    won: results.bots.map((/** @type {any} */ bot) => bot.won?.share),
  });
  return {
    id,
    what,
    amount: games * each,
    native: [
      ...['arena', game, '--json', '--seed', '1', '--threads', '1'],
      ...['--bots', bots.join(','), '--games', String(games), '--openings', 'none'],
      ...optionArgs(options),
    ],
    read: comparable,
    run(engine) {
      const arena = engine.Arena.create({ game, options, bots, games, seed: 1, openings: 'none' });
      while (arena.done() < games) arena.add(arena.play(arena.done(), games, 1000));
      const results = arena.report();
      arena.free();
      return comparable(results);
    },
  };
}

/**
 * Options of FenceMaster's tree search that measure almost only playouts: the bot plays a hundred from every leaf. It explores
 * all moves equally and has no solver, so leaves have two stones at most.
 */
export const PLAYOUTS = {
  playouts: 100,
  rave: 0,
  prior: 0,
  judgement: 0,
  standing: 0,
  expand: 1000,
  exploration: 5,
  solver: 'off',
  look: 'off',
};
const COURSE = { map: 'random:1', r: 7, L: 40, W: 10 };

/** @param {string} heuristic */
const isolation = (heuristic) =>
  think(`isolation ${heuristic}`, {
    game: 'isolation',
    moves: 'd4 b2',
    bot: `ab-${heuristic}`,
    nodes: 15_000_000,
  });
/** The heuristic `improved` as a formula of the Lab, to compare the cost of a node with the built-in heuristic. */
const formula = {
  ...think('isolation improved as a formula', {
    game: 'isolation',
    moves: 'd4 b2',
    bot: 'lab',
    set: { formula: 'own_moves - opponent_moves', search: 'alpha-beta' },
    nodes: 15_000_000,
  }),
  comparedWith: 'isolation improved',
};
/** @param {number} size */
const fencemaster = (size) => [
  think(`fencemaster tree search, side ${size}`, {
    game: 'fencemaster',
    options: { size, rules: 'havannah' },
    bot: 'totora',
    nodes: Math.round(800_000 / size ** 2),
    what: 'simulations',
  }),
  think(`fencemaster playouts, side ${size}`, {
    game: 'fencemaster',
    options: { size },
    bot: 'totora',
    set: PLAYOUTS,
    // A node of this bot is a playout.
    nodes: Math.round(5_000_000 / size ** 2),
    what: 'playouts',
  }),
];

/** @type {Case[]} */
export const CASES = [
  think('uros tree search', { game: 'uros', bot: 'totora', nodes: 30_000, what: 'playouts' }),
  games('uros games', { game: 'uros', bots: ['balanced', 'exploit'], games: 5000 }),
  think('reversi alpha-beta, othello', {
    game: 'reversi',
    options: { map: 'othello' },
    bot: 'alphabeta',
    nodes: 2_000_000,
  }),
  think('reversi alpha-beta, mirrors', {
    game: 'reversi',
    options: { map: 'mirrors' },
    bot: 'alphabeta',
    nodes: 300_000,
  }),
  think('reversi brs, cross', {
    game: 'reversi',
    options: { map: 'cross' },
    seats: 4,
    bot: 'brs',
    nodes: 300_000,
  }),
  think('reversi tree search, othello', {
    game: 'reversi',
    options: { map: 'othello' },
    bot: 'mcts',
    nodes: 60_000,
    what: 'playouts',
  }),
  ...['improved', 'open', 'center'].map(isolation),
  formula,
  games('outpost games', {
    game: 'outpost',
    options: { ...COURSE, T: 200 },
    bots: ['wolfpack', 'phalanx', 'harvester', 'mason'],
    games: 20,
    what: 'turns',
    each: 200,
  }),
  ...[6, 10].flatMap(fencemaster),
];
