/**
 * Which renderer draws which game: one line a game. A game that the
 * engine has and this list has not is not offered.
 */
import { fencemaster } from './fencemaster/index.js';
import { isolation } from './isolation/index.js';
import { outpost } from './outpost/index.js';
import { reversi } from './reversi/index.js';
import { uros } from './uros/index.js';

/** @type {Record<string, import('./contract.js').Renderer>} */
export const renderers = { uros, isolation, outpost, fencemaster, reversi };
