/**
 * The board of Outpost: its widget for the base, a camera, the strip above and the panel next to it. It shows Rust's view
 * and uses `inspect` for supply, danger, paths and the notation of orders; it has no rules.
 */
import './outpost.css';
import { h, render } from 'preact';
import * as strings from '../../strings/outpost.js';
import { make } from '../../ui/dom.js';
import { makeBoard } from '../base.js';
import { resize, reveal } from '../camera.js';
import { columnRow } from '../grid.js';
import { defaults, placeOf, readPosition, SIDE } from './boardState.js';
import { follow, select } from './command.js';
import { centre } from './draw.js';
import { makeInput } from './input.js';
import { hand, makeCommand } from './ordering.js';
import { keyOf, legendOf, SEEN_AS } from './overlay.js';
import { Panel } from './panel.jsx';
import { makePicture, paint, still, stoppedAt } from './picture.js';
import { Strip } from './strip.jsx';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').BoardState} BoardState */

/** The longest and the shortest animation of a move, in milliseconds; shorter ones are skipped. */
const MOTION = 320;
const LEAST = 20;

/** @type {import('../contract.js').Renderer} */
export const outpost = {
  reserve: strings.orders,
  marks: [
    { key: 'ways', label: strings.paths, title: strings.showWhereOutpostsAreGoing },
    { key: 'numbers', label: strings.numbers, title: strings.showTheIndicesOfOutposts },
  ],
  overlayLead: strings.show,
  thoughtOverlays: ['tasks'],
  overlayNames: strings.overlayNames,
  turnWord: strings.turn,
  showsSeats: true,
  pace: 400,
  speeds: [0.5, 1, 2, 5, 10, Number.POSITIVE_INFINITY],
  goOn: '.',
  editor: {
    label: strings.mapEditor,
    offer: strings.mapEditorDraw,
    load: () => import('./editor/editor.jsx'),
  },
  keys: strings.keys,
  scrubbed: ['lost'],
  mount,
  still,
};

/** @type {import('../contract.js').Renderer['mount']} */
function mount(parent, reserve, host) {
  const top = make('div');
  const stage = make('div', { class: 'outpost-stage stage anchor' });
  const lake = make('div', {
    class: 'board-canvas outpost-lake anchor',
    tabindex: 0,
    role: 'application',
    'aria-label': strings.board,
    'aria-description': strings.arrowKeysMoveOver,
    'data-testid': 'outpost-board',
  });
  const whole = make('div', { class: 'outpost stack anchor' }, top, stage);
  stage.append(lake);
  parent.append(whole);
  /** @type {ReturnType<typeof makeInput>} */
  let input;

  const board = makeBoard(stage, host, (base) => {
    const s = /** @type {BoardState} */ (Object.assign(base.s, defaults()));
    const command = makeCommand({ s, host, inspect: base.inspect, refresh });
    const picture = makePicture(command);
    input = makeInput(lake, stage, picture, base);

    function refresh() {
      const { view, model } = s;
      if (!view || !model) return;
      const strip = h(Strip, {
        view,
        players: model.state.seats.map((one) => one.label),
        seat: s.seat,
        choose: (e) => {
          s.seat = e;
          host.seeAs(e);
          select(command, []);
        },
        legend: legendOf(model.overlay, s.colours, s.seat),
        signs: keyOf(s.colours, view.names),
        overlayNeedsSeat: SEEN_AS.includes(model.overlay),
        brief: !!model.brief,
      });
      render(strip, top);
      const brought = view.turn > 0 ? base.inspect({ ask: 'brought', seat: s.seat })?.words : null;
      // A copy of the state, because Preact skips components whose props are the same objects.
      const panel = { s: { ...s }, view, model, to: command, brought: brought ?? [] };
      if (reserve) render(h(Panel, { ...panel, botName: host.botName }), reserve);
      base.request();
    }

    return {
      element: lake,
      whole,
      camera: s.camera,
      read: readPosition,
      shape: (view) => view.water_hash,
      fit({ width, height }) {
        const size = Math.min(width, height || width);
        resize(s.camera, { width: size, height: size, ratio: window.devicePixelRatio || 1 });
        return { width: size, height: size };
      },
      spot(n) {
        const place = placeOf(s);
        return { ...centre(place, columnRow(SIDE, n)), size: place.cell };
      },
      motion() {
        const span = Math.min(MOTION, (s.model?.pace ?? MOTION) * 0.95);
        return span > LEAST ? span : 0;
      },
      changed({ before, old, stepped }) {
        const { model, view } = s;
        if (!model || !view) return;
        const was = before?.state;
        const now = model.state;
        const moved = was?.hash !== now.hash || was.ply !== now.ply;
        if (moved && stepped && old) follow(s, old, view);
        else if (moved) s.selected = [];
        if (moved) {
          s.note = '';
          s.drag = null;
        }
        if (was?.seed !== now.seed || was?.game !== now.game) {
          s.until = null;
          const human = now.seats.findIndex((one) => 'human' in one.config);
          s.seat = Math.max(0, human);
          host.seeAs(s.seat);
          s.selected = [];
          s.at = view.empires[s.seat].home;
        }
        if (moved) hand(command);
        refresh();
        // Shows where fast-forward stopped.
        const [stop] = before?.running ? stoppedAt(command, model) : [];
        if (stop) reveal(s.camera, ...stop);
      },
      paint: (ctx, elapsed, view, model) =>
        paint(picture, ctx, view, model, s.motion ? elapsed / s.motion.length : 1),
      repaint() {
        picture.terrainOf = '';
        refresh();
      },
      destroy() {
        input.destroy();
        render(null, top);
        if (reserve) render(null, reserve);
      },
    };
  });
  return {
    ...board,
    look(location) {
      const cell = /** @type {{ cell?: [number, number] } | null} */ (location)?.cell;
      if (cell) input.lookAt(cell);
    },
  };
}
