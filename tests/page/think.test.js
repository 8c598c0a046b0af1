/** What is analysed and when: the panel's requests, the bots' moves, and the speed of the transport. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOT, GAME, HUMAN, resetStore, stateOf, TURNS, thoughtOf } from './fixtures.js';

vi.mock('../../www/boards/registry.js', () => ({
  renderers: { twos: { oracles: { outcome: 'perfect' } }, turns: {} },
}));
vi.mock('../../www/app/saving.js', () => ({ save: () => {} }));
vi.mock('../../www/app/version.js', () => ({ reload: () => {} }));
vi.mock('../../www/app/session.js', () => ({
  updateForWorker: () => ({ record: 'the record' }),
  lineText: () => 'the record',
}));
vi.mock('../../www/worker/served.js', () => ({ connect: () => {}, PROGRAM: 'exec:' }));
vi.mock('../../www/app/review.js', () => ({
  giveUp: () => {},
  startAgain: () => {},
  startReviews: () => {},
}));
const game = vi.hoisted(() => ({
  play: /** @type {any} */ (null),
  goTo: /** @type {any} */ (null),
}));
vi.mock('../../www/app/game.js', () => ({
  play: (/** @type {any[]} */ ...args) => game.play(...args),
  goTo: (/** @type {number} */ ply) => game.goTo(ply),
  playTurns: () => true,
}));
/** The requests to the worker, by channel. @type {any} */
const worker = vi.hoisted(() => ({ requests: {}, stopped: [], died: null }));
vi.mock('../../www/worker/client.js', () => ({
  connect: (/** @type {any} */ { died }) => {
    worker.died = died;
  },
  think: (/** @type {string} */ channel, /** @type {any[]} */ ...rest) => {
    worker.requests[channel] = {
      request: rest[0],
      report: rest[1],
      n: (worker.requests[channel]?.n ?? 0) + 1,
    };
  },
  stop: (/** @type {string} */ channel) => worker.stopped.push(channel),
  turns: () => new Promise(() => {}),
}));

const store = await import('../../www/app/store.js');
const think = await import('../../www/app/think.js');
const shown = await import('../../www/app/shownBot.js');
const player = await import('../../www/app/player.js');
const transport = await import('../../www/app/transport.js');
vi.useFakeTimers();
resetStore();
think.startThinking();
player.startPlayer();

beforeEach(() => {
  vi.useFakeTimers();
  game.play = vi.fn();
  game.goTo = vi.fn();
  resetStore();
  think.thinkAgain();
  worker.requests = {};
  worker.stopped = [];
});
afterEach(() => vi.useRealTimers());

const waitForRequest = () => vi.advanceTimersByTime(200);

test('the panel requests an analysis of the shown position and shows the response', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  expect(worker.requests.panel.request).toEqual({ ply: 2, hash: 'h2', bot: BOT });
  expect(store.thinkingStatus.value).toBe('busy');
  worker.requests.panel.report({ thought: thoughtOf('a'), done: false });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['a', 'busy']);
  worker.requests.panel.report({ thought: thoughtOf('b'), done: true });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['b', 'done']);
});

test('a response that arrives after the position has changed is not shown', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  const late = worker.requests.panel.report;
  store.state.value = stateOf({ ply: 4 });
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value).toBeNull();
  expect(store.thinking.value).toBeNull();
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('new'), done: true });
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value?.choice).toBe('new');
});

test('a response for other weights is not shown', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  const late = worker.requests.panel.report;
  store.advisor.value = { bot: 'bot', options: { weight: 2 } };
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value).toBeNull();
  waitForRequest();
  expect(worker.requests.panel.request.bot.options).toEqual({ weight: 2 });
});

test('an answered request is not repeated when something else changes', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('a'), done: true });
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  expect(worker.requests.panel.n).toBe(1);
});

test('a bot moves at its speed, and its thought is shown without a second request', () => {
  store.state.value = stateOf({ ply: 1 });
  waitForRequest();
  expect(worker.requests.panel).toBeUndefined();
  worker.requests.move.report({ thought: thoughtOf('a'), done: true });
  expect(store.thought.value?.choice).toBe('a');
  expect(game.play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(420);
  expect(game.play).toHaveBeenCalledWith('a');
});

test('a bot that has not finished does not move', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.requests.move.report({ thought: thoughtOf('a'), done: false });
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
});

test('at full speed a bot moves at once', () => {
  store.speed.value = Number.POSITIVE_INFINITY;
  store.state.value = stateOf({ ply: 1 });
  worker.requests.move.report({ thought: thoughtOf('a'), done: true });
  expect(game.play).toHaveBeenCalledWith('a');
});

test('a bot whose turn was taken away meanwhile does not move', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.requests.move.report({ thought: thoughtOf('a'), done: true });
  store.state.value = stateOf({ ply: 3, hash: 'other' });
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
});

test('a bot whose response arrives too late does not move', () => {
  store.speed.value = Number.POSITIVE_INFINITY;
  store.state.value = stateOf({ ply: 1 });
  const late = worker.requests.move.report;
  store.state.value = stateOf({ ply: 3 });
  late({ thought: thoughtOf('a'), done: true });
  expect(game.play).not.toHaveBeenCalled();
});

test('a bot that is stopped before its move is not asked for the panel either', () => {
  store.state.value = stateOf({ ply: 1 });
  think.stopThinking();
  waitForRequest();
  expect([store.running.value, worker.requests.panel]).toEqual([false, undefined]);
});

test('a pause cancels the move', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.requests.move.report({ thought: thoughtOf('a'), done: true });
  player.watchOrPause();
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
  expect(worker.stopped).toContain('move');
  expect(player.watchState.value).toBe('watch');
});

test('a bot that cannot think pauses the game and says why', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.requests.move.report({ done: true, error: 'no such option' });
  expect(store.running.value).toBe(false);
  expect(store.toasts.value).toMatchObject([{ text: 'no such option', error: true }]);
});

test('a program that has ended is reported, and not replaced by the analysis of another bot', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('of another'), done: true });
  store.state.value = stateOf({ ply: 1 });
  expect(shown.failed.value).toBeNull();
  const stderr = ['Traceback: my bot is broken'];
  const error = 'fragile: it has ended: exit status 3';
  worker.requests.move.report({ done: true, error, gone: true, stderr });
  expect(shown.failed.value).toMatchObject({ error, stderr });
  expect(store.thinking.value).toBeNull();
  // Other positions show no error.
  store.state.value = stateOf({ ply: 2 });
  expect(shown.failed.value).toBeNull();
  store.state.value = stateOf({ ply: 1 });
  expect(shown.failed.value).toMatchObject({ error });
  store.toasts.value[0].action?.act();
  expect(shown.failed.value).toBeNull();
  worker.requests.move.report({ thought: thoughtOf('a'), done: true });
  expect([store.thought.value?.choice, shown.failed.value]).toEqual(['a', null]);
});

test('a stopped analysis is not repeated until it is requested or the position changes', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('a'), done: false });
  think.stopThinking();
  worker.requests.panel.report({ thought: thoughtOf('last'), done: false });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['last', 'stopped']);
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  expect(worker.requests.panel.n).toBe(1);
  think.thinkAgain();
  waitForRequest();
  expect(worker.requests.panel.n).toBe(2);
});

test('a worker that crashes is restarted without a message; the second time the page reports it and asks', () => {
  store.state.value = stateOf({ ply: 1 });
  expect(worker.requests.move.n).toBe(1);
  worker.died(true);
  expect([worker.requests.move.n, store.toasts.value.length]).toEqual([2, 0]);
  worker.died(true);
  expect(store.thinkingStatus.value).toBe('stopped');
  store.state.value = stateOf({ ply: 3 });
  waitForRequest();
  expect(worker.requests.move.n).toBe(2);
  expect(store.toasts.value.map((toast) => toast.text)).toEqual([
    'The bot stopped unexpectedly. Your game is safe.',
  ]);
  store.toasts.value[0].action?.act();
  expect(worker.requests.move.n).toBe(3);
  // After a while, the earlier crashes no longer count.
  vi.advanceTimersByTime(60_000);
  worker.died(true);
  expect([worker.requests.move.n, store.toasts.value.length]).toEqual([4, 1]);
  // A worker that never responded cannot continue, so the page offers to reload.
  worker.died(false);
  expect(store.toasts.value.at(-1)?.action?.label).toBe('Reload');
});

test('bots with unusual limits wait for permission', () => {
  const seats = [HUMAN, { ...BOT, budget: { nodes: 1e12 } }];
  store.demands.value = [{ seat: 1, bot: 'bot', what: 'nodes', asked: 1e12, usual: 100 }];
  store.state.value = stateOf({ ply: 1, seats });
  waitForRequest();
  expect(worker.requests).toEqual({});
  player.watchOrPause();
  waitForRequest();
  expect(worker.requests).toEqual({});
  // A bot that the user has chosen for the analysis may run.
  store.advisor.value = BOT;
  waitForRequest();
  expect(Object.keys(worker.requests)).toEqual(['panel']);
  store.demands.value = [];
  waitForRequest();
  expect(worker.requests.move.request.bot).toEqual(seats[1]);
});

test('the overlay’s own bot is only asked for its overlay, and its answer belongs to its position', () => {
  store.state.value = stateOf({ ply: 2 });
  expect(worker.requests.oracle).toBeUndefined();
  store.overlay.value = 'outcome';
  expect(worker.requests.oracle.request.bot).toEqual({ bot: 'perfect', options: {} });
  worker.requests.oracle.report({ thought: thoughtOf('p'), done: true });
  expect(store.oracle.value?.choice).toBe('p');
  store.state.value = stateOf({ ply: 4 });
  expect(store.oracle.value).toBeNull();
  expect(worker.stopped).toContain('oracle');
});

test('the overlay’s own bot is not asked twice if the panel shows it', () => {
  store.advisor.value = { bot: 'perfect', options: { weight: 3 } };
  store.overlay.value = 'outcome';
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  expect(worker.requests.oracle).toBeUndefined();
  expect(worker.requests.panel.request.bot.options).toEqual({ weight: 3 });
  worker.requests.panel.report({ thought: thoughtOf('p'), done: true });
  expect(store.oracle.value?.choice).toBe('p');
  expect(shown.overlayBot.value).toBe(store.advisor.value);
});

test('the overlay shows the bot of the panel, its own bot, or none', () => {
  store.state.value = stateOf({ ply: 2 });
  expect(shown.overlayBot.value).toBeNull();
  store.overlay.value = 'all';
  expect(shown.overlayBot.value).toBe(shown.shownBot.value);
  store.overlay.value = 'outcome';
  expect(shown.overlayBot.value?.bot).toBe('perfect');
});

test('the adviser analyses on a human’s turn and the bot itself on a bot’s turn, unless a bot is chosen', () => {
  const other = { bot: 'other', options: {} };
  store.state.value = stateOf({ ply: 2, seats: [HUMAN, other] });
  expect([shown.shownBot.value?.bot, shown.shownAs.value]).toEqual(['bot', 'advises']);
  transport.pause();
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, other] });
  expect([shown.shownBot.value, shown.shownAs.value]).toEqual([other, 'plays']);
  store.advisor.value = BOT;
  expect([shown.shownBot.value, shown.shownAs.value]).toEqual([BOT, 'chosen']);
});

test('only a searching bot is asked for several lines', () => {
  const searching = { bot: 'deep', options: { weight: 2 } };
  const deep = { ...GAME.bots[0], id: 'deep', budget: { nodes: 100 } };
  store.catalog.value = [{ ...GAME, bots: [...GAME.bots, deep] }];
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  expect(worker.requests.panel.request).not.toHaveProperty('lines');
  store.advisor.value = searching;
  waitForRequest();
  expect(worker.requests.panel.request.lines).toBe(5);
  store.lines.value = Number.POSITIVE_INFINITY;
  waitForRequest();
  expect(worker.requests.panel.request.lines).toBe('all');
  // The bot of the seat is unchanged.
  expect(worker.requests.panel.request.bot).toEqual(searching);
  // In a fast game only one line is requested.
  store.speed.value = 10;
  waitForRequest();
  expect(worker.requests.panel.request.lines).toBe(1);
});

test('a bot with a time budget does not spend it on lines', () => {
  const deep = { ...GAME.bots[0], id: 'deep', budget: { nodes: 100 } };
  store.catalog.value = [{ ...GAME, bots: [...GAME.bots, deep] }];
  const seats = [HUMAN, { bot: 'deep', options: {}, budget: { ms: 300 } }];
  store.state.value = stateOf({ ply: 1, seats });
  expect(worker.requests.move.request.lines).toBe(1);
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, { bot: 'deep', options: {} }] });
  expect(worker.requests.move.request.lines).toBe(5);
});

test('the number of lines can be chosen for a bot that has bounded moves', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('a'), done: true });
  expect(shown.hasLines('bot')).toBe(false);
  store.state.value = stateOf({ ply: 4 });
  waitForRequest();
  worker.requests.panel.report({ thought: { ...thoughtOf('a'), classes: ['bound'] }, done: true });
  expect([shown.hasLines('bot'), shown.hasLines('other')]).toEqual([true, false]);
});

test('the previous analysis is outdated until the next response arrives', () => {
  store.state.value = stateOf({ ply: 2 });
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('a'), done: true });
  expect(shown.outdated.value).toBe(false);
  store.state.value = stateOf({ ply: 4 });
  expect([shown.outdated.value, store.thinking.value?.info.choice]).toEqual([true, 'a']);
  waitForRequest();
  worker.requests.panel.report({ thought: thoughtOf('b'), done: false });
  expect([shown.outdated.value, store.thinking.value?.info.choice]).toEqual([false, 'b']);
});

test('no bot is asked about a finished game', () => {
  store.state.value = stateOf({ ply: 3, outcome: { ranks: [1, 2], scores: [1, 0] } });
  waitForRequest();
  expect(worker.requests).toEqual({});
});

test('where all seats move at once, the request names the seat', () => {
  store.state.value = stateOf({ game: TURNS.id, to_act: [0, 1], seats: [HUMAN, BOT] });
  transport.pause();
  store.seenAs.value = 1;
  waitForRequest();
  expect(worker.requests.panel.request).toMatchObject({ ply: 0, hash: 'h0', seat: 1, bot: BOT });
});

test('a replay shows one ply after the other, to the end', () => {
  store.state.value = stateOf({ ply: 1, plies: 3, seats: [HUMAN, HUMAN] });
  store.speed.value = 2;
  player.watchOrPause();
  expect(store.replaying.value).toBe(true);
  vi.advanceTimersByTime(449);
  expect(game.goTo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(game.goTo).toHaveBeenCalledWith(2);
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, HUMAN] });
  expect(store.replaying.value).toBe(false);
});
