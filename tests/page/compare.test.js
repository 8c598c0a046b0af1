/** The effect of a changed weight: marks for moves that rose or fell, previous scores, and the choice. */
import { expect, test, vi } from 'vitest';
import { judged, resetStore, stateOf } from './fixtures.js';

const shown = vi.hoisted(() => ({ outdated: /** @type {any} */ ({ value: false }) }));
vi.mock('../../www/app/shownBot.js', () => shown);

const store = await import('../../www/app/store.js');
const compare = await import('../../www/app/compare.js');

test('moves rise and fall by places, and equal moves share a place', () => {
  const before = judged({ a: 3, b: 2, c: 1, d: 1 });
  const after = judged({ b: 5, a: 3, c: 2, d: 1 });
  const { rose, was, choice } = compare.changes(before, after);
  expect(rose).toEqual([1, -1, 0, -1]);
  expect(was).toEqual(['+2', null, '+1', null]);
  expect(choice).toEqual({ from: 'a', to: 'b' });
});

test('the previous task of an outpost is shown where it has changed', () => {
  const at = (/** @type {string[]} */ ...words) => ({
    ...judged({ a: 1 }),
    tasks: words.map((task, i) => ({ who: `outpost ${i}`, words: task })),
  });
  const before = /** @type {any} */ (at('harvest at 1,2', 'hunt at 3,4'));
  const after = /** @type {any} */ (at('harvest at 1,2', 'harvest at 5,6', 'rest'));
  expect(compare.changes(before, after).tasks).toEqual([null, before.tasks[1], null]);
});

test('a move that becomes exact rises, one that becomes a bound falls, and bounds have no place', () => {
  const before = judged({ a: 3, b: 2, c: '≤1', d: '≤0' });
  const after = judged({ a: 3, c: 2.5, b: '≤1', d: '≤-1' });
  const { rose, was, choice } = compare.changes(before, after);
  expect(rose).toEqual([0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]);
  expect(was).toEqual([null, 'worse', '+2', null]);
  expect(choice).toBeNull();
});

test('a thought is compared with the one when the change began, of the same position and bot', () => {
  resetStore();
  const think = (/** @type {any} */ info, weight = 1, bot = 'bot') => {
    const { game, ply, hash } = stateOf({ ply: 2 });
    store.thinking.value = { key: '', game, ply, hash, config: { bot, options: { weight } }, info };
  };
  store.state.value = stateOf({ ply: 2 });
  think(judged({ a: 3, b: 2 }));
  expect(compare.changed.value).toBeNull();
  compare.beginComparing();
  expect(compare.changed.value).toBeNull();
  think(judged({ b: 4, a: 3 }), 2);
  expect(compare.changed.value?.choice).toEqual({ from: 'a', to: 'b' });
  // Back at the old weight, nothing differs.
  think(judged({ a: 3, b: 2 }));
  expect(compare.changed.value).toBeNull();
  think(judged({ a: 3 }), 1, 'other');
  expect(compare.changed.value).toBeNull();
  think(judged({ b: 4, a: 3 }), 2);
  store.state.value = stateOf({ ply: 4 });
  expect(compare.changed.value).toBeNull();
});

test('an outdated thought is not compared with', () => {
  resetStore();
  const { game, ply, hash } = stateOf({ ply: 2 });
  store.state.value = stateOf({ ply: 2 });
  const config = { bot: 'bot', options: {} };
  store.thinking.value = { key: '', game, ply, hash, config, info: judged({ a: 1 }) };
  shown.outdated.value = true;
  compare.beginComparing();
  expect(store.before.value).toBeNull();
  shown.outdated.value = false;
});
