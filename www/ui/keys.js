/**
 * The key of a keyboard event, the same on every layout. All handlers read keys here. Nothing here depends on a game.
 */

const LATIN = /^\p{Script=Latin}$/u;
/** Characters of layouts whose letters are not Latin. Those of Latin layouts, such as `é` and `&`, stay. */
const FOREIGN = /^[^\p{ASCII}\p{Script=Latin}]+$/u;
/** Signs that are keys of ours. Some Latin layouts have them in the place of a letter. */
const OURS = ',.?+-=_ ';
/** The signs of other keys than those of letters and digits, by their place. */
const SIGNS = /** @type {Record<string, string>} */ ({ Comma: ',', Period: '.', Slash: '?' });

/**
 * The key: `event.key`, but on a keyboard with other letters (Russian, Greek, Hebrew, Arabic, …) the Latin letter, digit or
 * sign in its place, because the person cannot type it.
 * @param {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>} event
 * @returns {string}
 */
export function keyOf({ key, code, shiftKey }) {
  if (LATIN.test(key)) return key;
  const [, letter, digit] = /^(?:Key(.)|Digit(.))$/.exec(code) ?? [];
  if (letter && !OURS.includes(key)) return shiftKey ? letter : letter.toLowerCase();
  if (!FOREIGN.test(key)) return key;
  return (/^\p{Nd}$/u.test(key) && digit) || SIGNS[code] || key;
}
