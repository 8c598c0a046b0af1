/**
 * Tournaments in the browser's storage: invalid entries, of another version or a fault, are not
 * shown and do no harm.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { fitted } from '../../www/ui/shapes.js';
import { listMeta, recallMeta, saveMeta } from '../../www/worker/saved.js';

/** @type {Map<string, any>} */
const stored = new Map();
vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  get: async (/** @type {string} */ key) => stored.get(key),
  getMany: async (/** @type {string[]} */ keys) => keys.map((key) => stored.get(key)),
  set: async (/** @type {string} */ key, /** @type {any} */ value) => stored.set(key, value),
  keys: async () => [...stored.keys()],
  delMany: async (/** @type {string[]} */ keys) => keys.map((key) => stored.delete(key)),
}));
beforeEach(() => stored.clear());

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
    stored.set('bad/meta', value);
    for (let n = 1; n <= 12; n++) await saveMeta(tournament(n), fits);
    const ids = (await listMeta(fits)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, i) => `t${12 - i}`));
    expect(await recallMeta('bad', fits)).toBeUndefined();
    // It stays stored, but does not take the place of a valid one.
    expect(stored.has('bad/meta')).toBe(true);
    await saveMeta(tournament(13), fits);
    expect((await listMeta(fits)).map(({ id }) => id)).not.toContain('t1');
    expect(stored.has('bad/meta')).toBe(true);
  });
