/**
 * An island in the hand: taking, turning and moving it. Where it fits is Rust's answer to `inspect`;
 * here that answer is only looked up.
 */

/** @typedef {import('../../pkg/totora.js').UrosTurned} UrosTurned */
/** @typedef {import('./shape.js').Point} Point */

/**
 * @typedef {object} Held
 * @property {string} island
 * @property {number} turn        quarter turns clockwise, in degrees
 * @property {UrosTurned} answer  Rust's, for this turn
 * @property {Point} grab         where in the box it is held, in squares
 * @property {Point | null} corner   the Lake column and row of the box's corner, while over the Lake
 * @property {UrosTurned['places'][0] | null} place   the legal placement at that corner
 * @property {'drag' | 'hand'} how   under a pressed pointer, or taken in hand until placed or put back
 */

/**
 * @param {string} island
 * @param {number} turn
 * @param {'drag' | 'hand'} how
 * @param {UrosTurned} answer
 * @param {Point} [grab]
 * @returns {Held}
 */
export function take(island, turn, how, answer, grab) {
  return {
    island,
    turn,
    how,
    answer,
    grab: grab ?? [answer.width / 2, answer.height / 2],
    corner: null,
    place: null,
  };
}

/**
 * Turns by a quarter, clockwise if `by` is positive, around the point where it is held.
 * @param {Held} held
 * @param {number} by
 * @param {UrosTurned} answer   for the new turn
 * @returns {Held}
 */
export function turnHeld(held, by, answer) {
  const [gx, gy] = held.grab;
  const { width, height } = held.answer;
  /** @type {Point} */
  const grab = by > 0 ? [height - gy, gx] : [gy, width - gx];
  /** @type {Held} */
  const next = { ...held, turn: nextTurn(held.turn, by), answer, grab, place: null };
  if (!held.corner) return next;
  return moveTo(next, [held.corner[0] + gx - grab[0], held.corner[1] + gy - grab[1]]);
}

/**
 * @param {number} turn
 * @param {number} by
 */
export const nextTurn = (turn, by) => (turn + (by > 0 ? 90 : 270)) % 360;

/**
 * Moves the box's corner to the nearest square that keeps it on the Lake.
 * @param {Held} held
 * @param {Point | null} corner   column and row, not yet rounded
 * @returns {Held}
 */
export function moveTo(held, corner) {
  if (!corner) return held.corner ? { ...held, corner: null, place: null } : held;
  const { width, height, places } = held.answer;
  const c = Math.max(0, Math.min(6 - width, Math.round(corner[0])));
  const r = Math.max(0, Math.min(6 - height, Math.round(corner[1])));
  if (held.corner && held.corner[0] === c && held.corner[1] === r && held.place) return held;
  const place = places.find((one) => one.corner === r * 6 + c) ?? null;
  return { ...held, corner: [c, r], place };
}

/**
 * The Lake squares that it would cover.
 * @param {Held} held
 * @returns {Point[]}
 */
export function covered(held) {
  const corner = held.corner;
  if (!corner) return [];
  return held.answer.shape.map(([c, r]) => [c + corner[0], r + corner[1]]);
}
