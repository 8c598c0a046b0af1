/**
 * Orders that a person has given for the turn that waits: a list of clauses in the notation of
 * standing orders, in which a later one about the same outposts takes the place of an earlier one.
 * Whether an order can be carried out is said by Rust when the turn is played.
 */

/** @typedef {[number, number]} Cell */

/**
 * @typedef {object} Clause
 * @property {string} verb     `go`, `hold`, `adviser`, …, or `x` to disband
 * @property {number[]} who    indices of outposts; empty for orders to the empire
 * @property {Cell[]} points
 * @property {string} [rest]   what else follows
 */

/** Orders that are about outposts; the others are about the empire, and there is one of each. */
const TASKS = ['go', 'patrol', 'hold', 'guard', 'pair', 'harvest', 'raid', 'auto'];

/** What one says to let everything go on as it was told. */
export const GO_ON = '.';

/** @param {Clause} clause */
export function clauseText({ verb, who, points, rest }) {
  if (verb === 'x') return `x${who[0]}`;
  const parts = [verb];
  if (who.length) parts.push(who.join(','));
  parts.push(...points.map((cell) => cell.join(',')));
  if (rest) parts.push(rest);
  return parts.join(' ');
}

/** @param {Clause[]} clauses @returns {string} the orders as they are played */
export function ordersText(clauses) {
  if (clauses.length === 0) return GO_ON;
  const text = clauses.map(clauseText).join('; ');
  // Plain orders begin like this one; the full stop says that these are standing orders.
  return clauses[0].verb === 'x' ? `${GO_ON}; ${text}` : text;
}

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

/** An order in words for people. @param {Clause} clause */
export function clauseWords({ verb, who, points, rest }) {
  const outposts = who.length === 1 ? `Outpost ${who[0]}` : `Outposts ${who.join(', ')}`;
  const cells = points.map((cell) => cell.join(',')).join(', ');
  switch (verb) {
    case 'go':
      return `${outposts}: go to ${points.map((cell) => cell.join(',')).join(', then ')}`;
    case 'patrol':
      return `${outposts}: patrol ${points.map((cell) => cell.join(',')).join(' – ')}`;
    case 'pair':
      return `${outposts}: pair with ${rest}`;
    case 'harvest':
      return `${outposts}: harvest${cells ? ` at ${cells}` : ''}`;
    case 'adviser':
      return `Adviser: ${rest}`;
    case 'rally':
      return `New outposts: ${cells ? `go to ${cells}` : 'as the adviser says'}`;
    case 'disband':
      return `Disband the ${rest} first`;
    case 'x':
      return `${outposts}: disband`;
    default:
      return `${outposts}: ${verb}`;
  }
}
