/**
 * The worker in which bots think. It thinks in slices and lets the event loop turn between them, so
 * that a stop or a newer question is heard at once. It knows no game: it hands requests to the
 * Thinker in Rust and the answers back.
 */
import { expose, releaseProxy } from 'comlink';
import { awaitModule, engine } from './engine.js';

/** @typedef {import('../app/types.js').ThinkRequest} ThinkRequest */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../pkg/totora.js').Thinker} Thinker */
/** @typedef {import('../pkg/totora.js').Reviewer} Reviewer */
/** @typedef {import('../pkg/totora.js').ReviewInfo} ReviewInfo */
/** @typedef {((answer: { thought?: ThoughtInfo, done: boolean, stale?: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} Report */

/** @typedef {import('../pkg/totora.js').Runner} Runner */
/** @typedef {import('../pkg/totora.js').RunRequest & { ply: number, hash: string, seats: string, record?: string }} TurnsRequest */
/** @typedef {Partial<import('../pkg/totora.js').RunAnswer> & { moves: string[], stale?: boolean, error?: string }} TurnsAnswer */

/**
 * The game that turns are played in: a copy of the page's, kept from one batch of turns to the next, so
 * that a long game is not replayed for each of them.
 * @type {{ game: string, seats: string, runner: Runner } | null}
 */
let held = null;

/** How long a slice thinks, in milliseconds: short enough for a stop to feel immediate. */
const SLICE = 12;
/** Answers go out at most this often, with a last one at the end. */
const FLUSH = 125;

/** The generation that each channel works on; a newer one, or a stop, ends the older. @type {Map<string, number>} */
const current = new Map();
/** Counts requests for turns. */
let turnsAsked = 0;

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

/**
 * Begins to think: about the record that was sent, or about a position of the game at hand.
 * @param {typeof import('../pkg/totora.js').Thinker} Thinker
 * @param {string} game
 * @param {ThinkRequest & { hash?: string }} request
 * @returns {Thinker | undefined}   none when no record was sent and the game at hand is another
 */
function begin(Thinker, game, request) {
  if (request.record) return Thinker.create(request);
  if (held?.game !== game || !request.hash) return undefined;
  return held.runner.think(request.ply, request.hash, request);
}

const takeModule = awaitModule();

const api = {
  /**
   * Takes the engine's module, which the page has compiled; what is asked before it came waits for it.
   * @param {WebAssembly.Module} module
   */
  async load(module) {
    takeModule(module);
  },

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
      const { Thinker } = await engine();
      if (!wanted()) return;
      thinker = begin(Thinker, game, request);
      if (!thinker) {
        report({ done: true, stale: true });
        return;
      }
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
   * @param {string} record   JSON text
   * @param {((answer: { review?: ReviewInfo, done: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} report
   */
  async review(channel, generation, record, report) {
    current.set(channel, generation);
    const wanted = () => current.get(channel) === generation;
    /** @type {Reviewer | undefined} */
    let reviewer;
    try {
      const { Reviewer } = await engine();
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
   * Plays whole turns of a game whose seats all move at once. Between the slices of a bot that thinks
   * long other messages are heard: a newer request, or a stop, ends an older one in the middle of a turn.
   * @param {string} game
   * @param {TurnsRequest} request
   * @returns {Promise<TurnsAnswer>}   stale when another game is at hand, and none was sent
   */
  async turns(game, request) {
    const mine = ++turnsAsked;
    current.set('turns', mine);
    try {
      const { Runner } = await engine();
      const { record, ply, hash, seats } = request;
      if (record !== undefined) {
        held?.runner.free();
        held = null;
        held = { game, seats, runner: Runner.create(record, ply) };
      }
      const here = held;
      if (!here || here.game !== game || here.seats !== seats || !here.runner.is_at(ply, hash))
        return { moves: [], stale: true };
      for (;;) {
        const answer = here.runner.advance({ ...request, slices: true });
        if (!answer.thinking) return answer;
        // Turns that are done are shown at once; the one that is not goes on with the next request.
        if (answer.moves.length > 0) return answer;
        await turn();
        if (current.get('turns') !== mine || held !== here) return { moves: [] };
      }
    } catch (error) {
      // What it holds may have stopped in the middle of a turn.
      held = null;
      return { moves: [], error: error instanceof Error ? error.message : String(error) };
    }
  },

  /**
   * The record in a link, and what it shows. It is one call: who does not want it any more ends the worker.
   * @param {string} link
   * @param {(done: number, of: number) => void} watch
   */
  async unfold(link, watch) {
    return (await engine()).unfold(link, watch);
  },

  /**
   * A link to the game of a record; likewise.
   * @param {string} record
   * @param {import('../pkg/totora.js').Shown} shown
   * @param {(done: number, of: number) => void} watch
   */
  async fold(record, shown, watch) {
    return (await engine()).fold(record, shown, watch);
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
