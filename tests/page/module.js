/** The wasm module as it is built, in Node. */
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { dataFiles } from '../../scripts/data-files.mjs';
import * as engine from '../../www/pkg/totora.js';

/** A file of this repository. @param {string} path */
export const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));

/** A JSON file of this repository. @param {string} path */
export const readJson = (path) => JSON.parse(read(path).toString());

engine.initSync({ module: read('www/pkg/totora_bg.wasm') });

/**
 * Makes the page provide files to the engine; without an argument, all data files. Other files fail as on a host without them.
 * @param {Record<string, Uint8Array>} [files]
 */
export function provideFiles(files) {
  vi.stubGlobal('totoraFile', (/** @type {string} */ name) => {
    if (!files) return new Uint8Array(readFileSync(dataFiles[name]));
    if (!files[name]) throw new Error(`${name} is not there: 404.`);
    return files[name];
  });
}

export { engine };
