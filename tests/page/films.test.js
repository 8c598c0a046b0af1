/** The films of searches in wasm are those of the native tests (`tests/golden/films.txt`, written by `tests/engine/film.rs`). */
import { expect, test } from 'vitest';
import { engine, provideFiles, read } from './module.js';

provideFiles();

const golden = read('tests/golden/films.txt').toString().split('=== ').slice(1);
/** The number of events from one that is compared to the next. */
const EVERY = 37;
const MOST = 12;

test.each(golden.map((block) => block.trim().split('\n')))('%s', (heading, ...rest) => {
  const [game, bot, nodes, ...plies] = heading.split(' ');
  const seats = /** @type {any} */ ([{ human: true }, { human: true }]);
  const session = engine.Session.create(game, {}, 1, seats);
  for (const ply of plies) session.play(ply, false);
  const config = { bot, options: {}, budget: { nodes: Number(nodes) } };
  const thinker = engine.Thinker.create(
    /** @type {any} */ ({ record: session.record(), ply: plies.length, bot: config, film: {} }),
  );
  while (!thinker.advance(1000));
  const found = thinker.film();
  const lines = [`${found.events} events, ${found.cuts} cuts, ${found.spared} spared`];
  for (let at = 0; at < Math.min(found.stored, EVERY * MOST); at += EVERY) {
    const frame = thinker.frame(at);
    lines.push(`${frame?.number} ${frame?.sentence}`);
  }
  expect(lines.join('\n')).toBe(rest.join('\n'));
  expect(thinker.find_event(found.events + 1)).toMatch(/there is no event/);
  thinker.free();
  session.free();
});
