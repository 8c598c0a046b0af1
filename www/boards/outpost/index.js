/**
 * The board of Outpost: one state, one redraw a frame. It shows what Rust's view says, asks `inspect`
 * about supply, danger and ways, and writes what a person orders in the notation; it holds no rule.
 */
import { h, render } from 'preact';
import { makeCamera, pan, resize, rest, reveal, showAll, toWorld, zoom } from '../camera.js';
import { oncePerFrame, sharpContext } from '../canvas.js';
import { listen } from '../gestures.js';
import { readPalette } from '../palette.js';
import * as draw from './draw.js';
import { groundColours, hatching, makeGround, SIDE } from './ground.js';
import { drawMinimap, minimapCell } from './minimap.js';
import { orderOf, ordersText, withOrder } from './orders.js';
import { layerOf, legendOf } from './overlay.js';
import { Panel, TASKS } from './panel.jsx';
import { Strip } from './strip.jsx';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../../pkg/totora.js').OutpostView} OutpostView */
/** @typedef {import('../../pkg/totora.js').OutpostTaskSpot} OutpostTaskSpot */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {[number, number]} Cell */

/** Overlays that show the board as one empire sees it, and the questions behind them. */
const SEEN_AS = ['supply', 'danger', 'value'];
/** How long outposts take from cell to cell, at most. */
const MOTION = 320;
const ZOOM_STEP = 1.35;

/** @type {import('../contract.js').Renderer} */
export const outpost = {
  reserve: 'Orders',
  marks: [
    { key: 'ways', label: 'Ways', title: 'Show where outposts are going' },
    { key: 'numbers', label: 'Numbers', title: 'Show the indices of outposts' },
  ],
  overlayLead: 'Show',
  overlayNames: {
    off: 'Board',
    owners: 'Owners',
    supply: 'Supply',
    danger: 'Danger',
    value: 'Value',
    tasks: 'Tasks',
  },
  turnWord: 'Turn',
  pace: 400,
  speeds: [0.5, 1, 2, 5, 10, Number.POSITIVE_INFINITY],
  goOn: '.',
  stacked: ['area', 'land', 'water'],
  mount,
  still,
};

/**
 * @typedef {object} Scene   Everything that is drawn and asked.
 * @property {BoardModel | null} model
 * @property {OutpostView | null} view
 * @property {Palette} colours
 * @property {import('../camera.js').Camera} camera
 * @property {Cell} cursor
 * @property {boolean} focused         the keyboard is here
 * @property {Cell | null} hover
 * @property {number} seat             the empire that overlays are about, or that is ordered
 * @property {number[]} selected       indices in its muster
 * @property {string | null} mode      what a click on a cell does: a task's verb, `rally`, or what is usual
 * @property {boolean} points          clicks add way-points
 * @property {boolean} boxing          the next drag draws a box
 * @property {{ from: Cell, to: Cell } | null} box
 * @property {boolean} askDisband
 * @property {Record<string, boolean>} stops
 * @property {{ from: { x: number, y: number }[][], since: number, span: number } | null} motion
 */

/**
 * @param {HTMLElement} parent
 * @param {HTMLElement | null} reserve
 * @param {BoardHost} host
 * @returns {import('../contract.js').Board}
 */
function mount(parent, reserve, host) {
  /** @type {Scene} */
  const s = {
    model: null,
    view: null,
    colours: readPalette(),
    camera: {
      ...makeCamera(),
      smooth: true,
      world: { left: 0, top: 0, right: SIDE, bottom: SIDE },
    },
    cursor: [0, 0],
    focused: false,
    hover: null,
    seat: 0,
    selected: [],
    mode: null,
    points: false,
    boxing: false,
    box: null,
    askDisband: false,
    stops: { season: false, near: true, cut: true, arrival: true },
    motion: null,
  };
  const ground = makeGround();
  /** Orders for the turn that waits, by position and seat: a look back and forth loses none. @type {Map<string, Clause[]>} */
  const given = new Map();
  /** Answers to `inspect` about the position shown. @type {Map<string, any>} */
  let answers = new Map();
  /** What the ground was made from. */
  let groundOf = '';
  /** The ground as it is drawn, so that a moving outpost costs only its own mark. */
  const backdrop = document.createElement('canvas');
  let backdropOf = '';
  const stop = new AbortController();
  const { signal } = stop;

  const wrap = document.createElement('div');
  wrap.className = 'outpost';
  const top = document.createElement('div');
  const room = document.createElement('div');
  room.className = 'outpost-room';
  const lake = document.createElement('div');
  lake.className = 'board-canvas outpost-lake';
  lake.tabIndex = 0;
  lake.setAttribute('role', 'application');
  lake.setAttribute('aria-label', 'Board');
  lake.setAttribute(
    'aria-description',
    'Arrow keys move over the cells, with Shift ten at a time. Enter selects or sends. N goes to the next outpost. Plus and minus zoom.',
  );
  lake.dataset.testid = 'outpost-board';
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  lake.append(canvas);
  room.append(lake);
  wrap.append(top, room);
  parent.append(wrap);
  const request = oncePerFrame(paint);

  // --- asking -------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} question */
  function ask(question) {
    const key = JSON.stringify(question);
    if (!answers.has(key)) answers.set(key, host.inspect(question) ?? null);
    return answers.get(key);
  }

  /** The empire that a person orders now: the one looked at, if somebody sits there. */
  function mine() {
    const { model } = s;
    if (!model || model.actor === null || model.state.outcome) return null;
    const human = (/** @type {number} */ e) => 'human' in model.state.seats[e].config;
    return human(s.seat) ? s.seat : null;
  }

  const orderKey = () => `${s.model?.state.hash} ${s.seat}`;
  const clauses = () => given.get(orderKey()) ?? [];

  /** @param {Clause[]} next */
  function setClauses(next) {
    given.delete(orderKey());
    given.set(orderKey(), next);
    if (given.size > 40) given.delete(/** @type {string} */ (given.keys().next().value));
    hand();
    refresh();
  }

  /** Tells the shell what persons order for the turn that waits. */
  function hand() {
    const { model } = s;
    if (!model) return;
    /** @type {Record<number, string>} */
    const orders = {};
    model.state.seats.forEach((_, e) => {
      const list = given.get(`${model.state.hash} ${e}`);
      if (list?.length) orders[e] = ordersText(list);
    });
    host.order?.(orders);
  }

  // --- ordering -----------------------------------------------------------------------------

  /** @param {Clause} clause */
  function order(clause) {
    setClauses(withOrder(clauses(), clause));
  }

  /** @param {Cell} cell @param {number} [seat] */
  function outpostsOn(cell, seat = s.seat) {
    const { view } = s;
    const list = view?.empires[seat].muster ?? [];
    return list.flatMap((at, i) => (at[0] === cell[0] && at[1] === cell[1] ? [i] : []));
  }

  /** @param {number[]} list */
  function select(list) {
    s.selected = [...new Set(list)].sort((a, b) => a - b);
    if (s.mode !== 'rally') s.mode = null;
    s.points = false;
    refresh();
  }

  /** Tells the selected outposts something that needs no place, or waits for the place. @param {string} verb */
  function task(verb) {
    if (s.selected.length === 0 || mine() === null) {
      host.say('Select outposts first.');
      return;
    }
    const again = s.mode === verb;
    s.mode = null;
    s.points = false;
    if (['go', 'patrol', 'pair', 'harvest'].includes(verb) && !again) {
      s.mode = verb;
      host.say(hintOf(verb));
      refresh();
    } else if (verb !== 'go' && verb !== 'patrol' && verb !== 'pair') {
      order({ verb, who: s.selected, points: [] });
      host.say(`${s.selected.length} to ${verb}`);
    } else refresh();
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {Cell} cell
   * @param {boolean} more   Shift is held: one more outpost, or one more way-point
   */
  function act(cell, more) {
    const { view } = s;
    if (!view) return;
    s.cursor = cell;
    const seat = mine();
    const adding = more || s.points;
    if (seat !== null && s.mode === 'rally') {
      order({ verb: 'rally', who: [], points: [cell] });
      s.mode = null;
      refresh();
      return;
    }
    const here = seat === null ? [] : outpostsOn(cell);
    if (seat !== null && s.mode === 'pair') {
      const other = here.find((i) => !s.selected.includes(i));
      if (other === undefined) host.say('There is no other outpost of yours on this cell.');
      else {
        order({ verb: 'pair', who: s.selected, points: [], rest: String(other) });
        s.mode = null;
      }
      refresh();
      return;
    }
    if (seat !== null && s.selected.length > 0 && s.mode === 'harvest') {
      order({ verb: 'harvest', who: s.selected, points: [cell] });
      s.mode = null;
      refresh();
      return;
    }
    if (seat !== null && s.selected.length > 0 && s.mode === 'patrol') {
      const list = clauses();
      const known = s.selected.map((i) => orderOf(list, i));
      let next = list;
      s.selected.forEach((index, k) => {
        const old = known[k];
        const from = view.empires[seat].muster[index];
        const points = adding && old?.verb === 'patrol' ? [...old.points, cell] : [from, cell];
        next = withOrder(next, { verb: 'patrol', who: [index], points });
      });
      if (!adding) s.mode = null;
      setClauses(next);
      return;
    }
    // Another empire that a person plays is taken over by a click on its outposts.
    const other = view.empires.findIndex(
      (_, e) =>
        s.model?.actor !== null &&
        'human' in (s.model?.state.seats[e].config ?? {}) &&
        outpostsOn(cell, e).length > 0,
    );
    if (s.mode !== 'go' && other >= 0 && other !== s.seat && s.selected.length === 0) {
      s.seat = other;
      select(outpostsOn(cell));
      return;
    }
    const going = s.mode === 'go' || (s.selected.length > 0 && here.length === 0);
    if (here.length > 0 && s.mode !== 'go') {
      const already = here.every((i) => s.selected.includes(i));
      if (more && already) select(s.selected.filter((i) => !here.includes(i)));
      else if (more) select([...s.selected, ...here]);
      else select(here);
      host.say(`${here.length === 1 ? `Outpost ${here[0]}` : `${here.length} outposts`} selected`);
      return;
    }
    if (seat !== null && going && s.selected.length > 0) {
      const old = orderOf(clauses(), s.selected[0]);
      const points = adding && old?.verb === 'go' ? [...old.points, cell] : [cell];
      if (view.water[cell[0] * SIDE + cell[1]] === '1') {
        host.say('That is water.');
        host.tell?.('That is water: outposts walk on land.');
        return;
      }
      order({ verb: 'go', who: s.selected, points });
      host.say(`To ${cell.join(',')}`);
      if (!adding) s.mode = null;
      refresh();
      return;
    }
    host.say(ask({ ask: 'cell', cell })?.words ?? '');
    refresh();
  }

  /** @param {'all' | 'none' | 'box' | 'points' | 'next'} what */
  function choose(what) {
    const muster = s.view?.empires[s.seat].muster ?? [];
    if (what === 'all') select(muster.map((_, i) => i));
    else if (what === 'none') {
      s.mode = null;
      select([]);
    } else if (what === 'box') {
      s.boxing = !s.boxing;
      s.box = null;
      if (s.boxing) host.say('Draw a box around outposts.');
      refresh();
    } else if (what === 'points') {
      s.points = !s.points;
      refresh();
    } else if (muster.length > 0) {
      const from = s.selected.length ? s.selected[s.selected.length - 1] : -1;
      const next = (from + 1) % muster.length;
      s.cursor = muster[next];
      reveal(s.camera, s.cursor[0], s.cursor[1]);
      select([next]);
      host.say(`Outpost ${next} on ${muster[next].join(',')}`);
    }
  }

  /** @param {number} turns   none is a pause, and on and on is a run with its stops */
  function play(turns) {
    s.mode = null;
    hand();
    const wanted = Object.keys(s.stops).filter((key) => s.stops[key]);
    if (s.askDisband) wanted.push('over');
    const until =
      Number.isFinite(turns) || wanted.length === 0
        ? null
        : { ask: 'until', seat: s.seat, stops: wanted };
    host.advance?.(turns, until);
  }

  // --- hands --------------------------------------------------------------------------------

  /** @param {{ x: number, y: number }} at @returns {Cell | null} */
  function under(at) {
    const { x, y } = toWorld(s.camera, at.x, at.y);
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? null : [Math.floor(x), Math.floor(y)];
  }

  /** Goes to the place in the small map, if the point is in it. @param {{ x: number, y: number }} at */
  function jump(at) {
    const cell = minimapCell(s.camera, at);
    if (!cell) return false;
    look(cell.x, cell.y);
    return true;
  }

  /** @param {number} x @param {number} y */
  function look(x, y) {
    pan(s.camera, (s.camera.x - x) * s.camera.cell, (s.camera.y - y) * s.camera.cell);
    request();
  }

  let shift = false;
  let mouse = true;
  lake.addEventListener(
    'pointerdown',
    (event) => {
      shift = event.shiftKey;
      mouse = event.pointerType !== 'touch';
    },
    { signal, capture: true },
  );
  /** A drag in the small map moves the view; one on the board draws a box, if there is somebody to select. */
  const stroke = {
    dragging: false,
    /** @param {{ x: number, y: number }} at */
    begin(at) {
      stroke.dragging = jump(at);
      if (stroke.dragging) return true;
      const cell = under(at);
      if (mine() === null || !cell || !(s.boxing || shift)) return false;
      s.box = { from: cell, to: cell };
      return true;
    },
    /** @param {{ x: number, y: number }} at */
    move(at) {
      if (stroke.dragging) jump(at);
      else if (s.box) {
        const cell = under(at);
        if (cell) s.box.to = cell;
        request();
      }
    },
    /** @param {{ x: number, y: number } | null} at */
    end(at) {
      const { box } = s;
      s.box = null;
      if (stroke.dragging || !box) return;
      const click = box.from[0] === box.to[0] && box.from[1] === box.to[1];
      if (at && click && !s.boxing) act(box.from, shift);
      else if (at) pickBox(box, shift && !s.boxing);
      request();
    },
  };

  /** @param {{ from: Cell, to: Cell }} box @param {boolean} more */
  function pickBox({ from, to }, more) {
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [high, low] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const inside = (s.view?.empires[s.seat].muster ?? []).flatMap(([x, y], i) =>
      x >= left && x <= right && y >= high && y <= low ? [i] : [],
    );
    s.boxing = false;
    select(more ? [...s.selected, ...inside] : inside);
    host.say(`${inside.length} outposts selected`);
  }

  listen(
    lake,
    s.camera,
    {
      moved() {
        clearTimeout(resting);
        resting = setTimeout(() => {
          rest(s.camera);
          request();
        }, 160);
        request();
      },
      tap(at) {
        if (jump(at)) return;
        const cell = under(at);
        if (cell) act(cell, shift);
      },
      hover(at) {
        const cell = at && !minimapCell(s.camera, at) ? under(at) : null;
        if (String(cell) === String(s.hover)) return;
        s.hover = cell;
        pointAt(cell);
        request();
      },
      press(at) {
        const cell = under(at);
        if (!cell) return;
        s.hover = cell;
        host.say(ask({ ask: 'cell', cell })?.words ?? '');
        request();
      },
      // A finger scrolls the page unless it has something to draw.
      get stroke() {
        return mouse || s.boxing || !s.camera.whole ? stroke : undefined;
      },
    },
    signal,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  /** Shows the row of the task table that belongs to a cell. @param {Cell | null} cell */
  function pointAt(cell) {
    const tasks = s.model?.thought?.tasks ?? [];
    const at = cell
      ? tasks.findIndex((one) => String(/** @type {any} */ (one.spot)?.from) === String(cell))
      : -1;
    host.point(at < 0 ? null : at);
  }

  const WAYS = /** @type {Record<string, Cell>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  });

  lake.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const way = WAYS[key];
      const order = TASKS.find((one) => one.key === key);
      if (way) {
        const step = event.shiftKey ? 10 : 1;
        const clamp = (/** @type {number} */ n) => Math.max(0, Math.min(SIDE - 1, n));
        s.cursor = [clamp(s.cursor[0] + way[0] * step), clamp(s.cursor[1] + way[1] * step)];
        if (s.box) s.box.to = s.cursor;
        reveal(s.camera, s.cursor[0], s.cursor[1]);
        host.say(ask({ ask: 'cell', cell: s.cursor })?.words ?? '');
        pointAt(s.cursor);
        request();
      } else if (key === 'Enter') {
        if (s.box) {
          const { box } = s;
          s.box = null;
          pickBox(box, false);
        } else if (s.boxing) {
          s.box = { from: s.cursor, to: s.cursor };
          request();
        } else act(s.cursor, event.shiftKey);
      } else if (key === 'Escape') {
        s.boxing = false;
        s.box = null;
        choose('none');
      } else if (key === 'a') choose('all');
      else if (key === 'b') choose('box');
      else if (key === 'n') choose('next');
      else if (key === ' ') play(1);
      else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
      else if (key === '-') zoomBy(1 / ZOOM_STEP);
      else if (key === '0') {
        showAll(s.camera);
        request();
      } else if (order) task(order.verb);
      else return;
      event.preventDefault();
    },
    { signal },
  );
  lake.addEventListener(
    'focus',
    () => {
      s.focused = lake.matches(':focus-visible');
      request();
    },
    { signal },
  );
  lake.addEventListener(
    'blur',
    () => {
      s.focused = false;
      request();
    },
    { signal },
  );

  /** @param {number} factor */
  function zoomBy(factor) {
    const at = s.focused ? cursorAt() : undefined;
    if (zoom(s.camera, factor, at)) rest(s.camera);
    request();
  }
  const cursorAt = () => draw.centre(place(), s.cursor);

  const buttons = document.createElement('div');
  buttons.className = 'outpost-zoom';
  for (const [label, sign, act] of /** @type {[string, string, () => void][]} */ ([
    ['Zoom in', '+', () => zoomBy(ZOOM_STEP)],
    ['Zoom out', '−', () => zoomBy(1 / ZOOM_STEP)],
    [
      'Whole board',
      '⤢',
      () => {
        showAll(s.camera);
        request();
      },
    ],
  ])) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon small';
    button.setAttribute('aria-label', label);
    button.title = label;
    button.textContent = sign;
    button.addEventListener('click', act, { signal });
    buttons.append(button);
  }
  room.append(buttons);

  // --- drawing ------------------------------------------------------------------------------

  /** @returns {import('./draw.js').Place} */
  function place() {
    const { camera } = s;
    return {
      x: camera.width / 2 - camera.x * camera.cell,
      y: camera.height / 2 - camera.y * camera.cell,
      cell: camera.cell,
      ratio: camera.ratio,
    };
  }

  function layOut() {
    const size = Math.min(room.clientWidth, room.clientHeight || room.clientWidth);
    if (size < 40) return;
    const ratio = window.devicePixelRatio || 1;
    lake.style.width = `${size}px`;
    lake.style.height = `${size}px`;
    resize(s.camera, { width: size, height: size, ratio });
    request();
  }

  /** Makes the ground if what it shows has changed. */
  function prepareGround() {
    const { view, model } = s;
    if (!view || !model) return;
    const seen = SEEN_AS.includes(model.overlay);
    const key = `${model.state.hash} ${model.overlay} ${seen ? s.seat : ''} ${s.colours.card}`;
    if (key === groundOf) return;
    groundOf = key;
    backdropOf = '';
    const colours = groundColours(s.colours);
    const answer = seen ? ask({ ask: model.overlay, seat: s.seat }) : null;
    const layer = layerOf(model.overlay, answer, colours, s.seat);
    ground.update(view, colours, { strong: model.overlay === 'owners', layer });
  }

  /** Draws ground, edges and hatching where they are not yet as they should be. */
  function prepareBackdrop() {
    const { camera } = s;
    const key = `${camera.x} ${camera.y} ${camera.cell} ${camera.width} ${camera.ratio}`;
    if (key === backdropOf) return;
    backdropOf = key;
    const ctx = sharpContext(backdrop, camera.width, camera.height, camera.ratio);
    paintGround(ctx, s.colours, place(), ground, s.model?.overlay ?? 'off');
  }

  /** Where the outposts are now, on their way from where they stood. @param {number} now */
  function moving(now) {
    const { view, motion } = s;
    if (!view) return [];
    const t = motion ? Math.min(1, Math.max(0, (now - motion.since) / motion.span)) : 1;
    if (t >= 1) s.motion = null;
    const soft = 1 - (1 - t) ** 2;
    return view.empires.map((empire, e) =>
      empire.outposts.map(([x, y], i) => {
        const from = motion?.from[e]?.[i];
        return from
          ? { x: from.x + (x - from.x) * soft, y: from.y + (y - from.y) * soft }
          : { x, y };
      }),
    );
  }

  /** @param {number} now */
  function paint(now) {
    const { view, model, camera } = s;
    if (!view || !model || camera.width < 40) return;
    prepareGround();
    prepareBackdrop();
    const ctx = sharpContext(canvas, camera.width, camera.height, camera.ratio);
    ctx.clearRect(0, 0, camera.width, camera.height);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(backdrop, 0, 0, camera.width, camera.height);
    const at = place();
    const spots = moving(now);
    paintWays(ctx, at, view, model);
    paintPieces(ctx, s.colours, at, view, spots, model.marks);
    if (model.overlay === 'supply') {
      const answer = ask({ ask: 'supply', seat: s.seat });
      if (answer) draw.drawChokes(ctx, s.colours, at, answer.chokes);
    }
    paintHands(ctx, at, view, spots);
    drawMinimap(
      ctx,
      camera,
      ground.canvas,
      s.colours,
      view.empires.map((one) => one.outposts),
    );
    if (s.motion) request();
  }

  /** Ways of orders and tasks. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {OutpostView} view @param {BoardModel} model */
  function paintWays(ctx, at, view, model) {
    const { colours } = s;
    if (model.marks.ways) {
      view.empires.forEach((empire, e) => {
        empire.tasks?.forEach((one, i) => {
          const from = empire.muster[i];
          if (from && one.path.length > 0 && !(e === s.seat && orderOf(clauses(), i)))
            draw.drawWay(ctx, at, draw.centre(at, from), one.path, { colour: colours.seats[e] });
        });
      });
    }
    const tasks = model.thought?.tasks ?? [];
    tasks.forEach((one, i) => {
      const spot = /** @type {OutpostTaskSpot | null} */ (one.spot);
      if (!spot?.target || (model.overlay !== 'tasks' && model.pointed !== i)) return;
      const strong = model.pointed === i;
      draw.drawWay(ctx, at, draw.centre(at, spot.from), [spot.target], {
        colour: strong ? '#ffffff' : '#ffffffb0',
        width: strong ? 3 : 1.5,
        dash: strong ? [] : [4, 3],
      });
    });
    for (const clause of clauses()) {
      for (const index of clause.who) {
        const from = view.empires[s.seat].muster[index];
        if (from) drawClause(ctx, at, from, clause);
      }
      if (clause.verb === 'rally' && clause.points[0]) {
        const home = view.empires[s.seat].home;
        draw.drawWay(ctx, at, draw.centre(at, home), pathThrough(home, clause.points), {
          colour: '#ffffff',
          dash: [2, 4],
        });
      }
    }
  }

  /** @param {Cell} from @param {Cell[]} points @returns {Cell[]} */
  function pathThrough(from, points) {
    /** @type {Cell[]} */
    const cells = [];
    let at = from;
    for (const to of points) {
      const answer = ask({ ask: 'path', seat: s.seat, from: at, to });
      cells.push(...(answer?.path ?? []));
      at = to;
    }
    return cells;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Cell} from @param {Clause} clause */
  function drawClause(ctx, at, from, clause) {
    const start = draw.centre(at, from);
    if (clause.points.length > 0) {
      draw.drawWay(ctx, at, start, pathThrough(from, clause.points), {
        colour: '#ffffff',
        width: 2.4,
      });
    }
  }

  /** Selection, box, ghost and cursor. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {OutpostView} view @param {{ x: number, y: number }[][]} spots */
  function paintHands(ctx, at, view, spots) {
    const { colours, camera, model } = s;
    if (!model) return;
    const seat = mine();
    const cell = s.hover ?? (s.focused ? s.cursor : null);
    if (cell && !model.running) paintGhost(ctx, at, cell);
    if (seat !== null) {
      for (const index of s.selected) {
        const spot = spots[seat][index];
        const muster = view.empires[seat].muster[index];
        const cell = spot ? [spot.x, spot.y] : muster;
        if (cell) draw.drawRing(ctx, at, draw.centre(at, /** @type {Cell} */ (cell)), '#ffffff');
      }
    }
    const shown = s.model?.pointed;
    const spot = shown === null || shown === undefined ? null : model.thought?.tasks?.[shown]?.spot;
    if (spot) {
      const { from } = /** @type {OutpostTaskSpot} */ (spot);
      draw.drawRing(ctx, at, draw.centre(at, from), colours.reed);
    }
    if (s.box) {
      const [a, b] = [draw.centre(at, s.box.from), draw.centre(at, s.box.to)];
      ctx.strokeStyle = '#ffffff';
      ctx.lineWidth = 1.5;
      ctx.setLineDash([5, 4]);
      ctx.fillStyle = '#ffffff2e';
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      const [w, h] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
      ctx.fillRect(x, y, w, h);
      ctx.strokeRect(x, y, w, h);
      ctx.setLineDash([]);
    }
    if (s.focused) draw.drawFrame(ctx, at, s.cursor, { colour: colours.reed, width: 2 });
    else if (s.hover && camera.cell > 3)
      draw.drawFrame(ctx, at, s.hover, { colour: '#ffffff', width: 1.2 });
    const lost = view.last.lost.find((one) => cell && String(one.cell) === String(cell));
    if (lost) {
      const { x, y } = draw.centre(at, lost.cell);
      draw.label(ctx, colours, `${view.empires[lost.empire].name}: ${lost.words}`, x, y - 18, {
        size: 12,
        within: camera,
      });
    }
  }

  /** What an outpost on a cell would gain. @param {CanvasRenderingContext2D} ctx @param {import('./draw.js').Place} at @param {Cell} cell */
  function paintGhost(ctx, at, cell) {
    const wanted = s.selected.length > 0 || s.model?.overlay === 'value' || s.mode === 'rally';
    if (!wanted && !s.focused) return;
    if (!wanted) return;
    const ghost = ask({ ask: 'ghost', seat: s.seat, cell });
    if (!ghost || ghost.diamond.length === 0) return;
    draw.drawDiamond(ctx, at, ghost.diamond, ghost.supplied ? s.colours.seats[s.seat] : '#555555');
    const { x, y } = draw.centre(at, cell);
    const words = `+${ghost.land} land  +${ghost.water} water${ghost.taken ? `  ${ghost.taken} taken` : ''}${ghost.supplied ? '' : '  no supply'}`;
    draw.label(ctx, s.colours, words, x, y - Math.max(16, s.camera.cell), {
      within: s.camera,
      size: 12,
    });
  }

  // --- life ---------------------------------------------------------------------------------

  /** @param {string | null} mode */
  function hintOf(mode) {
    if (s.boxing) return 'Draw a box around outposts.';
    if (mode === 'go') return 'Where to? Click or tap a cell; with Shift more than one.';
    if (mode === 'patrol') return 'To and fro between here and which cell?';
    if (mode === 'pair') return 'Beside which outpost?';
    if (mode === 'harvest') return 'Which site? Press Harvest again to let them choose.';
    if (mode === 'rally') return 'Where shall new outposts go?';
    return '';
  }

  function refresh() {
    const { view, model } = s;
    if (!view || !model) return;
    const seat = mine();
    render(
      h(Strip, {
        view,
        players: model.state.seats.map((one) => one.player),
        seat: s.seat,
        choose: (e) => {
          s.seat = e;
          select([]);
        },
        legend: legendOf(model.overlay),
        overlayNeedsSeat: SEEN_AS.includes(model.overlay),
      }),
      top,
    );
    if (reserve) {
      render(
        h(Panel, {
          view,
          seat,
          selected: s.selected,
          clauses: clauses(),
          mode: s.mode,
          hint: hintOf(s.mode),
          box: s.boxing,
          points: s.points,
          running: !!model.running,
          askDisband: s.askDisband,
          stops: s.stops,
          bots: { name: (id) => host.botName?.(id) ?? id },
          task,
          order,
          drop: (i) => setClauses(clauses().filter((_, k) => k !== i)),
          setMode: (mode) => {
            s.mode = s.mode === mode ? null : mode;
            refresh();
          },
          select: choose,
          toggleStop: (key) => {
            s.stops = { ...s.stops, [key]: !s.stops[key] };
            refresh();
          },
          setAsk: (ask) => {
            s.askDisband = ask;
            refresh();
          },
          play,
        }),
        reserve,
      );
    }
    request();
  }

  /**
   * Outposts keep being selected when they have moved: they are found again by where they stood.
   * @param {OutpostView} old
   * @param {OutpostView} next
   */
  function follow(old, next) {
    const before = old.empires[s.seat]?.muster ?? [];
    const from = next.last.from[s.seat] ?? [];
    const wanted = s.selected.map((i) => before[i]).filter(Boolean);
    /** @type {number[]} */
    const found = [];
    let at = 0;
    for (const cell of wanted) {
      const i = from.findIndex((one, k) => k >= at && String(one) === String(cell));
      if (i < 0) continue;
      found.push(i);
      at = i + 1;
    }
    s.selected = found;
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(room);

  return {
    update(model) {
      const before = s.model;
      const old = s.view;
      const next = /** @type {OutpostView} */ (model.view);
      const moved = before?.state.hash !== model.state.hash || before.state.ply !== model.state.ply;
      s.model = model;
      s.view = next;
      if (moved) {
        answers = new Map();
        const stepped = !!before && !!old && before.state.ply + 1 === model.state.ply;
        s.motion = null;
        if (stepped && old) {
          follow(old, next);
          const span = Math.min(MOTION, (model.pace ?? MOTION) * 0.95);
          if (!model.still && span > 20) {
            s.motion = {
              from: next.last.from.map((list) => list.map(([x, y]) => ({ x, y }))),
              since: performance.now(),
              span,
            };
          }
        } else s.selected = [];
      }
      const human = model.state.seats.findIndex((one) => 'human' in one.config);
      if (before?.state.seed !== model.state.seed || before?.state.game !== model.state.game) {
        s.seat = Math.max(0, human);
        s.selected = [];
        s.cursor = next.empires[s.seat].home;
      }
      if (moved) hand();
      if (old?.water_hash !== next.water_hash) layOut();
      refresh();
    },
    repaint() {
      s.colours = readPalette();
      groundOf = '';
      request();
    },
    look(spot) {
      const cell = /** @type {{ cell?: Cell } | null} */ (spot)?.cell;
      if (!cell) return;
      s.cursor = cell;
      s.hover = cell;
      if (s.camera.whole) zoom(s.camera, 2.4);
      look(cell[0] + 0.5, cell[1] + 0.5);
    },
    picture() {
      const made = document.createElement('canvas');
      if (s.view) still(made, s.view, { width: 900, height: 900 }, s.model?.marks);
      return made;
    },
    destroy() {
      sizes.disconnect();
      request.cancel();
      clearTimeout(resting);
      stop.abort();
      render(null, top);
      if (reserve) render(null, reserve);
      wrap.remove();
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {ReturnType<typeof makeGround>} ground
 * @param {string} overlay
 */
function paintGround(ctx, colours, place, ground, overlay) {
  const { x, y, cell, ratio } = place;
  const side = SIDE * cell;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(ground.canvas, x, y, side, side);
  // Paths are in cells; lines are in pixels.
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(cell, cell);
  ctx.strokeStyle = '#0b171a30';
  ctx.lineWidth = 1 / cell;
  ctx.stroke(ground.shore());
  const strong = overlay === 'owners';
  ground.borders().forEach((path, e) => {
    ctx.strokeStyle = colours.seats[e];
    ctx.lineWidth = (strong ? 2.4 : 1.6) / cell;
    ctx.stroke(path);
  });
  const pattern = hatching(ctx, '#0b171a', ratio);
  if (pattern) {
    pattern.setTransform(new DOMMatrix().scale(1 / (ratio * cell)));
    ctx.globalAlpha = strong ? 0.7 : 0.42;
    ctx.fillStyle = pattern;
    ctx.fill(ground.disputed());
  }
  ctx.restore();
}

/**
 * Homes, outposts, counts and losses.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {import('./draw.js').Place} place
 * @param {OutpostView} view
 * @param {{ x: number, y: number }[][]} spots   where each outpost is now, in cells
 * @param {Record<string, boolean>} marks
 */
function paintPieces(ctx, colours, place, view, spots, marks) {
  view.empires.forEach(({ home }, e) => {
    draw.drawHome(ctx, colours, place, e, home);
  });
  for (const lost of view.last.lost) draw.drawLoss(ctx, colours, place, lost.empire, lost.cell);
  spots.forEach((list, e) => {
    /** @type {Map<string, number>} */
    const stacks = new Map();
    for (const [x, y] of view.empires[e].outposts) {
      const key = `${x},${y}`;
      stacks.set(key, (stacks.get(key) ?? 0) + 1);
    }
    list.forEach((spot) => {
      const { x, y } = draw.centre(place, [spot.x, spot.y]);
      draw.drawOutpost(ctx, colours, place, e, x, y);
    });
    for (const [key, count] of stacks) {
      if (count < 2) continue;
      const { x, y } = draw.centre(place, /** @type {Cell} */ (key.split(',').map(Number)));
      draw.drawCount(ctx, colours, place, count, x, y);
    }
    if (marks.numbers) {
      view.empires[e].outposts.forEach((cell, i) => {
        const { x, y } = draw.centre(place, cell);
        draw.label(ctx, colours, String(i), x, y + draw.markRadius(place.cell) + 9, { size: 9 });
      });
    }
  });
}

/**
 * Draws a position that nobody touches.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, view, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  const ratio = canvas.width / width;
  const ground = makeGround();
  ground.update(view, groundColours(colours), { strong: !!marks.owners, layer: null });
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  const cell = Math.min(width, height) / SIDE;
  // A part of the board, as large as it fits: `view` is then seen from nearer.
  const near = marks.near ? 2.4 : 1;
  const place = {
    x: (width - SIDE * cell) / 2,
    y: (height - SIDE * cell) / 2,
    cell: cell * near,
    ratio,
  };
  paintGround(ctx, colours, place, ground, marks.owners ? 'owners' : 'off');
  const spots = /** @type {OutpostView} */ (view).empires.map((one) =>
    one.outposts.map(([x, y]) => ({ x, y })),
  );
  paintPieces(ctx, colours, place, view, spots, marks);
}
