/** The page's typeface: the committed subset is what the pinned package gives, small, and declared with its ranges. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT, RANGES, subset, WEIGHTS } from '../../scripts/make-font.mjs';

test('the typeface is the subset of the package, at most 40 kB', async () => {
  const font = readFileSync(FONT);
  // If this fails, run `node scripts/make-font.mjs`.
  expect((await subset()).equals(font)).toBe(true);
  expect(font.length).toBeLessThanOrEqual(40_000);
});

test('the style sheet declares the ranges and weights of the subset', () => {
  const sheet = readFileSync('www/style/base.css', 'utf8');
  const hex = (/** @type {number} */ code) => code.toString(16).toUpperCase();
  const ranges = RANGES.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  );
  expect(sheet).toContain(`unicode-range: ${ranges.join(', ')};`);
  expect(sheet).toContain(`font-weight: ${WEIGHTS.min} ${WEIGHTS.max};`);
  expect(sheet).toContain('font-display: swap;');
});
