/**
 * The board of Reversi XT: one state, one redraw a frame, a camera for maps of any size. It shows what
 * Rust's view says and asks `inspect` what a move would turn or destroy; it holds no rule. A click, a
 * tap or Enter on a tile plays the move that Rust lists for it; overrides want their mode first, and
 * what a tile asks is asked in a small window.
 */
import * as cam from '../camera.js';
import { oncePerFrame, scoreText, sharpContext } from '../canvas.js';
import { listen } from '../gestures.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import { ask } from './ask.js';
import * as draw from './draw.js';
import * as overlay from './overlay.js';
import { cornerOf, drawBlast, drawTurns } from './preview.js';
import { makeLayer, paintLand, worldOf } from './scene.js';
import { makeStrip } from './strip.js';
import { DIRECTIONS, drawCurve, drawPorts, isMirror, portOf, STEPS } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiTarget} ReversiTarget */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} ReversiTurns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} ReversiBlast */

/** How long stones take to turn, in milliseconds. */
const MOTION = 300;
/** With more stones than this, turning them would be a flicker. */
const MANY = 400;
/** A zoom has come to rest after so many milliseconds. */
const REST = 140;
/** The side of a tile in the accessible twin, which is scaled as a whole. */
const UNIT = 40;
/** A finger hits tiles from this size on; on smaller ones it asks before it plays. */
const FINGER = 24;

/** @type {import('../contract.js').Renderer} */
export const reversi = {
  reserve: '',
  marks: [],
  stacked: ['Stones'],
  editor: { label: 'Map editor', load: () => import('./editor/editor.jsx') },
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
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  let colours = readPalette();
  /** @type {BoardModel | null} */
  let model = null;
  /** @type {ReversiView | null} */
  let view = null;
  /** @type {Map<number, ReversiTarget>} */
  let targets = new Map();
  /** Tile -> candidate of the thought. @type {Map<number, number>} */
  let candidates = new Map();
  /** Where the transitions of a tile lead, in words. @type {Map<number, string[]>} */
  let links = new Map();
  /** The tile with the keyboard's focus. @type {number | null} */
  let cursor = null;
  /** The tile under the mouse. @type {number | null} */
  let hovered = null;
  /** The tile that a finger has chosen, but not yet played. @type {number | null} */
  let picked = null;
  /** Transitions under the mouse outside of all tiles. @type {number[]} */
  let near = [];
  let overriding = false;
  /** Words that answer what was just tried, until something else is at hand. */
  let answer = '';
  /** A move that is being shown: when it began, and the tiles as they were. @type {{ since: number, before: string } | null} */
  let motion = null;
  let moving = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  /** Answers to `inspect` for the position shown. @type {Map<number, ReversiTurns | ReversiBlast | null>} */
  let answers = new Map();
  /** @type {draw.Stamps | null} */
  let stamps = null;
  /** @type {HTMLDialogElement | null} */
  let open = null;
  const stop = new AbortController();

  const wrap = document.createElement('div');
  wrap.className = 'map-board';
  const box = document.createElement('div');
  box.className = 'board-canvas map-view';
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const over = document.createElement('div');
  over.className = 'map-over';
  box.append(canvas, over);
  wrap.append(box);
  parent.append(wrap);
  const request = oncePerFrame(paint);
  const layer = makeLayer(paintLayer);
  const strip = makeStrip(wrap, {
    override: () => setOverriding(!overriding),
    zoom(way) {
      if (way === 0) cam.showAll(camera);
      else cam.zoom(camera, way > 0 ? 1.5 : 1 / 1.5);
      cam.rest(camera);
      moved();
    },
  });

  // --- asking -------------------------------------------------------------------------------

  /** The tile at hand. */
  const at = () => hovered ?? picked ?? cursor;
  /** @param {number | null} tile @returns {ReversiTarget | null} */
  const targetAt = (tile) => (tile === null ? null : (targets.get(tile) ?? null));
  const mayAct = () => typeof model?.actor === 'number';

  /** What a move there would do. @param {ReversiTarget} target */
  function would(target) {
    const { tile, kind } = target;
    if (!answers.has(tile)) {
      const question = kind === 'bomb' ? { blast: tile } : { turns: tile };
      answers.set(tile, host.inspect(question) ?? null);
    }
    return answers.get(tile) ?? null;
  }

  /** The moves that a tile's target stands for now; overrides only while they are on. @param {number | null} tile */
  function usable(tile) {
    const target = targetAt(tile);
    return target && (target.kind !== 'override' || overriding) ? target : null;
  }

  /** @param {number} tile @returns {string} where its transitions lead, in words */
  const linkWords = (tile) =>
    links.has(tile) ? `, transition ${links.get(tile)?.join(', ')}` : '';

  /** @returns {string} a line about the tile at hand */
  function words() {
    if (!view || !model) return '';
    if (answer) return answer;
    const tile = at();
    const target = usable(tile);
    if (target) {
      const touch = picked === tile && hovered === null ? ' Tap it again to play.' : '';
      return (would(target)?.words ?? '') + touch;
    }
    if (tile !== null && view.square_words[tile]) {
      const more = targetAt(tile) && mayAct() ? '. Press Override to place there' : '';
      return `${view.square_words[tile]}${linkWords(tile)}${more}.`;
    }
    if (!mayAct()) return '';
    if (view.phase === 2) return 'Point at a tile to see what a bomb would destroy.';
    const all = [...targets.values()];
    if (all.length > 0 && all.every((one) => one.kind === 'override'))
      return overriding
        ? 'Choose an occupied tile.'
        : 'Only an override stone can move here: press Override.';
    return overriding ? 'Choose an occupied tile, or press Override again.' : '';
  }

  // --- acting -------------------------------------------------------------------------------

  /** @param {boolean} on */
  function setOverriding(on) {
    const some = [...targets.values()].some((one) => one.kind === 'override');
    const next = on && some && mayAct();
    if (on && !next) {
      answer = 'No override is legal here.';
      host.say(answer);
    } else host.say(next ? 'Overrides are on: choose an occupied tile.' : 'Overrides are off.');
    overriding = next;
    layer.spoil();
    refresh();
  }

  /** @param {string} text */
  function tell(text) {
    answer = text;
    host.say(text);
    refresh();
  }

  /** @param {number | null} tile */
  function play(tile) {
    if (tile === null || !view || !mayAct()) return;
    const target = targetAt(tile);
    if (!target) {
      const words = view.square_words[tile];
      if (words) tell(`${words}: no move goes there.`);
      return;
    }
    if (target.kind === 'override' && !overriding) {
      tell(
        `${view.square_names[tile]} is occupied. Press Override (O) first to use an override stone there.`,
      );
      return;
    }
    if (target.asks) question(target);
    else send(target.moves[0].move);
  }

  /** @param {string} move */
  function send(move) {
    overriding = false;
    picked = null;
    host.play(move);
  }

  /** @param {ReversiTarget} target */
  function question(target) {
    const asked = view;
    if (!view || open) return;
    const { players, stones } = view;
    open = ask(
      wrap,
      target,
      view.square_names[target.tile],
      (i) => {
        // One answer a player, in their order.
        if (target.asks !== 'choice' || target.moves.length !== players) return null;
        return { seat: i, note: stones[i] === 1 ? '1 stone' : `${stones[i]} stones` };
      },
      (move) => {
        open = null;
        if (cursor !== null) twin.focus(id(cursor));
        if (move && view === asked) send(move);
      },
    );
  }

  /** @param {number | null} tile */
  function hover(tile) {
    if (tile === hovered) return;
    hovered = tile;
    if (tile !== null) picked = null;
    answer = '';
    host.point(tile === null ? null : (candidates.get(tile) ?? null));
    canvas.style.cursor = mayAct() && usable(tile) ? 'pointer' : '';
    strip.update(stripState());
    request();
  }

  /** A finger's tap: small or grave matters are shown first and played by a second tap. @param {number | null} tile */
  function tap(tile) {
    const target = usable(tile);
    const ask = target && (target.kind !== 'stone' || camera.cell < FINGER);
    if (ask && picked !== tile) {
      pick(tile);
      return;
    }
    if (!target) pick(tile);
    else picked = null;
    play(tile);
  }

  /** @param {number | null} tile */
  function pick(tile) {
    picked = tile;
    answer = '';
    host.point(tile === null ? null : (candidates.get(tile) ?? null));
    refresh();
  }

  /** @param {{ x: number, y: number }} point */
  const under = (point) => (view ? draw.tileAt(camera, view, point) : null);

  /** Transitions whose port is beside a point outside of all tiles. @param {{ x: number, y: number } | null} point */
  function portsNear(point) {
    if (!view || !point) return [];
    const tile = under(point);
    if (tile !== null && view.tiles[tile] !== '-') return [];
    const { x, y } = cam.toWorld(camera, point.x, point.y);
    const { columns, transitions } = view;
    return transitions
      .filter(({ ends }) =>
        ends.some((end) => {
          const port = portOf(end, columns);
          return Math.hypot(port.x - x, port.y - y) < 0.42;
        }),
      )
      .map(({ id }) => id);
  }

  listen(
    canvas,
    camera,
    {
      moved,
      tap(point) {
        if (point.touch) tap(under(point));
        else play(under(point));
      },
      hover(point) {
        const next = portsNear(point);
        if (next.join() !== near.join()) {
          near = next;
          request();
        }
        hover(point && under(point));
      },
      press(point) {
        pick(under(point));
      },
    },
    stop.signal,
  );

  /** @param {number} tile */
  const id = (tile) => `cell:${tile}`;
  const twin = makeTwin(over, 'Board', {
    focus(name) {
      cursor = name === null ? null : Number(name.slice(5));
      answer = '';
      host.point(cursor === null ? null : (candidates.get(cursor) ?? null));
      if (cursor !== null && view) {
        const { columns } = view;
        if (cam.reveal(camera, cursor % columns, Math.floor(cursor / columns))) moved();
      }
      strip.update(stripState());
      request();
    },
    activate: (name) => play(Number(name.slice(5))),
    key,
  });

  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const way = { ArrowUp: 0, ArrowRight: 2, ArrowDown: 4, ArrowLeft: 6 }[name];
    if (way !== undefined) {
      const to = ahead(way);
      if (to !== null) twin.focus(id(to));
    } else if (name === '+' || name === '=') zoomKey(1.4);
    else if (name === '-' || name === '_') zoomKey(1 / 1.4);
    else if (name === '0') {
      cam.showAll(camera);
      moved();
    } else if (name.toLowerCase() === 'o') setOverriding(!overriding);
    else if (name.toLowerCase() === 'n') next(event.shiftKey ? -1 : 1);
    else if (name === 'Escape' && (overriding || answer)) {
      answer = '';
      if (overriding) setOverriding(false);
      else refresh();
    } else return false;
    return true;
  }

  /** @param {number} factor */
  function zoomKey(factor) {
    if (!view) return;
    const tile = cursor === null ? null : cornerOf(camera, view.columns, cursor);
    const half = camera.cell / 2;
    cam.zoom(camera, factor, tile ? { x: tile.x + half, y: tile.y + half } : undefined);
    cam.rest(camera);
    if (cursor !== null)
      cam.reveal(camera, cursor % view.columns, Math.floor(cursor / view.columns));
    moved();
  }

  /** To the next tile on which a move goes, or the one before. @param {1 | -1} step */
  function next(step) {
    const tiles = [...targets.keys()].filter((tile) => usable(tile)).sort((a, b) => a - b);
    if (tiles.length === 0) {
      tell('No move goes anywhere now.');
      return;
    }
    const from = cursor ?? -1;
    const to =
      step > 0
        ? (tiles.find((tile) => tile > from) ?? tiles[0])
        : (tiles.findLast((tile) => tile < from) ?? tiles[tiles.length - 1]);
    twin.focus(id(to));
  }

  /** The next tile that way: straight on over water, or else the nearest that lies more that way than aside. @param {number} way */
  function ahead(way) {
    if (!view || cursor === null) return null;
    const { columns, rows } = view;
    const [dx, dy] = STEPS[way];
    const [column, row] = [cursor % columns, Math.floor(cursor / columns)];
    const tileOf = (/** @type {number} */ c, /** @type {number} */ r) =>
      c >= 0 && r >= 0 && c < columns && r < rows && view?.square_words[r * columns + c]
        ? r * columns + c
        : null;
    for (let k = 1; k < Math.max(columns, rows); k++) {
      for (let aside = 0; aside <= k - 1; aside++) {
        for (const side of aside === 0 ? [0] : [-aside, aside]) {
          const to = tileOf(column + dx * k + dy * side, row + dy * k + dx * side);
          if (to !== null) return to;
        }
      }
    }
    return null;
  }

  // --- drawing ------------------------------------------------------------------------------

  /** The camera has moved. */
  function moved() {
    moving = true;
    clearTimeout(resting);
    resting = setTimeout(() => {
      moving = false;
      cam.rest(camera);
      place();
      strip.update(stripState());
      request();
    }, REST);
    place();
    request();
  }

  /** Lays the twin over the canvas. */
  function place() {
    const { x, y } = cam.origin(camera);
    over.style.transform = `translate(${x}px, ${y}px) scale(${camera.cell / UNIT})`;
    canvas.dataset.held = String(!camera.whole);
  }

  function stripState() {
    const v = /** @type {ReversiView} */ (view);
    return {
      view: v,
      colours,
      overriding,
      overrides: mayAct() ? v.targets.filter((one) => one.kind === 'override').length : 0,
      words: words(),
      zooms: cam.fitCell(camera) < 34,
      whole: camera.whole,
    };
  }

  function refresh() {
    if (!view || !model) return;
    strip.update(stripState());
    twin.update(twinCells());
    request();
  }

  /** Rust's words for each tile, with what the overlay shows there. @returns {import('../twin.js').TwinCell[]} */
  function twinCells() {
    if (!view || !model) return [];
    const { columns } = view;
    const thought = ['hints', 'all'].includes(model.overlay) ? model.thought : null;
    /** @type {import('../twin.js').TwinCell[]} */
    const cells = [];
    view.square_words.forEach((words, tile) => {
      if (!words) return;
      const i = candidates.get(tile);
      const score = thought && i !== undefined ? `, score ${scoreText(thought.scores[i])}` : '';
      cells.push({
        id: id(tile),
        label: words + linkWords(tile) + score,
        row: Math.floor(tile / columns),
        x: (tile % columns) * UNIT,
        y: Math.floor(tile / columns) * UNIT,
        width: UNIT,
        height: UNIT,
        off: !targets.has(tile),
      });
    });
    return cells;
  }

  /** Stamps of the size that a camera needs. @param {Camera} c */
  function stampsFor(c) {
    if (!stamps || stamps.cell !== c.cell || stamps.ratio !== c.ratio)
      stamps = draw.makeStamps(colours, c.cell, c.ratio);
    return stamps;
  }

  /** All that stays while the board is moved. @param {CanvasRenderingContext2D} ctx @param {Camera} c */
  function paintLayer(ctx, c) {
    if (!view || !model) return;
    paintLand(ctx, colours, c, view, stampsFor(c));
    paintLast(ctx, c, view);
    const { thought } = model;
    if (model.overlay === 'all' && thought) overlay.drawScores(ctx, colours, c, view, thought);
    else paintTargets(ctx, colours, c, view, { overriding, faint: model.actor === null });
    if (model.overlay === 'hints' && thought) overlay.drawHints(ctx, colours, c, view, thought);
  }

  /** @param {number} now */
  function paint(now) {
    // Before the first layout there is no room to draw in.
    if (!view || !model || camera.width < 60 || camera.height < 60) return;
    const ctx = sharpContext(canvas, camera.width, camera.height, camera.ratio);
    layer.put(ctx, camera, moving);
    paintMotion(ctx, view, now);
    paintAtHand(ctx, view, model);
    const tile = at();
    const { columns } = view;
    draw.drawRulers(
      ctx,
      colours,
      camera,
      view,
      tile === null ? null : { column: tile % columns, row: Math.floor(tile / columns) },
    );
    if (motion) request();
  }

  /** Stones that are turning. @param {CanvasRenderingContext2D} ctx @param {ReversiView} shown @param {number} now */
  function paintMotion(ctx, shown, now) {
    if (!motion) return;
    const t = Math.min(1, Math.max(0, (now - motion.since) / MOTION));
    if (t >= 1) {
      motion = null;
      return;
    }
    const { columns } = shown;
    const pictures = stampsFor(camera);
    const { cell } = camera;
    for (let tile = 0; tile < shown.tiles.length; tile++) {
      const [was, is] = [motion.before[tile], shown.tiles[tile]];
      if (was === is || is === '-') continue;
      const { x, y } = cornerOf(camera, columns, tile);
      if (x < -cell || y < -cell || x > camera.width || y > camera.height) continue;
      const odd = ((tile % columns) + Math.floor(tile / columns)) % 2;
      pictures.put(ctx, odd ? 'dark' : 'light', x, y);
      const [from, to] = [draw.seatOf(was), draw.seatOf(is)];
      const [mx, my] = [x + cell / 2, y + cell / 2];
      if (from !== null && to !== null) {
        const squeeze = Math.abs(Math.cos(t * Math.PI));
        draw.drawStone(ctx, colours, t < 0.5 ? from : to, mx, my, cell, { squeeze });
      } else if (to !== null) {
        ctx.save();
        ctx.globalAlpha = t;
        draw.drawStone(ctx, colours, to, mx, my, cell * (1.25 - 0.25 * t));
        ctx.restore();
      } else pictures.put(ctx, is, x, y);
    }
  }

  /** What the mouse, the finger, the keyboard or a list points at. @param {CanvasRenderingContext2D} ctx @param {ReversiView} shown @param {BoardModel} m */
  function paintAtHand(ctx, shown, m) {
    const { columns } = shown;
    const { cell } = camera;
    const tile = at();
    const lit = shown.transitions.filter(
      ({ id, ends }) => near.includes(id) || ends.some((end) => end.tile === tile),
    );
    for (const transition of lit) {
      drawCurve(ctx, camera, transition, columns, { lit: true });
      drawPorts(ctx, camera, transition, columns, { lit: true });
      for (const end of transition.ends) {
        if (end.tile === tile) continue;
        const { x, y } = cornerOf(camera, columns, end.tile);
        draw.drawFrame(ctx, x, y, cell, {
          colour: '#ffffff',
          width: Math.max(1.2, cell * 0.035),
          inset: 0.05,
          halo: '#0b2227',
          dash: [cell * 0.12, cell * 0.09],
        });
      }
    }
    const { thought, pointed, hint } = m;
    const choice = thought ? thought.moves.indexOf(hint ?? thought.choice ?? '') : -1;
    const listed = pointed ?? (hint ? choice : null);
    const spot = /** @type {{ tile: number } | undefined} */ (
      thought && listed !== null ? thought.spots[listed] : undefined
    );
    const target = usable(tile) ?? (tile === null && spot ? targetAt(spot.tile) : null);
    const done = target && would(target);
    if (done && 'rays' in done) drawTurns(ctx, colours, camera, shown, done);
    else if (done) drawBlast(ctx, colours, camera, shown, done);
    const line = listed ?? (['hints', 'all'].includes(m.overlay) ? choice : -1);
    if (thought && line >= 0 && line < thought.moves.length)
      overlay.drawLine(ctx, colours, camera, shown, thought, line);
    if (thought && spot && listed !== null && (spot.tile !== tile || pointed === null))
      overlay.drawPointed(ctx, colours, camera, shown, thought, listed, pointed !== null);
    if (tile === null) return;
    const { x, y } = cornerOf(camera, columns, tile);
    const keyed = tile === cursor && hovered === null && picked === null;
    if (!keyed && !shown.square_words[tile]) return;
    draw.drawFrame(ctx, x, y, cell, {
      colour: keyed ? colours.accent : '#ffffff',
      width: Math.max(keyed ? 2.5 : 1.5, cell * (keyed ? 0.06 : 0.035)),
      inset: keyed ? 0.01 : 0.03,
      halo: keyed ? '#ffffff' : target ? colours.seats[shown.mover ?? 0] : '#0b222780',
    });
  }

  // --- life ---------------------------------------------------------------------------------

  function layOut() {
    if (!view || box.clientWidth < 1) return;
    cam.resize(camera, {
      width: box.clientWidth,
      height: box.clientHeight,
      ratio: window.devicePixelRatio || 1,
      world: worldOf(view),
    });
    layer.spoil();
    place();
    refresh();
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(box);

  return {
    update(next) {
      const [before, old] = [model, view];
      model = next;
      view = /** @type {ReversiView} */ (next.view);
      const stepped = old !== view;
      if (stepped) {
        answers = new Map();
        targets = new Map(view.targets.map((one) => [one.tile, one]));
        links = wordsOfLinks(view);
        picked = null;
        answer = '';
        overriding = false;
        open?.close();
        const forward = before && old && before.state.ply + 1 === next.state.ply;
        motion =
          forward && !next.still && old.tiles.length === view.tiles.length
            ? { since: performance.now(), before: old.tiles }
            : null;
        if (motion && old && changes(old, view) > MANY) motion = null;
      }
      if (before?.actor !== next.actor && next.actor === null) overriding = false;
      if (before?.thought !== next.thought) candidates = overlay.byTile(next.thought);
      const another =
        old?.columns !== view.columns || old.rows !== view.rows || old.start !== view.start;
      const overlaid =
        next.overlay !== 'off' &&
        (before?.thought !== next.thought || before?.overlay !== next.overlay);
      if (another) {
        over.style.width = `${view.columns * UNIT}px`;
        over.style.height = `${view.rows * UNIT}px`;
        camera.whole = true;
        // On a phone the room is as high as the map needs.
        const { left, top, right, bottom } = worldOf(view);
        const shape = Math.max(0.5, Math.min(1.15, (bottom - top) / (right - left)));
        box.style.setProperty('--shape', shape.toFixed(3));
        layOut();
      } else if (
        stepped ||
        overlaid ||
        before?.actor !== next.actor ||
        before?.overlay !== next.overlay
      ) {
        layer.spoil();
        refresh();
      } else request();
    },
    repaint() {
      colours = readPalette();
      stamps = null;
      layer.spoil();
      strip.repaint();
      refresh();
    },
    picture() {
      const made = document.createElement('canvas');
      if (view) {
        const wide = view.columns >= view.rows;
        const share = wide ? view.rows / view.columns : view.columns / view.rows;
        const long = Math.max(900, Math.max(view.columns, view.rows) * 24);
        const short = Math.round(long * Math.max(0.35, share));
        still(made, view, { width: wide ? long : short, height: wide ? short : long });
      }
      return made;
    },
    destroy() {
      open?.close();
      sizes.disconnect();
      clearTimeout(resting);
      request.cancel();
      stop.abort();
      wrap.remove();
    },
  };

  /** The last move's tile. @param {CanvasRenderingContext2D} ctx @param {Camera} c @param {ReversiView} shown */
  function paintLast(ctx, c, shown) {
    if (!shown.last) return;
    const { x, y } = cornerOf(c, shown.columns, shown.last.tile);
    draw.drawFrame(ctx, x, y, c.cell, {
      colour: '#ffffff',
      width: Math.max(1.2, c.cell * 0.04),
      inset: 0.045,
      halo: '#0b222760',
    });
  }
}

/**
 * Where the transitions of each tile lead, in words.
 * @param {ReversiView} view
 */
function wordsOfLinks(view) {
  /** @type {Map<number, string[]>} */
  const links = new Map();
  for (const { ends } of view.transitions) {
    const ways = isMirror(ends) ? [ends] : [ends, [ends[1], ends[0]]];
    for (const [here, there] of ways) {
      const words = `${DIRECTIONS[here.direction]} to ${view.square_names[there.tile]}`;
      links.set(here.tile, [...(links.get(here.tile) ?? []), words]);
    }
  }
  return links;
}

/** On how many tiles two positions differ. @param {ReversiView} a @param {ReversiView} b */
function changes(a, b) {
  let n = 0;
  for (let i = 0; i < a.tiles.length; i++) if (a.tiles[i] !== b.tiles[i]) n++;
  return n;
}

/**
 * Where the mover may move: a dot on a free tile, a ring around a mark or, while overrides are on, around
 * what is on an occupied one. Bombs may go nearly anywhere; dots for them would say nothing.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {ReversiView} view
 * @param {{ overriding: boolean, faint: boolean }} how
 */
function paintTargets(ctx, colours, camera, view, how) {
  if (view.mover === null) return;
  const { cell } = camera;
  const colour = colours.seats[view.mover];
  ctx.save();
  if (how.faint) ctx.globalAlpha = 0.5;
  for (const { tile, kind } of view.targets) {
    if (kind === 'bomb' || (kind === 'override') !== how.overriding) continue;
    const { x, y } = cornerOf(camera, view.columns, tile);
    if (kind === 'override' || view.tiles[tile] !== '0') {
      draw.drawFrame(ctx, x, y, cell, {
        colour: kind === 'override' ? colours.accent : colour,
        width: Math.max(1.4, cell * 0.05),
        inset: 0.06,
        halo: '#ffffff',
        dash: kind === 'override' ? [cell * 0.14, cell * 0.1] : [],
      });
      continue;
    }
    ctx.fillStyle = colour;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(0.8, cell * 0.035);
    ctx.beginPath();
    ctx.arc(x + cell / 2, y + cell / 2, Math.max(1.6, cell * 0.12), 0, Math.PI * 2);
    ctx.fill();
    if (cell >= 9) ctx.stroke();
  }
  ctx.restore();
}

/**
 * Draws a position that nobody touches; with an answer of `inspect`, what a move there would do.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, view, { width, height }, marks = {}, answer = null) {
  const colours = readPalette();
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  const ratio = window.devicePixelRatio || 1;
  cam.resize(camera, { width, height, ratio, world: worldOf(view) });
  const ctx = sharpContext(canvas, width, height, ratio);
  paintLand(ctx, colours, camera, view, draw.makeStamps(colours, camera.cell, ratio));
  if (marks.targets) {
    paintTargets(ctx, colours, camera, view, { overriding: !!marks.overrides, faint: false });
  }
  if (marks.lit) {
    for (const transition of view.transitions) {
      drawCurve(ctx, camera, transition, view.columns, { lit: true });
      drawPorts(ctx, camera, transition, view.columns, { lit: true });
    }
  }
  if (answer?.rays) drawTurns(ctx, colours, camera, view, answer);
  else if (answer?.lost) drawBlast(ctx, colours, camera, view, answer);
  draw.drawRulers(ctx, colours, camera, view);
}
