/** Elements for widgets without a framework. Nothing here depends on a game. */

/**
 * Creates an element with attributes, listeners (`onclick`) and children. An attribute that is false or undefined is
 * left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | undefined | ((event: any) => void)>} [how]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, how = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(how)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * A button with a tooltip. If the label is a single character, the tooltip is its accessible name.
 * @param {string} label
 * @param {string} title
 * @param {(event: MouseEvent) => void} onclick
 * @param {string} [className]
 */
export const button = (label, title, onclick, className) =>
  make(
    'button',
    {
      type: 'button',
      title,
      class: className,
      'aria-label': label.length === 1 && title,
      onclick,
    },
    label,
  );

/** A canvas that screen readers skip. @param {string} [className] */
export const makeCanvas = (className) =>
  make('canvas', { 'aria-hidden': 'true', class: className });

/**
 * Adds several listeners to a target, until the signal aborts.
 * @template {Event} E
 * @param {EventTarget} target
 * @param {AbortSignal} signal
 * @param {Record<string, (event: E) => void>} handlers   by the events' names
 * @param {AddEventListenerOptions} [how]
 */
export function listen(target, signal, handlers, how) {
  for (const [name, handler] of Object.entries(handlers))
    target.addEventListener(name, /** @type {EventListener} */ (handler), { signal, ...how });
}

/** The ratio of height to width of an element's board; boards that are not square set `--shape`. @param {Element} room */
export function shapeIn(room) {
  const shaped = room.querySelector('[style*="--shape"]');
  return shaped ? Number(getComputedStyle(shaped).getPropertyValue('--shape')) : 1;
}
