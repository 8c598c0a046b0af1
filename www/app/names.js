/** How moves are named: with the coordinates that are printed on the board, where its notation has others. No game may enter here. */
import { renderers } from '../boards/registry.js';
import { layout, state } from './store.js';

/** @param {string} move @returns {string} */
export const moveName = (move) =>
  renderers[state.value?.game ?? '']?.moveName?.(move, layout.value) ?? move;

/** Where a candidate is, in the list of them, if its notation does not say so. @param {any} location @returns {string} */
export const placeName = (location) =>
  renderers[state.value?.game ?? '']?.beside?.(location, layout.value) ?? '';
