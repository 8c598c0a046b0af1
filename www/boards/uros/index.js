/**
 * The board of Uros: its widget for the base, split by task (draw, paint, held, bed, input, describe). The Lake is the
 * base's canvas; the Reedbed, in the panel for reserves, has its own. It shows Rust's view and uses `inspect` for where an
 * island fits; it has no rules.
 */

import * as strings from '../../strings/uros.js';
import { make, makeCanvas } from '../../ui/dom.js';
import { makeA11yGrid } from '../a11yGrid.js';
import { makeBoard } from '../base.js';
import { makeBoardMessage } from '../boardMessage.js';
import { layBed } from './bed.js';
import { columnRow, readPosition } from './boardState.js';
import { makeControls } from './controls.js';
import { bedCells, lakeCells } from './describe.js';
import { lakePlace, middleOf } from './draw.js';
import { makeActions } from './heldIsland.js';
import { makeInput } from './input.js';
import { indexThought } from './overlay.js';
import { paintBed, paintLake, still } from './paint.js';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('../base.js').BoardState<Position> & typeof defaults} BoardState */

/** The state of this board besides that of every board. */
const defaults = {
  lake: lakePlace(1),
  bed: /** @type {import('./bed.js').Bed} */ ({ width: 0, height: 0, islands: [] }),
  bedWidth: 0, // 0 while the Reedbed is not shown
  facing: /** @type {Map<string, number>} */ (new Map()), // rotations of islands in the Reedbed
  held: /** @type {import('./heldIsland.js').Held | null} */ (null),
  index: /** @type {import('./overlay.js').ThoughtIndex | null} */ (null),
  tap: /** @type {'build' | 'take'} */ ('take'), // what a tap in the Reedbed does
};

/** The duration of a move's animation, in milliseconds. */
const MOTION = 190;

/** @type {import('../contract.js').Renderer} */
export const uros = {
  reserve: strings.reedbed,
  reserveTells: true,
  marks: [
    {
      key: 'villages',
      label: strings.villages,
      title: strings.outlineTheVillagesASolid,
    },
    {
      key: 'fronts',
      label: strings.fronts,
      title: strings.markTheSquaresWhere,
    },
  ],
  keys: strings.keys,
  mount,
  still,
};

/** The middle of squares, over their upper edge. @param {[number, number][]} squares */
function middleOfAll(squares) {
  const columns = squares.map(([column]) => column);
  const rows = squares.map(([, row]) => row);
  return [(Math.min(...columns) + Math.max(...columns) + 1) / 2, Math.min(...rows) + 0.3];
}

/** @type {import('../contract.js').Renderer['mount']} */
function mount(lakeHost, bedHost, host) {
  const lake = make('div', { class: 'board-canvas anchor' });
  const bed = bedHost && {
    wrap: make('div', { class: 'bed-canvas anchor' }),
    canvas: makeCanvas(),
  };
  lakeHost.append(lake);
  if (bed) {
    bed.wrap.append(bed.canvas);
    bedHost.append(bed.wrap);
  }

  return makeBoard(lakeHost, host, (base) => {
    const s = /** @type {BoardState} */ (base.s);
    Object.assign(s, { ...defaults, facing: new Map() });
    const refusal = makeBoardMessage(lake, host.say, base.signal);
    const actions = makeActions(base, s, {
      focusLake: (cell) => lakeGrid.focus(`lake:${cell}`),
      focusBed: (island) => bedGrid?.focus(`${island}.0`),
      heldMoved: () => controls?.update(),
      refuse(text, squares) {
        const [x, y] = middleOfAll(squares);
        refusal.show(text, { x: s.lake.x + x * s.lake.cell, y: s.lake.y + y * s.lake.cell });
      },
    });
    const controls = bedHost ? makeControls(bedHost, s, actions) : null;
    const input = makeInput(base, s, actions, bed);
    const lakeGrid = makeA11yGrid(lake, strings.lake, input.lakeEvents);
    const bedGrid = bed && makeA11yGrid(bed.wrap, strings.reedbed, input.bedEvents);
    const sizes = new ResizeObserver(base.layOut);
    if (bed) sizes.observe(bed.wrap);

    return {
      element: lake,
      read: readPosition,
      shape: () => 'lake',
      fit({ width, height }) {
        const size = Math.floor(Math.min(width, height));
        s.lake = lakePlace(size);
        s.bedWidth = bed ? Math.floor(bed.wrap.clientWidth) : 0;
        return { width: size, height: size };
      },
      spot(cell) {
        const [x, y] = middleOf(s.lake, columnRow(cell));
        return { x, y, size: s.lake.cell };
      },
      motion: () => (s.view?.last ? MOTION : 0),
      changed({ before, moved }) {
        const { model, view, held } = s;
        if (!model || !view) return;
        if (moved) refusal.away();
        if (moved) {
          const there = view.islands.some(({ id, cells }) => id === held?.island && !cells);
          if (!held || !base.mayAct() || !there) s.held = null;
          else actions.retake();
        } else if (model.actor === null) s.held = null;
        if (before?.thought === model.thought) return;
        s.index = model.thought && indexThought(view, model.thought);
        // A house before an island.
        s.candidates = new Map([...(s.index?.islands ?? []), ...(s.index?.houses ?? [])]);
      },
      refreshed() {
        const { view, held } = s;
        if (!view) return;
        if (bed && s.bedWidth) {
          const inHand = held?.how === 'hand' ? held.island : null;
          s.bed = layBed(view.islands, s.bedWidth, actions.facing, inHand);
          bed.wrap.style.height = `${s.bed.height}px`;
        } else s.bed = { ...s.bed, islands: [] }; // not visible: its content belongs to another position
        base.canvas.dataset.held = String(!!held);
        lakeGrid.update(lakeCells(s, view));
        bedGrid?.update(bedCells(s, view));
        controls?.update();
      },
      paint(ctx, elapsed, view, model) {
        const left = 1 - Math.min(1, elapsed / MOTION);
        const done = 1 - left ** 3;
        paintLake(ctx, s, view, model, done);
        if (bed && s.bedWidth) paintBed(bed.canvas, s, view, model, done);
        input.paintFloat();
      },
      destroy() {
        sizes.disconnect();
        input.destroy();
        bedHost?.replaceChildren();
      },
    };
  });
}
