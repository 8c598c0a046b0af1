/** Sentences are split at the moves that they name. */
import { expect, test } from 'vitest';
import { splitAtMoves } from '../../www/panels/moveText.jsx';

/** @param {string} words @param {number} candidate @param {number} [plies] */
const named = (words, candidate, plies = 1) => ({
  words,
  printed: { words, short: words, place: words, sprites: [] },
  candidate,
  plies,
});

/** The parts of a sentence: texts, and moves as `words#candidate.plies`. @param {string} text @param {ReturnType<typeof named>[]} names */
const parts = (text, names) =>
  splitAtMoves(text, names).map((part) =>
    typeof part === 'string' ? part : `${part.words}#${part.candidate}.${part.plies}`,
  );

test('the longest name wins, and names inside other words do not count', () => {
  const names = [
    named('b5', 0),
    named('island U on b5', 1),
    named('island U on b5 turned left', 2),
  ];
  expect(parts('Island U on b5 turned left beats island U on b5; b51 does not.', names)).toEqual([
    'Island U on b5 turned left#2.1',
    ' beats ',
    'island U on b5#1.1',
    '; b51 does not.',
  ]);
});

test('after a candidate, moves of its line come before other candidates', () => {
  const names = [named('c4', 0), named('e3', 1), named('e3', 0, 2), named('d5', 0, 3)];
  expect(parts('After c4 e3 … d5 you have 2 more moves than after e3.', names)).toEqual([
    'After ',
    'c4#0.1',
    ' ',
    'e3#0.2',
    ' … ',
    'd5#0.3',
    ' you have 2 more moves than after ',
    'e3#1.1',
    '.',
  ]);
});
