/**
 * The worker in which bots think. It has a copy of the page's game, told of plies as they happen. It thinks in
 * slices and lets the event loop turn between them, so that a stop or a newer question is heard at once. It
 * knows no game: it hands questions to the session in Rust and the answers back.
 */
import { expose, releaseProxy } from 'comlink';
import { awaitParts, engine, isTrap, withFiles } from './engine.js';
import { errorText } from './errors.js';

/** @typedef {import('../pkg/totora.js').ThinkQuestion & { ply: number, hash: string, lines?: number | 'all' }} Question */
/** @typedef {import('../pkg/totora.js').JudgeQuestion & { ply: number, hash: string, move: string }} MoveQuestion */
/** @typedef {{ record: string, line?: { from: number, moves: string[] } } | { from: number, moves: string[] }} Update   A whole game, with the line that the page is on unless it is the main line; or the plies from one on. */
/** @typedef {import('../pkg/totora.js').RunRequest & { ply: number, hash: string }} TurnsRequest */
/** @typedef {Partial<import('../pkg/totora.js').RunAnswer> & { moves: string[], stale?: boolean, broken?: boolean, error?: string }} TurnsAnswer */
/** @typedef {{ record: string, shown: import('../pkg/totora.js').ViewState }} Unfolded   What a link holds; the record as JSON text. */
/** @typedef {import('../pkg/totora.js').Thinker} Thinker */
/** @typedef {{ [K in keyof typeof MORE]: { about: Parameters<(typeof MORE)[K]>[1], answer: ReturnType<(typeof MORE)[K]> } }} More   What a thought is asked more, and what it answers. */
/** @typedef {{ record: string, plies: number }} SoFar   A record as far as it has been read. */
/**
 * @template T
 * @typedef {((answer: T & { done: boolean, stale?: boolean, broken?: boolean, error?: string }) => void) & { [releaseProxy]?: () => void }} Report
 */
/**
 * Something that goes on in slices.
 * @typedef {{ advance: (ms: number) => boolean, free: () => void }} Work
 */

/** The copy of the page's game. @type {import('../pkg/totora.js').WorkerSession | null} */
let session = null;

/** How long a slice thinks, in milliseconds: short enough for a stop to feel immediate. */
const SLICE = 12;
/** Answers go out at most this often, with a last one at the end. */
const FLUSH = 125;

/** The generation that each channel works on; a newer one, or a stop, ends the older. @type {Map<string, number>} */
const current = new Map();
/** Channels that the user does not wait for: they rest while others work. */
const BACKGROUND = new Set(['review', 'solve']);
/** How long such a one rests before it looks up again, in milliseconds. */
const REST = 25;
/** Those at work that the user waits for. @type {Set<number>} */
const waitedFor = new Set();
/** The link that is being read. @type {import('../pkg/totora.js').LinkDecoder | null} */
let decoder = null;
/** What has thought last on a channel, to be asked about its candidates. @type {Map<string, { generation: number, thinker: Thinker }>} */
const thinkers = new Map();
/** The channels whose thoughts the user looks at. */
const LOOKED_AT = ['panel', 'move'];

/** What a thought can be asked more, by the names that `totora serve` has for it. */
const MORE = {
  /** What speaks for the choice against a candidate. @param {Thinker} of @param {{ move: string }} about */
  detail: (of, { move }) => of.detail(move),
  /** What the tree of the search has after these moves. @param {Thinker} of @param {{ path: string[] }} about */
  branches: (of, { path }) => of.branches(path),
  /** Which move would be chosen for the values of two weights, by their places. @param {Thinker} of @param {{ terms: [number, number] }} about */
  flip_map: (of, { terms }) => of.flip_map(...terms),
};

/** What the user looks at is another thought now. @param {string} channel */
function forget(channel) {
  thinkers.get(channel)?.thinker.free();
  thinkers.delete(channel);
}

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

/** The last of the updates, which come one after the other. @type {Promise<void>} */
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
  // Turns that are being played go on from another game.
  current.delete('turns');
  // Lost if it cannot be brought up to date: the page then sends all of it.
  session = null;
  if ('moves' in update) {
    if (old?.follow(update.from, update.moves)) session = old;
  } else {
    old?.free();
    const opening = Opening.create(update.record);
    // A long game takes its time, and other messages are to be heard meanwhile.
    while (!opening.advance(SLICE)) await turn();
    const fresh = opening.follow();
    if (!update.line || fresh.follow(update.line.from, update.line.moves)) session = fresh;
  }
}

/**
 * Works in slices and reports, until it is done or no longer wanted.
 * @template {Work} T
 * @template A
 * @param {string} channel     questions of one channel replace each other
 * @param {number} generation
 * @param {Update} update
 * @param {Report<A>} report
 * @param {(here: NonNullable<typeof session>) => T | undefined} begin   none where the game is another
 * @param {(work: T) => A} answer   as far as it has come
 * @param {(work: T) => boolean} [keep]   whether it has been put away, and is not to be freed
 */
async function work(channel, generation, update, report, begin, answer, keep = () => false) {
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
    // The first answer is there after one slice: who drags a weight sees what it does.
    let flushed = Number.NEGATIVE_INFINITY;
    for (;;) {
      const done = going.advance(SLICE);
      const now = performance.now();
      if (done || now - flushed >= FLUSH) {
        flushed = now;
        report({ ...answer(going), done });
      }
      if (done) {
        whole = true;
        return;
      }
      await turn();
      while (background && waitedFor.size > 0 && wanted())
        await new Promise((resolve) => setTimeout(resolve, REST));
      if (!wanted()) {
        // Stopped, not replaced: the last state is worth showing.
        whole = current.get(channel) === -generation;
        if (whole) report({ ...answer(going), done: false });
        return;
      }
    }
  } catch (error) {
    // What an engine made that has broken must not be touched: the page starts another worker.
    if (isTrap(error)) [session, going] = [null, undefined];
    if (wanted() || isTrap(error))
      report({ ...empty, done: true, broken: isTrap(error), error: errorText(error) });
  } finally {
    waitedFor.delete(generation);
    if (going && !(whole && keep(going))) going.free();
    // The way back is a port of its own: close it, or every question would leave one open.
    report[releaseProxy]?.();
  }
}

const takeParts = awaitParts();

const api = {
  /**
   * Takes the engine's parts, which the page has compiled; what is asked before they came waits for them.
   * @param {import('./engine.js').Parts} parts
   * @param {string} lock   held from now on, until the worker comes to its end; none if empty
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
      // Without the lock the page still asks whether this worker listens.
      navigator.locks.request(lock, hold).catch(held);
    });
  },

  /** Says that the worker lives. */
  async ping() {
    return true;
  },

  /**
   * Thinks about a position of the game.
   * @param {string} channel
   * @param {number} generation
   * @param {Question} question
   * @param {Update} update
   * @param {Report<{ thought?: import('../app/types.js').ThoughtInfo }>} report
   */
  think(channel, generation, question, update, report) {
    forget(channel);
    return work(
      channel,
      generation,
      update,
      report,
      (here) => here.think(question.ply, question.hash, question),
      (thinker) => ({ thought: thinker.thought() }),
      (thinker) => {
        if (!LOOKED_AT.includes(channel)) return false;
        forget(channel);
        thinkers.set(channel, { generation, thinker });
        return true;
      },
    );
  },

  /**
   * Asks a thought more; nothing when it has been replaced.
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
   * Looks back at the whole game; each report has what is new.
   * @param {number} generation
   * @param {number} plies
   * @param {import('../pkg/totora.js').JudgeQuestion} judges
   * @param {Update} update
   * @param {Report<{ review?: import('../pkg/totora.js').ReviewInfo }>} report
   */
  review: (generation, plies, judges, update, report) =>
    work(
      'review',
      generation,
      update,
      report,
      (here) => here.review(plies, judges),
      (reviewer) => ({ review: reviewer.take() }),
    ),

  /**
   * Judges a move at a position of the game.
   * @param {number} generation
   * @param {MoveQuestion} question
   * @param {Update} update
   * @param {Report<{ review?: import('../pkg/totora.js').ReviewInfo }>} report
   */
  judge: (generation, question, update, report) =>
    work(
      'judge',
      generation,
      update,
      report,
      (here) => here.judge(question.ply, question.hash, question.move, question),
      (reviewer) => ({ review: reviewer.take() }),
    ),

  /**
   * Plays whole turns of a game whose seats all move at once. Between the slices of a bot that thinks
   * long other messages are heard: a newer request, or a stop, ends an older one in the middle of a turn.
   * @param {TurnsRequest} request
   * @param {Update} update
   * @returns {Promise<TurnsAnswer>}   stale when the game is another
   */
  async turns(request, update) {
    try {
      await follow(update);
      const mine = ++turnsAsked;
      current.set('turns', mine);
      const here = session;
      if (!here?.is_at(request.ply, request.hash)) return { moves: [], stale: true };
      for (;;) {
        const answer = await withFiles(() => here.advance({ ...request, slices: true }));
        if (!answer.thinking) return answer;
        // Turns that are done are shown at once; the one that is not goes on with the next request.
        if (answer.moves.length > 0) return answer;
        await turn();
        if (current.get('turns') !== mine) return { moves: [] };
      }
    } catch (error) {
      // What it holds may have stopped in the middle of a turn.
      session = null;
      return { moves: [], broken: isTrap(error), error: errorText(error) };
    }
  },

  /**
   * The record in a link, and what it shows. Who does not want it any more ends the worker, and may ask before
   * for what came so far.
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
      await turn();
    }
    return { record: decoder.record(), shown: decoder.shown() };
  },

  /** The game of the link that is being read, as far as it has come. @returns {SoFar | null} */
  soFar() {
    const plies = decoder?.read() ?? 0;
    return decoder && plies > 0 ? { record: decoder.record(), plies } : null;
  },

  /**
   * A link to the game of a record. It is one call: who does not want it any more ends the worker.
   * @param {string} record
   * @param {import('../pkg/totora.js').ViewState} shown
   * @param {(done: number, of: number) => void} watch
   */
  async encode(record, shown, watch) {
    return (await engine()).encode_link(record, shown, watch);
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
