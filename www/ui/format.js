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

/** @param {number} size */
function grouped(size) {
  const text = size.toString();
  if (size < 1000 || text.includes('e')) return text;
  const [whole, rest] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest ? `${groups}.${rest}` : groups;
}
