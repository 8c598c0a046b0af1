/**
 * Completion of a formula while it is typed. It knows letters, and the names that it is given; what they mean is said
 * by Rust.
 */

/** How many are offered at once. */
const MOST = 8;

/** @typedef {{ name: string, about: string, call: boolean }} Word   `call`: brackets follow it */

/**
 * The word that is being typed: where it begins, and what is there of it. Nothing behind a digit or in the middle of one.
 * @param {string} text
 * @param {number} caret
 * @returns {{ from: number, part: string } | null}
 */
export function wordAt(text, caret) {
  const found = /(?<![\w.])[A-Za-z_]\w*$/.exec(text.slice(0, caret));
  if (!found || /^\w/.test(text.slice(caret))) return null;
  return { from: found.index, part: found[0] };
}

/**
 * What could be meant: names that begin so first, then those with a part that does, then those that have it anywhere.
 * @param {string} part
 * @param {Word[]} words
 */
export function offers(part, words) {
  const small = part.toLowerCase();
  /** @param {string} name */
  const rank = (name) =>
    name.startsWith(small) ? 0 : name.includes(`_${small}`) ? 1 : name.includes(small) ? 2 : 3;
  return words
    .map((word) => ({ word, rank: rank(word.name) }))
    .filter((one) => one.rank < 3 && one.word.name !== part)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map((one) => one.word);
}

/**
 * The text with a word put in the place of what was typed of it, and where the caret stands then.
 * @param {string} text
 * @param {number} caret
 * @param {Word} word
 */
export function accept(text, caret, word) {
  const from = wordAt(text, caret)?.from ?? caret;
  const put = word.call && text[caret] !== '(' ? `${word.name}(` : word.name;
  return { text: text.slice(0, from) + put + text.slice(caret), caret: from + put.length };
}

/**
 * A text with a name in the place of what is wrong, apart from the words beside it.
 * @param {string} before
 * @param {string} name
 * @param {string} after
 */
export const replaced = (before, name, after) =>
  before + (/\w$/.test(before) ? ' ' : '') + name + (/^\w/.test(after) ? ' ' : '') + after;

/**
 * Where a text is underlined, in UTF-16 units, from places in characters that count from 1.
 * @param {string} text
 * @param {{ start?: number, end?: number }} place
 * @returns {[string, string, string]}   before, what is wrong, after
 */
export function underlined(text, { start = 1, end = start }) {
  const letters = [...text];
  const from = Math.min(start - 1, letters.length);
  const to = Math.min(Math.max(end - 1, from), letters.length);
  return [
    letters.slice(0, from).join(''),
    letters.slice(from, to).join(''),
    letters.slice(to).join(''),
  ];
}
