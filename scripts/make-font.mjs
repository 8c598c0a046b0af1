// Writes www/style/figtree.woff2, the part of the typeface that the page needs: the letters of western European languages and the
// weights of www/style/base.css. A test compares the file with the package (tests/page/font.test.js). No page fetches anything
// from another site.
//
//   node scripts/make-font.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './root.mjs';

/** The subset. */
export const FONT = join(root, 'www/style/figtree.woff2');
/** The smallest and the largest weight. */
export const WEIGHTS = { min: 400, max: 650 };
/** The first and the last code point of each range, as in the style sheet. */
export const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2212, 0x2212],
];

/** The subset of the installed package. @returns {Promise<Buffer>} */
export function subset() {
  const whole = createRequire(import.meta.url).resolve(
    '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  );
  const text = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  ).join('');
  return subsetFont(readFileSync(whole), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
}

if (process.argv[1] === (import.meta.filename ?? new URL(import.meta.url).pathname)) {
  const font = await subset();
  writeFileSync(FONT, font);
  console.log(`${FONT}: ${font.length} bytes`);
}
