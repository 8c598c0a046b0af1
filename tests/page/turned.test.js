/** Which stones the shown move has turned, on the board of Reversi XT. */
import { expect, test } from 'vitest';
import { turnedBetween } from '../../www/boards/reversi/boardState.js';

/** @param {string} tiles @param {number | null} last */
const now = (tiles, last) =>
  /** @type {any} */ ({ tiles, last: last === null ? null : { seat: 0, tile: last } });

test('stones whose owner has changed are listed, except the one that was placed', () => {
  expect(turnedBetween('0120', now('0111', 3))).toEqual([2]);
});

test('stones that a bomb destroyed were not turned', () => {
  expect(turnedBetween('0121', now('0--1', 2))).toEqual([]);
});

test('another map gives no stones', () => {
  expect(turnedBetween('012', now('0111', 3))).toEqual([]);
});
