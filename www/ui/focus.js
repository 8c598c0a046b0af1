/** Moves the focus when the screen changes, so that the next Tab does not start at the top of the page. */

/**
 * Focuses the board, or the main content of the screen.
 * @param {boolean} inside   a cell of the board, for keyboard users; else its panel, which shows no focus ring
 */
export function focusScreen(inside) {
  const found = ['.board-host [tabindex="0"]', '.board-panel', 'main', 'nav [aria-current]']
    .slice(inside ? 0 : 1)
    .map((selector) => document.querySelector(selector))
    .find(Boolean);
  if (!(found instanceof HTMLElement)) return;
  // A panel is not a tab stop.
  if (found.tabIndex < 0) found.tabIndex = -1;
  found.focus();
}

/** Moves the focus if a change removed the focused element. */
export function keepFocus() {
  if (!document.activeElement || document.activeElement === document.body) focusScreen(false);
}
