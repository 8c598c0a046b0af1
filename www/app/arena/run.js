/** Plays games for a result on the page, one run at a time: another `start`, or `stop`, cancels it. */
import { errorText } from '../session.js';
import { notify } from '../store.js';
import { createPool } from './pool.js';

export function makeRun() {
  /** Incremented to cancel the current run. */
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
     * @param {(pool: import('./pool.js').WorkerPool, goesOn: () => boolean) => Promise<void>} play   `goesOn`: whether the run is still current
     * @param {() => void} failed   called before the error is shown
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
