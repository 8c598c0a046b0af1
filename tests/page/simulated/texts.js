/**
 * Finds texts of the page that are not translatable: those outside the brackets that `?pseudo`
 * (vite.config.js) puts around every text of `www/strings/`, except texts that come from Rust. Any
 * other text is hard-coded in a component.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {import('./index.js').Page} Page */

/** The words of a text in lower case, with `|` in place of everything else. @param {string} text */
const normalize = (text) =>
  text
    .toLowerCase()
    .replace(/\b[a-z]\b|[^a-z’' ]+/g, ' | ')
    .replace(/ +/g, ' ')
    .trim();

/** @param {string} folder @param {RegExp} ending */
const readTexts = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/^cli|tests?\b/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

/**
 * Everything that Rust can output: its string literals, with a gap for each inserted value, and the
 * text files that it includes, and the texts that the page has as data.
 */
const rustTexts = ` ${[
  ...readTexts('src', /\.rs$/).flatMap((text) =>
    [...text.replace(/^\s*\/\/.*$/gm, '').matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, one]) =>
      one.replace(/\\\n\s*/g, '').replace(/\{[^}]*\}/g, ' | '),
    ),
  ),
  // The names of features are not literals.
  ...readTexts('src', /features\.rs$/).flatMap((text) =>
    [...text.matchAll(/^ *(\w+): "/gm)].map(([, name]) => name),
  ),
  ...readTexts('src', /\.(txt|toml|json|lesson|map)$/),
  ...readTexts('docs/reference/rules', /\.toml$/),
  // The studies of the gallery are written by tests/engine.
  ...readTexts('www/app/gallery', /\.json$/),
]
  .map((text) => text.split('|').map(normalize).join(' | '))
  .join(' | ')} `;

/** Whether these words occur in this order in the texts of Rust. @param {string[]} words */
const occurs = (words) => rustTexts.includes(` ${words.join(' ').toLowerCase()} `);

/**
 * Whether a text comes from Rust. Signs and numbers split the text into parts. Of each part, 60% of
 * the words must occur in Rust next to a neighbour; in a part of up to three words, the first word
 * of a part and capitalized words may occur alone. In a part of seven words or more, a third of the
 * words must also occur in a run of three.
 * @param {string} text
 */
export const isRustText = (text) =>
  // A name may be in the genitive, and a single letter is a column.
  text
    .replace(/'s\b/g, '')
    .split(/[^A-Za-z’' ]+|\b[A-Za-z]\b/)
    .every((part) => {
      const words = part.split(' ').filter((word) => word.length > 1);
      const occursAlone = (/** @type {string} */ word) =>
        occurs([word]) || occurs([word.replace(/s$/, '')]);
      /**
       * Whether some `many` consecutive words that include word `i` occur in Rust.
       * @param {number} i
       * @param {number} many
       */
      const within = (i, many) =>
        [...Array(many).keys()].some((k) => {
          const some = i >= k ? words.slice(i - k, i - k + many) : [];
          return some.length === many && occurs(some);
        });
      const foundWords = words.filter(
        (word, i) =>
          within(i, 2) ||
          ((words.length < 4 || i === 0 || /^[A-Z]/.test(word)) && occursAlone(word)),
      );
      const threes = words.filter((_, i) => within(i, 3));
      return (
        foundWords.length >= 0.6 * words.length &&
        (words.length < 7 || threes.length * 3 >= words.length)
      );
    });

/**
 * The texts and labels outside the brackets. Excluded are names of keys, and the reasons for a
 * move, which Rust sends feature by feature.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const unmarkedTexts = (page) =>
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
        const outerDepth = depth;
        depth = 0;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
          note(node.getAttribute(name) ?? '');
        depth = outerDepth;
      }
    }
    return [...new Set(found)];
  });
