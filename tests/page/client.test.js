/** The page's side of the worker: late responses, stopping, and a worker that crashes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The mock of the worker's API. @type {any} */
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
let requests;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.all = [];
  requests = [];
  const forever = () => new Promise(() => {});
  far.think = vi.fn((channel, generation, about, update, report) => {
    requests.push({ channel, generation, about, update, report });
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

test('a response to an older request of the channel is dropped', () => {
  const first = vi.fn();
  const second = vi.fn();
  client.think('panel', about, first);
  client.think('panel', about, second);
  requests[0].report({ thought: {}, done: true });
  expect(first).not.toHaveBeenCalled();
  requests[1].report({ thought: {}, done: true });
  expect(second).toHaveBeenCalledTimes(1);
  // After the final response, further ones are ignored.
  requests[1].report({ thought: {}, done: true });
  expect(second).toHaveBeenCalledTimes(1);
});

test('channels do not replace each other', () => {
  const panel = vi.fn();
  const move = vi.fn();
  client.think('panel', about, panel);
  client.think('move', about, move);
  requests[0].report({ done: true });
  requests[1].report({ done: true });
  expect([panel, move].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

test('a stopped request gets no more responses, except one last state on demand', () => {
  const received = vi.fn();
  client.think('panel', about, received);
  client.stop('panel');
  requests[0].report({ thought: {}, done: false });
  expect(received).not.toHaveBeenCalled();
  client.think('panel', about, received);
  client.stop('panel', true);
  requests[1].report({ thought: {}, done: false });
  expect(received).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  requests[1].report({ thought: {}, done: false });
  expect(received).toHaveBeenCalledTimes(1);
  expect(far.stop).toHaveBeenCalledTimes(2);
});

test('a request contains the new plies, or the whole game once if the worker has lost its copy', () => {
  const received = vi.fn();
  client.connect({
    update: (whole) => (whole ? { record: 'all' } : { from: 3, moves: ['d'] }),
  });
  client.think('panel', about, received);
  expect(requests[0]).toMatchObject({ about, update: { from: 3, moves: ['d'] } });
  requests[0].report({ done: true, stale: true });
  expect(received).not.toHaveBeenCalled();
  expect(requests[1].update).toEqual({ record: 'all' });
  requests[1].report({ thought: {}, done: true });
  expect(received).toHaveBeenCalledTimes(1);
  client.think('panel', about, received);
  requests[2].report({ done: true, stale: true });
  requests[3].report({ done: true, stale: true });
  expect([requests.length, received.mock.calls.length]).toEqual([4, 2]);
});

test('a worker that stops responding is terminated, and the next request starts a new one', async () => {
  const died = vi.fn();
  client.connect({ died });
  client.think('panel', about, vi.fn());
  requests[0].report({ thought: {}, done: false });
  far.ping = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(died).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(died).toHaveBeenCalledTimes(1);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
  client.think('panel', about, vi.fn());
  expect(FakeWorker.all).toHaveLength(2);
});

test('a new worker that does not start is reported as slow, and Retry starts another', async () => {
  const died = vi.fn();
  client.connect({ died });
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
  requests[1].report({ thought: {}, done: false });
  late.mockClear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(late).not.toHaveBeenCalled();
});

test('a worker whose code cannot be loaded is terminated and reported as one that never responded', async () => {
  const died = vi.fn();
  client.connect({ died });
  client.think('panel', about, vi.fn());
  const event = { preventDefault: vi.fn() };
  FakeWorker.all[0].onerror(event);
  expect(event.preventDefault).toHaveBeenCalled();
  expect(died).toHaveBeenCalledExactlyOnceWith(false);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
  client.think('panel', about, vi.fn());
  expect(FakeWorker.all).toHaveLength(2);
  requests[1].report({ thought: {}, done: false });
  FakeWorker.all[1].onerror(event);
  expect(died).toHaveBeenLastCalledWith(true);
});

test('an idle worker is not pinged, and a busy one that responds is kept', async () => {
  const died = vi.fn();
  client.connect({ died });
  client.think('panel', about, vi.fn());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(far.ping.mock.calls.length).toBeGreaterThan(5);
  requests[0].report({ done: true });
  const before = far.ping.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(far.ping.mock.calls.length).toBe(before);
  expect(died).not.toHaveBeenCalled();
});

test('the end of a worker is noticed at once, through its lock', async () => {
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
  client.connect({ died });
  client.think('panel', about, vi.fn());
  await vi.waitFor(() => expect(waiting.size).toBe(1));
  const [[lock, ended]] = waiting;
  expect(far.load).toHaveBeenCalledWith({}, lock);
  ended();
  expect(died).toHaveBeenCalledTimes(1);
  expect(far.ping).not.toHaveBeenCalled();
  // The end of a worker that was already replaced is ignored.
  ended();
  expect(died).toHaveBeenCalledTimes(1);
});

test('a worker whose engine has crashed is terminated', () => {
  const died = vi.fn();
  const received = vi.fn();
  client.connect({ died });
  client.think('panel', about, received);
  requests[0].report({ done: true, broken: true, error: 'unreachable' });
  expect([died.mock.calls.length, received.mock.calls.length]).toEqual([1, 0]);
  expect(FakeWorker.all[0].terminate).toHaveBeenCalled();
});

test('a request for turns is repeated with the whole record if needed, and rejected when the worker crashes', async () => {
  const turn = /** @type {any} */ ({ ply: 1, hash: 'h', seats: '[]', most: 1, ms: 1, given: {} });
  const answers = [{ moves: [], stale: true }, { moves: ['a'] }];
  far.turns = vi.fn(async (...[, , , , report]) => {
    const next = answers.shift();
    if (next) report({ ...next, done: true });
  });
  client.connect({ update: (whole) => ({ record: whole ? 'all' : 'new' }) });
  expect(await client.turns(turn)).toMatchObject({ moves: ['a'] });
  const sent = far.turns.mock.calls.map((/** @type {any[]} */ [, , ...about]) => about.slice(0, 2));
  expect(sent).toEqual([
    [turn, { record: 'new' }],
    [turn, { record: 'all' }],
  ]);
  const waiting = client.turns(turn);
  FakeWorker.all[0].onerror({ preventDefault() {} });
  await expect(waiting).rejects.toThrow('died');
});

test('a link is read in a worker of its own, which can be terminated', async () => {
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
