/**
 * The orders that a person gives for the turn that waits. They are put together by their parts and handed to the
 * shell; how they are written and whether they can be carried out is Rust's to say.
 */

import * as strings from '../../strings/outpost.js';
import { sameCell } from './boardState.js';
import { NONE, orderOf, withOrder } from './orders.js';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {import('./orders.js').Given} Given */

/**
 * @param {BoardState} s
 * @param {import('../contract.js').BoardHost} host
 * @param {(question: Record<string, unknown>) => any} ask
 * @param {() => void} refresh   something has changed
 */
export function makeOrdering(s, host, ask, refresh) {
  /** Orders for the turn that waits, by position and seat: a look back and forth loses none. @type {Map<string, Given>} */
  const given = new Map();

  /** The empire that a person orders now: the one looked at, if a person sits there. */
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
    host.order(orders);
  }

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
      host.notify(error);
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

  /** What was last planned, and for what: it is drawn with every frame. @type {{ key: string, tasks: import('../../pkg/totora.js').OutpostTask[] | null }} */
  let plan = { key: '', tasks: null };

  /** What each outpost does by the orders that wait, or by the adviser that runs the empire; null without either. */
  function planned() {
    const rest = mine() === null ? null : s.view?.empires[s.seat].standing?.adviser;
    const goesOn = rest ? write([{ verb: 'adviser', who: [], points: [], rest }]) : null;
    const text = ordered().text || goesOn?.text;
    const key = `${orderKey()} ${text}`;
    if (key !== plan.key)
      plan = { key, tasks: (text && ask({ ask: 'plan', seat: s.seat, text })?.tasks) || null };
    return plan.tasks;
  }

  /**
   * The cell that is meant by one that was pressed: for water that is the nearest land, and Rust says so. Where it is
   * another one, `note` says so.
   * @param {Cell} from
   * @param {Cell} pressed
   * @param {number[]} who
   * @returns {{ cell: Cell, note: string }}
   */
  function meant(from, pressed, who) {
    /** @type {import('../../pkg/totora.js').OutpostPath | null} */
    const found = ask({ ask: 'path', seat: s.seat, from, to: pressed });
    if (!found) return { cell: pressed, note: '' };
    const one = who.length > 0 ? strings.outpost(who[0]) : strings.newOutposts;
    host.say(strings.sentWith(one, found.words, who.length - 1));
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
      host.say(strings.adviceWaitsForYourTurn);
    }
  }

  /** Puts all that has no orders of its own under an adviser: the one that runs the empire, or the one that Rust suggests. */
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
    if (give(who.length > 0 ? all : next)) host.say(strings.allAsSays(host.botName(adviser)));
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
    give,
    planned,
    meant,
    send,
  };
}
