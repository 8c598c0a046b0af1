/** The page's state: computed values, and messages. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as store from '../../www/app/store.js';
import { BOT, HUMAN, judged, resetStore, stateOf, TURNS, thoughtOf } from './fixtures.js';

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
});
afterEach(() => vi.useRealTimers());

for (const [name, stored, shown] of /** @type {const} */ ([
  ['a thought', store.thinking, store.thought],
  ["the overlay's thought", store.foreseen, store.oracle],
])) {
  test(`${name} is shown for its own position, and for no other`, () => {
    const info = thoughtOf('a');
    store.state.value = stateOf({ ply: 3 });
    stored.value = { game: 'twos', key: 'k', ply: 3, hash: 'h3', config: BOT, info };
    expect(shown.value).toBe(info);
    store.state.value = stateOf({ ply: 3, hash: 'another branch' });
    expect(shown.value).toBeNull();
    // The same position may occur twice in a game.
    store.state.value = stateOf({ ply: 5, hash: 'h3' });
    expect(shown.value).toBeNull();
    store.state.value = null;
    expect(shown.value).toBeNull();
  });
}

test('results of our own bots are proven, and those of an external program only claimed', () => {
  const stored = { game: 'twos', key: 'k', ply: 3, hash: 'h3', config: BOT };
  store.state.value = stateOf({ ply: 3 });
  const info = judged({ a: 'win', b: 4, c: '≤2', d: 'loss' }, { plies: [5, null, null, 2] });
  store.thinking.value = { ...stored, info };
  expect([...store.verdicts.value]).toEqual([
    ['a', { result: 'win', plies: 5 }],
    ['d', { result: 'loss', plies: 2 }],
  ]);
  expect(store.provenHere.value).toEqual({ result: 'win', plies: 5 });
  store.thinking.value = { ...stored, info: { ...info, claimed: true } };
  expect([store.verdicts.value.size, store.provenHere.value]).toEqual([0, null]);
});

test('an error stays until it is dismissed', () => {
  store.notify('It broke.', { error: true });
  store.notify('It went well.');
  vi.advanceTimersByTime(3_600_000);
  expect(store.toasts.value.map((toast) => toast.text)).toEqual(['It broke.']);
  store.dismiss(store.toasts.value[0].id);
  expect(store.toasts.value).toEqual([]);
});

test('a message disappears after a while, later if it has an action', () => {
  store.notify('Short.');
  store.notify('Back?', { action: { label: 'Back', act() {} } });
  vi.advanceTimersByTime(5_000);
  expect(store.toasts.value.map((toast) => toast.text)).toEqual(['Back?']);
  vi.advanceTimersByTime(7_000);
  expect(store.toasts.value).toEqual([]);
});

test('the same message is shown once, and at most four messages', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) store.notify(text, { error: true });
  expect(store.toasts.value.map((toast) => toast.text)).toEqual(['a', 'c', 'd', 'e']);
});

test('a human and a bot to move are distinguished, and there is neither after the end of a game', () => {
  store.state.value = stateOf({ seats: [HUMAN, BOT], to_act: [1] });
  expect([store.humanToAct.value, store.botToAct.value]).toEqual([null, 1]);
  store.state.value = stateOf({ seats: [HUMAN, BOT], to_act: [0, 1] });
  expect([store.humanToAct.value, store.botToAct.value]).toEqual([0, 1]);
  store.state.value = stateOf({ to_act: [0], outcome: { ranks: [1, 2], scores: [1, 0] } });
  expect([store.humanToAct.value, store.botToAct.value]).toEqual([null, null]);
});

test('points of a match are shared when players tie', () => {
  store.points.value = [1, 0.5];
  store.state.value = stateOf();
  expect(store.total.value).toEqual([1, 0.5]);
  store.state.value = stateOf({ outcome: { ranks: [1, 1], scores: [2, 2] } });
  expect(store.total.value).toEqual([1.5, 1]);
  store.state.value = stateOf({ outcome: { ranks: [2, 1], scores: [1, 2] } });
  expect(store.total.value).toEqual([1, 1.5]);
});

test('an earlier ply is not the end, and the catalogue says in which games all seats move at once', () => {
  store.state.value = stateOf({ ply: 2, plies: 3 });
  expect([store.atEnd.value, store.simultaneous.value]).toEqual([false, false]);
  store.state.value = stateOf({ ply: 3, game: TURNS.id });
  expect([store.atEnd.value, store.simultaneous.value]).toEqual([true, true]);
});
