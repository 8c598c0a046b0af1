/**
 * The page's client of the arena's workers: starts them and sends them the engine. `totora serve` may play in their
 * place. `app/arena/` decides what they do; nothing here depends on a game.
 */

import { endableWorker } from './endableWorker.js';
import { engine, engineParts } from './engine.js';

export * as saved from './saved.js';
export { startServedPlayer } from './servedPlayer.js';

/** @typedef {import('./arena.js').ArenaApi} ArenaApi */
/**
 * @typedef {object} ArenaWorker
 * @property {import('comlink').Remote<ArenaApi>} far   its calls reject when it has died or was terminated
 * @property {() => void} end
 */
/**
 * @typedef {object} Player   Plays games: a worker, or a core of `totora serve`.
 * @property {{ open(setup: import('../pkg/totora.js').ArenaSetup): Promise<void>, play(from: number, to: number, ms: number): Promise<string> }} far
 * @property {() => void} end
 */

/** The engine on the page, for calls that need no worker. */
export { engine };

/**
 * Starts a worker of the arena.
 * @param {import('../pkg/totora.js').ArenaSetup} [setup]   none if `open` is called later
 * @returns {Promise<ArenaWorker>}
 */
export async function startArenaWorker(setup) {
  const worker = new Worker(new URL('./arena.js', import.meta.url), { type: 'module' });
  /** @type {ArenaWorker} */
  const { far, end } = endableWorker(worker, 'A worker of the arena stopped.');
  try {
    await far.load(await engineParts());
    if (setup) await far.open(setup);
  } catch (error) {
    end();
    throw error;
  }
  return { far, end };
}
