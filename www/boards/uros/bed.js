/**
 * The layout of islands in the Reedbed: each has a fixed slot, or, if an island is held, that one alone, large enough for
 * touch. Geometry only.
 */

import { nearest } from '../grid.js';

/** @typedef {import('./shape.js').Point} Point */
/** @typedef {import('./boardState.js').UrosIsland} UrosIsland */

/**
 * @typedef {object} BedIsland   An island in the Reedbed.
 * @property {UrosIsland} island
 * @property {Point[]} squares   with its rotation
 * @property {number} x
 * @property {number} y
 * @property {number} cell
 *
 * @typedef {{ width: number, height: number, islands: BedIsland[] }} Bed
 */

/** @param {Point[]} squares */
const extent = (squares) => ({
  columns: Math.max(...squares.map(([c]) => c)) + 1,
  rows: Math.max(...squares.map(([, r]) => r)) + 1,
});

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
  if (inHand) {
    const island = islands.find((one) => one.id === inHand);
    if (!island) return { width, height, islands: [] };
    const squares = facing(island);
    const { columns: w, rows: h } = extent(squares);
    const large = Math.min(50, Math.floor((height - 8) / 3), Math.floor((width - 8) / 3));
    return {
      width,
      height,
      islands: [
        { island, squares, cell: large, x: (width - w * large) / 2, y: (height - h * large) / 2 },
      ],
    };
  }
  /** @type {BedIsland[]} */
  const lying = [];
  islands.forEach((island, i) => {
    if (island.cells) return;
    const squares = facing(island);
    const { columns: w, rows: h } = extent(squares);
    lying.push({
      island,
      squares,
      cell,
      x: (i % columns) * slot + (slot - w * cell) / 2,
      y: Math.floor(i / columns) * rowHeight + 4 + (rowHeight - 8 - h * cell) / 2,
    });
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
