/**
 * The layout of islands in the Reedbed: each has a fixed slot, or, if an island is held, that one alone, large enough for
 * touch. Geometry only.
 */

import { columnRow, nearest } from '../grid.js';

/** @typedef {import('./shape.js').Point} Point */
/** @typedef {import('./boardState.js').UrosIsland} UrosIsland */

/**
 * @typedef {object} BedIsland   An island in the Reedbed.
 * @property {UrosIsland} island
 * @property {number} number     its index
 * @property {Point[]} squares   with its rotation
 * @property {number} x
 * @property {number} y
 * @property {number} cell
 *
 * @typedef {{ width: number, height: number, islands: BedIsland[] }} Bed
 */

/**
 * @param {UrosIsland[]} islands
 * @param {number} width
 * @param {(island: UrosIsland) => Point[]} facing   an island's squares with its current rotation
 * @param {string | null} inHand   the held island, which is shown alone
 * @returns {Bed}
 */
export function layBed(islands, width, facing, inHand) {
  const columns = width >= 330 ? 5 : 3;
  const slot = width / columns;
  const cell = Math.min(30, Math.floor((slot - 10) / 3));
  const rowHeight = cell * 3 + 8;
  const height = Math.ceil(islands.length / columns) * rowHeight + 4;
  /** @type {BedIsland[]} */
  const lying = [];
  const large = Math.min(50, Math.floor((height - 8) / 3), Math.floor((width - 8) / 3));
  islands.forEach((island, number) => {
    if (inHand ? island.id !== inHand : island.cells) return;
    const squares = facing(island);
    const w = Math.max(...squares.map(([c]) => c)) + 1;
    const h = Math.max(...squares.map(([, r]) => r)) + 1;
    const [column, row] = columnRow(columns, number);
    const place = inHand
      ? { cell: large, x: (width - w * large) / 2, y: (height - h * large) / 2 }
      : {
          cell,
          x: column * slot + (slot - w * cell) / 2,
          y: row * rowHeight + 4 + (rowHeight - 8 - h * cell) / 2,
        };
    lying.push({ island, number, squares, ...place });
  });
  return { width, height, islands: lying };
}

/**
 * The island and its square at a point; with `slack` also an island nearby.
 * @param {Bed} bed
 * @param {number} x
 * @param {number} y
 * @param {number} slack   in CSS pixels
 * @returns {{ lying: BedIsland, square: number } | null}
 */
export function bedHit(bed, x, y, slack) {
  const all = bed.islands.flatMap((lying) =>
    lying.squares.map((at, square) => ({ lying, at, square })),
  );
  /** @param {(typeof all)[0]} one */
  const far = ({ lying, at: [c, r] }) => {
    const dx = Math.max(lying.x + c * lying.cell - x, x - lying.x - (c + 1) * lying.cell, 0);
    const dy = Math.max(lying.y + r * lying.cell - y, y - lying.y - (r + 1) * lying.cell, 0);
    return Math.hypot(dx, dy);
  };
  return nearest(all, far, slack + 0.001);
}
