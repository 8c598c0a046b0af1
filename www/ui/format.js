/** Numbers as people read them. Neither a game nor the page's state may enter here. */

/**
 * A score: signed, short, with a true minus.
 * @param {number | "win" | "loss"} score
 * @param {number} [digits]
 */
export function scoreText(score, digits = 2) {
  if (typeof score !== 'number') return score;
  const rounded = Number(score.toFixed(digits));
  const text = Math.abs(rounded).toString();
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}
