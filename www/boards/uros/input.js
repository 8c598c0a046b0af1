/**
 * Mouse, fingers and keys on Lake and Reedbed. Each event becomes one of the board's own doors
 * (take, turn, move, place, build); what is legal was asked before and is only compared here.
 */
import { sharpContext } from '../canvas.js';
import { bedHit } from './bed.js';
import { columnRow, drawHouses, drawIsland } from './draw.js';
import { covered } from './hold.js';

/** @typedef {import('./index.js').Scene} Scene */
/** @typedef {{ wrap: HTMLElement, canvas: HTMLCanvasElement }} Box */

/**
 * @typedef {object} Doors
 * @property {() => void} request
 * @property {() => boolean} mayAct
 * @property {(text: string) => void} say
 * @property {(island: string, square: number) => string | null} buildMove
 * @property {(island: string, how: 'drag' | 'hand', grab?: [number, number]) => boolean} take
 * @property {(by: number) => void} turn
 * @property {(island: string, by: number) => void} face
 * @property {(corner: [number, number] | null) => void} move
 * @property {() => boolean} place
 * @property {() => void} putBack
 * @property {(island: string, square: number) => boolean} build
 * @property {(spot: import('./index.js').Spot | null) => void} hover
 * @property {(spot: import('./index.js').Spot | null) => void} focus
 * @property {() => string} fitWords
 * @property {(cell: number) => void} focusLake
 * @property {(island: string) => void} focusBed
 */

/** How far a pressed pointer moves before it drags, and how near a finger has to tap. */
const DRAG_FROM = { mouse: 4, touch: 9 };
const FINGER = 14;
/** Wheels and touchpads send many small steps: one quarter turn in this time is enough. */
const WHEEL_PAUSE = 160;

/**
 * @param {Scene} s
 * @param {Doors} doors
 * @param {Box} lake
 * @param {Box | null} bed
 */
export function listen(s, doors, lake, bed) {
  const stop = new AbortController();
  const { signal } = stop;
  /** What is pressed. @type {{ id: number, x: number, y: number, touch: boolean, hit: ReturnType<typeof bedHit>, on: 'lake' | 'bed', ready: boolean } | null} */
  let press = null;
  /** Where the dragging pointer is on the screen. */
  let at = { x: 0, y: 0 };
  let wheeled = 0;
  const float = makeFloat();

  /**
   * A point of the screen in squares of the Lake, from its top left.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {[number, number]}
   */
  function onLake(event) {
    const rect = lake.canvas.getBoundingClientRect();
    return [
      (event.clientX - rect.left - s.lake.x) / s.lake.cell,
      (event.clientY - rect.top - s.lake.y) / s.lake.cell,
    ];
  }

  /** @param {[number, number]} point */
  const within = ([x, y], slack = 0) =>
    x >= -slack && y >= -slack && x < 6 + slack && y < 6 + slack;
  /** @param {[number, number]} point */
  const cellAt = (point) =>
    within(point) ? Math.floor(point[1]) * 6 + Math.floor(point[0]) : null;

  /** @param {PointerEvent} event */
  function inBed(event) {
    if (!bed) return null;
    const rect = bed.canvas.getBoundingClientRect();
    const slack = event.pointerType === 'mouse' ? 0 : FINGER;
    return bedHit(s.bed, event.clientX - rect.left, event.clientY - rect.top, slack);
  }

  /** Moves the held island so that the grabbed point is under the pointer. @param {{ clientX: number, clientY: number }} event */
  function follow(event) {
    if (!s.held) return;
    const point = onLake(event);
    const [gx, gy] = s.held.grab;
    doors.move(within(point, 0.6) ? [point[0] - gx, point[1] - gy] : null);
  }

  // --- the Reedbed --------------------------------------------------------------------------

  bed?.canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (press || event.button !== 0) return;
      const hit = inBed(event);
      const touch = event.pointerType !== 'mouse';
      press = {
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        touch,
        hit,
        on: 'bed',
        ready: false,
      };
      if (hit) bed.canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  bed?.canvas.addEventListener(
    'pointermove',
    (event) => {
      if (press?.id === event.pointerId && press.on === 'bed') return drag(event);
      if (event.pointerType === 'mouse' && !press) {
        const hit = inBed(event);
        doors.hover(hit && { where: 'bed', island: hit.lying.island.id, square: hit.square });
      }
    },
    { signal },
  );
  bed?.canvas.addEventListener('pointerleave', () => doors.hover(null), { signal });

  /** @param {PointerEvent} event */
  function drag(event) {
    if (!press?.hit) return;
    at = { x: event.clientX, y: event.clientY };
    if (s.held?.how !== 'drag') {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (far < (press.touch ? DRAG_FROM.touch : DRAG_FROM.mouse)) return;
      const { lying } = press.hit;
      const rect = /** @type {Box} */ (bed).canvas.getBoundingClientRect();
      /** @type {[number, number]} */
      const grab = [
        (press.x - rect.left - lying.x) / lying.cell,
        (press.y - rect.top - lying.y) / lying.cell,
      ];
      if (!doors.take(lying.island.id, 'drag', grab)) {
        press = null;
        return;
      }
    }
    follow(event);
    doors.request();
  }

  bed?.canvas.addEventListener(
    'pointerup',
    (event) => {
      if (press?.id !== event.pointerId || press.on !== 'bed') return;
      const { hit } = press;
      press = null;
      if (s.held?.how === 'drag') {
        if (!doors.place()) doors.putBack();
        return;
      }
      if (!hit || !doors.mayAct()) return;
      const island = hit.lying.island.id;
      const inHand = s.held?.how === 'hand';
      if ((inHand || s.tap === 'build') && doors.build(island, hit.square)) return;
      if (!inHand) doors.take(island, 'hand');
    },
    { signal },
  );
  bed?.canvas.addEventListener('pointercancel', () => drop(), { signal });

  function drop() {
    press = null;
    if (s.held?.how === 'drag') doors.putBack();
  }

  // --- the Lake -----------------------------------------------------------------------------

  lake.canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (press || event.button !== 0) return;
      const touch = event.pointerType !== 'mouse';
      const cell = cellAt(onLake(event));
      // A tap on the preview places it; a tap elsewhere moves it there first.
      const ready =
        !!s.held?.place && (!touch || covered(s.held).some(([c, r]) => r * 6 + c === cell));
      press = {
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        touch,
        hit: null,
        on: 'lake',
        ready,
      };
      if (s.held && touch && !ready) follow(event);
    },
    { signal },
  );
  lake.canvas.addEventListener(
    'pointermove',
    (event) => {
      if (press && press.id !== event.pointerId) return;
      if (s.held?.how === 'hand') {
        const moved = press ? Math.hypot(event.clientX - press.x, event.clientY - press.y) : 99;
        if (event.pointerType === 'mouse' || (press && moved > DRAG_FROM.touch)) {
          if (press && moved > DRAG_FROM.touch && press.touch) press.ready = false;
          follow(event);
        }
        return;
      }
      if (event.pointerType !== 'mouse') return;
      const cell = cellAt(onLake(event));
      doors.hover(cell === null ? null : { where: 'lake', cell });
    },
    { signal },
  );
  lake.canvas.addEventListener('pointerleave', () => doors.hover(null), { signal });
  lake.canvas.addEventListener(
    'pointerup',
    (event) => {
      if (press?.id !== event.pointerId || press.on !== 'lake') return;
      const { x, y, touch, ready } = press;
      press = null;
      const moved = Math.hypot(event.clientX - x, event.clientY - y) > DRAG_FROM.touch;
      if (s.held?.how === 'hand') {
        if (ready && !(moved && touch)) doors.place();
        else if (!touch) doors.place();
        return;
      }
      if (moved) return;
      const cell = cellAt(onLake(event));
      if (cell !== null) buildOn(cell);
    },
    { signal },
  );
  lake.canvas.addEventListener(
    'pointercancel',
    () => {
      press = null;
    },
    { signal },
  );

  /** @param {number} cell */
  function buildOn(cell) {
    const spot = s.view?.build.find((one) => one.cell === cell);
    if (spot) doors.build(spot.island, spot.square);
    else if (doors.mayAct()) doors.say('No house can be built there.');
  }

  // --- turning ------------------------------------------------------------------------------

  for (const canvas of [lake.canvas, bed?.canvas]) {
    canvas?.addEventListener(
      'wheel',
      (event) => {
        const island = s.held ? s.held.island : s.hover?.where === 'bed' ? s.hover.island : null;
        if (!island || event.deltaY === 0) return;
        event.preventDefault();
        const now = performance.now();
        if (now - wheeled < WHEEL_PAUSE) return;
        wheeled = now;
        if (s.held) doors.turn(event.deltaY > 0 ? 1 : -1);
        else doors.face(island, event.deltaY > 0 ? 1 : -1);
      },
      { signal, passive: false },
    );
  }

  // A second finger's tap turns what the first one drags.
  window.addEventListener(
    'pointerdown',
    (event) => {
      if (s.held?.how === 'drag' && press && event.pointerId !== press.id) {
        doors.turn(1);
        follow({ clientX: at.x, clientY: at.y });
      }
    },
    { signal, capture: true },
  );
  // While an island hangs on a finger, the page must neither scroll nor zoom.
  window.addEventListener(
    'touchmove',
    (event) => {
      if (s.held?.how === 'drag' && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );

  // Keys for the mouse's hand: R turns what is dragged, held or under the pointer.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, dialog')
      )
        return;
      const island = s.hover?.where === 'bed' ? s.hover.island : null;
      if (event.key === 'r' || event.key === 'R') {
        if (s.held) doors.turn(event.shiftKey ? -1 : 1);
        else if (island) doors.face(island, event.shiftKey ? -1 : 1);
        else return;
        if (s.held?.how === 'drag') follow({ clientX: at.x, clientY: at.y });
        event.preventDefault();
      } else if (event.key === 'Escape' && s.held) {
        event.preventDefault();
        press = null;
        doors.putBack();
      }
    },
    { signal },
  );

  // --- keys on the twins --------------------------------------------------------------------

  /** @type {import('../twin.js').TwinEvents} */
  const lakeTwin = {
    focus(id) {
      const cell = id ? Number(id.slice(5)) : null;
      doors.focus(cell === null ? null : { where: 'lake', cell });
      if (cell !== null && s.held?.how === 'hand') {
        doors.move(columnRow(cell));
        doors.say(`${s.view?.square_names[cell] ?? ''}${doors.fitWords()}`);
      }
    },
    activate(id) {
      const cell = Number(id.slice(5));
      if (s.held?.how === 'hand') {
        if (!s.held.corner) doors.move(columnRow(cell));
        doors.place();
      } else buildOn(cell);
    },
    key(key) {
      if (s.held?.how !== 'hand') return false;
      if (key === 'r' || key === 'R') doors.turn(key === 'r' ? 1 : -1);
      else if (key === 'Escape') {
        const { island } = s.held;
        doors.putBack();
        doors.focusBed(island);
      } else return false;
      return true;
    },
  };

  /** @type {import('../twin.js').TwinEvents} */
  const bedTwin = {
    focus(id) {
      if (!id) return doors.focus(null);
      const [island, square] = id.split('.');
      doors.focus({ where: 'bed', island, square: Number(square) });
    },
    activate(id) {
      const [island, square] = id.split('.');
      if (!doors.build(island, Number(square))) pick(island);
    },
    key(key) {
      const focus = s.cursor?.where === 'bed' ? s.cursor : null;
      if (!focus) return false;
      if (key === ' ' || key === 'r' || key === 'R') {
        if (s.held?.how === 'hand') doors.turn(1);
        else pick(focus.island);
        return true;
      }
      if (key === 'Escape' && s.held) {
        doors.putBack();
        return true;
      }
      return false;
    },
  };

  /** Takes an island by key: the cursor goes over to the Lake. @param {string} island */
  function pick(island) {
    if (!doors.take(island, 'hand')) return;
    const first = s.held?.answer.places[0]?.corner ?? 0;
    doors.focusLake(first);
  }

  // --- what hangs on the pointer ------------------------------------------------------------

  /** A canvas over the page, for an island between Reedbed and Lake. */
  function makeFloat() {
    const canvas = document.createElement('canvas');
    canvas.className = 'float';
    canvas.setAttribute('aria-hidden', 'true');
    canvas.hidden = true;
    document.body.append(canvas);
    return { canvas, shown: '' };
  }

  function paintFloat() {
    const held = s.held;
    const island = s.view?.islands.find((one) => one.id === held?.island);
    if (held?.how !== 'drag' || !island || held.corner) {
      float.canvas.hidden = true;
      return;
    }
    const { cell } = s.lake;
    const { width, height, shape } = held.answer;
    const key = `${held.island}/${held.turn}/${cell}/${island.houses}`;
    const pad = cell * 0.1;
    if (float.shown !== key) {
      float.shown = key;
      const w = width * cell + 2 * pad;
      const h = height * cell + 2 * pad;
      const ctx = sharpContext(float.canvas, w, h);
      float.canvas.style.width = `${w}px`;
      float.canvas.style.height = `${h}px`;
      ctx.clearRect(0, 0, w, h);
      const place = { x: pad, y: pad, cell };
      drawIsland(ctx, s.colours, shape, place);
      drawHouses(ctx, s.colours, island.houses, shape, place);
    }
    float.canvas.hidden = false;
    const x = at.x - held.grab[0] * cell - pad;
    const y = at.y - held.grab[1] * cell - pad;
    float.canvas.style.transform = `translate(${x}px, ${y}px)`;
  }

  return {
    lakeTwin,
    bedTwin,
    paintFloat,
    destroy() {
      stop.abort();
      float.canvas.remove();
    },
  };
}
