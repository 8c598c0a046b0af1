/** Calling the session and publishing its state. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as session from '../../www/app/session.js';
import * as store from '../../www/app/store.js';
import { resetStore, stateOf } from './fixtures.js';

/** Whether the whole engine is loaded, and a function that reports that it is. @type {any} */
const engine = vi.hoisted(() => ({ whole: true, come: () => {} }));
vi.mock('../../www/worker/engine.js', () => ({
  isWhole: () => engine.whole,
  isTrap: (/** @type {unknown} */ error) => error instanceof WebAssembly.RuntimeError,
  engine: () =>
    new Promise((resolve) => {
      engine.come = () => resolve({});
    }),
}));

/** A mock session of a game with this many plies, with one series of the graph. @param {number} plies */
function fake(plies) {
  const game = {
    ply: plies,
    plies,
    free: vi.fn(),
    record: vi.fn(() => `record of ${game.plies}`),
    state: () => stateOf({ ply: game.ply, plies: game.plies }),
    texts: (/** @type {number} */ from) =>
      Array.from({ length: game.plies - from }, (_, i) => `t${from + i + 1}`),
    layout: () => ({}),
    view: () => ({ at: game.ply }),
    moves: vi.fn((after = 0) =>
      Array.from({ length: game.plies - after }, (_, i) => ({ move: `m${after + i + 1}` })),
    ),
    series: vi.fn((from = 0) => [
      {
        label: 'a',
        values: Array.from({ length: Math.max(0, game.plies + 1 - from) }, (_, i) => from + i),
      },
    ]),
  };
  return game;
}

/** @param {ReturnType<typeof fake>} game */
function open(game) {
  session.replace(/** @type {any} */ (game));
  session.publish();
}

beforeEach(() => {
  resetStore();
  session.whenBroken(() => {});
});

test('hint and pointer are cleared when the position changes, and stay otherwise', () => {
  const game = fake(2);
  open(game);
  store.hint.value = 'm3';
  store.pointed.value = 4;
  session.publish(2);
  expect([store.hint.value, store.pointed.value]).toEqual(['m3', 4]);
  game.plies = game.ply = 3;
  session.publish(2);
  expect([store.hint.value, store.pointed.value]).toEqual([null, null]);
});

test('only new plies are read, and the others stay', () => {
  const game = fake(3);
  open(game);
  expect(store.rows.value.map((row) => row.move)).toEqual(['m1', 'm2', 'm3']);
  game.plies = game.ply = 5;
  session.publish(3);
  expect(game.moves).toHaveBeenLastCalledWith(3);
  expect(store.rows.value.map((row) => row.move)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  expect(store.series.value[0].values).toEqual([0, 1, 2, 3, 4, 5]);
  // A branch: two plies stay, one is new.
  game.plies = game.ply = 3;
  session.publish(2);
  expect(store.rows.value).toHaveLength(3);
  expect(store.series.value[0].values).toEqual([0, 1, 2, 3]);
});

test('the record is written once after each change', () => {
  const game = fake(1);
  open(game);
  session.recordText();
  expect(session.recordText()).toBe('record of 1');
  expect(game.record).toHaveBeenCalledTimes(1);
  session.change(() => {
    game.plies = 2;
  });
  expect(session.recordText()).toBe('record of 2');
});

test('an error is shown as a sentence, and the session stays', () => {
  open(fake(1));
  expect(
    session.ask(() => {
      throw new Error('this move is not legal');
    }),
  ).toBeUndefined();
  expect(store.toasts.value).toMatchObject([{ text: 'This move is not legal', error: true }]);
  expect(session.ask((game) => game.view())).toEqual({ at: 1 });
});

test('after a trap the engine is replaced, and the old session is neither called nor freed', () => {
  const onBroken = vi.fn();
  session.whenBroken(onBroken);
  const game = fake(1);
  open(game);
  session.ask(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  expect(onBroken).toHaveBeenCalledWith('twos', null);
  expect(session.ask(() => 'asked')).toBeUndefined();
  session.replace(/** @type {any} */ (fake(0)));
  expect(game.free).not.toHaveBeenCalled();
});

test('changes of the game wait for the whole engine, and are dropped if the position has changed', async () => {
  const game = fake(1);
  open(game);
  engine.whole = false;
  const act = vi.fn();
  const first = session.whenWhole(act);
  expect([act.mock.calls.length, store.awaited.value]).toEqual([0, 1]);
  engine.come();
  await first;
  expect([act.mock.calls.length, store.awaited.value]).toEqual([1, 0]);
  const second = session.whenWhole(act);
  open(fake(3));
  engine.come();
  await second;
  expect(act).toHaveBeenCalledTimes(1);
  engine.whole = true;
  session.whenWhole(act);
  expect(act).toHaveBeenCalledTimes(2);
});

test('until the whole engine is loaded, the record is kept for a new session', () => {
  engine.whole = false;
  const onBroken = vi.fn();
  session.whenBroken(onBroken);
  open(fake(2));
  session.ask(() => {
    throw new WebAssembly.RuntimeError('null function');
  });
  expect(onBroken).toHaveBeenCalledWith('twos', 'record of 2');
  engine.whole = true;
});

test('a replaced session is freed', () => {
  const game = fake(1);
  open(game);
  store.onward.value = 'h1';
  open(fake(2));
  expect(game.free).toHaveBeenCalled();
  expect(store.onward.value).toBe('');
});

test('the worker gets the plies that it lacks, and the whole game only if needed', () => {
  const game = fake(2);
  open(game);
  const update = () => session.updateForWorker(false);
  expect(update()).toEqual({ record: 'record of 2' });
  expect(update()).toEqual({ from: 2, moves: [] });
  game.plies = game.ply = 4;
  session.change(() => {});
  session.publish(2);
  expect(update()).toEqual({ from: 2, moves: ['t3', 't4'] });
  // Going back changes nothing, but a branch does from where it begins.
  game.ply = 1;
  session.publish(4);
  expect(update()).toEqual({ from: 4, moves: [] });
  game.plies = game.ply = 2;
  session.change(() => {});
  session.publish(1);
  game.plies = game.ply = 3;
  session.change(() => {});
  session.publish(2);
  expect(update()).toEqual({ from: 1, moves: ['t2', 't3'] });
  // The worker has the plies that it played itself.
  game.plies = game.ply = 5;
  session.publish(3);
  session.workerFollowed();
  expect(update()).toEqual({ from: 5, moves: [] });
  session.workerLacksAll();
  session.change(() => {});
  expect(update()).toEqual({ record: 'record of 5' });
  expect(session.updateForWorker(true)).toEqual({ record: 'record of 5' });
  open(fake(1));
  expect(update()).toEqual({ record: 'record of 1' });
});
