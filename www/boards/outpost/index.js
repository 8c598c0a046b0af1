/**
 * The board of Outpost: one state, one redraw a frame. It shows what Rust's view says, asks `inspect`
 * about supply, danger and ways, and writes what a person orders in the notation; it holds no rule.
 */
import { h, render } from 'preact';
import { resize, zoom } from '../camera.js';
import { oncePerFrame } from '../canvas.js';
import { readPalette } from '../palette.js';
import { makeCommand } from './command.js';
import { makeHands } from './hands.js';
import { legendOf } from './overlay.js';
import { Panel } from './panel.jsx';
import { makePicture, SEEN_AS, still } from './picture.js';
import { makeScene } from './scene.js';
import { Strip } from './strip.jsx';

/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../../pkg/totora.js').OutpostView} OutpostView */
/** @typedef {import('./scene.js').Cell} Cell */

/** How long outposts take from cell to cell, at most. */
const MOTION = 320;

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
  tellsSeats: true,
  pace: 400,
  speeds: [0.5, 1, 2, 5, 10, Number.POSITIVE_INFINITY],
  goOn: '.',
  editor: { label: 'Map editor', load: () => import('./editor/editor.jsx') },
  stacked: ['area', 'land', 'water'],
  mount,
  still,
};
/**
 * @param {HTMLElement} parent
 * @param {HTMLElement | null} reserve
 * @param {BoardHost} host
 * @returns {import('../contract.js').Board}
 */
function mount(parent, reserve, host) {
  const s = makeScene();
  /** Answers to `inspect` about the position shown. @type {Map<string, any>} */
  let answers = new Map();
  const stop = new AbortController();
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
  const request = oncePerFrame((now) => {
    if (picture.paint(now)) request();
  });

  /** @param {Record<string, unknown>} question */
  function ask(question) {
    const key = JSON.stringify(question);
    if (!answers.has(key)) answers.set(key, host.inspect(question) ?? null);
    return answers.get(key);
  }

  const command = makeCommand(s, host, ask, refresh);
  const { clauses, hand, hintOf, mine, order, play, select, setClauses, task } = command;
  const picture = makePicture(canvas, s, command, ask);
  const hands = makeHands(lake, room, s, command, host, { ask, request, signal: stop.signal });

  function layOut() {
    const size = Math.min(room.clientWidth, room.clientHeight || room.clientWidth);
    if (size < 40) return;
    const ratio = window.devicePixelRatio || 1;
    lake.style.width = `${size}px`;
    lake.style.height = `${size}px`;
    resize(s.camera, { width: size, height: size, ratio });
    request();
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
          host.seeAs(e);
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
          select: command.choose,
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
          command.follow(old, next);
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
        host.seeAs(s.seat);
        s.selected = [];
        s.cursor = next.empires[s.seat].home;
      }
      if (moved) hand();
      if (old?.water_hash !== next.water_hash) layOut();
      refresh();
    },
    repaint() {
      s.colours = readPalette();
      picture.forget();
      request();
    },
    look(spot) {
      const cell = /** @type {{ cell?: Cell } | null} */ (spot)?.cell;
      if (!cell) return;
      s.cursor = cell;
      s.hover = cell;
      if (s.camera.whole) zoom(s.camera, 2.4);
      hands.look(cell[0] + 0.5, cell[1] + 0.5);
    },
    picture() {
      const made = document.createElement('canvas');
      if (s.view) still(made, s.view, { width: 900, height: 900 }, s.model?.marks);
      return made;
    },
    destroy() {
      sizes.disconnect();
      request.cancel();
      hands.destroy();
      stop.abort();
      render(null, top);
      if (reserve) render(null, reserve);
      wrap.remove();
    },
  };
}
