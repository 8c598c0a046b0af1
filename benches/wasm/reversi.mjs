// Reversi XT through wasm, in Node: nodes per second of alpha-beta on a plain map and of best reply search on three other
// maps, playouts per second of the tree search, and the time to solve the endgames of `benches/reversi_end.txt`, whose
// results the native bench checks. One core; measures processor time, which other load on the machine affects less. The
// printed commands give the native figures.
//
//   make bench-wasm        (or: node benches/wasm/reversi.mjs)
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import init, { Session, Thinker } from '../../www/pkg/totora.js';
import { scaled } from '../scale.mjs';
import '../assets.mjs';

await init({
  module_or_path: await readFile(new URL('../../www/pkg/totora_bg.wasm', import.meta.url)),
});

const seconds = () => process.cpuUsage().user / 1e6;

/** @param {string} map @param {string} bot @param {number} nodes */
function think(map, bot, nodes) {
  const players = { othello: 2, cross: 4, star: 8, lake: 4 }[map];
  const seats = Array.from({ length: players ?? 2 }, () => ({ human: true }));
  const session = Session.create('reversi', { map }, 1, seats);
  const thinker = Thinker.create({
    record: session.record(),
    ply: 0,
    bot: { bot, options: {}, budget: { nodes } },
  });
  const begun = seconds();
  while (!thinker.advance(1000));
  const took = seconds() - begun;
  const thought = thinker.analysis();
  thinker.free();
  session.free();
  return thought.nodes / took;
}

/** @type {[string, string, number][]} */
const cases = [
  ['othello', 'alphabeta', 3_000_000],
  ['othello', 'mcts', 100_000],
  ['cross', 'brs', 300_000],
  ['star', 'brs', 200_000],
  ['lake', 'brs', 150_000],
];
for (const [map, bot, nodes] of cases) {
  think(map, bot, scaled(nodes / 10));
  const runs = [0, 1, 2].map(() => think(map, bot, scaled(nodes))).sort((a, b) => a - b);
  console.log(`reversi, ${bot} on ${map}: ${Math.round(runs[1])} per second`);
  console.log(
    `  native: time target/release/totora think reversi --option map=${map} --bot ${bot}@${nodes}n`,
  );
}

const ends = readFileSync(new URL('../reversi_end.txt', import.meta.url), 'utf8');
let sum = 0;
for (const line of ends.trim().split('\n')) {
  const [number, tiles = ''] = line.split(' ');
  const rows = tiles.replaceAll(/[-XO]/g, (tile) => `${'-XO'.indexOf(tile)} `).match(/.{16}/g);
  const map = `2\n0\n0 0\n8 8\n${rows?.map((row) => row.trim()).join('\n')}\n`;
  const begun = seconds();
  const speed = think(map, 'totora', 10_000_000_000);
  const took = seconds() - begun;
  sum += took;
  console.log(
    `reversi, totora solves FFO ${number}: ${took.toFixed(1)} s, ${Math.round(speed)} nodes per second`,
  );
  if (process.env.SMOKE) break;
}
console.log(`total: ${sum.toFixed(1)} s; native: cargo bench --bench reversi_end`);
