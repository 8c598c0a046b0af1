/**
 * Commands for a person: selecting outposts, and giving them and the empire orders by clicks on the board or buttons.
 */

import * as strings from '../../strings/outpost.js';
import { reveal } from '../camera.js';
import { sameCell } from './boardState.js';
import { makeOrdering } from './ordering.js';
import { orderOf, withOrder } from './orders.js';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {ReturnType<typeof makeCommand>} Command */

/**
 * @param {BoardState} s
 * @param {import('../contract.js').BoardHost} host
 * @param {(question: Record<string, unknown>) => any} inspect
 * @param {() => void} refresh   called after a change
 */
export function makeCommand(s, host, inspect, refresh) {
  const ordering = makeOrdering(s, host, inspect, refresh);
  const { mine, clauses, order, give, hand, meant, send } = ordering;

  /** @param {Cell} cell @param {number} [seat] */
  function outpostsOn(cell, seat = s.seat) {
    const { view } = s;
    const list = view?.empires[seat].muster ?? [];
    return list.flatMap((at, i) => (sameCell(at, cell) ? [i] : []));
  }

  /** @param {number[]} list */
  function select(list) {
    s.note = '';
    s.selected = [...new Set(list)].sort((a, b) => a - b);
    if (s.mode !== 'rally') s.mode = null;
    s.points = false;
    refresh();
  }

  /** Gives the selected outposts an order. One that needs a place waits for a click. @param {string} verb */
  function task(verb) {
    if (s.selected.length === 0 || mine() === null) {
      host.say(strings.selectOutpostsFirst);
      return;
    }
    const again = s.mode === verb;
    s.mode = null;
    s.points = false;
    if (['go', 'patrol', 'pair', 'harvest'].includes(verb) && !again) {
      s.mode = verb;
      host.say(hintOf(verb));
      refresh();
    } else if (verb !== 'go' && verb !== 'patrol' && verb !== 'pair') {
      order({ verb, who: s.selected, points: [] });
      host.say(strings.to(s.selected.length, verb));
    } else refresh();
  }

  /**
   * The orders that a click on a cell gives while a button waits for it.
   * @type {Record<string, (empire: Position['empires'][number], cell: Cell, adding: boolean) => void>}
   */
  const placed = {
    rally({ home }, pressed) {
      const { cell, note } = meant(home, pressed, []);
      if (order({ verb: 'rally', who: [], points: [cell] })) s.note = note;
      s.mode = null;
    },
    rule({ home }, pressed) {
      const { cell, note } = meant(home, pressed, []);
      s.ruleCell = cell;
      s.note = note;
      s.mode = null;
    },
    pair(_, pressed) {
      const other = outpostsOn(pressed).find((i) => !s.selected.includes(i));
      if (other === undefined) {
        host.say(strings.thereIsNoOtherOutpost);
        return;
      }
      order({ verb: 'pair', who: s.selected, points: [], rest: String(other) });
      s.mode = null;
    },
    harvest({ muster }, pressed) {
      const { cell, note } = meant(muster[s.selected[0]], pressed, s.selected);
      if (order({ verb: 'harvest', who: s.selected, points: [cell] })) s.note = note;
      s.mode = null;
    },
    patrol({ muster }, pressed, adding) {
      const old = s.selected.map((i) => orderOf(clauses(), i));
      const { cell, note } = meant(muster[s.selected[0]], pressed, s.selected);
      const next = s.selected.reduce((list, i, k) => {
        const before = adding && old[k]?.verb === 'patrol' ? old[k].points : [muster[i]];
        return withOrder(list, { verb: 'patrol', who: [i], points: [...before, cell] });
      }, clauses());
      if (!adding) s.mode = null;
      s.note = note;
      give(next);
    },
  };

  /** A click on outposts of another empire that a person plays selects that empire. @param {Cell} cell */
  function otherOn(cell) {
    const { model } = s;
    if (!model || model.actor === null || s.mode === 'go' || s.selected.length > 0) return null;
    const ofPerson = (/** @type {number} */ e) => 'human' in model.state.seats[e].config;
    const found = s.view?.empires.findIndex(
      (_, e) => ofPerson(e) && outpostsOn(cell, e).length > 0,
    );
    return found === undefined || found < 0 || found === s.seat ? null : found;
  }

  /** Selects the outposts of a cell, or with Shift adds or removes them. @param {number[]} here @param {boolean} more */
  function pick(here, more) {
    const already = here.every((i) => s.selected.includes(i));
    if (more && already) select(s.selected.filter((i) => !here.includes(i)));
    else select(more ? [...s.selected, ...here] : here);
    host.say(strings.outpostOutpostsSelected(here.length, here[0]));
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {Cell} cell
   * @param {boolean} more   Shift is held: adds an outpost or a way-point
   */
  function act(cell, more) {
    const { view, mode } = s;
    if (!view) return;
    s.at = cell;
    const seat = mine();
    const adding = more || s.points;
    const some = s.selected.length > 0;
    const waits = mode && mode in placed && (some || (mode !== 'harvest' && mode !== 'patrol'));
    if (seat !== null && waits) {
      placed[mode](view.empires[seat], cell, adding);
      refresh();
      return;
    }
    const other = otherOn(cell);
    const here = seat === null ? [] : outpostsOn(cell);
    if (other !== null) {
      s.seat = other;
      host.seeAs(other);
      select(outpostsOn(cell));
    } else if (here.length > 0 && mode !== 'go') pick(here, more);
    else if (seat !== null && some) {
      if (!adding) s.mode = null;
      send(s.selected, cell, adding);
    } else {
      host.say(inspect({ ask: 'cell', cell })?.words ?? '');
      refresh();
    }
  }

  /** @param {'all' | 'none' | 'box' | 'points' | 'next'} what */
  function choose(what) {
    const muster = s.view?.empires[s.seat].muster ?? [];
    if (what === 'all') select(muster.map((_, i) => i));
    else if (what === 'none') {
      s.mode = null;
      select([]);
    } else if (what === 'box') {
      s.boxing = !s.boxing;
      s.box = null;
      if (s.boxing) host.say(strings.drawABoxAroundOutposts);
      refresh();
    } else if (what === 'points') {
      s.points = !s.points;
      refresh();
    } else if (muster.length > 0) {
      const from = s.selected.length ? s.selected[s.selected.length - 1] : -1;
      const next = (from + 1) % muster.length;
      s.at = muster[next];
      reveal(s.camera, s.at[0], s.at[1]);
      select([next]);
      host.say(strings.outpostOn(next, muster[next].join(',')));
    }
  }

  /** Sets what a click on the board does; the same mode again resets it. @param {string} mode */
  function setMode(mode) {
    s.mode = s.mode === mode ? null : mode;
    refresh();
  }

  /** @param {string} key   a stop condition */
  function toggleStop(key) {
    s.stops = { ...s.stops, [key]: !s.stops[key] };
    refresh();
  }

  /** @param {boolean} on   whether the user chooses which outposts to disband */
  function setAsk(on) {
    s.askDisband = on;
    refresh();
  }

  function dropRuleCell() {
    s.ruleCell = null;
  }

  /** @param {number} turns   0 pauses; Infinity fast-forwards to a stop condition */
  function play(turns) {
    s.mode = null;
    hand();
    const wanted = Object.keys(s.stops).filter((key) => s.stops[key]);
    if (s.askDisband) wanted.push('over');
    s.until =
      Number.isFinite(turns) || wanted.length === 0
        ? null
        : { ask: 'until', seat: s.seat, stops: wanted };
    host.advance(turns, s.until);
  }

  /** @param {{ from: Cell, to: Cell }} box @param {boolean} more */
  function pickBox({ from, to }, more) {
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [high, low] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const inside = (s.view?.empires[s.seat].muster ?? []).flatMap(([x, y], i) =>
      x >= left && x <= right && y >= high && y <= low ? [i] : [],
    );
    s.boxing = false;
    select(more ? [...s.selected, ...inside] : inside);
    host.say(strings.outpostsSelected(inside.length));
  }

  /** @param {string | null} mode */
  function hintOf(mode) {
    if (s.boxing) return strings.drawABoxAroundOutposts;
    if (mode === 'go') return strings.whereToClickOrTap;
    if (mode === 'patrol') return strings.toAndFroBetweenHere;
    if (mode === 'pair') return strings.besideWhichOutpost;
    if (mode === 'harvest') return strings.whichSitePressHarvestAgain;
    if (mode === 'rally') return strings.whereShallNewOutpostsGo;
    if (mode === 'rule') return strings.whichCellIsTheRule;
    return '';
  }

  /**
   * Keeps outposts selected after they have moved: they are found by their old positions.
   * @param {Position} old
   * @param {Position} next
   */
  function follow(old, next) {
    const before = old.empires[s.seat]?.muster ?? [];
    const from = next.last.from[s.seat] ?? [];
    const wanted = s.selected.map((i) => before[i]).filter(Boolean);
    /** @type {number[]} */
    const found = [];
    let at = 0;
    for (const cell of wanted) {
      const i = from.findIndex((one, k) => k >= at && sameCell(one, cell));
      if (i < 0) continue;
      found.push(i);
      at = i + 1;
    }
    s.selected = found;
  }

  return {
    ...ordering,
    outpostsOn,
    select,
    task,
    act,
    choose,
    setMode,
    toggleStop,
    setAsk,
    dropRuleCell,
    play,
    pickBox,
    hintOf,
    follow,
  };
}
