/**
 * The list of standing rules: tasks for new outposts, and for all outposts while a condition holds. Rust lists the
 * possible subjects, conditions and tasks, and describes the rules.
 */
import { useState } from 'preact/hooks';
import * as strings from '../../strings/outpost.js';
import { Button, Choice, NumberInput, Sign } from '../../ui/parts.jsx';

/** @typedef {import('../../pkg/totora.js').OutpostRule} Rule */
/** @typedef {import('../../pkg/totora.js').OutpostChoice} Choice */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').Cell} Cell */

/** @param {Choice[]} list @param {string} id @returns {Choice} */
const choiceOf = (list, id) => list.find((one) => one.id === id) ?? list[0];

/** A label with `…` in place of its number, for a list without one. @param {string} label */
const blank = (label) => label.replace('#', '…');

/**
 * @param {object} props
 * @param {Position} props.view
 * @param {Rule[]} props.rules          in force, or in pending orders
 * @param {Cell | null} props.cell      the cell chosen for a rule
 * @param {boolean} props.choosing      the next click on the board chooses that cell
 * @param {() => void} props.choose
 * @param {() => void} props.dropCell
 * @param {(rules: Rule[]) => boolean} props.give
 */
export function StandingRules({ view, rules, cell, choosing, choose, dropCell, give }) {
  const [scope, setScope] = useState('all');
  const [when, setWhen] = useState('enemy');
  const [number, setNumber] = useState(/** @type {number | null} */ (null));
  const [verb, setVerb] = useState('guard');
  const condition = choiceOf(view.conditions, when);
  const task = choiceOf(view.ruled, verb);
  const amount = number ?? condition.usual;
  const points = task.cell > 0 && cell ? [cell] : [];
  const lacks = task.cell > 1 && points.length === 0;

  const add = () => {
    const next = { scope, when, number: condition.most > 0 ? amount : 0, verb, points };
    if (give([...rules, /** @type {Rule} */ (next)])) dropCell();
  };
  /** @param {number} at */
  const drop = (at) => give(rules.filter((_, i) => i !== at));
  /** @param {number} at */
  const raise = (at) =>
    give(rules.map((one, i) => (i === at - 1 ? rules[at] : i === at ? rules[at - 1] : one)));

  return (
    <details class="standing-rules" open={rules.length > 0}>
      <summary>{strings.rules(rules.length > 0 ? ` (${rules.length})` : '')}</summary>
      {rules.length > 0 && (
        <ol class="stack g1 fine" aria-label={strings.rulesOfSeveralThatHold}>
          {rules.map((one, i) => (
            <li class="row g1" key={one.words}>
              <span>
                {i + 1}. {one.words}
              </span>
              {i > 0 && (
                <Sign
                  sign="↑"
                  class="small"
                  label={strings.beforeTheOthers(one.words)}
                  act={() => raise(i)}
                />
              )}
              <Sign
                sign="×"
                class="small"
                label={strings.dropTheRule(one.words)}
                act={() => drop(i)}
              />
            </li>
          ))}
        </ol>
      )}
      <div class="rule-maker stack g2" role="group" aria-label={strings.newRule}>
        <Pick label={strings.whomItIsFor} list={view.scopes} value={scope} set={setScope} />
        <Pick
          label={strings.whenItHolds}
          list={view.conditions}
          value={when}
          set={(id) => {
            setWhen(id);
            setNumber(null);
          }}
        />
        {condition.most > 0 && (
          <label class="note row far g3">
            {strings.is}
            <NumberInput
              label={strings.numberOfTheCondition}
              min={1}
              max={condition.most}
              value={amount}
              change={setNumber}
            />
          </label>
        )}
        <Pick label={strings.whatTheyDo} list={view.ruled} value={verb} set={setVerb} />
        {task.cell > 0 && (
          <Button
            label={
              cell ? cell.join(',') : task.cell > 1 ? strings.whichCell : strings.cellIfYouLike
            }
            class="small"
            aria-pressed={choosing}
            act={choose}
          />
        )}
        <Button label={strings.addTheRule} class="small" disabled={lacks} act={add} />
      </div>
    </details>
  );
}

/** @param {{ label: string, list: Choice[], value: string, set: (id: string) => void }} props */
const Pick = ({ label, list, value, set }) => (
  <Choice
    label={label}
    among={list.map((one) => [one.id, blank(one.label)])}
    value={value}
    choose={set}
  />
);
