/** Limits on input. */
import { mostBytes } from '../pkg/catalog.js';

/**
 * The most bytes that a text (a record or a map) may have; larger ones are rejected before they are read. Rust has the
 * same limit. Where characters are counted, there are never more of them than bytes.
 */
export const MAX_TEXT = mostBytes;
/** The same limit as text for users. */
export const MAX_TEXT_SIZE = `${Math.floor(mostBytes / 2 ** 20)} MB`;
