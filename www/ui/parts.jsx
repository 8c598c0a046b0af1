/** Controls for every screen: buttons, choices, number fields. */

import { useId, useLayoutEffect, useState } from 'preact/hooks';
import * as strings from '../strings/common.js';

/** Attributes that the controls pass on. @typedef {{ id?: string, class?: string, title?: string, disabled?: boolean, readOnly?: boolean, 'aria-pressed'?: boolean, 'data-stays'?: boolean, onBlur?: () => void }} Attributes */

/**
 * A button with a text label, or with children.
 * @param {{ label?: import('preact').ComponentChildren, act?: (event: MouseEvent) => void } & Omit<import('preact').ButtonHTMLAttributes<HTMLButtonElement>, 'label'>} props
 */
export const Button = ({ label, act, children = label, ...rest }) => (
  <button type="button" onClick={act} {...rest}>
    {children}
  </button>
);

/**
 * An icon button. Its label is the accessible name and the tooltip.
 * @param {{ sign: string, label: string, act?: () => void } & Attributes} props
 */
export const Sign = ({ sign, label, act, title = label, class: name = '', ...rest }) => (
  <button
    type="button"
    class={`icon ${name}`}
    aria-label={label}
    title={title}
    onClick={act}
    {...rest}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);

/** @template T @typedef {readonly [value: T, words: string, title?: string]} One   option of a choice; `title` is a tooltip */
/** @template T @typedef {readonly [label: string, among: readonly One<T>[]]} Group   of options; empty groups are not shown */

/**
 * A drop-down list of options or groups of options.
 * @template {string | number} T
 * @param {{ among: readonly (One<T> | Group<T>)[], value: T, choose: (value: T) => void, label?: string } & Attributes} props
 */
export function Choice({ among, value, choose, label, ...rest }) {
  /** @param {One<T> | Group<T>} one @returns {one is Group<T>} */
  const isGroup = (one) => Array.isArray(one[1]);
  const all = among.flatMap((one) => (isGroup(one) ? one[1] : [one]));
  /** @param {One<T>} one */
  const option = ([one, words, title]) => (
    <option key={one} value={one} title={title}>
      {words}
    </option>
  );
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => choose(all[event.currentTarget.selectedIndex][0])}
      {...rest}
    >
      {among.map((one) => {
        if (!isGroup(one)) return option(one);
        const [words, those] = one;
        if (those.length === 0) return null;
        return (
          <optgroup key={words} label={words}>
            {those.map(option)}
          </optgroup>
        );
      })}
    </select>
  );
}

/**
 * A number field; a step of 1 allows whole numbers only. Invalid input stays in the field, with a line that says what
 * is expected or why `change` rejects it, and the value does not change.
 * @param {{ value: number, change: (n: number) => unknown, min?: number, max?: number, step?: number | 'any', label?: string } & Attributes} props
 */
export function NumberInput({
  value,
  change,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  label,
  ...rest
}) {
  const [wrong, setWrong] = useState({ text: '', why: '' });
  const help = useId();
  // Before the next input: a later effect would take away what that input says.
  useLayoutEffect(() => setWrong({ text: '', why: '' }), [value]);
  return (
    <>
      <input
        type="number"
        aria-label={label}
        aria-invalid={!!wrong.why}
        aria-describedby={wrong.why ? help : undefined}
        min={min}
        max={max}
        step={step}
        value={wrong.why ? wrong.text : value}
        onChange={({ currentTarget: { value: text, valueAsNumber: n } }) => {
          const fits = n >= min && n <= max && (step !== 1 || Number.isInteger(n));
          const refused = fits ? change(n) : strings.expectedNumber(min, max, step === 1);
          setWrong({ text, why: typeof refused === 'string' ? refused : '' });
        }}
        {...rest}
      />
      {wrong.why && (
        <small class="problem" id={help} role="alert">
          {wrong.why}
        </small>
      )}
    </>
  );
}

/**
 * A group of buttons, one of them pressed: a choice that shows all its values.
 * @template {string | number | boolean} T
 * @param {object} props
 * @param {string} props.label
 * @param {readonly (readonly [T, string])[]} props.among   values with their words
 * @param {T} props.value
 * @param {(value: T) => void} props.choose
 * @param {(value: T) => string} [props.name]   the accessible name of a value whose label is a symbol
 * @param {string} [props.class]
 * @param {string} [props.button]               the class of each
 */
export const Toggles = ({
  label,
  among,
  value,
  choose,
  name,
  class: kind = 'segmented',
  button,
}) => (
  <div class={kind} role="group" aria-label={label}>
    {among.map(([one, words]) => (
      <Button
        label={words}
        key={String(one)}
        class={button}
        aria-pressed={one === value}
        aria-label={name?.(one)}
        act={() => choose(one)}
      />
    ))}
  </div>
);

/**
 * @template {string | number} T
 * @param {{ label: string, look?: string, among: readonly (readonly [T, string])[], value: T, choose: (value: T) => void }} props
 *   `look`: how the label is written
 */
export const LabelledChoice = ({ label, look = 'dim', ...props }) => (
  <label class={`over ${look}`}>
    <span>{label}</span>
    <Choice {...props} />
  </label>
);

/**
 * @param {{ label: string, look?: string, value: number, min?: number, max?: number, step?: number | 'any', change: (n: number) => unknown }} props
 */
export const LabelledNumber = ({ label, look = 'dim', ...props }) => (
  <label class={`over ${look}`}>
    <span>{label}</span>
    <NumberInput {...props} />
  </label>
);

/**
 * A checkbox with its label. If `set` returns false, it does not change.
 * @param {{ label: string, on: boolean, set: (on: boolean) => unknown, disabled?: boolean, look?: string }} props
 */
export const Check = ({ label, on, set, disabled, look = '' }) => (
  <label class={`check ${look}`}>
    <input
      type="checkbox"
      checked={on}
      disabled={disabled}
      onChange={(event) => {
        if (set(event.currentTarget.checked) === false) event.currentTarget.checked = on;
      }}
    />{' '}
    {label}
  </label>
);

/** An error message, if there is one. @param {{ words: string | null | undefined }} props */
export const Problem = ({ words }) =>
  words ? (
    <p class="problem box" role="alert">
      {words}
    </p>
  ) : null;
