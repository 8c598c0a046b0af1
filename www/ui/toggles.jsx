/** Buttons of which one is pressed: a choice whose values are all in sight. */
import { Button } from './parts.jsx';

/**
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
