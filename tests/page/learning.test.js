/** When the positions of the user's mistakes are repeated. */
import { expect, test } from 'vitest';
import { DAYS, graded, withNew } from '../../www/app/learning.js';
import { digest } from '../../www/ui/digest.js';
import { fitted } from '../../www/ui/shapes.js';

const DAY = 24 * 60 * 60 * 1000;
const card = (/** @type {string} */ id) => ({
  ...{ id, game: 'uros', link: '#1uros.a', ply: 7, seat: 0, best: 'F.2' },
});

test('a position is repeated after 1, 3 and 7 days, and then removed', () => {
  let now = 1_000_000;
  let list = withNew([], [card('a')], now);
  for (const days of DAYS) {
    expect(list[0].due - now).toBe(days * DAY);
    now = list[0].due;
    list = graded(list, 'a', true, now);
  }
  expect(DAYS).toEqual([1, 3, 7]);
  expect(list).toEqual([]);
});

test('a position that was not solved is repeated after a day and starts again', () => {
  let list = graded(withNew([], [card('a'), card('b')], 0), 'a', true, 0);
  expect(list.map(({ due }) => due / DAY)).toEqual([3, 1]);
  list = graded(list, 'a', false, 0);
  expect(list.map(({ found, due }) => [found, due / DAY])).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('a known position is unchanged, and the list is limited in length', () => {
  const list = graded(withNew([], [card('a')], 0), 'a', true, 0);
  expect(withNew(list, [card('a')], 9)).toEqual(list);
  const many = Array.from({ length: 400 }, (_, i) => card(`c${i}`));
  const most = withNew(list, many, 0);
  expect(most.length).toBe(300);
  expect(most.at(-1)?.id).toBe('c399');
});

test('saved positions match their schema, and ids of positions depend on the moves', () => {
  expect(fitted('learning', withNew([], [card('a')], 5)).whole).toBe(true);
  expect(fitted('learning', [{ id: 'a' }]).whole).toBe(false);
  expect(digest('uros a b')).toBe(digest('uros a b'));
  expect(digest('uros a b')).not.toBe(digest('uros b a'));
});
