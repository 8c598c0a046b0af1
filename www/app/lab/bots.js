/** The bots in code that the browser keeps. */
import { recall } from '../keep.js';
import { ownBots } from '../store.js';

/** @typedef {{ name: string, source: string }} OwnBot */

/** @returns {OwnBot[]} the last first */
export const kept = () => recall('bots') ?? [];

/** Reads which there are, for seats to offer them. */
export function readOwnBots() {
  ownBots.value = kept().map(({ name }) => name);
}
