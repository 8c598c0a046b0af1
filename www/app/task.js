/**
 * Long tasks: the page shows their progress and a stop button.
 */

import * as strings from '../strings/play.js';
import * as store from './store.js';

/** Shorter tasks are not shown, in milliseconds. */
const UNNOTICED = 200;

/** @typedef {{ record: string, plies: number }} SoFar   A partial game; the record is JSON text. */

/** The user stopped a task, or navigated away. */
export class Stopped extends Error {
  /** @param {SoFar | null} [soFar]   the partial result */
  constructor(soFar = null) {
    super(strings.itWasStopped);
    this.soFar = soFar;
  }
}

/**
 * A long task, shown on the page after a moment.
 * @param {AbortSignal} [parent]   stops it as well
 */
export function longTask(parent) {
  const begun = performance.now();
  const mine = new AbortController();
  const { signal } = mine;
  const leave = () => mine.abort();
  parent?.addEventListener('abort', leave);
  let ended = false;
  let byHand = false;
  const stop = () => {
    byHand = true;
    leave();
  };
  return {
    stop,
    /** Whether the user stopped it, who may want the partial result. */
    byHand: () => byHand,
    /** @param {string} text @param {number} share   from 0 to 1 */
    say(text, share) {
      // A worker's progress may arrive after its result.
      if (ended || signal.aborted || performance.now() - begun < UNNOTICED) return;
      store.task.value = { text, share, stop };
    },
    /** @returns {boolean} whether it should stop */
    stoppedNow: () => signal.aborted,
    /** Throws if it should stop. */
    check() {
      if (signal.aborted) throw new Stopped();
    },
    /** Rejects as soon as it should stop. @returns {Promise<never>} */
    stopped: () =>
      new Promise((_, reject) => {
        const fail = () => reject(new Stopped());
        if (signal.aborted) fail();
        else signal.addEventListener('abort', fail);
      }),
    end() {
      ended = true;
      parent?.removeEventListener('abort', leave);
      if (store.task.value?.stop === stop) store.task.value = null;
    },
  };
}

/** @typedef {ReturnType<typeof longTask>} LongTask */
