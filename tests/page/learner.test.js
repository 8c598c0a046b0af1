/** What heuristics learn in wasm equals what they learn natively, which `tests/golden/learning.rs` wrote to a golden file. */
import { expect, test } from 'vitest';
import { engine, provideFiles, readJson } from './module.js';

provideFiles();

/** @type {{ request: { game: string }, state: object, heuristic: string }[]} */
const golden = readJson('tests/golden/learning/weights.json');

test.each(golden)('$request.game learns as natively, in any slices', (one) => {
  for (const ms of [0, 60_000]) {
    const learner = engine.Learner.create(one.request);
    while (learner.advance(ms) > 0);
    expect(learner.state()).toEqual(one.state);
    const { heuristic, stage } = learner.report();
    expect([heuristic, stage]).toEqual([one.heuristic, 'done']);
    learner.free();
  }
});
