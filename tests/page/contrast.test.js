/** What speaks for the choice against the candidate that is looked at. */
import { beforeEach, expect, test, vi } from 'vitest';
import { BOT, judged, resetStore, stateOf } from './fixtures.js';

const shown = vi.hoisted(() => ({ outdated: /** @type {any} */ (null) }));
vi.mock('../../www/app/shown.js', async () => {
  const { signal } = await import('@preact/signals');
  shown.outdated = signal(false);
  return shown;
});
/** What the worker was asked. @type {any[]} */
const asked = vi.hoisted(() => []);
vi.mock('../../www/worker/client.js', () => ({
  more: (/** @type {string} */ channel, /** @type {string} */ what, /** @type {object} */ about) =>
    new Promise((answer) => asked.push({ channel, what, ...about, answer })),
}));

const store = await import('../../www/app/store.js');
const { detailOf, startContrasting } = await import('../../www/app/contrast.js');
resetStore();
startContrasting();

/** @param {any} info @param {number} [ply] */
function thinks(info, ply = 2) {
  const { game, hash } = stateOf({ ply });
  store.state.value = stateOf({ ply });
  store.thinking.value = { key: '', channel: 'panel', game, ply, hash, config: BOT, info };
}
const soon = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
  shown.outdated.value = false;
  asked.length = 0;
});

test('the choice is asked about, then the candidate that is pointed at', async () => {
  thinks(judged({ a: 2, b: 1 }, { done: true }));
  await soon();
  expect(asked).toMatchObject([{ channel: 'panel', move: 'a' }]);
  asked[0].answer({ contrast: 'Because.', parts: [] });
  await soon();
  expect(detailOf('a')?.contrast).toBe('Because.');
  store.pointed.value = 1;
  await soon();
  expect(asked[1].move).toBe('b');
  expect(detailOf('b')).toBeNull();
  asked[1].answer({ contrast: 'a rather than b.', parts: [] });
  await soon();
  expect(detailOf('b')?.contrast).toBe('a rather than b.');
});

test('a pointer that only passes asks nothing, and an answer that comes too late is not shown', async () => {
  thinks(judged({ a: 2, b: 1, c: 0 }, { done: true }));
  await soon();
  store.pointed.value = 1;
  vi.advanceTimersByTime(20);
  store.pointed.value = 2;
  await soon();
  expect(asked.map(({ move }) => move)).toEqual(['a', 'c']);
  thinks(judged({ a: 2, c: 1 }, { done: true }), 4);
  asked[1].answer({ contrast: 'late', parts: [] });
  await soon();
  expect(detailOf('c')).toBeNull();
});

test('nothing is asked of a thought that is not finished, or is outdated', async () => {
  thinks(judged({ a: 2 }, { done: false }));
  await soon();
  shown.outdated.value = true;
  thinks(judged({ a: 2 }, { done: true }));
  await soon();
  expect(asked).toEqual([]);
});
