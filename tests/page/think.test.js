/** What is thought about and when: the panel's questions, the bots' moves, and the transport's clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOT, HUMAN, resetStore, stateOf, TURNS, thoughtOf } from './fixtures.js';

vi.mock('../../www/boards/registry.js', () => ({
  renderers: { twos: { oracles: { outcome: 'perfect' } }, turns: {} },
}));
vi.mock('../../www/app/saving.js', () => ({ save: () => {} }));
vi.mock('../../www/app/session.js', () => ({ updateForWorker: () => ({ record: 'the record' }) }));
vi.mock('../../www/app/review.js', () => ({ giveUp: () => {}, startReviews: () => {} }));
const game = vi.hoisted(() => ({
  play: /** @type {any} */ (null),
  goTo: /** @type {any} */ (null),
}));
vi.mock('../../www/app/game.js', () => ({
  play: (/** @type {any[]} */ ...given) => game.play(...given),
  goTo: (/** @type {number} */ ply) => game.goTo(ply),
  hasHuman: () => true,
  playTurns: () => true,
}));
/** The worker's end: what was asked, by channel. @type {any} */
const worker = vi.hoisted(() => ({ asked: {}, stopped: [], died: null }));
vi.mock('../../www/worker/client.js', () => ({
  whenDead: (/** @type {() => void} */ act) => {
    worker.died = act;
  },
  think: (/** @type {string} */ channel, /** @type {any[]} */ ...rest) => {
    worker.asked[channel] = {
      request: rest[0],
      report: rest[1],
      n: (worker.asked[channel]?.n ?? 0) + 1,
    };
  },
  follow: () => {},
  stop: (/** @type {string} */ channel) => worker.stopped.push(channel),
  turns: () => new Promise(() => {}),
}));

const store = await import('../../www/app/store.js');
const think = await import('../../www/app/think.js');
vi.useFakeTimers();
resetStore();
think.startThinking();

beforeEach(() => {
  vi.useFakeTimers();
  game.play = vi.fn();
  game.goTo = vi.fn();
  resetStore();
  think.thinkAgain();
  worker.asked = {};
  worker.stopped = [];
});
afterEach(() => vi.useRealTimers());

const soon = () => vi.advanceTimersByTime(200);

test('the panel asks about the position shown, and shows the answer with it', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  expect(worker.asked.panel.request).toEqual({ ply: 2, hash: 'h2', bot: BOT });
  expect(store.thinkingStatus.value).toBe('busy');
  worker.asked.panel.report({ thought: thoughtOf('a'), done: false });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['a', 'busy']);
  worker.asked.panel.report({ thought: thoughtOf('b'), done: true });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['b', 'done']);
});

test('an answer that comes after the position has changed is not shown', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  const late = worker.asked.panel.report;
  store.state.value = stateOf({ ply: 4 });
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value).toBeNull();
  expect(store.thinking.value).toBeNull();
  soon();
  worker.asked.panel.report({ thought: thoughtOf('new'), done: true });
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value?.choice).toBe('new');
});

test('an answer for other weights is not shown', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  const late = worker.asked.panel.report;
  store.advisor.value = { bot: 'bot', options: { weight: 2 } };
  late({ thought: thoughtOf('late'), done: true });
  expect(store.thought.value).toBeNull();
  soon();
  expect(worker.asked.panel.request.bot.options).toEqual({ weight: 2 });
});

test('a question that is answered is not asked again when something else is redrawn', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  worker.asked.panel.report({ thought: thoughtOf('a'), done: true });
  store.state.value = stateOf({ ply: 2 });
  soon();
  expect(worker.asked.panel.n).toBe(1);
});

test('a bot moves at its pace, and its thought is shown without a second question', () => {
  store.state.value = stateOf({ ply: 1 });
  soon();
  expect(worker.asked.panel).toBeUndefined();
  worker.asked.move.report({ thought: thoughtOf('a'), done: true });
  expect(store.thought.value?.choice).toBe('a');
  expect(game.play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(420);
  expect(game.play).toHaveBeenCalledWith('a');
});

test('a bot that is half done does not move', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ thought: thoughtOf('a'), done: false });
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
});

test('at full speed it moves at once', () => {
  store.speed.value = Number.POSITIVE_INFINITY;
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ thought: thoughtOf('a'), done: true });
  expect(game.play).toHaveBeenCalledWith('a');
});

test('a bot whose turn was taken away meanwhile does not move', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ thought: thoughtOf('a'), done: true });
  store.state.value = stateOf({ ply: 3, hash: 'other' });
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
});

test('nor does one whose answer comes too late', () => {
  store.speed.value = Number.POSITIVE_INFINITY;
  store.state.value = stateOf({ ply: 1 });
  const late = worker.asked.move.report;
  store.state.value = stateOf({ ply: 3 });
  late({ thought: thoughtOf('a'), done: true });
  expect(game.play).not.toHaveBeenCalled();
});

test('a bot that is stopped in its move is not asked for the panel either', () => {
  store.state.value = stateOf({ ply: 1 });
  think.stopThinking();
  soon();
  expect([store.running.value, worker.asked.panel]).toEqual([false, undefined]);
});

test('a pause holds the move back, and the panel asks instead', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ thought: thoughtOf('a'), done: true });
  think.watchOrPause();
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
  expect(worker.stopped).toContain('move');
  expect(think.watchState.value).toBe('watch');
});

test('a bot that cannot think pauses the game and says why', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ done: true, error: 'no such option' });
  expect(store.running.value).toBe(false);
  expect(store.toasts.value).toMatchObject([{ text: 'no such option', error: true }]);
});

test('what was stopped is not asked again, until somebody wants it or the position changes', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  worker.asked.panel.report({ thought: thoughtOf('a'), done: false });
  think.stopThinking();
  worker.asked.panel.report({ thought: thoughtOf('last'), done: false });
  expect([store.thought.value?.choice, store.thinkingStatus.value]).toEqual(['last', 'stopped']);
  store.state.value = stateOf({ ply: 2 });
  soon();
  expect(worker.asked.panel.n).toBe(1);
  think.thinkAgain();
  soon();
  expect(worker.asked.panel.n).toBe(2);
});

test('a worker that dies is said, and asked again when the person goes on', () => {
  store.state.value = stateOf({ ply: 1 });
  expect(worker.asked.move.n).toBe(1);
  worker.died();
  expect(store.thinkingStatus.value).toBe('stopped');
  store.state.value = stateOf({ ply: 3 });
  soon();
  expect(worker.asked.move.n).toBe(1);
  store.toasts.value[0].action?.act();
  expect(worker.asked.move.n).toBe(2);
});

test('the overlay’s own bot is asked for its overlay alone, and its answer kept by position', () => {
  store.state.value = stateOf({ ply: 2 });
  expect(worker.asked.oracle).toBeUndefined();
  store.overlay.value = 'outcome';
  expect(worker.asked.oracle.request.bot).toEqual({ bot: 'perfect', options: {} });
  worker.asked.oracle.report({ thought: thoughtOf('p'), done: true });
  expect(store.oracle.value?.choice).toBe('p');
  store.state.value = stateOf({ ply: 4 });
  expect(store.oracle.value).toBeNull();
  expect(worker.stopped).toContain('oracle');
});

test('nobody is asked about a game that is over', () => {
  store.state.value = stateOf({ ply: 3, outcome: { ranks: [1, 2], scores: [1, 0] } });
  soon();
  expect(worker.asked).toEqual({});
});

test('where all move at once, the question names the seat', () => {
  store.state.value = stateOf({ game: TURNS.id, to_act: [0, 1], seats: [HUMAN, BOT] });
  store.running.value = false;
  store.seenAs.value = 1;
  soon();
  expect(worker.asked.panel.request).toMatchObject({ ply: 0, hash: 'h0', seat: 1, bot: BOT });
});

test('a hint shows the move and takes it away again; without a thought it says so', () => {
  store.state.value = stateOf({ ply: 2 });
  think.giveHint();
  expect([store.hint.value, store.toasts.value.length]).toEqual([null, 1]);
  soon();
  worker.asked.panel.report({ thought: thoughtOf('a'), done: false });
  think.giveHint();
  expect([store.hint.value, store.spoken.value]).toEqual(['a', 'Hint: plays a. Because.']);
  think.giveHint();
  expect(store.hint.value).toBeNull();
});

test('a replay shows one ply after the other, to the end', () => {
  store.state.value = stateOf({ ply: 1, plies: 3, seats: [HUMAN, HUMAN] });
  store.speed.value = 2;
  think.watchOrPause();
  expect(store.replaying.value).toBe(true);
  vi.advanceTimersByTime(449);
  expect(game.goTo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(game.goTo).toHaveBeenCalledWith(2);
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, HUMAN] });
  expect(store.replaying.value).toBe(false);
});
