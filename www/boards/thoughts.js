/**
 * A bot's thought over a board: which candidate stands where, which are worth showing, how a score looks.
 * It compares and draws numbers that Rust made; it makes none. No game may enter here.
 */
import { scoreText } from '../ui/format.js';
import { plate, write } from './pen.js';

/** @typedef {import('./contract.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('./contract.js').BoardModel} BoardModel */
/** @typedef {import('../ui/palette.js').Palette} Palette */
/** @typedef {number | 'win' | 'loss'} Score */

/** So many of the best candidates are hints. */
const FEW = 3;

/** Where each candidate is on the board, as the game's Rust side says it. @param {ThoughtInfo | null} thought @returns {any[]} */
export const locationsOf = (thought) => thought?.locations ?? [];

/**
 * Which candidate stands at each place: the list is in order, so the first is the best there.
 * @template L
 * @param {ThoughtInfo | null} thought
 * @param {(location: any) => L | null | undefined} where   null for a candidate that has no place
 * @returns {Map<L, number>}
 */
export function indexBy(thought, where) {
  /** @type {Map<L, number>} */
  const best = new Map();
  locationsOf(thought).forEach((location, i) => {
    const at = location ? where(location) : null;
    if (at !== null && at !== undefined && !best.has(at)) best.set(at, i);
  });
  return best;
}

/** The candidate that is advised, or that the bot would choose; -1 if there is none. @param {BoardModel} model */
export const choiceOf = ({ thought, hint }) =>
  thought ? thought.moves.indexOf(hint ?? thought.choice ?? '') : -1;

/** The candidate that the list points at, or the hint; -1 if there is neither. @param {BoardModel} model */
export const shownOf = (model) => {
  const shown = model.pointed ?? (model.hint ? choiceOf(model) : -1);
  return model.thought && shown < model.thought.moves.length ? shown : -1;
};

/** Whether the overlay is about the candidates of the thought that is shown. @param {BoardModel} model */
export const tellsScores = (model) => model.overlay === 'hints' || model.overlay === 'all';

/** The best few candidates among some, and the bot's choice. @param {ThoughtInfo} thought @param {number[]} [among] */
export function bestFew(thought, among = thought.moves.map((_, i) => i)) {
  const choice = thought.moves.indexOf(thought.choice ?? '');
  const few = among.slice(0, FEW);
  return choice >= 0 && !few.includes(choice) ? [...few, choice] : few;
}

/**
 * Where a score stands among all scores of a thought: 0 the worst, 1 the best.
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function scoreShare(thought, i) {
  const number = (/** @type {Score} */ s) => (s === 'win' ? 1e6 : s === 'loss' ? -1e6 : s);
  const best = number(thought.scores[0]);
  const worst = number(thought.scores[thought.scores.length - 1]);
  return best > worst ? (number(thought.scores[i]) - worst) / (best - worst) : 1;
}

/**
 * A colour between bad and good, for a score among others.
 * @param {number} share   0 is the worst, 1 the best
 * @param {number} alpha
 */
export function heat(share, alpha) {
  // From a dull violet over grey to a clear green-blue: told apart by all kinds of colour sight.
  const t = Math.max(0, Math.min(1, share));
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => Math.round(a + (b - a) * t);
  return `rgba(${mix(150, 20)}, ${mix(110, 190)}, ${mix(140, 120)}, ${alpha * (0.25 + 0.75 * t)})`;
}

/**
 * A text on a light plate of its own.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [strong]
 */
export function drawPlate(ctx, colours, text, x, y, size, strong) {
  ctx.font = `700 ${Math.round(size)}px ${colours.mono}`;
  const width = ctx.measureText(text).width + size * 0.6;
  const box = [x - width / 2, y - size * 0.72, width, size * 1.44, size * 0.4];
  plate(ctx, /** @type {any} */ (box), strong ? '#ffffff' : '#ffffffc8');
  write(ctx, text, x, y + size * 0.06, ctx.font, '#1d2a2f');
}

/**
 * A score, readable on anything.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Score} score
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{ plate?: boolean, strong?: boolean }} [how]
 */
export function drawScore(ctx, colours, score, x, y, size, how = {}) {
  const text = scoreText(score, 1);
  if (how.plate !== false) drawPlate(ctx, colours, text, x, y, size, how.strong);
  else {
    const font = `700 ${Math.round(size)}px ${colours.mono}`;
    write(ctx, text, x, y + size * 0.06, font, colours.reedInk);
  }
}
