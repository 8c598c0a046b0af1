/**
 * Wishes for another game on the page: while an engine is fetched or a long game replayed, a person may
 * ask for something else, and the last word counts.
 */

let last = 0;

/** Wishes for something; older wishes hold no longer. */
export function wish() {
  const mine = ++last;
  return { holds: () => mine === last };
}
