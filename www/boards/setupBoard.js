/**
 * The board of the position editor, the same for all games: spots for pieces, drawn from Rust's data, with pointer and
 * keyboard input. For screen readers it is a grid of labelled cells, or one field with a cursor if there are thousands
 * of spots. Rust decides which positions are legal; nothing here depends on a game.
 */
import './map.css';
import * as strings from '../strings/setup.js';
import { make } from '../ui/dom.js';
import { keyOf } from '../ui/keys.js';
import { ARROWS } from './a11yGrid.js';
import { makeBoard, modelOf, NULL_HOST } from './base.js';
import { makeBoardMessage } from './boardMessage.js';
import * as cam from './camera.js';
import { nearest } from './grid.js';
import { fitCamera, UNIT } from './mapView.js';
import { faint, paint, plate } from './pen.js';
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
 * @typedef {object} Setup   The state of the board.
 * @property {HTMLElement} box     positioned; the board fills it
 * @property {SetupBoardHost} host
 * @property {HTMLElement} field   has the keyboard focus
 * @property {HTMLElement} over    has the cells
 * @property {cam.Camera} camera
 * @property {import('./base.js').Base<SetupTable, {}>} base
 * @property {ReturnType<typeof makeBoardMessage>} refusal
 * @property {import('./contract.js').Board} board
 * @property {SetupTable} table
 * @property {Tool} tool
 * @property {number} cursor
 * @property {{ x: number, y: number }} corner   the top left of the cells
 */

/** @type {Tool} */
const REMOVE = { piece: null, turn: 0 };

/** Whether the board has a visible keyboard focus. @param {Setup} setup */
const keyed = ({ field }) =>
  field.matches(':focus-visible') || !!field.querySelector(':focus-visible');
/** Whether each spot is a cell; else there is one field with a cursor. @param {Setup} setup */
const celled = ({ table }) => table.spots.length <= MOST_CELLS;

/** @param {Setup} setup @param {string} key */
function pressed(setup, key) {
  const { cursor, host, table, tool } = setup;
  const way = ARROWS[key];
  if (way) moveTo(setup, ahead(setup, way));
  else if (key === 'Enter' || key === ' ') act(setup, cursor, tool);
  else if (key === 'Delete' || key === 'Backspace') act(setup, cursor, REMOVE);
  else if (key === 'Home') moveTo(setup, 0);
  else if (key === 'End') moveTo(setup, table.spots.length - 1);
  else return host.key(key);
  return true;
}

/** Labels and unscaled positions of the cells. @param {Setup} setup */
function cellsOf(setup) {
  const { over, table } = setup;
  const { spots, hex } = table;
  const { left, top, right, bottom } = worldOf(table);
  setup.corner = { x: left, y: top };
  over.style.width = `${(right - left) * UNIT}px`;
  over.style.height = `${(bottom - top) * UNIT}px`;
  const rows = [...new Set(spots.map(({ y }) => y))].sort((a, b) => a - b);
  const height = hex ? UNIT * 0.86 : UNIT;
  return spots.map((spot, i) => ({
    id: `${NAMED.prefix}:${i}`,
    label: words(table, spot),
    row: rows.indexOf(spot.y),
    x: (spot.x - left - 0.5) * UNIT,
    y: (spot.y - top) * UNIT - height / 2,
    width: UNIT,
    height,
  }));
}

/** The spot under a point of the canvas. @param {Setup} setup @param {{ x: number, y: number }} at @returns {number | null} */
function spotAt({ camera, table: { spots, hex } }, at) {
  const point = cam.toWorld(camera, at.x, at.y);
  /** @param {number} i */
  const far = (i) => {
    const [dx, dy] = [Math.abs(spots[i].x - point.x), Math.abs(spots[i].y - point.y)];
    return hex ? dx * dx + dy * dy : Math.max(dx, dy);
  };
  return nearest(spots.keys(), far, hex ? 0.34 : 0.51);
}

/** @param {Setup} setup @param {Ctx} ctx */
function paintAll(setup, ctx) {
  const { base, camera, table, over, cursor } = setup;
  const { colours, hover } = base.s;
  drawTable(ctx, colours, camera, table);
  for (const { at } of table.problems)
    if (at !== null) ring(setup, ctx, table.spots[at], colours.bad, 3);
  // The board may have shrunk under the mouse.
  const under = hover === null ? undefined : table.spots[hover];
  if (under) ghost(setup, ctx, under);
  const zero = placeOf(camera, setup.corner);
  over.style.transform = `translate(${zero.x}px, ${zero.y}px) scale(${camera.cell / UNIT})`;
  if (keyed(setup)) ring(setup, ctx, table.spots[cursor], colours.accent, 3);
}

/** @param {Setup} setup @param {Ctx} ctx @param {SetupSpot | undefined} spot @param {string} colour @param {number} width */
function ring({ base, camera, table }, ctx, spot, colour, width) {
  if (!spot) return;
  const { x, y } = placeOf(camera, spot);
  const r = Math.max(3, camera.cell / 2 - 1);
  const shape = (/** @type {any} */ path) => outline(path, table.hex, x, y, r);
  paint(ctx, shape, '', [base.s.colours.card, width + 2], [colour, width]);
}

/** A preview of the tool. @param {Setup} setup @param {Ctx} ctx @param {SetupSpot} spot */
function ghost(setup, ctx, spot) {
  const { base, camera, table, tool } = setup;
  const { colours } = base.s;
  const { cell } = camera;
  const piece = tool.piece === null ? null : table.pieces[tool.piece];
  if (!piece) return ring(setup, ctx, spot, colours.bad, 2);
  const steps = piece.turns[tool.turn];
  faint(ctx, 0.6, () => {
    for (const [dx, dy] of steps ?? [[0, 0]]) {
      const { x, y } = placeOf(camera, { x: spot.x + dx, y: spot.y + dy });
      const corner = /** @type {const} */ ([x - cell / 2, y - cell / 2]);
      if (steps) plate(ctx, [...corner, cell, cell, 0], colours.reed, [colours.reedInk, 1.5]);
      else drawPiece(ctx, colours, piece, x, y, cell);
    }
  });
  ring(setup, ctx, spot, colours.accent, 2);
}

/** The description of a spot. @param {SetupTable} table @param {SetupSpot} spot */
function words({ pieces }, { name, piece, count, terrain, group }) {
  if (piece !== null) return strings.spot(name, pieces[piece].label, count);
  const island = group && terrain === 'reed' ? strings.island(group) : terrain;
  return strings.spot(name, island === 'board' ? strings.empty : island, 1);
}

/** @param {Setup} setup @param {number} spot @param {Tool} tool */
function act(setup, spot, tool) {
  const at = setup.table.spots[spot];
  if (!at) return;
  const refused = setup.host.act(spot, tool);
  if (refused) {
    setup.refusal.show(refused, placeOf(setup.camera, at));
    return;
  }
  const { table, host } = setup;
  if (table.spots[spot]) host.say(words(table, table.spots[spot]));
}

/** The nearest spot in a direction. @param {Setup} setup @param {[number, number]} way */
function ahead({ table: { spots }, cursor }, [dx, dy]) {
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

/** Moves the cursor without the focus. @param {Setup} setup @param {number} to */
function reveal(setup, to) {
  setup.cursor = to;
  const { x, y } = setup.table.spots[to];
  cam.reveal(setup.camera, x - 0.5, y - 0.5);
}

/** @param {Setup} setup @param {number} to */
function moveTo(setup, to) {
  const { table, base, host } = setup;
  if (!table.spots[to]) return;
  reveal(setup, to);
  // Screen readers read a cell when it gets the focus.
  if (celled(setup)) base.focus(to);
  else host.say(words(table, table.spots[to]));
  base.request();
}

/** @param {Setup} setup */
function listenField(setup) {
  const { field } = setup;
  field.addEventListener('keydown', (event) => {
    if (celled(setup) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!pressed(setup, keyOf(event))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const kind of ['focus', 'blur'])
    field.addEventListener(kind, () => {
      const { table, cursor, host, base } = setup;
      const spot = table.spots[cursor];
      if (kind === 'focus' && spot && field.matches(':focus-visible')) host.say(words(table, spot));
      base.request();
    });
  // The right button removes a piece, as on analysis boards.
  field.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const spot = spotAt(setup, { x: event.offsetX, y: event.offsetY });
    if (spot !== null && event.button === 2) act(setup, spot, REMOVE);
  });
}

/** Makes the board with the first table, which decides whether there are cells. @param {Setup} setup */
function begin(setup) {
  const { box, field, over, camera, host } = setup;
  const cells = celled(setup);
  setup.board = makeBoard(box, NULL_HOST, (base) => {
    setup.base = base;
    base.canvas.className = 'setup-canvas fill';
    return {
      element: box,
      fills: true,
      whole: base.canvas,
      over,
      named: NAMED,
      camera,
      target: field,
      read: ({ view }) => view,
      shape: ({ spots, hex }) => `${spots.length} ${hex}`,
      fit: (_room, view) => fitCamera(camera, box, worldOf(view)),
      placeAt: (at) => spotAt(setup, at),
      activate(spot) {
        setup.cursor = spot;
        act(setup, spot, setup.tool);
      },
      pointed(spot, byKey) {
        if (!byKey) setup.refusal.away();
        else if (spot !== null) reveal(setup, spot);
      },
      pointer: { moved: base.request },
      key: (key) => pressed(setup, key),
      cells: cells ? () => cellsOf(setup) : undefined,
      paint: (ctx) => paintAll(setup, ctx),
      destroy: () => box.replaceChildren(),
    };
  });
  box.append(field);
  setup.refusal = makeBoardMessage(box, host.say, setup.base.signal);
  const described = { 'aria-describedby': 'setup-how' };
  const alone = { role: 'application', tabindex: '0', 'aria-label': NAMED.label, ...described };
  for (const [name, value] of Object.entries(cells ? described : alone))
    (cells ? over.firstElementChild : field)?.setAttribute(name, value);
}

/** @param {HTMLElement} box @param {SetupBoardHost} host */
export function makeSetupBoard(box, host) {
  const over = make('div', { class: 'map-over' });
  const field = make('div', { class: 'setup-keys fill' }, over);
  /** @type {Partial<Setup>} */
  const first = { box, host, field, over, cursor: 0, corner: { x: 0, y: 0 } };
  const setup = /** @type {Setup} */ ({
    ...first,
    camera: { ...cam.makeCamera(), smooth: true },
    tool: { piece: 0, turn: 0 },
  });
  listenField(setup);
  return {
    /** @param {SetupTable} next */
    show(next) {
      setup.table = next;
      setup.cursor = Math.min(setup.cursor, next.spots.length - 1);
      if (!setup.board) begin(setup);
      setup.board.update(modelOf(next));
    },
    /** @param {Tool} next */
    take(next) {
      setup.tool = next;
      setup.base?.request();
    },
    /** Zooms in (1), out (-1), or to the whole board (0). @param {number} way */
    zoom(way) {
      if (way === 0) cam.showAll(setup.camera);
      else cam.zoom(setup.camera, way > 0 ? 1.5 : 1 / 1.5);
      setup.base.request();
    },
    /** Moves the cursor to a spot and shows it. @param {number} spot */
    go(spot) {
      if (!celled(setup)) field.focus();
      moveTo(setup, spot);
    },
    repaint: () => setup.board?.repaint(),
    /** The position of a spot on the screen, for tests. @param {number} spot */
    whereIs(spot) {
      const at = placeOf(setup.camera, setup.table.spots[spot]);
      const { left, top } = field.getBoundingClientRect();
      return { x: at.x + left, y: at.y + top };
    },
    destroy: () => setup.board?.destroy(),
  };
}
