// Finds puzzles: positions in which exactly one move is proven to win and a weak bot plays another.
//   node scripts/find-puzzles.mjs GAME [FROM] [SEEDS]
// prints a chapter per line for the study www/app/gallery/puzzles.json. Needs `cargo build --bin totora`; TOTORA names
// another binary. tests/engine/puzzles.rs proves each puzzle again, and writes the texts with UPDATE_GALLERY=1.
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The binary. */
const TOTORA = process.env.TOTORA ?? 'target/debug/totora';

/**
 * How to search each game. `options` and `seats` define the games that are played. `weak` is the bot that must make a
 * mistake; `prover` proves the result, with a budget of `nodes`. Positions come from the last `last` plies of a game and
 * have at least `least` legal moves.
 * @type {Record<string, { options: Record<string, unknown>, seats: string, weak: string, prover: string, nodes: number | null, last: number, least: number }>}
 */
const SEARCHES = {
  isolation: {
    options: { opening: 'random' },
    seats: 'tuned,greedy',
    weak: 'greedy',
    prover: 'perfect',
    nodes: null,
    last: 15,
    least: 3,
  },
  reversi: {
    options: {},
    seats: 'level-3,level-3',
    weak: 'greedy',
    prover: 'totora',
    nodes: 100_000,
    last: 10,
    least: 4,
  },
  fencemaster: {
    options: { size: 4 },
    seats: 'norton-rizk-guard,edgewise',
    weak: 'edgewise',
    prover: 'perfect',
    nodes: 60_000,
    last: 9,
    least: 6,
  },
  uros: {
    options: {},
    seats: 'level-3,balanced',
    weak: 'level-1',
    prover: 'totora',
    nodes: 20_000,
    last: 5,
    least: 4,
  },
};

const [game = 'isolation', from = '1', count = '20'] = process.argv.slice(2);
const search = SEARCHES[game];
if (!search) {
  console.error(`find-puzzles: unknown game ${game}, expected ${Object.keys(SEARCHES).join(', ')}`);
  process.exit(2);
}

const engine = spawn(TOTORA, ['protocol'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

/** @param {unknown} request @returns {Promise<any>} */
async function ask(request) {
  engine.stdin.write(`${JSON.stringify(request)}\n`);
  const answer = JSON.parse((await lines.next()).value);
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

/** @param {string} bot @param {number | null} nodes */
const think = async (bot, nodes = null) =>
  (await ask({ do: 'think', bot, seed: 1, ...(nodes && { budget: { nodes } }) })).thought;

/**
 * Whether the opponent wins after each of these moves.
 * @param {any} record
 * @param {string[]} before   the moves before them
 * @param {string[]} others
 * @param {number} seat   the seat that plays them
 */
async function allLose(record, before, others, seat) {
  for (const move of others) {
    const moves = [...before, move];
    const { state } = await ask({ do: 'load', record: { ...record, moves, result: null } });
    if (state.outcome) {
      if (state.outcome.ranks[seat] === 1) return false;
      continue;
    }
    const { choice, candidates } = await think(search.prover, search.nodes);
    const best = candidates.find((/** @type {any} */ one) => one.move === choice);
    if (best?.score !== (state.to_act[0] === seat ? 'loss' : 'win')) return false;
  }
  return true;
}

for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const options = Object.entries(search.options).flatMap(([key, value]) => [
    '--option',
    `${key}=${value}`,
  ]);
  const record = JSON.parse(
    execFileSync(
      TOTORA,
      ['play', game, '--seats', search.seats, '--seed', String(seed), '--json', ...options],
      { encoding: 'utf8' },
    ),
  );
  const { length } = record.moves;
  for (let ply = length - 1; ply >= Math.max(0, length - search.last); ply--) {
    const moves = record.moves.slice(0, ply);
    const { state } = await ask({ do: 'load', record: { ...record, moves, result: null } });
    if (state.outcome || state.legal < search.least) continue;
    const weak = await think(search.weak);
    const proof = await think(search.prover, search.nodes);
    const wins = proof.candidates.filter((/** @type {any} */ one) => one.score === 'win');
    if (wins.length !== 1 || weak.choice === wins[0].move) continue;
    const { moves: legal } = await ask({ do: 'legal' });
    const others = legal.filter((/** @type {string} */ move) => move !== wins[0].move);
    if (!(await allLose(record, moves, others, state.to_act[0]))) continue;
    const [seat] = state.to_act;
    const seats = record.seats.map((/** @type {unknown} */ _, /** @type {number} */ at) =>
      at === seat ? { human: true } : { bot: search.weak, options: {} },
    );
    const { bot, nodes } = { bot: search.prover, nodes: search.nodes };
    console.log(
      JSON.stringify({
        record: { ...record, moves, seats, result: null },
        ply,
        view: { bot: { bot, options: {}, ...(nodes && { budget: { nodes } }) } },
        task: { kind: 'find', question: 'Which move wins?', moves: [wins[0].move] },
      }),
    );
  }
}
engine.kill();
