/**
 * The accessible twin of a board: an invisible grid of labelled cells that lies over the canvas and
 * holds the roving focus. The canvas shows what has the focus; screen readers read the cells. Cells
 * come from the renderer; no game may enter here.
 */

/**
 * @typedef {object} TwinCell
 * @property {string} id       stays the same while the cell stays the same
 * @property {string} label
 * @property {number} row      cells of one row stand together for a screen reader
 * @property {number} x        the cell's place over the canvas, in CSS pixels
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} [off]   nothing can be done here now
 *
 * @typedef {object} TwinEvents
 * @property {(id: string | null) => void} focus     the focus moved to this cell, or out of the grid
 * @property {(id: string) => void} activate         Enter, or a click by a screen reader
 * @property {(key: string, event: KeyboardEvent) => boolean} key   any other key; true if it was used
 */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * The middle of some cells.
 * @param {TwinCell[]} cells
 */
function middle(cells) {
  const mean = (/** @type {(cell: TwinCell) => number} */ of) =>
    cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  return {
    x: mean((cell) => cell.x + cell.width / 2),
    y: mean((cell) => cell.y + cell.height / 2),
  };
}

/** @param {TwinCell} a @param {TwinCell} b */
const unchanged = (a, b) =>
  a.label === b.label &&
  !a.off === !b.off &&
  a.x === b.x &&
  a.y === b.y &&
  a.width === b.width &&
  a.height === b.height;

/**
 * @param {HTMLElement} parent   must be positioned; the canvas lies in it
 * @param {string} label
 * @param {TwinEvents} events
 */
export function makeTwin(parent, label, events) {
  const grid = document.createElement('div');
  grid.className = 'twin';
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-label', label);
  parent.append(grid);

  /** @type {TwinCell[]} */
  let cells = [];
  /** @type {Map<string, HTMLElement>} */
  let elements = new Map();
  /** The one cell that Tab reaches. @type {string | null} */
  let roving = null;

  /** @param {TwinCell[]} next */
  function update(next) {
    const had =
      document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset.cell
        : undefined;
    const hadFocus = had !== undefined && grid.contains(document.activeElement);
    const same = next.length === cells.length && next.every((cell, i) => cell.id === cells[i].id);
    const before = same ? cells : [];
    cells = next;
    if (!same) build();
    for (const [i, cell] of cells.entries()) {
      // A large board has thousands of cells, and a move changes a few.
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
    if (hadFocus && !same && roving) elements.get(roving)?.focus({ preventScroll: true });
  }

  function build() {
    const old = elements;
    elements = new Map();
    /** @type {Map<number, HTMLElement>} */
    const lines = new Map();
    for (const cell of cells) {
      let line = lines.get(cell.row);
      if (!line) {
        line = document.createElement('div');
        line.setAttribute('role', 'row');
        lines.set(cell.row, line);
      }
      let element = old.get(cell.id);
      if (!element) {
        element = document.createElement('div');
        element.setAttribute('role', 'gridcell');
        element.dataset.cell = cell.id;
        element.tabIndex = -1;
      }
      elements.set(cell.id, element);
      line.append(element);
    }
    grid.replaceChildren(...lines.values());
  }

  /** @param {string | null} id */
  function rove(id) {
    if (roving) elements.get(roving)?.setAttribute('tabindex', '-1');
    roving = id;
    if (roving) elements.get(roving)?.setAttribute('tabindex', '0');
  }

  /**
   * The cell in a direction: the one right beside it, or else the nearest cell of the nearest group
   * that way. Inside a group every step leads to a neighbour, so every cell can be reached.
   * @param {[number, number]} way
   * @returns {TwinCell | null}
   */
  function ahead([dx, dy]) {
    const from = cells.find((cell) => cell.id === roving);
    if (!from) return null;
    const far = (
      /** @type {{ x: number, y: number }} */ to,
      /** @type {{ x: number, y: number }} */ start,
    ) => {
      const [x, y] = [to.x - start.x, to.y - start.y];
      return { along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
    };
    const beside = cells.find((cell) => {
      const { along, aside } = far(middle([cell]), middle([from]));
      return Math.abs(along - from.width) < from.width * 0.3 && aside < from.width * 0.3;
    });
    if (beside) return beside;
    const here = middle(cells.filter((cell) => cell.row === from.row));
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const row of new Set(cells.map((cell) => cell.row))) {
      const group = cells.filter((cell) => cell.row === row);
      const { along, aside } = far(middle(group), here);
      if (row === from.row || along < from.width / 2 || along + aside * 3 >= least) continue;
      least = along + aside * 3;
      best = group;
    }
    if (!best) return null;
    const cost = (/** @type {TwinCell} */ cell) => {
      const { along, aside } = far(middle([cell]), middle([from]));
      return Math.abs(along) + aside;
    };
    return best.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  }

  /**
   * The first cell of the group before or after, or the first or last of all.
   * @param {string} key
   * @returns {TwinCell | null}
   */
  function jump(key) {
    if (key === 'Home') return cells[0] ?? null;
    if (key === 'End') return cells[cells.length - 1] ?? null;
    const step = { PageDown: 1, PageUp: -1 }[key];
    const from = cells.find((cell) => cell.id === roving);
    if (!step || !from) return null;
    return cells.find((cell) => cell.row === from.row + step) ?? null;
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
    const way = ARROWS[event.key];
    if (events.key(event.key, event)) event.preventDefault();
    else if (way) {
      event.preventDefault();
      const to = ahead(way);
      if (to) elements.get(to.id)?.focus({ preventScroll: true });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      events.activate(id);
    } else {
      const to = jump(event.key);
      if (!to) return;
      event.preventDefault();
      elements.get(to.id)?.focus({ preventScroll: true });
    }
  });

  return {
    update,
    /** @param {string} id */
    focus(id) {
      elements.get(id)?.focus({ preventScroll: true });
    },
    /** @returns {string | null} */
    focused: () => (grid.contains(document.activeElement) ? roving : null),
    destroy: () => grid.remove(),
  };
}
