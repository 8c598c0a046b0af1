/** Where the keyboard goes when the screen changes, so that the next Tab is not at the top of the page. */

/**
 * Focuses the board, or what else the screen is about.
 * @param {boolean} inside   the board's own cell, for a keyboard; else its panel, which shows no ring
 */
export function focusScreen(inside) {
  const found = ['.board-host [tabindex="0"]', '.board-panel', 'main', 'nav [aria-current]']
    .slice(inside ? 0 : 1)
    .map((selector) => document.querySelector(selector))
    .find(Boolean);
  if (!(found instanceof HTMLElement)) return;
  // A panel is no stop of Tab.
  if (found.tabIndex < 0) found.tabIndex = -1;
  found.focus();
}

/** The same after a change that took the focused element away. */
export function keepFocus() {
  if (!document.activeElement || document.activeElement === document.body) focusScreen(false);
}
