/**
 * Pure functions of the Lab: completion, the underlining of errors, and the contributions of a
 * single term.
 */
import { describe, expect, it } from 'vitest';
import { accept, offers, replaced, underlined, wordAt } from '../../www/app/lab/complete.js';
import { ofTerm, scoreTextOf } from '../../www/boards/thoughts.js';

const words = ['own_moves', 'opponent_moves', 'own_next_moves', 'filled'].map((name) => ({
  name,
  about: '',
  call: false,
}));
const max = { name: 'max', about: '', call: true };

describe('completion', () => {
  it('finds the word before the caret, but none in a number or before a letter', () => {
    expect(wordAt('2 * own_m', 9)).toEqual({ from: 4, part: 'own_m' });
    expect(wordAt('2 * own_moves', 7)).toBeNull();
    expect(wordAt('2e', 2)).toBeNull();
    expect(wordAt('a + ', 4)).toBeNull();
  });

  it('offers names that start with the word first, then names that contain it', () => {
    expect(offers('own', words).map((word) => word.name)).toEqual(['own_moves', 'own_next_moves']);
    expect(offers('moves', words).map((word) => word.name)).toEqual([
      'own_moves',
      'opponent_moves',
      'own_next_moves',
    ]);
    expect(offers('filled', words)).toEqual([]);
  });

  it('replaces the typed word, and adds the opening bracket of a function once', () => {
    expect(accept('1 + ma', 6, max)).toEqual({ text: '1 + max(', caret: 8 });
    expect(accept('1 + ma(2)', 6, max)).toEqual({ text: '1 + max(2)', caret: 7 });
    expect(accept('own_m - 1', 5, words[0])).toEqual({ text: 'own_moves - 1', caret: 9 });
  });
});

describe('an error', () => {
  it('is replaced by the suggested name, with spaces between words', () => {
    expect(replaced('a', 'and', 'b')).toBe('a and b');
    expect(replaced('', 'not', 'b')).toBe('not b');
    expect(replaced('1 + ', 'own_moves', ' * 2')).toBe('1 + own_moves * 2');
  });

  it('is underlined by characters, as Rust counts them', () => {
    expect(underlined('a + 𝛑 b', { start: 5, end: 6 })).toEqual(['a + ', '𝛑', ' b']);
    expect(underlined('1 +', { start: 4, end: 4 })).toEqual(['1 +', '', '']);
    expect(underlined('ab', { start: 9, end: 12 })).toEqual(['ab', '', '']);
  });
});

describe('a single term', () => {
  const thought = /** @type {any} */ ({
    moves: ['a', 'b', 'c', 'd'],
    descriptions: ['A', 'B', 'C', 'D'],
    printed: ['A', 'B', 'C', 'D'].map((words) => ({
      words,
      short: words,
      place: words,
      sprites: [],
    })),
    locations: [{ cell: 0 }, { cell: 1 }, { cell: 2 }, { cell: 3 }],
    scores: [5, 4, 3, 'win'],
    classes: ['value', 'value', 'bound', 'win'],
    judges: true,
    plies: [null, null, null, 3],
    visits: [null, null, null, null],
    // The search itself is too unsure of its scores for percentages.
    intervals: [[0, 0.9], [0, 0.9], [0, 0.9], null],
    rough: [true, true, true, false],
    pvs: [[], [], [], []],
    terms: [{ key: 'x' }, { key: 'y' }],
    values: new Float64Array([4, 1, 1, 3, 9, 9, 9, 9]),
    contributions: new Float64Array([4, 1, 1, 3, 9, 9, 9, 9]),
  });

  it('orders candidates by its contributions, and shows nothing for bounds and results', () => {
    const alone = ofTerm(thought, 1);
    expect(alone.moves).toEqual(['b', 'a', 'c', 'd']);
    expect(alone.scores).toEqual([3, 1, null, null]);
    expect(alone.locations).toEqual([{ cell: 1 }, { cell: 0 }, { cell: 2 }, { cell: 3 }]);
    expect(alone.moves.map((_, i) => scoreTextOf(alone, i))).toEqual(['+3', '+1', '?', '?']);
    expect(alone.terms).toEqual([{ key: 'y' }]);
  });

  it('is computed once for each term', () => {
    expect(ofTerm(thought, 0)).toBe(ofTerm(thought, 0));
    expect(ofTerm(thought, 0)).not.toBe(ofTerm(thought, 1));
  });
});
