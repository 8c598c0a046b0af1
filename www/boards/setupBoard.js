/**
 * The board on which a position is set up, the same for all games: spots where something can stand, drawn from what
 * Rust says of them, under a pointer or a cursor that keys move. For screen readers it is a grid of labelled cells, as
 * the boards that are played on are; one of thousands of spots is a field with a cursor of its own, as there. What may
 * stand where, Rust decides; no rule of any game may enter here.
 */
import './map.css';
import * as strings from '../strings/setup.js';
import { oncePerFrame, sharpContext } from '../ui/canvas.js';
import { make } from '../ui/dom.js';
import { readPalette } from '../ui/palette.js';
import { ARROWS, makeA11yGrid } from './a11yGrid.js';
import * as cam from './camera.js';
import { sizeOf, UNIT } from './mapView.js';
import { faint, paint, plate } from './pen.js';
import { listenPointer } from './pointer.js';
import { makeRefusal } from './refusal.js';
import { drawPiece, drawTable, outline, placeOf, worldOf } from './setupDraw.js';

/** @typedef {import('../pkg/totora.js').SetupTable} SetupTable */
/** @typedef {import('../pkg/totora.js').SetupSpot} SetupSpot */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** A grid of more cells than the largest map of Reversi XT has would cost more than it gives. */
const MOST_CELLS = 2_500;

/**
 * @typedef {{ piece: number | null, turn: number }} Tool   null takes away
 *
 * @typedef {object} SetupBoardHost
 * @property {(spot: number, tool: Tool) => string} act   does what the tool does there; why not, if it was refused
 * @property {(key: string) => boolean} key               any other key; true if it was used
 * @property {(text: string) => void} say
 */

/**
 * @param {HTMLElement} box   positioned; the board fills it
 * @param {SetupBoardHost} host
 */
export function makeSetupBoard(box, host) {
  const ender = new AbortController();
  const canvas = make('canvas', { class: 'setup-canvas fill', 'aria-hidden': 'true' });
  const field = make('div', { class: 'setup-keys fill' });
  const over = make('div', { class: 'map-over' });
  field.append(over);
  box.append(canvas, field);
  const refusal = makeRefusal(box, host.say, ender.signal);
  const camera = { ...cam.makeCamera(), smooth: true };
  /** @type {SetupTable | null} */
  let table = null;
  /** @type {Tool} */
  let tool = { piece: 0, turn: 0 };
  /** @type {number | null} */
  let hovered = null;
  let cursor = 0;
  let palette = readPalette();
  /** Whether the keyboard is on the board, and in sight there. */
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
  /** The cells, unless there are too many. @type {ReturnType<typeof makeA11yGrid> | null} */
  let grid = null;
  /** The corner of what there is to see. */
  let corner = { x: 0, y: 0 };
  const LABEL = { 'aria-label': strings.boardToSetUp, 'aria-describedby': 'setup-how' };
  function makeGrid() {
    grid = makeA11yGrid(over, LABEL['aria-label'], {
      focus(id) {
        if (id !== null) {
          cursor = Number(id);
          reveal(cursor);
        }
        draw();
      },
      activate(id) {
        cursor = Number(id);
        act(cursor, tool);
      },
      key: pressed,
    });
    over.firstElementChild?.setAttribute('aria-describedby', LABEL['aria-describedby']);
  }
  /** A field with a cursor, in place of cells. */
  function makeField() {
    const all = { role: 'application', tabindex: '0', ...LABEL };
    for (const [name, value] of Object.entries(all)) field.setAttribute(name, value);
  }
  /** What the cells say and where they are, before they are scaled. @param {SetupTable} table */
  function cells(table) {
    const { spots, hex } = table;
    const { left, top, right, bottom } = worldOf(table);
    corner = { x: left, y: top };
    over.style.width = `${(right - left) * UNIT}px`;
    over.style.height = `${(bottom - top) * UNIT}px`;
    const rows = [...new Set(spots.map(({ y }) => y))].sort((a, b) => a - b);
    const high = hex ? UNIT * 0.86 : UNIT;
    return spots.map((spot, i) => ({
      id: String(i),
      label: words(spot),
      row: rows.indexOf(spot.y),
      x: (spot.x - left - 0.5) * UNIT,
      y: (spot.y - top) * UNIT - high / 2,
      width: UNIT,
      height: high,
    }));
  }

  function fit() {
    if (table) cam.resize(camera, { ...sizeOf(box), world: worldOf(table) });
  }
  const place = (/** @type {{ x: number, y: number }} */ spot) => placeOf(camera, spot);
  /** The spot under a point of the canvas. @param {{ x: number, y: number }} at @returns {number | null} */
  function spotAt(at) {
    const point = cam.toWorld(camera, at.x, at.y);
    let best = null;
    let least = table?.hex ? 0.34 : 0.51;
    for (const [i, { x, y }] of (table?.spots ?? []).entries()) {
      const [dx, dy] = [Math.abs(x - point.x), Math.abs(y - point.y)];
      const far = table?.hex ? dx * dx + dy * dy : Math.max(dx, dy);
      if (far < least) [best, least] = [i, far];
    }
    return best;
  }

  const draw = oncePerFrame(() => {
    if (!table) return;
    const ctx = sharpContext(canvas, camera.width, camera.height);
    drawTable(ctx, palette, camera, table);
    for (const { at } of table.problems)
      if (at !== null) ring(ctx, table.spots[at], palette.bad, 3);
    if (hovered !== null) ghost(ctx, table.spots[hovered]);
    const zero = place(corner);
    over.style.transform = `translate(${zero.x}px, ${zero.y}px) scale(${camera.cell / UNIT})`;
    if (keyed()) ring(ctx, table.spots[cursor], palette.accent, 3);
  });
  /** @param {Ctx} ctx @param {SetupSpot | undefined} spot @param {string} colour @param {number} width */
  function ring(ctx, spot, colour, width) {
    if (!spot) return;
    const { x, y } = place(spot);
    const shape = (/** @type {any} */ path) =>
      outline(path, !!table?.hex, x, y, Math.max(3, camera.cell / 2 - 1));
    paint(ctx, shape, '', [palette.card, width + 2], [colour, width]);
  }
  /** What the tool would do there. @param {Ctx} ctx @param {SetupSpot | undefined} spot */
  function ghost(ctx, spot) {
    if (!spot || !table) return;
    const piece = tool.piece === null ? null : table.pieces[tool.piece];
    if (!piece) return ring(ctx, spot, palette.bad, 2);
    const steps = piece.turns[tool.turn];
    faint(ctx, 0.6, () => {
      for (const [dx, dy] of steps ?? [[0, 0]]) {
        const { x, y } = place({ x: spot.x + dx, y: spot.y + dy });
        const { cell } = camera;
        if (steps)
          plate(ctx, [x - cell / 2, y - cell / 2, cell, cell, 0], palette.reed, [
            palette.reedInk,
            1.5,
          ]);
        else drawPiece(ctx, palette, piece, x, y, cell);
      }
    });
    ring(ctx, spot, palette.accent, 2);
  }

  /** What stands on a spot, in words. @param {SetupSpot} spot */
  function words(spot) {
    const { name, piece, count, ground, group } = spot;
    const what =
      piece === null
        ? group && ground === 'reed'
          ? strings.island(group)
          : ground
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
    const from = table?.spots[cursor];
    let best = cursor;
    let least = Infinity;
    for (const [i, spot] of (from ? (table?.spots ?? []) : []).entries()) {
      const [x, y] = [spot.x - (from?.x ?? 0), spot.y - (from?.y ?? 0)];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      // Within a half turn to both sides of the way; what lies straight ahead comes first.
      if (along < 0.3 || aside > along * 1.2) continue;
      if (along + aside * 1.5 < least) [best, least] = [i, along + aside * 1.5];
    }
    return best;
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
    // A cell is read by whoever listens when it has the focus.
    if (grid) grid.focus(String(to));
    else host.say(words(spot));
    draw();
  }

  field.addEventListener('keydown', (event) => {
    if (grid || event.ctrlKey || event.metaKey || event.altKey || !pressed(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const kind of ['focus', 'blur'])
    field.addEventListener(kind, () => {
      const spot = table?.spots[cursor];
      if (kind === 'focus' && spot && field.matches(':focus-visible')) host.say(words(spot));
      draw();
    });
  listenPointer(
    field,
    camera,
    {
      tap(at) {
        const spot = spotAt(at);
        if (spot === null) return;
        cursor = spot;
        act(spot, tool);
      },
      hover(at) {
        const next = at && spotAt(at);
        if (next === hovered) return;
        hovered = next;
        refusal.away();
        draw();
      },
      moved: draw,
    },
    ender.signal,
  );
  // The right button takes away, as on analysis boards.
  field.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const spot = spotAt({ x: event.offsetX, y: event.offsetY });
    if (spot !== null && event.button === 2) act(spot, { piece: null, turn: 0 });
  });
  const watch = new ResizeObserver(() => {
    fit();
    draw();
  });
  watch.observe(box);

  return {
    /** @param {SetupTable} next */
    show(next) {
      const other = next.spots.length !== table?.spots.length || next.hex !== table?.hex;
      table = next;
      cursor = Math.min(cursor, next.spots.length - 1);
      if (hovered !== null && hovered >= next.spots.length) hovered = null;
      if (next.spots.length <= MOST_CELLS) {
        if (!grid) makeGrid();
        grid?.update(cells(next));
      } else if (!grid) makeField();
      if (other) fit();
      draw();
    },
    /** @param {Tool} next */
    take(next) {
      tool = next;
      draw();
    },
    /** Nearer, farther, or all of it. @param {number} way */
    zoom(way) {
      if (way === 0) cam.showAll(camera);
      else cam.zoom(camera, way > 0 ? 1.5 : 1 / 1.5);
      draw();
    },
    /** Shows a spot, and goes there. @param {number} spot */
    go(spot) {
      if (!grid) field.focus();
      moveTo(spot);
    },
    repaint() {
      palette = readPalette();
      draw();
    },
    /** Where a spot is on the screen, for tests. @param {number} spot */
    whereIs(spot) {
      const at = place(/** @type {SetupTable} */ (table).spots[spot]);
      const { left, top } = field.getBoundingClientRect();
      return { x: at.x + left, y: at.y + top };
    },
    destroy() {
      ender.abort();
      watch.disconnect();
      draw.cancel();
      box.replaceChildren();
    },
  };
}
