/** The package for Node, which reads its files from the disk. */
import { readFile } from 'node:fs/promises';
import { initFrom } from './api.js';

export { Game, games } from './api.js';

/**
 * Reads a file. @param {string | URL} at
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function readBytes(at) {
  try {
    return new Uint8Array(await readFile(at));
  } catch (error) {
    throw new Error(`totora: ${at} could not be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} name */
const beside = (name) => readBytes(new URL(`./${name}`, import.meta.url));

/**
 * Starts the module. The default source is the file next to this one.
 * @param {import('./api.js').Source} [source]   may also be a `file:` URL
 */
export async function init(source = new URL('./totora.wasm', import.meta.url)) {
  const local = /^file:/.test(String(source));
  return initFrom(local ? await readBytes(new URL(String(source))) : source, beside);
}

export default init;
