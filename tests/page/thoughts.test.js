/** What is known of candidates, and how it is told apart. */
import { expect, test } from 'vitest';
import {
  bestFew,
  judges,
  kindOf,
  lineOf,
  scaleOf,
  scoreShare,
  spokenOf,
  toldOf,
} from '../../www/boards/thoughts.js';
import { scoreText } from '../../www/ui/format.js';
import { judged } from './fixtures.js';

/** @param {any} thought */
const shares = (thought) =>
  thought.moves.map((/** @type {string} */ _, /** @type {number} */ i) => scoreShare(thought, i));
/** @param {any} thought */
const told = (thought) =>
  thought.moves.map((/** @type {string} */ _, /** @type {number} */ i) => toldOf(thought, i));

test('values share a scale of their own, however the game is forced to end', () => {
  const calm = judged({ a: 6, b: 6, c: 0, d: -7 });
  const won = judged({ w: 'win', a: 6, b: 6, c: 0, d: -7, l: 'loss' });
  expect(shares(calm)).toEqual([1, 1, 7 / 13, 0]);
  expect(shares(won)).toEqual([null, 1, 1, 7 / 13, 0, null]);
});

test('a bound has no place on the scale, and does not move it', () => {
  const thought = judged({ a: 4, b: 2, c: '≤100', d: '≤-100' });
  expect(shares(thought)).toEqual([1, 0, null, null]);
  expect(told(thought)).toEqual(['+4', '+2', '≤ +100', '≤ −100']);
  expect(spokenOf(thought, 2)).toBe('score at most +100');
});

test('a move without a score has no place on the scale and is no hint', () => {
  const ahead = { key: 'look-ahead', label: 'look-ahead', meaning: '', weight: 1 };
  const thought = judged({ a: 4, b: 0, c: 0 }, { scores: [4, null, null], terms: [ahead] });
  expect([kindOf(thought, 1), toldOf(thought, 1)]).toEqual(['unknown', '?']);
  expect(spokenOf(thought, 1)).toBe('not fully searched to this depth');
  expect(shares(thought)).toEqual([0.5, null, null]);
  expect(bestFew(thought)).toEqual([0]);
});

test('digits of large scores stand in groups', () => {
  expect(scoreText(Number.NaN)).toBe('?');
  const sizes = [999, 1000, -1234567.25, 0.125];
  expect(sizes.map((size) => scoreText(size))).toEqual([
    '+999',
    '+1,000',
    '−1,234,567.25',
    '+0.13',
  ]);
});

test('results are told with their plies, and what is not known with a question mark', () => {
  const thought = judged({ a: 'win', b: 'win', c: 'loss' }, { plies: [3, null, 8] });
  expect(told(thought)).toEqual(['win in 3', 'win in ?', 'loss in 8']);
  expect(spokenOf(thought, 1)).toBe('win');
  const open = judged({ a: 1 }, { scores: [null] });
  expect([toldOf(open, 0), spokenOf(open, 0)]).toEqual(['?', 'not known yet']);
});

test('results that count by their margin are told with it', () => {
  const margins = [{ by: 30, unit: 'stone' }, { by: 20, unit: 'stone' }, null];
  const thought = judged({ a: 'win', b: 'win', c: 'loss' }, { margins });
  expect(told(thought)).toEqual(['win by 30', 'win by 20', 'loss in ?']);
  expect(spokenOf(thought, 0)).toBe('win by 30');
});

test('equal values are neither good nor bad', () => {
  expect(shares(judged({ a: 3, b: 3 }))).toEqual([0.5, 0.5]);
});

test('values of very different sizes stand on a scale of their logarithms', () => {
  const { wide, share } = scaleOf([1, 10, 100]);
  expect(wide).toBe(true);
  expect(share(10)).toBeCloseTo(0.5);
  expect(scaleOf([0, 10, 100]).wide).toBe(false);
});

test('a bot without a heuristic paints nothing', () => {
  const drawn = judged({ a: 0, b: 0, c: 0 }, { terms: [] });
  expect(judges(drawn)).toBe(false);
  expect(shares(drawn)).toEqual([null, null, null]);
  expect(told(drawn)).toEqual(['', '', '']);
  expect(bestFew(drawn)).toEqual([]);
  // One that has terms may find all moves equal.
  expect(judges(judged({ a: 0, b: 0 }))).toBe(true);
  expect(told(judged({ a: 0, b: 0 }))).toEqual(['0', '0']);
});

test('the line on the board is the one that is followed, as far as it is', () => {
  const pv = ['q', 'r', 's', 't', 'u', 'v', 'w', 'x'];
  const thought = judged({ a: 2, b: 1 }, { pvs: [[], pv] });
  /** @param {any} more */
  const line = (more) =>
    lineOf(/** @type {any} */ ({ thought, overlay: 'off', pointed: null, hint: null, ...more }));
  expect(line({ line: null })).toBeNull();
  expect(line({ line: null, overlay: 'all' })).toMatchObject({ i: 0, moves: ['a'] });
  expect(line({ line: null, pointed: 1 })?.moves).toHaveLength(7);
  expect(line({ line: { candidate: 1, plies: 3 } })?.moves).toEqual(['b', 'q', 'r']);
  expect(line({ line: { candidate: 1, plies: 9 } })?.moves).toHaveLength(9);
  // Another thought has fewer candidates.
  expect(line({ line: { candidate: 7, plies: 1 } })).toBeNull();
});
