/**
 * The board of Uros: one state, one redraw a frame, split by verb (draw, hold, bed, input). It shows
 * what Rust's view says and asks `inspect` where an island fits; it holds no rule. The shell hands
 * over a model on every change and gets moves back.
 */
import { oncePerFrame, sharpContext } from '../canvas.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import { layBed } from './bed.js';
import * as draw from './draw.js';
import { covered, moveTo, nextTurn, take, turnHeld } from './hold.js';
import { listen } from './input.js';
import {
  drawBedOverlay,
  drawLakeOverlay,
  drawPointed,
  drawPointedInBed,
  indexThought,
} from './overlay.js';
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
 * @property {ReturnType<typeof draw.lakePlace>} lake
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

const MOTION = 190;

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
    lake: draw.lakePlace(1),
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
  const controls = bedHost ? makeControls(bedHost) : null;
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

  const input = listen(s, doors, lakeBox, bedBox);
  const lakeTwin = makeTwin(lakeBox.wrap, 'Lake', input.lakeTwin);
  const bedTwin = bedBox && makeTwin(bedBox.wrap, 'Reedbed', input.bedTwin);

  /** The visible buttons of the Reedbed: what a tap does, or what to do with the island in hand. */
  function makeControls(/** @type {HTMLElement} */ parent) {
    const bar = document.createElement('div');
    bar.className = 'bed-controls';
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ title,
      /** @type {() => void} */ act,
    ) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = label;
      made.title = title;
      made.addEventListener('click', act);
      return made;
    };
    const build = button(
      'Tap builds',
      'A tap on a square in the Reedbed builds a house there',
      () => setTap('build'),
    );
    const taking = button(
      'Tap takes',
      'A tap on an island takes it in hand, large: to turn it, place it or build on it',
      () => setTap('take'),
    );
    const turn = button('↻ Turn', 'Turn by a quarter (R)', () => doors.turn(1));
    const place = button('Place', 'Put it on the Lake where it is shown (Enter)', () =>
      doors.place(),
    );
    const back = button('Put back', 'Back into the Reedbed (Escape)', () => doors.putBack());
    place.classList.add('primary');
    const tap = document.createElement('div');
    tap.className = 'segmented';
    tap.setAttribute('role', 'group');
    tap.setAttribute('aria-label', 'What a tap in the Reedbed does');
    tap.append(build, taking);
    const hand = document.createElement('div');
    hand.className = 'bed-hand';
    hand.append(turn, place, back);
    const help = document.createElement('p');
    help.className = 'help';
    bar.append(tap, hand, help);
    parent.append(bar);
    const setTap = (/** @type {'build' | 'take'} */ mode) => {
      s.tap = mode;
      update();
    };
    function update() {
      const inHand = s.held?.how === 'hand';
      bar.dataset.hand = String(inHand);
      tap.hidden = inHand;
      hand.hidden = !inHand;
      place.disabled = !s.held?.place;
      build.setAttribute('aria-pressed', String(s.tap === 'build'));
      taking.setAttribute('aria-pressed', String(s.tap === 'take'));
      help.textContent = inHand
        ? 'Tap the Lake to lay it there, or one of its squares here to build.'
        : 'Drag an island to the Lake; R, the wheel or a second finger turns it. Tap a square on the Lake to build.';
    }
    return { update };
  }

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
    const motion = motionAt(now);
    paintLake(s.view, s.model, motion);
    if (bedBox && s.bedWidth) paintBed(s.model, motion);
    input.paintFloat();
    if (s.motion) request();
  }

  /** @param {number} now */
  function motionAt(now) {
    if (!s.motion) return null;
    const t = (now - s.motion.since) / MOTION;
    if (t >= 1) {
      s.motion = null;
      return null;
    }
    const left = 1 - Math.max(0, t);
    return { spot: s.motion.spot, done: 1 - left ** 3 };
  }

  /**
   * @param {UrosView} view
   * @param {BoardModel} model
   * @param {ReturnType<typeof motionAt>} motion
   */
  function paintLake(view, model, motion) {
    const { lake, colours } = s;
    const ctx = sharpContext(lakeBox.canvas, lake.size, lake.size);
    draw.drawWater(ctx, colours, lake, view);
    for (const island of view.islands) {
      if (!island.cells) continue;
      const squares = island.cells.map(draw.columnRow);
      const coming =
        motion?.spot.kind === 'island' && motion.spot.island === island.id ? motion.done : 1;
      const place = { ...lake, y: lake.y - (1 - coming) * lake.cell * 0.25 };
      ctx.globalAlpha = 0.3 + 0.7 * coming;
      draw.drawIsland(ctx, colours, squares, place);
      draw.drawHouses(ctx, colours, island.houses, squares, place, growing(island.id, motion));
      ctx.globalAlpha = 1;
    }
    if (!view.winning && !s.held) paintLast(ctx, view);
    if (s.index && model.overlay !== 'off' && !s.held)
      drawLakeOverlay(ctx, colours, lake, s.index, model.overlay);
    draw.drawMarks(ctx, colours, lake, view, model.marks);
    if (view.winning) draw.drawWinner(ctx, colours, lake, view.winning.cells, view.winning.seat);
    paintPointed(ctx, model, (spot, score) => drawPointed(ctx, colours, lake, spot, score));
    paintHeld(ctx);
    if (s.cursor?.where === 'lake') paintCursor(ctx, draw.columnRow(s.cursor.cell), lake);
    else if (s.hover?.where === 'lake' && !s.held && doors.mayAct() && isBuildable(s.hover.cell)) {
      paintGhostHouse(ctx, model, draw.columnRow(s.hover.cell), lake);
    }
  }

  /** @param {number} cell */
  const isBuildable = (cell) => !!s.view?.build.some((one) => one.cell === cell);

  /**
   * @param {string} island
   * @param {ReturnType<typeof motionAt>} motion
   */
  function growing(island, motion) {
    if (motion?.spot.kind !== 'house' || motion.spot.island !== island) return undefined;
    const { spot, done } = motion;
    return (/** @type {number} */ square) => (square === spot.square ? 0.4 + 0.6 * done : 1);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {UrosView} view
   */
  function paintLast(ctx, view) {
    const last = view.last;
    if (!last || last.kind === 'other') return;
    const cells = last.kind === 'island' ? last.cells : last.cell === null ? [] : [last.cell];
    if (!cells.length) return;
    draw.drawOutline(ctx, cells.map(draw.columnRow), s.lake, {
      colour: '#ffffffe0',
      width: Math.max(1.5, s.lake.cell * 0.028),
      inset: last.kind === 'island' ? 0.015 : 0.13,
    });
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {BoardModel} model
   * @param {(spot: UrosSpot, score: number | 'win' | 'loss' | null) => void} paintSpot
   */
  function paintPointed(ctx, model, paintSpot) {
    const thought = model.thought;
    if (!thought || s.held) return;
    const hinted = model.hint ? thought.moves.indexOf(model.hint) : -1;
    // Where the mouse itself points, the square needs no second sign.
    const pointed = s.hover ? -1 : (model.pointed ?? -1);
    for (const i of new Set([hinted, pointed])) {
      const spot = /** @type {UrosSpot | undefined} */ (thought.spots[i]);
      if (spot) paintSpot(spot, thought.scores[i]);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} ctx */
  function paintHeld(ctx) {
    const held = s.held;
    const island = s.view?.islands.find((one) => one.id === held?.island);
    if (!held?.corner || !island) return;
    const squares = covered(held);
    ctx.globalAlpha = held.place ? 0.95 : 0.6;
    draw.drawIsland(ctx, s.colours, squares, s.lake);
    draw.drawHouses(ctx, s.colours, island.houses, squares, s.lake);
    ctx.globalAlpha = 1;
    draw.drawOutline(ctx, squares, s.lake, {
      colour: held.place ? '#ffffff' : s.colours.bad,
      width: Math.max(2.5, s.lake.cell * 0.05),
      dash: held.place ? [] : [s.lake.cell * 0.1, s.lake.cell * 0.07],
      inset: 0.02,
      fill: held.place ? undefined : '#c8321e66',
      halo: '#00000045',
    });
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {import('./shape.js').Point} square
   * @param {draw.Place} place
   */
  function paintCursor(ctx, square, place) {
    draw.drawOutline(ctx, [square], place, {
      colour: '#ffffff',
      width: 3,
      inset: 0.02,
      halo: '#0b2026',
    });
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {BoardModel} model
   * @param {import('./shape.js').Point} square
   * @param {draw.Place} place
   */
  function paintGhostHouse(ctx, model, [c, r], place) {
    if (model.actor === null) return;
    ctx.globalAlpha = 0.5;
    draw.drawHouse(
      ctx,
      s.colours,
      model.actor,
      place.x + (c + 0.5) * place.cell,
      place.y + (r + 0.5) * place.cell,
      place.cell,
    );
    ctx.globalAlpha = 1;
  }

  /**
   * @param {BoardModel} model
   * @param {ReturnType<typeof motionAt>} motion
   */
  function paintBed(model, motion) {
    if (!bedBox) return;
    const { bed, colours } = s;
    const ctx = sharpContext(bedBox.canvas, bed.width, bed.height);
    ctx.clearRect(0, 0, bed.width, bed.height);
    for (const lying of bed.islands) {
      const { island, squares } = lying;
      const dragged = s.held?.how === 'drag' && s.held.island === island.id;
      ctx.globalAlpha = dragged ? 0.25 : island.fits ? 1 : 0.55;
      draw.drawIsland(ctx, colours, squares, lying);
      draw.drawHouses(ctx, colours, island.houses, squares, lying, growing(island.id, motion));
      ctx.globalAlpha = 1;
      const last = s.view?.last;
      if (last?.kind === 'house' && last.cell === null && last.island === island.id) {
        draw.drawOutline(ctx, [squares[last.square]], lying, {
          colour: '#ffffffe0',
          width: 1.5,
          inset: 0.12,
        });
      }
    }
    if (s.index && model.overlay !== 'off' && !s.held)
      drawBedOverlay(ctx, colours, bed, s.index, model.overlay);
    paintPointed(ctx, model, (spot) => drawPointedInBed(ctx, colours, bed, spot));
    paintBedSpot(ctx, model);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {BoardModel} model
   */
  function paintBedSpot(ctx, model) {
    const spot = s.cursor?.where === 'bed' ? s.cursor : s.hover?.where === 'bed' ? s.hover : null;
    const lying = spot && s.bed.islands.find(({ island }) => island.id === spot.island);
    if (!spot || !lying) return;
    if (s.cursor?.where === 'bed') {
      draw.drawOutline(ctx, lying.squares, lying, {
        colour: s.colours.accent,
        width: 1.5,
        inset: -0.06,
      });
      paintCursor(ctx, lying.squares[spot.square], lying);
    } else if (
      doors.mayAct() &&
      !s.held &&
      s.tap === 'build' &&
      buildMove(spot.island, spot.square)
    ) {
      paintGhostHouse(ctx, model, lying.squares[spot.square], lying);
    } else if (doors.mayAct()) {
      draw.drawOutline(ctx, lying.squares, lying, { colour: s.colours.accent, width: 2, inset: 0 });
    }
  }

  // --- life ---------------------------------------------------------------------------------

  const sizes = new ResizeObserver(() => {
    const size = Math.floor(Math.min(lakeHost.clientWidth, lakeHost.clientHeight));
    if (size > 0) {
      s.lake = draw.lakePlace(size);
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

/**
 * Draws a position on a canvas that nobody touches: the Lake at the left, the Reedbed beside it if
 * there is room.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, view, { width, height }, marks = {}) {
  const colours = readPalette();
  const ctx = sharpContext(canvas, width, height);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, width, height);
  const lake = draw.lakePlace(height);
  draw.drawWater(ctx, colours, lake, view);
  for (const island of view.islands) {
    if (!island.cells) continue;
    const squares = island.cells.map(draw.columnRow);
    draw.drawIsland(ctx, colours, squares, lake);
    draw.drawHouses(ctx, colours, island.houses, squares, lake);
  }
  draw.drawMarks(ctx, colours, lake, view, marks);
  if (view.winning) draw.drawWinner(ctx, colours, lake, view.winning.cells, view.winning.seat);
  const room = width - height;
  if (room < 60) return;
  const bed = layBed(view.islands, 236, (island) => island.shape, null);
  const scale = Math.min((room - 24) / bed.width, height / bed.height);
  ctx.save();
  ctx.translate(height + (room - bed.width * scale) / 2, (height - bed.height * scale) / 2);
  ctx.scale(scale, scale);
  for (const lying of bed.islands) {
    draw.drawIsland(ctx, colours, lying.squares, lying);
    draw.drawHouses(ctx, colours, lying.island.houses, lying.squares, lying);
  }
  ctx.restore();
}
