/** What the Arena and the studies of a heuristic are both set up with, and how far the games are. */

import * as strings from '../../strings/arena.js';
import { Check } from '../../ui/parts.jsx';
import { BudgetInput } from '../parts.jsx';
import { time, whole } from './figures.js';

/**
 * Several of a list, each with a box to be checked.
 * @param {{ legend: string, shown?: boolean, among: { key: string, name: string }[], chosen: string[], choose: (keys: string[]) => void, none?: boolean }} props
 *   `shown`: the legend is for the eye too; `none`: there may be none of them
 */
export const CheckList = ({ legend, shown = false, among, chosen, choose, none = false }) => (
  <fieldset class="maps stack two close">
    <legend class={shown ? '' : 'hidden'}>{legend}</legend>
    {among.map(({ key, name }) => (
      <Check
        key={key}
        label={name}
        on={chosen.includes(key)}
        set={(on) => {
          const next = among
            .map((one) => one.key)
            .filter((one) => (one === key ? on : chosen.includes(one)));
          if (next.length === 0 && !none) return false;
          return choose(next);
        }}
      />
    ))}
  </fieldset>
);

/** One budget for all bots that search. @param {{ value: import('../../app/types.js').Budget, change: (budget: import('../../app/types.js').Budget) => void }} props */
export const AllBudgets = (props) => (
  <div class="note stack g2 above">
    <span>{strings.allThatSearchThinkFor}</span>
    <BudgetInput label={strings.howLongAllThink} {...props} />
  </div>
);

/**
 * How far the games are.
 * @param {{ done: number, of: number, left: number | null, rate: number, status: string, ended?: string }} props
 *   `left` in seconds, `rate` in games a second while they run; `ended`: what is said of the end
 */
export const Progress = ({ done, of, left, rate, status, ended = strings.allPlayed }) => (
  <>
    <progress aria-label={strings.gamesPlayed} max={of || 1} value={done} />
    <p class="note steady progress-words">
      {strings.ofLeft(done, of, left === null ? '' : time(left))}
      {status === 'running' && rate > 0 && (
        <>
          {' · '}
          <span data-rate={rate.toFixed(1)}>{rate >= 10 ? whole(rate) : rate.toFixed(1)}</span>
          {` ${strings.gamesASecond}`}
        </>
      )}
      {status === 'paused' && ` · ${strings.paused}`}
      {status === 'pausing' && ` · ${strings.endingTheGamesAtHand}`}
      {status === 'done' && ` · ${ended}`}
    </p>
  </>
);
