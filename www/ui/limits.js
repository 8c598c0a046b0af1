/** Bounds on what comes from outside. */
import { mostBytes } from '../pkg/catalog.js';

/**
 * The most bytes that a text may have, be it a record or a map; what is larger is refused before it is read. It is the
 * limit that Rust reads and plays by. Where characters are counted, they are at most as many.
 */
export const MAX_TEXT = mostBytes;
/** The same for people. */
export const MAX_TEXT_SIZE = `${Math.floor(mostBytes / 2 ** 20)} MB`;
