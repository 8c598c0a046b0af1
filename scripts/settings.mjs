// Reads wasm-pack.toml. Run directly, it prints one setting: node scripts/settings.mjs tools.wasm-bindgen
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { root } from './root.mjs';

export const settingsFile = join(root, 'wasm-pack.toml');

/** @typedef {(key: string) => string[]} List */

/**
 * Reads the settings. The returned functions take a key of the form "section.key".
 * @returns {{ text: (key: string) => string, list: List, number: (key: string) => number }} each throws if the key is missing or its value has another type
 */
export function readSettings() {
  const all = parse(readFileSync(settingsFile, 'utf8'));
  /** @param {string} key @returns {unknown} */
  const find = (key) =>
    key
      .split('.')
      .reduce((table, name) => /** @type {any} */ (table)?.[name], /** @type {unknown} */ (all));
  /**
   * @template T
   * @param {string} what
   * @param {(value: unknown) => value is T} fits
   */
  const reader = (what, fits) => (/** @type {string} */ key) => {
    const value = find(key);
    if (!fits(value))
      throw new Error(`wasm-pack.toml: ${key} should be ${what}, not ${JSON.stringify(value)}`);
    return value;
  };
  return {
    text: reader('a text', (value) => typeof value === 'string'),
    number: reader('a number', (value) => typeof value === 'number'),
    list: reader(
      'a list of texts',
      (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    ),
  };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(readSettings().text(process.argv[2] ?? ''));
}
