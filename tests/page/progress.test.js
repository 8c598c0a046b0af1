/** The user's progress: the next level, when an easier one is offered, and that each game counts once. */
import { beforeEach, expect, test, vi } from 'vitest';
import { GAME, HUMAN, newDatabase, resetStore, stateOf } from './fixtures.js';

const ENTRY = {
  ...GAME,
  levels: ['one', 'two', 'three'],
  rivals: [
    ['one', 'two', 'three'],
    ['two', 'three', 'one'],
    ['three', 'two', 'one'],
  ],
};
/** @type {typeof import('../../www/app/store.js')} */
let store;
/** @type {typeof import('../../www/app/progress.js')} */
let progress;
/** @type {typeof import('../../www/app/storage.js')} */
let saves;

/** Reloads the page with what the browser has saved. */
async function reload() {
  vi.resetModules();
  store = await import('../../www/app/store.js');
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
  progress = await import('../../www/app/progress.js');
  store.catalog.value = [ENTRY];
  progress.startProgress();
}

beforeEach(async () => {
  resetStore();
  newDatabase();
  await reload();
});

const saved = () => saves.recall('progress');

/**
 * Ends a game against a bot.
 * @param {string} bot
 * @param {number[]} ranks
 * @param {string} hash
 * @param {Record<string, any>} [config]
 */
function end(bot, ranks, hash, config = {}) {
  const seats = [HUMAN, { bot, options: {}, ...config }];
  store.state.value = stateOf({ seats, hash, to_act: [], outcome: { ranks, scores: [1, 0] } });
}

test('the first opponent is the second level, and each win leads to the next up to the strongest', () => {
  expect(progress.nextLevel(ENTRY)).toBe(2);
  end('two', [1, 2], 'a');
  expect(progress.ending()).toBe('won');
  expect(progress.offeredLevel()).toBe(3);
  expect(progress.nextLevel(ENTRY)).toBe(3);
  end('three', [1, 2], 'b');
  expect(progress.offeredLevel()).toBe(0);
  expect(progress.nextLevel(ENTRY)).toBe(3);
  expect(saved().twos.won).toBe(3);
});

test('after three losses in a row the level below is offered; a draw or another level resets the count', () => {
  for (const [i, hash] of ['a', 'b', 'c'].entries()) {
    end('two', [2, 1], hash);
    expect(progress.offeredLevel()).toBe(i === 2 ? 1 : 0);
  }
  end('two', [1, 1], 'd');
  expect(progress.ending()).toBe('drawn');
  for (const hash of ['e', 'f']) end('two', [2, 1], hash);
  end('three', [2, 1], 'g');
  expect(saved().twos.losses).toBe(1);
});

test('a game counts once, also after a reload', async () => {
  for (let again = 0; again < 4; again++) {
    end('two', [2, 1], 'same');
    store.state.value = stateOf({ seats: [HUMAN, { bot: 'two', options: {} }] });
    if (again === 1) {
      await saves.commit();
      await reload();
    }
  }
  expect(saved().twos.losses).toBe(1);
});

test('games with other bots, other budgets, from outside, or between bots do not count', () => {
  end('bot', [1, 2], 'a');
  end('two', [1, 2], 'b', { budget: { nodes: 1 } });
  store.opened.value = 'a record';
  end('two', [1, 2], 'c');
  store.state.value = null;
  store.opened.value = '';
  store.state.value = stateOf({
    seats: [
      { bot: 'two', options: {} },
      { bot: 'two', options: {} },
    ],
    hash: 'd',
    to_act: [],
    outcome: { ranks: [1, 2], scores: [1, 0] },
  });
  expect(saved()).toBeNull();
});

test('cleared or invalid progress no longer counts', () => {
  end('two', [1, 2], 'a');
  saves.forget('progress');
  expect(progress.nextLevel(ENTRY)).toBe(2);
  saves.saveValue('progress', { twos: { won: -1 } });
  expect(progress.nextLevel(ENTRY)).toBe(2);
});

test('the opponents of a table are those of its level from every seat, and a rematch keeps the level', () => {
  for (let human = 0; human < 4; human++)
    for (let level = 1; level <= 3; level++) {
      const table = progress.tableOf(ENTRY, level, { seats: 4, human });
      expect(table[human]).toEqual(HUMAN);
      expect(table[(human + 1) % 4]).toEqual({ bot: ENTRY.levels[level - 1], options: {} });
      expect(new Set(table.map((config) => JSON.stringify(config))).size).toBe(4);
      expect(progress.levelOf(ENTRY, table)).toBe(level);
      expect(progress.levelOf(ENTRY, [...table.slice(1), table[0]])).toBe(level);
    }
  const same = [HUMAN, ...Array.from({ length: 3 }, () => ({ bot: 'two', options: {} }))];
  expect(progress.levelOf(ENTRY, /** @type {any[]} */ (same))).toBe(2);
  expect(progress.levelOf(ENTRY, /** @type {any[]} */ ([...same.slice(0, 3), HUMAN]))).toBe(0);
});
