/** Numbers formatted for people. Nothing here depends on a game or the page's state. */

const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
const SIGNED = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });
const PLURALS = new Intl.PluralRules('en');

/**
 * A score with its sign, a true minus, and thousands separators.
 * @param {number | "win" | "loss" | null} score
 * @param {number} [digits]
 */
export function scoreText(score, digits = 2) {
  // Unknown.
  if (score === null || Number.isNaN(score)) return '?';
  if (typeof score !== 'number') return score;
  const rounded = Number(score.toFixed(digits));
  const size = Math.abs(rounded);
  const text = size < 1e21 ? EXACT.format(size) : String(size);
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}

/**
 * A score in at most five characters (six from 10^100 on), for small spaces.
 * @param {number} score
 */
export function shortScore(score) {
  const size = Math.abs(score);
  if (size < 999.5 || Number.isNaN(score)) return scoreText(score, size < 9.95 ? 1 : 0);
  // Beyond trillions there are no suffixes.
  const text =
    size < 1e15 - 5e11
      ? size.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 })
      : size.toExponential(0).replace('+', '');
  const short =
    text.length > 4 && !text.includes('e')
      ? `${Math.round(Number.parseFloat(text))}${text.at(-1)}`
      : text;
  return (score < 0 ? '−' : '+') + short;
}

/**
 * A score in at most seven characters, for a column, with as many digits as fit.
 * @param {number | "win" | "loss"} score
 */
export function columnScore(score) {
  if (typeof score !== 'number') return score;
  const size = Math.abs(score);
  if (size < 99.995 || Number.isNaN(score)) return scoreText(score);
  if (size < 999.95) return scoreText(score, 1);
  return size < 99_999.5 ? scoreText(score, 0) : shortScore(score);
}

/** A share in percent, rounded to a whole number from its thousandths, as in Rust. @param {number} share */
const wholePercent = (share) => Math.floor((Math.round(1000 * share) + 5) / 10);

/** A chance in whole percent: `54%`. Only certain results show 0% or 100%. @param {number} chance   from 0 to 1 */
export function percentText(chance) {
  const rounded = wholePercent(chance);
  const certain = chance === 0 || chance === 1;
  return `${certain ? rounded : Math.max(1, Math.min(99, rounded))}%`;
}

/** A share that proves nothing, such as the games won of a sample: never 0% or 100%. @param {number} share   from 0 to 1 */
export const shareText = (share) => percentText(Math.max(0.001, Math.min(0.999, share)));

/**
 * The difference of two chances in percentage points, in short form: `−3%`.
 * @param {number} difference   from −1 to 1
 */
export const pointsText = (difference) => `${signedNumber(wholePercent(difference))}%`;

/** A number with its sign and a true minus. @param {number} n */
export const signedNumber = (n) => SIGNED.format(n).replace('-', '−');

/** A whole number with thousands separators, as in Rust. @param {number} n */
export const whole = (n) => Math.round(n).toLocaleString('en');

/** A number with its noun, as Rust's `counted`: `1 visit`, `2 plies`. @param {number} n @param {string} noun */
export const counted = (n, noun) =>
  `${whole(n)} ${PLURALS.select(n) === 'one' ? noun : `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`}`;

/**
 * The description of a move for use next to its words, which it leaves out.
 * @param {string} description   in words
 * @param {string} move          its words
 */
export function besideMove(description, move) {
  if (description === move) return '';
  // A move that is a word needs its full description.
  if (!/\d/.test(move)) return description;
  for (const lead of [' (', ' on ', ' to ', ' ']) {
    const again = lead + move + (lead === ' (' ? ')' : '');
    const at = description.indexOf(again);
    const rest = description.slice(at + again.length);
    // Not inside a longer notation.
    if (at > 0 && !/^(\w|[,.]\d)/.test(rest)) return description.slice(0, at) + rest;
  }
  return description;
}

/** Half of an interval of chances, in whole percentage points: at least 1, because only a proof leaves none. @param {number} half */
export const halfWidth = (half) => Math.max(1, Math.round(100 * half));
