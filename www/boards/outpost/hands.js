/**
 * Mouse, fingers and keys on the board of Outpost: they move the view and tell the command what is
 * wanted.
 */
import { pan, rest, reveal, showAll, zoom } from '../camera.js';
import { listen } from '../gestures.js';
import { centre } from './draw.js';
import { SIDE } from './ground.js';
import { minimapCell } from './minimap.js';
import { TASKS } from './panel.jsx';
import { cellAt, placeOf } from './scene.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Cell} Cell */

const ZOOM_STEP = 1.35;

/**
 * @param {HTMLElement} lake   the board's element, which takes the focus
 * @param {HTMLElement} room   where the buttons for zooming go
 * @param {Scene} s
 * @param {import('./command.js').Command} command
 * @param {import('../contract.js').BoardHost} host
 * @param {{ ask: (question: Record<string, unknown>) => any, request: () => void, signal: AbortSignal }} more
 */
export function makeHands(lake, room, s, command, host, { ask, request, signal }) {
  const { mine, act, pickBox, choose, task, play } = command;
  /** @param {{ x: number, y: number }} at */
  const under = (at) => cellAt(s, at);

  /** Goes to the place in the small map, if the point is in it. @param {{ x: number, y: number }} at */
  function jump(at) {
    const cell = minimapCell(s.camera, at);
    if (!cell) return false;
    look(cell.x, cell.y);
    return true;
  }

  /** @param {number} x @param {number} y */
  function look(x, y) {
    pan(s.camera, (s.camera.x - x) * s.camera.cell, (s.camera.y - y) * s.camera.cell);
    request();
  }

  let shift = false;
  let mouse = true;
  lake.addEventListener(
    'pointerdown',
    (event) => {
      shift = event.shiftKey;
      mouse = event.pointerType !== 'touch';
    },
    { signal, capture: true },
  );
  /** A drag in the small map moves the view; one on the board draws a box, if there is somebody to select. */
  const stroke = {
    dragging: false,
    /** @param {{ x: number, y: number }} at */
    begin(at) {
      stroke.dragging = jump(at);
      if (stroke.dragging) return true;
      const cell = under(at);
      if (mine() === null || !cell || !(s.boxing || shift)) return false;
      s.box = { from: cell, to: cell };
      return true;
    },
    /** @param {{ x: number, y: number }} at */
    move(at) {
      if (stroke.dragging) jump(at);
      else if (s.box) {
        const cell = under(at);
        if (cell) s.box.to = cell;
        request();
      }
    },
    /** @param {{ x: number, y: number } | null} at */
    end(at) {
      const { box } = s;
      s.box = null;
      if (stroke.dragging || !box) return;
      const click = box.from[0] === box.to[0] && box.from[1] === box.to[1];
      if (at && click && !s.boxing) act(box.from, shift);
      else if (at) pickBox(box, shift && !s.boxing);
      request();
    },
  };

  listen(
    lake,
    s.camera,
    {
      moved() {
        clearTimeout(resting);
        resting = setTimeout(() => {
          rest(s.camera);
          request();
        }, 160);
        request();
      },
      tap(at) {
        if (jump(at)) return;
        const cell = under(at);
        if (cell) act(cell, shift);
      },
      hover(at) {
        const cell = at && !minimapCell(s.camera, at) ? under(at) : null;
        if (String(cell) === String(s.hover)) return;
        s.hover = cell;
        pointAt(cell);
        request();
      },
      press(at) {
        const cell = under(at);
        if (!cell) return;
        s.hover = cell;
        host.say(ask({ ask: 'cell', cell })?.words ?? '');
        request();
      },
      // A finger scrolls the page unless it has something to draw.
      get stroke() {
        return mouse || s.boxing || !s.camera.whole ? stroke : undefined;
      },
    },
    signal,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  /** Shows the row of the task table that belongs to a cell. @param {Cell | null} cell */
  function pointAt(cell) {
    const tasks = s.model?.thought?.tasks ?? [];
    const at = cell
      ? tasks.findIndex((one) => String(/** @type {any} */ (one.spot)?.from) === String(cell))
      : -1;
    host.point(at < 0 ? null : at);
  }

  const WAYS = /** @type {Record<string, Cell>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  });

  lake.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const way = WAYS[key];
      const order = TASKS.find((one) => one.key === key);
      if (way) {
        const step = event.shiftKey ? 10 : 1;
        const clamp = (/** @type {number} */ n) => Math.max(0, Math.min(SIDE - 1, n));
        s.cursor = [clamp(s.cursor[0] + way[0] * step), clamp(s.cursor[1] + way[1] * step)];
        if (s.box) s.box.to = s.cursor;
        reveal(s.camera, s.cursor[0], s.cursor[1]);
        host.say(ask({ ask: 'cell', cell: s.cursor })?.words ?? '');
        pointAt(s.cursor);
        request();
      } else if (key === 'Enter') {
        if (s.box) {
          const { box } = s;
          s.box = null;
          pickBox(box, false);
        } else if (s.boxing) {
          s.box = { from: s.cursor, to: s.cursor };
          request();
        } else act(s.cursor, event.shiftKey);
      } else if (key === 'Escape') {
        s.boxing = false;
        s.box = null;
        choose('none');
      } else if (key === 'a') choose('all');
      else if (key === 'b') choose('box');
      else if (key === 'n') choose('next');
      else if (key === ' ') play(1);
      else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
      else if (key === '-') zoomBy(1 / ZOOM_STEP);
      else if (key === '0') {
        showAll(s.camera);
        request();
      } else if (order) task(order.verb);
      else return;
      event.preventDefault();
    },
    { signal },
  );
  lake.addEventListener(
    'focus',
    () => {
      s.focused = lake.matches(':focus-visible');
      request();
    },
    { signal },
  );
  lake.addEventListener(
    'blur',
    () => {
      s.focused = false;
      request();
    },
    { signal },
  );

  /** @param {number} factor */
  function zoomBy(factor) {
    const at = s.focused ? cursorAt() : undefined;
    if (zoom(s.camera, factor, at)) rest(s.camera);
    request();
  }
  const cursorAt = () => centre(placeOf(s), s.cursor);

  const buttons = document.createElement('div');
  buttons.className = 'outpost-zoom';
  for (const [label, sign, act] of /** @type {[string, string, () => void][]} */ ([
    ['Zoom in', '+', () => zoomBy(ZOOM_STEP)],
    ['Zoom out', '−', () => zoomBy(1 / ZOOM_STEP)],
    [
      'Whole board',
      '⤢',
      () => {
        showAll(s.camera);
        request();
      },
    ],
  ])) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon small';
    button.setAttribute('aria-label', label);
    button.title = label;
    button.textContent = sign;
    button.addEventListener('click', act, { signal });
    buttons.append(button);
  }
  room.after(buttons);

  return {
    look,
    destroy: () => clearTimeout(resting),
  };
}
