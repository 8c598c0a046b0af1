/** Saving a file: it is with the first view, and the rest of what leaves the page is not. */

/**
 * Saves a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
