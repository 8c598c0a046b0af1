// The inner loops whose speed through wasm is held against the native one: each is one piece of work that
// both sides can do, told once. The wasm side runs here, in Node or in a page; `native` says what the native
// binary is asked for. Nothing of Node may be used here. Loaded as `cases.mjs?share=0.001` every loop does that part
// of its work, which shows that it runs and says nothing of its speed.

/**
 * @typedef {object} Case
 * @property {string} id       what `--only` looks for, and the first column
 * @property {string} what     what is counted
 * @property {number} amount   how many of them
 * @property {string[]} native   arguments of the native binary; its answer is JSON
 * @property {(engine: any) => Result} run   the same through wasm
 * @property {(answer: any) => Result} read   what the native binary said
 * @property {string} [beside]   the id of the loop that does the same by other means: how many times its time it takes is told
 *
 * @typedef {Record<string, unknown>} Result   what both sides must agree on
 */

const share = Number(new URL(import.meta.url).searchParams.get('share') ?? 1);
/** @param {number} amount */
const part = (amount) => Math.ceil(amount * share);

/** @param {Record<string, unknown>} options */
const optionArgs = (options) =>
  Object.entries(options).flatMap(([key, value]) => ['--option', `${key}=${value}`]);
/** @param {string} bot @param {Record<string, unknown>} options */
const spec = (bot, options) =>
  [bot, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(':');

/**
 * A bot thinks about a position for a number of nodes.
 * @param {string} id
 * @param {{ game: string, options?: Record<string, unknown>, seats?: number, moves?: string, bot: string, set?: Record<string, unknown>, nodes: number, what?: string, each?: number }} how
 *   `each` tells how many of `what` a node is, `seats` how many play
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
  const nodes = part(all);
  const played = moves.split(' ').filter(Boolean);
  const agreed = (/** @type {any} */ thought) => ({ choice: thought.choice, nodes: thought.nodes });
  return {
    id,
    what,
    amount: nodes * each,
    native: [
      ...['think', game, '--json', '--seed', '1', '--bot', `${spec(bot, set)}@${nodes}n`],
      ...optionArgs(options),
      ...(played.length > 0 ? ['--moves', moves] : []),
    ],
    read: agreed,
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
      const thought = thinker.thought();
      thinker.free();
      session.free();
      return agreed(thought);
    },
  };
}

/**
 * Whole games between bots, from the plain start: to draw openings is another search's work.
 * @param {string} id
 * @param {{ game: string, options?: Record<string, unknown>, bots: string[], games: number, what?: string, each?: number }} how
 *   `each` tells how many of `what` a game is
 * @returns {Case}
 */
function games(id, { game, options = {}, bots, games: all, what = 'games', each = 1 }) {
  const games = part(all);
  const agreed = (/** @type {any} */ results) => ({
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
    read: agreed,
    run(engine) {
      const arena = engine.Arena.create({ game, options, bots, games, seed: 1, openings: 'none' });
      while (arena.done() < games) arena.add(arena.play(arena.done(), games, 1000));
      const results = arena.report();
      arena.free();
      return agreed(results);
    },
  };
}

// Playouts are asked for through the bot, a hundred from every leaf, so that hardly anything else is measured:
// it looks everywhere alike and proves nothing, so that leaves have two stones at the most.
const PLAYOUTS = {
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
/** What `improved` says, as one formula of the Lab: what a node of it costs beside the built-in one. */
const formula = {
  ...think('isolation improved as a formula', {
    game: 'isolation',
    moves: 'd4 b2',
    bot: 'lab',
    set: { formula: 'own_moves - opponent_moves', search: 'alpha-beta' },
    nodes: 15_000_000,
  }),
  beside: 'isolation improved',
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
