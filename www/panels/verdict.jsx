/**
 * The proven result of a move, as a small cell for lists: a coloured letter, and the plies to it if known. It is
 * the same in every list, whichever bot's scores are next to it.
 */
import { verdicts } from '../app/store.js';
import * as strings from '../strings/analyse.js';

const LETTER = { win: 'W', draw: 'D', loss: 'L' };

/**
 * The proven result of a move as text: `wins by force in 5`; empty if there is none.
 * @param {string} move
 */
export function verdictWords(move) {
  const verdict = verdicts.value.get(move);
  return verdict ? strings.byForce(verdict.result, verdict.plies) : '';
}

/** @param {{ move: string }} props */
export function Verdict({ move }) {
  const verdict = verdicts.value.get(move);
  if (!verdict) return null;
  return (
    <span
      class="verdict"
      data-result={verdict.result}
      title={strings.provenMove(move, verdictWords(move))}
    >
      {LETTER[verdict.result]}
      {verdict.plies !== null && <small>{verdict.plies}</small>}
    </span>
  );
}
