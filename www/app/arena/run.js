/** Plays games for a result that the page waits for: one run at a time. Starting another one, or `stop`, ends it. */
import { errorText } from '../session.js';
import { notify } from '../store.js';
import { createPool } from './pool.js';

export function makeRun() {
  /** Another number ends the one before. */
  let run = 0;
  let end = () => {};
  const stop = () => {
    run++;
    end();
    end = () => {};
  };
  return {
    stop,
    /**
     * @param {(pool: import('./pool.js').WorkerPool, goesOn: () => boolean) => Promise<void>} play   `goesOn`: whether it is still this run
     * @param {() => void} failed   before it is said why
     */
    async start(play, failed) {
      stop();
      const mine = run;
      const goesOn = () => mine === run;
      try {
        const pool = await createPool();
        if (!goesOn()) return pool.end();
        end = pool.end;
        await play(pool, goesOn);
      } catch (error) {
        if (!goesOn()) return;
        failed();
        notify(errorText(error), { error: true });
      } finally {
        if (goesOn()) stop();
      }
    },
  };
}
