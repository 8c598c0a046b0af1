/** Numbers as people read them. Neither a game nor the page's state may enter here. */

/**
 * A score: signed, short, with a true minus, long ones in groups of three digits.
 * @param {number | "win" | "loss" | null} score
 * @param {number} [digits]
 */
export function scoreText(score, digits = 2) {
  // Not known.
  if (score === null || Number.isNaN(score)) return '?';
  if (typeof score !== 'number') return score;
  const rounded = Number(score.toFixed(digits));
  const text = grouped(Math.abs(rounded));
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}

/**
 * A score in five characters or fewer, for where there is no more space.
 * @param {number} score
 */
export function shortScore(score) {
  const size = Math.abs(score);
  if (size < 999.5 || Number.isNaN(score)) return scoreText(score, size < 9.95 ? 1 : 0);
  // Beyond trillions there are no more letters.
  const text =
    size < 1e15 - 5e11
      ? size.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 })
      : size.toExponential(0).replace('+', '');
  const short = text.length > 4 ? `${Math.round(Number.parseFloat(text))}${text.at(-1)}` : text;
  return (score < 0 ? '−' : '+') + short;
}

/** A whole number in groups of three digits, as Rust writes them too. @param {number} n */
export const whole = (n) => Math.round(n).toLocaleString('en');

/** A number with its noun, as Rust's `counted`: `1 visit`, `2 plies`. @param {number} n @param {string} noun */
export const counted = (n, noun) =>
  `${whole(n)} ${n === 1 ? noun : noun.replace(/(?<![aeiou])y$/, 'ie')}${n === 1 ? '' : 's'}`;

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
