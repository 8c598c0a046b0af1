/**
 * Orders that a person has given for the turn that waits: a list of them by their parts, in which a later
 * one about the same outposts takes the place of an earlier one. How they are written, what they are in
 * words, and whether they can be carried out is said by Rust.
 */

/** @typedef {[number, number]} Cell */

/**
 * @typedef {object} Clause    An order by its parts, as Rust takes it: `OutpostClause`.
 * @property {string} verb     `go`, `hold`, `adviser`, …, or `x` to disband
 * @property {number[]} who    indices of outposts; empty for orders to the empire
 * @property {Cell[]} points
 * @property {string} [rest]   what else it needs
 * @property {import('../../pkg/totora.js').OutpostRule[]} [rules]   of `rules` the rules themselves
 *
 * @typedef {object} Given     Orders that can be given.
 * @property {Clause[]} clauses
 * @property {string} text     as they are played
 * @property {string[]} words  each of them for people
 * @property {import('../../pkg/totora.js').OutpostRule[]} rules   the rules among them, with their words
 */

/** No orders: everything goes on as it was told. @type {Given} */
export const NONE = { clauses: [], text: '', words: [], rules: [] };

/** Orders that are about outposts; the others are about the empire, and there is one of each. */
const TASKS = ['go', 'patrol', 'hold', 'guard', 'pair', 'harvest', 'raid', 'auto'];

/**
 * The list with one more order.
 * @param {Clause[]} clauses
 * @param {Clause} next
 * @returns {Clause[]}
 */
export function withOrder(clauses, next) {
  if (!TASKS.includes(next.verb)) {
    return [...clauses.filter((one) => one.verb !== next.verb), next];
  }
  const left = clauses
    .map((one) =>
      TASKS.includes(one.verb)
        ? { ...one, who: one.who.filter((index) => !next.who.includes(index)) }
        : one,
    )
    .filter((one) => !TASKS.includes(one.verb) || one.who.length > 0);
  return [...left, next];
}

/**
 * The order that waits for an outpost, if one does.
 * @param {Clause[]} clauses
 * @param {number} index
 */
export function orderOf(clauses, index) {
  return clauses.find((one) => TASKS.includes(one.verb) && one.who.includes(index)) ?? null;
}
