/**
 * The log of a saved game compared with the engine: whatever is played, undone and branched, it
 * gives the same record.
 */
import { expect, test, vi } from 'vitest';
import { grown } from '../../www/app/entries.js';
import * as session from '../../www/app/session.js';
import * as store from '../../www/app/store.js';
import { resetStore } from './fixtures.js';
import { engine } from './module.js';

vi.mock('../../www/worker/engine.js', () => ({
  engine: () => {},
  isTrap: () => false,
  isWhole: () => true,
  withFirstEngine: () => {},
}));

/** A seeded generator of numbers from 0 to 1. @param {number} seed */
function createRandom(seed) {
  let now = seed;
  return () => {
    now = (now * 1_103_515_245 + 12_345) % 2 ** 31;
    return now / 2 ** 31;
  };
}

const now = () => /** @type {import('../../www/app/types.js').State} */ (store.state.value);

/** @type {[string, () => string[]][]} */
const GAMES = [
  ['isolation', () => session.ask((s) => s.legal()) ?? []],
  ['reversi', () => session.ask((s) => s.legal()) ?? []],
];
for (const [game, legal] of GAMES)
  test(`the log of ${game} gives the same record as the engine`, () => {
    let appended = 0;
    let rewritten = 0;
    for (let seed = 1; seed <= 12; seed++) {
      resetStore();
      const random = createRandom(seed);
      /** @param {number} below */
      const randomBelow = (below) => Math.floor(random() * below);
      const seats = [
        { human: /** @type {const} */ (true) },
        { human: /** @type {const} */ (true) },
      ];
      session.replace(engine.Session.create(game, {}, seed, seats));
      session.publish();
      /** @type {[string, ...import('../../www/app/entries.js').Added[]]} */
      let rows = [''];
      for (let n = 0; n < 60; n++) {
        const action = random();
        const moves = legal();
        if (action < 0.6 && moves.length > 0)
          session.change((s) => s.play(moves[randomBelow(moves.length)], true), { plays: true });
        else if (action < 0.75) session.ask((s) => s.go_to(randomBelow(now().plies + 1)));
        else if (action < 0.85) session.ask((s) => s.undo());
        else if (action < 0.9) session.ask((s) => s.redo());
        else if (action < 0.96) {
          const line = randomBelow(now().variations + 1);
          session.ask((s) => s.open_line(line, 10_000));
          session.ask((s) => s.open_line(line, s.state().plies));
        } else if (now().variations > 0)
          session.change((s) => s.promote(1 + randomBelow(now().variations), false));
        session.publish();
        const more = session.sinceSaved();
        if (more) rows.push(more);
        else rows = [session.recordText()];
        if (more?.moves.length) appended++;
        if (!more) rewritten++;
        session.markSaved();
        expect(JSON.parse(grown(rows))).toEqual(JSON.parse(session.recordText()));
      }
    }
    // Both kinds of saving occurred, and most turns were appended.
    expect(appended).toBeGreaterThan(100);
    expect(rewritten).toBeGreaterThan(20);
  });
