/** Why a bot prefers its choice to the selected candidate. */
import { beforeEach, expect, test, vi } from 'vitest';
import { BOT, judged, resetStore, stateOf } from './fixtures.js';

const shown = vi.hoisted(() => ({ outdated: /** @type {any} */ (null) }));
vi.mock('../../www/app/shownBot.js', async () => {
  const { signal } = await import('@preact/signals');
  shown.outdated = signal(false);
  return shown;
});
/** The requests to the worker. @type {any[]} */
const requests = vi.hoisted(() => []);
vi.mock('../../www/worker/client.js', () => ({
  more: (/** @type {string} */ channel, /** @type {string} */ what, /** @type {object} */ about) =>
    new Promise((answer) => requests.push({ channel, what, ...about, answer })),
}));

const store = await import('../../www/app/store.js');
const { detailOf, startContrasting } = await import('../../www/app/whyNot.js');
resetStore();
startContrasting();

/** @param {any} info @param {number} [ply] */
function thinks(info, ply = 2) {
  const { game, hash } = stateOf({ ply });
  store.state.value = stateOf({ ply });
  store.thinking.value = { key: '', channel: 'panel', game, ply, hash, config: BOT, info };
}
const wait = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
  shown.outdated.value = false;
  requests.length = 0;
});

test('the choice is explained, then the selected candidate', async () => {
  thinks(judged({ a: 2, b: 1 }, { done: true }));
  await wait();
  expect(requests).toMatchObject([{ channel: 'panel', move: 'a' }]);
  requests[0].answer({ contrast: 'Because.', parts: [] });
  await wait();
  expect(detailOf('a')?.contrast).toBe('Because.');
  store.pointed.value = 1;
  await wait();
  expect(requests[1].move).toBe('b');
  expect(detailOf('b')).toBeNull();
  requests[1].answer({ contrast: 'a rather than b.', parts: [] });
  await wait();
  expect(detailOf('b')?.contrast).toBe('a rather than b.');
});

test('a pointer that only passes over a row requests nothing, and a late response is not shown', async () => {
  thinks(judged({ a: 2, b: 1, c: 0 }, { done: true }));
  await wait();
  store.pointed.value = 1;
  vi.advanceTimersByTime(20);
  store.pointed.value = 2;
  await wait();
  expect(requests.map(({ move }) => move)).toEqual(['a', 'c']);
  thinks(judged({ a: 2, c: 1 }, { done: true }), 4);
  requests[1].answer({ contrast: 'late', parts: [] });
  await wait();
  expect(detailOf('c')).toBeNull();
});

test('nothing is requested for a thought that is unfinished or outdated', async () => {
  thinks(judged({ a: 2 }, { done: false }));
  await wait();
  shown.outdated.value = true;
  thinks(judged({ a: 2 }, { done: true }));
  await wait();
  expect(requests).toEqual([]);
});
