/** What is known about candidates, and how it is shown. */
import { expect, test, vi } from 'vitest';
import {
  bestFew,
  fillHeat,
  heat,
  isShown,
  lineOf,
  scaleOf,
  scoreShare,
  scoreTextOf,
  spokenOf,
} from '../../www/boards/thoughts.js';
import { percentText, pointsText, scoreText } from '../../www/ui/format.js';
import { judged } from './fixtures.js';

/** The red, green, blue and alpha of a colour. @param {number} share */
const channels = (share) =>
  heat(share, 1)
    .match(/[\d.]+/g)
    ?.map(Number) ?? [];

/** @param {any} thought */
const shares = (thought) =>
  thought.moves.map((/** @type {string} */ _, /** @type {number} */ i) => scoreShare(thought, i));
/** @param {any} thought */
const scoreTexts = (thought) =>
  thought.moves.map((/** @type {string} */ _, /** @type {number} */ i) => scoreTextOf(thought, i));

test('scores share a scale, whatever forced results there are', () => {
  const ongoing = judged({ a: 6, b: 6, c: 0, d: -7 });
  const won = judged({ w: 'win', a: 6, b: 6, c: 0, d: -7, l: 'loss' });
  expect(shares(ongoing)).toEqual([1, 1, 7 / 13, 0]);
  expect(shares(won)).toEqual([null, 1, 1, 7 / 13, 0, null]);
});

test('a bound has no place on the scale and does not change it', () => {
  const thought = judged({ a: 4, b: 2, c: '≤100', d: '≤-100' });
  expect(shares(thought)).toEqual([1, 0, null, null]);
  expect(scoreTexts(thought)).toEqual(['+4', '+2', 'worse', 'worse']);
  expect(spokenOf(thought, 2)).toBe('worse than the choice');
  expect(bestFew(thought)).toEqual([0, 1]);
});

test('a move without a score has no place on the scale and is never a hint', () => {
  const thought = judged({ a: 4, b: 0, c: 0 }, { scores: [4, null, null], depth: 3 });
  expect([thought.classes[1], scoreTextOf(thought, 1)]).toEqual(['unknown', '?']);
  expect(spokenOf(thought, 1)).toBe('not examined');
  expect(shares(thought)).toEqual([0.5, null, null]);
  expect(bestFew(thought)).toEqual([0]);
});

test('a move with too few visits has no score', () => {
  const thought = judged({ a: 4, b: 5 }, { rough: [false, true], visits: [900, 1] });
  expect(spokenOf(thought, 1)).toBe('hardly examined: 1 visit');
  expect(bestFew(thought)).toEqual([0]);
});

test('digits of large scores are grouped', () => {
  expect(scoreText(Number.NaN)).toBe('?');
  const sizes = [999, 1000, -1234567.25, 0.125];
  expect(sizes.map((size) => scoreText(size))).toEqual([
    '+999',
    '+1,000',
    '−1,234,567.25',
    '+0.13',
  ]);
});

test('results are shown with their plies, and unknown scores with a question mark', () => {
  const thought = judged({ a: 'win', b: 'win', c: 'loss' }, { plies: [3, null, 8] });
  expect(scoreTexts(thought)).toEqual(['wins in 3', 'wins', 'loses in 8']);
  expect(spokenOf(thought, 1)).toBe('wins');
  const open = judged({ a: 1 }, { scores: [null] });
  expect([scoreTextOf(open, 0), spokenOf(open, 0)]).toEqual(['?', 'not examined']);
});

test('results that depend on a margin are shown with it', () => {
  const margins = [{ by: 30, unit: 'stone' }, { by: 20, unit: 'stone' }, null];
  const thought = judged({ a: 'win', b: 'win', c: 'loss' }, { margins });
  expect(scoreTexts(thought)).toEqual(['wins by 30', 'wins by 20', 'loses']);
  expect(spokenOf(thought, 0)).toBe('wins by 30');
});

test('a calibrated bot shows win chances, which also set the colours', () => {
  const margins = [{ by: 3.4, unit: 'house' }, { by: -1.2, unit: 'house' }, null, null];
  const thought = judged({ a: 9, b: 4, c: 1, d: '≤0' }, { wins: [0.54, 0.4, 0.3, null], margins });
  expect(scoreTexts(thought)).toEqual(['54%', '40%', '30%', 'worse']);
  expect(spokenOf(thought, 0)).toBe('54% to win, 3 houses ahead');
  expect(spokenOf(thought, 1)).toBe('40% to win, 1 house behind');
  expect(spokenOf(thought, 2)).toBe('30% to win');
  expect(shares(thought)[1]).toBeCloseTo(10 / 24);
});

test('only certain results are 0% or 100%', () => {
  expect([0, 0.001, 0.004, 0.545, 0.999, 1].map(percentText)).toEqual([
    ...['0%', '1%', '1%', '55%', '99%', '100%'],
  ]);
  expect([-0.034, 0.001, 0.2].map(pointsText)).toEqual(['−3%', '0%', '+20%']);
});

test('equal scores are neither good nor bad', () => {
  expect(shares(judged({ a: 3, b: 3 }))).toEqual([0.5, 0.5]);
});

test('scores of very different sizes use a logarithmic scale', () => {
  const { wide, share } = scaleOf([1, 10, 100]);
  expect(wide).toBe(true);
  expect(share(10)).toBeCloseTo(0.5);
  expect(scaleOf([0, 10, 100]).wide).toBe(false);
});

test('a bot without a heuristic colours nothing', () => {
  const drawn = judged({ a: 0, b: 0, c: 0 }, { terms: [], judges: false });
  expect(shares(drawn)).toEqual([null, null, null]);
  expect(scoreTexts(drawn)).toEqual(['', '', '']);
  expect(bestFew(drawn)).toEqual([]);
  // A bot with terms may score all moves equally.
  expect(scoreTexts(judged({ a: 0, b: 0 }))).toEqual(['0', '0']);
});

test('the line on the board is the followed one, up to its selected ply', () => {
  const pv = ['q', 'r', 's', 't', 'u', 'v', 'w', 'x'];
  const thought = judged({ a: 2, b: 1 }, { pvs: [[], pv] });
  /** @param {any} more */
  const line = (more) =>
    lineOf(/** @type {any} */ ({ thought, overlay: 'off', pointed: null, hint: null, ...more }));
  expect(line({ line: null })).toBeNull();
  expect(line({ line: null, overlay: 'all' })).toEqual(['a']);
  expect(line({ line: null, pointed: 1 })).toHaveLength(7);
  expect(line({ line: { candidate: 1, plies: 3 } })).toEqual(['b', 'q', 'r']);
  expect(line({ line: { candidate: 1, plies: 9 } })).toHaveLength(9);
  // Another thought has fewer candidates.
  expect(line({ line: { candidate: 7, plies: 1 } })).toBeNull();
});

test('a term with weight 0 is shown only where weights are edited', () => {
  expect(isShown({ weight: 0 }, false)).toBe(false);
  expect(isShown({ weight: 0 }, true)).toBe(true);
  expect(isShown({ weight: -0.5 }, false)).toBe(true);
});

test('the heat map has one hue, and is stronger for higher values', () => {
  const shades = [-1, 0, 0.25, 0.5, 0.75, 1, 2].map(channels);
  expect(new Set(shades.map((shade) => String(shade.slice(0, 3)))).size).toBe(1);
  const [under, ...alphas] = shades.map(([, , , alpha]) => alpha);
  expect(under).toBe(alphas[0]);
  expect(alphas).toEqual(alphas.toSorted((a, b) => a - b));
  expect(alphas[0]).toBeLessThan(0.2);
  expect(alphas.at(-1)).toBe(1);
});

test('the heat map can be read without colour: low values are hatched, the lowest most densely', () => {
  vi.stubGlobal('Path2D', class {});
  const lines = [0, 0.3, 0.35, 0.6, 0.7, 1].map((share) => {
    let count = 0;
    const pen = new Proxy(/** @type {any} */ ({ stroke: () => count++ }), {
      get: (known, key) => known[key] ?? (() => {}),
      set: () => true,
    });
    fillHeat(pen, () => {}, [0, 0, 10], share, 1);
    return count;
  });
  expect(lines).toEqual([4, 4, 2, 2, 0, 0]);
});
