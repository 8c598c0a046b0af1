/**
 * Challenges with the real engine: what a link contains, which weights the receiver sets, and
 * invalid links.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { HUMAN, resetStore, storage } from './fixtures.js';
import { engine } from './module.js';

vi.mock('../../www/worker/engine.js', () => ({
  isTrap: () => false,
  readyEngine: () => engine,
  engine,
}));
vi.mock('../../www/worker/arenaClient.js', () => ({ startArenaWorker: () => {} }));
vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });

const { route } = await import('../../www/app/route.js');
const store = await import('../../www/app/store.js');
const { challengeOf, heaviest, linkedChallenge, readChallenge, resultOf, setupOf, weigh } =
  await import('../../www/app/lab/beat.js');
const { openScreen } = await import('../../www/app/screens.js');

const FOUR = [
  { name: 'moves', weight: 2, formula: 'own_moves' },
  { name: 'few', weight: 0.1, formula: 'filled' },
  { name: 'theirs', weight: -3, formula: 'opponent_moves' },
  { name: 'reach', weight: 1, formula: 'own_reach' },
];

/** @param {{ weight: number, name: string, formula: string }[]} terms @returns {any} */
const draftOf = (terms, game = 'isolation') => ({
  ...{ game, name: 'Edges', author: 'Ada', note: '' },
  terms: terms.map((term, id) => ({ ...term, id })),
  options: { search: 'alpha-beta' },
  budget: { depth: 3 },
});

/** Puts a new game on the page. @param {string} game @param {any} [options] */
function show(game, options = {}) {
  const seats = [HUMAN, HUMAN];
  const session = engine.Session.create(game, options, 77, /** @type {any} */ (seats));
  store.state.value = session.state();
  session.free();
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: () => {} });
  resetStore();
  store.catalog.value = engine.games();
});

test('a link contains the heuristic, its game and its seed, with a search of one move', () => {
  show('isolation', { size: '6x6' });
  const link = challengeOf(draftOf(FOUR));
  expect(link).toMatch(/^#beat=1isolation\.[\w-]+$/);
  const { entry, options, seed, bot, name, author } = readChallenge(link);
  expect([entry.name, seed, name, author]).toEqual(['Isolation', 77, 'Edges', 'Ada']);
  expect(options).toMatchObject({ size: '6x6' });
  expect(bot).toEqual({
    bot: 'lab',
    options: { search: 'one-ply', formula: expect.stringContaining('"opponent_moves"') },
  });
  expect(JSON.parse(String(bot.options.formula)).terms).toEqual(FOUR);
});

test('the receiver sets the three heaviest terms, in the sender’s order', () => {
  show('isolation');
  const { terms } = readChallenge(challengeOf(draftOf(FOUR)));
  expect(terms.map(({ name }) => name)).toEqual(['moves', 'theirs', 'reach']);
});

test('for a heuristic with fewer terms, they come from the first declared bot that has three', () => {
  for (const { id } of engine.games().filter((one) => one.seats === 2)) {
    show(id);
    const link = challengeOf(draftOf([{ name: 'nothing', weight: 1, formula: '0' }], id));
    const { terms } = readChallenge(link);
    expect(terms, id).toHaveLength(3);
    // They have the labels of the bot that declares them.
    if (id === 'uros')
      expect(terms.map(({ label }) => label)).toEqual([
        'own village',
        'own front',
        "opponent's growth",
      ]);
  }
  expect(heaviest([FOUR.slice(0, 1), FOUR.slice(1, 3)])).toEqual(FOUR.slice(1, 3));
});

test('the games are played by the three terms with the chosen weights against the whole heuristic', () => {
  show('isolation');
  const link = challengeOf(draftOf(FOUR));
  openScreen(link);
  weigh(1, -2.5);
  const { challenge } = linkedChallenge.value ?? {};
  if (!challenge) throw new Error('there is no challenge');
  const setup = setupOf(challenge);
  const plan = engine.plan_arena(setup);
  expect([plan.games, plan.setup.seed]).toEqual([200, 77]);
  const [mine, sent] = plan.entrants.map((/** @type {any} */ { seat }) =>
    JSON.parse(seat.options.formula).terms.map((/** @type {any} */ term) => term.weight ?? 1),
  );
  expect(mine).toEqual([1, -2.5, 1]);
  expect(sent).toEqual(FOUR.map(({ weight }) => weight));
});

test('there is no challenge for a game with more than two seats', () => {
  const session = engine.Session.create('outpost', {}, 1, [HUMAN, HUMAN, HUMAN, HUMAN]);
  store.state.value = session.state();
  const draft = { ...draftOf([{ name: 'a', weight: 1, formula: '1' }], 'outpost'), options: {} };
  expect(challengeOf(draft)).toBe('');
});

test('an invalid link says why', () => {
  show('isolation');
  const link = challengeOf(draftOf(FOUR));
  for (const broken of [
    '#beat=',
    '#beat=AAAA',
    '#beat=1nosuch.AAAA',
    link.slice(0, -8),
    link.replace('beat=1', 'beat=9'),
    '#beat=<img src=x onerror=alert(1)>',
  ])
    expect(() => readChallenge(broken), broken).toThrow(/link/i);
  // A game without a heuristic, and one that has begun.
  const people = engine.Session.create('isolation', {}, 1, [HUMAN, HUMAN]);
  expect(() => readChallenge(`#beat=${people.link('off', 0).slice(1)}`)).toThrow('no challenge');
  const bot = { bot: 'lab', options: { formula: 'own_moves' } };
  const started = engine.Session.create('isolation', {}, 1, [HUMAN, bot]);
  started.play_all([started.legal()[0]]);
  expect(() => readChallenge(`#beat=${started.link('off', 0).slice(1)}`)).toThrow('no challenge');
});

test('a pasted link opens the challenge', () => {
  // In other surroundings, `open` finds it.
  expect(openScreen('see https://example.org/#beat=1isolation.AAAA now')).toBe(false);
  expect(openScreen('see https://example.org/#beat=1isolation.AAAA \n')).toBe(true);
  expect(route.value).toEqual({ screen: 'beat', link: '#beat=1isolation.AAAA' });
});

test('the interval is that of pairs of games where there is one', () => {
  const pair = { bot: 'a', against: 'b', share: 0.6, low: 0.5, high: 0.7 };
  const report = (/** @type {any} */ paired) =>
    /** @type {any} */ ({ bots: [{ bot: 'a' }, { bot: 'b' }], pairs: [{ ...pair, paired }] });
  expect(resultOf(report(null))).toMatchObject({ share: 0.6, low: 0.5, high: 0.7 });
  const paired = { low: 0.55, middle: 0.6, high: 0.65 };
  expect(resultOf(report(paired))).toMatchObject({ share: 0.6, low: 0.55, high: 0.65 });
  expect(() => resultOf({ ...report(null), pairs: [] })).toThrow('No games');
});
