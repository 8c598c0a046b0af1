/**
 * The worker in which bots think. It thinks in slices and lets the event loop turn between them, so
 * that a stop or a newer question is heard at once. It knows no game: it hands requests to the
 * Thinker in Rust and the answers back.
 */
import { expose, releaseProxy } from 'comlink';
import { engine } from '../app/engine.js';

/** @typedef {import('../app/types.js').ThinkRequest} ThinkRequest */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../pkg/totora.js').Thinker} Thinker */
/** @typedef {import('../pkg/totora.js').Reviewer} Reviewer */
/** @typedef {import('../pkg/totora.js').ReviewInfo} ReviewInfo */
/** @typedef {((answer: { thought?: ThoughtInfo, done: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} Report */

/** How long a slice thinks, in milliseconds: short enough for a stop to feel immediate. */
const SLICE = 12;
/** Answers go out at most this often, with a last one at the end. */
const FLUSH = 125;

/** The generation that each channel works on; a newer one, or a stop, ends the older. @type {Map<string, number>} */
const current = new Map();

/** Lets waiting messages in. A message to ourselves is not slowed down as timers are. */
const turn = (() => {
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(0);
    });
})();

const api = {
  /** Says that the worker lives. */
  async ping() {
    return true;
  },

  /**
   * Thinks, and reports until it is done or no longer wanted.
   * @param {string} channel     questions of one channel replace each other
   * @param {number} generation
   * @param {string} game
   * @param {ThinkRequest} request
   * @param {Report} report
   */
  async think(channel, generation, game, request, report) {
    current.set(channel, generation);
    const wanted = () => current.get(channel) === generation;
    /** @type {Thinker | undefined} */
    let thinker;
    try {
      const { Thinker } = await engine(game);
      if (!wanted()) return;
      thinker = Thinker.create(request);
      let flushed = performance.now();
      for (;;) {
        const done = thinker.advance(SLICE);
        const now = performance.now();
        if (done || now - flushed >= FLUSH) {
          flushed = now;
          report({ thought: thinker.thought(), done });
        }
        if (done) return;
        await turn();
        if (!wanted()) {
          // Stopped, not replaced: the last state of the thought is worth showing.
          if (current.get(channel) === -generation) {
            report({ thought: thinker.thought(), done: false });
          }
          return;
        }
      }
    } catch (error) {
      if (wanted())
        report({ done: true, error: error instanceof Error ? error.message : String(error) });
    } finally {
      thinker?.free();
      // The way back is a port of its own: close it, or every question would leave one open.
      report[releaseProxy]?.();
    }
  },

  /**
   * Looks back at a whole game, and reports until it is done or no longer wanted.
   * @param {string} channel
   * @param {number} generation
   * @param {string} game
   * @param {string} record   JSON text
   * @param {((answer: { review?: ReviewInfo, done: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} report
   */
  async review(channel, generation, game, record, report) {
    current.set(channel, generation);
    const wanted = () => current.get(channel) === generation;
    /** @type {Reviewer | undefined} */
    let reviewer;
    try {
      const { Reviewer } = await engine(game);
      if (!wanted()) return;
      reviewer = Reviewer.create(record);
      let flushed = performance.now();
      for (;;) {
        const done = reviewer.advance(SLICE);
        const now = performance.now();
        if (done || now - flushed >= FLUSH) {
          flushed = now;
          report({ review: reviewer.remarks(), done });
        }
        if (done) return;
        await turn();
        if (!wanted()) return;
      }
    } catch (error) {
      if (wanted())
        report({ done: true, error: error instanceof Error ? error.message : String(error) });
    } finally {
      reviewer?.free();
      report[releaseProxy]?.();
    }
  },

  /**
   * Ends what a channel thinks about.
   * @param {string} channel
   */
  stop(channel) {
    const generation = current.get(channel);
    if (generation && generation > 0) current.set(channel, -generation);
  },
};

/** @typedef {typeof api} ThinkerApi */

expose(api);
