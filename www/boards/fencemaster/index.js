/**
 * The board of FenceMaster: one state, one redraw a frame, split by verb (hex, draw, overlay, win,
 * input, keys, words). It shows what Rust's view says and asks `inspect` what a stone would join; it
 * holds no rule.
 */
import { oncePerFrame, sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import { makeBar } from './bar.js';
import * as draw from './draw.js';
import { cellAt, fit } from './hex.js';
import { listen } from './input.js';
import { makeWalk } from './keys.js';
import * as overlay from './overlay.js';
import { drawWin } from './win.js';
import { heatWords, twinCells } from './words.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../../pkg/totora.js').FenceMasterView} FenceMasterView */
/** @typedef {import('../../pkg/totora.js').FenceMasterSpot} FenceMasterSpot */
/** @typedef {import('../../pkg/totora.js').FenceMasterAfter} FenceMasterAfter */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./hex.js').Place} Place */

/**
 * @typedef {object} Scene   Everything that is drawn.
 * @property {BoardModel | null} model
 * @property {FenceMasterView | null} view
 * @property {Palette} colours
 * @property {Place} place
 * @property {draw.Ground | null} ground
 * @property {number | null} cursor   the cell with the keyboard's focus
 * @property {number | null} hover    the cell under the mouse
 * @property {number | null} aimed    the cell that a finger chose and has not played
 * @property {import('./input.js').Held | null} held   the finger that stays on the board
 * @property {Map<number, number>} candidates   cell -> candidate of the thought
 * @property {number | null} since    when the stone that is being put began to fall
 * @property {number | null} traced   when the trace of the win begins
 */

/** How long a stone falls, and how long a trace takes, in milliseconds. */
const FALL = 170;
const TRACE = 900;
/** Cells that are wider than this, in CSS pixels, can be hit by a finger at the first try. */
const FINGER = 40;
const LENS = { radius: 62, scale: 2.3, above: 96 };

/** @type {import('../contract.js').Renderer} */
export const fencemaster = {
  reserve: '',
  marks: [
    {
      key: 'groups',
      label: 'Groups',
      title: 'Outline the groups of stones, with a line to each edge of the board that they touch',
    },
  ],
  asText: 'Board as text',
  turns: 'Turn the board by a quarter: its cells stand on a point, or lie on a side',
  overlayNames: Object.fromEntries(
    Object.entries(overlay.HEATS).map(([name, { label }]) => [name, label]),
  ),
  oracles: Object.fromEntries(Object.entries(overlay.HEATS).map(([name, { bot }]) => [name, bot])),
  mount,
  still,
};

/**
 * @param {HTMLElement} parent
 * @param {HTMLElement | null} _reserve
 * @param {BoardHost} host
 * @returns {import('../contract.js').Board}
 */
function mount(parent, _reserve, host) {
  /** @type {Scene} */
  const s = {
    model: null,
    view: null,
    colours: readPalette(),
    place: fit(1, 1, NOTHING, 0),
    ground: null,
    cursor: null,
    hover: null,
    aimed: null,
    held: null,
    candidates: new Map(),
    since: null,
    traced: null,
  };
  /** Answers to `inspect` for the position shown, by cell. @type {Map<number, FenceMasterAfter | null>} */
  let afters = new Map();
  /** @type {(cell: number) => string} */
  let heat = () => '';
  const stop = new AbortController();
  const root = element('hex-board', parent);
  const room = element('hex-room', root);
  const wrap = element('board-canvas', room);
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  wrap.append(canvas);
  const request = oncePerFrame(paint);

  // --- asking -------------------------------------------------------------------------------

  const mayAct = () => typeof s.model?.actor === 'number';
  /** @param {number | null} cell */
  const legal = (cell) => cell !== null && !!s.view?.targets.includes(cell);

  /** @param {number} cell */
  function after(cell) {
    if (!s.view) return null;
    if (!afters.has(cell))
      afters.set(cell, host.inspect({ after: s.view.cell_names[cell] }) ?? null);
    return afters.get(cell) ?? null;
  }

  /** The cell that is looked at, whatever with. */
  const spot = () => (s.held ? s.held.cell : (s.hover ?? s.aimed ?? s.cursor));

  // --- acting -------------------------------------------------------------------------------

  /** @param {number | null} cell */
  function play(cell) {
    if (cell === null || !s.view || !mayAct()) return;
    s.aimed = null;
    if (legal(cell)) host.play(s.view.cell_names[cell]);
    else host.say(`${s.view.cell_words[cell]}: no stone can be put there.`);
  }

  /** @param {number | null} cell */
  function tap(cell) {
    const wide = s.place.s * Math.sqrt(3) >= FINGER;
    if (legal(cell) && mayAct() && (wide || s.aimed === cell)) return play(cell);
    // A stone is looked at, an empty cell aimed at.
    s.aimed = cell === s.aimed ? null : cell;
    pointAt(s.aimed);
    if (s.aimed !== null) host.say(wordsAt(s.aimed));
    showBar();
    request();
  }

  /** @param {number | null} cell */
  function pointAt(cell) {
    host.point(cell === null ? null : (s.candidates.get(cell) ?? null));
  }

  /** @param {number | null} cell */
  function hover(cell) {
    if (cell === s.hover) return;
    s.hover = cell;
    pointAt(cell);
    canvas.style.cursor = mayAct() && legal(cell) ? 'pointer' : '';
    showBar();
    request();
  }

  listen(
    canvas,
    {
      cellAt: (x, y, slack) => (s.view ? cellAt(s.place, x, y, slack) : null),
      hover,
      play,
      tap,
      hold(held) {
        const was = s.held?.cell ?? null;
        s.held = held;
        if (held) s.aimed = null;
        if (held && held.cell !== was) pointAt(held.cell);
        showBar();
        request();
      },
    },
    stop.signal,
  );

  const walk = makeWalk();
  const twin = makeTwin(wrap, 'Board', {
    focus(id) {
      s.cursor = id === null ? null : Number(id.slice(5));
      pointAt(s.cursor);
      showBar();
      request();
    },
    activate: (id) => play(Number(id.slice(5))),
    key(key) {
      if (s.cursor === null) return false;
      const to = walk(s.place, s.cursor, key);
      if (typeof to === 'number') twin.focus(`cell:${to}`);
      return to !== undefined;
    },
  });

  const bar = makeBar(root, {
    swap(byKeyboard) {
      const at = s.view?.last?.cell ?? 0;
      if (s.view?.swap && mayAct()) host.play('swap');
      // The button is about to go: the keyboard goes where the stone is.
      if (byKeyboard) twin.focus(`cell:${at}`);
    },
    place: () => play(s.aimed),
  });

  // --- words --------------------------------------------------------------------------------

  /** @param {number} cell */
  function wordsAt(cell) {
    if (!s.view) return '';
    const number = s.view.groups[cell];
    const told =
      number !== null
        ? s.view.group_list[number].words
        : mayAct() && legal(cell)
          ? after(cell)?.words
          : undefined;
    const about = told ? `${s.view.cell_names[cell]}: ${told}` : s.view.cell_words[cell];
    const more = heat(cell);
    return more ? `${about} · ${more}` : about;
  }

  function showBar() {
    const { view, model } = s;
    if (!view || !model) return;
    const cell = spot();
    const swap = view.swap && mayAct();
    const aimed = s.aimed !== null && mayAct() && legal(s.aimed) ? s.aimed : null;
    let words = overlay.HEATS[model.overlay]?.note ?? '';
    if (cell !== null) words = wordsAt(cell);
    else if (swap) words = 'The stone on the board may be taken over instead.';
    const worth = swap ? overlay.swapText(model) : '';
    bar.update({
      words,
      swap: swap ? `Swap${worth && ` (${worth})`}` : null,
      place: aimed === null ? null : `Put it on ${view.cell_names[aimed]}`,
    });
  }

  // --- drawing ------------------------------------------------------------------------------

  function refresh() {
    if (!s.view || !s.model) return;
    heat = heatWords(s);
    twin.update(twinCells(s));
    showBar();
    request();
  }

  function layOut() {
    if (!s.view || !s.model || room.clientWidth < 1) return;
    s.place = fit(room.clientWidth, room.clientHeight, s.view, s.model.turned);
    s.ground = draw.groundOf(s.place, s.view);
    root.dataset.tall = String(s.place.turned % 2 === 1);
    wrap.style.width = `${s.place.width}px`;
    wrap.style.height = `${s.place.height}px`;
    refresh();
  }

  /** @param {number} now */
  function paint(now) {
    const { view, model, ground, place } = s;
    // Before the first layout there is no room to draw in.
    if (!view || !model || !ground || place.width < 60) return;
    const fallen = s.since === null ? 1 : Math.min(1, Math.max(0, (now - s.since) / FALL));
    const traced = s.traced === null ? 1 : Math.min(1, Math.max(0, (now - s.traced) / TRACE));
    if (fallen >= 1) s.since = null;
    if (traced >= 1) s.traced = null;
    const ctx = sharpContext(canvas, place.width, place.height);
    ctx.clearRect(0, 0, place.width, place.height);
    paintAll(ctx, view, model, ground, fallen, traced);
    if (s.held?.cell != null) paintLens(ctx, view, model, ground, s.held);
    if (s.since !== null || s.traced !== null) request();
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {FenceMasterView} view
   * @param {BoardModel} model
   * @param {draw.Ground} ground
   * @param {number} fallen
   * @param {number} traced
   */
  function paintAll(ctx, view, model, ground, fallen, traced) {
    const { colours, place } = s;
    const at = spot();
    paintPosition(ctx, colours, place, ground, view, {
      marks: model.marks,
      fallen,
      traced,
      at,
      cross: at !== null && s.hover === null && legal(at),
      under() {
        const heated = overlay.shownHeat(model);
        if (heated?.thought) overlay.drawHeat(ctx, colours, place, heated.thought, heated.of);
      },
    });
    paintThought(ctx, view, model);
    paintSpot(ctx, view, at);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {FenceMasterView} view @param {BoardModel} model */
  function paintThought(ctx, view, model) {
    const { colours, place } = s;
    const { thought, pointed } = model;
    if (!thought) return;
    const choice = thought.moves.indexOf(model.hint ?? thought.choice ?? '');
    const shown = pointed ?? (model.hint ? choice : -1);
    const hints = model.overlay === 'hints';
    if (hints) overlay.drawHints(ctx, colours, place, thought);
    const line = shown >= 0 ? shown : hints ? choice : -1;
    if (line >= 0 && line < thought.moves.length && s.hover === null)
      overlay.drawLine(ctx, colours, place, view, thought, line);
    if (shown < 0 || shown >= thought.moves.length) return;
    const { cell } = /** @type {FenceMasterSpot} */ (thought.spots[shown]);
    // Where the pointer itself is, it shows what a stone would join; that is said there already.
    if (cell !== null && cell === spot()) return;
    overlay.drawPointed(ctx, colours, place, view, cell, thought.scores[shown]);
  }

  /** The cell that is looked at: its group, or what a stone would join. @param {CanvasRenderingContext2D} ctx @param {FenceMasterView} view @param {number | null} at */
  function paintSpot(ctx, view, at) {
    const { colours, place } = s;
    if (at === null) return;
    const number = view.groups[at];
    const may = mayAct() && legal(at) && view.mover !== null;
    const next = may ? after(at) : null;
    if (number !== null) {
      const group = view.group_list[number];
      draw.drawAround(ctx, colours, place, group.cells, group.seat);
      draw.drawEdges(ctx, colours, place, group.edges, group.seat);
      draw.drawCorners(ctx, colours, place, group.corners, group.seat);
    } else if (may && view.mover !== null) {
      const { x, y } = place.centres[at];
      // A stone would hide the number that the overlay has there.
      const heated = s.model && overlay.shownHeat(s.model);
      if (!heated) draw.drawStone(ctx, view.mover, x, y, place.s, { ghost: true });
      if (next) {
        if (next.group.length > 1)
          draw.drawAround(ctx, colours, place, next.group, view.mover, { dash: !next.wins });
        draw.drawEdges(ctx, colours, place, next.edges, view.mover, { faint: !next.wins });
      }
    }
    if (at === s.cursor && s.hover === null) {
      draw.drawFrame(ctx, place, at, {
        colour: colours.accent,
        width: Math.max(3, place.s * 0.12),
        scale: 0.95,
        halo: '#ffffff',
      });
    } else if (may ? !next || next.group.length < 2 : at === s.aimed) {
      draw.drawFrame(ctx, place, at, {
        colour: '#ffffff',
        width: Math.max(2, place.s * 0.09),
        scale: 0.9,
        halo: colours.seats[view.mover ?? 0],
      });
    }
  }

  /**
   * What a finger covers, larger and beside it.
   * @param {CanvasRenderingContext2D} ctx
   * @param {FenceMasterView} view
   * @param {BoardModel} model
   * @param {draw.Ground} ground
   * @param {import('./input.js').Held} held
   */
  function paintLens(ctx, view, model, ground, held) {
    const { place, colours } = s;
    const { radius, scale, above } = LENS;
    const keep = (/** @type {number} */ at, /** @type {number} */ most) =>
      Math.max(radius + 3, Math.min(most - radius - 3, at));
    let x = keep(held.x, place.width);
    let y = held.y - above;
    if (y < radius + 3) {
      // No room above the finger: beside it, towards the middle.
      y = keep(held.y - radius, place.height);
      x = keep(held.x + (held.x < place.width / 2 ? above : -above), place.width);
    }
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    ctx.fillStyle = colours.card;
    ctx.fill();
    ctx.clip();
    ctx.translate(x, y);
    ctx.scale(scale, scale);
    ctx.translate(-held.x, -held.y);
    paintAll(ctx, view, model, ground, 1, 1);
    ctx.restore();
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 4;
    ctx.stroke();
    ctx.strokeStyle = colours.accent;
    ctx.lineWidth = 2;
    ctx.stroke();
  }

  // --- life ---------------------------------------------------------------------------------

  const sizes = new ResizeObserver(layOut);
  sizes.observe(room);

  return {
    update(model) {
      const before = s.model;
      const old = s.view;
      const next = /** @type {FenceMasterView} */ (model.view);
      const moved = old !== next;
      s.model = model;
      s.view = next;
      if (moved) {
        afters = new Map();
        s.aimed = null;
        const stepped = before && before.state.ply + 1 === model.state.ply && !model.still;
        s.since = stepped && next.last ? performance.now() : null;
        s.traced = stepped && next.win ? performance.now() + FALL : null;
      }
      if (before?.thought !== model.thought) s.candidates = overlay.byCell(model.thought);
      if (old?.size !== next.size || before?.turned !== model.turned) layOut();
      else if (
        moved ||
        before?.thought !== model.thought ||
        before?.oracle !== model.oracle ||
        before?.overlay !== model.overlay ||
        before?.actor !== model.actor
      )
        refresh();
      else request();
    },
    repaint() {
      s.colours = readPalette();
      request();
    },
    picture() {
      const made = document.createElement('canvas');
      if (s.view) {
        stillTurned(made, s.view, { width: 900, height: 900 }, s.model?.marks, s.model?.turned);
      }
      return made;
    },
    destroy() {
      sizes.disconnect();
      request.cancel();
      stop.abort();
      root.remove();
    },
  };
}

/** A board without cells, until there is one. @type {FenceMasterView} */
const NOTHING = {
  size: 3,
  rules: 'fencemaster',
  rows: [],
  columns: [],
  cell_names: [],
  cell_words: [],
  stones: [],
  edges: [],
  corners: [],
  groups: [],
  group_list: [],
  mover: null,
  targets: [],
  swap: false,
  last: null,
  win: null,
  winner: null,
  by: null,
};

/** @param {string} name @param {HTMLElement} parent */
function element(name, parent) {
  const made = document.createElement('div');
  made.className = name;
  parent.append(made);
  return made;
}

/**
 * The board as it stands.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {draw.Ground} ground
 * @param {FenceMasterView} view
 * @param {object} how
 * @param {Record<string, boolean>} how.marks
 * @param {number} how.fallen   how far the last stone has fallen, 0 to 1
 * @param {number} how.traced   how far the trace of a win has come, 0 to 1
 * @param {number | null} [how.at]   the cell whose row and column stand out
 * @param {boolean} [how.cross]      whether they stand out on the cells too
 * @param {() => void} [how.under]   draws what lies on the cells, under the stones
 */
function paintPosition(ctx, colours, place, ground, view, how) {
  draw.drawGround(ctx, colours, place, ground);
  how.under?.();
  const at = how.at ?? null;
  if (at !== null && how.cross) draw.drawCross(ctx, place, view, at);
  draw.drawLabels(
    ctx,
    colours,
    place,
    at === null ? null : { row: view.rows[at], column: view.columns[at] },
  );
  view.stones.forEach((seat, cell) => {
    if (seat === null) return;
    const { x, y } = place.centres[cell];
    const falling = how.fallen < 1 && cell === view.last?.cell;
    const scale = falling ? 1 + 0.5 * (1 - how.fallen) ** 2 : 1;
    ctx.save();
    if (falling) ctx.globalAlpha *= 0.35 + 0.65 * how.fallen;
    draw.drawStone(ctx, seat, x, y, place.s, { scale });
    ctx.restore();
  });
  if (how.marks.groups) draw.drawGroups(ctx, colours, place, view);
  drawWin(ctx, colours, place, view, how.traced);
  if (view.last && how.fallen >= 1) draw.drawLast(ctx, place, view.last);
}

/**
 * Draws a position that nobody touches.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, view, size, marks = {}) {
  stillTurned(canvas, view, size, marks, 0);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {FenceMasterView} view
 * @param {{ width: number, height: number }} size
 * @param {Record<string, boolean>} [marks]
 * @param {number} [turned]
 */
function stillTurned(canvas, view, { width, height }, marks = {}, turned = 0) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  const place = fit(width, height, view, turned);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  ctx.translate((width - place.width) / 2, (height - place.height) / 2);
  paintPosition(ctx, colours, place, draw.groundOf(place, view), view, {
    marks,
    fallen: 1,
    traced: 1,
  });
  // Marks beyond the board's own, for pictures in the rules.
  if (marks.edges) draw.drawAllEdges(ctx, colours, place, view);
}
