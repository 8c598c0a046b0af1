/** Bounds on what comes from outside. */

/** The most characters that a text may have, be it a record or a map; what is larger is refused before it is read. */
export const MAX_TEXT = 1_000_000;
