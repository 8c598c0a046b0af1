/**
 * The players of a tournament. Bots written in the page are entered by name and a digest of their code, so that
 * results of an older version are not counted for a newer one.
 */
import { computed } from '@preact/signals';
import { transfer } from 'comlink';
import * as strings from '../../strings/arena.js';
import { startArenaWorker, startServedPlayer } from '../../worker/arenaClient.js';
import { savedBots } from '../lab/bots.js';
import { sandboxOf } from '../lab/sandboxes.js';
import { cores } from '../store.js';
import * as arena from './state.js';

/** @typedef {import('../lab/bots.js').OwnBot} OwnBot */

/** Maximum length of a program's name, without the digest. */
const LONGEST = 34;

/** @param {OwnBot} bot @returns {string} its name in the arena */
export function entryOf({ name, source }) {
  let hash = 0x811c9dc5;
  for (const char of source) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${name.slice(0, LONGEST)} ${(hash >>> 12).toString(16).padStart(5, '0')}`;
}

/** The arena name of a saved bot. @param {string} name */
export const arenaName = (name) => {
  const bot = savedBots().find((one) => one.name === name);
  return bot ? entryOf(bot) : name;
};

/** Names of the entered programs. @param {import('./state.js').ArenaSetup} setup */
const programsOf = ({ bots, against = [] }) =>
  [...bots, ...against].flatMap((bot) =>
    typeof bot !== 'string' && bot.program ? [bot.program] : [],
  );

/** The entered saved bots. @param {import('./state.js').ArenaSetup} setup */
function savedIn(setup) {
  const entered = programsOf(setup);
  return entered.length > 0 ? savedBots().filter((bot) => entered.includes(entryOf(bot))) : [];
}

/** Whether `totora serve` plays the games. Saved bots play only in this browser. */
export const native = computed(
  () => cores.value > 0 && !!arena.setup.value && savedIn(arena.setup.value).length === 0,
);

/**
 * Starts a player: a core of `totora serve`, or a worker with a sandbox for each entered saved bot.
 * @param {import('./state.js').ArenaSetup} setup
 * @returns {Promise<import('../../worker/arenaClient.js').Player>}
 */
export async function startPlayer(setup) {
  const saved = savedIn(setup);
  if (cores.value > 0 && saved.length === 0) return startServedPlayer(setup);
  const away = programsOf(setup).find((name) => !saved.some((bot) => entryOf(bot) === name));
  if (away) {
    throw new Error(strings.programIsNotHere(away));
  }
  const worker = await startArenaWorker(setup);
  if (saved.length === 0) return worker;
  /** @type {(() => void)[]} */
  const ends = [];
  try {
    for (const bot of saved) {
      const { port, end } = await sandboxOf(bot);
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
