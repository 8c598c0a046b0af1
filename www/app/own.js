/**
 * Bots written in this page, as far as every game needs to know them: which there are. What runs them comes
 * when one is asked (`lab/code.js`).
 */
import { ownBots, PROGRAM } from './store.js';

/** @typedef {import('../worker/client.js').Answer} Answer */

/** What was asked last, by channel: an older answer is dropped. @type {Map<string, object>} */
const pending = new Map();

/** The channels whose last thought came from here. @type {Set<string>} */
const answered = new Set();

/** Whether a bot was written here. @param {string} bot */
const isOwn = (bot) =>
  bot.startsWith(PROGRAM) && ownBots.peek().includes(bot.slice(PROGRAM.length));

/** What thinks for them, beside the worker and `totora serve`. */
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
