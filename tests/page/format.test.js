/** Texts and numbers as they are shown. */
import { expect, test } from 'vitest';
import {
  besideMove,
  columnScore,
  halfWidth,
  percentText,
  pointsText,
  shareText,
  whole,
} from '../../www/ui/format.js';

test.each([
  ['house on A2 (F.2)', 'F.2', 'house on A2'],
  ['stone on 7,4', '7,4', 'stone'],
  ['stone on 5,5, turns 1 stone', '5,5', 'stone, turns 1 stone'],
  ['knight from d4 to e6', 'e6', 'knight from d4'],
  ['knight placed on d4', 'd4', 'knight placed'],
  [
    "override on Blue's stone 1,5, turns 3 stones",
    '1,5',
    "override on Blue's stone, turns 3 stones",
  ],
  // Another move whose notation starts the same way.
  ['stone on 1,12', '1,1', 'stone on 1,12'],
  ['both agree to end', 'agree', 'both agree to end'],
  ['North-West builds an outpost', '.', 'North-West builds an outpost'],
])('%s next to %s', (description, move, expected) => {
  expect(besideMove(description, move)).toBe(expected);
});

test('digits are grouped', () => {
  expect([0, 999, 1_352, 1_234_567.8].map(whole)).toEqual(['0', '999', '1,352', '1,234,568']);
});

test.each([
  [0, '0'],
  [-0.004, '0'],
  [46.273, '+46.27'],
  [-46.27, '−46.27'],
  [99.996, '+100'],
  [196.25, '+196.3'],
  [-999.96, '−1,000'],
  [12_000, '+12,000'],
  [-99_999, '−99,999'],
  [99_999.7, '+100K'],
  [1e9, '+1B'],
  [-1.7e308, '−2e308'],
  [Number.NaN, '?'],
  ['win', 'win'],
])('%s fits into a column', (score, expected) => {
  expect(columnScore(/** @type {number} */ (score))).toBe(expected);
  expect(expected.length).toBeLessThanOrEqual(7);
});

test('an unproven chance has an uncertainty of at least one point', () => {
  expect([0, 0.001, 0.0149, 0.0151, 0.2].map(halfWidth)).toEqual([1, 1, 1, 2, 20]);
});

test('every chance is rounded as in Rust, and only a certain one is 0% or 100%', () => {
  for (let thousandths = 0; thousandths <= 1000; thousandths++) {
    const certain = thousandths % 1000 === 0;
    const rounded = Number(((thousandths + 5) / 10).toString().split('.')[0]);
    const expected = certain ? thousandths / 10 : Math.min(99, Math.max(1, rounded));
    expect(percentText(thousandths / 1000)).toBe(`${expected}%`);
    // The other side's chance is a difference.
    expect(percentText(1 - (1000 - thousandths) / 1000)).toBe(`${expected}%`);
    expect(['0%', '100%']).not.toContain(shareText(thousandths / 1000));
  }
  expect([0.285, 0.145, -0.03, 0].map(pointsText)).toEqual(['+29%', '+15%', '−3%', '0%']);
});
