/**
 * A name from outside: of a heuristic, its author, its terms, a program. It is isolated, so that right-to-left letters
 * cannot reorder the sentence around it. Rust rejects names with control characters.
 * @param {{ children: import('preact').ComponentChildren }} props
 */
export const Name = ({ children }) => <bdi translate={false}>{children}</bdi>;

/** Texts of up to this many characters are cut at their end where space is short. */
const SHORT = 24;
/** Characters of a longer text that always stay, after the cut. */
const TAIL = 9;

/**
 * A name in a list that is cut in the middle if it is too long: names that begin alike stay different.
 * @param {{ text: string }} props
 */
export function ListName({ text }) {
  const letters = [...text];
  if (letters.length <= SHORT)
    return (
      <bdi class="cut" translate={false}>
        {text}
      </bdi>
    );
  return (
    <bdi class="middle" translate={false}>
      <span class="hidden">{text}</span>
      <span class="cut" aria-hidden="true">
        {letters.slice(0, -TAIL).join('')}
      </span>
      <span aria-hidden="true">{letters.slice(-TAIL).join('')}</span>
    </bdi>
  );
}
