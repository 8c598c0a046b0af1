/**
 * A worker of the arena. The same file has two roles: some workers play games, and one keeps the table and writes
 * finished games into the browser's storage. Nothing here depends on a game: the arena in Rust does it all.
 */
import { expose } from 'comlink';
import { converse, PATIENCE } from './bot.js';
import { awaitParts, engine, withFiles } from './engine.js';
import { recallLines, saveLines } from './saved.js';

/** @typedef {import('../pkg/totora.js').Arena} Arena */

/** The least time between two writes of finished games, in milliseconds. */
const WRITE_EVERY = 1_000;

/** How many of the best moves are evaluated exactly. */
const LINES = 8;
/** How long a slice of an analysis takes, in milliseconds. */
const SLICE = 1_000;

/**
 * The evaluation of a move: win chance from 0 to 1, score, and class; null if it was not examined closely.
 * @typedef {{ win: number | null, score: import('../pkg/totora.js').Score, known: import('../pkg/totora.js').Class } | null} Judgement
 */

/** @type {Arena | null} */
let arena = null;
/** The storage ID of the tournament. */
let id = '';
/** Lines that are not written yet. */
let waiting = '';
let written = 0;
/** Whether the browser's storage works. */
let canSave = true;

/** Bots that a user wrote, by entrant name. @type {Map<string, import('./bot.js').BotClient>} */
const seated = new Map();

/**
 * Plays a game with bots that a user wrote. A bot that fails loses the game.
 * @param {number} game
 * @returns {Promise<import('../pkg/totora.js').ArenaGame>} at its end
 */
async function playBySteps(game) {
  const played = await withFiles(() => open().step_through(game));
  for (;;) {
    const [name, line] = await withFiles(() => played.advance(PATIENCE));
    if (name === undefined) return played;
    try {
      const bot = seated.get(name);
      if (!bot) throw new Error('it is not in this browser, or has changed since');
      played.answer(await bot.ask(line, PATIENCE), false);
    } catch (error) {
      played.answer(error instanceof Error ? error.message : String(error), true);
    }
  }
}

/** The heuristic that learns in this worker. @type {import('../pkg/totora.js').Learner | null} */
let learner = null;

function learning() {
  if (!learner) throw new Error('nothing is learned here');
  return learner;
}

/** @returns {Arena} */
function open() {
  if (!arena) throw new Error('the arena is not open');
  return arena;
}

async function write() {
  const lines = waiting;
  if (!lines) return;
  waiting = '';
  written = performance.now();
  canSave = (await saveLines(id, lines)) && canSave;
}

/**
 * A call of the arena, which fetches missing files.
 * @template {'csv' | 'games' | 'link' | 'measured' | 'missing' | 'divergence' | 'divergences' | 'record' | 'report'} K
 * @param {K} name
 * @returns {(...about: Parameters<Arena[K]>) => Promise<ReturnType<Arena[K]>>}
 */
const call =
  (name) =>
  (...about) =>
    withFiles(() => /** @type {any} */ (open())[name](...about));

const api = {
  load: awaitParts(),

  /**
   * Creates an arena, which replaces the one before.
   * @param {import('../pkg/totora.js').ArenaSetup} setup
   */
  async open(setup) {
    const { Arena } = await engine();
    await write();
    const next = Arena.create(setup);
    arena?.free();
    arena = next;
    id = '';
  },

  /**
   * The parts of a sweep, a tuning or an ablation, and the next step.
   * @param {object} request
   */
  async prove(request) {
    const { prove } = await engine();
    return prove(request);
  },

  /**
   * The hand-ins of a text, one per line.
   * @param {string} text
   * @param {string[]} lessons   those that they may be of, as JSON texts
   */
  async handIns(text, lessons) {
    const { lab_class } = await engine();
    return withFiles(() => lab_class(text, lessons));
  },

  // --- learning ---------------------------------------------------------------------------------

  /**
   * Starts a learning, or continues it if the request has a state.
   * @param {object} request
   */
  async learn(request) {
    const { Learner } = await engine();
    const next = await withFiles(() => Learner.create(request));
    learner?.free();
    learner = next;
    return learner.report();
  },

  /** Learns for about `ms` milliseconds. @param {number} ms */
  async learnOn(ms) {
    const games = await withFiles(() => learning().advance(ms));
    return { games, found: learning().report(), state: learning().state() };
  },

  /** Plays one game against itself, move by move. */
  async learnOne() {
    const game = await withFiles(() => learning().step());
    return { game, found: learning().report(), state: learning().state() };
  },

  // --- a player ---------------------------------------------------------------------------------

  /**
   * Plays games `from` to `to`, without `to`, for about `ms` milliseconds.
   * @param {number} from @param {number} to @param {number} ms
   */
  async play(from, to, ms) {
    if (open().has_program(from)) return (await playBySteps(from)).line();
    return withFiles(() => open().play(from, to, ms));
  },

  /**
   * Adds a bot that a user wrote.
   * @param {string} name @param {MessagePort} port
   */
  async seat(name, port) {
    seated.set(name, converse(port));
  },

  /** The record of a game. Games whose moves the table does not have are played again. */
  record: call('record'),

  /** The fingerprint of each entrant. @param {number} entrants */
  async prints(entrants) {
    const prints = [];
    for (let entrant = 0; entrant < entrants; entrant++)
      prints.push(await withFiles(() => open().print(entrant)));
    return prints;
  },

  // --- the table --------------------------------------------------------------------------------

  /**
   * Loads the games saved under a name, and saves new ones there.
   * @param {string} name
   */
  async recall(name) {
    const table = open();
    id = name;
    let damaged = 0;
    for (const lines of await recallLines(name)) {
      try {
        table.add(lines);
      } catch {
        // From another version, or truncated: those games are played again.
        damaged++;
      }
    }
    return { done: table.done(), damaged };
  },

  /** Adds finished games. @param {string} lines */
  async add(lines) {
    const table = open();
    table.add(lines);
    waiting += lines;
    if (performance.now() - written >= WRITE_EVERY) await write();
    return { done: table.done(), canSave };
  },

  /** Writes all finished games. */
  async settle() {
    await write();
    return canSave;
  },

  /** The ranges of missing games: start, end (exclusive), and so on. */
  missing: call('missing'),
  report: call('report'),
  /** The result of a hand-in from these games. */
  measured: call('measured'),
  csv: call('csv'),

  /** The games so far as a file of results for the command line. */
  async file() {
    await write();
    return [open().header(), ...(await recallLines(id))].join('');
  },

  games: call('games'),
  /** Where two entrants differ in a game. */
  divergence: call('divergence'),
  divergences: call('divergences'),

  /**
   * A bot's evaluation of some moves at a position; null for a move that is not among its best.
   * @param {string} record
   * @param {number} ply
   * @param {import('../pkg/totora.js').ThinkQuestion['bot']} bot
   * @param {string[]} moves
   * @returns {Promise<Judgement[]>}
   */
  async judged(record, ply, bot, moves) {
    const { Thinker } = await engine();
    return withFiles(() => {
      const thinker = Thinker.create({ record, ply, bot, lines: LINES });
      try {
        while (!thinker.advance(SLICE));
        const thought = thinker.analysis();
        return moves.map((move) => {
          const at = thought.moves.indexOf(move);
          const known = thought.classes[at] ?? 'unknown';
          if (known === 'unknown' || known === 'bound') return null;
          return { win: thought.wins[at], score: thought.scores[at], known };
        });
      } finally {
        thinker.free();
      }
    });
  },

  /** A link, from `#` on. */
  link: call('link'),
};

/** @typedef {typeof api} ArenaApi */

expose(api);
