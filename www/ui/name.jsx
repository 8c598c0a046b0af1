/**
 * A name from outside: of a heuristic, its author, its terms, a program. It is isolated, so that right-to-left letters
 * cannot reorder the sentence around it. Rust rejects names with control characters.
 * @param {{ children: import('preact').ComponentChildren }} props
 */
export const Name = ({ children }) => <bdi translate={false}>{children}</bdi>;
