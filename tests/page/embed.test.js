/**
 * The options in the address of an embedded page, which are validated strictly; the embed code; and
 * the height of a frame.
 */
import { expect, test } from 'vitest';
import {
  addressFor,
  analysisOf,
  frameCode,
  heightFor,
  inGame,
  readSettings,
} from '../../www/app/embed.js';

test('reads the options', () => {
  const { settings, problems } = readSettings(
    '?embed&overlay=hints&speed=2.5&ply=12&theme=dark&panel=moves',
  );
  expect(problems).toEqual([]);
  expect(settings).toEqual({
    ...{ overlay: 'hints', speed: 2.5, ply: 12 },
    ...{ theme: 'dark', panel: 'moves', controls: null },
  });
  expect(readSettings('?embed&speed=fastest').settings.speed).toBe(Number.POSITIVE_INFINITY);
  expect(readSettings('?embed').settings.overlay).toBeNull();
});

test.each([
  ['speed=0', /“speed” is “0”, but should be a number from 0\.25 to 32, or fastest/],
  ['speed=1e3', /“speed”/],
  ['speed=33', /“speed”/],
  ['speed=', /“speed” is “”/],
  ['ply=-1', /“ply” is “-1”, but should be a number of moves, 0 or more/],
  ['ply=1.5', /“ply”/],
  ['ply=12345678', /“ply”/],
  ['theme=red', /“theme” is “red”, but should be light, dark or system/],
  ['panel=constructor', /“panel” is “constructor”, but should be thinking, moves or bot/],
  ['overlay=<b>', /“overlay” is “<b>”, but should be the name of an overlay/],
  [
    'colour=red',
    /“colour” is not an option; the options are overlay, speed, ply, theme, panel or controls/,
  ],
  ['__proto__=1', /“__proto__” is not an option/],
  ['toString=1', /“toString” is not an option/],
  ['theme=light&theme=dark', /“theme” is given twice: only the first counts/],
  [`overlay=${'x'.repeat(50)}`, /“x{24}…”/],
])('%s is reported, and the rest is applied', (options, words) => {
  const { settings, problems } = readSettings(`?embed&${options}&panel=bot`);
  expect(problems[0]).toMatch(words);
  expect(settings.panel).toBe(options.startsWith('panel') ? null : 'bot');
});

test('an option that the game does not have is reported, and the end is shown in place of a later ply', () => {
  const game = { name: 'Uros', overlays: ['off', 'hints', 'all'], plies: 30 };
  /** @param {string} search */
  const applied = (search) => inGame(readSettings(search).settings, game);
  expect(applied('?overlay=all&ply=30')).toEqual({ overlay: 'all', ply: 30, problems: [] });
  const wrong = applied('?overlay=owners&ply=31');
  expect([wrong.overlay, wrong.ply]).toEqual([null, 30]);
  expect(wrong.problems).toEqual([
    '“overlay” is “owners”, but should be off, hints or all in Uros.',
    '“ply” is 31, but this game ends at 30: the end is shown.',
  ]);
});

test('an address is parsed back to the same settings', () => {
  const settings = /** @type {const} */ ({ overlay: 'all', ply: 3, theme: 'dark', panel: 'bot' });
  const address = addressFor('https://example.org/t/#1uros.abc', {
    ...settings,
    speed: Number.POSITIVE_INFINITY,
  });
  expect(address).toBe(
    'https://example.org/t/?embed&overlay=all&ply=3&theme=dark&panel=bot&speed=fastest#1uros.abc',
  );
  expect(readSettings(new URL(address).search)).toEqual({
    settings: { controls: null, ...settings, speed: Number.POSITIVE_INFINITY },
    problems: [],
  });
  expect(addressFor('https://example.org/#1uros.abc', { speed: null })).toBe(
    'https://example.org/?embed#1uros.abc',
  );
});

test('the embed code is one escaped element', () => {
  const how = { title: 'A "game" <of> Uros', height: 600, fits: false };
  const code = frameCode({ ...how, address: 'https://example.org/?embed&ply=3#1"x' });
  expect(code).toBe(
    '<iframe src="https://example.org/?embed&amp;ply=3#1&quot;x" title="A &quot;game&quot; &lt;of> Uros" width="100%" height="600" style="border: 0" loading="lazy"></iframe>',
  );
  expect(frameCode({ ...how, address: 'x', fits: true })).toContain("'totora:size'");
});

test('the height of a frame is that of the parts around the board, plus the board at the full width', () => {
  const host = { width: 500, height: 300 };
  expect(heightFor({ page: 460, host, shape: 1 })).toBe(660);
  expect(heightFor({ page: 460, host, shape: 0.5 })).toBe(460);
  expect(heightFor({ page: 90, host: { width: 100, height: 80 }, shape: 1 })).toBe(320);
  expect(heightFor({ page: 460, host: { width: 5_000, height: 300 }, shape: 1 })).toBe(2_000);
  // What is beside the board may be higher than the board.
  expect(heightFor({ page: 760, host: { width: 500, height: 600 }, shape: 1 })).toBe(760);
});

test('a bot’s analysis has the format of the protocol', () => {
  const info = {
    ...{ choice: 'b', why: 'it is near', moves: ['b', 'a'], scores: [3, 1] },
    ...{ terms: [{ key: 'x' }, { key: 'y' }], contributions: Float64Array.of(1, 2, 1, 0) },
  };
  /** @type {any} */
  const thinking = { ply: 4, config: { bot: 'balanced' }, info };
  expect(analysisOf(thinking)).toEqual({
    ...{ ply: 4, bot: 'balanced', choice: 'b', why: 'it is near' },
    candidates: [
      { move: 'b', score: 3, terms: { x: 1, y: 2 } },
      { move: 'a', score: 1, terms: { x: 1, y: 0 } },
    ],
  });
});
