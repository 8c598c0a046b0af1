// Reads wasm-pack.toml. As a program it prints one setting: node scripts/settings.mjs tools.wasm-pack
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const settingsFile = join(root, 'wasm-pack.toml');

/**
 * The part of TOML that wasm-pack.toml keeps to: sections, comments on lines of their own, and
 * strings or lists of strings on one line, which are then JSON too.
 * @param {string} text
 * @returns {Record<string, string | string[]>} by "section.key"
 */
export function parseSettings(text) {
  /** @type {Record<string, string | string[]>} */
  const settings = {};
  let section = '';
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    const head = /^\[([\w-]+)\]$/.exec(line);
    if (head) {
      section = head[1];
      return;
    }
    const pair = /^([\w-]+)\s*=\s*(.+)$/.exec(line);
    try {
      if (!pair) throw new Error('expected [section] or key = value');
      settings[`${section}.${pair[1]}`] = JSON.parse(pair[2]);
    } catch (error) {
      throw new Error(`wasm-pack.toml, line ${index + 1}: ${/** @type {Error} */ (error).message}`);
    }
  });
  return settings;
}

export const readSettings = () => parseSettings(readFileSync(settingsFile, 'utf8'));

/**
 * @param {Record<string, string | string[]>} settings
 * @param {string} key
 */
export function required(settings, key) {
  const value = settings[key];
  if (value === undefined) throw new Error(`wasm-pack.toml lacks ${key}`);
  return value;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const value = required(readSettings(), process.argv[2] ?? '');
  console.log(Array.isArray(value) ? value.join(' ') : value);
}
