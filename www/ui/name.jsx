/**
 * A name from outside: of a heuristic, its author, its terms, a program. It is isolated, so that letters that are
 * written from the right cannot reorder the sentence around it. Rust refuses names that hold control characters.
 * @param {{ children: import('preact').ComponentChildren }} props
 */
export const Name = ({ children }) => <bdi>{children}</bdi>;
