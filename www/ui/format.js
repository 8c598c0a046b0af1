/** Numbers as people read them. Neither a game nor the page's state may enter here. */

/**
 * A score: signed, short, with a true minus, long ones in groups of three digits.
 * @param {number | "win" | "loss"} score
 * @param {number} [digits]
 */
export function scoreText(score, digits = 2) {
  if (typeof score !== 'number') return score;
  // Not known.
  if (Number.isNaN(score)) return '?';
  const rounded = Number(score.toFixed(digits));
  const text = grouped(Math.abs(rounded));
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}

/** A whole number in groups of three digits, as Rust writes them too. @param {number} n */
export const whole = (n) => Math.round(n).toLocaleString('en');

/**
 * What is said of a move beside its notation: the same, without saying the notation again.
 * @param {string} description   in words
 * @param {string} move          its notation
 */
export function besideMove(description, move) {
  // A move that is a word says what it does.
  if (!/\d/.test(move)) return description;
  for (const lead of [' (', ' on ', ' to ', ' ']) {
    const again = lead + move + (lead === ' (' ? ')' : '');
    const at = description.indexOf(again);
    const rest = description.slice(at + again.length);
    // Not within another notation that is longer.
    if (at > 0 && !/^(\w|[,.]\d)/.test(rest)) return description.slice(0, at) + rest;
  }
  return description;
}

/** @param {number} size */
function grouped(size) {
  const text = size.toString();
  if (size < 1000 || text.includes('e')) return text;
  const [whole, rest] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest ? `${groups}.${rest}` : groups;
}
