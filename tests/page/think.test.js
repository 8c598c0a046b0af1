/** What is thought about and when: the panel's questions, the bots' moves, and the transport's clock. */
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
  play: (/** @type {any[]} */ ...given) => game.play(...given),
  goTo: (/** @type {number} */ ply) => game.goTo(ply),
  playTurns: () => true,
}));
/** The worker's end: what was asked, by channel. @type {any} */
const worker = vi.hoisted(() => ({ asked: {}, stopped: [], died: null }));
vi.mock('../../www/worker/client.js', () => ({
  whenDead: (/** @type {(answered: boolean) => void} */ act) => {
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
  followServed: () => {},
  followOwn: () => {},
  stop: (/** @type {string} */ channel) => worker.stopped.push(channel),
  turns: () => new Promise(() => {}),
}));

const store = await import('../../www/app/store.js');
const think = await import('../../www/app/think.js');
const shown = await import('../../www/app/shown.js');
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
  player.watchOrPause();
  vi.advanceTimersByTime(5_000);
  expect(game.play).not.toHaveBeenCalled();
  expect(worker.stopped).toContain('move');
  expect(player.watchState.value).toBe('watch');
});

test('a bot that cannot think pauses the game and says why', () => {
  store.state.value = stateOf({ ply: 1 });
  worker.asked.move.report({ done: true, error: 'no such option' });
  expect(store.running.value).toBe(false);
  expect(store.toasts.value).toMatchObject([{ text: 'no such option', error: true }]);
});

test('a program that has ended is shown as that, not by the analysis of another', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  worker.asked.panel.report({ thought: thoughtOf('of another'), done: true });
  store.state.value = stateOf({ ply: 1 });
  expect(shown.failed.value).toBeNull();
  const stderr = ['Traceback: my bot is broken'];
  const error = 'fragile: it has ended: exit status 3';
  worker.asked.move.report({ done: true, error, gone: true, stderr });
  expect(shown.failed.value).toMatchObject({ error, stderr });
  expect(store.thinking.value).toBeNull();
  // Elsewhere there is nothing wrong.
  store.state.value = stateOf({ ply: 2 });
  expect(shown.failed.value).toBeNull();
  store.state.value = stateOf({ ply: 1 });
  expect(shown.failed.value).toMatchObject({ error });
  store.toasts.value[0].action?.act();
  expect(shown.failed.value).toBeNull();
  worker.asked.move.report({ thought: thoughtOf('a'), done: true });
  expect([store.thought.value?.choice, shown.failed.value]).toEqual(['a', null]);
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

test('a worker that dies is started again without a word; the second time it is said and asked', () => {
  store.state.value = stateOf({ ply: 1 });
  expect(worker.asked.move.n).toBe(1);
  worker.died(true);
  expect([worker.asked.move.n, store.toasts.value.length]).toEqual([2, 0]);
  worker.died(true);
  expect(store.thinkingStatus.value).toBe('stopped');
  store.state.value = stateOf({ ply: 3 });
  soon();
  expect(worker.asked.move.n).toBe(2);
  expect(store.toasts.value.map((toast) => toast.text)).toEqual([
    'The bot stopped unexpectedly. Your game is safe.',
  ]);
  store.toasts.value[0].action?.act();
  expect(worker.asked.move.n).toBe(3);
  // Some time later it is as if it had never died.
  vi.advanceTimersByTime(60_000);
  worker.died(true);
  expect([worker.asked.move.n, store.toasts.value.length]).toEqual([4, 1]);
  // One that never answered is no matter of going on.
  worker.died(false);
  expect(store.toasts.value.at(-1)?.action?.label).toBe('Reload');
});

test('bots that ask for more than is usual wait for leave', () => {
  const seats = [HUMAN, { ...BOT, budget: { nodes: 1e12 } }];
  store.demands.value = [{ seat: 1, bot: 'bot', what: 'nodes', asked: 1e12, usual: 100 }];
  store.state.value = stateOf({ ply: 1, seats });
  soon();
  expect(worker.asked).toEqual({});
  player.watchOrPause();
  soon();
  expect(worker.asked).toEqual({});
  // A bot that the person chose to look at is the person's.
  store.advisor.value = BOT;
  soon();
  expect(Object.keys(worker.asked)).toEqual(['panel']);
  store.demands.value = [];
  soon();
  expect(worker.asked.move.request.bot).toEqual(seats[1]);
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

test('the overlay’s own bot is not asked twice where the panel shows it', () => {
  store.advisor.value = { bot: 'perfect', options: { weight: 3 } };
  store.overlay.value = 'outcome';
  store.state.value = stateOf({ ply: 2 });
  soon();
  expect(worker.asked.oracle).toBeUndefined();
  expect(worker.asked.panel.request.bot.options).toEqual({ weight: 3 });
  worker.asked.panel.report({ thought: thoughtOf('p'), done: true });
  expect(store.oracle.value?.choice).toBe('p');
  expect(shown.overlayBot.value).toBe(store.advisor.value);
});

test('whose thoughts lie over the board is the bot of the panel, or the overlay’s own, or nobody', () => {
  store.state.value = stateOf({ ply: 2 });
  expect(shown.overlayBot.value).toBeNull();
  store.overlay.value = 'all';
  expect(shown.overlayBot.value).toBe(shown.shownBot.value);
  store.overlay.value = 'outcome';
  expect(shown.overlayBot.value?.bot).toBe('perfect');
});

test('for a person the adviser thinks, for a bot that is to move that bot, unless somebody chooses', () => {
  const other = { bot: 'other', options: {} };
  store.state.value = stateOf({ ply: 2, seats: [HUMAN, other] });
  expect([shown.shownBot.value?.bot, shown.shownAs.value]).toEqual(['bot', 'advises']);
  transport.pause();
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, other] });
  expect([shown.shownBot.value, shown.shownAs.value]).toEqual([other, 'plays']);
  store.advisor.value = BOT;
  expect([shown.shownBot.value, shown.shownAs.value]).toEqual([BOT, 'chosen']);
});

test('a bot that searches is asked for as many lines as are wanted, others are not', () => {
  const searching = { bot: 'deep', options: { weight: 2 } };
  const deep = { ...GAME.bots[0], id: 'deep', budget: { nodes: 100 } };
  store.catalog.value = [{ ...GAME, bots: [...GAME.bots, deep] }];
  store.state.value = stateOf({ ply: 2 });
  soon();
  expect(worker.asked.panel.request).not.toHaveProperty('lines');
  store.advisor.value = searching;
  soon();
  expect(worker.asked.panel.request.lines).toBe(5);
  store.lines.value = Number.POSITIVE_INFINITY;
  soon();
  expect(worker.asked.panel.request.lines).toBe('all');
  // A seat's bot is what it was.
  expect(worker.asked.panel.request.bot).toEqual(searching);
  // Nobody looks at the lines of a game that runs fast.
  store.speed.value = 10;
  soon();
  expect(worker.asked.panel.request.lines).toBe(1);
});

test('a mover with a clock does not spend it on lines', () => {
  const deep = { ...GAME.bots[0], id: 'deep', budget: { nodes: 100 } };
  store.catalog.value = [{ ...GAME, bots: [...GAME.bots, deep] }];
  const seats = [HUMAN, { bot: 'deep', options: {}, budget: { ms: 300 } }];
  store.state.value = stateOf({ ply: 1, seats });
  expect(worker.asked.move.request.lines).toBe(1);
  store.state.value = stateOf({ ply: 3, seats: [HUMAN, { bot: 'deep', options: {} }] });
  expect(worker.asked.move.request.lines).toBe(5);
});

test('lines can be chosen of a bot that was seen to bound moves', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  worker.asked.panel.report({ thought: thoughtOf('a'), done: true });
  expect(shown.hasLines('bot')).toBe(false);
  store.state.value = stateOf({ ply: 4 });
  soon();
  worker.asked.panel.report({ thought: { ...thoughtOf('a'), bounds: [true] }, done: true });
  expect([shown.hasLines('bot'), shown.hasLines('other')]).toEqual([true, false]);
});

test('what was thought of before is outdated until the next answer is there', () => {
  store.state.value = stateOf({ ply: 2 });
  soon();
  worker.asked.panel.report({ thought: thoughtOf('a'), done: true });
  expect(shown.outdated.value).toBe(false);
  store.state.value = stateOf({ ply: 4 });
  expect([shown.outdated.value, store.thinking.value?.info.choice]).toEqual([true, 'a']);
  soon();
  worker.asked.panel.report({ thought: thoughtOf('b'), done: false });
  expect([shown.outdated.value, store.thinking.value?.info.choice]).toEqual([false, 'b']);
});

test('nobody is asked about a game that is over', () => {
  store.state.value = stateOf({ ply: 3, outcome: { ranks: [1, 2], scores: [1, 0] } });
  soon();
  expect(worker.asked).toEqual({});
});

test('where all move at once, the question names the seat', () => {
  store.state.value = stateOf({ game: TURNS.id, to_act: [0, 1], seats: [HUMAN, BOT] });
  transport.pause();
  store.seenAs.value = 1;
  soon();
  expect(worker.asked.panel.request).toMatchObject({ ply: 0, hash: 'h0', seat: 1, bot: BOT });
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
