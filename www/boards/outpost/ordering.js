/**
 * Collects a person's orders for the next turn and sends them to the shell. Rust writes the orders and checks whether
 * they are possible.
 */

import * as strings from '../../strings/outpost.js';
import { sameCell } from './boardState.js';
import { NONE, orderOf, withOrder } from './orders.js';

/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Cell} Cell */
/** @typedef {import('./orders.js').Clause} Clause */
/** @typedef {import('./orders.js').Orders} Orders */

/**
 * @param {BoardState} s
 * @param {import('../contract.js').BoardHost} host
 * @param {(question: Record<string, unknown>) => any} inspect
 * @param {() => void} refresh   called after a change
 */
export function makeOrdering(s, host, inspect, refresh) {
  /** Orders for the next turn, by position and seat, so that looking at other positions loses none. @type {Map<string, Orders>} */
  const pending = new Map();

  /** The empire that receives orders: the selected one, if a person plays it. */
  function mine() {
    const { model } = s;
    if (!model || model.actor === null || model.state.outcome) return null;
    const human = (/** @type {number} */ e) => 'human' in model.state.seats[e].config;
    return human(s.seat) ? s.seat : null;
  }

  const orderKey = () => `${s.model?.state.hash} ${s.seat}`;
  const ordered = () => pending.get(orderKey()) ?? NONE;
  const clauses = () => ordered().clauses;

  /** @param {Clause[]} next @returns {Orders | null} */
  function write(next) {
    /** @type {import('../../pkg/totora.js').OutpostWritten | null} */
    const written = inspect({ ask: 'order', clauses: next });
    return written && { clauses: next, ...written };
  }

  /** @param {Orders} next */
  function keep(next) {
    pending.delete(orderKey());
    pending.set(orderKey(), next);
    if (pending.size > 40) pending.delete(/** @type {string} */ (pending.keys().next().value));
    hand();
    refresh();
  }

  /** Sends people's orders for the next turn to the shell. */
  function hand() {
    const { model } = s;
    if (!model) return;
    /** @type {Record<number, string>} */
    const orders = {};
    model.state.seats.forEach((_, e) => {
      const list = pending.get(`${model.state.hash} ${e}`);
      if (list?.clauses.length) orders[e] = list.text;
    });
    host.order(orders);
  }

  /**
   * Sets the orders, unless Rust rejects them.
   * @param {Clause[]} next
   * @returns {boolean}
   */
  function give(next) {
    const written = write(next);
    if (!written) return false;
    const error = inspect({ ask: 'plan', seat: s.seat, text: written.text })?.error;
    if (error) {
      host.notify(error);
      host.say(error);
      return false;
    }
    keep(written);
    return true;
  }

  /** Removes a pending order. @param {number} index */
  function drop(index) {
    const written = write(clauses().filter((_, i) => i !== index));
    if (written) keep(written);
  }

  /** @param {Clause} clause */
  function order(clause) {
    s.note = '';
    return give(withOrder(clauses(), clause));
  }

  /** The cached plan, because it is drawn in every frame. @type {{ key: string, tasks: import('../../pkg/totora.js').OutpostTask[] | null }} */
  let plan = { key: '', tasks: null };

  /** Each outpost's task by the pending orders or the empire's adviser; null without either. */
  function planned() {
    const rest = mine() === null ? null : s.view?.empires[s.seat].standing?.adviser;
    const goesOn = rest ? write([{ verb: 'adviser', who: [], points: [], rest }]) : null;
    const text = ordered().text || goesOn?.text;
    const key = `${orderKey()} ${text}`;
    if (key !== plan.key)
      plan = { key, tasks: (text && inspect({ ask: 'plan', seat: s.seat, text })?.tasks) || null };
    return plan.tasks;
  }

  /**
   * The target of a click on a cell. For water, Rust returns the nearest land, and `note` explains that.
   * @param {Cell} from
   * @param {Cell} pressed
   * @param {number[]} who
   * @returns {{ cell: Cell, note: string }}
   */
  function meant(from, pressed, who) {
    /** @type {import('../../pkg/totora.js').OutpostPath | null} */
    const found = inspect({ ask: 'path', seat: s.seat, from, to: pressed });
    if (!found) return { cell: pressed, note: '' };
    const one = who.length > 0 ? strings.outpost(who[0]) : strings.newOutposts;
    host.say(strings.sentWith(one, found.words, who.length - 1));
    const cell = /** @type {Cell} */ (found.to);
    return { cell, note: sameCell(cell, pressed) ? '' : found.words };
  }

  /**
   * Sends outposts to a cell; with `adding` as a further way-point.
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

  /** The suggested orders for the person's empire; null if there are none. */
  function advised() {
    const hint = s.model?.hint ?? null;
    return mine() === null || hint === clauses().find((one) => one.verb === 'turn')?.rest
      ? null
      : hint;
  }

  /** Uses the suggested orders for this turn; they can still be changed. */
  function accept() {
    const rest = advised();
    if (rest !== null && order({ verb: 'turn', who: [], points: [], rest })) {
      host.say(strings.adviceWaitsForYourTurn);
    }
  }

  /** Lets an adviser run the empire and all outposts: the current adviser, or the one that Rust suggests. */
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
