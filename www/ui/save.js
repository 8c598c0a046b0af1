/** A module of its own, because the first view needs it and not the rest of `copyAndSave.jsx`. */
import { make } from './dom.js';

/**
 * Saves a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const href = URL.createObjectURL(blob);
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
