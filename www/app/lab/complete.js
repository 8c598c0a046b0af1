/**
 * Completion of formulas. It compares only letters with a list of names: Rust knows their meaning.
 */

/** Maximum number of suggestions. */
const MOST = 8;

/** @typedef {{ name: string, about: string, call: boolean }} Word   `call`: a function */

/**
 * The word before the caret: its start, and the typed part. Null after a digit or inside a word.
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
 * Matching names: those with that prefix, then those with a part that has it, then those that contain it.
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
 * Completes the word at the caret; returns the text and the new caret.
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
 * Replaces the wrong part of a text by a name, with spaces where words would touch.
 * @param {string} before
 * @param {string} name
 * @param {string} after
 */
export const replaced = (before, name, after) =>
  before + (/\w$/.test(before) ? ' ' : '') + name + (/^\w/.test(after) ? ' ' : '') + after;

/**
 * Splits a text for underlining, at places in characters from 1.
 * @param {string} text
 * @param {{ start?: number, end?: number }} place
 * @returns {[string, string, string]}   before, the wrong part, after
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
