/**
 * How a tournament is distributed among workers: each game is played once, whatever interrupts it.
 * The workers are mocks.
 */
import { beforeEach, expect, test, vi } from 'vitest';

/** The games whose results were added. @type {Set<number>} */
let added = new Set();
/** Every game that was played, in order. @type {number[]} */
let plays = [];
/** What each worker does before it responds. @type {() => Promise<void>} */
let beforeAnswer = async () => {};
/** @type {((from: number) => void) | null} */
let breakAt = null;
let running = 0;
let most = 0;

const GAMES = 100;

vi.mock('../../www/worker/arenaClient.js', () => ({
  saved: {
    listMeta: async () => [],
    recallMeta: async () => undefined,
    saveMeta: async () => true,
    forget: async () => {},
  },
  engine: async () => ({
    open_arena: (/** @type {string} */ link) => {
      if (!link.startsWith('#1arena.')) throw new Error('no link');
      const setup = { game: 'uros', bots: [], games: 1, seed: 12_345_678 };
      return { setup, prints: [7, Number(link.slice(8))] };
    },
    arena_presets: () => [
      { game: 'uros', id: 'p', setup: { game: 'uros', bots: [], games: 1, seed: 1 } },
    ],
    plan_arena: (/** @type {{ games: number }} */ setup) => {
      if (setup.games === 0) throw new Error('`games` is 0');
      return {
        id: `uros-${JSON.stringify(setup).length}`,
        setup,
        entrants: ['balanced', 'explore'].map((bot) => ({ name: bot, seat: { bot, options: {} } })),
        games: GAMES,
        starts: [],
      };
    },
  }),
  startArenaWorker: async () => {
    running++;
    most = Math.max(most, running);
    return {
      end: () => {
        running--;
      },
      far: {
        open: async () => {},
        recall: async () => ({ done: added.size, damaged: 0 }),
        settle: async () => true,
        report: async () => ({ games: added.size, headline: '' }),
        prints: async () => [7, 8],
        missing: async () => {
          /** @type {number[]} */
          const gaps = [];
          for (let i = 0; i < GAMES; i++) if (!added.has(i)) gaps.push(i, i + 1);
          return gaps;
        },
        add: async (/** @type {string} */ lines) => {
          for (const line of lines.trim().split('\n')) added.add(Number(line));
          return { done: added.size, canSave: true };
        },
        play: async (/** @type {number} */ from, /** @type {number} */ to) => {
          breakAt?.(from);
          await beforeAnswer();
          // A worker may return fewer games than requested.
          const until = Math.min(to, from + 3);
          let lines = '';
          for (let game = from; game < until; game++) {
            plays.push(game);
            lines += `${game}\n`;
          }
          return lines;
        },
      },
    };
  },
}));

const state = await import('../../www/app/arena/state.js');
const { choose, openLink } = await import('../../www/app/arena/tournament.js');
const { start, pause } = await import('../../www/app/arena/play.js');
const { bring } = await import('../../www/app/screens.js');
const store = await import('../../www/app/store.js');

let seed = 1;
beforeEach(async () => {
  added = new Set();
  plays = [];
  beforeAnswer = async () => {};
  breakAt = null;
  state.chosenWorkers.value = 3;
  store.toasts.value = [];
  seed *= 10;
  await choose({ game: 'uros', bots: [], games: 1, seed });
  running = 1;
  most = 1;
});

test('every game is played exactly once', async () => {
  expect(state.status.value).toBe('ready');
  await start();
  expect(plays.toSorted((a, b) => a - b)).toEqual(Array.from({ length: GAMES }, (_, i) => i));
  expect(state.status.value).toBe('done');
  expect(state.done.value).toBe(GAMES);
  expect(state.report.value?.games).toBe(GAMES);
  // Three playing workers and the one of the table. The three have ended.
  expect(most).toBe(4);
  expect(running).toBe(1);
});

test('a paused tournament continues with the missing games', async () => {
  beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 3));
  const whole = start();
  await vi.waitFor(() => expect(state.done.value).toBeGreaterThan(5));
  await pause();
  await whole;
  expect(state.status.value).toBe('paused');
  expect(added.size).toBeLessThan(GAMES);
  expect(added.size).toBe(state.done.value);
  expect(running).toBe(1);
  await start();
  expect(plays).toHaveLength(GAMES);
  expect(added.size).toBe(GAMES);
});

test('a failing worker is reported, its results so far are kept, and the rest can be played', async () => {
  breakAt = (from) => {
    if (from >= 40) throw new Error('a bot gave no move');
  };
  await start();
  await vi.waitFor(() => expect(state.status.value).toBe('paused'));
  expect(store.toasts.value.map((toast) => toast.text)).toContain('A bot gave no move');
  expect(added.size).toBeLessThan(GAMES);
  breakAt = null;
  await start();
  expect(state.status.value).toBe('done');
  expect(added.size).toBe(GAMES);
});

test('an invalid tournament is reported, and choosing a valid one clears the error', async () => {
  expect(await choose({ game: 'uros', bots: [], games: 0, seed })).toBe(false);
  expect(state.problem.value).toBe('“games” is 0');
  expect(await choose({ game: 'uros', bots: [], games: 1, seed })).toBe(true);
  expect(state.problem.value).toBe('');
});

test('a link names the bots that have changed since it was made, if there are any', async () => {
  bring({ link: '#1arena.8' });
  await openLink();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(state.setup.value?.seed).toBe(12_345_678);
  expect(state.changed.value).toBe(null);
  bring({ link: '#1arena.9' });
  await openLink();
  await vi.waitFor(() => expect(state.changed.value?.names).toEqual(['explore']));
  bring({ link: '#nothing' });
  await openLink();
  expect(store.toasts.value.map((toast) => toast.text)).toContain('No link');
});
