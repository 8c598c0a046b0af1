// Outpost through wasm, in Node: a game of 400 turns between four bots, and the rules alone. The latter is measured by
// replaying the record, which includes parsing the orders. One core; measures processor time, which other load on the
// machine affects less.
//
//   make bench-wasm        (or: node benches/wasm/outpost.mjs [turns])
import { readFile } from 'node:fs/promises';
import init, { Opening, Session } from '../../www/pkg/totora.js';
import { scaled } from '../scale.mjs';

const wasm = new URL('../../www/pkg/totora_bg.wasm', import.meta.url);
await init({ module_or_path: await readFile(wasm) });

const turns = Number(process.argv[2] ?? scaled(400));
const seconds = () => process.cpuUsage().user / 1e6;
const options = { map: 'random:1', r: 7, L: 40, W: 10, T: turns };

/** @param {() => void} run */
function timed(run) {
  const begun = seconds();
  run();
  return seconds() - begun;
}

/** @param {string[]} bots */
function game(bots) {
  const seats = bots.map((bot) => ({ bot, options: {} }));
  const session = Session.create('outpost', options, 1, seats);
  const opening = Opening.create(session.record());
  while (!opening.advance(1000));
  const runner = opening.follow();
  const record = JSON.parse(session.record());
  const playing = timed(() => {
    for (let more = true; more; ) {
      const { moves } = runner.advance({
        most: 50,
        ms: 1e9,
        given: {},
        go_on: undefined,
        until: undefined,
      });
      record.moves.push(...moves);
      more = moves.length > 0;
    }
  });
  runner.free();
  session.free();
  const replaying = timed(() => Session.from_record(JSON.stringify(record)).free());
  return { playing, replaying };
}

const median = (/** @type {number[]} */ numbers) => numbers.sort((a, b) => a - b)[1];
for (const bots of [
  ['wolfpack', 'phalanx', 'harvester', 'mason'],
  ['wolfpack', 'phalanx', 'kamikaze', 'shepherd'],
]) {
  game(bots); // warm up
  const runs = [game(bots), game(bots), game(bots)];
  const playing = median(runs.map((run) => run.playing));
  const replaying = median(runs.map((run) => run.replaying));
  console.log(
    `outpost, ${bots.join(', ')}, ${turns} turns: ${playing.toFixed(2)} s with the bots, ` +
      `${((replaying / turns) * 1e6).toFixed(0)} µs per turn to replay the record`,
  );
}
console.log('native, for the ratio: cargo bench --bench outpost');
