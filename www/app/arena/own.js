/**
 * Bots that somebody wrote, in a tournament. They are entered by their name and a digest of their code, so that games of
 * code that has changed since are not taken for its own.
 */
import { transfer } from 'comlink';
import { kept } from '../lab/bots.js';

/** @typedef {import('../../worker/arenaClient.js').ArenaWorker} ArenaWorker */
/** @typedef {import('../lab/bots.js').OwnBot} OwnBot */

/** The most characters of a program's name, without the digest. */
const LONGEST = 34;

/** @param {OwnBot} bot @returns {string} by which it is entered */
export function entryOf({ name, source }) {
  let hash = 0x811c9dc5;
  for (const char of source) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${name.slice(0, LONGEST)} ${(hash >>> 12).toString(16).padStart(5, '0')}`;
}

/** The name by which a saved bot is entered. @param {string} name */
export const arenaName = (name) => {
  const bot = kept().find((one) => one.name === name);
  return bot ? entryOf(bot) : name;
};

/**
 * Gives a worker of the arena the bots of the page that its games need. Each gets a sandbox of its own, which ends with the worker.
 * @param {ArenaWorker} worker
 * @param {string} setup   an `ArenaSetup` as JSON
 * @returns {Promise<ArenaWorker>}
 */
export async function seatOwn(worker, setup) {
  const { bots, against = [] } = JSON.parse(setup);
  const entered = [...bots, ...against].flatMap(({ program }) => (program ? [program] : []));
  const own = kept().filter((bot) => entered.includes(entryOf(bot)));
  if (own.length === 0) return worker;
  const { openSandbox } = await import('../../worker/sandbox.js');
  /** @type {(() => void)[]} */
  const ends = [];
  try {
    for (const bot of own) {
      const { port, end } = await openSandbox(bot);
      ends.push(end);
      await worker.far.seat(entryOf(bot), transfer(port, [port]));
    }
  } catch (error) {
    for (const end of ends) end();
    worker.end();
    throw error;
  }
  const end = () => {
    for (const one of ends) one();
    worker.end();
  };
  return { ...worker, end };
}
