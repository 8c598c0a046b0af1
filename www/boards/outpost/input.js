/**
 * Mouse, touch and keyboard input on the board of Outpost: moves the view and calls the commands.
 */

import * as strings from '../../strings/outpost.js';
import { button, listen, make } from '../../ui/dom.js';
import { keyOf } from '../../ui/keys.js';
import { FINE, makeLoupe, zoomFor } from '../../ui/loupe.js';
import { ARROWS } from '../a11yGrid.js';
import { pan, reveal, zoom } from '../camera.js';
import { makeMapView } from '../mapView.js';
import { makeMarking } from '../marking.js';
import { listenPointer } from '../pointer.js';
import { cellAt, locationOf, nearestTo, placeOf, SIDE, sameCell, within } from './boardState.js';
import { act, choose, outpostsOn, pickBox, play, select, task } from './command.js';
import { centre, markRadius } from './draw.js';
import { minimapCell } from './minimap.js';
import { mine, send } from './ordering.js';
import { TASKS } from './panel.jsx';
import { paintNear } from './picture.js';

/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('../camera.js').CanvasPoint} CanvasPoint */
/** @typedef {import('../pointer.js').PointerAt} PointerAt */
/** @typedef {import('./ordering.js').Command} Command */

/**
 * @typedef {object} Input
 * @property {HTMLElement} lake   the board's element, which takes the focus
 * @property {import('./picture.js').Picture} picture
 * @property {Command} command
 * @property {import('./boardState.js').BoardState} s
 * @property {() => void} request
 * @property {ReturnType<typeof makeLoupe>} loupe
 * @property {boolean} shift      of the last press
 * @property {boolean} mouse      whether that was the mouse's
 * @property {boolean} dragging   whether the current drag is in the minimap
 * @property {ReturnType<typeof makeMarking>} marking
 */

const ZOOM_STEP = 1.35;
/** A tap this near to an outpost selects it, in CSS pixels. */
const FINGER = 22;

/** @param {Command} command @param {Cell} cell */
const sayCell = ({ host, inspect }, cell) => host.say(inspect({ ask: 'cell', cell })?.words ?? '');

/** @param {Input} input @param {number} x @param {number} y */
function look({ s, request }, x, y) {
  pan(s.camera, (s.camera.x - x) * s.camera.cell, (s.camera.y - y) * s.camera.cell);
  request();
}

/** Moves the view to a point in the minimap, if it is there. @param {Input} input @param {CanvasPoint} at */
function jump(input, at) {
  const cell = minimapCell(input.s.camera, at);
  if (cell) look(input, cell.x, cell.y);
  return !!cell;
}

/** The cell of an own outpost at a pointer: the cell under it, or one whose mark is under it. @param {Input} input @param {PointerAt} at @returns {Cell | null} */
function ownAt({ s, command }, at) {
  const seat = mine(command);
  const cell = cellAt(s, at);
  if (seat === null || !s.view) return null;
  if (cell && outpostsOn(s, cell).length > 0) return cell;
  const reach = at.touch ? FINGER : markRadius(s.camera.cell);
  return nearestTo(s, at, s.view.empires[seat].muster, reach);
}

/** The target of a tap: without a selection an own outpost near it, else the cell itself. @param {Input} input @param {PointerAt} at */
function tapped(input, at) {
  const { s } = input;
  const free = s.selected.length === 0 && s.mode === null;
  const near = free || s.mode === 'pair' ? ownAt(input, at) : null;
  return near ?? cellAt(s, at);
}

/** @param {Input} input @param {Cell | null} cell */
function aim({ s, command, request }, cell) {
  if (!sameCell(cell, s.under)) {
    s.under = cell;
    if (cell) sayCell(command, cell);
  }
  request();
}

/** Highlights the row of a cell in the task table. @param {Command} command @param {Cell | null} cell */
function pointAt({ s, host }, cell) {
  const tasks = s.model?.thought?.tasks ?? [];
  const at = cell ? tasks.findIndex((one) => sameCell(locationOf(one)?.from, cell)) : -1;
  host.point(at < 0 ? null : at);
}

/**
 * A drag in the minimap moves the view; one from an own outpost draws its path; with Shift or `boxing` it selects an
 * area.
 * @param {Input} input
 * @returns {import('../pointer.js').Stroke}
 */
const strokeOf = (input) => ({
  begin(at) {
    const { s, command } = input;
    input.dragging = jump(input, at);
    if (input.dragging) return true;
    const cell = cellAt(s, at);
    if (mine(command) === null || !cell) return false;
    if (s.boxing || input.shift) {
      s.box = { from: cell, to: cell };
      return true;
    }
    const from = s.mode === null || s.mode === 'go' ? ownAt(input, at) : null;
    if (!from) return false;
    const here = outpostsOn(s, from);
    const all = here.some((index) => s.selected.includes(index));
    s.drag = { who: all ? s.selected : here, from, to: from };
    return true;
  },
  move(at) {
    const { s } = input;
    if (input.dragging) jump(input, at);
    else if (s.box) s.box.to = cellAt(s, at) ?? s.box.to;
    else if (s.drag) s.under = s.drag.to = cellAt(s, at) ?? s.drag.from;
    input.request();
  },
  end(at) {
    const { s, command, shift } = input;
    const { box, drag } = s;
    s.box = s.drag = null;
    input.request();
    if (input.dragging || !at) return;
    if (drag) {
      // A drag back to its outpost is a click; one that ends off the board does nothing.
      if (sameCell(drag.from, drag.to)) {
        const cell = cellAt(s, at) && tapped(input, at);
        if (cell) act(command, cell, shift);
      } else {
        select(command, drag.who);
        send(command, drag.who, drag.to);
      }
      return;
    }
    if (!box) return;
    if (sameCell(box.from, box.to) && !s.boxing) act(command, box.from, shift);
    else pickBox(command, box, shift && !s.boxing);
  },
});

/** The finger hides the cell, so the loupe shows it. @param {Input} input @param {PointerAt | null} at */
function finger({ s, lake, loupe, picture, dragging }, at) {
  s.fingered = !!at;
  const { cell } = s.camera;
  if (!at || cell >= FINE || dragging) return loupe.hide();
  const box = lake.getBoundingClientRect();
  const zoom = zoomFor(cell);
  const middle = s.under ? centre(placeOf(s), s.under) : at;
  loupe.show(
    { x: box.left + at.x, y: box.top + at.y },
    (ctx, size) => paintNear(picture, ctx, size, middle, zoom),
    cell * zoom,
  );
}

/** @param {Input} input @param {() => void} moved   called when the camera has moved @returns {import('../pointer.js').PointerHandlers} */
function handlersOf(input, moved) {
  const { s, command, request } = input;
  const { host } = command;
  const stroke = strokeOf(input);
  /** @param {Cell | null} cell */
  const press = (cell) => cell && act(command, cell, input.shift);
  return {
    moved,
    tap: (at) => press(jump(input, at) ? null : tapped(input, at)),
    finger: (at) => finger(input, at),
    marks: host.marks,
    mark(from, to, other) {
      const [first, last] = [cellAt(s, from), cellAt(s, to)];
      if (first && last) host.mark(numberOf(first), numberOf(last), other);
    },
    hover(at) {
      const cell = at && !minimapCell(s.camera, at) ? cellAt(s, at) : null;
      if (sameCell(cell, s.under)) return;
      s.under = cell;
      pointAt(command, cell);
      request();
    },
    // A long press aims at a cell: released there it is a tap, released outside it does nothing.
    hold: {
      begin: (at) => aim(input, tapped(input, at)),
      move: (at) => aim(input, cellAt(s, at)),
      end(at) {
        const cell = at && s.under;
        s.under = null;
        request();
        press(cell);
      },
    },
    // Without anything to draw, a finger scrolls the page.
    get stroke() {
      const draws = input.mouse || s.boxing || !s.camera.whole || mine(command) !== null;
      return draws ? stroke : undefined;
    },
  };
}

/** The number of a cell among the printed ones. @param {Cell} cell */
const numberOf = ([x, y]) => y * SIDE + x;

/** Enter on the cursor: begins or ends an area, or acts there. @param {Input} input @param {boolean} more */
function enter({ s, command, request }, more) {
  const { box } = s;
  if (box) {
    s.box = null;
    pickBox(command, box, false);
  } else if (s.boxing) {
    s.box = { from: s.at, to: s.at };
    request();
  } else act(command, s.at, more);
}

/** Keys besides arrows, zoom and orders. @type {Record<string, (input: Input, event: KeyboardEvent) => void>} */
const KEYS = {
  Enter: (input, event) => enter(input, event.shiftKey),
  Escape({ s, command }) {
    s.boxing = false;
    s.box = null;
    choose(command, 'none');
  },
  a: ({ command }) => choose(command, 'all'),
  b: ({ command }) => choose(command, 'box'),
  n: ({ command }) => choose(command, 'next'),
  ' ': ({ command }) => play(command, 1),
};
const ZOOMS = /** @type {Record<string, number>} */ ({ '+': 1, '=': 1, '-': -1, 0: 0 });

/** @param {Input} input @param {(way: number) => void} zoomBy @param {KeyboardEvent} event */
function pressed(input, zoomBy, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { s, command } = input;
  const pressedKey = keyOf(event);
  const key = pressedKey.length === 1 ? pressedKey.toLowerCase() : pressedKey;
  const way = ARROWS[key];
  const order = TASKS.find((one) => one.key === key);
  if (way) {
    const step = event.shiftKey ? 10 : 1;
    s.at = within([s.at[0] + way[0] * step, s.at[1] + way[1] * step]);
    if (s.box) s.box.to = s.at;
    reveal(s.camera, ...s.at);
    sayCell(command, s.at);
    pointAt(command, s.at);
    input.request();
  } else if (input.marking(event, numberOf(s.at))) {
    // The shell has stored the mark.
  } else if (key in KEYS) KEYS[key](input, event);
  else if (key in ZOOMS) zoomBy(ZOOMS[key]);
  else if (order) task(command, order.verb);
  else return;
  event.preventDefault();
}

/**
 * @param {HTMLElement} lake
 * @param {HTMLElement} stage   gets the zoom buttons
 * @param {import('./picture.js').Picture} picture
 * @param {Pick<import('../base.js').Base<any, {}>, 'request' | 'signal'>} base
 */
export function makeInput(lake, stage, picture, { request, signal }) {
  const { command } = picture;
  const { s } = command;
  const loupe = makeLoupe();
  const map = makeMapView(s.camera, null, request);
  /** @type {Input} */
  const input = {
    lake,
    picture,
    command,
    s,
    request,
    loupe,
    shift: false,
    mouse: true,
    dragging: false,
    marking: makeMarking(command.host),
  };
  /** @param {number} way */
  const zoomBy = (way) =>
    map.zoomBy(way, s.focused ? centre(placeOf(s), s.at) : undefined, ZOOM_STEP);
  /** @param {PointerEvent} event */
  const pointerdown = ({ shiftKey, pointerType }) =>
    Object.assign(input, { shift: shiftKey, mouse: pointerType !== 'touch' });
  listen(lake, signal, { pointerdown }, { capture: true });
  listenPointer(lake, s.camera, handlersOf(input, map.dragged), signal);
  const focus = () => {
    s.focused = lake.matches(':focus-visible');
    request();
  };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => pressed(input, zoomBy, event);
  listen(lake, signal, { focus, blur: focus });
  listen(lake, signal, { keydown });
  const buttons = /** @type {[string, string, number][]} */ ([
    ['+', strings.zoomIn, 1],
    ['−', strings.zoomOut, -1],
    ['⤢', strings.wholeBoard, 0],
  ]).map(([sign, label, way]) => button(sign, label, () => zoomBy(way), 'icon small'));
  stage.after(make('div', { class: 'outpost-zoom stack g2' }, ...buttons));

  return {
    /** Zooms in to a cell. @param {Cell} cell */
    lookAt(cell) {
      s.at = s.under = cell;
      if (s.camera.whole) zoom(s.camera, 2.4);
      look(input, cell[0] + 0.5, cell[1] + 0.5);
    },
    destroy() {
      map.destroy();
      loupe.hide();
    },
  };
}
