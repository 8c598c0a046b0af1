/** Small shared components: bot selects, budgets, options. */
import { useState } from 'preact/hooks';
import * as strings from '../strings/play.js';
import { Choice, NumberInput } from '../ui/parts.jsx';

/** @typedef {import('../app/types.js').Budget} Budget */
/** @typedef {import('../app/types.js').OptionInfo} OptionInfo */

const UNITS = /** @type {const} */ ([
  ['nodes', 'nodes'],
  ['ms', 'ms'],
  ['depth', 'plies'],
]);

/** Default amounts when the unit changes. */
const USUAL = { nodes: 20_000, ms: 500, depth: 2 };

/**
 * How long a bot thinks: a number and its unit.
 * @param {{ value: Budget, label: string, change: (budget: Budget) => void }} props
 */
export function BudgetInput({ value, label, change }) {
  const [unit, amount] = /** @type {['nodes' | 'ms' | 'depth', number]} */ (
    Object.entries(value)[0]
  );
  const make = (/** @type {string} */ u, /** @type {number} */ n) =>
    /** @type {Budget} */ (/** @type {unknown} */ ({ [u]: n }));
  return (
    <span class="budget row g3">
      <NumberInput
        min={1}
        max={unit === 'depth' ? 30 : 1e9}
        value={amount}
        label={strings.amount(label)}
        change={(n) => change(make(unit, n))}
      />
      <Choice
        label={strings.unit(label)}
        among={UNITS}
        value={unit}
        choose={(chosen) => change(make(chosen, USUAL[chosen]))}
      />
    </span>
  );
}

/** @param {{ name: string, about?: string }} known */
const titleOf = ({ name, about }) => (about ? `${name}: ${about}` : name);

/** Represents a text that is not in the list. */
const OWN = '*own';
/** Texts from this length on are multi-line, such as maps. */
const LONG = 80;

/**
 * A text option: a line, or a choice of its known texts with a field for any other.
 * @param {{ id: string, option: import('../app/types.js').TextOption, value: string, change: (value: string) => void }} props
 */
function TextOption({ id, option, value, change }) {
  const { known } = option;
  const among = known.some((one) => one.value === value);
  const [own, setOwn] = useState(!among);
  const free = own || !among;
  const of = {
    id: known.length ? `${id}-own` : id,
    maxLength: option.max_len,
    'aria-label': known.length ? strings.ownText(option.label) : option.label,
    value,
  };
  const field =
    option.max_len > LONG ? (
      <textarea
        {...of}
        rows={value.includes('\n') ? 6 : 2}
        spellcheck={false}
        class="map-text full"
        onInput={(event) => change(event.currentTarget.value)}
      />
    ) : (
      <input {...of} type="text" onChange={(event) => change(event.currentTarget.value)} />
    );
  if (known.length === 0) return field;
  return (
    <span class="stack g3">
      <Choice
        id={id}
        among={[
          ...known.map((one) => /** @type {[string, string]} */ ([one.value, titleOf(one)])),
          [OWN, strings.customText],
        ]}
        value={free ? OWN : value}
        choose={(next) => {
          setOwn(next === OWN);
          if (next !== OWN) change(next);
        }}
      />
      {free && field}
    </span>
  );
}

/**
 * The input for an option of a game or a bot.
 * @param {{ id: string, option: OptionInfo, value: string | number, change: (value: string | number) => void }} props
 */
export function OptionInput({ id, option, value, change }) {
  if (option.type === 'text')
    return <TextOption id={id} option={option} value={String(value)} change={change} />;
  if (option.type === 'choice')
    return (
      <Choice
        id={id}
        among={option.choices.map((choice, i) => [choice, option.names[i]])}
        value={String(value)}
        choose={change}
      />
    );
  const { min, max, type } = option;
  const step = type === 'int' ? 1 : option.step;
  return <NumberInput {...{ id, min, max, step, change }} value={Number(value)} />;
}

/**
 * One option of a game or a bot, as a labelled field.
 * @param {{ option: OptionInfo, value: string | number, change: (value: string | number) => void, prefix?: string }} props
 *   `prefix` distinguishes fields with the same key on one page
 */
export function OptionField({ option, value, change, prefix = 'option' }) {
  const id = `${prefix}-${option.key}`;
  return (
    <div class="field">
      <label for={id}>{option.label}</label>
      <OptionInput id={id} option={option} value={value} change={change} />
      <small>{option.about}</small>
    </div>
  );
}

/**
 * Settings of a bot: its budget and options.
 * @param {{ bot: import('../app/types.js').BotInfo, config: import('../app/types.js').BotConfig, set: (config: import('../app/types.js').BotConfig) => void, options?: OptionInfo[], prefix?: string }} props
 *   `options`: the shown ones, if not all
 */
export const BotSettings = ({ bot, config, set, options = bot.options, prefix }) => (
  <>
    {bot.budget && (
      <div class="field">
        <span class="field-name">{strings.thinksForLabel}</span>
        <BudgetInput
          label={strings.howLongItThinks(bot.name)}
          value={config.budget ?? bot.budget}
          change={(budget) => set({ ...config, budget })}
        />
      </div>
    )}
    {options.map((option) => (
      <OptionField
        key={option.key}
        prefix={prefix}
        option={option}
        value={config.options[option.key] ?? option.default}
        change={(value) => set({ ...config, options: { ...config.options, [option.key]: value } })}
      />
    ))}
  </>
);
