/**
 * What is proven of a move, as a small cell for lists: the result as a letter with a colour, and the plies to
 * it where known. It says the same in every list, whichever bot's scores stand beside it.
 */
import { verdicts } from '../app/store.js';
import * as strings from '../strings/analyse.js';

const LETTER = { win: 'W', draw: 'D', loss: 'L' };
const WORDS = { win: strings.winsByForce, draw: strings.drawsByForce, loss: strings.losesByForce };

/**
 * What is proven of a move, in words: `wins by force in 5`; empty where nothing is.
 * @param {string} move
 */
export function verdictWords(move) {
  const verdict = verdicts.value.get(move);
  if (!verdict) return '';
  return WORDS[verdict.result](verdict.plies);
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
