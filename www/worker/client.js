/**
 * The page's client of the thinking worker: starts it, sends requests, drops late responses, and detects its death.
 * `app/think.js` decides what to request; nothing here depends on a game.
 */
import { proxy, wrap } from 'comlink';
import { endableWorker } from './endableWorker.js';
import { engineParts, report as reportLate, SLOW } from './engine.js';
import * as served from './served.js';

/** @typedef {import('./thinker.js').Question} Question */
/** @typedef {import('./thinker.js').Update} Update */
/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {{ thought?: AnalysisInfo, done: boolean, stale?: boolean, broken?: boolean, error?: string, gone?: boolean, stderr?: string[] }} Answer   `gone`: an external program has ended, and the next request restarts it; `stderr`: the last lines of its standard error. */
/** @typedef {import('./thinker.js').SoFar} SoFar */

/**
 * How often a busy worker is pinged, and how long it may take to respond: long enough that a slow machine does not
 * look like a dead worker. The worker's lock reveals its end sooner.
 */
const CHECK_EVERY = 1_000;
const PATIENCE = 3_000;
/** A new worker first loads its script and starts the engine. */
const FIRST_PATIENCE = 20_000;
/** The timeout of `soFar`, in milliseconds. */
const SO_FAR_PATIENCE = 1_000;

/** @type {Worker | null} */
let worker = null;
/** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi> | null} */
let remote = null;
let generation = 0;
let answered = false;
/** Reports that a new worker is late. @type {ReturnType<typeof setTimeout> | undefined} */
let lateness;
/** The running request of each channel. @type {Map<string, number>} */
const busy = new Map();
/** The latest request of each channel. @type {Map<string, number>} */
const latest = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;
/** Rejects the request for turns when the worker dies. */
let failTurns = () => {};
/**
 * @typedef {object} Own   Runs bots that are written on the page.
 * @property {(bot: string) => boolean} takes
 * @property {(channel: string, about: Question, report: (answer: Answer) => void) => void} think
 * @property {(channel: string) => void} stop
 */
/**
 * @typedef {object} Provided   What the page provides.
 * @property {(whole: boolean) => Update} update   what brings the worker's copy of the game up to date, with every request; `whole` when the copy is lost
 * @property {() => string} line   the displayed line of the game as JSON text, for `totora serve`
 * @property {Own | null} own
 * @property {(answered: boolean) => void} died   called when the worker has died; `answered`: whether it had responded at all
 */
/** @type {Provided} */
let provided = { update: () => ({ record: '' }), line: () => '', own: null, died: () => {} };
/** The channels whose latest analysis is theirs. @type {Set<string>} */
const ofOwn = new Set();

/** Sets what the page provides. @param {Partial<Provided>} by */
export function connect(by) {
  provided = { ...provided, ...by };
}

/**
 * Where the browser has locks (not on plain http), a worker holds one until it ends. The page sees the end at once,
 * even while the worker computes, and never mistakes a slow machine for a dead worker.
 */
const locks = globalThis.navigator?.locks;
const page = Math.random().toString(36).slice(2);
let started = 0;

const startWorker = () => new Worker(new URL('./thinker.js', import.meta.url), { type: 'module' });

function spawn() {
  worker = startWorker();
  answered = false;
  worker.onerror = (event) => {
    event.preventDefault();
    died();
  };
  worker.onmessageerror = () => died();
  remote = wrap(worker);
  const mine = worker;
  lateness = setTimeout(() => reportLate('thinker', 'slow', died), SLOW);
  handEngine(remote, () => {
    if (worker === mine) died();
  });
}

/**
 * Sends a worker the engine that the page has compiled.
 * @param {import('comlink').Remote<import('./thinker.js').ThinkerApi>} far
 * @param {() => void} ended   called when that fails, and when the worker ends
 */
async function handEngine(far, ended) {
  const lock = locks ? `totora:worker:${page}:${++started}` : '';
  try {
    await far.load(await engineParts(), lock);
    // The worker holds the lock by now, and releases it when it ends.
    locks?.request(lock, ended).catch(() => {});
  } catch {
    ended();
  }
}

function markAlive() {
  if (answered) return;
  answered = true;
  clearTimeout(lateness);
  reportLate('thinker', null);
}

function died() {
  if (!worker) return;
  clearTimeout(lateness);
  reportLate('thinker', null);
  worker.terminate();
  worker = null;
  remote = null;
  if (busy.has('turns')) failTurns();
  busy.clear();
  clearInterval(watch);
  watch = undefined;
  provided.died(answered);
}

/** Whether no request is running. For tests. */
export const idle = () => busy.size === 0;

/** Terminates the worker without notice, as a crash would. For tests. */
export function kill() {
  worker?.terminate();
}

async function check() {
  const checked = worker;
  if (!remote || !checked || busy.size === 0) return;
  const patience = answered ? PATIENCE : FIRST_PATIENCE;
  const alive = await Promise.race([
    remote.ping().catch(() => false),
    new Promise((resolve) => setTimeout(() => resolve(false), patience)),
  ]);
  if (alive) markAlive();
  else if (checked === worker && busy.size > 0) died();
}

/**
 * Sends a request that is reported in steps. A newer request on the same channel replaces it.
 * @template {{ done: boolean, stale?: boolean, broken?: boolean }} T
 * @param {'think' | 'review' | 'turns'} kind
 * @param {string} channel
 * @param {any} about
 * @param {(report: T) => void} report
 */
function startRequest(kind, channel, about, report) {
  if (!worker) spawn();
  const mine = ++generation;
  const own = worker;
  let whole = false;
  busy.set(channel, mine);
  latest.set(channel, mine);
  watch ??= setInterval(check, CHECK_EVERY);
  /** @param {T} response */
  const onResponse = (response) => {
    markAlive();
    if (response.broken) {
      // Its engine cannot go on: a new worker has a fresh one.
      if (worker === own) died();
      return;
    }
    if (busy.get(channel) !== mine) return;
    if (response.stale && !whole) {
      whole = true;
      sendRequest();
      return;
    }
    if (response.done) settle(channel);
    report(response);
  };
  const sendRequest = () => {
    const callback = /** @type {any} */ (proxy(onResponse));
    remote?.[kind](channel, mine, about, provided.update(whole), callback).catch(() => died());
  };
  sendRequest();
}

/**
 * Requests an analysis of a position of the game.
 * @param {string} channel
 * @param {Question} about
 * @param {(answer: Answer) => void} report
 */
export function think(channel, about, report) {
  const { own, line } = provided;
  if (own?.takes(about.bot.bot)) {
    stop(channel);
    ofOwn.add(channel);
    own.think(channel, about, report);
    return;
  }
  own?.stop(channel);
  ofOwn.delete(channel);
  // Recordings are made here: the same nodes give the same search.
  if (!about.film && served.takes(about)) {
    stopHere(channel, false);
    served.think(channel, about, line(), report);
    return;
  }
  served.stop(channel);
  startRequest('think', channel, about, report);
}

/** @typedef {(answer: { review?: import('../pkg/totora.js').ReviewInfo, done: boolean, error?: string }) => void} ReviewReport */

/**
 * Requests details of the latest analysis on a channel.
 * @template {keyof import('./thinker.js').More} K
 * @param {string} channel
 * @param {K} what
 * @param {import('./thinker.js').More[K]['about']} about
 * @returns {Promise<import('./thinker.js').More[K]['answer'] | undefined>}
 */
export async function more(channel, what, about) {
  if (ofOwn.has(channel)) return undefined;
  if (served.answered(channel)) return served.more(channel, what, about);
  const response = remote?.more(channel, latest.get(channel) ?? 0, what, about);
  return /** @type {any} */ (response)?.catch(() => undefined);
}

/**
 * Requests a review of the game. Each report has the findings since the last.
 * @param {number} plies   how many the game has
 * @param {import('../pkg/totora.js').JudgeQuestion} judges
 * @param {ReviewReport} report
 */
export const review = (plies, judges, report) =>
  startRequest('review', 'review', { plies, ...judges }, report);

/**
 * Requests the value of a move, which need not have been played.
 * @param {import('./thinker.js').MoveQuestion} about
 * @param {ReviewReport} report
 */
export const judge = (about, report) => startRequest('review', 'judge', about, report);

/**
 * Plays turns from a position of the game. Rejects when the worker dies.
 * @param {import('./thinker.js').TurnsRequest} request
 * @returns {Promise<import('./thinker.js').TurnsAnswer>}   never resolves if it is stopped or replaced
 */
export const turns = (request) =>
  new Promise((resolve, reject) => {
    failTurns = () => reject(new Error('the worker died'));
    startRequest('turns', 'turns', request, (/** @type {any} */ answer) => resolve(answer));
  });

/**
 * Decodes a link to a record, in a separate worker because that may replay the whole game. `end` terminates the
 * worker.
 * @param {string} link
 * @param {(done: number, of: number) => void} watch   counts the plies that are decoded
 * @returns {{ answer: Promise<import('./thinker.js').Unfolded>, soFar: () => Promise<SoFar | null>, end: () => void }}
 */
export const decode = (link, watch) => alone((far) => far.decode(link, proxy(watch)));

/**
 * Encodes a record as a link, in a separate worker too: it is one long call.
 * @param {string} record   JSON text
 * @param {import('../pkg/totora.js').ViewState} shown
 * @param {(done: number, of: number) => void} watch
 * @returns {{ answer: Promise<string>, end: () => void }}
 */
export const encode = (record, shown, watch) =>
  alone((far) => far.encode(record, shown, proxy(watch)));

/**
 * Sends a request to a separate worker, which `end` terminates.
 * @template T
 * @param {(far: import('comlink').Remote<import('./thinker.js').ThinkerApi>) => Promise<T>} send
 * @returns {{ answer: Promise<T>, soFar: () => Promise<SoFar | null>, end: () => void }}
 */
function alone(send) {
  const failure = 'The worker for that stopped. Please try again.';
  /** @type {{ far: import('comlink').Remote<import('./thinker.js').ThinkerApi>, fail: () => void, end: () => void }} */
  const { far, fail, end } = endableWorker(startWorker(), failure);
  handEngine(far, fail);
  const answer = send(far);
  // A caller that called `end` may not handle the rejection.
  answer.catch(() => {});
  const late = () => new Promise((resolve) => setTimeout(() => resolve(null), SO_FAR_PATIENCE));
  return {
    answer,
    soFar: () => Promise.race([far.soFar().catch(() => null), late()]),
    end,
  };
}

/** @param {string} channel */
function settle(channel) {
  busy.delete(channel);
  if (busy.size === 0) {
    clearInterval(watch);
    watch = undefined;
  }
}

/**
 * Stops a channel. With `flush`, the last state of the analysis is still reported.
 * @param {string} channel
 * @param {boolean} [flush]
 */
export function stop(channel, flush = false) {
  provided.own?.stop(channel);
  served.stop(channel, flush);
  stopHere(channel, flush);
}

/** @param {string} channel @param {boolean} flush */
function stopHere(channel, flush) {
  const mine = busy.get(channel);
  if (mine === undefined) return;
  if (!flush) settle(channel);
  remote?.stop(channel).catch(() => {});
  if (flush) {
    setTimeout(() => {
      if (busy.get(channel) === mine) settle(channel);
    }, 500);
  }
}
