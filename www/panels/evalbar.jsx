/**
 * The evaluation bar beside the board, the same in all games of two: how the position shown stands for the
 * first side (below) and the second (above), by the bot whose thoughts are shown, or else by the one that
 * reviews the game. It is a picture of a score, no rate of wins; Rust says how far it is filled.
 */
import { useRef } from 'preact/hooks';
import { here, judge } from '../app/review.js';
import { state, thinking, thought } from '../app/store.js';
import { scoreText, shortScore } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { botName } from './advisor.jsx';

/** @typedef {{ first: import('../pkg/totora.js').Score, plies: number | null, share: number, by: string }} Standing */

/** How the position shown stands, as far as somebody has said. @returns {Standing | null} */
function standing() {
  const now = state.value;
  if (!now) return null;
  const known = thought.value?.standing;
  if (known) return { ...known, by: botName(thinking.value?.config ?? null) };
  const one = here.value.position.find((other) => other.judge === 0);
  if (one?.first != null && one.share !== null) {
    return { first: one.first, plies: one.plies, share: one.share, by: botName(judge.value) };
  }
  const ranks = now.outcome?.ranks;
  if (!ranks) return null;
  if (ranks[0] === ranks[1]) return { first: 0, plies: null, share: 0.5, by: '' };
  const won = ranks[0] < ranks[1];
  return { first: won ? 'win' : 'loss', plies: 0, share: won ? 1 : 0, by: '' };
}

/** @param {Standing} stands @param {string[]} names */
function words({ first, plies, by }, names) {
  const whose = by && ` (${by})`;
  const within = plies ? ` in ${plies}` : '';
  if (first === 'win' || first === 'loss') {
    const name = names[first === 'win' ? 0 : 1];
    return by ? `${name} wins by force${within}${whose}` : `${name} has won`;
  }
  if (!by) return 'A draw';
  return `${scoreText(first)} for ${names[0]}${whose}`;
}

export function EvalBar() {
  const last = useRef(0.5);
  const now = state.value;
  if (now?.seats.length !== 2) return null;
  const stands = standing();
  // While a bot begins to think the bar stays where it was.
  if (stands) last.current = stands.share;
  const text = stands
    ? words(
        stands,
        now.seats.map((seat) => seat.name),
      )
    : 'Not evaluated';
  const label =
    stands === null
      ? '?'
      : typeof stands.first === 'number'
        ? shortScore(stands.first)
        : `${stands.first === 'win' ? 'W' : 'L'}${stands.plies || ''}`;
  return (
    <div
      class="eval"
      role="meter"
      aria-label="Evaluation"
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={last.current}
      aria-valuetext={text}
      title={text}
      data-known={stands !== null}
    >
      <SeatMark seat={1} />
      <div class="eval-bar">
        <i style={{ '--share': last.current }} />
      </div>
      <SeatMark seat={0} />
      <b aria-hidden="true">{label}</b>
    </div>
  );
}
