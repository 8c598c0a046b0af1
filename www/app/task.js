/**
 * Things that take a while: said on the page with how far they are, and with a way to stop them.
 */

import * as strings from '../strings/play.js';
import * as store from './store.js';

/** What takes no longer is not worth a word. */
const UNNOTICED = 200;

/** @typedef {{ record: string, plies: number }} SoFar   A game as far as it came; the record as JSON text. */

/** A person, or going elsewhere, has stopped it. */
export class Stopped extends Error {
  /** @param {SoFar | null} [soFar]   what came until then */
  constructor(soFar = null) {
    super(strings.itWasStopped);
    this.soFar = soFar;
  }
}

/** Lets the page draw and hear. A message to ourselves is not slowed down as timers are. */
export function breathe() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });
}

/**
 * Something that takes a while: said on the page from some moment on, with a way to stop it.
 * @param {AbortSignal} [parent]   stops it too
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
    /** Whether a person has stopped it, who may want what came so far. */
    byHand: () => byHand,
    /** @param {string} text @param {number} share   from 0 to 1 */
    say(text, share) {
      // Word from a worker may come later than its answer.
      if (ended || signal.aborted || performance.now() - begun < UNNOTICED) return;
      store.task.value = { text, share, stop };
    },
    /** @returns {boolean} whether it is to stop */
    stoppedNow: () => signal.aborted,
    /** Throws when it is to stop. */
    check() {
      if (signal.aborted) throw new Stopped();
    },
    /** Rejects as soon as it is to stop. @returns {Promise<never>} */
    stopped: () =>
      new Promise((_, reject) => {
        const say = () => reject(new Stopped());
        if (signal.aborted) say();
        else signal.addEventListener('abort', say);
      }),
    end() {
      ended = true;
      parent?.removeEventListener('abort', leave);
      if (store.task.value?.stop === stop) store.task.value = null;
    },
  };
}

/** @typedef {ReturnType<typeof longTask>} LongTask */
