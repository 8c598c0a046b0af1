/** A text as an attribute or an element has it. @param {string} text */
export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
