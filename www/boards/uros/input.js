/**
 * Mouse, fingers and keys on Lake and Reedbed. Each event becomes one of the board's own actions (take,
 * turn, move, place, build); what is legal was asked before and is only compared here. A drag goes from
 * one canvas to the other, so these hands are not the base's.
 */

import { sharpContext } from '../../ui/canvas.js';
import { listen, makeCanvas } from '../../ui/dom.js';
import { placeOf } from '../base.js';
import { pointOf } from '../pointer.js';
import { bedHit } from './bed.js';
import { bedPlace, buildIn, buildOn, columnRow, inBed, SIDE } from './boardState.js';
import { drawHouses, drawIsland } from './draw.js';
import { covered } from './held.js';

/** @typedef {[number, number]} Point   column and row */
/** @typedef {{ clientX: number, clientY: number }} Place */

/** How far a pressed pointer moves before it drags, and how near a finger has to tap. */
const DRAG_FROM = { mouse: 4, touch: 9 };
const FINGER = 14;
/** Wheels and touchpads send many small steps: one quarter turn in this time is enough. */
const WHEEL_PAUSE = 160;

/**
 * @param {import('../base.js').Base<import('./boardState.js').Position, {}>} base
 * @param {import('./index.js').BoardState} s
 * @param {import('./held.js').Actions} act
 * @param {{ wrap: HTMLElement, canvas: HTMLCanvasElement } | null} bed
 */
export function makeInput({ canvas: lake, signal, host, hover, mayAct, request }, s, act, bed) {
  /** What is pressed. @type {{ id: number, x: number, y: number, touch: boolean, hit: ReturnType<typeof bedHit>, on: 'lake' | 'bed', ready: boolean } | null} */
  let press = null;
  /** Where the dragging pointer is on the screen. @type {Place} */
  let at = { clientX: 0, clientY: 0 };
  let wheeled = 0;
  const inHand = () => s.held?.how === 'hand';
  const dragged = () => s.held?.how === 'drag';

  /** A point of the screen in squares of the Lake, from its top left. @param {Place} event @returns {Point} */
  function lakePoint(event) {
    const { x, y } = pointOf(lake, event);
    return [(x - s.lake.x) / s.lake.cell, (y - s.lake.y) / s.lake.cell];
  }
  /** @param {Point} point @param {number} [slack] */
  const within = ([x, y], slack = 0) => Math.min(x, y) >= -slack && Math.max(x, y) < SIDE + slack;
  /** @param {Place} event */
  function cellAt(event) {
    const point = lakePoint(event);
    return within(point) ? Math.floor(point[1]) * SIDE + Math.floor(point[0]) : null;
  }

  /** The island and its square under a pointer. @param {PointerEvent} event */
  function hitAt(event) {
    if (!bed) return null;
    const { x, y } = pointOf(bed.canvas, event);
    return bedHit(s.bed, x, y, event.pointerType === 'mouse' ? 0 : FINGER);
  }

  /** What the mouse looks like over the Reedbed. @param {ReturnType<typeof hitAt>} hit */
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

  /** @param {PointerEvent} event @param {'lake' | 'bed'} on @param {Partial<NonNullable<typeof press>>} more */
  function begin(event, on, more) {
    const { pointerId: id, clientX: x, clientY: y } = event;
    const touch = event.pointerType !== 'mouse';
    press = { id, x, y, touch, on, hit: null, ready: false, ...more };
  }
  /** How far the pressed pointer has come. @param {Place} event */
  const farFrom = ({ clientX, clientY }, { x, y } = press ?? { x: 0, y: 0 }) =>
    Math.hypot(clientX - x, clientY - y);

  // --- the Reedbed --------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  function drag(event) {
    if (!press?.hit || !bed) return;
    at = event;
    if (!dragged()) {
      if (farFrom(event) < DRAG_FROM[press.touch ? 'touch' : 'mouse']) return;
      const { lying } = press.hit;
      const { x, y } = pointOf(bed.canvas, { clientX: press.x, clientY: press.y });
      /** @type {Point} */
      const grab = [(x - lying.x) / lying.cell, (y - lying.y) / lying.cell];
      if (!act.take(lying.island.id, 'drag', grab)) {
        press = null;
        return;
      }
    }
    if (bed) bed.canvas.style.cursor = 'grabbing';
    follow(event);
    request();
  }

  const bedCanvas = bed?.canvas ?? new EventTarget();
  listen(bedCanvas, signal, {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      if (press || event.button !== 0) return;
      const hit = hitAt(event);
      begin(event, 'bed', { hit });
      if (hit) bed?.canvas.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (press?.id === event.pointerId && press.on === 'bed') drag(event);
      else if (event.pointerType === 'mouse' && !press) {
        const hit = hitAt(event);
        if (bed) bed.canvas.style.cursor = handOver(hit);
        const number = hit && s.view ? s.view.islands.indexOf(hit.lying.island) : 0;
        hoverAt(hit && bedPlace(number, hit.square));
      }
    },
    pointerleave: () => hoverAt(null),
    pointerup(event) {
      if (press?.id !== event.pointerId || press.on !== 'bed') return;
      const { hit } = press;
      press = null;
      if (bed) bed.canvas.style.cursor = '';
      if (dragged()) {
        if (!act.place()) act.putBack();
        return;
      }
      if (!hit || !mayAct()) return;
      const island = hit.lying.island.id;
      if ((inHand() || s.tap === 'build') && act.build(island, hit.square)) return;
      if (!inHand()) act.take(island, 'hand');
    },
    pointercancel() {
      press = null;
      if (dragged()) act.putBack();
    },
  });

  /** With an island in the hand, the list is not pointed at. @param {number | null} place */
  function hoverAt(place) {
    if (!s.held) hover(place);
    else if (place !== s.hover) {
      s.hover = place;
      request();
    }
  }

  // --- the Lake -----------------------------------------------------------------------------

  listen(lake, signal, {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      if (press || event.button !== 0) return;
      const touch = event.pointerType !== 'mouse';
      const cell = cellAt(event);
      // A tap on the preview places it; a tap elsewhere moves it there first.
      const over = () => s.held && covered(s.held).some(([c, r]) => r * SIDE + c === cell);
      const ready = !!s.held?.place && (!touch || !!over());
      begin(event, 'lake', { ready });
      if (s.held && touch && !ready) follow(event);
    },
    pointermove(event) {
      if (press && press.id !== event.pointerId) return;
      const mouse = event.pointerType === 'mouse';
      if (inHand()) {
        const moved = !!press && farFrom(event) > DRAG_FROM.touch;
        if (press?.touch && moved) press.ready = false;
        if (mouse || moved) follow(event);
      } else if (mouse) hoverAt(cellAt(event));
    },
    pointerleave: () => hoverAt(null),
    pointerup(event) {
      if (press?.id !== event.pointerId || press.on !== 'lake') return;
      const { touch, ready } = press;
      const moved = farFrom(event) > DRAG_FROM.touch;
      press = null;
      if (inHand()) {
        if (!touch || (ready && !moved)) act.place();
        return;
      }
      const cell = moved ? null : cellAt(event);
      if (cell !== null) build(cell);
    },
    pointercancel() {
      press = null;
    },
  });

  /** @param {number} cell */
  function build(cell) {
    const house = s.view && buildOn(s.view, cell);
    if (house) act.build(house.island, house.square);
    else if (mayAct() && s.view) act.refuse(s.view.refused[cell], [columnRow(cell)]);
  }

  // --- turning ------------------------------------------------------------------------------

  /** The island of the Reedbed under the mouse. */
  const hovered = () => (s.view && inBed(s.view, s.hover)?.island) ?? null;

  /** Turns what is held, or else the island under the mouse. @param {number} by @returns {boolean} whether there was one */
  function turn(by) {
    const island = hovered();
    if (s.held) act.turn(by);
    else if (island) act.face(island, by);
    else return false;
    return true;
  }

  for (const canvas of [lake, bedCanvas]) {
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

  // A second finger's tap turns what the first one drags.
  /** @param {PointerEvent} event */
  const pointerdown = (event) => {
    if (!dragged() || !press || event.pointerId === press.id) return;
    act.turn(1);
    follow(at);
  };
  listen(window, signal, { pointerdown }, { capture: true });
  // While an island hangs on a finger, the page must neither scroll nor zoom.
  listen(
    window,
    signal,
    {
      touchmove: (event) => dragged() && event.cancelable && event.preventDefault(),
    },
    { passive: false },
  );

  // Keys for the mouse's hand: R turns what is dragged, held or under the pointer.
  listen(window, signal, {
    /** @param {KeyboardEvent} event */
    keydown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const elsewhere = 'input, select, textarea, dialog';
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      if (event.key.toLowerCase() === 'r') {
        if (!turn(event.shiftKey ? -1 : 1)) return;
        if (dragged()) follow(at);
      } else if (event.key === 'Escape' && s.held) {
        press = null;
        act.putBack();
      } else return;
      event.preventDefault();
    },
  });

  // --- keys on the grids --------------------------------------------------------------------

  /** @type {import('../a11yGrid.js').A11yEvents} */
  const lakeEvents = {
    focus(id) {
      const cell = id === null ? null : placeOf(id);
      act.focus(cell);
      if (cell === null || !inHand()) return;
      act.move(columnRow(cell));
      host.say(`${s.view?.names[cell] ?? ''}${act.fitText()}`);
    },
    activate(id) {
      const cell = placeOf(id);
      if (!inHand()) return build(cell);
      if (!s.held?.corner) act.move(columnRow(cell));
      act.place();
    },
    key(key) {
      if (!s.held || !inHand()) return false;
      const { island } = s.held;
      if (key === 'r' || key === 'R') act.turn(key === 'r' ? 1 : -1);
      else if (key === 'Escape') {
        act.putBack();
        act.focusBed(island);
      } else return false;
      return true;
    },
  };

  /** @type {import('../a11yGrid.js').A11yEvents} */
  const bedEvents = {
    focus(id) {
      const [island, square] = id?.split('.') ?? [];
      const number = s.view?.islands.findIndex((one) => one.id === island) ?? -1;
      act.focus(number < 0 ? null : bedPlace(number, Number(square)));
    },
    activate(id) {
      const [island, square] = id.split('.');
      if (!act.build(island, Number(square))) pick(island);
    },
    key(key) {
      const focus = s.view && inBed(s.view, s.cursor);
      if (!focus) return false;
      if (key === ' ' || key === 'r' || key === 'R') {
        if (inHand()) act.turn(1);
        else pick(focus.island);
      } else if (key === 'Escape' && s.held) act.putBack();
      else return false;
      return true;
    },
  };

  /** Takes an island by key: the cursor goes over to the Lake. @param {string} island */
  function pick(island) {
    if (act.take(island, 'hand')) act.focusLake(s.held?.answer.places[0]?.corner ?? 0);
  }

  // --- what hangs on the pointer ------------------------------------------------------------

  /** A canvas over the page, for an island between Reedbed and Lake. */
  const float = makeCanvas('float');
  float.hidden = true;
  document.body.append(float);
  let floating = '';

  function paintFloat() {
    const { held } = s;
    const island = s.view?.islands.find((one) => one.id === held?.island);
    float.hidden = !held || !dragged() || !island || !!held.corner;
    if (float.hidden || !held || !island) return;
    const { cell } = s.lake;
    const { width, height, shape } = held.answer;
    const key = `${held.island}/${held.turn}/${cell}/${island.houses}`;
    const pad = cell * 0.1;
    if (floating !== key) {
      floating = key;
      const [w, h] = [width * cell + 2 * pad, height * cell + 2 * pad];
      const ctx = sharpContext(float, w, h);
      float.style.width = `${w}px`;
      float.style.height = `${h}px`;
      ctx.clearRect(0, 0, w, h);
      const on = { ctx, colours: s.colours, place: { x: pad, y: pad, cell } };
      drawIsland(on, shape);
      drawHouses(on, island.houses, shape);
    }
    const x = at.clientX - held.grab[0] * cell - pad;
    const y = at.clientY - held.grab[1] * cell - pad;
    float.style.transform = `translate(${x}px, ${y}px)`;
  }

  return { lakeEvents, bedEvents, paintFloat, destroy: () => float.remove() };
}
