/**
 * Going to another game: while an engine is fetched or a long game replayed, a person may ask for
 * something else, and the last word counts.
 */

let last = new AbortController();

/** Begins to go somewhere; whatever was on its way before is given up. */
export function navigate() {
  last.abort();
  const mine = new AbortController();
  last = mine;
  return { holds: () => !mine.signal.aborted, signal: mine.signal };
}

/** @returns {AbortSignal} aborted by the next navigation: for what is only of use until then */
export const untilNavigation = () => last.signal;
