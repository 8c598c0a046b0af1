// Uros through wasm, in Node: whole games per second between two bots, on one core. For the native figure run
// `cargo bench --bench uros -- games` or the printed command.
//
//   make bench-wasm        (or: node benches/wasm/uros.mjs [games])
import { readFile } from 'node:fs/promises';
import init, { Arena, Session, Thinker } from '../../www/pkg/totora.js';
import { scaled } from '../scale.mjs';

const games = Number(process.argv[2] ?? scaled(6000));
await init({
  module_or_path: await readFile(new URL('../../www/pkg/totora_bg.wasm', import.meta.url)),
});

/** Games per second in an arena, and plies per game. */
function run() {
  const bots = ['balanced', 'exploit'].map((bot) => ({ bot, options: {} }));
  const arena = Arena.create({ game: 'uros', options: {}, bots, games, seed: 1 });
  let lines = '';
  let done = 0;
  const begun = performance.now();
  while (done < games) {
    const played = arena.play(done, games, 1000);
    lines += played;
    done += played.trim().split('\n').length;
  }
  const seconds = (performance.now() - begun) / 1000;
  arena.free();
  const all = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).played.plies);
  const plies = all.reduce((sum, one) => sum + one, 0) / all.length;
  return { rate: games / seconds, plies };
}

/** The median time in milliseconds of the first move, with explanations, as on the page. */
function decide() {
  const seats = [{ human: true }, { human: true }];
  const session = Session.create('uros', {}, 1, seats);
  const record = session.record();
  const times = [];
  for (let i = 0; i < 50; i++) {
    const begun = performance.now();
    const thinker = Thinker.create({ record, ply: 0, bot: { bot: 'balanced', options: {} } });
    thinker.advance(5);
    times.push(performance.now() - begun);
    thinker.free();
  }
  return times.sort((a, b) => a - b)[25];
}

/** The times in milliseconds of `totora` with this many playouts per placement, in a game against itself. @param {number} playouts */
function search(playouts) {
  const seats = [{ human: true }, { human: true }];
  const session = Session.create('uros', {}, 1, seats);
  const times = [];
  const bot = { bot: 'totora', options: {}, budget: { nodes: playouts } };
  for (let ply = 0; session.state().to_act.length > 0; ply++) {
    const thinker = Thinker.create({ record: session.record(), ply, bot });
    const begun = performance.now();
    while (!thinker.advance(1000));
    times.push(performance.now() - begun);
    session.play(thinker.analysis().choice ?? '', false);
    thinker.free();
  }
  session.free();
  const [first] = times;
  return {
    first,
    median: times.sort((a, b) => a - b)[times.length >> 1],
    slowest: times[times.length - 1],
  };
}

run(); // warm up
const runs = [run(), run(), run(), run(), run()];
const rates = runs.map((r) => r.rate).sort((a, b) => a - b);
console.log(
  `uros, balanced against exploit, ${games} games: median ${rates[2].toFixed(0)} games/s ` +
    `(${rates[0].toFixed(0)} to ${rates[4].toFixed(0)}), ${runs[0].plies.toFixed(1)} plies per game`,
);
console.log(
  `uros, balanced at the opening, 667 candidates explained: median ${decide().toFixed(2)} ms`,
);
const { first, median, slowest } = search(scaled(1000));
console.log(
  `uros, totora, 1000 playouts per placement: ${first.toFixed(0)} ms at the opening, ` +
    `median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
);
console.log(
  `native, for the ratio: time target/release/totora arena uros --bots balanced,exploit --games ${games} --threads 1`,
);
