/** Controls under their labels, and what is wrong with what is set. */
import { Choice, NumberInput } from './parts.jsx';

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

/** What is wrong, if anything is. @param {{ words: string | null | undefined }} props */
export const Problem = ({ words }) =>
  words ? (
    <p class="problem box" role="alert">
      {words}
    </p>
  ) : null;
