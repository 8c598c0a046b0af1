/**
 * Mouse and fingers on a board: a tap is a tap, a drag pans or draws, the wheel and two fingers zoom, a
 * finger that stays is a question. With a camera it moves that; without one, drags and wheels are the
 * page's. It tells what was done; what that means is the board's business. No game may enter here.
 */
import { listen } from '../ui/dom.js';
import { pan, zoom } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {{ x: number, y: number, touch: boolean, id: number, clientX: number, clientY: number }} PointerAt   on the canvas, in CSS pixels; `id` is the pointer's */

/**
 * @typedef {object} Stroke   A drag that means something.
 * @property {(at: PointerAt) => boolean} begin          whether it takes the drag
 * @property {(at: PointerAt) => void} move
 * @property {(at: PointerAt | null) => void} end        null gives it up
 *
 * @typedef {object} PointerHandlers
 * @property {(at: PointerAt) => void} tap
 * @property {(at: PointerAt | null) => void} hover     the mouse is here, or nowhere
 * @property {() => void} [moved]                       the camera has moved
 * @property {Stroke} [hold]                            a finger that has rested, and may wander then
 * @property {Stroke} [stroke]                          a drag that draws
 * @property {(at: PointerAt | null) => void} [finger]  a finger asks or draws here, or does so no more
 */

/** A pointer that moved less than this has not moved. */
const SLACK = 6;
/** A finger that stays this long, in milliseconds, has a question. */
const LONG_PRESS = 380;
const WHEEL_STEP = 1.0016;

/** Where an event is on an element. @param {Element} element @param {{ clientX: number, clientY: number, pointerType?: string, pointerId?: number }} event @returns {PointerAt} */
export function pointOf(element, event) {
  const box = element.getBoundingClientRect();
  const { clientX, clientY, pointerType, pointerId: id = -1 } = event;
  const touch = pointerType === 'touch';
  return { x: clientX - box.left, y: clientY - box.top, touch, id, clientX, clientY };
}

/** Keeps a pointer's events here until it is released, wherever that is. @param {Element} element @param {number} id */
function capture(element, id) {
  try {
    element.setPointerCapture(id);
  } catch {
    // The pointer has gone already; nothing is lost.
  }
}

/**
 * @param {HTMLElement} element
 * @param {Camera | null} camera
 * @param {PointerHandlers} handlers
 * @param {AbortSignal} signal
 * @param {{ stay?: number, slack?: number }} [how]   a finger's patience in milliseconds, and its quiet in pixels
 */
export function listenPointer(element, camera, handlers, signal, how = {}) {
  /** Fingers and buttons that are down. @type {Map<number, PointerAt>} */
  const down = new Map();
  /** What the first of them does. @type {'none' | 'wait' | 'pan' | 'stroke' | 'hold' | 'pinch'} */
  let doing = 'none';
  /** @type {PointerAt} */
  let began = pointOf(element, { clientX: 0, clientY: 0 });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** At the whole board a finger scrolls the page; else it moves the board. */
  const free = () => (camera && !camera.whole) || !!handlers.stroke;
  const running = () =>
    doing === 'stroke' ? handlers.stroke : doing === 'hold' ? handlers.hold : undefined;

  const span = () => {
    const [a, b] = [...down.values()];
    const apart = Math.max(8, Math.hypot(a.x - b.x, a.y - b.y));
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart };
  };

  /** @param {PointerEvent} event */
  function start(event) {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    // A pointer that is pressed again was released without a word.
    cancel(event);
    const at = pointOf(element, event);
    down.set(event.pointerId, at);
    capture(element, event.pointerId);
    clearTimeout(timer);
    if (down.size === 2) {
      running()?.end(null);
      handlers.finger?.(null);
      doing = 'pinch';
      return;
    }
    if (down.size > 2) return;
    began = at;
    doing = 'wait';
    if (at.touch) handlers.hover(null);
    if (event.button === 1) {
      event.preventDefault();
      doing = 'pan';
    } else if (!at.touch && handlers.stroke?.begin(at)) {
      doing = 'stroke';
    } else if (at.touch && handlers.hold) {
      timer = setTimeout(() => {
        if (doing !== 'wait' || !handlers.hold?.begin(began)) return;
        doing = 'hold';
        handlers.finger?.(began);
      }, how.stay ?? LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const at = pointOf(element, event);
    // The mouse has no button down any more: no event said when it was released.
    if (event.pointerType === 'mouse' && event.buttons === 0) cancel(event);
    const last = down.get(event.pointerId);
    if (!last) {
      if (!at.touch) handlers.hover(at);
      return;
    }
    if (doing === 'pinch' && down.size === 2) {
      const before = span();
      down.set(event.pointerId, at);
      if (!camera) return;
      const now = span();
      const zoomed = zoom(camera, now.apart / before.apart, now);
      const panned = pan(camera, now.x - before.x, now.y - before.y);
      if (zoomed || panned) handlers.moved?.();
      return;
    }
    down.set(event.pointerId, at);
    const slack = at.touch ? (how.slack ?? SLACK) : SLACK;
    if (doing === 'wait' && Math.hypot(at.x - began.x, at.y - began.y) > slack) {
      clearTimeout(timer);
      // A finger draws only once it is clear that no second one comes.
      doing = at.touch && handlers.stroke?.begin(began) ? 'stroke' : 'pan';
      if (camera) handlers.hover(null);
    }
    running()?.move(at);
    if (at.touch && running()) handlers.finger?.(at);
    if (doing === 'pan' && camera && pan(camera, at.x - last.x, at.y - last.y)) handlers.moved?.();
    if (!at.touch && (doing === 'stroke' || !camera)) handlers.hover(at);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    const at = pointOf(element, event);
    const stroke = running();
    if (doing === 'wait') {
      doing = 'none';
      if (at.touch && handlers.stroke?.begin(at)) handlers.stroke.end(at);
      else handlers.tap(at);
    } else stroke?.end(at);
    if (at.touch) handlers.finger?.(null);
    // The finger that is left after a pinch does nothing.
    if (down.size === 0) doing = 'none';
  }

  /** Gives up what a pointer was doing. @param {{ pointerId: number }} event */
  function cancel(event) {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    running()?.end(null);
    handlers.finger?.(null);
    doing = down.size === 0 ? 'none' : 'pinch';
  }

  listen(element, signal, {
    pointerdown: start,
    pointermove: move,
    pointerup: end,
    pointercancel: cancel,
    // After a release there is nothing left to give up.
    lostpointercapture: cancel,
    pointerleave: () => handlers.hover(null),
    /** @param {PointerEvent} event */
    contextmenu(event) {
      if (doing === 'none') return;
      // A long press is a question to the board, not to the browser.
      event.preventDefault();
      // The browser does not always tell the release of a button that was down when it was asked for a menu.
      if (!began.touch) giveUp();
    },
  });
  /** Gives up what all pointers are doing. */
  function giveUp() {
    for (const pointerId of [...down.keys()]) cancel({ pointerId });
  }
  // Another window may get the release of what is pressed here.
  listen(window, signal, { blur: giveUp });
  signal.addEventListener('abort', () => clearTimeout(timer));
  /** @param {WheelEvent} event */
  function wheel(event) {
    if (!camera) return;
    const scale = event.deltaMode === 1 ? 30 : 1;
    const factor = WHEEL_STEP ** -(event.deltaY * scale * (event.ctrlKey ? 4 : 1));
    // Where there is nothing to zoom, the page may scroll.
    if (!zoom(camera, factor, pointOf(element, event)) && !event.ctrlKey) return;
    event.preventDefault();
    handlers.moved?.();
  }
  if (camera) listen(element, signal, { wheel }, { passive: false });
  /** @param {TouchEvent} event */
  const keep = (event) => {
    const mine = doing === 'hold' || (camera && event.touches.length > 1) || free();
    if (event.cancelable && mine) event.preventDefault();
  };
  listen(
    element,
    signal,
    {
      /** @param {TouchEvent} event */
      touchstart: (event) => event.touches.length > 1 && keep(event),
      touchmove: keep,
      // What a finger does is told by its pointer already. The click that browsers make of it would come
      // later, and hit whatever the tap has opened there.
      touchend: (event) => event.cancelable && event.preventDefault(),
    },
    { passive: false },
  );
}
