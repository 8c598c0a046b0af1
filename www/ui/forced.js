/** Classes of candidates: what an analysis knows about each, from Rust. */

/**
 * Whether a class is a proven result.
 * @param {import('../pkg/totora.js').Class} known
 * @returns {known is import('../pkg/totora.js').Proven}
 */
export const isForced = (known) => known === 'win' || known === 'draw' || known === 'loss';
