/** The page's end of the worker: late answers, stops, and a worker that dies. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What the worker was asked, and how it answers. @type {any} */
const far = vi.hoisted(() => ({}));
vi.mock('comlink', () => ({ proxy: (/** @type {any} */ act) => act, wrap: () => far }));

const late = vi.hoisted(() => vi.fn());
vi.mock('../../www/worker/engine.js', () => ({
  engineParts: async () => ({}),
  report: late,
  SLOW: 8_000,
}));

class FakeWorker {
  /** @type {FakeWorker[]} */
  static all = [];
  onerror = /** @type {any} */ (null);
  terminate = vi.fn();
  constructor() {
    FakeWorker.all.push(this);
  }
}

/** @type {typeof import('../../www/worker/client.js')} */
let client;
/** @type {any[]} */
let asked;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.all = [];
  asked = [];
  const forever = () => new Promise(() => {});
  far.think = vi.fn((channel, generation, about, update, report) => {
    asked.push({ channel, generation, about, update, report });
    return forever();
  });
  far.turns = vi.fn(forever);
  far.load = vi.fn(async () => {});
  far.ping = vi.fn(async () => true);
  far.stop = vi.fn(async () => {});
  vi.resetModules();
  client = await import('../../www/worker/client.js');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const about = /** @type {any} */ ({ ply: 1, hash: 'h', bot: { bot: 'b', options: {} } });

test('an answer to an older question of the channel is dropped', () => {
  const first = vi.fn();
  const second = vi.fn();
  client.think('panel', about, first);
  client.think('panel', about, second);
  asked[0].report({ thought: {}, done: true });
  expect(first).not.toHaveBeenCalled();
  asked[1].report({ thought: {}, done: true });
  expect(second).toHaveBeenCalledTimes(1);
  // Once done, nothing more is expected.
  asked[1].report({ thought: {}, done: true });
  expect(second).toHaveBeenCalledTimes(1);
});

test('channels do not replace each other', () => {
  const panel = vi.fn();
  const move = vi.fn();
  client.think('panel', about, panel);
  client.think('move', about, move);
  asked[0].report({ done: true });
  asked[1].report({ done: true });
  expect([panel, move].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

test('a stopped question is answered no more, except with a last state where it is wanted', () => {
  const heard = vi.fn();
  client.think('panel', about, heard);
  client.stop('panel');
  asked[0].report({ thought: {}, done: false });
  expect(heard).not.toHaveBeenCalled();
  client.think('panel', about, heard);
  client.stop('panel', true);
  asked[1].report({ thought: {}, done: false });
  expect(heard).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  asked[1].report({ thought: {}, done: false });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(far.stop).toHaveBeenCalledTimes(2);
});

test('a question comes with what is new; with the whole game, once, where the copy is lost', () => {
  const heard = vi.fn();
  client.follow((whole) => (whole ? { record: 'all' } : { from: 3, moves: ['d'] }));
  client.think('panel', about, heard);
  expect(asked[0]).toMatchObject({ about, update: { from: 3, moves: ['d'] } });
  asked[0].report({ done: true, stale: true });
  expect(heard).not.toHaveBeenCalled();
  expect(asked[1].update).toEqual({ record: 'all' });
  asked[1].report({ thought: {}, done: true });
  expect(heard).toHaveBeenCalledTimes(1);
  client.think('panel', about, heard);
  asked[2].report({ done: true, stale: true });
  asked[3].report({ done: true, stale: true });
  expect([asked.length, heard.mock.calls.length]).toEqual([4, 2]);
});

test('a worker that no longer says that it lives is given up, and the next question has a new one', async () => {
  const died = vi.fn();
  client.whenDead(died);
  client.think('panel', about, vi.fn());
  asked[0].report({ thought: {}, done: false });
  far.ping = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(died).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(died).toHaveBeenCalledTimes(1);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
  client.think('panel', about, vi.fn());
  expect(FakeWorker.all).toHaveLength(2);
});

test('a fresh worker that does not come is said to be late, and a retry has a new one', async () => {
  const died = vi.fn();
  client.whenDead(died);
  far.ping = () => new Promise(() => {});
  late.mockClear();
  client.think('panel', about, vi.fn());
  await vi.advanceTimersByTimeAsync(7_000);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(late).toHaveBeenLastCalledWith('thinker', 'slow', expect.any(Function));
  late.mock.calls[0][2]();
  expect(died).toHaveBeenCalledTimes(1);
  expect(late).toHaveBeenLastCalledWith('thinker', null);
  client.think('panel', about, vi.fn());
  asked[1].report({ thought: {}, done: false });
  late.mockClear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(late).not.toHaveBeenCalled();
});

test('a worker whose code cannot be loaded or read is given up, and said never to have answered', async () => {
  const died = vi.fn();
  client.whenDead(died);
  client.think('panel', about, vi.fn());
  const event = { preventDefault: vi.fn() };
  FakeWorker.all[0].onerror(event);
  expect(event.preventDefault).toHaveBeenCalled();
  expect(died).toHaveBeenCalledExactlyOnceWith(false);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
  client.think('panel', about, vi.fn());
  expect(FakeWorker.all).toHaveLength(2);
  asked[1].report({ thought: {}, done: false });
  FakeWorker.all[1].onerror(event);
  expect(died).toHaveBeenLastCalledWith(true);
});

test('an idle worker is left alone, and a busy one that answers lives on', async () => {
  const died = vi.fn();
  client.whenDead(died);
  client.think('panel', about, vi.fn());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(far.ping.mock.calls.length).toBeGreaterThan(5);
  asked[0].report({ done: true });
  const before = far.ping.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(far.ping.mock.calls.length).toBe(before);
  expect(died).not.toHaveBeenCalled();
});

test('a worker that has come to its end is noticed at once, by its lock', async () => {
  vi.useRealTimers();
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const request = vi.fn((/** @type {string} */ name, /** @type {() => void} */ act) => {
    waiting.set(name, act);
    return new Promise(() => {});
  });
  vi.stubGlobal('navigator', { locks: { request } });
  vi.resetModules();
  client = await import('../../www/worker/client.js');
  const died = vi.fn();
  client.whenDead(died);
  client.think('panel', about, vi.fn());
  await vi.waitFor(() => expect(waiting.size).toBe(1));
  const [[lock, ended]] = waiting;
  expect(far.load).toHaveBeenCalledWith({}, lock);
  ended();
  expect(died).toHaveBeenCalledTimes(1);
  expect(far.ping).not.toHaveBeenCalled();
  // One that was replaced is no news.
  ended();
  expect(died).toHaveBeenCalledTimes(1);
});

test('a worker whose engine has broken is given up', () => {
  const died = vi.fn();
  const heard = vi.fn();
  client.whenDead(died);
  client.think('panel', about, heard);
  asked[0].report({ done: true, broken: true, error: 'unreachable' });
  expect([died.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
});

test('turns are sent the record when they must be, and rejected when the worker dies', async () => {
  const turn = /** @type {any} */ ({ ply: 1, hash: 'h', seats: '[]', most: 1, ms: 1, given: {} });
  far.turns = vi
    .fn()
    .mockResolvedValueOnce({ moves: [], stale: true })
    .mockResolvedValueOnce({ moves: ['a'] })
    .mockImplementation(() => new Promise(() => {}));
  client.follow((whole) => ({ record: whole ? 'all' : 'new' }));
  expect(await client.turns(turn)).toEqual({ moves: ['a'] });
  expect(far.turns.mock.calls).toEqual([
    [turn, { record: 'new' }],
    [turn, { record: 'all' }],
  ]);
  const waiting = client.turns(turn);
  FakeWorker.all[0].onerror({ preventDefault() {} });
  await expect(waiting).rejects.toThrow('died');
});

test('a link is read in a worker of its own, which can be ended', async () => {
  far.decode = vi.fn(async () => ({ record: 'r' }));
  const { answer, end } = client.decode('#link', vi.fn());
  expect(await answer).toEqual({ record: 'r' });
  end();
  expect(FakeWorker.all).toHaveLength(1);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
  far.soFar = vi.fn(async () => ({ record: 'some', plies: 2 }));
  expect(await client.decode('#link', vi.fn()).soFar()).toEqual({ record: 'some', plies: 2 });
  far.encode = vi.fn(() => new Promise(() => {}));
  const broken = client.encode('r', /** @type {any} */ ({}), vi.fn());
  FakeWorker.all[2].onerror({ preventDefault() {} });
  await expect(broken.answer).rejects.toThrow('stopped');
});
