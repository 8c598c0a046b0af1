/** Which stones the move just seen has turned, on the board of Reversi XT. */
import { expect, test } from 'vitest';
import { turnedBetween } from '../../www/boards/reversi/boardState.js';

/** @param {string} tiles @param {number | null} last */
const now = (tiles, last) =>
  /** @type {any} */ ({ tiles, last: last === null ? null : { seat: 0, tile: last } });

test('stones of another owner than before are told, and not the one that was put there', () => {
  expect(turnedBetween('0120', now('0111', 3))).toEqual([2]);
});

test('what a bomb has destroyed was not turned', () => {
  expect(turnedBetween('0121', now('0--1', 2))).toEqual([]);
});

test('another map tells nothing', () => {
  expect(turnedBetween('012', now('0111', 3))).toEqual([]);
});
