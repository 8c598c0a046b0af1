/** Names of moves, with the coordinates printed on the board if the notation has others. Nothing here is specific to a game. */
import { renderers } from '../boards/registry.js';
import { layout, state } from './store.js';

/** @param {string} move @returns {string} */
export const moveName = (move) =>
  renderers[state.value?.game ?? '']?.moveName?.(move, layout.value) ?? move;

/** Location of a candidate in the list, if its notation lacks it. @param {any} location @returns {string} */
export const placeName = (location) =>
  renderers[state.value?.game ?? '']?.beside?.(location, layout.value) ?? '';
