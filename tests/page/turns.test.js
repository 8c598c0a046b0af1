/** The timing of games whose seats all move at once. */
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOT, HUMAN, resetStore, stateOf, TURNS } from './fixtures.js';

vi.mock('../../www/boards/registry.js', () => ({ renderers: { turns: { goOn: '.', pace: 600 } } }));
vi.mock('../../www/app/think.js', () => ({ revive: () => {} }));
vi.mock('../../www/app/saving.js', () => ({ save: () => {} }));
/** What the turns do to the game. @type {any} */
const game = vi.hoisted(() => ({}));
vi.mock('../../www/app/game.js', () => ({
  playTurns: (/** @type {string[]} */ moves) => game.playTurns(moves),
  goTo: (/** @type {number} */ ply) => game.goTo(ply),
}));
/** The requests to the worker, with functions that answer them. @type {any} */
const worker = vi.hoisted(() => ({}));
vi.mock('../../www/worker/client.js', () => ({
  turns: (/** @type {any} */ request) =>
    new Promise((answer, fail) => worker.requests.push({ request, answer, fail })),
  stop: (/** @type {string} */ channel) => worker.stopped.push(channel),
}));

const store = await import('../../www/app/store.js');
const turns = await import('../../www/app/turns.js');
const transport = await import('../../www/app/transport.js');
const player = await import('../../www/app/player.js');
const died = vi.fn();
worker.requests = [];
worker.stopped = [];
resetStore();
const life = signal(0);
turns.startTurns(life, died);

/** The game at this turn. @param {number} ply @param {any} [more] */
const at = (ply, more) => stateOf({ game: TURNS.id, ply, to_act: [0, 1], ...more });
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  died.mockReset();
  resetStore();
  transport.pause();
  await tick(1_000);
  worker.requests = [];
  worker.stopped = [];
  game.goTo = vi.fn();
  game.playTurns = vi.fn((/** @type {string[]} */ moves) => {
    const now = store.state.value;
    const seats = now?.seats.map((seat) => seat.config);
    store.state.value = at((now?.ply ?? 0) + moves.length, { seats });
    return true;
  });
  store.state.value = at(0, { seats: [BOT, BOT] });
});
afterEach(() => vi.useRealTimers());

test('turns are requested one by one, and shown at the chosen speed', async () => {
  transport.play();
  expect(worker.requests[0].request).toMatchObject({ ply: 0, hash: 'h0', most: 1, given: {} });
  worker.requests[0].answer({ moves: ['a'] });
  await tick();
  expect(game.playTurns).toHaveBeenCalledWith(['a']);
  await tick();
  worker.requests[1].answer({ moves: ['b'] });
  await tick(500);
  expect(game.playTurns).toHaveBeenCalledTimes(1);
  await tick(200);
  expect(game.playTurns).toHaveBeenLastCalledWith(['b']);
  transport.pause();
});

test('at full speed many turns are requested at once', async () => {
  store.speed.value = Number.POSITIVE_INFINITY;
  transport.play();
  expect(worker.requests[0].request.most).toBe(10_000);
  transport.pause();
});

test('a pause stops the worker, and a turn that arrives later is not played', async () => {
  transport.play();
  turns.advance(0);
  expect(worker.stopped).toContain('turns');
  worker.requests[0].answer({ moves: ['a'] });
  await tick(5_000);
  expect(game.playTurns).not.toHaveBeenCalled();
});

test('turns of a position that is no longer shown are not played', async () => {
  transport.play();
  store.state.value = at(0, { hash: 'other', seats: [BOT, BOT] });
  worker.requests[0].answer({ moves: ['a'] });
  await tick(5_000);
  expect(game.playTurns).not.toHaveBeenCalled();
});

test('the requested number of turns is played, then the game pauses', async () => {
  turns.advance(2);
  worker.requests[0].answer({ moves: ['a'] });
  await tick(700);
  worker.requests[1].answer({ moves: ['b'] });
  await tick(700);
  expect(game.playTurns).toHaveBeenCalledTimes(2);
  expect(worker.requests).toHaveLength(2);
  expect(store.running.value).toBe(false);
  expect(store.turnsWanted.value).toBe(Number.POSITIVE_INFINITY);
});

test('when the condition of a fast-forward is met, the game pauses and the reason is shown', async () => {
  turns.advance(Number.POSITIVE_INFINITY, { until: 'season' });
  expect(worker.requests[0].request.until).toEqual({ until: 'season' });
  worker.requests[0].answer({ moves: ['a'], stop: 'A season begins.' });
  await tick(700);
  expect([store.running.value, store.until.value]).toEqual([false, null]);
  expect(store.toasts.value.map((toast) => toast.text)).toContain('A season begins.');
});

test('an error pauses the game and stays on the page', async () => {
  transport.play();
  worker.requests[0].answer({ moves: [], error: 'no such order' });
  await tick(60_000);
  expect(store.running.value).toBe(false);
  expect(store.toasts.value).toMatchObject([{ text: 'no such order', error: true }]);
});

test('orders belong to the position for which they were given, and to no other', async () => {
  store.state.value = at(0, { seats: [HUMAN, BOT] });
  turns.orderNow(0, 'go 3 4,5');
  expect(worker.requests[0].request).toMatchObject({ given: { 0: 'go 3 4,5' }, go_on: '.' });
  worker.requests[0].answer({ moves: ['a'] });
  await tick(700);
  turns.advance(1);
  expect(worker.requests[1].request.given).toEqual({});
  worker.requests[1].answer({ moves: ['b'] });
  await tick(700);
});

test('a worker that crashes is reported, and a new one gets the same request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  transport.play();
  worker.requests[0].fail(new Error('the worker died'));
  await tick();
  expect(died).toHaveBeenCalledTimes(1);
  life.value++;
  await tick();
  expect(worker.requests[1].request).toMatchObject({ ply: 0, hash: 'h0' });
});

test('turns wait while bots have unusual limits', async () => {
  store.demands.value = [{ seat: 1, bot: 'bot', what: 'nodes', asked: 1e12, usual: 100 }];
  transport.play();
  await tick();
  expect(worker.requests).toEqual([]);
  store.demands.value = [];
  await tick();
  expect(worker.requests).toHaveLength(1);
  transport.pause();
});

test('Forward replays what was played and then plays a turn; from an earlier turn the game continues only on request', async () => {
  store.state.value = at(1, { plies: 2 });
  player.forward();
  expect(game.goTo).toHaveBeenCalledWith(2);
  transport.play();
  expect(worker.requests).toEqual([]);
  turns.advance(1);
  expect(worker.requests[0].request).toMatchObject({ ply: 1 });
  transport.pause();
});

test('a finished game plays no more turns', async () => {
  store.state.value = at(4, { outcome: { ranks: [1, 2], scores: [2, 1] } });
  player.forward();
  turns.advance(1);
  transport.play();
  expect(worker.requests).toEqual([]);
  expect(player.canForward.value).toBe(false);
});
