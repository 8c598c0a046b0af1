/** Small parts that several panels use: bot selects, budgets, options. */
import { useState } from 'preact/hooks';

/** @typedef {import('../app/types.js').Budget} Budget */
/** @typedef {import('../app/types.js').OptionInfo} OptionInfo */

const UNITS = /** @type {{ key: 'nodes' | 'ms' | 'depth', label: string }[]} */ ([
  { key: 'nodes', label: 'nodes' },
  { key: 'ms', label: 'ms' },
  { key: 'depth', label: 'plies' },
]);

/** @param {Budget} budget @returns {['nodes' | 'ms' | 'depth', number]} */
function split(budget) {
  if ('ms' in budget) return ['ms', budget.ms];
  if ('depth' in budget) return ['depth', budget.depth];
  return ['nodes', budget.nodes];
}

/** A sensible amount when the unit changes. */
const USUAL = { nodes: 20_000, ms: 500, depth: 2 };

/**
 * How long a bot thinks: a number and its unit.
 * @param {{ value: Budget, label: string, change: (budget: Budget) => void }} props
 */
export function BudgetInput({ value, label, change }) {
  const [unit, amount] = split(value);
  const make = (/** @type {string} */ u, /** @type {number} */ n) =>
    /** @type {Budget} */ (
      /** @type {unknown} */ ({
        [u]: Math.max(1, Math.min(u === 'depth' ? 30 : 1e9, Math.round(n))),
      })
    );
  return (
    <span class="budget">
      <input
        type="number"
        min="1"
        step="1"
        value={amount}
        aria-label={`${label}: amount`}
        onChange={(event) => {
          const n = event.currentTarget.valueAsNumber;
          if (Number.isFinite(n) && n >= 1) change(make(unit, n));
          else event.currentTarget.value = String(amount);
        }}
      />
      <select
        aria-label={`${label}: unit`}
        value={unit}
        onChange={(event) => {
          const u = /** @type {keyof typeof USUAL} */ (event.currentTarget.value);
          change(make(u, USUAL[u]));
        }}
      >
        {UNITS.map((one) => (
          <option key={one.key} value={one.key}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** From here on a text is a page of its own, such as a map. */
const LONG = 80;

/**
 * A text option: a line; or a choice of the texts that it knows, with a field for any other.
 * @param {{ id: string, option: import('../app/types.js').TextOption, value: string, change: (value: string) => void }} props
 */
function TextOption({ id, option, value, change }) {
  const { known } = option;
  const among = known.some((one) => one.value === value);
  const [own, setOwn] = useState(!among);
  const free = own || !among;
  const field =
    option.max_len > LONG ? (
      <textarea
        id={known.length ? `${id}-own` : id}
        rows={value.includes('\n') ? 6 : 2}
        spellcheck={false}
        class="map-text"
        maxLength={option.max_len}
        aria-label={known.length ? `${option.label}: own text` : option.label}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    ) : (
      <input
        id={known.length ? `${id}-own` : id}
        type="text"
        maxLength={option.max_len}
        aria-label={known.length ? `${option.label}: own text` : option.label}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  if (known.length === 0) return field;
  return (
    <span class="text-option">
      <select
        id={id}
        value={free ? 'own text' : value}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setOwn(next === 'own text');
          if (next !== 'own text') change(next);
        }}
      >
        {known.map((one) => (
          <option key={one.value} value={one.value}>
            {one.about ? `${one.name}: ${one.about}` : one.name}
          </option>
        ))}
        <option value="own text">A text of your own</option>
      </select>
      {free && field}
    </span>
  );
}

/**
 * One option of a game or a bot, as a labelled field.
 * @param {{ option: OptionInfo, value: string | number, change: (value: string | number) => void, room?: string }} props
 *   `room` tells fields of one page apart that have the same key
 */
export function OptionField({ option, value, change, room = 'option' }) {
  const id = `${room}-${option.key}`;
  return (
    <div class="field">
      <label for={id}>{option.label}</label>
      {option.type === 'choice' ? (
        <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
          {option.choices.map((choice, i) => (
            <option key={choice} value={choice}>
              {option.names[i]}
            </option>
          ))}
        </select>
      ) : option.type === 'text' ? (
        <TextOption id={id} option={option} value={String(value)} change={change} />
      ) : (
        <input
          id={id}
          type="number"
          min={option.min}
          max={option.max}
          step={option.type === 'int' ? 1 : option.step}
          value={value}
          onChange={(event) => {
            const n = event.currentTarget.valueAsNumber;
            if (Number.isFinite(n)) change(n);
          }}
        />
      )}
      <small>{option.about}</small>
    </div>
  );
}
