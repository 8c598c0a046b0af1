/** Plays all games of a result that anyone can play again: that of a hand-in. */
import { spare } from '../arena/progress.js';

/**
 * @param {import('../arena/pool.js').WorkerPool} pool
 * @param {import('../../pkg/totora.js').ArenaSetup} setup
 * @param {(games: number) => void} onProgress   with the number of new games
 */
export async function measure(pool, setup, onProgress) {
  await pool.open(setup, '');
  await pool.play(spare(), onProgress);
  const result = await pool.far.measured();
  return /** @type {import('../../pkg/totora.js').HandInResult} */ (result);
}
