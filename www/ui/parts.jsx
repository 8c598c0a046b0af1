/** Controls that every room has: a button with a sign alone, a choice from a list, a number. */

/** What an element may have besides. @typedef {{ id?: string, class?: string, title?: string, disabled?: boolean, readOnly?: boolean, 'aria-pressed'?: boolean, 'data-stays'?: boolean, onBlur?: () => void }} Attributes */

/**
 * A button with words.
 * @param {{ label: import('preact').ComponentChildren, act?: (event: MouseEvent) => void } & Omit<import('preact').ButtonHTMLAttributes<HTMLButtonElement>, 'label'>} props
 */
export const Button = ({ label, act, ...rest }) => (
  <button type="button" onClick={act} {...rest}>
    {label}
  </button>
);

/**
 * A button with a sign alone. Its name is said to those who do not see it, and shown by the pointer.
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

/**
 * A choice from a list of values with their words.
 * @template {string | number} T
 * @param {{ among: readonly (readonly [T, string])[], value: T, choose: (value: T) => void, label?: string } & Attributes} props
 */
export const Choice = ({ among, value, choose, label, ...rest }) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => choose(among[event.currentTarget.selectedIndex][0])}
    {...rest}
  >
    {among.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </select>
);

/**
 * A number. What is typed and is not allowed, or what `change` refuses with words, goes back to what it was; with steps of
 * one it is a whole number.
 * @param {{ value: number, change: (n: number) => unknown, min?: number, max?: number, step?: number | 'any', label?: string } & Attributes} props
 */
export const NumberInput = ({
  value,
  change,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  label,
  ...rest
}) => (
  <input
    type="number"
    aria-label={label}
    min={min}
    max={max}
    step={step}
    value={value}
    onChange={(event) => {
      const n = event.currentTarget.valueAsNumber;
      const fits = n >= min && n <= max && (step !== 1 || Number.isInteger(n));
      if (!fits || change(n)) event.currentTarget.value = String(value);
    }}
    {...rest}
  />
);

/**
 * Buttons of which one is pressed: a choice whose values are all in sight.
 * @template {string | number | boolean} T
 * @param {object} props
 * @param {string} props.label
 * @param {readonly (readonly [T, string])[]} props.among   values with their words
 * @param {T} props.value
 * @param {(value: T) => void} props.choose
 * @param {(value: T) => string} [props.name]   says a value to those who do not see it, where its words are a sign
 * @param {string} [props.class]
 * @param {string} [props.button]               the class of each
 * @param {import('preact').ComponentChildren} [props.children]   what stands before them
 */
export const Toggles = ({
  label,
  among,
  value,
  choose,
  name,
  class: kind = 'segmented',
  button,
  children,
}) => (
  <div class={kind} role="group" aria-label={label}>
    {children}
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
 * Something that is so or not, in words beside its box. Where `set` answers false it stays as it was.
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

/** What is wrong, if anything is. @param {{ words: string | null | undefined }} props */
export const Problem = ({ words }) =>
  words ? (
    <p class="problem box" role="alert">
      {words}
    </p>
  ) : null;
