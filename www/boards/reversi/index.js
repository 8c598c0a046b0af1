/**
 * The board of Reversi XT: one state, one redraw a frame, a camera for maps of any size. It shows what
 * Rust's view says and asks `inspect` what a move would turn or destroy; it holds no rule. A click, a
 * tap or Enter on a tile plays the move that Rust lists for it; overrides want their mode first, and
 * what a tile asks is asked in a small window.
 */
import * as cam from '../camera.js';
import { oncePerFrame, scoreText } from '../canvas.js';
import { listen } from '../gestures.js';
import { readPalette } from '../palette.js';
import { makeTwin } from '../twin.js';
import { ask } from './ask.js';
import * as draw from './draw.js';
import { makeKeys } from './keys.js';
import { makeMoment, wordsOfLinks } from './moment.js';
import * as overlay from './overlay.js';
import { makePicture, still } from './picture.js';
import { worldOf } from './scene.js';
import { makeStrip } from './strip.js';
import { portOf } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiTarget} ReversiTarget */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} ReversiTurns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} ReversiBlast */

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
  const s = makeMoment(host);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
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
  const request = oncePerFrame((now) => picture.paint(now));
  const picture = makePicture(canvas, s, request);
  const strip = makeStrip(wrap, {
    override: () => setOverriding(!s.overriding),
    zoom(way) {
      if (way === 0) cam.showAll(s.camera);
      else cam.zoom(s.camera, way > 0 ? 1.5 : 1 / 1.5);
      cam.rest(s.camera);
      moved();
    },
  });

  // --- acting -------------------------------------------------------------------------------

  /** @param {boolean} on */
  function setOverriding(on) {
    const some = [...s.targets.values()].some((one) => one.kind === 'override');
    const next = on && some && s.mayAct();
    if (on && !next) {
      s.answer = 'No override is legal here.';
      host.say(s.answer);
    } else host.say(next ? 'Overrides are on: choose an occupied tile.' : 'Overrides are off.');
    s.overriding = next;
    picture.spoil();
    refresh();
  }

  /** @param {string} text */
  function tell(text) {
    s.answer = text;
    host.say(text);
    refresh();
  }

  /** @param {number | null} tile */
  function play(tile) {
    if (tile === null || !s.view || !s.mayAct()) return;
    const target = s.targetAt(tile);
    if (!target) {
      const words = s.view.square_words[tile];
      if (words) tell(`${words}: no move goes there.`);
      return;
    }
    if (target.kind === 'override' && !s.overriding) {
      tell(
        `${s.view.square_names[tile]} is occupied. Press Override (O) first to use an override stone there.`,
      );
      return;
    }
    if (target.asks) question(target);
    else send(target.moves[0].move);
  }

  /** @param {string} move */
  function send(move) {
    s.overriding = false;
    s.picked = null;
    host.play(move);
  }

  /** @param {ReversiTarget} target */
  function question(target) {
    const asked = s.view;
    if (!s.view || open) return;
    const { players, stones } = s.view;
    open = ask(
      wrap,
      target,
      s.view.square_names[target.tile],
      (i) => {
        // One answer a player, in their order.
        if (target.asks !== 'choice' || target.moves.length !== players) return null;
        return { seat: i, note: stones[i] === 1 ? '1 stone' : `${stones[i]} stones` };
      },
      (move) => {
        open = null;
        if (s.cursor !== null) twin.focus(id(s.cursor));
        if (move && s.view === asked) send(move);
      },
    );
  }

  /** @param {number | null} tile */
  function hover(tile) {
    if (tile === s.hovered) return;
    s.hovered = tile;
    if (tile !== null) s.picked = null;
    s.answer = '';
    host.point(tile === null ? null : (s.candidates.get(tile) ?? null));
    canvas.style.cursor = s.mayAct() && s.usable(tile) ? 'pointer' : '';
    strip.update(stripState());
    request();
  }

  /** A finger's tap: small or grave matters are shown first and played by a second tap. @param {number | null} tile */
  function tap(tile) {
    const target = s.usable(tile);
    const ask = target && (target.kind !== 'stone' || s.camera.cell < FINGER);
    if (ask && s.picked !== tile) {
      pick(tile);
      return;
    }
    if (!target) pick(tile);
    else s.picked = null;
    play(tile);
  }

  /** @param {number | null} tile */
  function pick(tile) {
    s.picked = tile;
    s.answer = '';
    host.point(tile === null ? null : (s.candidates.get(tile) ?? null));
    refresh();
  }

  /** @param {{ x: number, y: number }} point */
  const under = (point) => (s.view ? draw.tileAt(s.camera, s.view, point) : null);

  /** Transitions whose port is beside a point outside of all tiles. @param {{ x: number, y: number } | null} point */
  function portsNear(point) {
    if (!s.view || !point) return [];
    const tile = under(point);
    if (tile !== null && s.view.tiles[tile] !== '-') return [];
    const { x, y } = cam.toWorld(s.camera, point.x, point.y);
    const { columns, transitions } = s.view;
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
    s.camera,
    {
      moved: dragged,
      tap(point) {
        if (point.touch) tap(under(point));
        else play(under(point));
      },
      hover(point) {
        const next = portsNear(point);
        if (next.join() !== s.near.join()) {
          s.near = next;
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
      s.cursor = name === null ? null : Number(name.slice(5));
      s.answer = '';
      host.point(s.cursor === null ? null : (s.candidates.get(s.cursor) ?? null));
      if (s.cursor !== null && s.view) {
        const { columns } = s.view;
        if (cam.reveal(s.camera, s.cursor % columns, Math.floor(s.cursor / columns))) moved();
      }
      strip.update(stripState());
      request();
    },
    activate: (name) => play(Number(name.slice(5))),
    key: (name, event) => key(name, event),
  });
  const key = makeKeys(s, {
    focus: (tile) => twin.focus(id(tile)),
    moved,
    tell,
    refresh,
    setOverriding,
  });

  // --- showing ------------------------------------------------------------------------------

  /** The camera was moved by a key or a button: the twin goes with it. */
  function moved() {
    dragged();
    place();
  }

  /**
   * The camera is being moved by hand. The twin, thousands of elements on a large map, follows when it has
   * come to rest: nobody sees it, and moving it costs more than the frame.
   */
  function dragged() {
    s.moving = true;
    clearTimeout(resting);
    resting = setTimeout(() => {
      s.moving = false;
      cam.rest(s.camera);
      place();
      strip.update(stripState());
      request();
    }, REST);
    request();
  }

  /** Lays the twin over the canvas, and lets fingers scroll the page or move the board. */
  function place() {
    const { x, y } = cam.origin(s.camera);
    over.style.transform = `translate(${x}px, ${y}px) scale(${s.camera.cell / UNIT})`;
    canvas.dataset.held = String(!s.camera.whole);
  }

  function stripState() {
    const v = /** @type {ReversiView} */ (s.view);
    return {
      view: v,
      colours: s.colours,
      overriding: s.overriding,
      overrides: s.mayAct() ? v.targets.filter((one) => one.kind === 'override').length : 0,
      words: s.words(),
      zooms: cam.fitCell(s.camera) < 34,
      whole: s.camera.whole,
    };
  }

  function refresh() {
    if (!s.view || !s.model) return;
    strip.update(stripState());
    twin.update(twinCells());
    request();
  }

  /** Rust's words for each tile, with what the overlay shows there. @returns {import('../twin.js').TwinCell[]} */
  function twinCells() {
    if (!s.view || !s.model) return [];
    const { columns } = s.view;
    const thought = ['hints', 'all'].includes(s.model.overlay) ? s.model.thought : null;
    /** @type {import('../twin.js').TwinCell[]} */
    const cells = [];
    s.view.square_words.forEach((words, tile) => {
      if (!words) return;
      const i = s.candidates.get(tile);
      const score = thought && i !== undefined ? `, score ${scoreText(thought.scores[i])}` : '';
      cells.push({
        id: id(tile),
        label: words + s.linkWords(tile) + score,
        row: Math.floor(tile / columns),
        x: (tile % columns) * UNIT,
        y: Math.floor(tile / columns) * UNIT,
        width: UNIT,
        height: UNIT,
        off: !s.targets.has(tile),
      });
    });
    return cells;
  }

  // --- life ---------------------------------------------------------------------------------

  function layOut() {
    if (!s.view || box.clientWidth < 1) return;
    cam.resize(s.camera, {
      width: box.clientWidth,
      height: box.clientHeight,
      ratio: window.devicePixelRatio || 1,
      world: worldOf(s.view),
    });
    picture.spoil();
    place();
    refresh();
  }

  const sizes = new ResizeObserver(layOut);
  sizes.observe(box);

  return {
    update(next) {
      const [before, old] = [s.model, s.view];
      s.model = next;
      s.view = /** @type {ReversiView} */ (next.view);
      const stepped = old !== s.view;
      if (stepped) {
        s.answers = new Map();
        s.targets = new Map(s.view.targets.map((one) => [one.tile, one]));
        s.links = wordsOfLinks(s.view);
        s.picked = null;
        s.answer = '';
        s.overriding = false;
        open?.close();
        const forward = before && old && before.state.ply + 1 === next.state.ply;
        s.motion =
          forward && !next.still && old.tiles.length === s.view.tiles.length
            ? { since: performance.now(), before: old.tiles }
            : null;
        if (s.motion && old && changes(old, s.view) > MANY) s.motion = null;
      }
      if (before?.actor !== next.actor && next.actor === null) s.overriding = false;
      if (before?.thought !== next.thought) s.candidates = overlay.byTile(next.thought);
      const another =
        old?.columns !== s.view.columns || old.rows !== s.view.rows || old.start !== s.view.start;
      const overlaid =
        next.overlay !== 'off' &&
        (before?.thought !== next.thought || before?.overlay !== next.overlay);
      if (another) {
        over.style.width = `${s.view.columns * UNIT}px`;
        over.style.height = `${s.view.rows * UNIT}px`;
        s.camera.whole = true;
        // On a phone the room is as high as the map needs.
        const { left, top, right, bottom } = worldOf(s.view);
        const shape = Math.max(0.5, Math.min(1.15, (bottom - top) / (right - left)));
        box.style.setProperty('--shape', shape.toFixed(3));
        layOut();
      } else if (
        stepped ||
        overlaid ||
        before?.actor !== next.actor ||
        before?.overlay !== next.overlay
      ) {
        picture.spoil();
        refresh();
      } else request();
    },
    repaint() {
      s.colours = readPalette();
      picture.repaint();
      strip.repaint();
      refresh();
    },
    picture() {
      const made = document.createElement('canvas');
      if (s.view) {
        const wide = s.view.columns >= s.view.rows;
        const share = wide ? s.view.rows / s.view.columns : s.view.columns / s.view.rows;
        const long = Math.max(900, Math.max(s.view.columns, s.view.rows) * 24);
        const short = Math.round(long * Math.max(0.35, share));
        still(made, s.view, { width: wide ? long : short, height: wide ? short : long });
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
}

/** On how many tiles two positions differ. @param {ReversiView} a @param {ReversiView} b */
function changes(a, b) {
  let n = 0;
  for (let i = 0; i < a.tiles.length; i++) if (a.tiles[i] !== b.tiles[i]) n++;
  return n;
}
