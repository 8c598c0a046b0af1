/** Bars that tell what a term is worth, or the whole heuristic: the middle, and the interval of 95% as a line on it. */
import './worth.css';
import { removeTerm } from '../../app/lab/lab.js';
import { draft } from '../../app/lab/state.js';
import { chooseRival, measured, rival, rivals, worths } from '../../app/lab/worth.js';
import { botInfo } from '../../app/store.js';
import { Button, Choice } from '../../ui/parts.jsx';
import { signed } from '../arena/figures.js';

/** @typedef {import('../../pkg/totora.js').ArenaInterval} ArenaInterval */

/**
 * What is in a bar.
 * @param {{ worth: ArenaInterval | null, from: number, to: number }} props `from` and `to`: what its ends stand for
 */
export function WorthMarks({ worth, from, to }) {
  const x = (/** @type {number} */ n) =>
    `${((100 * (Math.min(to, Math.max(from, n)) - from)) / (to - from)).toFixed(2)}%`;
  return (
    <>
      <i class="zero" style={{ left: x(0) }} />
      {worth && (
        <>
          <i
            class="bar"
            data-good={worth.middle >= 0}
            style={{
              left: x(Math.min(0, worth.middle)),
              right: `calc(100% - ${x(Math.max(0, worth.middle))})`,
            }}
          />
          <i
            class="whisker-bar"
            style={{ left: x(worth.low), right: `calc(100% - ${x(worth.high)})` }}
          />
        </>
      )}
    </>
  );
}

/** Points of a hundred, with how far off they may be. @param {ArenaInterval} of */
const figure = ({ low, middle, high }) =>
  `${signed(Math.round(100 * middle))} ± ${Math.max(1, Math.ceil(50 * (high - low)))}`;

/** @param {{ worth: ArenaInterval | null }} props */
const Bar = ({ worth }) => (
  <span class="worth-bar anchor" aria-hidden="true">
    <WorthMarks worth={worth} from={-0.5} to={0.5} />
  </span>
);

/** What a term is worth. @param {{ id: number, name: string }} props */
export function TermWorth({ id, name }) {
  const worth = worths.value.terms[name] ?? null;
  if (!measured.value) return null;
  const harms = worth && worth.high < 0;
  return (
    <div
      class="lab-worth small-text steady row"
      title="Points of 100 that it wins against itself without this term"
    >
      <span>Worth</span>
      <Bar worth={worth} />
      <b>{worth ? figure(worth) : '…'}</b>
      {harms && (draft.value?.terms.length ?? 0) > 1 && (
        <Button label="Leave it out" class="small" act={() => removeTerm(id)} />
      )}
    </div>
  );
}

/** How the whole heuristic does against a bot of the game. */
export function WholeWorth() {
  const { rival: worth, games, problem } = worths.value;
  if (!measured.value) return null;
  if (problem) return <p class="note">What the terms are worth cannot be told: {problem}.</p>;
  return (
    <div class="lab-worth whole small-text steady row">
      <label>
        Against{' '}
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
          `± ${Math.max(1, Math.ceil(50 * (worth.high - worth.low)))}, ${games} games, one move ahead`}
      </small>
    </div>
  );
}
