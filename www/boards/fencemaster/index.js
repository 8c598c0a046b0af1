/**
 * The board of FenceMaster: its widget for the base, split by task (hex, draw, overlay, win, keys, describe). It shows
 * Rust's view and uses `inspect` for what a stone would join; it has no rules. On small cells the first tap aims and the
 * second plays; a long press opens the loupe, may move, and plays where it lifts.
 */

import * as strings from '../../strings/fencemaster.js';
import { make } from '../../ui/dom.js';
import { beginStill, makeBoard } from '../base.js';
import { locationsOf, shownOf } from '../thoughts.js';
import { makeBar } from './bar.js';
import { readPosition } from './boardState.js';
import { a11yCells, heatText } from './describe.js';
import * as draw from './draw.js';
import { cellAt, fit } from './hex.js';
import { makeWalk } from './keys.js';
import * as overlay from './overlay.js';
import { drawWin } from './win.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../base.js').BoardState<Position>} BoardState */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./hex.js').Place} Place */
/** @typedef {{ cell: number | null }} Held   a long press, with the cell under it */

/** The duration of a stone's fall and of the trace of a win, in milliseconds. */
const FALL = 170;
const TRACE = 900;
/** On cells wider than this, in CSS pixels, a single tap plays. */
const FINGER = 40;
/** How far from a cell a finger may touch, in cells. */
const SLACK = 0.9;

const HEATS = Object.entries(overlay.HEATS);

/** Whether the user has ever confirmed a small cell by a second tap. */
let confirmed = false;

/** @type {import('../contract.js').Renderer} */
export const fencemaster = {
  reserve: '',
  marks: [
    {
      key: 'groups',
      label: strings.groups,
      title: strings.outlineTheGroupsOfStones,
    },
    {
      key: 'plies',
      label: strings.numbers,
      title: strings.numberTheStones,
    },
    {
      key: 'course',
      label: strings.courseNames,
      title: strings.nameEachCell,
    },
  ],
  turns: strings.turnTheBoard,
  overlayNames: Object.fromEntries(HEATS.map(([name, { label }]) => [name, label])),
  heats: ['all', ...HEATS.filter(([, { of }]) => of !== 'result').map(([name]) => name)],
  oracles: Object.fromEntries(HEATS.map(([name, { bot }]) => [name, bot])),
  mount,
  still,
};

/**
 * @typedef {object} Hex   The state of the board besides that of every board.
 * @property {import('../base.js').Base<Position, {}>} base
 * @property {BoardState} s
 * @property {ReturnType<typeof makeBar>} bar
 * @property {Place} place
 * @property {draw.Background} background
 * @property {Held | null} held
 * @property {(cell: number) => string} heat   the overlay's text for a cell
 */

/** @param {Hex} hex @param {number} cell */
const playable = ({ base, s }, cell) => base.mayAct() && !!s.view?.targets.has(cell);
/** The pointed cell, by any input device. @param {Hex} hex */
const atHand = ({ held, s }) => (held ? held.cell : (s.hover ?? s.aimed ?? s.cursor));
/** @param {Hex} hex @param {Position} position @param {number} cell */
const after = ({ base }, position, cell) => base.inspect({ after: position.names[cell] });

/** @param {Hex} hex @param {number} cell */
function play(hex, cell) {
  const { s, base } = hex;
  if (!s.view || !base.mayAct()) return;
  s.aimed = null;
  if (playable(hex, cell)) base.host.play(s.view.names[cell]);
  else base.host.say(strings.noStoneCanBePut(s.view.text[cell]));
}

/** @param {Hex} hex @param {number | null} cell */
function confirm(hex, cell) {
  if (cell === null) return;
  confirmed = true;
  play(hex, cell);
}

/** A finger's tap. @param {Hex} hex @param {number | null} cell */
function aim(hex, cell) {
  const { s, base, place } = hex;
  const may = cell !== null && playable(hex, cell);
  if (may && s.aimed === cell) return confirm(hex, cell);
  if (may && place.s * Math.sqrt(3) >= FINGER) return play(hex, cell);
  // A tap on a stone shows its group, and on an empty cell it aims.
  s.aimed = cell === s.aimed ? null : cell;
  base.point(s.aimed);
  if (s.aimed !== null && s.view) base.host.say(textAt(hex, s.view, s.aimed));
  showBar(hex);
  base.request();
}

/** @param {Hex} hex @param {Held | null} next */
function hold(hex, next) {
  const { s, base } = hex;
  const was = hex.held?.cell ?? null;
  hex.held = next;
  if (next) {
    s.aimed = null;
    base.canvas.dataset.held = 'true';
    if (next.cell !== was) base.point(next.cell);
  } else delete base.canvas.dataset.held;
  showBar(hex);
  base.request();
}

/** The description of a cell. @param {Hex} hex @param {Position} position @param {number} cell */
function textAt(hex, position, cell) {
  const number = position.groups[cell];
  let words = number === null ? undefined : position.group_list[number].words;
  if (number === null && playable(hex, cell)) words = after(hex, position, cell)?.words;
  const printed = position.letter_names[cell];
  const name = hex.s.model?.marks.course ? `${printed} (${position.names[cell]})` : printed;
  const about = words ? `${name}: ${words}` : position.text[cell];
  const more = hex.heat(cell);
  return more ? `${about} · ${more}` : about;
}

/** @param {Hex} hex */
function showBar(hex) {
  const { s, base, bar } = hex;
  const { view, model, aimed: at } = s;
  if (!view || !model) return;
  const cell = atHand(hex);
  const swap = view.swap && base.mayAct();
  const worth = swap ? overlay.swapText(model) : '';
  let text = overlay.noteOf(model);
  if (cell !== null) text = textAt(hex, view, cell);
  else if (swap) text = strings.stoneOnTheBoardMay;
  const aimed = at !== null && playable(hex, at) ? view.names[at] : null;
  // Shown until the user has done it once.
  const printed = aimed && at !== null ? view.letter_names[at] : null;
  if (printed && !confirmed) text = strings.tapAgainToPut(printed);
  bar.update({
    text,
    swap: swap ? strings.swap(worth && ` (${worth})`) : null,
    place: printed && strings.putItOn(printed),
  });
}

/** @param {Hex} hex @param {CanvasRenderingContext2D} ctx @param {Position} position @param {BoardModel} model @param {number} elapsed */
function paintAll(hex, ctx, position, model, elapsed) {
  const { s, place, background } = hex;
  const at = atHand(hex);
  const on = { ctx, colours: s.colours, place };
  ctx.clearRect(0, 0, place.width, place.height);
  paintPosition(on, background, position, {
    marks: model.marks,
    fallen: Math.min(1, elapsed / FALL),
    traced: Math.max(0, Math.min(1, (elapsed - FALL) / TRACE)),
    at,
    cross: at !== null && s.hover === null && position.targets.has(at),
    under() {
      const heated = overlay.shownHeat(model);
      if (heated?.thought) overlay.drawHeat(on, heated.thought, heated.of);
    },
  });
  paintThought(hex, on, position, model);
  if (at !== null) paintAtHand(hex, on, position, model, at);
}

/** @param {Hex} hex @param {draw.On} on @param {Position} here @param {BoardModel} model */
function paintThought(hex, on, here, model) {
  const { s, base } = hex;
  const { thought } = model;
  if (!thought) return;
  // A threat is the opponent's stone.
  const position = model.passed ? { ...here, mover: 1 - (here.mover ?? 0) } : here;
  const shown = shownOf(model);
  const hints = model.overlay === 'hints';
  if (hints) overlay.drawHints(on, thought);
  // On a map of all scores, a line is drawn only on request.
  const line = (shown >= 0 || hints || !!model.line) && s.hover === null;
  if (line) overlay.drawLine(on, position, base.lineCells());
  const cell = shown < 0 ? null : locationsOf(thought)[shown].cell;
  // The pointed cell shows what a stone would join instead.
  if (shown >= 0 && (cell === null || cell !== atHand(hex)))
    overlay.drawPointed(on, position, cell, thought, shown);
  if (line) base.drawLine(on.ctx);
}

/** The pointed cell: its group, or what a stone would join. @param {Hex} hex @param {draw.On} on @param {Position} position @param {BoardModel} model @param {number} at */
function paintAtHand(hex, on, position, model, at) {
  const { s } = hex;
  const { ctx, colours, place } = on;
  const { mover } = position;
  const number = position.groups[at];
  const may = playable(hex, at) && mover !== null;
  const next = may ? after(hex, position, at) : null;
  if (number !== null) {
    const { cells, seat, edges, corners } = position.group_list[number];
    draw.drawAround(on, cells, seat);
    draw.drawEdges(on, edges, seat);
    draw.drawCorners(on, corners, seat);
  } else if (may) {
    const { x, y } = place.centres[at];
    // A stone would hide the overlay's number.
    if (!overlay.shownHeat(model)) draw.drawStone(ctx, mover, x, y, place.s, { ghost: true });
    if (next?.group.length > 1) draw.drawAround(on, next.group, mover, { dash: !next.wins });
    if (next) draw.drawEdges(on, next.edges, mover, { faint: !next.wins });
  }
  if (at === s.cursor && s.hover === null) {
    const how = { colour: colours.accent, scale: 0.95, halo: '#ffffff' };
    draw.drawFrame(on, at, { width: [3, 0.12], ...how });
  } else if (may ? !next || next.group.length < 2 : at === s.aimed) {
    const halo = colours.seats[mover ?? 0];
    draw.drawFrame(on, at, { colour: '#ffffff', width: [2, 0.09], scale: 0.9, halo });
  }
}

/** @type {import('../contract.js').Renderer['mount']} */
function mount(parent, _reserve, host) {
  const stage = make('div', { class: 'hex-stage stage' });
  const whole = make('div', { class: 'hex-board' }, stage);
  parent.append(whole);

  return makeBoard(stage, host, (base) => {
    const { s, mayAct } = base;
    const walk = makeWalk();
    const bar = makeBar(whole, {
      swap(byKeyboard) {
        const at = s.view?.last?.cell ?? 0;
        if (s.view?.swap && mayAct()) host.play('swap');
        // The button is about to disappear, so the focus moves to the stone.
        if (byKeyboard) base.focus(at);
      },
      place: () => confirm(hex, s.aimed),
    });
    const hex = /** @type {Hex} */ ({ base, s, bar, held: null, heat: (_) => '' });
    /** @param {import('../pointer.js').PointerAt} at */
    const look = (at) => hold(hex, { cell: cellAt(hex.place, at.x, at.y, SLACK) });

    return {
      read: readPosition,
      whole,
      shape: ({ size }, { turned }) => `${size} ${turned}`,
      fit(size, position) {
        const place = fit(size.width, size.height, position, s.model?.turned ?? 0);
        Object.assign(hex, { place, background: draw.backgroundOf(place, position) });
        whole.dataset.tall = String(place.turned % 2 === 1);
        return { width: place.width, height: place.height };
      },
      where: ({ cell }) => cell,
      placeOfMove: (move, { names }) => (names.includes(move) ? names.indexOf(move) : null),
      spot: (cell) => ({ ...hex.place.centres[cell], size: hex.place.s * 1.7 }),
      stones: draw.BODIES,
      sideOf: (n, { mover }) => (mover === null ? null : (mover + n) % 2),
      motion: () => (s.view?.last ? FALL + (s.view.win ? TRACE : 0) : 0),
      playable: (cell) => playable(hex, cell),
      activate: (cell) => play(hex, cell),
      placeAt: (at, slack) => cellAt(hex.place, at.x, at.y, slack * SLACK),
      tap(cell, at) {
        if (at.touch) aim(hex, cell);
        else if (cell !== null) play(hex, cell);
      },
      pointed: () => showBar(hex),
      patience: { stay: 260, slack: 9 },
      fine: FINGER,
      pointer: {
        hold: {
          begin: look,
          move: look,
          end(at) {
            const cell = at && cellAt(hex.place, at.x, at.y, SLACK);
            hold(hex, null);
            if (cell !== null) play(hex, cell);
          },
        },
      },
      key(key) {
        if (s.cursor === null) return false;
        const to = walk(hex.place, s.cursor, key);
        if (typeof to === 'number') base.focus(to);
        return to !== undefined;
      },
      cells: () => (s.view ? a11yCells(hex.place, s.view, hex.heat) : []),
      changed() {
        if (s.model) hex.heat = heatText(s.model);
      },
      refreshed: () => showBar(hex),
      repaint: base.refresh,
      paint: (ctx, elapsed, position, model) => paintAll(hex, ctx, position, model, elapsed),
    };
  });
}

/**
 * The board without analysis.
 * @param {draw.On} on
 * @param {draw.Background} background
 * @param {Position} position
 * @param {object} how
 * @param {Record<string, boolean>} how.marks
 * @param {number} [how.fallen]   progress of the last stone's fall, 0 to 1
 * @param {number} [how.traced]   progress of the trace of a win, 0 to 1
 * @param {number | null} [how.at]   the cell whose row and column are highlighted
 * @param {boolean} [how.cross]      whether they are highlighted on the cells too
 * @param {() => void} [how.under]   draws on the cells, under the stones
 */
function paintPosition(
  on,
  background,
  position,
  { marks, fallen = 1, traced = 1, at = null, ...how },
) {
  const { ctx, place } = on;
  draw.drawBackground(on, background);
  how.under?.();
  if (at !== null && how.cross) draw.drawCross(on, position, at);
  draw.drawLabels(
    on,
    at === null ? null : { row: position.rows[at], column: position.columns[at] },
  );
  position.stones.forEach((seat, cell) => {
    if (seat === null) return;
    const { x, y } = place.centres[cell];
    const falling = fallen < 1 && cell === position.last?.cell;
    const scale = falling ? 1 + 0.5 * (1 - fallen) ** 2 : 1;
    const alpha = falling ? 0.35 + 0.65 * fallen : 1;
    draw.drawStone(ctx, seat, x, y, place.s, { scale, alpha });
  });
  if (marks.course) draw.drawNames(on, position);
  if (marks.plies) draw.drawPlies(on, position);
  if (marks.groups) draw.drawGroups(on, position);
  drawWin(on, position, traced);
  if (position.last && fallen >= 1) draw.drawLast(on, position.last);
  // Additional marks for pictures in the rules.
  if (marks.edges) draw.drawAllEdges(on, position);
}

/**
 * Draws a position without input.
 * @type {import('../contract.js').Renderer['still']}
 */
function still(canvas, shown, size, marks = {}) {
  const position = readPosition(shown);
  const place = fit(size.width, size.height, position, 0);
  const on = { ...beginStill(canvas, size, place), place };
  paintPosition(on, draw.backgroundOf(place, position), position, { marks });
}
