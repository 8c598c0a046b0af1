// FenceMaster through wasm, in Node: random playouts per second on boards of side 4, 6, 8 and 10, and simulations per second
// of `totora`. One core; measures processor time, which other load on the machine affects less. The printed commands give the
// native figures of the same bot; compare only runs with the same number of playouts.
//
//   make bench-wasm        (or: node benches/wasm/fencemaster.mjs [size ...])
import { readFile } from 'node:fs/promises';
import init, { Session, Thinker } from '../../www/pkg/totora.js';
import { PLAYOUTS } from '../ratio/cases.mjs';
import { scaled } from '../scale.mjs';

const wasm = new URL('../../www/pkg/totora_bg.wasm', import.meta.url);
await init({ module_or_path: await readFile(wasm) });

const seats = [{ human: true }, { human: true }];
const seconds = () => process.cpuUsage().user / 1e6;

/** @param {{}} game @param {{}} options @param {number} nodes */
function rate(game, options, nodes) {
  const session = Session.create('fencemaster', game, 1, seats);
  const bot = { bot: 'totora', options, budget: { nodes } };
  const thinker = Thinker.create({ record: session.record(), ply: 0, bot });
  const begun = seconds();
  while (!thinker.advance(10_000));
  const took = seconds() - begun;
  thinker.free();
  session.free();
  return nodes / took;
}

/** @param {() => number} run */
function median(run) {
  run();
  return [run(), run(), run()].sort((a, b) => a - b)[1];
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [4, 6, 8, 10];
for (const size of sizes) {
  const nodes = scaled(Math.round(8_000_000 / size ** 2));
  const playouts = median(() => rate({ size }, PLAYOUTS, nodes));
  const trees = median(() => rate({ size, rules: 'havannah' }, {}, Math.round(nodes / 8)));
  console.log(
    `fencemaster, side ${size}: ${Math.round(playouts / 1000)} 000 playouts/s; ` +
      `totora, Havannah: ${Math.round(trees / 1000)} 000 simulations/s`,
  );
  const set = Object.entries(PLAYOUTS)
    .map(([key, value]) => `${key}=${value}`)
    .join(':');
  console.log(
    `  native: time target/release/totora think fencemaster --option size=${size} --bot totora:${set}@${nodes}n`,
  );
}
