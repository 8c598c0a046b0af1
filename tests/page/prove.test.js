/**
 * Sweeps and tuning: each game is played once, also when paused, resumed and reloaded. The workers
 * are mocks.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDatabase, storage } from './fixtures.js';

/** The games of an arena, the candidates of a generation, and the generations of a tuning. */
const [GAMES, POPULATION, GENERATIONS] = [60, 4, 3];

/** The contents of the browser's database, by name. @type {Map<string, Set<number>>} */
let saved = new Map();
/** Every game that was played, with its arena. @type {string[]} */
let plays = [];
/** What each worker does before it responds. @type {() => Promise<void>} */
let beforeAnswer = async () => {};
let running = 0;
/** The number of seeds drawn. */
let drawn = 0;
/** The verification seed that tuning received. @type {number | undefined} */
let verifySeed;
/** The numbers of generations and verified arenas that tuning received. @type {[number, number][]} */
let received = [];

/** @param {any} request */
function answer(request) {
  if (request.do === 'numbers')
    return [{ key: 'a', label: 'A', value: 2, min: 0, max: 10, weight: true, usual: true }];
  if (request.do !== 'tune')
    return { games: GAMES, values: [1, 2], now: 1, arena: { name: request.do, bots: [] } };
  const generations = request.generations ?? [];
  received.push([generations.length, request.verified]);
  verifySeed = request.plan.verify_seed;
  const train = generations.length < GENERATIONS;
  const stage = train ? 'train' : (['verify', 'duel'][request.verified] ?? 'done');
  return {
    stage,
    population: POPULATION,
    all: [GENERATIONS * GAMES, 2 * GAMES],
    arena:
      stage === 'done' ? null : { name: `${stage} ${train ? generations.length : ''}`, bots: [] },
  };
}

vi.mock('../../www/worker/arenaClient.js', () => ({
  saved: { forget: async (/** @type {string} */ id) => saved.delete(id) },
  engine: async () => ({
    prove: answer,
    draw_seed: () => ++drawn,
  }),
  startArenaWorker: async (/** @type {{ name: string }} */ first) => {
    let setup = first;
    let added = new Set();
    running++;
    return {
      end: () => {
        running--;
      },
      far: {
        prove: async (/** @type {any} */ request) => answer(request),
        open: async (/** @type {{ name: string }} */ next) => {
          setup = next;
          added = new Set();
        },
        recall: async (/** @type {string} */ name) => {
          added = saved.get(name) ?? new Set();
          saved.set(name, added);
          return { done: added.size, damaged: 0 };
        },
        settle: async () => true,
        missing: async () => {
          const gaps = [];
          for (let i = 0; i < GAMES; i++) if (!added.has(i)) gaps.push(i, i + 1);
          return gaps;
        },
        add: async (/** @type {string} */ lines) => {
          for (const line of lines.trim().split('\n')) added.add(Number(line));
          return { done: added.size, canSave: true };
        },
        report: async () => ({
          games: added.size,
          bots: Array.from({ length: POPULATION + 1 }, (_, i) => ({
            wins: i,
            draws: 1,
            losses: 14 - i,
          })),
        }),
        play: async (/** @type {number} */ from, /** @type {number} */ to) => {
          await beforeAnswer();
          const until = Math.min(to, from + 2);
          let lines = '';
          for (let game = from; game < until; game++) {
            plays.push(`${setup.name}: ${game}`);
            lines += `${game}\n`;
          }
          return lines;
        },
      },
    };
  },
}));

const catalog = [
  {
    id: 'uros',
    seats: 2,
    opponents: ['b'],
    bots: [
      { id: 'a', budget: null, terms: [{}], options: [] },
      { id: 'b', budget: null, terms: [{}], options: [] },
      { id: 'c', budget: { nodes: 9 }, terms: [{}], options: [] },
    ],
  },
];

/** @type {typeof import('../../www/app/lab/prove.js')} */
let prove;
/** @type {typeof import('../../www/app/storage.js') | undefined} */
let saves;

/** Reloads the page with what the browser has saved. */
async function reload() {
  vi.resetModules();
  const store = await import('../../www/app/store.js');
  store.catalog.value = /** @type {any} */ (catalog);
  await saves?.commit();
  saves = await import('../../www/app/storage.js');
  await saves.openStorage();
  prove = await import('../../www/app/lab/prove.js');
  await prove.openProve({ game: 'uros', bot: { bot: 'a', options: {} } });
}

beforeEach(async () => {
  saved = new Map();
  plays = [];
  received = [];
  running = 0;
  beforeAnswer = async () => {};
  vi.stubGlobal('localStorage', storage());
  newDatabase();
  await reload();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the default opponents are bots without a budget, except the bot itself', () => {
  expect(prove.settings.value?.sweep.field).toEqual([{ bot: 'b', options: {} }]);
  expect(prove.settings.value?.sweep).toMatchObject({ number: 'a', from: 0, to: 4 });
});

test('editing a heuristic keeps the settings of its studies, except parameters that no longer exist', async () => {
  prove.adjust('sweep', { games: 7 });
  prove.adjust('tune', {
    plan: { generations: 9, spread: 0.5, verify: 1, parameters: ['a', 'gone'] },
  });
  await prove.study({ game: 'uros', bot: { bot: 'a', options: { a: 3 } } });
  expect(prove.settings.value?.sweep).toMatchObject({ number: 'a', games: 7 });
  expect(prove.settings.value?.tune.plan).toMatchObject({ generations: 9, parameters: ['a'] });
  prove.adjust('sweep', { number: 'gone' });
  await prove.study({ game: 'uros', bot: { bot: 'a', options: { a: 4 } } });
  expect(prove.settings.value?.sweep).toMatchObject({ number: 'a', games: 40 });
});

test('a sweep that is paused and reloaded plays each game once', async () => {
  beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 3));
  const job = prove.jobs.sweep;
  prove.adjust('sweep', { steps: 7 });
  const whole = prove.begin('sweep');
  await vi.waitFor(() => expect(job.done.value).toBeGreaterThan(5));
  await prove.pause('sweep');
  await whole;
  expect(job.status.value).toBe('paused');
  const before = job.done.value;
  expect(before).toBeLessThan(GAMES);
  expect(running).toBe(0);

  await reload();
  const again = prove.jobs.sweep;
  expect(again.status.value).toBe('paused');
  expect(prove.settings.value?.sweep.steps).toBe(7);
  expect(again.found.value.report?.games).toBe(new Set(plays).size);
  await prove.resume('sweep');
  expect(again.status.value).toBe('done');
  expect(again.done.value).toBe(GAMES);
  expect(plays.length).toBe(GAMES);
  expect(new Set(plays).size).toBe(GAMES);
  expect(running).toBe(0);
});

test('tuning runs generation by generation, and continues from the saved scores', async () => {
  const job = prove.jobs.tune;
  beforeAnswer = async () => {
    if (plays.length > 1.5 * GAMES) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const whole = prove.begin('tune');
  await vi.waitFor(() => expect(plays.length).toBeGreaterThan(1.6 * GAMES));
  await prove.pause('tune');
  await whole;
  expect(job.status.value).toBe('paused');
  expect(job.found.value.generations).toHaveLength(1);
  // Half points and games of each candidate, without the opponents.
  expect(job.found.value.generations[0]).toEqual([0, 1, 2, 3].map((i) => [2 * i + 1, 15]));

  await reload();
  beforeAnswer = async () => {};
  expect(prove.jobs.tune.found.value.generations).toHaveLength(1);
  await prove.resume('tune');
  expect(prove.jobs.tune.status.value).toBe('done');
  expect(prove.jobs.tune.found.value.generations).toHaveLength(GENERATIONS);
  expect(prove.jobs.tune.found.value.verified).toHaveLength(2);
  expect(received[received.length - 1]).toEqual([GENERATIONS, 2]);
  expect(plays.filter((one) => one.startsWith('duel'))).toHaveLength(GAMES);
  expect(running).toBe(0);
  // Verification uses new seeds each time, and repeated verifications are counted.
  expect(prove.jobs.tune.found.value.looks).toBe(1);
  const before = verifySeed;
  await prove.begin('tune');
  expect(prove.jobs.tune.found.value.looks).toBe(2);
  expect(verifySeed).not.toBe(before);
});

test('only one study runs at a time', async () => {
  beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 3));
  const whole = prove.begin('sweep');
  await prove.begin('ablate');
  expect(prove.jobs.ablate.status.value).toBe('ready');
  await prove.pause('sweep');
  await whole;
  await prove.begin('ablate');
  expect(prove.jobs.ablate.status.value).toBe('done');
});
