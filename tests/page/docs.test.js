/** Links between the Markdown pages of the repository: the files and headings must exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import { slug } from '../../scripts/rules-pages.mjs';

/** The Markdown pages in a folder. @param {string} folder */
const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...pagesIn('docs'),
  ...pagesIn('benches'),
];

/** @param {string} text */
function contents(text) {
  /** @type {{ links: string[], headings: Set<string> }} */
  const found = { links: [], headings: new Set() };
  walkTokens(lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') found.links.push(token.href);
    if (token.type === 'heading') found.headings.add(slug(token.text.replaceAll('`', '')));
  });
  return found;
}

/** The broken links of a page. @param {string} path @param {string} text */
function deadLinks(path, text) {
  const { links, headings } = contents(text);
  return links.flatMap((href) => {
    if (/^[a-z]+:/.test(href)) return [];
    const [file, heading] = href.split('#');
    const target = file ? join(dirname(path), file) : path;
    if (!existsSync(target)) return [`${path}: no file ${href}`];
    if (!heading) return [];
    const known =
      file && statSync(target).isFile()
        ? contents(readFileSync(target, 'utf8')).headings
        : headings;
    return known.has(heading) ? [] : [`${path}: no heading ${href}`];
  });
}

test('there are pages to check', () => {
  expect(pages.length).toBeGreaterThan(30);
});

test('every link leads to an existing file or heading', () => {
  expect(pages.flatMap((path) => deadLinks(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each(['docs/experiments', 'docs/decisions'])('%s has an index of all its pages', (folder) => {
  const index = contents(readFileSync(join(folder, 'README.md'), 'utf8')).links;
  const names = pagesIn(folder).map((path) => path.slice(folder.length + 1));
  expect(names.filter((name) => name !== 'README.md' && !index.includes(name))).toEqual([]);
});

test('experiments have what explains a decision or a figure, at most 30,000 words', () => {
  const texts = pagesIn('docs/experiments').map((path) => readFileSync(path, 'utf8'));
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  expect(words).toBeLessThanOrEqual(30_000);
});

test('a missing file and a missing heading are found', () => {
  const text = '# A b\n\n[a](README.md) [b](#a-b) [c](nothing.md) ![d](no.png) [e](#c)\n';
  expect(deadLinks('README.md', text)).toEqual([
    'README.md: no file nothing.md',
    'README.md: no file no.png',
    'README.md: no heading #c',
  ]);
});
