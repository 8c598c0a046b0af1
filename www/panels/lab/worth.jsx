/** Bars for the value of a term or the whole heuristic: the mean, and the 95% interval as a line. */
import { removeTerm } from '../../app/lab/lab.js';
import { draft } from '../../app/lab/state.js';
import { chooseRival, known, measured, rival, rivals, worths } from '../../app/lab/worth.js';
import { botInfo } from '../../app/store.js';
import * as strings from '../../strings/prove.js';
import { Estimate } from '../../ui/estimate.jsx';
import { halfWidth } from '../../ui/format.js';
import { Button, Choice } from '../../ui/parts.jsx';
import { signed } from '../arena/figures.js';

/** @typedef {import('../../pkg/totora.js').Interval} ArenaInterval */

/** Percentage points with their uncertainty. @param {ArenaInterval} of */
const figure = ({ low, middle, high }) =>
  `${signed(Math.round(100 * middle))} ± ${halfWidth((high - low) / 2)}`;

/** @param {{ worth: ArenaInterval | null }} props */
const Bar = ({ worth }) => <Estimate of={worth} scale={[-0.5, 0.5]} from={0} mark={0} />;

/** The value of a term. @param {{ id: number, name: string }} props */
export function TermWorth({ id, name }) {
  const worth = worths.value.terms[name] ?? null;
  if (!known.value) return null;
  const harms = worth && worth.high < 0;
  return (
    <div
      class="lab-worth small-text row"
      translate={false}
      title={measured.value ? strings.pointsOf1002 : strings.pointsOf100AgainstTheBots}
    >
      <span>{strings.worth}</span>
      <Bar worth={worth} />
      <b>{worth ? figure(worth) : '…'}</b>
      {harms && (draft.value?.terms.length ?? 0) > 1 && (
        <Button label={strings.leaveItOut} class="small" act={() => removeTerm(id)} />
      )}
    </div>
  );
}

/** The whole heuristic's result against a bot of the game. */
export function WholeWorth() {
  const { rival: worth, games, problem } = worths.value;
  if (!known.value) return null;
  if (problem) return <p class="note">{strings.whatTheTermsAreWorth(problem)}</p>;
  return (
    <div class="lab-worth whole small-text row" translate={false}>
      <label>
        {strings.against}{' '}
        <Choice
          among={rivals.value.map((id) => [id, botInfo(id)?.name ?? id])}
          value={rival.value}
          choose={chooseRival}
        />
      </label>
      <Bar worth={worth} />
      <b>{worth ? `${Math.round(100 * (worth.middle + 0.5))}%` : '…'}</b>
      <small>
        {worth &&
          (measured.value ? strings.gamesOneMoveAhead : strings.gamesWith)(
            Math.max(1, Math.ceil(50 * (worth.high - worth.low))),
            games,
          )}
      </small>
    </div>
  );
}
