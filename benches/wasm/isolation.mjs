// Isolation through wasm, in Node: nodes a second of alpha-beta with each heuristic and of the solver,
// how long `perfect` takes for an opening, and with the plies to the end. One core; processor time, so that what else the machine
// does counts less. The native figures beside it: `cargo bench --bench isolation`, or the commands this
// prints.
//
//   make bench-wasm        (or: node benches/wasm/isolation.mjs)
import { readFile } from 'node:fs/promises';
import init, { Session, Thinker } from '../../www/pkg/totora.js';
import { scaled } from '../scale.mjs';

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
  const { nodes } = thinker.thought();
  thinker.free();
  session.free();
  return { nodes, took };
}

const NODES = scaled(10_000_000);
/** It decides every move; as a smoke test it stops early. */
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

const openings = ['d4 b2', 'a1 g7', 'c3 d5', 'd2 e6', 'b4 f3', 'g1 a2', 'e5 c4', 'd3 d6'];
const runs = openings.map((opening) => think(opening, PERFECT));
const times = runs.map((run) => run.took).sort((a, b) => a - b);
const rates = runs.map((run) => run.nodes / run.took / 1e6).sort((a, b) => a - b);
console.log(
  `isolation, perfect at ply 2, every move decided: median ${(times[4] * 1000).toFixed(0)} ms, ` +
    `worst ${(times[7] * 1000).toFixed(0)} ms of ${openings.length} openings; ` +
    `median ${rates[4].toFixed(1)} million nodes/s`,
);
// Drawn by chance. With the plies to the end of the best move and the principal variation, as the page asks.
const games = [
  'a2 a1 c1 b3 e2',
  'f3 g1 e5 e2 g4',
  'f6 b2 d5 a4 c7',
  'f1 e3 g3 d5 e4',
  'a6 a3 c5 c2 e4',
  'a7 c4 b5 a3 c3',
  'b2 d5 c4 f4 d6',
  'g2 b2 f4 c4 d3',
  'g7 d5 e6 b4 d4',
  'd4 f5 b5 e3 a3',
  'e1 g1 g2 e2 f4',
  'd6 g1 e4 e2 c3',
];
for (const plies of [3, 4, 5]) {
  const runs = games.map((game) => think(game.split(' ').slice(0, plies).join(' '), PERFECT));
  const times = runs.map((run) => run.took).sort((a, b) => a - b);
  const nodes = runs.map((run) => run.nodes / 1e6).sort((a, b) => a - b);
  console.log(
    `isolation, perfect at ply ${plies}, plies and line: median ${times[6].toFixed(2)} s, worst ${times[11].toFixed(2)} s of ` +
      `${games.length} positions; ${nodes[6].toFixed(1)} and ${nodes[11].toFixed(1)} million nodes`,
  );
}
console.log(
  `native, for the ratio: time target/release/totora think isolation --moves "d4 b2" --bot ab-improved@${NODES}n`,
);
