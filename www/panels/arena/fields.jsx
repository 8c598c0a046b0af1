/** Setup fields and progress that the Arena and the studies of a heuristic share. */

import * as strings from '../../strings/arena.js';
import { Button, Check, LabelledNumber } from '../../ui/parts.jsx';
import { BudgetInput } from '../parts.jsx';
import { time, whole } from './figures.js';

/** @typedef {import('../../app/arena/progress.js').Progress} Games   of a tournament or a study */

/**
 * A list of checkboxes.
 * @param {{ legend: string, shown?: boolean, among: { key: string, name: string }[], chosen: string[], choose: (keys: string[]) => void, none?: boolean }} props
 *   `shown`: the legend is visible; `none`: the list may be empty
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

/** A numeric field of an object: key, label and bounds. @typedef {readonly [key: string, label: string, min: number, max: number, step?: 'any']} Declared */

/**
 * Number fields for an object.
 * @param {{ fields: readonly Declared[], of: Record<string, any>, set: (change: Record<string, number>) => void, three?: boolean }} props
 *   `three`: three columns
 */
export const Numbers = ({ fields, of, set, three = false }) => (
  <div class={three ? 'numbers three stack' : 'numbers stack'}>
    {fields.map(([key, label, min, max, step]) => (
      <LabelledNumber
        key={key}
        label={label}
        value={of[key] ?? 0}
        min={min}
        max={max}
        step={step}
        change={(n) => set({ [key]: n })}
      />
    ))}
  </div>
);

/** One budget for all bots that search. @param {{ value: import('../../app/types.js').Budget, change: (budget: import('../../app/types.js').Budget) => void }} props */
export const AllBudgets = (props) => (
  <div class="note stack g2 above">
    <span>{strings.allThatSearchThinkFor}</span>
    <BudgetInput label={strings.howLongAllThink} {...props} />
  </div>
);

/**
 * Progress of the games.
 * @param {{ of: Games, ended?: string }} props   `ended`: text at the end
 */
export function Progress({ of, ended = strings.allPlayed }) {
  const [done, planned, left] = [of.done.value, of.planned.value, of.left.value];
  const [rate, status] = [of.rate.value, of.status.value];
  return (
    <>
      <progress aria-label={strings.gamesPlayed} max={planned || 1} value={done} />
      <p class="note progress-words" translate={false}>
        {strings.ofLeft(done, planned, left === null ? '' : time(left))}
        {status === 'running' &&
          rate > 0 &&
          ` · ${rate >= 10 ? whole(rate) : rate.toFixed(1)} ${strings.gamesASecond}`}
        {status === 'paused' && ` · ${strings.paused}`}
        {status === 'pausing' && ` · ${strings.endingTheGamesAtHand}`}
        {status === 'done' && ` · ${ended}`}
      </p>
    </>
  );
}

/**
 * The buttons below: pause running games; start or resume others.
 * @param {{ of: Games, pause: () => void, go?: () => void, label: string, off: boolean, children: import('preact').ComponentChildren }} props
 *   `go` starts or resumes, with the label `label`; `off`: disabled
 */
export const RunButtons = ({ of: { busy, status }, pause, go, label, off, children }) => (
  <div class="row wrap g3">
    {busy.value && (
      <Button
        label={strings.pause}
        class="primary"
        disabled={status.value !== 'running'}
        act={pause}
      />
    )}
    {go && !busy.value && <Button label={label} class="primary" disabled={off} act={go} />}
    {children}
  </div>
);
