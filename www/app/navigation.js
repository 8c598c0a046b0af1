/**
 * Navigation to another game. While an engine is loading or a long game is replayed, the user may choose
 * something else: the last choice wins.
 */

let last = new AbortController();

/** Starts a navigation and cancels the previous one. */
export function navigate() {
  last.abort();
  const mine = new AbortController();
  last = mine;
  return { holds: () => !mine.signal.aborted, signal: mine.signal };
}

/** @returns {AbortSignal} aborted by the next navigation */
export const untilNavigation = () => last.signal;
