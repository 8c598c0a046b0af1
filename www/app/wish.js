/**
 * Wishes for another game on the page: while an engine is fetched or a long game replayed, a person may
 * ask for something else, and the last word counts.
 */

let last = new AbortController();

/** Wishes for something; older wishes hold no longer. */
export function wish() {
  last.abort();
  const mine = new AbortController();
  last = mine;
  return { holds: () => !mine.signal.aborted, signal: mine.signal };
}

/** @returns {AbortSignal} aborted by the next wish: for what is only of use until then */
export const untilNextWish = () => last.signal;
