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
      key: 'letters',
      label: strings.letters,
      title: strings.nameEachCell,
    },
  ],
  asText: strings.boardAsText,
  turns: strings.turnTheBoard,
  overlayNames: Object.fromEntries(HEATS.map(([name, { label }]) => [name, label])),
  heats: ['all', ...HEATS.filter(([, { of }]) => of !== 'result').map(([name]) => name)],
  oracles: Object.fromEntries(HEATS.map(([name, { bot }]) => [name, bot])),
  mount,
  still,
};

/** @type {import('../contract.js').Renderer['mount']} */
function mount(parent, _reserve, host) {
  const whole = make('div', { class: 'hex-board' });
  const stage = make('div', { class: 'hex-stage stage' });
  whole.append(stage);
  parent.append(whole);

  return makeBoard(stage, host, (base) => {
    const { s, canvas, inspect, mayAct, point, request, refresh } = base;
    /** @type {Place} */
    let place;
    /** @type {draw.Background} */
    let background;
    /** @type {Held | null} */
    let held = null;
    /** @type {(cell: number) => string} */
    let heat = () => '';
    const walk = makeWalk();
    const bar = makeBar(whole, {
      swap(byKeyboard) {
        const at = s.view?.last?.cell ?? 0;
        if (s.view?.swap && mayAct()) host.play('swap');
        // The button is about to disappear, so the focus moves to the stone.
        if (byKeyboard) base.focus(at);
      },
      place: () => confirm(s.aimed),
    });

    /** @param {number} cell */
    const playable = (cell) => mayAct() && !!s.view?.targets.has(cell);
    /** @param {number | null} cell */
    function confirm(cell) {
      if (cell === null) return;
      confirmed = true;
      play(cell);
    }
    /** The pointed cell, by any input device. */
    const atHand = () => (held ? held.cell : (s.hover ?? s.aimed ?? s.cursor));
    /** @param {Position} position @param {number} cell */
    const after = (position, cell) => inspect({ after: position.names[cell] });

    /** @param {number} cell */
    function play(cell) {
      if (!s.view || !mayAct()) return;
      s.aimed = null;
      if (playable(cell)) host.play(s.view.names[cell]);
      else host.say(strings.noStoneCanBePut(s.view.text[cell]));
    }

    /** A finger's tap. @param {number | null} cell */
    function aim(cell) {
      const wide = place.s * Math.sqrt(3) >= FINGER;
      if (cell !== null && playable(cell) && s.aimed === cell) return confirm(cell);
      if (cell !== null && playable(cell) && wide) return play(cell);
      // A tap on a stone shows its group, and on an empty cell it aims.
      s.aimed = cell === s.aimed ? null : cell;
      point(s.aimed);
      if (s.aimed !== null && s.view) host.say(textAt(s.view, s.aimed));
      showBar();
      request();
    }

    /** @param {Held | null} next */
    function hold(next) {
      const was = held?.cell ?? null;
      held = next;
      if (held) {
        s.aimed = null;
        canvas.dataset.held = 'true';
        if (held.cell !== was) point(held.cell);
      } else delete canvas.dataset.held;
      showBar();
      request();
    }
    /** @param {import('../pointer.js').PointerAt} at */
    const look = (at) => hold({ cell: cellAt(place, at.x, at.y, SLACK) });

    /** The description of a cell. @param {Position} position @param {number} cell */
    function textAt(position, cell) {
      const number = position.groups[cell];
      let words = number === null ? undefined : position.group_list[number].words;
      if (number === null && playable(cell)) words = after(position, cell)?.words;
      const name = s.model?.marks.letters
        ? `${position.letter_names[cell]} (${position.names[cell]})`
        : position.names[cell];
      const about = words ? `${name}: ${words}` : position.text[cell];
      const more = heat(cell);
      return more ? `${about} · ${more}` : about;
    }

    function showBar() {
      const { view, model } = s;
      if (!view || !model) return;
      const cell = atHand();
      const swap = view.swap && mayAct();
      const worth = swap ? overlay.swapText(model) : '';
      let text = overlay.noteOf(model);
      if (cell !== null) text = textAt(view, cell);
      else if (swap) text = strings.stoneOnTheBoardMay;
      const aimed = s.aimed !== null && playable(s.aimed) ? view.names[s.aimed] : null;
      // Shown until the user has done it once.
      if (aimed && !confirmed) text = strings.tapAgainToPut(aimed);
      bar.update({
        text,
        swap: swap ? strings.swap(worth && ` (${worth})`) : null,
        place: aimed && strings.putItOn(aimed),
      });
    }

    /** @param {CanvasRenderingContext2D} ctx @param {Position} position @param {BoardModel} model @param {number} elapsed */
    function paintAll(ctx, position, model, elapsed) {
      const at = atHand();
      const on = { ctx, colours: s.colours, place };
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
      paintThought(on, position, model);
      if (at !== null) paintAtHand(on, position, model, at);
    }

    /** @param {draw.On} on @param {Position} here @param {BoardModel} model */
    function paintThought(on, here, model) {
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
      if (shown >= 0 && (cell === null || cell !== atHand()))
        overlay.drawPointed(on, position, cell, thought, shown);
      if (line) base.drawLine(on.ctx);
    }

    /** The pointed cell: its group, or what a stone would join. @param {draw.On} on @param {Position} position @param {BoardModel} model @param {number} at */
    function paintAtHand(on, position, model, at) {
      const { ctx, colours } = on;
      const { mover } = position;
      const number = position.groups[at];
      const may = playable(at) && mover !== null;
      const next = may ? after(position, at) : null;
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

    return {
      read: readPosition,
      whole,
      shape: ({ size }, { turned }) => `${size} ${turned}`,
      fit(size, position) {
        place = fit(size.width, size.height, position, s.model?.turned ?? 0);
        background = draw.backgroundOf(place, position);
        whole.dataset.tall = String(place.turned % 2 === 1);
        return { width: place.width, height: place.height };
      },
      where: ({ cell }) => cell,
      placeOfMove: (move, { names }) => (names.includes(move) ? names.indexOf(move) : null),
      spot: (cell) => ({ ...place.centres[cell], size: place.s * 1.7 }),
      sideOf: (n, { mover }) => (mover === null ? null : (mover + n) % 2),
      motion: () => (s.view?.last ? FALL + (s.view.win ? TRACE : 0) : 0),
      playable,
      activate: play,
      placeAt: (at, slack) => cellAt(place, at.x, at.y, slack * SLACK),
      tap(cell, at) {
        if (at.touch) aim(cell);
        else if (cell !== null) play(cell);
      },
      pointed: showBar,
      patience: { stay: 260, slack: 9 },
      fine: FINGER,
      pointer: {
        hold: {
          begin(at) {
            look(at);
            return true;
          },
          move: look,
          end(at) {
            const cell = at && cellAt(place, at.x, at.y, SLACK);
            hold(null);
            if (cell !== null) play(cell);
          },
        },
      },
      key(key) {
        if (s.cursor === null) return false;
        const to = walk(place, s.cursor, key);
        if (typeof to === 'number') base.focus(to);
        return to !== undefined;
      },
      cells: () => (s.view ? a11yCells(place, s.view, heat) : []),
      changed() {
        if (s.model) heat = heatText(s.model);
      },
      refreshed: showBar,
      repaint: refresh,
      paint(ctx, elapsed, position, model) {
        ctx.clearRect(0, 0, place.width, place.height);
        paintAll(ctx, position, model, elapsed);
      },
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
  if (marks.letters) draw.drawLetters(on, position);
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
