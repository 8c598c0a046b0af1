/**
 * Mouse and touch input on Lake and Reedbed, and their keys. Each event becomes an action (take, turn, move, place,
 * build); legal moves come from Rust. Drags cross from one canvas to the other, so the base does not listen here.
 */

import { listen } from '../../ui/dom.js';
import { keyOf } from '../../ui/keys.js';
import { listenPointer, pointOf } from '../pointer.js';
import { bedHit } from './bed.js';
import { bedPlace, buildIn, buildOn, columnRow, inBed, SIDE } from './boardState.js';
import { makeFloat } from './float.js';
import { covered } from './heldIsland.js';
import { makeKeys } from './keys.js';

/** @typedef {[number, number]} Point   column and row */
/** @typedef {import('../pointer.js').PointerAt} PointerAt */
/** @typedef {{ clientX: number, clientY: number }} Place */

/** How far a mouse and a finger move before a drag begins, and the tolerance of a tap. */
const DRAG_FROM = 4;
const PATIENCE = { slack: 9 };
const FINGER = 14;
/** Wheels and touchpads send many small steps; at most one quarter turn in this time, in milliseconds. */
const WHEEL_PAUSE = 160;

/**
 * @param {import('../base.js').Base<import('./boardState.js').Position, {}>} base
 * @param {import('./index.js').BoardState} s
 * @param {import('./heldIsland.js').Actions} act
 * @param {{ wrap: HTMLElement, canvas: HTMLCanvasElement } | null} bed
 */
export function makeInput({ canvas: lake, signal, host, hover, mayAct, request }, s, act, bed) {
  /** The pressed square in the Reedbed, and the pointer. @type {{ hit: NonNullable<ReturnType<typeof bedHit>>, from: PointerAt } | null} */
  let grabbed = null;
  /** The dragging pointer's position on the screen. @type {Place} */
  let dragAt = { clientX: 0, clientY: 0 };
  let wheeled = 0;
  const float = makeFloat(s);
  const inHand = () => s.held?.how === 'hand';
  const dragged = () => s.held?.how === 'drag';

  /** A point of the screen in squares of the Lake, from its top left. @param {Place} event @returns {Point} */
  function lakePoint(event) {
    const { x, y } = pointOf(lake, event);
    return [(x - s.lake.x) / s.lake.cell, (y - s.lake.y) / s.lake.cell];
  }
  /** @param {Point} point @param {number} [slack] */
  const within = ([x, y], slack = 0) => Math.min(x, y) >= -slack && Math.max(x, y) < SIDE + slack;
  /** @param {Place} at */
  function cellAt(at) {
    const point = lakePoint(at);
    return within(point) ? Math.floor(point[1]) * SIDE + Math.floor(point[0]) : null;
  }

  /** The island and its square under a point of the Reedbed. @param {PointerAt} at */
  const hitAt = (at) => bedHit(s.bed, at.x, at.y, at.touch ? FINGER : 0);

  /** The mouse cursor over the Reedbed. @param {ReturnType<typeof hitAt>} hit */
  function handOver(hit) {
    if (!hit || !mayAct()) return '';
    const builds = inHand() || s.tap === 'build';
    return builds && s.view && buildIn(s.view, hit.lying.island.id, hit.square)
      ? 'pointer'
      : 'grab';
  }

  /** Moves the held island so that the grabbed point is under the pointer. @param {Place} event */
  function follow(event) {
    if (!s.held) return;
    const point = lakePoint(event);
    const [gx, gy] = s.held.grab;
    act.move(within(point, 0.6) ? [point[0] - gx, point[1] - gy] : null);
  }

  /** How far a pointer has moved. @param {PointerAt} from @param {PointerAt} to */
  const far = (from, to) => Math.hypot(to.x - from.x, to.y - from.y);

  // --- the Reedbed --------------------------------------------------------------------------

  /** Takes the pressed island once the pointer has moved far enough. @param {PointerAt} at @returns {boolean} whether an island is dragged */
  function pull(at) {
    if (dragged() || !grabbed) return dragged();
    const { from, hit } = grabbed;
    if (!from.touch && far(from, at) < DRAG_FROM) return false;
    const { island, x, y, cell } = hit.lying;
    if (act.take(island.id, 'drag', [(from.x - x) / cell, (from.y - y) / cell])) return true;
    grabbed = null;
    return false;
  }

  /** @param {HTMLCanvasElement} canvas */
  const listenBed = (canvas) =>
    listenPointer(
      canvas,
      null,
      {
        tap() {},
        hover(at) {
          if (grabbed) return;
          const hit = at && hitAt(at);
          canvas.style.cursor = handOver(hit);
          hoverAt(hit && bedPlace(hit.lying.number, hit.square));
        },
        // A drag takes an island; a tap builds on the pressed square or holds the island.
        stroke: {
          begin(from) {
            const hit = hitAt(from);
            grabbed = hit && { hit, from };
            return !!hit;
          },
          move(at) {
            if (!grabbed || !pull(at)) return;
            canvas.style.cursor = 'grabbing';
            dragAt = at;
            follow(at);
            request();
          },
          end(at) {
            const pressed = grabbed;
            grabbed = null;
            canvas.style.cursor = '';
            if (dragged()) {
              if (!at || !act.place()) act.putBack();
            } else if (at && pressed && mayAct()) {
              const { lying, square } = pressed.hit;
              const island = lying.island.id;
              if ((inHand() || s.tap === 'build') && act.build(island, square)) return;
              if (!inHand()) act.take(island, 'hand');
            }
          },
        },
      },
      signal,
      PATIENCE,
    );
  if (bed) listenBed(bed.canvas);

  /** While an island is held, the pointer does not highlight candidates. @param {number | null} place */
  function hoverAt(place) {
    if (!s.held) hover(place);
    else if (place !== s.hover) {
      s.hover = place;
      request();
    }
  }

  // --- the Lake -----------------------------------------------------------------------------

  /** A held island: a mouse places it, a finger moves it and places it by a tap on the preview. */
  const inHandStroke = {
    ready: false,
    /** @param {PointerAt} at */
    begin(at) {
      const cell = cellAt(at);
      const over = !!s.held && covered(s.held).some(([c, r]) => r * SIDE + c === cell);
      inHandStroke.ready = !at.touch || (!!s.held?.place && over);
      if (!inHandStroke.ready) follow(at);
    },
    /** @param {PointerAt} at */
    move(at) {
      if (at.touch) inHandStroke.ready = false;
      follow(at);
    },
    /** @param {PointerAt | null} at */
    end(at) {
      if (at && inHandStroke.ready) act.place();
    },
  };

  listenPointer(
    lake,
    null,
    {
      tap(at) {
        const cell = cellAt(at);
        if (cell !== null) build(cell);
      },
      hover(at) {
        if (at && inHand()) follow(at);
        else hoverAt(at && cellAt(at));
      },
      get stroke() {
        return inHand() ? inHandStroke : undefined;
      },
    },
    signal,
    PATIENCE,
  );

  /** @param {number} cell */
  function build(cell) {
    const house = s.view && buildOn(s.view, cell);
    if (house) act.build(house.island, house.square);
    else if (mayAct() && s.view) act.refuse(s.view.refused[cell], [columnRow(cell)]);
  }

  // --- turning ------------------------------------------------------------------------------

  /** The island of the Reedbed under the mouse. */
  const hovered = () => (s.view && inBed(s.view, s.hover)?.island) ?? null;

  /** Turns the held island, or the one under the mouse. @param {number} by @returns {boolean} whether there was one */
  function turn(by) {
    const island = hovered();
    if (s.held) act.turn(by);
    else if (island) act.face(island, by);
    else return false;
    return true;
  }

  for (const canvas of bed ? [lake, bed.canvas] : [lake]) {
    /** @param {WheelEvent} event */
    const wheel = (event) => {
      if (event.deltaY === 0 || !(s.held || hovered())) return;
      event.preventDefault();
      const now = performance.now();
      if (now - wheeled < WHEEL_PAUSE) return;
      wheeled = now;
      turn(event.deltaY > 0 ? 1 : -1);
    };
    listen(canvas, signal, { wheel }, { passive: false });
  }

  // A tap by a second finger, anywhere, only turns the dragged island.
  /** @param {PointerEvent} event */
  const pointerdown = (event) => {
    if (!dragged() || !grabbed || event.pointerId === grabbed.from.id) return;
    event.stopPropagation();
    act.turn(1);
    follow(dragAt);
  };
  listen(window, signal, { pointerdown }, { capture: true });
  // While a finger drags an island, the page must not scroll or zoom.
  /** @param {TouchEvent} event */
  const touchmove = (event) => dragged() && event.cancelable && event.preventDefault();
  listen(window, signal, { touchmove }, { passive: false });

  // Keys for mouse users: R turns the dragged or held island, or the one under the pointer.
  listen(window, signal, {
    /** @param {KeyboardEvent} event */
    keydown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const elsewhere = 'input, select, textarea, dialog';
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      const key = keyOf(event);
      if (key.toLowerCase() === 'r') {
        if (!turn(event.shiftKey ? -1 : 1)) return;
        if (dragged()) follow(dragAt);
      } else if (key === 'Escape' && s.held) {
        grabbed = null;
        act.putBack();
      } else return;
      event.preventDefault();
    },
  });

  return {
    ...makeKeys(s, act, host, inHand, build),
    paintFloat: () => float.paint(dragged(), dragAt),
    destroy: float.remove,
  };
}
