/** Where the ports of transitions are on a board of Reversi XT that is turned. */
import { expect, test } from 'vitest';
import { portOf, reachOf } from '../../www/boards/reversi/transitions.js';

const [columns, rows] = [4, 3];
const every = Array.from({ length: columns * rows * 8 }, (_, i) => ({
  tile: i >> 3,
  direction: i & 7,
}));

/** A point after a quarter turn clockwise of a board that is so high. @param {{ x: number, y: number }} point @param {number} high */
const quarter = ({ x, y }, high) => ({ x: high - y, y: x });

test('each port goes with its tile, by every quarter', () => {
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

test('a transition reaches as far, turned', () => {
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
