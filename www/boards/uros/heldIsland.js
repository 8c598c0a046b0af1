/**
 * The held island: taking, turning and moving it, and other actions of the user. Rust's response to `inspect` has the
 * places where it fits.
 */

import * as strings from '../../strings/uros.js';
import { buildIn, columnRow, onLake, SIDE } from './boardState.js';

/** @typedef {import('../../pkg/totora.js').UrosTurned} UrosTurned */
/** @typedef {import('./shape.js').Point} Point */

/**
 * @typedef {object} Held
 * @property {string} island
 * @property {number} turn        quarter turns clockwise, in degrees
 * @property {UrosTurned} answer  Rust's response for this rotation
 * @property {Point} grab         the grabbed point within the box, in squares
 * @property {Point | null} corner   the Lake column and row of the box's corner, while over the Lake
 * @property {UrosTurned['places'][0] | null} place   the legal placement at that corner
 * @property {'drag' | 'hand'} how   dragged by a pointer, or held until it is placed or put back
 */

/**
 * @param {string} island
 * @param {number} turn
 * @param {'drag' | 'hand'} how
 * @param {UrosTurned} answer
 * @param {Point} [grab]
 * @returns {Held}
 */
function take(island, turn, how, answer, grab = [answer.width / 2, answer.height / 2]) {
  return { island, turn, how, answer, grab, corner: null, place: null };
}

/**
 * Turns the island by a quarter, clockwise if `by` is positive, around the grabbed point.
 * @param {Held} held
 * @param {number} by
 * @param {UrosTurned} answer   for the new rotation
 * @returns {Held}
 */
function turnHeld(held, by, answer) {
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
const nextTurn = (turn, by) => (turn + (by > 0 ? 90 : 270)) % 360;

/**
 * Moves the box's corner to the nearest square that keeps it on the Lake.
 * @param {Held} held
 * @param {Point | null} corner   column and row, not rounded
 * @returns {Held}
 */
function moveTo(held, corner) {
  if (!corner) return held.corner ? { ...held, corner: null, place: null } : held;
  const { width, height, places } = held.answer;
  const c = Math.max(0, Math.min(SIDE - width, Math.round(corner[0])));
  const r = Math.max(0, Math.min(SIDE - height, Math.round(corner[1])));
  if (held.corner && held.corner[0] === c && held.corner[1] === r && held.place) return held;
  const place = places.find((one) => one.corner === r * SIDE + c) ?? null;
  return { ...held, corner: [c, r], place };
}

/**
 * The Lake squares that the held island would cover.
 * @param {Held} held
 * @returns {Point[]}
 */
export function covered(held) {
  const corner = held.corner;
  if (!corner) return [];
  return held.answer.shape.map(([c, r]) => [c + corner[0], r + corner[1]]);
}

/** @typedef {ReturnType<typeof makeActions>} Actions */

/**
 * The user's actions, independent of the input device. Each ends with a redraw or a move.
 * @param {import('../base.js').Base<import('./boardState.js').Position, {}>} base
 * @param {import('./index.js').BoardState} s
 * @param {{ focusLake: (cell: number) => void, focusBed: (island: string) => void, heldMoved: () => void,
 *   refuse: (text: string, squares: Point[]) => void }} go
 */
export function makeActions({ host, inspect, mayAct, point, refresh, request }, s, go) {
  /** @param {string} island @param {number} turn @returns {UrosTurned | null} */
  const turned = (island, turn) => inspect({ island, turn });

  function fitText() {
    if (!s.held?.corner) return '';
    return `, ${s.held.place ? strings.fitsHere : strings.doesNotFitHere}`;
  }

  /** Releases the held island, with or without a move. @param {string | null} move */
  function letGo(move) {
    s.held = null;
    if (move) host.play(move);
    refresh();
  }

  return {
    ...go,
    fitText,

    /** An island's squares with its current rotation. @param {import('./boardState.js').UrosIsland} island */
    facing({ id, shape }) {
      const turn = s.held?.island === id ? s.held.turn : (s.facing.get(id) ?? 0);
      return turn === 0 ? shape : (turned(id, turn)?.shape ?? shape);
    },
    /**
     * Takes an island, held or dragged.
     * @param {string} island
     * @param {'drag' | 'hand'} how
     * @param {Point} [grab]
     */
    take(island, how, grab) {
      const turn = s.facing.get(island) ?? 0;
      const answer = mayAct() && turned(island, turn);
      if (!answer) return false;
      s.held = take(island, turn, how, answer, grab);
      host.point(null);
      if (how === 'hand') host.say(strings.islandTakenArrowKeysMove(island));
      refresh();
      return true;
    },
    /** Takes the held island again after the position has changed. */
    retake() {
      const { held } = s;
      const answer = held && turned(held.island, held.turn);
      s.held = answer ? moveTo({ ...held, answer, place: null }, held.corner) : null;
    },
    /** @param {number} by */
    turn(by) {
      const answer = s.held && turned(s.held.island, nextTurn(s.held.turn, by));
      if (!s.held || !answer) return;
      s.held = turnHeld(s.held, by, answer);
      // With keys it turns at the cursor: its corner stays there.
      if (s.held.how === 'hand' && onLake(s.cursor)) s.held = moveTo(s.held, columnRow(s.cursor));
      s.facing.set(s.held.island, s.held.turn);
      host.say(strings.turnedToDegrees(s.held.turn, fitText()));
      refresh();
    },
    /** Turns an island in the Reedbed. @param {string} island @param {number} by */
    face(island, by) {
      s.facing.set(island, nextTurn(s.facing.get(island) ?? 0, by));
      refresh();
    },
    /** @param {Point | null} corner */
    move(corner) {
      if (!s.held) return;
      const next = moveTo(s.held, corner);
      if (next === s.held) return;
      s.held = next;
      go.heldMoved();
      request();
    },
    /** Places the held island on the Lake, or reports that it does not fit. */
    place() {
      const move = s.held?.place?.move;
      if (move) letGo(move);
      else if (s.held?.corner) {
        const [column, row] = s.held.corner;
        go.refuse(s.held.answer.refused[row * SIDE + column], covered(s.held));
      } else if (s.held) host.say(strings.islandIsNotOver(s.held.island));
      return !!move;
    },
    putBack() {
      const island = s.held?.island;
      if (!island) return;
      host.say(strings.islandIsBack(island));
      letGo(null);
    },
    /** @param {string} island @param {number} square */
    build(island, square) {
      const move = mayAct() && s.view && buildIn(s.view, island, square)?.move;
      if (move) letGo(move);
      return !!move;
    },
    /** Moves the cursor to a place. @param {number | null} place */
    focus(place) {
      s.cursor = place;
      if (place !== null && !s.held) point(place);
      request();
    },
  };
}
