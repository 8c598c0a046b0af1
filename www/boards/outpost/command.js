/**
 * Commands for a person: selecting outposts, and giving them and the empire orders by clicks on the board or buttons.
 */

import * as strings from '../../strings/outpost.js';
import { reveal } from '../camera.js';
import { sameCell } from './boardState.js';
import { give, hand, meant, mine, order, send } from './ordering.js';
import { orderOf, withOrder } from './orders.js';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./boardState.js').Empire} Empire */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./ordering.js').Command} Command */

/** The cells of the empire's outposts. @param {BoardState} s @param {number} [seat] */
const musterOf = (s, seat = s.seat) => s.view?.empires[seat].muster ?? [];

/** @param {BoardState} s @param {Cell} cell @param {number} [seat] */
export const outpostsOn = (s, cell, seat) =>
  musterOf(s, seat).flatMap((at, i) => (sameCell(at, cell) ? [i] : []));

/** @param {Command} command @param {number[]} list */
export function select({ s, refresh }, list) {
  s.note = '';
  s.selected = [...new Set(list)].sort((a, b) => a - b);
  if (s.mode !== 'rally') s.mode = null;
  s.points = false;
  refresh();
}

/** Gives the selected outposts an order. One that needs a place waits for a click. @param {Command} command @param {string} verb */
export function task(command, verb) {
  const { s, host, refresh } = command;
  if (s.selected.length === 0 || mine(command) === null) {
    host.say(strings.selectOutpostsFirst);
    return;
  }
  const again = s.mode === verb;
  s.mode = null;
  s.points = false;
  if (['go', 'patrol', 'pair', 'harvest'].includes(verb) && !again) {
    s.mode = verb;
    host.say(hintOf(s));
    refresh();
  } else if (verb !== 'go' && verb !== 'patrol' && verb !== 'pair') {
    order(command, { verb, who: s.selected });
    host.say(strings.to(s.selected.length, verb));
  } else refresh();
}

/**
 * The orders that a click on a cell gives while a button waits for it.
 * @type {Record<string, (command: Command, empire: Empire, cell: Cell, adding: boolean) => void>}
 */
const placed = {
  rally(command, { home }, pressed) {
    const { s } = command;
    const { cell, note } = meant(command, home, pressed, []);
    if (order(command, { verb: 'rally', points: [cell] })) s.note = note;
    s.mode = null;
  },
  rule(command, { home }, pressed) {
    const { cell, note } = meant(command, home, pressed, []);
    Object.assign(command.s, { ruleCell: cell, note, mode: null });
  },
  pair(command, _, pressed) {
    const { s, host } = command;
    const other = outpostsOn(s, pressed).find((i) => !s.selected.includes(i));
    if (other === undefined) {
      host.say(strings.thereIsNoOtherOutpost);
      return;
    }
    order(command, { verb: 'pair', who: s.selected, rest: String(other) });
    s.mode = null;
  },
  harvest(command, { muster }, pressed) {
    const { s } = command;
    const { cell, note } = meant(command, muster[s.selected[0]], pressed, s.selected);
    if (order(command, { verb: 'harvest', who: s.selected, points: [cell] })) s.note = note;
    s.mode = null;
  },
  patrol(command, { muster }, pressed, adding) {
    const { s } = command;
    const { selected } = s;
    const { cell, note } = meant(command, muster[selected[0]], pressed, selected);
    if (!adding) s.mode = null;
    s.note = note;
    give(command, (now) =>
      selected.reduce((list, i) => {
        const old = adding ? orderOf(now, i) : null;
        const before = old?.verb === 'patrol' ? old.points : [muster[i]];
        return withOrder(list, { verb: 'patrol', who: [i], points: [...before, cell] });
      }, now),
    );
  },
};

/** A click on outposts of another empire that a person plays selects that empire. @param {BoardState} s @param {Cell} cell */
function otherOn(s, cell) {
  const { model } = s;
  if (!model || model.actor === null || s.mode === 'go' || s.selected.length > 0) return null;
  const found = model.state.seats.findIndex(
    ({ config }, e) => 'human' in config && outpostsOn(s, cell, e).length > 0,
  );
  return found < 0 || found === s.seat ? null : found;
}

/** Selects the outposts of a cell, or with Shift adds or removes them. @param {Command} command @param {number[]} here @param {boolean} more */
function pick(command, here, more) {
  const { selected } = command.s;
  if (more && here.every((i) => selected.includes(i)))
    select(
      command,
      selected.filter((i) => !here.includes(i)),
    );
  else select(command, more ? [...selected, ...here] : here);
  command.host.say(strings.outpostOutpostsSelected(here.length, here[0]));
}

/**
 * A click, a tap or Enter on a cell.
 * @param {Command} command
 * @param {Cell} cell
 * @param {boolean} more   Shift is held: adds an outpost or a way-point
 */
export function act(command, cell, more) {
  const { s, host, inspect, refresh } = command;
  const { view, mode } = s;
  if (!view) return;
  s.at = cell;
  const seat = mine(command);
  const adding = more || s.points;
  const some = s.selected.length > 0;
  const waits = mode && mode in placed && (some || (mode !== 'harvest' && mode !== 'patrol'));
  if (seat !== null && waits) {
    placed[mode](command, view.empires[seat], cell, adding);
    refresh();
    return;
  }
  const other = otherOn(s, cell);
  const here = seat === null ? [] : outpostsOn(s, cell);
  if (other !== null) {
    s.seat = other;
    host.seeAs(other);
    select(command, outpostsOn(s, cell));
  } else if (here.length > 0 && mode !== 'go') pick(command, here, more);
  else if (seat !== null && some) {
    if (!adding) s.mode = null;
    send(command, s.selected, cell, adding);
  } else {
    host.say(inspect({ ask: 'cell', cell })?.words ?? '');
    refresh();
  }
}

/** @param {Command} command @param {'all' | 'none' | 'box' | 'points' | 'next'} what */
export function choose(command, what) {
  const { s, host, refresh } = command;
  const muster = musterOf(s);
  if (what === 'all') {
    select(
      command,
      muster.map((_, i) => i),
    );
  } else if (what === 'none') {
    s.mode = null;
    select(command, []);
  } else if (what === 'box') {
    s.boxing = !s.boxing;
    s.box = null;
    if (s.boxing) host.say(strings.drawABoxAroundOutposts);
    refresh();
  } else if (what === 'points') {
    s.points = !s.points;
    refresh();
  } else if (muster.length > 0) {
    const next = ((s.selected.at(-1) ?? -1) + 1) % muster.length;
    s.at = muster[next];
    reveal(s.camera, s.at[0], s.at[1]);
    select(command, [next]);
    host.say(strings.outpostOn(next, muster[next].join(',')));
  }
}

/** Sets what a click on the board does; the same mode again resets it. @param {Command} command @param {string} mode */
export function setMode({ s, refresh }, mode) {
  s.mode = s.mode === mode ? null : mode;
  refresh();
}

/** @param {Command} command @param {Partial<BoardState>} some */
export function change({ s, refresh }, some) {
  Object.assign(s, some);
  refresh();
}

/** @param {Command} command @param {number} turns   0 pauses; Infinity fast-forwards to a stop condition */
export function play(command, turns) {
  const { s, host } = command;
  s.mode = null;
  hand(command);
  const wanted = Object.keys(s.stops).filter((key) => s.stops[key]);
  if (s.askDisband) wanted.push('over');
  const stops = !Number.isFinite(turns) && wanted.length > 0;
  s.until = stops ? { ask: 'until', seat: s.seat, stops: wanted } : null;
  host.advance(turns, s.until);
}

/** @param {Command} command @param {{ from: Cell, to: Cell }} box @param {boolean} more */
export function pickBox(command, { from, to }, more) {
  const { s, host } = command;
  const between = (/** @type {Cell} */ cell, /** @type {0 | 1} */ axis) =>
    cell[axis] >= Math.min(from[axis], to[axis]) && cell[axis] <= Math.max(from[axis], to[axis]);
  const inside = musterOf(s).flatMap((cell, i) =>
    between(cell, 0) && between(cell, 1) ? [i] : [],
  );
  s.boxing = false;
  select(command, more ? [...s.selected, ...inside] : inside);
  host.say(strings.outpostsSelected(inside.length));
}

/** What a click does in each mode. */
const HINTS = /** @type {Record<string, string>} */ ({
  go: strings.whereToClickOrTap,
  patrol: strings.toAndFroBetweenHere,
  pair: strings.besideWhichOutpost,
  harvest: strings.whichSitePressHarvestAgain,
  rally: strings.whereShallNewOutpostsGo,
  rule: strings.whichCellIsTheRule,
});

/** @param {BoardState} s */
export const hintOf = (s) =>
  s.boxing ? strings.drawABoxAroundOutposts : (HINTS[s.mode ?? ''] ?? '');

/**
 * Keeps outposts selected after they have moved: they are found by their old positions.
 * @param {BoardState} s
 * @param {Position} old
 * @param {Position} next
 */
export function follow(s, old, next) {
  const before = old.empires[s.seat]?.muster ?? [];
  const from = next.last.from[s.seat] ?? [];
  let at = 0;
  s.selected = s.selected.flatMap((index) => {
    const i = before[index]
      ? from.findIndex((one, k) => k >= at && sameCell(one, before[index]))
      : -1;
    if (i < 0) return [];
    at = i + 1;
    return [i];
  });
}
