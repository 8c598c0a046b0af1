/** Routes: every address leads to its screen, and each route has its address. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  addressOf,
  fragmentOf,
  route,
  routeOf,
  studyAddress,
  studyOf,
} from '../../www/app/route.js';
import { bring, goToArena, goToLab, screenOfAddress, take } from '../../www/app/screens.js';
import * as store from '../../www/app/store.js';

const isGame = (/** @type {string} */ id) => ['uros', 'isolation'].includes(id);

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
  store.games.value = /** @type {any} */ ([{ id: 'uros' }, { id: 'isolation' }]);
  route.value = { screen: 'game' };
});

/** An address, its route, and the address that is shown then. @type {[string, import('../../www/app/route.js').Route | null, string][]} */
const ROUTES = [
  ['#uros', { screen: 'game', request: { game: 'uros', how: 'continue' } }, '#uros'],
  ['#uros/play', { screen: 'game', request: { game: 'uros', how: 'play' } }, '#uros'],
  [
    '#isolation/watch',
    { screen: 'game', request: { game: 'isolation', how: 'watch' } },
    '#isolation',
  ],
  ['#lab', { screen: 'lab' }, '#lab'],
  ['#lab/uros', { screen: 'lab', lesson: { game: 'uros', step: null } }, '#lab/uros'],
  ['#lab/uros/3', { screen: 'lab', lesson: { game: 'uros', step: 3 } }, '#lab/uros/3'],
  ['#lab/nothing', { screen: 'lab' }, '#lab'],
  ['#1lab.AbC-_', { screen: 'lab', link: '#1lab.AbC-_' }, '#lab'],
  ['#1lesson.A \n', { screen: 'lab', link: '#1lesson.A' }, '#lab'],
  ['#1handin.A', { screen: 'lab', link: '#1handin.A' }, '#lab'],
  ['https://x.example/#bot.A', { screen: 'lab', code: '#bot.A' }, '#lab'],
  [
    '#beat=1isolation.AAAA',
    { screen: 'beat', link: '#beat=1isolation.AAAA' },
    '#beat=1isolation.AAAA',
  ],
  ['#arena', { screen: 'arena' }, '#arena'],
  ['see #1arena.A', { screen: 'arena', link: '#1arena.A' }, '#arena'],
  ['{"crc":"0"}\n{}\n', { screen: 'arena', link: '{"crc":"0"}\n{}\n' }, '#arena'],
  ['#class', { screen: 'class' }, '#class'],
  // The engine opens these.
  ['#1uros.AAAA', null, ''],
  ['#nothing', null, ''],
  ['#nothing/play', null, ''],
  ['', null, ''],
];
test.each(ROUTES)('%j', (text, found, fragment) => {
  expect(routeOf(text, isGame)).toEqual(found);
  if (!found) return;
  expect(fragmentOf(found)).toBe(fragment);
  // What is printed is read back as it was.
  const { link, code, ...printed } = found;
  if (!link && !code) expect(routeOf(addressOf(printed), isGame)).toEqual(printed);
  // What is shown leads to the same screen, and is shown again.
  const again = routeOf(fragment, isGame);
  expect(again?.screen).toBe(found.screen);
  expect(again && fragmentOf(again)).toBe(fragment);
});

test('studies of the gallery have their own addresses', () => {
  expect(studyOf(studyAddress('uros'))).toEqual({ name: 'uros', index: 0 });
  expect(studyOf(studyAddress('puzzles', 6))).toEqual({ name: 'puzzles', index: 6 });
  expect(studyOf('#study/puzzles/0')).toEqual({ name: 'puzzles', index: 0 });
  for (const other of ['#study/', '#study/uros/x', '#study/uros/1234'])
    expect(studyOf(other)).toBeNull();
  expect(routeOf(studyAddress('uros'), isGame)).toBeNull();
});

test('what comes with a route is taken once, and ends with it', () => {
  const bot = { bot: 'greedy', options: {} };
  goToArena({ game: 'uros', bot });
  expect(store.screen.value).toBe('arena');
  expect(take('entrants')).toEqual({ game: 'uros', bot });
  expect(take('entrants')).toBeUndefined();
  bring({ entrants: { game: 'uros', bots: [bot] } });
  goToLab('isolation', 2, { game: 'isolation', config: bot });
  expect(route.value).toEqual({
    screen: 'lab',
    lesson: { game: 'isolation', step: 2 },
    heuristic: { game: 'isolation', config: bot },
    request: { game: 'isolation', how: 'continue' },
  });
  expect(take('lesson')).toEqual({ game: 'isolation', step: 2 });
  expect(route.value.heuristic).toBeDefined();
});

test('the address that is shown for a link does not end what came with the link', () => {
  const { location } = globalThis;
  location.hash = '#1lab.A';
  history.replaceState = (/** @type {any} */ _, /** @type {any} */ __, /** @type {any} */ to) => {
    location.hash = to.slice(to.indexOf('#'));
  };
  expect(screenOfAddress()).toBe(true);
  expect(location.hash).toBe('#lab');
  expect(screenOfAddress()).toBe(true);
  expect(take('link')).toBe('#1lab.A');
});

test('only one module writes the route', () => {
  const files = readdirSync('www', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.jsx?$/.test(name) && !name.startsWith('pkg'),
  );
  const writers = files.filter((name) =>
    /\broute\.value = /.test(readFileSync(`www/${name}`, 'utf8')),
  );
  expect(writers).toEqual(['app/screens.js']);
});
