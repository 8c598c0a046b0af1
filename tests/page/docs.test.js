/** Links between the pages of the repository: each file is there, and each heading. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import { slug } from '../../scripts/rules-pages.mjs';

/** The pages below a folder. @param {string} folder */
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

/** What is wrong with the links of a page. @param {string} path @param {string} text */
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

test('every link of a page leads to a file or heading that is there', () => {
  expect(pages.flatMap((path) => deadLinks(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('a dead file and a dead heading are found', () => {
  const text = '# A b\n\n[a](README.md) [b](#a-b) [c](nothing.md) ![d](no.png) [e](#c)\n';
  expect(deadLinks('README.md', text)).toEqual([
    'README.md: no file nothing.md',
    'README.md: no file no.png',
    'README.md: no heading #c',
  ]);
});
