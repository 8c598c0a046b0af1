/**
 * A sentence with elements in place of `{0}`, `{1}`.
 * @param {string} text
 * @param {...import('preact').ComponentChildren} parts
 */
export const formatElements = (text, ...parts) =>
  text.split(/\{(\d)\}/).map((piece, i) => (i % 2 ? parts[Number(piece)] : piece));
