/**
 * The evaluation bar next to the board, for all two-player games: the first side's win chance below, the second's above,
 * by the bot whose analysis is shown, or else by the reviews' judge. If a bot's scores are not calibrated, it shows only
 * the score.
 */
import { useRef } from 'preact/hooks';
import { here, judge } from '../app/review.js';
import { solver } from '../app/solve.js';
import { provenHere, state, thinking, thought } from '../app/store.js';
import { leadText } from '../boards/thoughts.js';
import * as strings from '../strings/play.js';
import { percentText, shortScore } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { botName } from './advisor.jsx';

/** @typedef {import('../pkg/totora.js').PositionValue & { by: string }} Standing */

/** The evaluation of the shown position, if known. @returns {Standing | null} */
function standing() {
  const now = state.value;
  if (!now) return null;
  const known = thought.value?.standing;
  const proof = now.outcome ? null : provenHere.value;
  const mover = now.to_act[0] ?? 0;
  // What is proven of the moves holds for the position, whichever bot estimates it.
  if (proof && typeof known?.first !== 'string') {
    const { result, plies } = proof;
    const by = botName(solver.value ?? thinking.value?.config ?? null);
    if (result === 'draw') return { first: 0, plies, win: 0.5, margin: null, by };
    const first = (result === 'win') === (mover === 0);
    return { first: first ? 'win' : 'loss', plies, win: first ? 1 : 0, margin: null, by };
  }
  if (known) return { ...known, by: botName(thinking.value?.config ?? null) };
  const one = here.value.position.find((other) => other.judge === 0);
  if (one && (one.win !== null || one.first !== null)) {
    const { first, plies, win, margin } = one;
    return { first: first ?? 0, plies, win, margin, by: botName(judge.value) };
  }
  const ranks = now.outcome?.ranks;
  if (!ranks) return null;
  const over = { plies: 0, margin: null, by: '' };
  if (ranks[0] === ranks[1]) return { ...over, first: 0, win: 0.5 };
  const won = ranks[0] < ranks[1];
  return { ...over, first: won ? 'win' : 'loss', win: won ? 1 : 0 };
}

/** @param {Standing} stands @param {string[]} names */
function words({ first, plies, win, margin, by }, names) {
  if (first === 'win' || first === 'loss') {
    const name = names[first === 'win' ? 0 : 1];
    return by ? strings.winsByForce(name, plies, by) : strings.hasWon(name);
  }
  if (!by) return strings.draw;
  if (win === null) return strings.scoreForNotCalibrated(first, names[0], by);
  return strings.forToWin(win, names[0], leadText(margin), by);
}

export function EvalBar() {
  const last = useRef(0.5);
  const now = state.value;
  if (!now) return null;
  const stands = standing();
  // Until a bot has a first result the bar does not move.
  if (stands) last.current = stands.win ?? 0.5;
  const text = stands
    ? words(
        stands,
        now.seats.map((seat) => seat.label),
      )
    : strings.notEvaluated;
  const label = stands ? labelOf(stands) : '?';
  return (
    <div
      class="eval stack g2"
      role="meter"
      aria-label={strings.evaluationTitle}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={last.current}
      aria-valuetext={text}
      title={text}
      data-known={stands !== null && stands.win !== null}
    >
      <SeatMark seat={1} />
      <div class="eval-bar anchor">
        <i style={{ '--share': last.current }} />
      </div>
      <SeatMark seat={0} />
      <b aria-hidden="true" translate={false}>
        {label}
      </b>
    </div>
  );
}

/** In five characters or fewer. @param {Standing} stands */
function labelOf({ first, plies, win }) {
  if (typeof first !== 'number') return `${first === 'win' ? 'W' : 'L'}${plies || ''}`;
  return win === null ? shortScore(first) : percentText(win);
}
