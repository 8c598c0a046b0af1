/**
 * The sheet of the map editor: the editable region, with the whole board next to it. Rust validates the map.
 */
import { sharpContext } from '../../../ui/canvas.js';
import { listen } from '../../../ui/dom.js';
import { keyOf } from '../../../ui/keys.js';
import { ARROWS } from '../../a11yGrid.js';
import { makeBoard, modelOf, NULL_HOST } from '../../base.js';
import { placesBetween } from '../../grid.js';
import { along, disc, strokes } from '../../pen.js';
import { SIDE, sameCell, within } from '../boardState.js';
import { drawFrame, label } from '../draw.js';
import { terrainColours } from '../terrain.js';

/** Cells per side of the region; the other three quarters follow from it. */
export const REGION = SIDE / 2;

/** @typedef {[number, number]} Cell */

/**
 * @typedef {object} SheetHost
 * @property {() => { wet: Uint8Array, answer: any }} read     the region, x-major, and Rust's check of it
 * @property {(cells: Cell[], first: boolean) => void} paint   paints cells of a stroke; `first` begins one
 * @property {() => void} lift                                 the stroke has ended
 * @property {(cell: Cell) => void} at                         the keyboard's cursor has moved here
 */

/**
 * @param {HTMLElement} box
 * @param {HTMLCanvasElement} whole   where the whole board is drawn
 * @param {SheetHost} host
 */
export function makeSheet(box, whole, host) {
  /** @type {import('../../base.js').Base<{}, {}>} */
  let base;
  const request = () => base.request();
  /** @type {Cell} */
  let cursor = [0, 0];
  let focused = false;
  /** @type {Cell | null} */
  let last = null;

  /** @param {import('../../pointer.js').PointerAt} at @returns {Cell | null} */
  function under(at) {
    const x = Math.floor((at.x / base.s.width) * REGION);
    const y = Math.floor((at.y / base.s.height) * REGION);
    return x < 0 || y < 0 || x >= REGION || y >= REGION ? null : [x, y];
  }

  /** @type {import('../../pointer.js').Stroke} */
  const stroke = {
    begin(at) {
      last = under(at);
      if (last) host.paint([last], true);
      return !!last;
    },
    move(at) {
      const cell = under(at);
      if (!last || !cell || sameCell(cell, last)) return;
      host.paint(placesBetween(last, cell), false);
      last = cell;
    },
    end() {
      last = null;
      host.lift();
    },
  };

  /** A stroke of one cell, at the cursor. */
  function dab() {
    host.paint([cursor], true);
    host.lift();
  }

  /** Land, and water where it is wet. @param {CanvasRenderingContext2D} ctx @param {Uint8Array} wet @param {number} across   cells on a side @param {number} side @param {number} more   extra width of a cell, so that no seam is visible */
  function paintWater(ctx, wet, across, side, more) {
    const terrain = terrainColours(base.s.colours);
    const css = (/** @type {number[]} */ c) => `rgb(${c.map(Math.round).join(' ')})`;
    const cell = side / across;
    ctx.fillStyle = css(terrain.land);
    ctx.fillRect(0, 0, side, side);
    ctx.fillStyle = css(terrain.water);
    for (const [at, on] of wet.entries()) {
      const [x, y] = [Math.floor(at / across), at % across];
      if (on) ctx.fillRect(x * cell, y * cell, cell + more, cell + more);
    }
  }

  /** @param {CanvasRenderingContext2D} ctx */
  function paint(ctx) {
    const { wet, answer } = host.read();
    const { width: side, colours } = base.s;
    const cell = side / REGION;
    paintWater(ctx, wet, REGION, side, 0.5);
    const lines = (/** @type {CanvasRenderingContext2D} */ path) => {
      for (let i = 0; i <= REGION; i++) {
        along([i * cell, 0], [i * cell, side])(path);
        along([0, i * cell], [side, i * cell])(path);
      }
    };
    strokes(ctx, lines, ['#0b171a14', 1]);
    for (const [x, y] of [...(answer?.cut ?? []), ...(answer?.corners ?? [])])
      disc(ctx, (x + 0.5) * cell, (y + 0.5) * cell, cell * 0.32, colours.bad);
    const on = { ctx, colours, place: { x: 0, y: 0, cell, ratio: 1 } };
    label(on, 'home', cell / 2 + 16, cell * 1.5, { within: { width: side, height: side } });
    if (focused) drawFrame(on, cursor, colours.accent, 2);
    paintWhole(answer);
  }

  /** @param {any} answer */
  function paintWhole(answer) {
    if (!answer?.grid) return;
    const side = whole.clientWidth || 200;
    const ctx = sharpContext(whole, side, side);
    paintWater(ctx, answer.grid, SIDE, side, 0.3);
    ctx.strokeStyle = base.s.colours.accent;
    ctx.lineWidth = 2;
    ctx.strokeRect(1, 1, side / 2 - 1, side / 2 - 1);
  }

  const board = makeBoard(box, NULL_HOST, (made) => {
    base = made;
    listen(box, made.signal, {
      /** @param {KeyboardEvent} event */
      keydown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const key = keyOf(event);
        const way = ARROWS[key];
        if (way) cursor = within([cursor[0] + way[0], cursor[1] + way[1]], REGION);
        else if (key !== 'Enter' && key !== ' ') return;
        // With Shift the cursor paints.
        if (!way || event.shiftKey) dab();
        host.at(cursor);
        request();
        event.preventDefault();
      },
    });
    const focus = () => {
      focused = box.matches(':focus-visible');
      request();
    };
    listen(box, made.signal, { focus, blur: focus });
    return {
      element: box,
      fills: true,
      whole: made.canvas,
      read: ({ view }) => view,
      shape: () => 'square',
      fit({ width, height }) {
        const side = Math.max(120, Math.min(width, height || width));
        made.canvas.style.width = made.canvas.style.height = `${side}px`;
        return { width: side, height: side };
      },
      placeAt: () => null,
      pointer: { tap() {}, hover() {}, stroke },
      paint,
    };
  });
  board.update(modelOf({}));
  return { ...board, request };
}
