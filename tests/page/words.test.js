/** Parts of sentences: names from outside, and numbers with their nouns. */
import { expect, test, vi } from 'vitest';
import { COLOURS } from '../../www/strings/editors.js';
import { engine } from './module.js';

vi.mock('../../www/panels/arena/labels.js', () => ({
  labelFor: (/** @type {string} */ name) => name,
}));

const { Words } = await import('../../www/panels/arena/words.jsx');
const { points, signed } = await import('../../www/panels/arena/figures.js');
const { counted } = await import('../../www/ui/format.js');
const { Name } = await import('../../www/ui/name.jsx');

test('a name in a sentence is isolated, and its backticks are not shown', () => {
  const parts = /** @type {any[]} */ (Words({ text: '`דג` is ahead of `greedy` by 3.0 points.' }));
  const names = parts.filter((part) => part?.type === 'b').map((part) => part.props.children);
  expect(names.map((name) => name.type)).toEqual([Name, Name]);
  expect(names.map((name) => name.props.children)).toEqual(['דג', 'greedy']);
  expect(Name({ children: 'x' })).toMatchObject({ type: 'bdi', props: { children: 'x' } });
  expect(parts.filter((part) => typeof part === 'string').join('')).not.toContain('`');
});

test('nouns agree with their number', () => {
  expect([1, 2, 1_500].map((n) => counted(n, 'visit'))).toEqual([
    '1 visit',
    '2 visits',
    '1,500 visits',
  ]);
  expect([1, 3].map((n) => counted(n, 'ply'))).toEqual(['1 ply', '3 plies']);
  expect(counted(2, 'day')).toBe('2 days');
});

test('zero has no sign', () => {
  expect([-0.0001, 0, 0.0001, -0.05].map((n) => points(n))).toEqual(['0.0', '0.0', '0.0', '-5.0']);
  expect(signed(-0.01, 1)).toBe('0');
});

test('the map editor of Reversi names the players as the engine does', () => {
  for (const players of [2, 3, 8]) {
    const rows = Array.from({ length: 8 }, (_, i) => `${(i % players) + 1} 0 0 0 0 0 0 0`);
    const map = [players, 0, '0 1', '8 8', ...rows].join('\n');
    expect(engine.seat_names('reversi', { map })).toEqual(COLOURS.slice(0, players));
  }
});
