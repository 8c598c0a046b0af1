/** The package for browsers, workers and bundlers. */
import { initFrom, read } from './api.js';

export { Game, games } from './api.js';

const FILES = {
  'isolation-book.bin': new URL('./isolation-book.bin', import.meta.url),
  'reversi-patterns.bin': new URL('./reversi-patterns.bin', import.meta.url),
};

/**
 * Starts the module. The default source is the file next to this one.
 * @param {import('./api.js').Source} [source]
 */
export const init = (source = new URL('./totora.wasm', import.meta.url)) =>
  initFrom(source, (name) => read(FILES[/** @type {keyof typeof FILES} */ (name)]));

export default init;
