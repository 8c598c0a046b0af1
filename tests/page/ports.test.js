/** The positions of transition ports on a turned board of Reversi XT. */
import { expect, test } from 'vitest';
import { portOf, reachOf } from '../../www/boards/reversi/transitions.js';

const [columns, rows] = [4, 3];
const every = Array.from({ length: columns * rows * 8 }, (_, i) => ({
  tile: i >> 3,
  direction: i & 7,
}));

/**
 * A point after the board, whose height is `high`, is turned clockwise by a quarter.
 * @param {{ x: number, y: number }} point
 * @param {number} high
 */
const quarter = ({ x, y }, high) => ({ x: high - y, y: x });

test('each port turns with its tile, for every quarter turn', () => {
  for (const border of every) {
    let at = portOf(border, { columns, rows });
    let high = rows;
    let wide = columns;
    for (const turned of [1, 2, 3]) {
      const { x, y } = quarter(at, high);
      const way = quarter({ x: at.dx, y: at.dy }, 0);
      [wide, high] = [high, wide];
      at = { x, y, dx: way.x, dy: way.y };
      const port = portOf(border, { columns, rows, turned });
      for (const key of /** @type {const} */ (['x', 'y', 'dx', 'dy']))
        expect(port[key], `${JSON.stringify(border)} turned ${turned}`).toBeCloseTo(at[key]);
    }
  }
});

test('the extent of a transition turns with the board', () => {
  const transition = /** @type {any} */ ({
    id: 0,
    ends: [
      { tile: 0, direction: 6 },
      { tile: 11, direction: 4 },
    ],
  });
  const one = reachOf(transition, { columns, rows });
  const half = reachOf(transition, { columns, rows, turned: 2 });
  expect(half.left).toBeCloseTo(columns - one.right);
  expect(half.bottom).toBeCloseTo(rows - one.top);
});
