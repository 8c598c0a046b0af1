/**
 * What a person does with outposts: selecting them, and telling them and the empire what to do. It
 * puts orders together by their parts and hands them to the shell; how they are written and whether they
 * can be carried out is Rust's to say.
 */
import { reveal } from '../camera.js';
import { sameCell } from './boardState.js';
import { NONE, orderOf, withOrder } from './orders.js';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {import('./orders.js').Given} Given */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {ReturnType<typeof makeCommand>} Command */

/**
 * @param {BoardState} s
 * @param {import('../contract.js').BoardHost} host
 * @param {(question: Record<string, unknown>) => any} ask
 * @param {() => void} refresh   something has changed
 */
export function makeCommand(s, host, ask, refresh) {
  /** Orders for the turn that waits, by position and seat: a look back and forth loses none. @type {Map<string, Given>} */
  const given = new Map();

  /** The empire that a person orders now: the one looked at, if somebody sits there. */
  function mine() {
    const { model } = s;
    if (!model || model.actor === null || model.state.outcome) return null;
    const human = (/** @type {number} */ e) => 'human' in model.state.seats[e].config;
    return human(s.seat) ? s.seat : null;
  }

  const orderKey = () => `${s.model?.state.hash} ${s.seat}`;
  const ordered = () => given.get(orderKey()) ?? NONE;
  const clauses = () => ordered().clauses;

  /** @param {Clause[]} next @returns {Given | null} */
  function write(next) {
    /** @type {import('../../pkg/totora.js').OutpostWritten | null} */
    const written = ask({ ask: 'order', clauses: next });
    return written && { clauses: next, ...written };
  }

  /** @param {Given} next */
  function keep(next) {
    given.delete(orderKey());
    given.set(orderKey(), next);
    if (given.size > 40) given.delete(/** @type {string} */ (given.keys().next().value));
    hand();
    refresh();
  }

  /** Tells the shell what persons order for the turn that waits. */
  function hand() {
    const { model } = s;
    if (!model) return;
    /** @type {Record<number, string>} */
    const orders = {};
    model.state.seats.forEach((_, e) => {
      const list = given.get(`${model.state.hash} ${e}`);
      if (list?.clauses.length) orders[e] = list.text;
    });
    host.order?.(orders);
  }

  // --- ordering -----------------------------------------------------------------------------

  /**
   * Gives orders, unless Rust says that they cannot be.
   * @param {Clause[]} next
   * @returns {boolean}
   */
  function give(next) {
    const written = write(next);
    if (!written) return false;
    const error = ask({ ask: 'plan', seat: s.seat, text: written.text })?.error;
    if (error) {
      host.tell(error);
      host.say(error);
      return false;
    }
    keep(written);
    return true;
  }

  /** Takes back an order that waits. @param {number} index */
  function drop(index) {
    const written = write(clauses().filter((_, i) => i !== index));
    if (written) keep(written);
  }

  /** @param {Clause} clause */
  function order(clause) {
    s.note = '';
    return give(withOrder(clauses(), clause));
  }

  /** What the orders that wait make of the tasks; null when there are none. @returns {import('../../pkg/totora.js').OutpostTask[] | null} */
  function planned() {
    const { text } = ordered();
    return text ? (ask({ ask: 'plan', seat: s.seat, text })?.tasks ?? null) : null;
  }

  /**
   * The way to where a click is answered: for water that is the nearest land, and Rust says so.
   * @param {Cell} from
   * @param {Cell} to
   * @returns {import('../../pkg/totora.js').OutpostPath | null}
   */
  const way = (from, to) => ask({ ask: 'path', seat: s.seat, from, to });

  /**
   * The cell that is meant by one that was pressed. Where that is another one, it is told.
   * @param {Cell} from
   * @param {Cell} pressed
   * @param {number[]} who
   * @returns {{ cell: Cell, note: string }}
   */
  function meant(from, pressed, who) {
    const found = way(from, pressed);
    if (!found) return { cell: pressed, note: '' };
    const more = who.length > 1 ? ` (and ${who.length - 1} more)` : '';
    const one = who.length > 0 ? `Outpost ${who[0]}` : 'New outposts';
    host.say(`${one}: ${found.words}${more}`);
    const cell = /** @type {Cell} */ (found.to);
    return { cell, note: sameCell(cell, pressed) ? '' : found.words };
  }

  /**
   * Sends outposts to a cell, after the cells that they go to already if one is added.
   * @param {number[]} who
   * @param {Cell} pressed
   * @param {boolean} [adding]
   */
  function send(who, pressed, adding = false) {
    const old = orderOf(clauses(), who[0]);
    const before = adding && old?.verb === 'go' ? old.points : [];
    const from = before.at(-1) ?? s.view?.empires[s.seat].muster[who[0]];
    if (!from) return;
    const { cell, note } = meant(from, pressed, who);
    if (order({ verb: 'go', who, points: [...before, cell] })) s.note = note;
    refresh();
  }

  /** A bot's orders that the hint shows, for the empire that a person orders; null if there are none. */
  function advised() {
    const hint = s.model?.hint ?? null;
    return mine() === null || hint === clauses().find((one) => one.verb === 'turn')?.rest
      ? null
      : hint;
  }

  /** Takes the advice as the orders of this turn; they can still be changed. */
  function accept() {
    const rest = advised();
    if (rest !== null && order({ verb: 'turn', who: [], points: [], rest })) {
      host.say('The advice waits for your turn.');
    }
  }

  /** Puts all that has no orders of its own into an adviser's hands: the one that runs the empire, or the one that Rust suggests. */
  function asAdvised() {
    const { view } = s;
    if (!view || mine() === null) return;
    const waiting = clauses().find((one) => one.verb === 'adviser')?.rest;
    const now = waiting ?? view.empires[s.seat].standing?.adviser;
    const adviser = now && now !== 'none' ? now : view.adviser;
    const who = view.empires[s.seat].muster.map((_, i) => i);
    const next = withOrder(clauses(), { verb: 'adviser', who: [], points: [], rest: adviser });
    s.note = '';
    const all = withOrder(next, { verb: 'auto', who, points: [] });
    if (give(who.length > 0 ? all : next)) host.say(`All as ${host.botName(adviser)} says.`);
  }

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

  /** Tells the selected outposts something that needs no place, or waits for the place. @param {string} verb */
  function task(verb) {
    if (s.selected.length === 0 || mine() === null) {
      host.say('Select outposts first.');
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
      host.say(`${s.selected.length} to ${verb}`);
    } else refresh();
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {Cell} cell
   * @param {boolean} more   Shift is held: one more outpost, or one more way-point
   */
  function act(cell, more) {
    const { view } = s;
    if (!view) return;
    s.at = cell;
    const seat = mine();
    const adding = more || s.points;
    if (seat !== null && s.mode === 'rally') {
      const { cell: to, note } = meant(view.empires[seat].home, cell, []);
      if (order({ verb: 'rally', who: [], points: [to] })) s.note = note;
      s.mode = null;
      refresh();
      return;
    }
    if (seat !== null && s.mode === 'rule') {
      const { cell: to, note } = meant(view.empires[seat].home, cell, []);
      s.ruleCell = to;
      s.note = note;
      s.mode = null;
      refresh();
      return;
    }
    const here = seat === null ? [] : outpostsOn(cell);
    if (seat !== null && s.mode === 'pair') {
      const other = here.find((i) => !s.selected.includes(i));
      if (other === undefined) host.say('There is no other outpost of yours on this cell.');
      else {
        order({ verb: 'pair', who: s.selected, points: [], rest: String(other) });
        s.mode = null;
      }
      refresh();
      return;
    }
    if (seat !== null && s.selected.length > 0 && s.mode === 'harvest') {
      const from = view.empires[seat].muster[s.selected[0]];
      const { cell: site, note } = meant(from, cell, s.selected);
      if (order({ verb: 'harvest', who: s.selected, points: [site] })) s.note = note;
      s.mode = null;
      refresh();
      return;
    }
    if (seat !== null && s.selected.length > 0 && s.mode === 'patrol') {
      const list = clauses();
      const known = s.selected.map((i) => orderOf(list, i));
      let next = list;
      const { cell: to, note } = meant(view.empires[seat].muster[s.selected[0]], cell, s.selected);
      s.selected.forEach((index, k) => {
        const old = known[k];
        const from = view.empires[seat].muster[index];
        const points = adding && old?.verb === 'patrol' ? [...old.points, to] : [from, to];
        next = withOrder(next, { verb: 'patrol', who: [index], points });
      });
      if (!adding) s.mode = null;
      s.note = note;
      give(next);
      return;
    }
    // Another empire that a person plays is taken over by a click on its outposts.
    const other = view.empires.findIndex(
      (_, e) =>
        s.model?.actor !== null &&
        'human' in (s.model?.state.seats[e].config ?? {}) &&
        outpostsOn(cell, e).length > 0,
    );
    if (s.mode !== 'go' && other >= 0 && other !== s.seat && s.selected.length === 0) {
      s.seat = other;
      host.seeAs(other);
      select(outpostsOn(cell));
      return;
    }
    const going = s.mode === 'go' || (s.selected.length > 0 && here.length === 0);
    if (here.length > 0 && s.mode !== 'go') {
      const already = here.every((i) => s.selected.includes(i));
      if (more && already) select(s.selected.filter((i) => !here.includes(i)));
      else if (more) select([...s.selected, ...here]);
      else select(here);
      host.say(`${here.length === 1 ? `Outpost ${here[0]}` : `${here.length} outposts`} selected`);
      return;
    }
    if (seat !== null && going && s.selected.length > 0) {
      if (!adding) s.mode = null;
      send(s.selected, cell, adding);
      return;
    }
    host.say(ask({ ask: 'cell', cell })?.words ?? '');
    refresh();
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
      if (s.boxing) host.say('Draw a box around outposts.');
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
      host.say(`Outpost ${next} on ${muster[next].join(',')}`);
    }
  }

  /** @param {number} turns   none is a pause, and on and on is a run with its stops */
  function play(turns) {
    s.mode = null;
    hand();
    const wanted = Object.keys(s.stops).filter((key) => s.stops[key]);
    if (s.askDisband) wanted.push('over');
    const until =
      Number.isFinite(turns) || wanted.length === 0
        ? null
        : { ask: 'until', seat: s.seat, stops: wanted };
    host.advance?.(turns, until);
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
    host.say(`${inside.length} outposts selected`);
  }

  /** @param {string | null} mode */
  function hintOf(mode) {
    if (s.boxing) return 'Draw a box around outposts.';
    if (mode === 'go') return 'Where to? Click or tap a cell; with Shift more than one.';
    if (mode === 'patrol') return 'To and fro between here and which cell?';
    if (mode === 'pair') return 'Beside which outpost?';
    if (mode === 'harvest') return 'Which site? Press Harvest again to let them choose.';
    if (mode === 'rally') return 'Where shall new outposts go?';
    if (mode === 'rule') return 'Which cell is the rule about?';
    return '';
  }

  /**
   * Outposts keep being selected when they have moved: they are found again by where they stood.
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
    mine,
    clauses,
    ordered,
    drop,
    hand,
    advised,
    accept,
    asAdvised,
    order,
    outpostsOn,
    planned,
    select,
    send,
    way,
    task,
    act,
    choose,
    play,
    pickBox,
    hintOf,
    follow,
  };
}
