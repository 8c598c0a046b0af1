/**
 * The board of the position editor, the same for all games: spots for pieces, drawn from Rust's data, with pointer and
 * keyboard input. For screen readers it is a grid of labelled cells, or one field with a cursor if there are thousands
 * of spots. Rust decides which positions are legal; nothing here depends on a game.
 */
import './map.css';
import * as strings from '../strings/setup.js';
import { make } from '../ui/dom.js';
import { ARROWS } from './a11yGrid.js';
import { makeBoard, modelOf, NULL_HOST } from './base.js';
import * as cam from './camera.js';
import { nearest } from './grid.js';
import { sizeOf, UNIT } from './mapView.js';
import { faint, paint, plate } from './pen.js';
import { makeRefusal } from './refusal.js';
import { drawPiece, drawTable, outline, placeOf, worldOf } from './setupDraw.js';

/** @typedef {import('../pkg/totora.js').SetupTable} SetupTable */
/** @typedef {import('../pkg/totora.js').SetupSpot} SetupSpot */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** Its grid for screen readers. */
const NAMED = { label: strings.boardToSetUp, prefix: 'spot' };
/** With more cells a grid is too slow; the largest map of Reversi XT has 2,500. */
const MOST_CELLS = 2_500;

/**
 * @typedef {{ piece: number | null, turn: number }} Tool   null removes a piece
 *
 * @typedef {object} SetupBoardHost
 * @property {(spot: number, tool: Tool) => string} act   applies the tool; returns the reason if that was rejected
 * @property {(key: string) => boolean} key               any other key; true if it was used
 * @property {(text: string) => void} say
 */

/**
 * @param {HTMLElement} box   positioned; the board fills it
 * @param {SetupBoardHost} host
 */
export function makeSetupBoard(box, host) {
  const field = make('div', { class: 'setup-keys fill' });
  const over = make('div', { class: 'map-over' });
  field.append(over);
  const camera = { ...cam.makeCamera(), smooth: true };
  /** @type {import('./base.js').Base<SetupTable, {}>} */
  let base;
  /** @type {ReturnType<typeof makeRefusal>} */
  let refusal;
  /** Created with the first table, which decides whether there are cells. @type {import('./contract.js').Board | null} */
  let board = null;
  /** @type {SetupTable | null} */
  let table = null;
  /** @type {Tool} */
  let tool = { piece: 0, turn: 0 };
  let cursor = 0;
  /** Whether the board has a visible keyboard focus. */
  const keyed = () => field.matches(':focus-visible') || !!field.querySelector(':focus-visible');

  /** @param {string} key */
  function pressed(key) {
    const way = ARROWS[key];
    if (way) moveTo(ahead(way));
    else if (key === 'Enter' || key === ' ') act(cursor, tool);
    else if (key === 'Delete' || key === 'Backspace') act(cursor, { piece: null, turn: 0 });
    else if (key === 'Home' || key === 'End')
      moveTo(key === 'Home' ? 0 : (table?.spots.length ?? 1) - 1);
    else return host.key(key);
    return true;
  }
  /** Whether each spot is a cell; else there is one field with a cursor. */
  const celled = () => !!table && table.spots.length <= MOST_CELLS;
  /** The top left corner of the world. */
  let corner = { x: 0, y: 0 };
  /** Labels and unscaled positions of the cells. @param {SetupTable} table */
  function cells(table) {
    const { spots, hex } = table;
    const { left, top, right, bottom } = worldOf(table);
    corner = { x: left, y: top };
    over.style.width = `${(right - left) * UNIT}px`;
    over.style.height = `${(bottom - top) * UNIT}px`;
    const rows = [...new Set(spots.map(({ y }) => y))].sort((a, b) => a - b);
    const high = hex ? UNIT * 0.86 : UNIT;
    return spots.map((spot, i) => ({
      id: `${NAMED.prefix}:${i}`,
      label: words(spot),
      row: rows.indexOf(spot.y),
      x: (spot.x - left - 0.5) * UNIT,
      y: (spot.y - top) * UNIT - high / 2,
      width: UNIT,
      height: high,
    }));
  }

  const place = (/** @type {{ x: number, y: number }} */ spot) => placeOf(camera, spot);
  /** The spot under a point of the canvas. @param {{ x: number, y: number }} at @returns {number | null} */
  function spotAt(at) {
    const point = cam.toWorld(camera, at.x, at.y);
    const { spots = [], hex } = table ?? {};
    /** @param {number} i */
    const far = (i) => {
      const [dx, dy] = [Math.abs(spots[i].x - point.x), Math.abs(spots[i].y - point.y)];
      return hex ? dx * dx + dy * dy : Math.max(dx, dy);
    };
    return nearest(spots.keys(), far, hex ? 0.34 : 0.51);
  }

  /** @param {Ctx} ctx @param {SetupTable} table */
  function paintAll(ctx, table) {
    const { colours, hover } = base.s;
    drawTable(ctx, colours, camera, table);
    for (const { at } of table.problems)
      if (at !== null) ring(ctx, table.spots[at], colours.bad, 3);
    // The board may have shrunk under the mouse.
    const under = hover === null ? undefined : table.spots[hover];
    if (under) ghost(ctx, under);
    const zero = place(corner);
    over.style.transform = `translate(${zero.x}px, ${zero.y}px) scale(${camera.cell / UNIT})`;
    if (keyed()) ring(ctx, table.spots[cursor], colours.accent, 3);
  }
  /** @param {Ctx} ctx @param {SetupSpot | undefined} spot @param {string} colour @param {number} width */
  function ring(ctx, spot, colour, width) {
    if (!spot) return;
    const { x, y } = place(spot);
    const shape = (/** @type {any} */ path) =>
      outline(path, !!table?.hex, x, y, Math.max(3, camera.cell / 2 - 1));
    paint(ctx, shape, '', [base.s.colours.card, width + 2], [colour, width]);
  }
  /** A preview of the tool. @param {Ctx} ctx @param {SetupSpot | undefined} spot */
  function ghost(ctx, spot) {
    if (!spot || !table) return;
    const { colours } = base.s;
    const piece = tool.piece === null ? null : table.pieces[tool.piece];
    if (!piece) return ring(ctx, spot, colours.bad, 2);
    const steps = piece.turns[tool.turn];
    faint(ctx, 0.6, () => {
      for (const [dx, dy] of steps ?? [[0, 0]]) {
        const { x, y } = place({ x: spot.x + dx, y: spot.y + dy });
        const { cell } = camera;
        if (steps)
          plate(ctx, [x - cell / 2, y - cell / 2, cell, cell, 0], colours.reed, [
            colours.reedInk,
            1.5,
          ]);
        else drawPiece(ctx, colours, piece, x, y, cell);
      }
    });
    ring(ctx, spot, colours.accent, 2);
  }

  /** The description of a spot. @param {SetupSpot} spot */
  function words(spot) {
    const { name, piece, count, terrain, group } = spot;
    const what =
      piece === null
        ? group && terrain === 'reed'
          ? strings.island(group)
          : terrain
        : table?.pieces[piece].label;
    return strings.spot(name, what === 'board' ? strings.empty : what, piece === null ? 1 : count);
  }
  /** @param {number} spot @param {Tool} with_ */
  function act(spot, with_) {
    const at = table?.spots[spot];
    if (!at) return;
    const refused = host.act(spot, with_);
    if (refused) refusal.show(refused, place(at));
    else if (table?.spots[spot]) host.say(words(table.spots[spot]));
  }
  /** The nearest spot in a direction. @param {[number, number]} way */
  function ahead([dx, dy]) {
    const { spots = [] } = table ?? {};
    /** @param {number} i */
    const far = (i) => {
      const [x, y] = [spots[i].x - spots[cursor].x, spots[i].y - spots[cursor].y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      // Prefers spots straight ahead, and ignores those far to the side.
      return along < 0.3 || aside > along * 1.2 ? Infinity : along + aside * 1.5;
    };
    return nearest(spots.keys(), far) ?? cursor;
  }
  /** @param {number} to */
  function reveal(to) {
    const spot = table?.spots[to];
    if (spot) cam.reveal(camera, spot.x - 0.5, spot.y - 0.5);
  }
  /** @param {number} to */
  function moveTo(to) {
    const spot = table?.spots[to];
    if (!spot) return;
    cursor = to;
    reveal(to);
    // Screen readers read a cell when it gets the focus.
    if (celled()) base.focus(to);
    else host.say(words(spot));
    base.request();
  }

  field.addEventListener('keydown', (event) => {
    if (celled() || event.ctrlKey || event.metaKey || event.altKey || !pressed(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const kind of ['focus', 'blur'])
    field.addEventListener(kind, () => {
      const spot = table?.spots[cursor];
      if (kind === 'focus' && spot && field.matches(':focus-visible')) host.say(words(spot));
      base.request();
    });
  // The right button removes a piece, as on analysis boards.
  field.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const spot = spotAt({ x: event.offsetX, y: event.offsetY });
    if (spot !== null && event.button === 2) act(spot, { piece: null, turn: 0 });
  });

  function begin() {
    const made = makeBoard(box, NULL_HOST, (mine) => {
      base = mine;
      mine.canvas.className = 'setup-canvas fill';
      return {
        element: box,
        fills: true,
        whole: mine.canvas,
        over,
        named: NAMED,
        camera,
        target: field,
        read: ({ view }) => view,
        shape: ({ spots, hex }) => `${spots.length} ${hex}`,
        fit(_room, view) {
          cam.resize(camera, { ...sizeOf(box), world: worldOf(view) });
          return { width: camera.width, height: camera.height };
        },
        placeAt: spotAt,
        activate(spot) {
          cursor = spot;
          act(spot, tool);
        },
        pointed(spot, byKey) {
          if (!byKey) refusal.away();
          else if (spot !== null) {
            cursor = spot;
            reveal(spot);
          }
        },
        pointer: { moved: mine.request },
        key: pressed,
        cells: celled() ? () => (table ? cells(table) : []) : undefined,
        paint: (ctx, _elapsed, view) => paintAll(ctx, view),
        destroy: () => box.replaceChildren(),
      };
    });
    box.append(field);
    refusal = makeRefusal(box, host.say, base.signal);
    const described = { 'aria-describedby': 'setup-how' };
    const alone = { role: 'application', tabindex: '0', 'aria-label': NAMED.label, ...described };
    for (const [name, value] of Object.entries(celled() ? described : alone))
      (celled() ? over.firstElementChild : field)?.setAttribute(name, value);
    return made;
  }

  return {
    /** @param {SetupTable} next */
    show(next) {
      table = next;
      cursor = Math.min(cursor, next.spots.length - 1);
      board ??= begin();
      board.update(modelOf(next));
    },
    /** @param {Tool} next */
    take(next) {
      tool = next;
      if (board) base.request();
    },
    /** Zooms in (1), out (-1), or to the whole board (0). @param {number} way */
    zoom(way) {
      if (way === 0) cam.showAll(camera);
      else cam.zoom(camera, way > 0 ? 1.5 : 1 / 1.5);
      base.request();
    },
    /** Moves the cursor to a spot and shows it. @param {number} spot */
    go(spot) {
      if (!celled()) field.focus();
      moveTo(spot);
    },
    repaint: () => board?.repaint(),
    /** The position of a spot on the screen, for tests. @param {number} spot */
    whereIs(spot) {
      const at = place(/** @type {SetupTable} */ (table).spots[spot]);
      const { left, top } = field.getBoundingClientRect();
      return { x: at.x + left, y: at.y + top };
    },
    destroy: () => board?.destroy(),
  };
}
