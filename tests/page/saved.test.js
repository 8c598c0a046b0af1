/**
 * Tournaments in the browser's storage: invalid entries, of another version or a fault, are not
 * shown and do no harm.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { fitted } from '../../www/ui/shapes.js';
import { newDatabase, writeRow, written } from './fixtures.js';

/** @type {typeof import('../../www/worker/saved.js')} */
let saved;
beforeEach(async () => {
  newDatabase();
  vi.resetModules();
  saved = await import('../../www/worker/saved.js');
});

/** @param {unknown} meta */
const fits = (meta) => fitted('arena-meta', meta).whole;

/** @param {number} n */
const tournament = (n) => ({
  id: `t${n}`,
  name: `Tournament ${n}`,
  setup: { game: 'uros', bots: ['random', 'balanced'], games: 10, seed: n },
  planned: 10,
  done: 1,
  when: n,
  prints: [1, 2],
});

/** @type {[string, unknown][]} */
const GARBAGE = [
  ['nothing', null],
  ['a string', 'tournament'],
  ['an invalid time', { ...tournament(50), when: 'yesterday' }],
  ['an infinite time', { ...tournament(51), when: Number.POSITIVE_INFINITY }],
  ['no bots', { ...tournament(52), setup: { game: 'uros' } }],
];

for (const [what, value] of GARBAGE)
  test(`an invalid saved tournament is ignored: ${what}`, async () => {
    await writeRow('bad/meta', value, 'totora-arena');
    for (let n = 1; n <= 12; n++) await saved.saveMeta(tournament(n), fits);
    const ids = (await saved.listMeta(fits)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, i) => `t${12 - i}`));
    expect(await saved.recallMeta('bad', fits)).toBeUndefined();
    // It stays stored, but does not take the place of a valid one.
    expect((await written('totora-arena')).has('bad/meta')).toBe(true);
    await saved.saveMeta(tournament(13), fits);
    expect((await saved.listMeta(fits)).map(({ id }) => id)).not.toContain('t1');
    expect((await written('totora-arena')).has('bad/meta')).toBe(true);
  });

test('the games of a tournament are read back, and deleted with it', async () => {
  expect(await saved.saveLines('t1', 'one\n')).toBe(true);
  await saved.saveLines('t1', 'two\n');
  await saved.saveLines('t10', 'of another\n');
  await saved.saveMeta(tournament(1), fits);
  expect((await saved.recallLines('t1')).sort()).toEqual(['one\n', 'two\n']);
  expect(await saved.recallMeta('t1', fits)).toEqual(tournament(1));
  await saved.forget('t1');
  expect(await saved.recallLines('t1')).toEqual([]);
  expect([...(await written('totora-arena')).values()]).toEqual(['of another\n']);
});

test('without a database a tournament lasts as long as the page', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('not here', 'SecurityError');
    },
  });
  expect(await saved.saveLines('t1', 'one\n')).toBe(false);
  expect(await saved.recallLines('t1')).toEqual([]);
  expect(await saved.listMeta(fits)).toEqual([]);
});
