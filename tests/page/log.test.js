/** The log of a saved game, held against the engine: whatever is played, undone and branched, it makes the same record. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import * as session from '../../www/app/session.js';
import { grown } from '../../www/app/storage.js';
import * as store from '../../www/app/store.js';
import * as engine from '../../www/pkg/totora.js';
import { resetStore } from './fixtures.js';

vi.mock('../../www/worker/engine.js', () => ({
  engine: () => {},
  isTrap: () => false,
  isWhole: () => true,
  withFirstEngine: () => {},
}));

beforeAll(() => {
  const bytes = readFileSync(new URL('../../www/pkg/totora_bg.wasm', import.meta.url));
  engine.initSync({ module: bytes });
});

/** Numbers from 0 to 1, the same for the same seed. @param {number} seed */
function chance(seed) {
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
  test(`the log of ${game} makes the record that the engine has`, () => {
    let added = 0;
    let whole = 0;
    for (let seed = 1; seed <= 12; seed++) {
      resetStore();
      const random = chance(seed);
      /** @param {number} below */
      const some = (below) => Math.floor(random() * below);
      const seats = [
        { human: /** @type {const} */ (true) },
        { human: /** @type {const} */ (true) },
      ];
      session.replace(engine.Session.create(game, {}, seed, seats));
      session.publish();
      /** @type {[string, ...import('../../www/app/storage.js').Added[]]} */
      let rows = [''];
      for (let n = 0; n < 60; n++) {
        const way = random();
        const moves = legal();
        if (way < 0.6 && moves.length > 0)
          session.change((s) => s.play(moves[some(moves.length)], true), { plays: true });
        else if (way < 0.75) session.ask((s) => s.go_to(some(now().plies + 1)));
        else if (way < 0.85) session.ask((s) => s.undo());
        else if (way < 0.9) session.ask((s) => s.redo());
        else if (way < 0.96) {
          const line = some(now().variations + 1);
          session.ask((s) => s.open_line(line, 10_000));
          session.ask((s) => s.open_line(line, s.state().plies));
        } else if (now().variations > 0)
          session.change((s) => s.promote(1 + some(now().variations), false));
        session.publish();
        const more = session.sinceSaved();
        if (more) rows.push(more);
        else rows = [session.recordText()];
        if (more?.moves.length) added++;
        if (!more) whole++;
        session.markSaved();
        expect(JSON.parse(grown(rows))).toEqual(JSON.parse(session.recordText()));
      }
    }
    // Both ways were gone, and most turns are added.
    expect(added).toBeGreaterThan(100);
    expect(whole).toBeGreaterThan(20);
  });
