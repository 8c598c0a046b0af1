/**
 * Mouse, touch and keyboard input on the board of Outpost: moves the view and calls the commands.
 */

import * as strings from '../../strings/outpost.js';
import { button, listen, make } from '../../ui/dom.js';
import { FINE, makeLoupe, zoomFor } from '../../ui/loupe.js';
import { ARROWS } from '../a11yGrid.js';
import { pan, reveal, zoom } from '../camera.js';
import { makeMapView } from '../mapView.js';
import { listenPointer } from '../pointer.js';
import { cellAt, locationOf, nearestTo, placeOf, sameCell, within } from './boardState.js';
import { centre, markRadius } from './draw.js';
import { minimapCell } from './minimap.js';
import { TASKS } from './panel.jsx';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('../camera.js').CanvasPoint} CanvasPoint */
/** @typedef {import('../pointer.js').PointerAt} PointerAt */

const ZOOM_STEP = 1.35;
/** A tap this near to an outpost selects it, in CSS pixels. */
const FINGER = 22;

/**
 * @param {HTMLElement} lake   the board's element, which takes the focus
 * @param {HTMLElement} stage   gets the zoom buttons
 * @param {BoardState} s
 * @param {import('./command.js').Command} command
 * @param {Pick<import('../base.js').Base<any, {}>, 'inspect' | 'host' | 'request' | 'signal'>} base
 * @param {ReturnType<typeof import('./picture.js').makePicture>['near']} paintNear   paints the magnified surroundings of a point
 */
export function makeInput(lake, stage, s, command, { inspect, host, request, signal }, paintNear) {
  const { mine, act, pickBox, choose, task, play, outpostsOn, select, send } = command;
  /** @param {CanvasPoint} at */
  const under = (at) => cellAt(s, at);
  /** @param {Cell} cell */
  const sayCell = (cell) => host.say(inspect({ ask: 'cell', cell })?.words ?? '');

  /** Moves the view to a point in the minimap, if it is there. @param {CanvasPoint} at */
  function jump(at) {
    const cell = minimapCell(s.camera, at);
    if (cell) look(cell.x, cell.y);
    return !!cell;
  }

  /** @param {number} x @param {number} y */
  function look(x, y) {
    pan(s.camera, (s.camera.x - x) * s.camera.cell, (s.camera.y - y) * s.camera.cell);
    request();
  }

  let shift = false;
  let mouse = true;
  const map = makeMapView(s.camera, null, request);
  listen(
    lake,
    signal,
    {
      /** @param {PointerEvent} event */
      pointerdown(event) {
        shift = event.shiftKey;
        mouse = event.pointerType !== 'touch';
      },
    },
    { capture: true },
  );
  /** The cell of an own outpost at a pointer: the cell under it, or one whose mark is under it. @param {PointerAt} at @returns {Cell | null} */
  function ownAt(at) {
    const seat = mine();
    const cell = under(at);
    if (seat === null || !s.view) return null;
    if (cell && outpostsOn(cell).length > 0) return cell;
    const reach = at.touch ? FINGER : markRadius(s.camera.cell);
    return nearestTo(s, at, s.view.empires[seat].muster, reach);
  }

  /** The target of a tap: without a selection an own outpost near it, else the cell itself. @param {PointerAt} at */
  function tapped(at) {
    const free = s.selected.length === 0 && s.mode === null;
    const near = free || s.mode === 'pair' ? ownAt(at) : null;
    return near ?? under(at);
  }

  /**
   * A drag in the minimap moves the view; one from an own outpost draws its path; with Shift or `boxing` it selects an
   * area.
   */
  const stroke = {
    dragging: false,
    /** @param {PointerAt} at */
    begin(at) {
      stroke.dragging = jump(at);
      if (stroke.dragging) return true;
      const cell = under(at);
      if (mine() === null || !cell) return false;
      if (s.boxing || shift) {
        s.box = { from: cell, to: cell };
        return true;
      }
      const from = s.mode === null || s.mode === 'go' ? ownAt(at) : null;
      if (!from) return false;
      const here = outpostsOn(from);
      const all = here.some((index) => s.selected.includes(index));
      s.drag = { who: all ? s.selected : here, from, to: from };
      return true;
    },
    /** @param {PointerAt} at */
    move(at) {
      if (stroke.dragging) jump(at);
      else if (s.box) s.box.to = under(at) ?? s.box.to;
      else if (s.drag) {
        s.drag.to = under(at) ?? s.drag.from;
        s.under = s.drag.to;
      }
      request();
    },
    /** @param {PointerAt | null} at */
    end(at) {
      const { box, drag } = s;
      s.box = s.drag = null;
      request();
      if (stroke.dragging || !at) return;
      if (drag) {
        // A drag back to its outpost is a click; one that ends off the board does nothing.
        if (sameCell(drag.from, drag.to)) {
          const cell = under(at) && tapped(at);
          if (cell) act(cell, shift);
        } else {
          select(drag.who);
          send(drag.who, drag.to);
        }
        return;
      }
      if (!box) return;
      if (sameCell(box.from, box.to) && !s.boxing) act(box.from, shift);
      else pickBox(box, shift && !s.boxing);
    },
  };
  const loupe = makeLoupe();

  listenPointer(
    lake,
    s.camera,
    {
      moved: map.dragged,
      tap(at) {
        const cell = jump(at) ? null : tapped(at);
        if (cell) act(cell, shift);
      },
      // The finger hides the cell, so the loupe shows it.
      finger(at) {
        s.fingered = !!at;
        if (!at || s.camera.cell >= FINE || stroke.dragging) {
          loupe.hide();
          return;
        }
        const box = lake.getBoundingClientRect();
        const zoom = zoomFor(s.camera.cell);
        const middle = s.under ? centre(placeOf(s), s.under) : at;
        const finger = { x: box.left + at.x, y: box.top + at.y };
        loupe.show(finger, (ctx, size) => paintNear(ctx, size, middle, zoom), s.camera.cell * zoom);
      },
      hover(at) {
        const cell = at && !minimapCell(s.camera, at) ? under(at) : null;
        if (sameCell(cell, s.under)) return;
        s.under = cell;
        pointAt(cell);
        request();
      },
      // A long press aims at a cell: released there it is a tap, released outside it does nothing.
      hold: {
        begin(at) {
          aim(tapped(at));
          return true;
        },
        move: (at) => aim(under(at)),
        end(at) {
          const cell = at && s.under;
          s.under = null;
          request();
          if (cell) act(cell, shift);
        },
      },
      // Without anything to draw, a finger scrolls the page.
      get stroke() {
        return mouse || s.boxing || !s.camera.whole || mine() !== null ? stroke : undefined;
      },
    },
    signal,
  );

  /** @param {Cell | null} cell */
  function aim(cell) {
    if (!sameCell(cell, s.under)) {
      s.under = cell;
      if (cell) sayCell(cell);
    }
    request();
  }

  /** Highlights the row of a cell in the task table. @param {Cell | null} cell */
  function pointAt(cell) {
    const tasks = s.model?.thought?.tasks ?? [];
    const at = cell ? tasks.findIndex((one) => sameCell(locationOf(one)?.from, cell)) : -1;
    host.point(at < 0 ? null : at);
  }

  /** @param {-1 | 0 | 1} way */
  const zooms = (way) => () =>
    map.zoomBy(way, s.focused ? centre(placeOf(s), s.at) : undefined, ZOOM_STEP);

  /** Keys besides arrows and orders. @type {Record<string, (event: KeyboardEvent) => void>} */
  const keys = {
    Enter(event) {
      const { box } = s;
      if (box) {
        s.box = null;
        pickBox(box, false);
      } else if (s.boxing) {
        s.box = { from: s.at, to: s.at };
        request();
      } else act(s.at, event.shiftKey);
    },
    Escape() {
      s.boxing = false;
      s.box = null;
      choose('none');
    },
    a: () => choose('all'),
    b: () => choose('box'),
    n: () => choose('next'),
    ' ': () => play(1),
    '+': zooms(1),
    '=': zooms(1),
    '-': zooms(-1),
    0: zooms(0),
  };

  const focus = () => {
    s.focused = lake.matches(':focus-visible');
    request();
  };
  listen(lake, signal, { focus, blur: focus });
  listen(lake, signal, {
    /** @param {KeyboardEvent} event */
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const way = ARROWS[key];
      const order = TASKS.find((one) => one.key === key);
      if (way) {
        const step = event.shiftKey ? 10 : 1;
        s.at = within([s.at[0] + way[0] * step, s.at[1] + way[1] * step]);
        if (s.box) s.box.to = s.at;
        reveal(s.camera, ...s.at);
        sayCell(s.at);
        pointAt(s.at);
        request();
      } else if (keys[key]) keys[key](event);
      else if (order) task(order.verb);
      else return;
      event.preventDefault();
    },
  });

  const buttons = /** @type {[string, string, () => void][]} */ ([
    ['+', strings.zoomIn, zooms(1)],
    ['−', strings.zoomOut, zooms(-1)],
    ['⤢', strings.wholeBoard, zooms(0)],
  ]).map(([sign, label, act]) => button(sign, label, act, 'icon small'));
  stage.after(make('div', { class: 'outpost-zoom stack g2' }, ...buttons));

  return {
    /** Zooms in to a cell. @param {Cell} cell */
    lookAt(cell) {
      s.at = s.under = cell;
      if (s.camera.whole) zoom(s.camera, 2.4);
      look(cell[0] + 0.5, cell[1] + 0.5);
    },
    destroy() {
      map.destroy();
      loupe.hide();
    },
  };
}
