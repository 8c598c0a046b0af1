/**
 * Mouse and touch gestures on a board: taps, drags that pan or draw, zoom by wheel or pinch, and long presses. With a
 * camera it moves the camera; without one, the page handles drags and wheels. The board's handlers decide what a gesture
 * means. Nothing here depends on a game.
 */
import { listen } from '../ui/dom.js';
import { pan, zoom } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {{ x: number, y: number, touch: boolean, id: number, clientX: number, clientY: number }} PointerAt   on the canvas, in CSS pixels; `id` is the pointer's */

/**
 * @typedef {object} Stroke   Handlers of a drag.
 * @property {(at: PointerAt) => boolean | void} begin   returns false if it does not handle the drag
 * @property {(at: PointerAt) => void} move
 * @property {(at: PointerAt | null) => void} end        null cancels it
 *
 * @typedef {object} PointerHandlers
 * @property {(at: PointerAt) => void} tap
 * @property {(at: PointerAt | null) => void} hover     the position of the mouse; null when it has left
 * @property {() => void} [moved]                       the camera has moved
 * @property {Stroke} [hold]                            a long press, which may move afterwards
 * @property {Stroke} [stroke]                          a drag that draws
 * @property {(touch: boolean) => boolean} [marks]      whether the right button, or a long press, marks places
 * @property {(from: PointerAt, to: PointerAt, other: boolean) => void} [mark]   it was pressed and released; `other`: with Shift
 * @property {(at: PointerAt | null) => void} [finger]  the position of a long press or a stroke; null when it ends
 */

/** The distance that a pointer may move in a tap, in CSS pixels. */
const SLACK = 6;
/** The duration of a long press, in milliseconds. */
const LONG_PRESS = 380;
const WHEEL_STEP = 1.0016;

/** The position of an event on an element. @param {Element} element @param {{ clientX: number, clientY: number, pointerType?: string, pointerId?: number }} event @returns {PointerAt} */
export function pointOf(element, event) {
  const box = element.getBoundingClientRect();
  const { clientX, clientY, pointerType, pointerId: id = -1 } = event;
  const touch = pointerType === 'touch';
  return { x: clientX - box.left, y: clientY - box.top, touch, id, clientX, clientY };
}

/** Whether a stroke begins. @param {Stroke | undefined} stroke @param {PointerAt} at */
const begins = (stroke, at) => !!stroke && stroke.begin(at) !== false;

/** Captures a pointer until it is released. @param {Element} element @param {number} id */
function capture(element, id) {
  try {
    element.setPointerCapture(id);
  } catch {
    // The pointer is gone already.
  }
}

/**
 * @param {HTMLElement} element
 * @param {Camera | null} camera
 * @param {PointerHandlers} handlers
 * @param {AbortSignal} signal
 * @param {{ stay?: number, slack?: number }} [how]   for touch: duration of a long press in milliseconds, and slack in pixels
 */
export function listenPointer(element, camera, handlers, signal, how = {}) {
  /** The pressed pointers. @type {Map<number, PointerAt>} */
  const down = new Map();
  /** The current gesture. @type {'none' | 'wait' | 'pan' | 'stroke' | 'hold' | 'mark' | 'pinch'} */
  let doing = 'none';
  /** @type {PointerAt} */
  let began = pointOf(element, { clientX: 0, clientY: 0 });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Where the right button was pressed. @type {PointerAt | null} */
  let marking = null;

  /** Whether a finger moves the board. If the whole board is visible, it scrolls the page instead. */
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
    if (event.button === 2 && handlers.marks?.(false)) {
      marking = pointOf(element, event);
      capture(element, event.pointerId);
    }
    if (event.pointerType === 'mouse' && event.button > 1) return;
    // A pointer that is pressed again was released without an event.
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
    } else if (!at.touch && begins(handlers.stroke, at)) {
      doing = 'stroke';
    } else if (at.touch && (handlers.hold || handlers.marks)) {
      timer = setTimeout(() => {
        const marks = handlers.marks?.(true);
        if (doing !== 'wait' || !(marks || begins(handlers.hold, began))) return;
        doing = marks ? 'mark' : 'hold';
        handlers.finger?.(began);
      }, how.stay ?? LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const at = pointOf(element, event);
    // No button is pressed any more, but there was no event for the release.
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
      // A finger draws only after it has moved: a second one may begin a pinch before.
      doing = at.touch && begins(handlers.stroke, began) ? 'stroke' : 'pan';
      if (camera) handlers.hover(null);
    }
    running()?.move(at);
    if (at.touch && (running() || doing === 'mark')) handlers.finger?.(at);
    if (doing === 'pan' && camera && pan(camera, at.x - last.x, at.y - last.y)) handlers.moved?.();
    if (!at.touch && (doing === 'stroke' || !camera)) handlers.hover(at);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (event.button === 2 && marking) {
      handlers.mark?.(marking, pointOf(element, event), event.shiftKey);
      marking = null;
    }
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    const at = pointOf(element, event);
    const stroke = running();
    if (doing === 'wait') {
      doing = 'none';
      if (at.touch && begins(handlers.stroke, at)) handlers.stroke?.end(at);
      else handlers.tap(at);
    } else if (doing === 'mark') handlers.mark?.(began, at, false);
    else stroke?.end(at);
    if (at.touch) handlers.finger?.(null);
    // The finger that remains after a pinch does nothing.
    if (down.size === 0) doing = 'none';
  }

  /** Cancels the gesture of a pointer. @param {{ pointerId: number }} event */
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
    // Does nothing after a release.
    lostpointercapture: cancel,
    pointerleave: () => handlers.hover(null),
    /** @param {PointerEvent} event */
    contextmenu(event) {
      if (handlers.marks?.(false)) event.preventDefault();
      if (doing === 'none') return;
      // A long press belongs to the board, not to the browser's menu.
      event.preventDefault();
      // Browsers may omit the release of a button that was down when the menu opened.
      if (!began.touch) cancelAll();
    },
  });
  /** Cancels the gestures of all pointers. */
  function cancelAll() {
    for (const pointerId of [...down.keys()]) cancel({ pointerId });
  }
  // Another window may get the release.
  listen(window, signal, { blur: cancelAll });
  signal.addEventListener('abort', () => clearTimeout(timer));
  /** @param {WheelEvent} event */
  function wheel(event) {
    if (!camera) return;
    const scale = event.deltaMode === 1 ? 30 : 1;
    const factor = WHEEL_STEP ** -(event.deltaY * scale * (event.ctrlKey ? 4 : 1));
    // If there is nothing to zoom, the page may scroll.
    if (!zoom(camera, factor, pointOf(element, event)) && !event.ctrlKey) return;
    event.preventDefault();
    handlers.moved?.();
  }
  if (camera) listen(element, signal, { wheel }, { passive: false });
  /** @param {TouchEvent} event */
  const keep = (event) => {
    const mine =
      doing === 'hold' || doing === 'mark' || (camera && event.touches.length > 1) || free();
    if (event.cancelable && mine) event.preventDefault();
  };
  listen(
    element,
    signal,
    {
      /** @param {TouchEvent} event */
      touchstart: (event) => event.touches.length > 1 && keep(event),
      touchmove: keep,
      // Pointer events handle touch already. The browser's later click would hit whatever the tap has opened.
      touchend: (event) => event.cancelable && event.preventDefault(),
    },
    { passive: false },
  );
}
