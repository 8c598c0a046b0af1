/**
 * The style sheets: font sizes, gaps and radii use the scale of `tokens.css`, and every class is
 * used by the page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { termFill } from '../../www/ui/palette.js';

/** The files of the page that match. @param {RegExp} ending */
const filesOf = (ending) =>
  readdirSync('www', { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.startsWith('pkg'))
    .map((name) => ({ name, text: readFileSync(join('www', name), 'utf8') }));

const sheets = filesOf(/\.css$/).map(({ name, text }) => ({
  name,
  text: text.replace(/\/\*.*?\*\//gs, ''),
}));
const code = filesOf(/\.jsx?$/)
  .map(({ text }) => text)
  .concat(['index.html', 'scripts/rules-pages.mjs'].map((file) => readFileSync(file, 'utf8')))
  .join('\n');

/** Properties that must use the scale, and the values allowed for them. @type {[RegExp, RegExp][]} */
const SCALE = [
  [/^font(-size)?$/, /^var\(--text-[1-5]\)$/],
  [/^((row|column)-)?gap$|^(padding|margin)(-|$)/, /^(calc\(-1 \* )?var\(--gap-[1-6]\)\)?$/],
  [/^border-.*radius$/, /^var\(--radius-[1-3]\)$|^50%$/],
];

/** Selectors that may use other sizes, and why. */
const EXCEPTIONS = new Map([
  ['.home', 'its padding depends on the window'],
  ['.hero h1', 'the title of Home depends on the window'],
  ['.verdict small', 'fits a badge'],
  ['button.ply i', 'fits a badge'],
  ['select', 'space for its arrow'],
  ['.tabs', 'space for the grip'],
  ['.embed .season', 'space for the zoom buttons'],
  ['.season', 'space for what is next to it'],
  ['.scrubber', 'aligned with the graph'],
  ['.scrub-marks', 'aligned with the graph'],
  ['.scrub-marks button', 'half of its width'],
  ['.scrub-marks button.scrubbed', 'half of its width'],
]);

/** All declarations with their selectors. @param {string} text */
function declarations(text) {
  /** @type {{ selector: string, property: string, value: string }[]} */
  const found = [];
  for (const [, selector, body] of text.matchAll(/([^{};]+)\{([^{}]*)\}/g))
    for (const [, property, value] of body.matchAll(/([\w-]+):\s*([^;]+);/g))
      found.push({ selector: selector.trim().replace(/\s+/g, ' '), property, value });
  return found;
}

/** The lengths in a value; for `font` only the font size. @param {string} property @param {string} value */
function lengths(property, value) {
  const parts = value.match(/(?:[\w-]+\((?:[^()]|\([^()]*\))*\)|[^\s/])+/g) ?? [];
  if (property !== 'font') return parts.filter((part) => part !== '0');
  return parts.filter((part) => /^var\(--text|^[\d.]+(px|r?em|%)$/.test(part)).slice(0, 1);
}

/** The declarations that do not use the scale. @param {string} text */
const violations = (text) =>
  declarations(text).flatMap(({ selector, property, value }) => {
    const step = SCALE.find(([name]) => name.test(property))?.[1];
    const wrong =
      step &&
      lengths(property, value).some((part) => !/^(auto|inherit)$/.test(part) && !step.test(part));
    return wrong ? [{ selector, declaration: `${selector} { ${property}: ${value} }` }] : [];
  });

test('font sizes, gaps and radii use the scale', () => {
  const all = sheets
    .filter(({ name }) => !name.endsWith('tokens.css'))
    .flatMap(({ name, text }) => violations(text).map((one) => ({ ...one, name })));
  const found = all.filter(({ selector }) => !EXCEPTIONS.has(selector));
  expect(found.map(({ name, declaration }) => `${name}: ${declaration}`)).toEqual([]);
  const needed = new Set(all.map(({ selector }) => selector));
  expect([...EXCEPTIONS.keys()].filter((selector) => !needed.has(selector))).toEqual([]);
});

test('declarations that do not use the scale are found', () => {
  const declaration = (/** @type {string} */ one) =>
    violations(`.a { ${one}; }`).map((each) => each.declaration);
  for (const one of ['font: 600 15px/20px var(--mono)', 'gap: 0 var(--gap-9)', 'margin: 0 3px'])
    expect(declaration(one)).toEqual([`.a { ${one} }`]);
  for (const one of [
    'font: 600 var(--text-2) / 20px var(--mono)',
    'margin: calc(-1 * var(--gap-2)) auto 0',
    'border-radius: var(--radius-3) 0 0 50%',
  ])
    expect(declaration(one)).toEqual([]);
});

/** Classes that are built from a name: of a tab, and of a resource. */
const MADE = ['bot', 'moves', 'thinking', 'water', 'why'];

test('every class of a style sheet is used by the page', () => {
  const classes = new Set(
    sheets.flatMap(({ text }) =>
      [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, selector]) =>
        [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name),
      ),
    ),
  );
  const used = [
    ...code.matchAll(/class(?:Name)?\s*[=:]\s*\{?\s*(["'`])(.*?)\1|class=\{([^}]*)\}/gs),
    ...code.matchAll(/\b(?:button|makeCanvas)\((?:[^()]|\([^()]*\))*'()([\w -]+)'/g),
  ].flatMap(([, , text, more]) => (text ?? more).match(/[\w-]+/g) ?? []);
  const allowed = new Set([...used, ...MADE]);
  expect([...classes].filter((name) => !allowed.has(name))).toEqual([]);
});

/**
 * A colour in OKLab, where equal distances look about equally different.
 * @param {string} hex
 * @returns {number[]}
 */
function oklab(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

test('the colours of terms differ from each other and from those of four seats', () => {
  const tokens = sheets.find(({ name }) => name === 'style/tokens.css')?.text ?? '';
  /** @type {unknown[]} */
  const close = [];
  for (const theme of [0, 1]) {
    /** @param {string} token */
    const colour = (token) => {
      const found = tokens.match(new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
      return { token, at: oklab(found?.[1 + theme] ?? '') };
    };
    const terms = [1, 2, 3, 4, 5, 6, 7].map((n) => colour(`term-${n}`));
    const seats = [1, 2, 3, 4].map((n) => colour(`seat-${n}`));
    terms.forEach((one, i) => {
      for (const other of [...terms.slice(i + 1), ...seats]) {
        const apart = Math.hypot(...one.at.map((part, axis) => part - other.at[axis]));
        if (!(apart >= 0.085)) close.push([theme, one.token, other.token, apart]);
      }
    });
  }
  expect(close).toEqual([]);
});

test('texts have three weights', () => {
  const weights = sheets.flatMap(({ text }) =>
    declarations(text.replace(/@font-face[^}]*\}/g, '')).flatMap(({ property, value }) =>
      property === 'font-weight' || property === 'font'
        ? (value.match(/^\d{3}\b|^(?:bold|bolder|lighter)\b/) ?? [])
        : [],
    ),
  );
  expect(new Set(weights)).toEqual(new Set(['400', '550', '650']));
});

test('terms from the eighth on have a pattern, and 28 terms look different', () => {
  const looks = Array.from({ length: 28 }, (_, term) => termFill(term));
  expect(looks.slice(0, 7).every(({ backgroundImage }) => backgroundImage === undefined)).toBe(
    true,
  );
  expect(looks.slice(7).every(({ backgroundImage }) => backgroundImage)).toBe(true);
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(28);
  const tokens = sheets.find(({ name }) => name === 'style/tokens.css')?.text ?? '';
  for (const { backgroundImage } of looks)
    if (backgroundImage) expect(tokens).toContain(`${backgroundImage.slice(4, -1)}:`);
});
