/** Positions in which the last edit changes the heuristic's move, with the judge's view of both moves. */
import { earlier, findWhereItMatters, matters, showCase } from '../../app/lab/whereEditMatters.js';
import { measured } from '../../app/lab/worth.js';
import { moveName } from '../../app/names.js';
import { botInfo } from '../../app/store.js';
import * as strings from '../../strings/lab.js';
import { isForced } from '../../ui/forced.js';
import { percentText, scoreText } from '../../ui/format.js';
import { formatElements } from '../../ui/formatElements.js';
import { Button } from '../../ui/parts.jsx';

/** @typedef {import('../../app/lab/whereEditMatters.js').Case} Case */

/** @param {import('../../worker/arena.js').Judgement} judgement */
function worthOf(judgement) {
  if (!judgement) return '?';
  const { win, score, known } = judgement;
  if (isForced(known)) return { win: 'wins', draw: 'draw', loss: 'loses' }[known];
  if (win !== null) return percentText(win);
  return typeof score === 'number' ? scoreText(score) : '?';
}

export function Matters() {
  const found = matters.value;
  if (!measured.value || (!earlier.value && !found)) return null;
  if (!found) {
    const before = earlier.value?.terms.map(
      ({ weight, formula }) => `${weight === 1 ? '' : `${weight} × `}${formula}`,
    );
    return (
      <p>
        <Button
          label={strings.whereDoesThisEditMatter}
          class="small"
          title={strings.comparedWith(before?.join(' + '))}
          act={findWhereItMatters}
        />
      </p>
    );
  }
  const { busy, cases } = found;
  if (cases.length === 0) {
    return (
      <p class="note" role="status">
        {busy ? strings.playingTheVersionBefore : strings.inNoGameDid}
      </p>
    );
  }
  return (
    <section class="stack" aria-label={strings.whereThisEditMatters}>
      <p class="note">{strings.lookingOneMoveAhead}</p>
      <ul class="rows">
        {cases.map((one, n) => (
          <li key={n}>
            <Button title={strings.showItOnTheBoard} act={() => showCase(one)}>
              <span class="n" translate={false}>
                {strings.ply(one.ply + 1)}
              </span>
              <span class="grow">
                {formatElements(strings.not(moveName(one.before)), <b>{moveName(one.after)}</b>)}
              </span>
              <span
                class="n"
                translate={false}
                title={strings.byBot(botInfo(one.judge ?? '')?.name)}
              >
                {one.judgements ? `(${one.judgements.toReversed().map(worthOf).join(', ')})` : '…'}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
