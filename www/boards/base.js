/**
 * The base of every board: a sharp canvas that fills the available space, one plain state, one redraw per frame, mouse
 * and touch input with a loupe, a keyboard cursor, and a grid for screen readers. A board defines its cells, its look and
 * the meaning of input; every change goes through `request` or `refresh`. Nothing here depends on a game.
 */

import * as strings from '../strings/boards.js';
import { atRatio, oncePerFrame, sharpContext } from '../ui/canvas.js';
import { button, make, makeCanvas } from '../ui/dom.js';
import { FINE, makeLoupe, throughGlass, zoomFor } from '../ui/loupe.js';
import { readPalette } from '../ui/palette.js';
import { makeA11yGrid } from './a11yGrid.js';
import { makeMarking } from './marking.js';
import { listenPointer } from './pointer.js';
import { drawPly, indexBy, lineOf } from './thoughts.js';

/** @typedef {import('./contract.js').BoardModel} BoardModel */
/** @typedef {import('./contract.js').BoardHost} BoardHost */
/** @typedef {import('./pointer.js').PointerAt} PointerAt */
/** @typedef {import('../ui/palette.js').Palette} Palette */

/**
 * The state of a board. Places are numbers of cells, tiles or squares.
 * @template V
 * @typedef {object} BoardState
 * @property {BoardModel | null} model     the latest from the shell
 * @property {V | null} view               its position, as returned by `read`
 * @property {Palette} colours
 * @property {number} width                of the canvas, in CSS pixels
 * @property {number} height
 * @property {number | null} cursor        the place with the keyboard's focus
 * @property {number | null} hover         the place under the mouse
 * @property {number | null} aimed         the place that a tap selected and has not played
 * @property {Map<number, number>} candidates   place -> candidate of the analysis
 * @property {Map<string, any>} answers    cached results of `inspect` for this position
 * @property {{ since: number, length: number } | null} motion   the running animation of a move, in milliseconds
 */

/** The initial state. */
const defaults = () => ({
  model: null,
  view: null,
  colours: readPalette(),
  width: 0,
  height: 0,
  cursor: null,
  hover: null,
  aimed: null,
  candidates: new Map(),
  answers: new Map(),
  motion: null,
});

/**
 * The change since the last model.
 * @template V
 * @typedef {object} Change
 * @property {BoardModel | null} before
 * @property {V | null} old
 * @property {boolean} moved     the position is another one
 * @property {boolean} stepped   it is one ply after the last
 */

/**
 * What a game adds to the base. Only the first four are required.
 * @template V, X
 * @typedef {object} Widget
 * @property {(model: import('./contract.js').Shown) => V} read     the only code that reads layout and view
 * @property {(view: V, model: BoardModel) => string} shape    a key of the board's layout; when it changes, `fit` is called
 * @property {(room: { width: number, height: number }, view: V) => { width: number, height: number }} fit
 *   lays the board out in a space, and returns the size of the canvas
 * @property {(ctx: CanvasRenderingContext2D, elapsed: number, view: V, model: BoardModel) => void} paint
 *   `elapsed`: milliseconds since the animation of the move began; Infinity when it has ended
 * @property {X} [state]   its own part of the initial state
 * @property {HTMLElement} [element]         the board's element, if it exists already
 * @property {boolean} [fills]               the element has its own size, and the canvas fills it
 * @property {HTMLElement} [whole]           removed by `destroy`; the element by default
 * @property {(change: Change<V>) => void} [changed]    called after the state has a new model
 * @property {() => void} [refreshed]        updates content outside the canvas
 * @property {(change: Change<V>) => number} [motion]   the duration of a move's animation, in milliseconds
 * @property {(location: any) => number | null} [where] the place of a candidate
 * @property {(move: string, view: V) => number | null} [placeOfMove]   the place of a ply in a best line
 * @property {(place: number) => { x: number, y: number, size: number }} [spot]   the position of a place on the canvas
 * @property {string[]} [stones]   the colour of each seat's pieces, if it is not the seat's colour
 * @property {number} [fine]                 the loupe magnifies places smaller than this, in CSS pixels, under a finger;
 *   needs `spot`
 * @property {(moves: string[], view: V) => (number | null)[]} [placesOfLine]   the same for all plies of a line at once, if
 *   the place of one depends on those before
 * @property {(place: number) => number} [aim]   the place that input at a place acts on, if it differs
 * @property {(n: number, view: V) => number | null} [sideOf]   the seat of the nth ply of a line, from 0, if known
 * @property {(at: PointerAt, slack: number) => number | null} [placeAt]   the place at a point; without it, the game handles input
 * @property {(place: number | null, at: PointerAt) => void} [tap]     `activate` by default
 * @property {(place: number) => void} [activate]
 * @property {(place: number) => boolean} [playable]    whether the user may act there
 * @property {(place: number | null, keyed: boolean) => void} [pointed] the mouse or the cursor has moved to another place
 * @property {(key: string, event: KeyboardEvent) => boolean} [key]
 * @property {() => import('./a11yGrid.js').A11yCell[]} [cells]   for screen readers
 * @property {HTMLElement} [over]            contains their grid; the board's element by default
 * @property {{ label: string, prefix: string }} [named]   the label of their grid, and the prefix of its cells' IDs
 * @property {Partial<import('./pointer.js').PointerHandlers>} [pointer]
 * @property {HTMLElement} [target]          the element that receives pointer events; the canvas by default
 * @property {import('./camera.js').Camera} [camera]
 * @property {{ stay?: number, slack?: number }} [patience]
 * @property {() => void} [repaint]          colours have changed
 * @property {() => void} [destroy]
 */

/** The place in the ID of a screen reader's cell, such as `cell:12`. @param {string} id */
export const placeOf = (id) => Number(id.slice(id.indexOf(':') + 1));

/** The fields of a model, besides the view, whose change needs a refresh and not only a redraw. */
const REFRESH_KEYS = /** @type {const} */ ([
  'thought',
  'oracle',
  'overlay',
  'actor',
  'turned',
  'brief',
]);

/** Loaded when a bot draws, or a move is shown before it is played. @type {typeof import('./drawn.js') | undefined} */
let drawing;

/** A canvas smaller than this is not laid out yet. */
const LEAST = 40;

/** The least size of a cell for a finger: a board with smaller ones can be enlarged, and then scrolls. */
const FINGERTIP = 36;

/**
 * @template V
 * @template [X={}]
 * @param {HTMLElement} parent
 * @param {BoardHost} host
 * @param {(base: Base<V, X>) => Widget<V, X>} widgetOf   gets the base before it runs
 * @returns {import('./contract.js').Board}
 */
export function makeBoard(parent, host, widgetOf) {
  const s = /** @type {BoardState<V> & X} */ (defaults());
  const stop = new AbortController();
  const canvas = makeCanvas();
  /** @type {Base<V, X>} */
  const base = {
    s,
    host,
    canvas,
    signal: stop.signal,
    request: oncePerFrame(paint),
    refresh,
    layOut,
    point,
    hover,
    inspect,
    lineCells,
    drawLine,
    mayAct: () => typeof s.model?.actor === 'number',
    focus: (place) => grid?.focus(`${widget.named?.prefix ?? 'cell'}:${place}`),
  };
  const widget = widgetOf(base);
  Object.assign(s, widget.state);
  const element = widget.element ?? make('div', { class: 'board-canvas anchor' });
  element.prepend(canvas);
  if (!widget.element) parent.append(element);
  const room = widget.fills ? element : parent;
  let shape = '';
  let enlarged = false;
  // Maps have a camera of their own.
  const enlarge = !widget.fills && !widget.camera && widget.spot ? enlargeButton() : null;

  function enlargeButton() {
    const act = () => {
      enlarged = !enlarged;
      layOut();
      room.scrollTo?.(
        (room.scrollWidth - room.clientWidth) / 2,
        (room.scrollHeight - room.clientHeight) / 2,
      );
    };
    const made = button('+', strings.enlarge, act, 'icon small enlarge');
    made.hidden = true;
    return made;
  }

  /** @param {Record<string, unknown>} question */
  function inspect(question) {
    const key = JSON.stringify(question);
    const known = s.answers.get(key) ?? host.inspect(question) ?? null;
    if (known !== null) s.answers.set(key, known);
    return known;
  }

  /** The places of the plies of the displayed line, the candidate first; null for a ply without one. */
  function lineCells() {
    const { model, view } = s;
    const moves = model && lineOf(model);
    if (!moves || view === null) return [];
    if (widget.placesOfLine) return widget.placesOfLine(moves, view);
    if (!widget.placeOfMove) return [];
    return moves.map((move) => widget.placeOfMove?.(move, view) ?? null);
  }

  /** Numbers the plies of the displayed line. @param {CanvasRenderingContext2D} ctx */
  function drawLine(ctx) {
    const { model, view } = s;
    if (!model || view === null || !widget.spot) return;
    const followed = !!model.line;
    const places = lineCells();
    places.forEach((place, n) => {
      // The candidate shows its score instead, unless the user follows the line.
      if (place === null || (n === 0 && !followed)) return;
      const { x, y, size } = /** @type {NonNullable<typeof widget.spot>} */ (widget.spot)(place);
      if (size < 12) return;
      // A place that occurs again in the line has a number in each corner.
      const again = places.slice(0, n).filter((one) => one === place).length;
      drawPly(ctx, s.colours, n + 1, {
        x: x + size * (again % 2 ? -0.3 : 0.3),
        y: y - size * (again > 1 ? -0.3 : 0.3),
        r: Math.max(6.5, size * 0.135),
        seat: widget.sideOf?.(n, view) ?? null,
        last: followed && n === places.length - 1,
      });
    });
  }

  /** Reports the candidate at a place to the shell. @param {number | null} place */
  function point(place) {
    const acted = place === null ? null : (widget.aim?.(place) ?? place);
    host.point(acted === null ? null : (s.candidates.get(acted) ?? null));
  }

  /** @param {number | null} place */
  function hover(place) {
    if (place === s.hover) return;
    s.hover = place;
    point(place);
    canvas.style.cursor = place !== null && widget.playable?.(place) ? 'pointer' : '';
    widget.pointed?.(place, false);
    base.request();
  }

  const loupe = makeLoupe();
  /** The finger that aims through the loupe. @type {PointerAt | null} */
  let finger = null;

  /** Magnifies what is under the finger if it is too small to see. */
  function lookThrough() {
    const { view } = s;
    if (!finger || view === null || !widget.spot || !widget.placeAt) return loupe.hide();
    const place = widget.placeAt(finger, 1);
    const { size } = widget.spot(place ?? 0);
    if (size >= (widget.fine ?? FINE)) return loupe.hide();
    const zoom = Math.max(2, zoomFor(size));
    const at = place === null ? finger : widget.spot(place);
    const box = canvas.getBoundingClientRect();
    const where = { x: box.left + finger.x, y: box.top + finger.y };
    loupe.show(where, throughGlass(canvas, at, zoom), place === null ? 0 : size * zoom);
  }

  const { placeAt } = widget;
  if (placeAt) {
    listenPointer(
      widget.target ?? canvas,
      widget.camera ?? null,
      {
        tap(at) {
          const place = s.view && placeAt(at, at.touch ? 1 : 0);
          if (widget.tap) widget.tap(place, at);
          else if (place !== null) widget.activate?.(place);
        },
        hover: (at) => hover(at && s.view && placeAt(at, 0)),
        marks: (touch) => !!widget.spot && host.marks(touch),
        mark(from, to, other) {
          const [first, last] = [placeAt(from, 0), placeAt(to, 0)];
          if (first !== null && last !== null) host.mark(first, last, other);
        },
        // The loupe copies the canvas, so that is painted first.
        finger(at) {
          finger = at;
          base.request();
        },
        ...widget.pointer,
      },
      stop.signal,
      widget.patience,
    );
  }

  const marking = makeMarking(host);
  const grid =
    widget.cells &&
    makeA11yGrid(widget.over ?? element, widget.named?.label ?? strings.board, {
      focus(id) {
        s.cursor = id === null ? null : placeOf(id);
        point(s.cursor);
        widget.pointed?.(s.cursor, true);
        base.request();
      },
      activate: (id) => widget.activate?.(placeOf(id)),
      key: (key, event) => marking(event, s.cursor) || !!widget.key?.(key, event),
    });

  /** Updates the grid for screen readers and content outside the canvas, and redraws. */
  function refresh() {
    if (!s.view || !s.model) return;
    if (widget.cells) grid?.update(widget.cells());
    widget.refreshed?.();
    base.request();
  }

  /** Lays the board out again after the space or its shape has changed. */
  function layOut() {
    const [width, height] = [room.clientWidth, room.clientHeight];
    if (!s.view || width < 1) return;
    Object.assign(s, widget.fit({ width, height }, s.view));
    if (enlarge) fitFinger({ width, height });
    if (!widget.fills) {
      element.style.width = `${s.width}px`;
      element.style.height = `${s.height}px`;
    }
    refresh();
  }

  /** Offers to enlarge a board whose cells are too small for a finger, or lays it out enlarged. @param {{ width: number, height: number }} size */
  function fitFinger({ width, height }) {
    if (!enlarge || !s.view || !widget.spot) return;
    const { size } = widget.spot(0);
    const small = matchMedia('(pointer: coarse)').matches && size > 0 && size < FINGERTIP;
    const by = small && enlarged ? FINGERTIP / size : 1;
    if (by > 1) Object.assign(s, widget.fit({ width: width * by, height: height * by }, s.view));
    room.dataset.enlarged = String(by > 1);
    if (small && !enlarge.isConnected) room.append(enlarge);
    enlarge.hidden = !small;
    enlarge.textContent = enlarged ? '−' : '+';
    enlarge.ariaLabel = enlarged ? strings.wholeBoard : strings.enlarge;
  }

  /** @param {number} now */
  function paint(now) {
    if (!s.view || !s.model || s.width < LEAST || s.height < LEAST) return;
    const elapsed = s.motion ? Math.max(0, now - s.motion.since) : Number.POSITIVE_INFINITY;
    if (s.motion && elapsed >= s.motion.length) s.motion = null;
    const ctx = sharpContext(canvas, s.width, s.height, widget.camera?.ratio);
    // Pens and fonts set in one frame must not affect the next.
    ctx.save();
    widget.paint(ctx, s.motion ? elapsed : Number.POSITIVE_INFINITY, s.view, s.model);
    paintDrawn(ctx);
    ctx.restore();
    lookThrough();
    if (s.motion) base.request();
  }

  /** Paints moves that are not played, and the bot's marks. @param {CanvasRenderingContext2D} ctx */
  function paintDrawn(ctx) {
    const { drawn = [], ghosts = [] } = s.model ?? {};
    if (drawn.length + ghosts.length === 0 || !widget.spot) return;
    if (drawing) {
      drawing.drawGhosts(ctx, s.colours, ghosts, widget.spot, widget.stones);
      drawing.drawMarks(ctx, s.colours, drawn, widget.spot);
    } else
      import('./drawn.js').then((part) => {
        drawing = part;
        base.request();
      }, console.warn);
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(room);

  return {
    update(model) {
      const [before, old] = [s.model, s.view];
      const moved = before?.view !== model.view;
      s.model = model;
      if (moved) {
        s.view = widget.read(model);
        s.answers = new Map();
        s.aimed = null;
      }
      const stepped = moved && !!before && before.state.ply + 1 === model.state.ply;
      const change = { before, old, moved, stepped };
      const { where } = widget;
      if (before?.thought !== model.thought && where) s.candidates = indexBy(model.thought, where);
      if (moved) {
        const length = stepped && !model.still ? (widget.motion?.(change) ?? 0) : 0;
        s.motion = length > 0 ? { since: performance.now(), length } : null;
      }
      widget.changed?.(change);
      const next = s.view ? widget.shape(s.view, model) : '';
      if (next !== shape) {
        shape = next;
        layOut();
      } else if (moved || REFRESH_KEYS.some((key) => before?.[key] !== model[key])) refresh();
      else base.request();
    },
    repaint() {
      s.colours = readPalette();
      widget.repaint?.();
      base.request();
    },
    draw(ratio) {
      base.request.cancel();
      if (widget.camera) widget.camera.ratio = ratio;
      atRatio(ratio, () => paint(performance.now()));
    },
    destroy() {
      widget.destroy?.();
      loupe.hide();
      sizes.disconnect();
      base.request.cancel();
      stop.abort();
      enlarge?.remove();
      delete room.dataset.enlarged;
      (widget.whole ?? element).remove();
    },
  };
}

/**
 * The API of the base for a game's widget.
 * @template V, X
 * @typedef {object} Base
 * @property {BoardState<V> & X} s
 * @property {BoardHost} host
 * @property {HTMLCanvasElement} canvas
 * @property {AbortSignal} signal          for listeners that end with the board
 * @property {(() => void) & { cancel: () => void }} request   requests one redraw in the next frame
 * @property {() => void} refresh          the same, and updates what is outside the canvas
 * @property {() => void} layOut
 * @property {(place: number | null) => void} point   reports the candidate there to the shell
 * @property {(place: number | null) => void} hover
 * @property {(question: Record<string, unknown>) => any} inspect   Rust's response about this position, cached
 * @property {() => (number | null)[]} lineCells   the places of the plies of the displayed line
 * @property {(ctx: CanvasRenderingContext2D) => void} drawLine   numbers them
 * @property {() => boolean} mayAct        whether the user may move now
 * @property {(place: number) => void} focus          moves the keyboard focus there
 */

/**
 * Begins a still: a canvas with the page's background, and the board of size `inner` in its middle.
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} size
 * @param {{ width: number, height: number }} [inner]
 */
export function beginStill(canvas, size, inner = size) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, size.width, size.height);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, size.width, size.height);
  ctx.translate((size.width - inner.width) / 2, (size.height - inner.height) / 2);
  return { ctx, colours };
}

const nothing = () => {};
/** The host of a board without play, such as an editor's sheet or a picture. @type {BoardHost} */
export const NULL_HOST = {
  play: nothing,
  inspect: () => null,
  whenWhole: nothing,
  marks: () => false,
  mark: nothing,
  point: nothing,
  say: nothing,
  notify: nothing,
  botName: (id) => id,
  seeAs: nothing,
  order: nothing,
  advance: nothing,
};

/** The model of such a board. @param {unknown} view @returns {BoardModel} */
export const modelOf = (view) => /** @type {any} */ ({ view, state: { ply: 0 } });
