/**
 * The worker that runs bots. It has a copy of the page's game, updated with every request. It works in slices and
 * yields to the event loop between them, so that a stop or a newer request takes effect at once. Nothing here depends
 * on a game: it passes requests to the session in Rust and returns the responses.
 */
import { expose, releaseProxy } from 'comlink';
import { awaitParts, engine, isTrap, withFiles } from './engine.js';
import { errorText } from './errors.js';
import { yieldToEventLoop } from './yieldToEventLoop.js';

/** @typedef {import('../pkg/totora.js').ThinkQuestion & { ply: number, hash: string, lines?: number | 'all' }} Question */
/** @typedef {import('../pkg/totora.js').JudgeQuestion & { ply: number, hash: string, move: string }} MoveQuestion */
/** @typedef {import('../pkg/totora.js').JudgeQuestion & { plies: number }} ReviewQuestion */
/** @typedef {{ record: string, line?: { from: number, moves: string[] } } | { from: number, moves: string[] }} Update   A whole game, with the displayed line unless it is the main line; or the plies from one on. */
/** @typedef {import('../pkg/totora.js').RunRequest & { ply: number, hash: string }} TurnsRequest */
/** @typedef {Partial<import('../pkg/totora.js').RunAnswer> & { moves: string[], stale?: boolean, broken?: boolean, error?: string }} TurnsAnswer */
/** @typedef {{ record: string, shown: import('../pkg/totora.js').ViewState }} Unfolded   The content of a link; the record is JSON text. */
/** @typedef {import('../pkg/totora.js').Thinker} Thinker */
/** @typedef {{ [K in keyof typeof MORE]: { about: Parameters<(typeof MORE)[K]>[1], answer: ReturnType<(typeof MORE)[K]> } }} More   Requests about an analysis, and their responses. */
/** @typedef {{ record: string, plies: number }} SoFar   A record as far as it has been read. */
/**
 * @template T
 * @typedef {((answer: T & { done: boolean, stale?: boolean, broken?: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} Report
 */
/**
 * Work that is done in slices.
 * @typedef {{ advance: (ms: number) => boolean, free: () => void }} Work
 */

/** The copy of the page's game. @type {import('../pkg/totora.js').WorkerSession | null} */
let session = null;

/** How long a slice takes, in milliseconds: short enough for a stop to feel immediate. */
const SLICE = 12;
/** The least time between two reports, in milliseconds; the last report is sent at once. */
const FLUSH = 125;

/** The generation that each channel works on, negative once stopped; a newer one ends the older. @type {Map<string, number>} */
const current = new Map();
/** Channels that the user does not wait for: they pause while others work. */
const BACKGROUND = new Set(['review', 'solve']);
/** How often a paused channel checks whether it can go on, in milliseconds. */
const REST = 25;
/** The running generations that the user waits for. @type {Set<number>} */
const waitedFor = new Set();
/** The link that is being read. @type {import('../pkg/totora.js').LinkDecoder | null} */
let decoder = null;
/** The latest thinker of each channel, kept for `more`. @type {Map<string, { generation: number, thinker: Thinker }>} */
const thinkers = new Map();
/** The channels whose analyses the user sees. */
const LOOKED_AT = ['panel', 'move', 'film', 'compare'];

/** Requests about an analysis, by their names in the protocol of `totora serve`. */
const MORE = {
  /** Why the choice is preferred to a candidate. @param {Thinker} of @param {{ move: string }} about */
  detail: (of, { move }) => of.detail(move),
  /** The branches of the search tree after these moves. @param {Thinker} of @param {{ path: string[] }} about */
  branches: (of, { path }) => of.branches(path),
  /** The choice for each pair of values of two weights; `terms` are their indices. @param {Thinker} of @param {{ terms: [number, number] }} about */
  flip_map: (of, { terms }) => of.flip_map(...terms),
  /** The summary of the search's film. @param {Thinker} of @param {object} _about */
  film: (of, _about) => of.film(),
  /** What the film shows at a stored event. @param {Thinker} of @param {{ at: number }} about */
  frame: (of, { at }) => of.frame(at),
  /** The index of the event with a number, or a sentence. @param {Thinker} of @param {{ number: number }} about */
  find_event: (of, { number }) => of.find_event(number),
};

/** Frees the thinker of a channel. @param {string} channel */
function forget(channel) {
  thinkers.get(channel)?.thinker.free();
  thinkers.delete(channel);
}

/** The last of the updates, which run one after the other. @type {Promise<void>} */
let following = Promise.resolve();

/**
 * Brings the copy of the game up to date.
 * @param {Update} update
 */
function follow(update) {
  const mine = following.then(() => takeOver(update));
  following = mine.catch(() => {});
  return mine;
}

/** @param {Update} update */
async function takeOver(update) {
  const { Opening } = await engine();
  const old = session;
  if ('moves' in update && (update.moves.length === 0 || !old)) return;
  // Turns that are being played belong to the old game.
  current.delete('turns');
  // If the update fails the copy is lost, and the page sends the whole game.
  session = null;
  if ('moves' in update) {
    if (old?.follow(update.from, update.moves)) session = old;
  } else {
    old?.free();
    const opening = Opening.create(update.record);
    // A long game takes a while; other messages are handled meanwhile.
    while (!opening.advance(SLICE)) await yieldToEventLoop();
    const fresh = opening.follow();
    if (!update.line || fresh.follow(update.line.from, update.line.moves)) session = fresh;
  }
}

/**
 * Works in slices and reports, until it is done or no longer wanted.
 * @template {Work} T
 * @template A
 * @param {string} channel     requests of one channel replace each other
 * @param {number} generation
 * @param {Update} update
 * @param {Report<A>} report
 * @param {(here: NonNullable<typeof session>) => T | undefined} begin   returns undefined if the game differs
 * @param {(work: T) => A} result   so far
 * @param {(work: T) => boolean} [keep]   stores it; whether it did, so that it is not freed
 */
async function work(channel, generation, update, report, begin, result, keep = () => false) {
  current.set(channel, generation);
  const background = BACKGROUND.has(channel);
  if (!background) waitedFor.add(generation);
  const wanted = () => current.get(channel) === generation;
  const empty = /** @type {A} */ ({});
  /** @type {T | undefined} */
  let going;
  let whole = false;
  try {
    await follow(update);
    if (!wanted()) return;
    going = await withFiles(() => (session ? begin(session) : undefined));
    if (!wanted()) return;
    if (!going) {
      report({ ...empty, done: true, stale: true });
      return;
    }
    // Reports after the first slice, so that dragging a weight shows its effect at once.
    let flushed = Number.NEGATIVE_INFINITY;
    for (;;) {
      const done = going.advance(SLICE);
      const now = performance.now();
      if (done || now - flushed >= FLUSH) {
        flushed = now;
        report({ ...result(going), done });
      }
      if (done) {
        whole = true;
        return;
      }
      await yieldToEventLoop();
      while (background && waitedFor.size > 0 && wanted())
        await new Promise((resolve) => setTimeout(resolve, REST));
      if (!wanted()) {
        // Stopped, not replaced: reports the last state.
        whole = current.get(channel) === -generation;
        if (whole) report({ ...result(going), done: false });
        return;
      }
    }
  } catch (error) {
    // Objects of a failed engine must not be touched; the page starts another worker.
    if (isTrap(error)) [session, going] = [null, undefined];
    if (wanted() || isTrap(error))
      report({ ...empty, done: true, broken: isTrap(error), error: errorText(error) });
  } finally {
    waitedFor.delete(generation);
    if (going && !(whole && keep(going))) going.free();
    // The callback has a port of its own: every request would leave one open.
    report[releaseProxy]?.();
  }
}

/**
 * Plays turns. Other messages are handled between slices, so a newer request or a stop ends an older one in the middle
 * of a turn.
 * @param {string} channel
 * @param {number} generation
 * @param {TurnsRequest} request
 * @param {Update} update
 * @returns {Promise<TurnsAnswer>}   `stale` if the game differs
 */
async function playTurns(channel, generation, request, update) {
  try {
    await follow(update);
    current.set(channel, generation);
    const here = session;
    if (!here?.is_at(request.ply, request.hash)) return { moves: [], stale: true };
    for (;;) {
      const response = await withFiles(() => here.advance({ ...request, slices: true }));
      if (!response.thinking) return response;
      // Finished turns are shown at once; the unfinished one continues with the next request.
      if (response.moves.length > 0) return response;
      await yieldToEventLoop();
      if (current.get(channel) !== generation) return { moves: [] };
    }
  } catch (error) {
    // It may have stopped in the middle of a turn.
    session = null;
    return { moves: [], broken: isTrap(error), error: errorText(error) };
  }
}

const takeParts = awaitParts();

const api = {
  /**
   * Receives the engine's parts from the page. Earlier requests wait for them.
   * @param {import('./engine.js').Parts} parts
   * @param {string} lock   held until the worker ends; none if empty
   */
  async load(parts, lock) {
    takeParts(parts);
    if (!lock) return;
    await new Promise((held) => {
      const forever = new Promise(() => {});
      const hold = () => {
        held(undefined);
        return forever;
      };
      // Without the lock the page still pings this worker.
      navigator.locks.request(lock, hold).catch(held);
    });
  },

  /** Shows that the worker is alive. */
  async ping() {
    return true;
  },

  /**
   * Analyses a position of the game.
   * @param {string} channel
   * @param {number} generation
   * @param {Question} question
   * @param {Update} update
   * @param {Report<{ thought?: import('../app/types.js').AnalysisInfo }>} report
   */
  think(channel, generation, question, update, report) {
    forget(channel);
    return work(
      channel,
      generation,
      update,
      report,
      (here) => here.think(question.ply, question.hash, question),
      (thinker) => ({ thought: thinker.analysis() }),
      (thinker) => {
        if (!LOOKED_AT.includes(channel)) return false;
        forget(channel);
        thinkers.set(channel, { generation, thinker });
        return true;
      },
    );
  },

  /**
   * Handles a request about an analysis; undefined if it has been replaced.
   * @param {string} channel
   * @param {number} generation
   * @param {keyof typeof MORE} what
   * @param {any} about
   */
  async more(channel, generation, what, about) {
    const kept = thinkers.get(channel);
    return kept?.generation === generation ? MORE[what](kept.thinker, about) : undefined;
  },

  /**
   * Reviews the whole game, or judges a move at a position; each report has the new findings.
   * @param {string} channel
   * @param {number} generation
   * @param {ReviewQuestion | MoveQuestion} about
   * @param {Update} update
   * @param {Report<{ review?: import('../pkg/totora.js').ReviewInfo }>} report
   */
  review: (channel, generation, about, update, report) =>
    work(
      channel,
      generation,
      update,
      report,
      (here) =>
        'move' in about
          ? here.judge(about.ply, about.hash, about.move, about)
          : here.review(about.plies, about),
      (reviewer) => ({ review: reviewer.take() }),
    ),

  /**
   * Plays whole turns of a game whose seats all move at once.
   * @param {string} channel
   * @param {number} generation
   * @param {TurnsRequest} request
   * @param {Update} update
   * @param {Report<TurnsAnswer>} report
   */
  async turns(channel, generation, request, update, report) {
    report({ ...(await playTurns(channel, generation, request, update)), done: true });
    report[releaseProxy]?.();
  },

  /**
   * The record in a link, and the view that it shows. To cancel, terminate the worker; `soFar` gives the record up to
   * then.
   * @param {string} link
   * @param {(done: number, of: number) => void} watch
   * @returns {Promise<Unfolded>}
   */
  async decode(link, watch) {
    const { LinkDecoder } = await engine();
    decoder = LinkDecoder.begin(link);
    let reported = performance.now();
    while (!decoder.advance(SLICE)) {
      if (performance.now() - reported >= FLUSH) {
        reported = performance.now();
        watch(decoder.read(), decoder.plies());
      }
      await yieldToEventLoop();
    }
    return { record: decoder.record(), shown: decoder.shown() };
  },

  /** The part of the link's game that has been decoded. @returns {SoFar | null} */
  soFar() {
    const plies = decoder?.read() ?? 0;
    return decoder && plies > 0 ? { record: decoder.record(), plies } : null;
  },

  /**
   * A link to the game of a record. It is one long call: to cancel it, terminate the worker.
   * @param {string} record
   * @param {import('../pkg/totora.js').ViewState} shown
   * @param {(done: number, of: number) => void} watch
   */
  async encode(record, shown, watch) {
    return (await engine()).encode_link(record, shown, watch);
  },

  /**
   * Ends the request of a channel.
   * @param {string} channel
   */
  stop(channel) {
    const generation = current.get(channel);
    if (generation && generation > 0) current.set(channel, -generation);
  },
};

/** @typedef {typeof api} ThinkerApi */

expose(api);
