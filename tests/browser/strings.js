/**
 * What stands on a page outside of the brackets of `?pseudo` (vite.config.js), and what of it Rust does not say. A text
 * that is neither is written in a component, where no editor finds it.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {import('@playwright/test').Page} Page */

/** Words, with a gap for what is none. @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/\b[a-z]\b|[^a-z’' ]+/g, ' | ')
    .replace(/ +/g, ' ')
    .trim();

/** @param {string} folder @param {RegExp} ending */
const texts = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/^cli|tests?\b/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

/** All that Rust can say: its literals, with a gap for what is put into them, and the files that it takes in. */
const said = ` ${[
  ...texts('src', /\.rs$/).flatMap((text) =>
    [...text.replace(/^\s*\/\/.*$/gm, '').matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, one]) =>
      one.replace(/\\\n\s*/g, '').replace(/\{[^}]*\}/g, ' | '),
    ),
  ),
  ...texts('src', /\.(txt|toml|json|lesson)$/),
  ...texts('docs/reference/rules', /\.toml$/),
  ...texts('maps', /\.\w+$/),
]
  .map((text) => text.split('|').map(plain).join(' | '))
  .join(' | ')} `;

/** @param {string[]} words */
const has = (words) => said.includes(` ${words.join(' ').toLowerCase()} `);

/**
 * Whether Rust says it: between signs and numbers each word with one beside it, or alone where there are few; of a long
 * part one third in threes. A word may be one of many, and a name stands anywhere.
 * @param {string} text
 */
export const rustSays = (text) =>
  text.split(/[^A-Za-z’' ]+|\b[A-Za-z]\b/).every((part) => {
    const words = part.split(' ').filter(Boolean);
    const alone = (/** @type {string} */ word) => has([word]) || has([word.replace(/s$/, '')]);
    /** Whether so many words that this is one of stand together. @param {number} i @param {number} many */
    const within = (i, many) =>
      [...Array(many).keys()].some((k) => {
        const some = i >= k ? words.slice(i - k, i - k + many) : [];
        return some.length === many && has(some);
      });
    const known = words.filter(
      (word, i) =>
        within(i, 2) || ((words.length < 4 || i === 0 || /^[A-Z]/.test(word)) && alone(word)),
    );
    const threes = words.filter((_, i) => within(i, 3));
    return (
      known.length >= 0.6 * words.length && (words.length < 7 || threes.length * 3 >= words.length)
    );
  });

/** What is outside of brackets, a text or a label each; names of keys are no words, and why a move was chosen Rust says in pieces, as it names features. @param {Page} page @returns {Promise<string[]>} */
export const outside = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    let depth = 0;
    /** @param {string} text */
    const note = (text) => {
      let rest = '';
      for (const sign of text) {
        if (sign === '⟦') depth++;
        else if (sign === '⟧') depth--;
        else if (depth === 0) rest += sign;
      }
      if (/[A-Za-z]{2}/.test(rest) && !/^(Tab|Escape|Enter|Space)$/.test(rest.trim()))
        found.push(rest.replace(/\s+/g, ' ').trim());
    };
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    while (all.nextNode()) {
      const node = all.currentNode;
      if (node instanceof Text) {
        if (
          !node.parentElement?.closest(
            'script, style, noscript, textarea, code, .reasons, .feature',
          )
        )
          note(node.data);
      } else if (node instanceof Element) {
        const kept = depth;
        depth = 0;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
          note(node.getAttribute(name) ?? '');
        depth = kept;
      }
    }
    return [...new Set(found)];
  });
