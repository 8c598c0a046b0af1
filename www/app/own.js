/**
 * Bots written in this page. Every game needs only their names; `lab/code.js`, which runs them, is loaded
 * with the first request.
 */
import { ownBots, PROGRAM } from './store.js';

/** @typedef {import('../worker/client.js').Answer} Answer */

/** The latest request by channel: older answers are dropped. @type {Map<string, object>} */
const pending = new Map();

/** Channels whose last analysis came from here. @type {Set<string>} */
const answered = new Set();

/** Whether a bot was written here. @param {string} bot */
const isOwn = (bot) =>
  bot.startsWith(PROGRAM) && ownBots.peek().includes(bot.slice(PROGRAM.length));

/** Their backend, besides the worker and `totora serve`. */
export const own = {
  takes: isOwn,
  /** @param {string} channel @param {import('../worker/thinker.js').Question} about @param {(answer: Answer) => void} report */
  async think(channel, about, report) {
    const mine = {};
    pending.set(channel, mine);
    answered.add(channel);
    const { answer } = await import('./lab/code.js');
    const found = await answer(about);
    if (pending.get(channel) === mine) report(found);
  },
  /** @param {string} channel */
  stop: (channel) => pending.delete(channel),
  /** @param {string} channel */
  forget(channel) {
    pending.delete(channel);
    answered.delete(channel);
  },
  /** @param {string} channel */
  answered: (channel) => answered.has(channel),
};
