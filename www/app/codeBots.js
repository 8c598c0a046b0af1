/**
 * Bots written in this page. Every game needs only their names; `lab/code.js`, which runs them, is loaded
 * with the first request.
 */
import { ownBots, PROGRAM } from './store.js';

/** @typedef {import('../worker/client.js').Answer} Answer */

/** The latest request by channel: older answers are dropped. @type {Map<string, object>} */
const pending = new Map();

/** Their backend, besides the worker and `totora serve`. */
export const own = {
  /** Whether a bot was written here. @param {string} bot */
  takes: (bot) => bot.startsWith(PROGRAM) && ownBots.peek().includes(bot.slice(PROGRAM.length)),
  /** @param {string} channel @param {import('../worker/thinker.js').Question} about @param {(answer: Answer) => void} report */
  async think(channel, about, report) {
    const mine = {};
    pending.set(channel, mine);
    const { answer } = await import('./lab/code.js');
    const found = await answer(about);
    if (pending.get(channel) === mine) report(found);
  },
  /** @param {string} channel */
  stop: (channel) => pending.delete(channel),
};
