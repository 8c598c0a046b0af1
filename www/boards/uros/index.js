/**
 * The board of Uros: one state, one redraw a frame, split by verb (draw, hold, bed, input). It shows
 * what Rust's view says and asks `inspect` where an island fits; it holds no rule. The shell hands
 * over a model on every change and gets moves back.
 */
import { oncePerFrame } from '../canvas.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import { layBed } from './bed.js';
import { makeControls } from './controls.js';
import { columnRow, lakePlace } from './draw.js';
import { moveTo, nextTurn, take, turnHeld } from './hold.js';
import { listen } from './input.js';
import { indexThought } from './overlay.js';
import { motionAt, paintBed, paintLake, still } from './paint.js';
import { bedCells, lakeCells } from './words.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../../pkg/totora.js').UrosView} UrosView */
/** @typedef {import('../../pkg/totora.js').UrosIsland} UrosIsland */
/** @typedef {import('../../pkg/totora.js').UrosSpot} UrosSpot */
/** @typedef {import('../../pkg/totora.js').UrosTurned} UrosTurned */
/** @typedef {{ where: 'lake', cell: number } | { where: 'bed', island: string, square: number }} Spot */

/**
 * @typedef {object} Scene   Everything that is drawn.
 * @property {BoardModel | null} model
 * @property {UrosView | null} view
 * @property {ReturnType<typeof readPalette>} colours
 * @property {ReturnType<typeof lakePlace>} lake
 * @property {import('./bed.js').Bed} bed
 * @property {number} bedWidth    0 while the Reedbed is not shown
 * @property {Map<string, number>} facing   how islands are turned in the Reedbed
 * @property {import('./hold.js').Held | null} held
 * @property {Spot | null} cursor  where the keyboard's focus is
 * @property {Spot | null} hover   where the mouse is
 * @property {import('./overlay.js').ThoughtIndex | null} index
 * @property {'build' | 'take'} tap   what a tap in the Reedbed does
 * @property {{ since: number, spot: UrosSpot } | null} motion   the move that is being shown
 */

/** @type {import('../contract.js').Renderer} */
export const uros = {
  reserve: 'Reedbed',
  marks: [
    {
      key: 'villages',
      label: 'Villages',
      title: 'Outline the villages; a solid line marks the one that counts',
    },
    {
      key: 'fronts',
      label: 'Fronts',
      title: 'Mark the squares where the biggest villages can still grow',
    },
  ],
  mount,
  still,
};

/**
 * @param {HTMLElement} lakeHost
 * @param {HTMLElement | null} bedHost
 * @param {BoardHost} host
 * @returns {import('../contract.js').Board}
 */
function mount(lakeHost, bedHost, host) {
  /** @type {Scene} */
  const s = {
    model: null,
    view: null,
    colours: readPalette(),
    lake: lakePlace(1),
    bed: { width: 0, height: 0, islands: [] },
    bedWidth: 0,
    facing: new Map(),
    held: null,
    cursor: null,
    hover: null,
    index: null,
    tap: matchMedia('(pointer: coarse)').matches ? 'take' : 'build',
    motion: null,
  };
  /** Answers to `inspect` for the position shown. @type {Map<string, UrosTurned>} */
  let turns = new Map();

  const lakeBox = box(lakeHost, 'board-canvas');
  const bedBox = bedHost ? box(bedHost, 'bed-canvas') : null;
  const request = oncePerFrame(paint);

  // --- asking -------------------------------------------------------------------------------

  /**
   * @param {string} island
   * @param {number} turn
   * @returns {UrosTurned | null}
   */
  function inspect(island, turn) {
    const key = `${island}/${turn}`;
    const known = turns.get(key) ?? host.inspect({ island, turn });
    if (known) turns.set(key, known);
    return known ?? null;
  }

  /** @param {UrosIsland} island */
  function facing(island) {
    const turn = s.held?.island === island.id ? s.held.turn : (s.facing.get(island.id) ?? 0);
    return turn === 0 ? island.shape : (inspect(island.id, turn)?.shape ?? island.shape);
  }

  /**
   * @param {string} island
   * @param {number} square
   * @returns {string | null} the move that builds there
   */
  function buildMove(island, square) {
    const found = s.view?.build.find((one) => one.island === island && one.square === square);
    return found?.move ?? null;
  }

  // --- changing -----------------------------------------------------------------------------

  const doors = {
    request,
    buildMove,
    host,
    say: host.say,
    mayAct: () => s.model?.actor !== null && s.model?.actor !== undefined,

    /**
     * Takes an island in the hand or under the pointer.
     * @param {string} island
     * @param {'drag' | 'hand'} how
     * @param {import('./shape.js').Point} [grab]
     */
    take(island, how, grab) {
      if (!doors.mayAct()) return false;
      const turn = s.facing.get(island) ?? 0;
      const answer = inspect(island, turn);
      if (!answer) return false;
      s.held = take(island, turn, how, answer, grab);
      host.point(null);
      if (how === 'hand') {
        host.say(
          `Island ${island} taken. Arrow keys move it over the Lake, R turns it, Enter places it, Escape puts it back.`,
        );
      }
      refresh();
      return true;
    },
    /** @param {number} by */
    turn(by) {
      if (!s.held) return;
      const answer = inspect(s.held.island, nextTurn(s.held.turn, by));
      if (!answer) return;
      s.held = turnHeld(s.held, by, answer);
      // By key it turns where the cursor is: its corner stays under it.
      if (s.held.how === 'hand' && s.cursor?.where === 'lake') {
        s.held = moveTo(s.held, columnRow(s.cursor.cell));
      }
      s.facing.set(s.held.island, s.held.turn);
      host.say(`Turned to ${s.held.turn} degrees${s.held.corner ? fitWords() : ''}`);
      refresh();
    },
    /**
     * Turns an island where it lies.
     * @param {string} island
     * @param {number} by
     */
    face(island, by) {
      s.facing.set(island, nextTurn(s.facing.get(island) ?? 0, by));
      refresh();
    },
    /** @param {import('./shape.js').Point | null} corner */
    move(corner) {
      if (!s.held) return;
      const next = moveTo(s.held, corner);
      if (next === s.held) return;
      s.held = next;
      controls?.update();
      request();
    },
    /** Puts the held island on the Lake where it is, or says that it does not fit. */
    place() {
      const move = s.held?.place?.move;
      if (!move) {
        if (s.held) host.say(`Island ${s.held.island} does not fit there.`);
        return false;
      }
      s.held = null;
      refresh();
      host.play(move);
      return true;
    },
    putBack() {
      const island = s.held?.island;
      if (!island) return;
      s.held = null;
      host.say(`Island ${island} is back in the Reedbed.`);
      refresh();
    },
    /**
     * @param {string} island
     * @param {number} square
     */
    build(island, square) {
      const move = doors.mayAct() ? buildMove(island, square) : null;
      if (!move) return false;
      s.held = null;
      host.play(move);
      return true;
    },
    /** @param {Spot | null} spot */
    hover(spot) {
      if (JSON.stringify(spot) === JSON.stringify(s.hover)) return;
      s.hover = spot;
      if (!s.held) host.point(spot ? candidateAt(spot) : null);
      request();
    },
    /** @param {Spot | null} spot */
    focus(spot) {
      s.cursor = spot;
      if (spot && !s.held) host.point(candidateAt(spot));
      request();
    },
    fitWords,
    focusLake: (/** @type {number} */ cell) => lakeTwin.focus(`lake:${cell}`),
    focusBed: (/** @type {string} */ island) => bedTwin?.focus(`${island}.0`),
  };

  function fitWords() {
    if (!s.held?.corner) return '';
    return s.held.place ? ', fits here' : ', does not fit here';
  }

  /** @param {Spot} spot */
  function candidateAt(spot) {
    if (!s.index) return null;
    if (spot.where === 'bed') return s.index.bed.get(`${spot.island}.${spot.square}`) ?? null;
    return s.index.houses.get(spot.cell) ?? s.index.islands.get(spot.cell) ?? null;
  }

  const controls = bedHost ? makeControls(bedHost, s, doors) : null;
  const input = listen(s, doors, lakeBox, bedBox);
  const lakeTwin = makeTwin(lakeBox.wrap, 'Lake', input.lakeTwin);
  const bedTwin = bedBox && makeTwin(bedBox.wrap, 'Reedbed', input.bedTwin);

  // --- layout and drawing -------------------------------------------------------------------

  /** Lays everything out anew and asks for a redraw. */
  function refresh() {
    if (!s.view) return;
    if (bedBox && s.bedWidth) {
      const inHand = s.held?.how === 'hand' ? s.held.island : null;
      s.bed = layBed(s.view.islands, s.bedWidth, facing, inHand);
      bedBox.wrap.style.height = `${s.bed.height}px`;
    }
    lakeBox.canvas.dataset.held = String(!!s.held);
    lakeTwin.update(lakeCells(s, candidateAt));
    bedTwin?.update(bedCells(s, candidateAt));
    controls?.update();
    request();
  }

  /** @param {number} now */
  function paint(now) {
    // Before the first layout there is no room to draw in.
    if (!s.view || !s.model || s.lake.size < 60) return;
    const motion = motionAt(s, now);
    paintLake(s, lakeBox.canvas, motion);
    if (bedBox && s.bedWidth) paintBed(s, bedBox.canvas, motion);
    input.paintFloat();
    if (s.motion) request();
  }

  // --- life ---------------------------------------------------------------------------------

  const sizes = new ResizeObserver(() => {
    const size = Math.floor(Math.min(lakeHost.clientWidth, lakeHost.clientHeight));
    if (size > 0) {
      s.lake = lakePlace(size);
      lakeBox.wrap.style.width = `${size}px`;
      lakeBox.wrap.style.height = `${size}px`;
    }
    s.bedWidth = bedBox ? Math.floor(bedBox.wrap.clientWidth) : 0;
    refresh();
  });
  sizes.observe(lakeHost);
  if (bedBox) sizes.observe(bedBox.wrap);

  return {
    update(model) {
      const before = s.model;
      const next = /** @type {UrosView} */ (model.view);
      const moved = before?.view !== next;
      s.model = model;
      s.view = next;
      if (moved) {
        turns = new Map();
        s.held =
          s.held && doors.mayAct() && next.islands.some((i) => i.id === s.held?.island && !i.cells)
            ? retake()
            : null;
        const stepped = before && before.state.ply + 1 === model.state.ply;
        s.motion =
          stepped && next.last && !model.still
            ? { since: performance.now(), spot: next.last }
            : null;
      } else if (model.actor === null) s.held = null;
      if (before?.thought !== model.thought)
        s.index = model.thought ? indexThought(model.thought) : null;
      if (moved || before?.thought !== model.thought || before?.actor !== model.actor) refresh();
      else request();
    },
    repaint() {
      s.colours = readPalette();
      request();
    },
    picture: () => picture(s),
    destroy() {
      sizes.disconnect();
      request.cancel();
      input.destroy();
      lakeBox.wrap.remove();
      bedHost?.replaceChildren();
    },
  };

  /** The held island after the position changed under it. */
  function retake() {
    const held = s.held;
    const answer = held && inspect(held.island, held.turn);
    return held && answer ? moveTo({ ...held, answer, place: null }, held.corner) : null;
  }
}

/**
 * A positioned box with a canvas.
 * @param {HTMLElement} parent
 * @param {string} name
 */
function box(parent, name) {
  const wrap = document.createElement('div');
  wrap.className = name;
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  wrap.append(canvas);
  parent.append(wrap);
  return { wrap, canvas };
}

/**
 * Draws Lake and Reedbed as they are, for a picture to send.
 * @param {Scene} s
 */
function picture(s) {
  const canvas = document.createElement('canvas');
  if (s.view) still(canvas, s.view, { width: 1240, height: 900 }, s.model?.marks);
  return canvas;
}
