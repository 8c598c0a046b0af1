/**
 * A person's orders for the next turn, as a list of clauses. A later clause about the same outposts replaces an earlier
 * one. Rust writes and describes them, and checks whether they are possible.
 */

/** @typedef {[number, number]} Cell */

/**
 * @typedef {object} Clause    A single order, as Rust's `OutpostClause`.
 * @property {string} verb     `go`, `hold`, `adviser`, …, or `x` to disband
 * @property {number[]} who    indices of outposts; empty for orders to the empire
 * @property {Cell[]} points
 * @property {string} [rest]   further arguments
 * @property {import('../../pkg/totora.js').OutpostRule[]} [rules]   the rules of the verb `rules`
 *
 * @typedef {object} Orders    Orders that Rust has written.
 * @property {Clause[]} clauses
 * @property {string} text     in the notation of a move
 * @property {string[]} words  a description of each
 * @property {import('../../pkg/totora.js').OutpostRule[]} rules   the rules among them, with descriptions
 */

/** No orders: all standing orders continue. @type {Orders} */
export const NONE = { clauses: [], text: '', words: [], rules: [] };

/** Verbs for outposts; the others are for the empire, with one order of each. */
const TASKS = ['go', 'patrol', 'hold', 'guard', 'pair', 'harvest', 'raid', 'auto'];

/**
 * The list with one order added.
 * @param {Clause[]} clauses
 * @param {Clause} next
 * @returns {Clause[]}
 */
export function withOrder(clauses, next) {
  const tasks = TASKS.includes(next.verb);
  const left = clauses.flatMap((one) => {
    if (!tasks) return one.verb === next.verb ? [] : [one];
    if (!TASKS.includes(one.verb)) return [one];
    const who = one.who.filter((index) => !next.who.includes(index));
    return who.length > 0 ? [{ ...one, who }] : [];
  });
  return [...left, next];
}

/**
 * The pending order of an outpost; null if there is none.
 * @param {Clause[]} clauses
 * @param {number} index
 */
export function orderOf(clauses, index) {
  return clauses.find((one) => TASKS.includes(one.verb) && one.who.includes(index)) ?? null;
}
