// Isolation through wasm, in Node: nodes per second of alpha-beta with each heuristic, and the time that `perfect` needs to
// find the plies and the line of random positions. One core; measures processor time, which other load on the machine
// affects less. For the native figures run `cargo bench --bench isolation` or the printed command.
//
//   make bench-wasm        (or: node benches/wasm/isolation.mjs)
import { readFile } from 'node:fs/promises';
import init, { Session, Thinker } from '../../www/pkg/totora.js';
import { scaled } from '../scale.mjs';
import '../assets.mjs';

await init({
  module_or_path: await readFile(new URL('../../www/pkg/totora_bg.wasm', import.meta.url)),
});

const seats = [{ human: true }, { human: true }];
const seconds = () => process.cpuUsage().user / 1e6;

/** @param {string} moves @param {{ bot: string, options: {}, budget?: import('../../www/pkg/totora.js').Budget }} bot */
function think(moves, bot) {
  const session = Session.create('isolation', {}, 1, seats);
  for (const move of moves.split(' ')) session.play(move, false);
  const ply = moves.split(' ').length;
  const thinker = Thinker.create({ record: session.record(), ply, bot });
  const begun = seconds();
  while (!thinker.advance(1000));
  const took = seconds() - begun;
  const { nodes } = thinker.analysis();
  thinker.free();
  session.free();
  return { nodes, took };
}

const NODES = scaled(10_000_000);
/** Thinks until every move is decided; in a smoke test it stops early. */
const PERFECT = {
  bot: 'perfect',
  options: {},
  ...(process.env.SMOKE && { budget: { nodes: 1000 } }),
};
for (const name of ['improved', 'open', 'center', 'custom', 'custom-2', 'custom-3']) {
  const bot = { bot: `ab-${name}`, options: {}, budget: { nodes: NODES } };
  think('d4 b2', bot);
  const runs = [0, 1, 2].map(() => think('d4 b2', bot)).map((run) => run.nodes / run.took / 1e6);
  console.log(`isolation, ab-${name}: ${runs.sort((a, b) => a - b)[1].toFixed(1)} million nodes/s`);
}

/** The cells of the 7x7 board that a knight reaches from a cell. @param {string} from */
const knight = (from) =>
  CELLS.filter((to) => {
    const [x, y] = [0, 1].map((i) => Math.abs(to.charCodeAt(i) - from.charCodeAt(i)));
    return x * y === 2;
  });
const CELLS = [...'abcdefg'].flatMap((column) => [...'1234567'].map((row) => column + row));

/** State of a Park–Miller generator, so that every run has the same positions. */
let state = 1;
/** A random opening: both placements, then legal moves. @param {number} plies @returns {string[]} */
function randomOpening(plies) {
  const moves = /** @type {string[]} */ ([]);
  while (moves.length < plies) {
    const from = moves.at(-2);
    const legal = (from ? knight(from) : CELLS).filter((cell) => !moves.includes(cell));
    if (!legal.length) return randomOpening(plies);
    state = (state * 48271) % 2147483647;
    moves.push(/** @type {string} */ (legal[state % legal.length]));
  }
  return moves;
}

const GAMES = process.env.SMOKE ? 2 : 40;
for (const plies of [2, 3, 4, 5, 6]) {
  const runs = Array.from({ length: GAMES }, () => {
    const moves = randomOpening(plies).join(' ');
    return { moves, ...think(moves, PERFECT) };
  }).sort((a, b) => a.took - b.took);
  const nodes = runs.map((run) => run.nodes / 1e6).sort((a, b) => a - b);
  const slow = runs.filter((run) => run.took > 1);
  const [middle, last] = [GAMES / 2, GAMES - 1];
  console.log(
    `isolation, perfect at ply ${plies}, plies and line: median ${runs[middle].took.toFixed(2)} s, worst ` +
      `${runs[last].took.toFixed(2)} s of ${GAMES} positions, ${slow.length} over 1 s; ` +
      `${nodes[middle].toFixed(1)} and ${nodes[last].toFixed(1)} million nodes`,
  );
  for (const { moves, took } of slow) console.log(`  ${moves}: ${took.toFixed(2)} s`);
}
console.log(
  `native, for the ratio: time target/release/totora think isolation --moves "d4 b2" --bot ab-improved@${NODES}n`,
);
