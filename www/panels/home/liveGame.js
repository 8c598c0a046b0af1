/**
 * The game on Home and what its slider changes: all reachable positions are in `board.json` (written and checked by
 * tests/engine/home_board.rs), so it needs no engine.
 */
import { signedNumber } from '../../ui/format.js';
import board from './board.json';

/** The cost of one move of Blue in Red's score, at each step of the slider. */
export const { links, weights } = board;

/**
 * @typedef {{ cell: number, own: number, theirs: number }} Candidate   moves of Red and Blue after it
 * @typedef {{ at: number, knights: [number, number], trails: [number[], number[]], last: { seat: number, cell: number, from: number } | null, winner: number | null, reply: number[] | null }} Shown
 *   a position with its index in the file; `reply` is Blue's cell and the next position, while Blue is to move
 */

/** @returns {Shown} */
export const beginning = () => ({
  at: 0,
  knights: /** @type {[number, number]} */ (board.start),
  trails: /** @type {[number[], number[]]} */ (board.start.map((cell) => [cell])),
  last: null,
  winner: null,
  reply: null,
});

/** Red's options, its choice at each step, and Blue's replies. @param {number} at */
export function read(at) {
  const [chosen = [], flat = [], replies = []] = /** @type {any[][]} */ (board.positions[at]);
  const candidates = Array.from({ length: flat.length / 3 }, (_, i) => {
    const [cell, own, theirs] = flat.slice(3 * i, 3 * i + 3);
    return /** @type {Candidate} */ ({ cell, own, theirs });
  });
  const answered = [...new Set(chosen)].sort((a, b) => a - b);
  return {
    chosen: /** @type {number[]} */ (chosen),
    candidates,
    reply: (/** @type {number} */ choice) =>
      /** @type {number[]} */ (replies[answered.indexOf(choice)]),
  };
}

/** @param {Shown} shown @param {number} seat @param {number} cell @returns {Shown} */
function moved(shown, seat, cell) {
  const from = shown.knights[seat];
  const [red, blue] = shown.trails;
  return {
    ...shown,
    knights: seat ? [shown.knights[0], cell] : [cell, shown.knights[1]],
    trails: seat ? [red, [...blue, cell]] : [[...red, cell], blue],
    last: { seat, cell, from },
  };
}

/** The next position. @param {Shown} shown @param {number} step @returns {Shown} */
export function next(shown, step) {
  if (shown.winner !== null) return beginning();
  if (shown.reply) {
    const [cell, at] = shown.reply;
    const after = { ...moved(shown, 1, cell), at, reply: null };
    return { ...after, winner: board.positions[at].length ? null : 1 };
  }
  const { chosen, candidates, reply } = read(shown.at);
  const answer = reply(chosen[step]);
  const after = moved(shown, 0, candidates[chosen[step]].cell);
  return answer[0] < 0 ? { ...after, winner: 0 } : { ...after, reply: answer };
}

/** @param {Candidate} candidate @param {number} weight */
const scoreOf = ({ own, theirs }, weight) =>
  theirs === 0 ? Number.POSITIVE_INFINITY : own - weight * theirs;

/**
 * What the board says of each of Red's moves at a step of the slider; nothing while Blue is to move, and at the end.
 * @param {Shown} shown @param {number} step
 */
export function badgesOf(shown, step) {
  if (shown.reply || shown.winner !== null) return [];
  const { chosen, candidates } = read(shown.at);
  return candidates.map((candidate, i) => {
    const score = scoreOf(candidate, weights[step]);
    const text = Number.isFinite(score) ? signedNumber(score) : '✓';
    return { cell: candidate.cell, text, best: i === chosen[step] };
  });
}

/**
 * The position to show after the slider is dragged. Where the weight changes nothing that is drawn (Blue is to move, the game
 * is over, or every move wins), the game goes on to the next position where it does.
 * @param {Shown} shown @param {number} from @param {number} to   steps
 */
export function dragged(shown, from, to) {
  const badges = (/** @type {number} */ step) => JSON.stringify(badgesOf(shown, step));
  while (from !== to && badges(from) === badges(to)) shown = next(shown, to);
  return shown;
}
