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
 * What commands need besides the board's state; `refresh` is called after a change.
 * @param {Pick<import('../base.js').Base<any, any>, 'host' | 'inspect'> & { s: BoardState, refresh: () => void }} base
 */
export const makeCommand = ({ s, host, inspect, refresh }) => ({
  s,
  host,
  inspect,
  refresh,
  /** Orders for the next turn, by position and seat, so that looking at other positions loses none. @type {Map<string, Orders>} */
  pending: new Map(),
  /** The cached plan, because it is drawn in every frame. */
  plan: {
    key: '',
    tasks: /** @type {import('../../pkg/totora.js').OutpostTask[] | null} */ (null),
  },
});

/** @typedef {ReturnType<typeof makeCommand>} Command */

/** The empire that receives orders: the selected one, if a person plays it. @param {Command} command */
export function mine({ s: { model, seat } }) {
  if (!model || model.actor === null || model.state.outcome) return null;
  return 'human' in model.state.seats[seat].config ? seat : null;
}

/** @param {Command} command */
const orderKey = ({ s }) => `${s.model?.state.hash} ${s.seat}`;
/** @param {Command} command */
export const ordered = (command) => command.pending.get(orderKey(command)) ?? NONE;
/** @param {Command} command */
export const clauses = (command) => ordered(command).clauses;

/** The pending order to the empire with a verb. @param {Clause[]} list @param {string} verb */
export const orderTo = (list, verb) => list.find((one) => one.verb === verb);

/** @param {Command} command @param {Clause[]} next @returns {Orders | null} */
function write({ inspect }, next) {
  /** @type {import('../../pkg/totora.js').OutpostWritten | null} */
  const written = inspect({ ask: 'order', clauses: next });
  return written && { clauses: next, ...written };
}

/** @param {Command} command @param {Orders} next */
function keep(command, next) {
  const { pending } = command;
  pending.delete(orderKey(command));
  pending.set(orderKey(command), next);
  if (pending.size > 40) pending.delete(/** @type {string} */ (pending.keys().next().value));
  hand(command);
  command.refresh();
}

/** Sends people's orders for the next turn to the shell. @param {Command} command */
export function hand({ s: { model }, host, pending }) {
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
 * Sets the orders, once the whole engine is loaded, which writes them.
 * @param {Command} command
 * @param {(now: Clause[]) => Clause[]} change   gets the pending orders
 * @returns {boolean} false if Rust rejects them at once
 */
export function give(command, change) {
  let given = true;
  command.host.whenWhole(() => {
    given = giveNow(command, change(clauses(command)));
  });
  return given;
}

/** @param {Command} command @param {Clause[]} next @returns {boolean} */
function giveNow(command, next) {
  const { s, host, inspect } = command;
  const written = write(command, next);
  if (!written) return false;
  const error = inspect({ ask: 'plan', seat: s.seat, text: written.text })?.error;
  if (error) {
    host.notify(error);
    host.say(error);
    return false;
  }
  keep(command, written);
  return true;
}

/** Removes a pending order. @param {Command} command @param {number} index */
export function drop(command, index) {
  const written = write(command, clauses(command).toSpliced(index, 1));
  if (written) keep(command, written);
}

/** @param {Command} command @param {Partial<Clause> & { verb: string }} clause */
export function order(command, clause) {
  command.s.note = '';
  return give(command, (now) => withOrder(now, { who: [], points: [], ...clause }));
}

/** Each outpost's task by the pending orders or the empire's adviser; null without either. @param {Command} command */
export function planned(command) {
  const { s, inspect, plan } = command;
  const rest = mine(command) === null ? null : s.view?.empires[s.seat].standing?.adviser;
  const goesOn = rest ? write(command, [{ verb: 'adviser', who: [], points: [], rest }]) : null;
  const text = ordered(command).text || goesOn?.text;
  const key = `${orderKey(command)} ${text}`;
  if (key !== plan.key) {
    plan.key = key;
    plan.tasks = (text && inspect({ ask: 'plan', seat: s.seat, text })?.tasks) || null;
  }
  return plan.tasks;
}

/**
 * The target of a click on a cell. For water, Rust returns the nearest land, and `note` explains that.
 * @param {Command} command
 * @param {Cell} from
 * @param {Cell} pressed
 * @param {number[]} who
 * @returns {{ cell: Cell, note: string }}
 */
export function meant({ s, host, inspect }, from, pressed, who) {
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
 * @param {Command} command
 * @param {number[]} who
 * @param {Cell} pressed
 * @param {boolean} [adding]
 */
export function send(command, who, pressed, adding = false) {
  const { s } = command;
  const old = orderOf(clauses(command), who[0]);
  const before = adding && old?.verb === 'go' ? old.points : [];
  const from = before.at(-1) ?? s.view?.empires[s.seat].muster[who[0]];
  if (!from) return;
  const { cell, note } = meant(command, from, pressed, who);
  if (order(command, { verb: 'go', who, points: [...before, cell] })) s.note = note;
  command.refresh();
}

/** The suggested orders for the person's empire; null if there are none. @param {Command} command */
export function advised(command) {
  const hint = command.s.model?.hint ?? null;
  const used = mine(command) === null || hint === orderTo(clauses(command), 'turn')?.rest;
  return used ? null : hint;
}

/** Uses the suggested orders for this turn; they can still be changed. @param {Command} command */
export function accept(command) {
  const rest = advised(command);
  if (rest !== null && order(command, { verb: 'turn', rest }))
    command.host.say(strings.adviceWaitsForYourTurn);
}

/** Lets an adviser run the empire and all outposts: the current adviser, or the one that Rust suggests. @param {Command} command */
export function asAdvised(command) {
  const { s, host } = command;
  const { view } = s;
  if (!view || mine(command) === null) return;
  const { standing, muster } = view.empires[s.seat];
  const own = orderTo(clauses(command), 'adviser')?.rest ?? standing?.adviser;
  const adviser = own && own !== 'none' ? own : view.adviser;
  const who = muster.map((_, i) => i);
  s.note = '';
  const given = give(command, (now) => {
    const next = withOrder(now, { verb: 'adviser', who: [], points: [], rest: adviser });
    return who.length > 0 ? withOrder(next, { verb: 'auto', who, points: [] }) : next;
  });
  if (given) host.say(strings.allAsSays(host.botName(adviser)));
}
