/**
 * Hands on a board with a camera: the wheel and two fingers zoom, a drag pans or draws, a tap is a
 * tap. It moves the camera and tells what was done; what that means is the board's business. No game
 * may enter here.
 */
import { pan, zoom } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {{ x: number, y: number, touch: boolean }} Point   on the canvas, in CSS pixels */

/**
 * @typedef {object} Hands
 * @property {() => void} moved                     the camera has moved
 * @property {(at: Point) => void} tap
 * @property {(at: Point | null) => void} hover     the mouse is here, or nowhere
 * @property {(at: Point) => void} [press]          a finger has rested here for a while
 * @property {{ begin: (at: Point) => boolean, move: (at: Point) => void, end: (at: Point | null) => void }} [stroke]
 *   a drag that draws: `begin` says whether it takes the drag; `end` with null gives it up
 */

/** A pointer that moved less than this has not moved. */
const SLACK = 6;
const LONG_PRESS = 380;
const WHEEL_STEP = 1.0016;

/**
 * @param {HTMLElement} element
 * @param {Camera} camera
 * @param {Hands} hands
 * @param {AbortSignal} signal
 */
export function listen(element, camera, hands, signal) {
  /** Fingers and buttons that are down. @type {Map<number, Point>} */
  const down = new Map();
  /** What the first of them does. @type {'none' | 'wait' | 'pan' | 'stroke' | 'pinch' | 'pressed'} */
  let doing = 'none';
  /** @type {Point} */
  let began = { x: 0, y: 0, touch: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {PointerEvent | WheelEvent} event @returns {Point} */
  const point = (event) => {
    const box = element.getBoundingClientRect();
    const touch = 'pointerType' in event && event.pointerType === 'touch';
    return { x: event.clientX - box.left, y: event.clientY - box.top, touch };
  };
  /** At the whole board a finger scrolls the page; else it moves the board. */
  const free = () => !camera.whole || !!hands.stroke;

  const span = () => {
    const [a, b] = [...down.values()];
    return {
      x: (a.x + b.x) / 2,
      y: (a.y + b.y) / 2,
      apart: Math.max(8, Math.hypot(a.x - b.x, a.y - b.y)),
    };
  };

  /** @param {PointerEvent} event */
  function start(event) {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    const at = point(event);
    down.set(event.pointerId, at);
    clearTimeout(timer);
    if (down.size === 2) {
      if (doing === 'stroke') hands.stroke?.end(null);
      doing = 'pinch';
      return;
    }
    if (down.size > 2) return;
    began = at;
    doing = 'wait';
    if (event.button === 1) {
      event.preventDefault();
      doing = 'pan';
      grab(event);
    } else if (!at.touch && hands.stroke?.begin(at)) {
      doing = 'stroke';
      grab(event);
    } else if (at.touch && hands.press) {
      timer = setTimeout(() => {
        if (doing !== 'wait') return;
        doing = 'pressed';
        hands.press?.(began);
      }, LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  function grab(event) {
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already; nothing is lost.
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const at = point(event);
    const last = down.get(event.pointerId);
    if (!last) {
      if (!at.touch) hands.hover(at);
      return;
    }
    if (doing === 'pinch' && down.size === 2) {
      const before = span();
      down.set(event.pointerId, at);
      const now = span();
      const zoomed = zoom(camera, now.apart / before.apart, now);
      const panned = pan(camera, now.x - before.x, now.y - before.y);
      if (zoomed || panned) hands.moved();
      return;
    }
    down.set(event.pointerId, at);
    if (doing === 'wait' && Math.hypot(at.x - began.x, at.y - began.y) > SLACK) {
      clearTimeout(timer);
      // A finger draws only once it is clear that no second one comes.
      if (at.touch && hands.stroke?.begin(began)) doing = 'stroke';
      else doing = 'pan';
      grab(event);
      hands.hover(null);
    }
    if (doing === 'stroke') hands.stroke?.move(at);
    else if (doing === 'pan' && pan(camera, at.x - last.x, at.y - last.y)) hands.moved();
    if (doing === 'stroke' && !at.touch) hands.hover(at);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    const at = point(event);
    if (doing === 'wait') {
      doing = 'none';
      if (at.touch && hands.stroke?.begin(at)) hands.stroke.end(at);
      else hands.tap(at);
    } else if (doing === 'stroke') hands.stroke?.end(at);
    // The finger that is left after a pinch does nothing.
    if (down.size === 0) doing = 'none';
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    if (doing === 'stroke') hands.stroke?.end(null);
    if (down.size === 0) doing = 'none';
  }

  element.addEventListener('pointerdown', start, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', end, { signal });
  element.addEventListener('pointercancel', cancel, { signal });
  element.addEventListener('pointerleave', () => hands.hover(null), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      const scale = event.deltaMode === 1 ? 30 : 1;
      const factor = WHEEL_STEP ** -(event.deltaY * scale * (event.ctrlKey ? 4 : 1));
      // Where there is nothing to zoom, the page may scroll.
      if (!zoom(camera, factor, point(event)) && !event.ctrlKey) return;
      event.preventDefault();
      hands.moved();
    },
    { passive: false, signal },
  );
  /** @param {TouchEvent} event */
  const keep = (event) => {
    if (event.cancelable && (event.touches.length > 1 || free() || doing === 'pressed'))
      event.preventDefault();
  };
  element.addEventListener('touchstart', (event) => event.touches.length > 1 && keep(event), {
    passive: false,
    signal,
  });
  element.addEventListener('touchmove', keep, { passive: false, signal });
  // What a finger does is told by its pointer already. The click that browsers make of it would come
  // later, and hit whatever the tap has opened there.
  element.addEventListener('touchend', (event) => event.cancelable && event.preventDefault(), {
    passive: false,
    signal,
  });
  // A long press is a question to the board, not to the browser.
  element.addEventListener('contextmenu', (event) => doing !== 'none' && event.preventDefault(), {
    signal,
  });
}
