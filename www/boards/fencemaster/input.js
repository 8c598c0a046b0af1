/**
 * Mouse and fingers on the board. A mouse hovers and clicks. A finger taps; on small cells a tap only
 * aims and a second tap on the same cell plays. A finger that stays down looks through a lens at the
 * cells around it, may wander, and plays where it lifts.
 */

/**
 * @typedef {object} Doors
 * @property {(x: number, y: number, slack: number) => number | null} cellAt
 * @property {(cell: number | null) => void} hover
 * @property {(cell: number | null) => void} play
 * @property {(cell: number | null) => void} tap       a finger touched and left
 * @property {(held: Held | null) => void} hold        a finger stays, wanders, or has left
 *
 * @typedef {{ cell: number | null, x: number, y: number }} Held   where a finger is
 */

/** A finger that stays this long, in milliseconds, wants a closer look. */
const STAY = 260;
/** A finger that moves further than this before that wants to scroll. */
const WANDER = 9;
/** The click that browsers make of a touch comes within this time. */
const ECHO = 800;
/** How far beside a cell a finger may touch, in cells. */
const SLACK = 0.9;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Doors} doors
 * @param {AbortSignal} signal
 */
export function listen(canvas, doors, signal) {
  /** The finger that is down. @type {{ id: number, x: number, y: number, held: boolean } | null} */
  let finger = null;
  let touched = Number.NEGATIVE_INFINITY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {{ clientX: number, clientY: number }} event */
  const spot = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const lift = () => {
    clearTimeout(timer);
    finger = null;
    delete canvas.dataset.held;
    doors.hold(null);
  };
  /** @param {number} x @param {number} y */
  const look = (x, y) => doors.hold({ cell: doors.cellAt(x, y, SLACK), x, y });

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return;
      // A second finger is a pinch: the page's business.
      if (finger || !event.isPrimary) return lift();
      const { x, y } = spot(event);
      const mine = { id: event.pointerId, x, y, held: false };
      finger = mine;
      doors.hover(null);
      timer = setTimeout(() => {
        if (finger !== mine) return;
        mine.held = true;
        canvas.dataset.held = 'true';
        look(mine.x, mine.y);
      }, STAY);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const { x, y } = spot(event);
      if (event.pointerType !== 'touch') return doors.hover(doors.cellAt(x, y, 0));
      if (finger?.id !== event.pointerId) return;
      if (finger.held) look(x, y);
      else if (Math.hypot(x - finger.x, y - finger.y) > WANDER) lift();
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerType !== 'touch') return;
      touched = event.timeStamp;
      if (finger?.id !== event.pointerId) return;
      const { held } = finger;
      const { x, y } = spot(event);
      lift();
      const cell = doors.cellAt(x, y, SLACK);
      if (held) doors.play(cell);
      else doors.tap(cell);
    },
    { signal },
  );
  canvas.addEventListener('pointercancel', lift, { signal });
  // While the lens is open the page must not scroll under it.
  canvas.addEventListener(
    'touchmove',
    (event) => {
      if (finger?.held && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'contextmenu',
    (event) => {
      if (finger) event.preventDefault();
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType !== 'touch') doors.hover(null);
    },
    { signal },
  );
  canvas.addEventListener(
    'click',
    (event) => {
      if (event.timeStamp - touched < ECHO) return;
      const { x, y } = spot(event);
      doors.play(doors.cellAt(x, y, 0));
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(timer));
}
