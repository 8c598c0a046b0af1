/** Pictures of Home by name, made by scripts/make-pictures.mjs from the page's own boards. */
const files = /** @type {Record<string, string>} */ (
  import.meta.glob('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
);

/** @param {string} name @returns {string} its address */
export const pictureOf = (name) => files[`./pictures/${name}.webp`] ?? '';
