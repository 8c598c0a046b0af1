/**
 * The board of Isolation: one state, one redraw a frame. It shows what Rust's view says and asks
 * `inspect` what a move would leave; it holds no rule. A click, a tap or Enter on a cell plays the
 * move that Rust lists for it.
 */
import { oncePerFrame, scoreText, sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import * as draw from './draw.js';
import * as overlay from './overlay.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */
/** @typedef {import('../../pkg/totora.js').IsolationSpot} IsolationSpot */
/** @typedef {import('../../pkg/totora.js').IsolationAfter} IsolationAfter */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./draw.js').Place} Place */

/**
 * @typedef {object} Scene   Everything that is drawn.
 * @property {BoardModel | null} model
 * @property {IsolationView | null} view
 * @property {Palette} colours
 * @property {Place} place
 * @property {number | null} cursor   the cell with the keyboard's focus
 * @property {number | null} hover    the cell under the mouse
 * @property {Map<number, number>} candidates   cell -> candidate of the thought
 * @property {number | null} since    when the move that is being shown began
 */

const MOTION = 260;

/** @type {import('../contract.js').Renderer} */
export const isolation = {
  reserve: '',
  marks: [
    { key: 'order', label: 'Plies', title: 'Number the closed cells by the ply that closed them' },
  ],
  overlayNames: { outcome: 'Win/loss', regions: 'Reach' },
  oracles: { outcome: 'perfect' },
  note,
  mount,
  still,
};

/** @param {BoardModel} model */
function note(model) {
  const view = /** @type {IsolationView} */ (model.view);
  if (model.overlay === 'outcome' && !model.state.outcome) {
    const known = model.oracle;
    if (!known) return 'Solving…';
    const sure = known.scores.filter((score) => typeof score !== 'number').length;
    if (sure < known.moves.length && known.done) {
      return 'Too open to be solved so far: ? marks what is not known yet.';
    }
    if (sure < known.moves.length) return `Solving… ${sure} of ${known.moves.length} moves known`;
    const wins = known.scores.filter((score) => score === 'win').length;
    const told =
      wins === 0
        ? 'Every move loses'
        : wins === known.moves.length
          ? 'Every move wins'
          : `${wins} of ${known.moves.length} moves ${wins === 1 ? 'wins' : 'win'}`;
    const plies = known.plies.some((one) => one !== null);
    return `${told} by force: W wins, L loses${plies ? '; the number counts the plies to the end' : ''}.`;
  }
  if (model.overlay === 'regions') {
    return 'Cells that each knight could still come to if the other stood still.';
  }
  // Later on, the placement no longer says who wins: somebody may have given it away.
  const fresh = view.trails[0].length < 3;
  return view.placement && fresh ? `${view.placement.words}.` : '';
}

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
    place: draw.fit(1, 1, { columns: 7, rows: 7 }),
    cursor: null,
    hover: null,
    candidates: new Map(),
    since: null,
  };
  /** Answers to `inspect` for the position shown. @type {Map<string, IsolationAfter | null>} */
  let afters = new Map();
  const stop = new AbortController();
  const wrap = document.createElement('div');
  wrap.className = 'board-canvas';
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  wrap.append(canvas);
  parent.append(wrap);
  const request = oncePerFrame(paint);

  // --- asking -------------------------------------------------------------------------------

  /** @param {number | null} cell @returns {string | null} the move that goes there */
  const moveTo = (cell) => s.view?.targets.find((one) => one.cell === cell)?.move ?? null;

  /** @param {string} move */
  function after(move) {
    if (!afters.has(move)) afters.set(move, host.inspect({ after: move }) ?? null);
    return afters.get(move) ?? null;
  }

  // --- acting -------------------------------------------------------------------------------

  /** @param {number | null} cell */
  function play(cell) {
    if (cell === null || !s.view || typeof s.model?.actor !== 'number') return;
    const move = moveTo(cell);
    if (move) host.play(move);
    else host.say(`${s.view.square_words[cell]}: no move goes there.`);
  }

  /** @param {number | null} cell */
  function hover(cell) {
    if (cell === s.hover) return;
    s.hover = cell;
    host.point(cell === null ? null : (s.candidates.get(cell) ?? null));
    canvas.style.cursor = typeof s.model?.actor === 'number' && moveTo(cell) ? 'pointer' : '';
    request();
  }

  /** @param {PointerEvent | MouseEvent} event */
  function under(event) {
    const box = canvas.getBoundingClientRect();
    return draw.cellAt(s.place, event.clientX - box.left, event.clientY - box.top);
  }

  const { signal } = stop;
  canvas.addEventListener('click', (event) => play(under(event)), { signal });
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'touch') hover(under(event));
    },
    { signal },
  );
  canvas.addEventListener('pointerleave', () => hover(null), { signal });

  const twin = makeTwin(wrap, 'Board', {
    focus(id) {
      s.cursor = id === null ? null : Number(id.slice(5));
      host.point(s.cursor === null ? null : (s.candidates.get(s.cursor) ?? null));
      request();
    },
    activate: (id) => play(Number(id.slice(5))),
    key: () => false,
  });

  // --- drawing ------------------------------------------------------------------------------

  function refresh() {
    if (!s.view || !s.model) return;
    twin.update(twinCells(s));
    request();
  }

  function layOut() {
    if (!s.view || parent.clientWidth < 1) return;
    s.place = draw.fit(parent.clientWidth, parent.clientHeight, s.view);
    wrap.style.width = `${s.place.width}px`;
    wrap.style.height = `${s.place.height}px`;
    refresh();
  }

  /** @param {number} now */
  function paint(now) {
    // Before the first layout there is no room to draw in.
    if (!s.view || !s.model || s.place.width < 60) return;
    const t = s.since === null ? 1 : Math.min(1, Math.max(0, (now - s.since) / MOTION));
    if (t >= 1) s.since = null;
    const ctx = sharpContext(canvas, s.place.width, s.place.height);
    paintPosition(ctx, s.colours, s.place, s.view, s.model.marks, 1 - (1 - t) ** 3);
    paintThought(ctx, s.view, s.model);
    paintSpot(ctx, s.view, s.model);
    if (s.since !== null) request();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {IsolationView} view @param {BoardModel} model */
  function paintThought(ctx, view, model) {
    const { colours, place } = s;
    const { thought, pointed } = model;
    const choice = thought ? thought.moves.indexOf(model.hint ?? thought.choice ?? '') : -1;
    const shown = pointed ?? (model.hint ? choice : null);
    if (model.overlay === 'regions') {
      const move = moveTo(s.hover ?? s.cursor);
      const next = move ? after(move) : null;
      overlay.drawRegions(ctx, colours, place, next?.regions ?? view.regions);
      paintKnights(ctx, colours, place, view, 1);
    }
    const line = shown ?? (['hints', 'all'].includes(model.overlay) ? choice : -1);
    const expected = thought && line >= 0 && line < thought.moves.length;
    if (expected) {
      overlay.drawLine(ctx, colours, place, view, thought, line);
      paintKnights(ctx, colours, place, view, 1);
    }
    if (model.overlay === 'all' && thought) overlay.drawScores(ctx, colours, place, thought);
    else if (model.overlay === 'hints' && thought) overlay.drawHints(ctx, colours, place, thought);
    else if (model.overlay === 'outcome')
      overlay.drawOutcome(ctx, colours, place, view, model.oracle);
    else paintTargets(ctx, view, model);
    if (expected) overlay.drawLinePlies(ctx, colours, place, view, thought, line);
    if (!thought || shown === null || shown < 0 || shown >= thought.moves.length) return;
    const { cell } = /** @type {IsolationSpot} */ (thought.spots[shown]);
    // What the overlay says exactly is not covered by another bot's opinion.
    const score = ['outcome', 'off', 'regions'].includes(model.overlay) && pointed !== null;
    if (model.overlay !== 'outcome' || cell !== (s.hover ?? s.cursor)) {
      overlay.drawPointed(ctx, colours, place, view, cell, score ? null : thought.scores[shown]);
    }
  }

  /** @param {CanvasRenderingContext2D} ctx @param {IsolationView} view @param {BoardModel} model */
  function paintTargets(ctx, view, model) {
    if (view.mover === null) return;
    const cells = view.targets.map((one) => one.cell);
    draw.drawTargets(ctx, s.colours, s.place, cells, view.mover, {
      faint: model.actor === null,
      small: view.knights[view.mover] === null || model.overlay === 'regions',
    });
  }

  /** The cell under the mouse or the keyboard's focus. @param {CanvasRenderingContext2D} ctx @param {IsolationView} view @param {BoardModel} model */
  function paintSpot(ctx, view, model) {
    const { colours, place } = s;
    const cell = s.hover ?? s.cursor;
    if (cell === null) return;
    const legal = model.actor !== null && moveTo(cell);
    if (legal && model.overlay !== 'outcome' && view.mover !== null) {
      const { x, y } = draw.centre(place, cell);
      if (model.overlay === 'off' || model.overlay === 'regions')
        draw.drawKnight(ctx, colours, view.mover, x, y, place.cell, { ghost: true });
    }
    if (cell === s.cursor) {
      draw.drawFrame(ctx, place, cell, {
        colour: colours.accent,
        width: Math.max(3, place.cell * 0.055),
        inset: 0.015,
        halo: '#ffffff',
      });
    } else if (legal) {
      draw.drawFrame(ctx, place, cell, {
        colour: '#ffffff',
        width: Math.max(2, place.cell * 0.035),
        inset: 0.04,
        halo: colours.seats[view.mover ?? 0],
      });
    }
  }

  // --- life ---------------------------------------------------------------------------------

  const sizes = new ResizeObserver(layOut);
  sizes.observe(parent);

  return {
    update(model) {
      const before = s.model;
      const old = s.view;
      const next = /** @type {IsolationView} */ (model.view);
      const moved = old !== next;
      s.model = model;
      s.view = next;
      if (moved) {
        afters = new Map();
        const stepped = before && before.state.ply + 1 === model.state.ply;
        s.since = stepped && next.last && !model.still ? performance.now() : null;
      }
      if (before?.thought !== model.thought) s.candidates = overlay.byCell(model.thought);
      if (old?.columns !== next.columns || old.rows !== next.rows) layOut();
      else if (
        moved ||
        before?.thought !== model.thought ||
        before?.oracle !== model.oracle ||
        before?.overlay !== model.overlay
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
      if (s.view) still(made, s.view, { width: 900, height: 900 }, s.model?.marks);
      return made;
    },
    destroy() {
      sizes.disconnect();
      request.cancel();
      stop.abort();
      wrap.remove();
    },
  };
}

/**
 * The cells of the accessible twin: Rust's words, with what the overlay shows there.
 * @param {Scene} s
 * @returns {import('../twin.js').TwinCell[]}
 */
function twinCells(s) {
  const { view, model, place } = s;
  if (!view || !model) return [];
  const exact = model.overlay === 'outcome';
  const thought = exact ? model.oracle : ['hints', 'all'].includes(model.overlay) && model.thought;
  const candidates = thought ? overlay.byCell(thought) : new Map();
  const legal = new Set(view.targets.map((one) => one.cell));
  const reach = view.regions.map((cells) => new Set(cells));
  return view.square_words.map((words, cell) => {
    const i = candidates.get(cell);
    let more = '';
    if (thought && i !== undefined) {
      const score = thought.scores[i];
      const plies = thought.plies[i];
      if (typeof score === 'number') more = exact ? ', not solved' : `, score ${scoreText(score)}`;
      else more = `, ${score}${plies === null ? '' : ` in ${plies}`}`;
    }
    if (model.overlay === 'regions') {
      const who = model.state.seats.filter((_, seat) => reach[seat].has(cell));
      if (who.length) more = `, in reach of ${who.map((seat) => seat.name).join(' and ')}`;
    }
    const { x, y } = draw.corner(place, cell);
    return {
      id: `cell:${cell}`,
      label: words + more,
      row: Math.floor(cell / view.columns),
      x,
      y,
      width: place.cell,
      height: place.cell,
      off: !legal.has(cell),
    };
  });
}

/**
 * The board as it stands, without anybody's thoughts.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {Record<string, boolean>} marks
 * @param {number} done   how far the last move has come, 0 to 1
 */
function paintPosition(ctx, colours, place, view, marks, done) {
  draw.drawWater(ctx, colours, place, view.square_names);
  const closed = new Set(view.closed);
  const going = done < 1 ? (view.last?.cell ?? null) : null;
  for (let cell = 0; cell < view.columns * view.rows; cell++) {
    if (!closed.has(cell) || cell === going) draw.drawMat(ctx, colours, place, cell);
    if (closed.has(cell)) draw.drawSunken(ctx, colours, place, cell, cell === going ? done : 1);
  }
  view.trails.forEach((trail, seat) => {
    const moving = going !== null && view.last?.seat === seat;
    draw.drawTrail(ctx, colours, place, moving ? trail.slice(0, -1) : trail, seat);
  });
  if (view.last && view.winner === null) {
    for (const cell of [view.last.from, view.last.cell]) {
      if (cell === null) continue;
      draw.drawFrame(ctx, place, cell, {
        colour: '#ffffffd8',
        width: Math.max(1.5, place.cell * 0.03),
        dash: cell === view.last.from ? [place.cell * 0.08, place.cell * 0.07] : [],
        inset: 0.03,
      });
    }
  }
  paintKnights(ctx, colours, place, view, done);
  if (marks.order) draw.drawOrder(ctx, colours, place, view);
  if (view.winner !== null && done >= 1) draw.drawEnd(ctx, colours, place, view);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {number} done
 */
function paintKnights(ctx, colours, place, view, done) {
  view.knights.forEach((at, seat) => {
    if (at === null) return;
    let { x, y } = draw.centre(place, at);
    if (done < 1 && view.last?.seat === seat) {
      const from = view.last.from === null ? { x, y } : draw.centre(place, view.last.from);
      x = from.x + (x - from.x) * done;
      // A leap: up and down again on the way.
      y = from.y + (y - from.y) * done - Math.sin(done * Math.PI) * place.cell * 0.35;
    }
    draw.drawKnight(ctx, colours, seat, x, y, place.cell);
  });
}

/**
 * Draws a position that nobody touches.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, view, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  const place = draw.fit(width, height, view);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  ctx.translate((width - place.width) / 2, (height - place.height) / 2);
  // Marks beyond the board's own, for pictures in the rules.
  paintPosition(ctx, colours, place, view, marks, 1);
  if (marks.regions) {
    overlay.drawRegions(ctx, colours, place, view.regions);
    paintKnights(ctx, colours, place, view, 1);
  }
  if (marks.targets && view.mover !== null) {
    const cells = view.targets.map((/** @type {{ cell: number }} */ one) => one.cell);
    draw.drawTargets(ctx, colours, place, cells, view.mover, {});
  }
}
