/**
 * The board for screen readers and the keyboard: an invisible grid of labelled cells over the canvas, with a roving
 * tabindex. The canvas shows which cell has the focus. The renderer provides the cells; nothing here depends on a game.
 */
import { make } from '../ui/dom.js';
import { keyOf } from '../ui/keys.js';
import { nearest } from './grid.js';

/**
 * @typedef {object} A11yCell
 * @property {string} id       stable while the cell exists
 * @property {string} label
 * @property {number} row      cells with the same number form a row for screen readers
 * @property {number} x        the cell's position on the canvas, in CSS pixels
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} [off]   disabled: no action is possible now
 *
 * @typedef {object} A11yEvents
 * @property {(id: string | null) => void} focus     the focus moved to this cell, or out of the grid
 * @property {(id: string) => void} activate         Enter, or a click by a screen reader
 * @property {(key: string, event: KeyboardEvent) => boolean} [key]   any other key; true if it was used
 */

/** The direction of each arrow key: columns to the right, rows down. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** The centre of some cells. @param {A11yCell[]} cells */
function middle(cells) {
  const mean = (/** @type {(cell: A11yCell) => number} */ of) =>
    cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  return {
    x: mean((cell) => cell.x + cell.width / 2),
    y: mean((cell) => cell.y + cell.height / 2),
  };
}

const SHOWN = /** @type {const} */ (['label', 'off', 'x', 'y', 'width', 'height']);

/** @param {A11yCell} a @param {A11yCell} b */
const unchanged = (a, b) => SHOWN.every((key) => (a[key] || '') === (b[key] || ''));

/**
 * @param {HTMLElement} parent   positioned; contains the canvas
 * @param {string} label
 * @param {A11yEvents} events
 */
export function makeA11yGrid(parent, label, events) {
  const grid = make('div', { class: 'a11y-grid fill', role: 'grid', 'aria-label': label });
  parent.append(grid);

  /** @type {A11yCell[]} */
  let cells = [];
  /** @type {Map<string, HTMLElement>} */
  let elements = new Map();
  /** The one cell that Tab reaches. @type {string | null} */
  let roving = null;

  /** @param {string | null | undefined} id */
  const focus = (id) => elements.get(id ?? '')?.focus({ preventScroll: true });
  const hasFocus = () => grid.contains(document.activeElement);

  /** @param {A11yCell[]} next */
  function update(next) {
    const had = hasFocus();
    const same = next.length === cells.length && next.every((cell, i) => cell.id === cells[i].id);
    const before = same ? cells : [];
    cells = next;
    if (!same) build();
    for (const [i, cell] of cells.entries()) {
      // A large board has thousands of cells, and a move changes only a few.
      if (before[i] && unchanged(before[i], cell)) continue;
      const element = /** @type {HTMLElement} */ (elements.get(cell.id));
      if (element.getAttribute('aria-label') !== cell.label)
        element.setAttribute('aria-label', cell.label);
      if (cell.off) element.setAttribute('aria-disabled', 'true');
      else element.removeAttribute('aria-disabled');
      element.style.left = `${cell.x}px`;
      element.style.top = `${cell.y}px`;
      element.style.width = `${cell.width}px`;
      element.style.height = `${cell.height}px`;
    }
    if (!roving || !elements.has(roving)) rove(cells[0]?.id ?? null);
    if (had && !same) focus(roving);
  }

  function build() {
    const old = elements;
    elements = new Map();
    /** @type {Map<number, HTMLElement>} */
    const lines = new Map();
    for (const { id, row } of cells) {
      const line = lines.get(row) ?? make('div', { role: 'row' });
      lines.set(row, line);
      const element =
        old.get(id) ?? make('div', { role: 'gridcell', 'data-cell': id, tabindex: -1 });
      elements.set(id, element);
      line.append(element);
    }
    grid.replaceChildren(...lines.values());
  }

  /** @param {string | null} id */
  function rove(id) {
    elements.get(roving ?? '')?.setAttribute('tabindex', '-1');
    roving = id;
    elements.get(roving ?? '')?.setAttribute('tabindex', '0');
  }

  const current = () => cells.find((cell) => cell.id === roving);

  /**
   * The cell in a direction: the neighbour, or else the nearest cell of the nearest group that way. Steps inside a
   * group lead to neighbours, so every cell can be reached.
   * @param {[number, number]} way
   * @returns {A11yCell | null}
   */
  function ahead([dx, dy]) {
    const from = current();
    if (!from) return null;
    /** The distance between two groups, along the direction and across it. @param {A11yCell[]} to @param {A11yCell[]} start */
    const far = (to, start) => {
      const [a, b] = [middle(to), middle(start)];
      const [x, y] = [a.x - b.x, a.y - b.y];
      return { along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
    };
    const beside = cells.find((cell) => {
      const { along, aside } = far([cell], [from]);
      return Math.abs(along - from.width) < from.width * 0.3 && aside < from.width * 0.3;
    });
    if (beside) return beside;
    const here = cells.filter((cell) => cell.row === from.row);
    const rows = new Set(cells.map((cell) => cell.row));
    rows.delete(from.row);
    const groups = [...rows].map((row) => cells.filter((cell) => cell.row === row));
    const group = nearest(groups, (one) => {
      const { along, aside } = far(one, here);
      return along < from.width / 2 ? Number.POSITIVE_INFINITY : along + aside * 3;
    });
    return nearest(group ?? [], (cell) => {
      const { along, aside } = far([cell], [from]);
      return Math.abs(along) + aside;
    });
  }

  /** The first cell of the previous or next row, or the first or last of all. @param {string} key */
  function jump(key) {
    if (key === 'Home') return cells[0];
    if (key === 'End') return cells.at(-1);
    const step = { PageDown: 1, PageUp: -1 }[key];
    const from = current();
    return step && from ? cells.find((cell) => cell.row === from.row + step) : undefined;
  }

  /** @param {Event} event */
  const cellOf = (event) =>
    event.target instanceof HTMLElement ? (event.target.dataset.cell ?? null) : null;

  grid.addEventListener('focusin', (event) => {
    const id = cellOf(event);
    if (!id) return;
    rove(id);
    events.focus(id);
  });
  grid.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node) || !grid.contains(event.relatedTarget))
      events.focus(null);
  });
  grid.addEventListener('click', (event) => {
    const id = cellOf(event);
    if (id) events.activate(id);
  });
  grid.addEventListener('keydown', (event) => {
    const id = cellOf(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    const way = ARROWS[key];
    if (events.key?.(key, event)) event.preventDefault();
    else if (key === 'Enter') {
      event.preventDefault();
      events.activate(id);
    } else {
      const to = way ? ahead(way) : jump(key);
      if (!to && !way) return;
      event.preventDefault();
      focus(to?.id);
    }
  });

  return { update, focus };
}
