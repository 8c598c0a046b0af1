/**
 * The page's end of the thinking worker: starts it, asks it, drops answers that come too late, and
 * notices when it has died. What to ask is decided in `app/think.js`; nothing here knows a game.
 */
import { proxy, wrap } from 'comlink';
import { engineParts, report as reportLate, SLOW } from './engine.js';
import * as served from './served.js';

/** @typedef {import('./thinker.js').Question} Question */
/** @typedef {import('./thinker.js').Update} Update */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {{ thought?: ThoughtInfo, done: boolean, stale?: boolean, broken?: boolean, error?: string, gone?: boolean, stderr?: string[] }} Answer   `gone`: a program outside has ended, and is started again when it is asked again; `stderr` are the last lines of its standard error. */
/** @typedef {import('./thinker.js').SoFar} SoFar */

/**
 * How often a busy worker is asked whether it still listens, and how long it may take to say so: a slow machine
 * is not to look like a dead worker. One that is gone is noticed sooner, by its lock.
 */
const CHECK_EVERY = 1_000;
const PATIENCE = 3_000;
/** A fresh worker has to be fetched and to start the engine first. */
const FIRST_PATIENCE = 20_000;
/** How long one waits for what came so far. */
const SO_FAR_PATIENCE = 1_000;

/** @type {Worker | null} */
let worker = null;
/** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi> | null} */
let remote = null;
let generation = 0;
let answered = false;
/** Reports that a fresh worker is late. @type {ReturnType<typeof setTimeout> | undefined} */
let lateness;
/** What is being thought about, by channel. @type {Map<string, number>} */
const busy = new Map();
/** What was asked last, by channel. @type {Map<string, number>} */
const asked = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;
/** Those who wait for an answer, to be told that it will not come. @type {Set<() => void>} */
const deaths = new Set();
/** @type {(answered: boolean) => void} */
let onDeath = () => {};
/** What the worker's copy of the game lacks. @type {(whole: boolean) => Update} */
let update = () => ({ record: '' });

/**
 * Says how the worker learns of the game: it has a copy, which is told of what is new before each question.
 * @param {(whole: boolean) => Update} updateFor   `whole` when the copy is lost
 */
export function follow(updateFor) {
  update = updateFor;
}

/** The line of the game that is looked at, as JSON text. @type {() => string} */
let line = () => '';

/** Says how `totora serve`, if the page comes from it, learns of the game. @param {() => string} current */
export function followServed(current) {
  line = current;
}

/**
 * @typedef {object} Own   Who thinks for bots written in the page.
 * @property {(bot: string) => boolean} takes
 * @property {(channel: string, about: Question, report: (answer: Answer) => void) => void} think
 * @property {(channel: string) => void} stop
 * @property {(channel: string) => void} forget   another bot thinks there now
 * @property {(channel: string) => boolean} answered   whether the last thought of the channel is theirs
 */
/** @type {Own | null} */
let own = null;

/** Says who thinks for bots written in the page. @param {Own} bots */
export function followOwn(bots) {
  own = bots;
}

/**
 * Says what to do when the worker dies.
 * @param {(answered: boolean) => void} act   whether it had answered anything
 */
export function whenDead(act) {
  onDeath = act;
}

/**
 * Where there are locks (not on plain http), a worker holds one as long as it lives, so that its end is told by
 * the browser: at once, while it thinks too, and never because a machine is slow.
 */
const locks = globalThis.navigator?.locks;
const page = Math.random().toString(36).slice(2);
let started = 0;

/**
 * Hears of a worker's end. Its lock is asked for once the worker has it.
 * @param {string} lock
 * @param {() => void} ended
 */
function whenGone(lock, ended) {
  if (lock) locks?.request(lock, ended).catch(() => {});
}

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
 * Gives a worker the engine that the page has compiled.
 * @param {import('comlink').Remote<import('./thinker.js').ThinkerApi>} far
 * @param {() => void} ended   called when it cannot be given, and when the worker has come to its end
 */
async function handEngine(far, ended) {
  const lock = locks ? `totora:worker:${page}:${++started}` : '';
  try {
    await far.load(await engineParts(), lock);
    whenGone(lock, ended);
  } catch {
    ended();
  }
}

function hears() {
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
  busy.clear();
  for (const fail of deaths) fail();
  deaths.clear();
  clearInterval(watch);
  watch = undefined;
  onDeath(answered);
}

/** Whether the worker is asked for nothing that it has not answered. For tests. */
export const idle = () => busy.size === 0;

/** Terminates the worker without a word, as a crash would. For tests. */
export function kill() {
  worker?.terminate();
}

async function check() {
  const asked = worker;
  if (!remote || !asked || busy.size === 0) return;
  const patience = answered ? PATIENCE : FIRST_PATIENCE;
  const alive = await Promise.race([
    remote.ping().catch(() => false),
    new Promise((resolve) => setTimeout(() => resolve(false), patience)),
  ]);
  if (alive) hears();
  else if (asked === worker && busy.size > 0) died();
}

/**
 * Asks something that is reported bit by bit. A newer question of the same channel makes this one stale.
 * @template {{ done: boolean, stale?: boolean, broken?: boolean }} T
 * @param {string} channel
 * @param {(report: T) => void} report
 * @param {(far: NonNullable<typeof remote>, generation: number, news: Update, heard: any) => Promise<void>} send
 */
function question(channel, report, send) {
  if (!worker) spawn();
  const mine = ++generation;
  const own = worker;
  let whole = false;
  busy.set(channel, mine);
  asked.set(channel, mine);
  watch ??= setInterval(check, CHECK_EVERY);
  /** @param {T} answer */
  const heard = (answer) => {
    hears();
    if (answer.broken) {
      // Its engine is no more: a new worker has a fresh one.
      if (worker === own) died();
      return;
    }
    if (busy.get(channel) !== mine) return;
    if (answer.stale && !whole) {
      whole = true;
      ask();
      return;
    }
    if (answer.done) settle(channel);
    report(answer);
  };
  const ask = () => {
    if (remote) send(remote, mine, update(whole), proxy(heard)).catch(() => died());
  };
  ask();
}

/**
 * Asks for a thought about a position of the game.
 * @param {string} channel
 * @param {Question} about
 * @param {(answer: Answer) => void} report
 */
export function think(channel, about, report) {
  if (own?.takes(about.bot.bot)) {
    stop(channel);
    own.think(channel, about, report);
    return;
  }
  own?.forget(channel);
  if (served.takes(about)) {
    stopHere(channel, false);
    served.think(channel, about, line(), report);
    return;
  }
  served.stop(channel);
  question(channel, report, (far, mine, news, heard) =>
    far.think(channel, mine, about, news, heard),
  );
}

/** @typedef {(answer: { review?: import('../pkg/totora.js').ReviewInfo, done: boolean, error?: string }) => void} ReviewReport */

/**
 * Asks the thought more that was asked for last on a channel.
 * @template {keyof import('./thinker.js').More} K
 * @param {string} channel
 * @param {K} what
 * @param {import('./thinker.js').More[K]['about']} about
 * @returns {Promise<import('./thinker.js').More[K]['answer'] | undefined>}
 */
export async function more(channel, what, about) {
  if (own?.answered(channel)) return undefined;
  if (served.answered(channel)) return served.more(channel, what, about);
  const answer = remote?.more(channel, asked.get(channel) ?? 0, what, about);
  return /** @type {any} */ (answer)?.catch(() => undefined);
}

/**
 * Asks for a look back at the game. Each report has what was found since the last.
 * @param {number} plies   this many it has
 * @param {import('../pkg/totora.js').JudgeQuestion} judges
 * @param {ReviewReport} report
 */
export const review = (plies, judges, report) =>
  question('review', report, (far, mine, news, heard) =>
    far.review(mine, plies, judges, news, heard),
  );

/**
 * Asks how good a move is, which need not have been played.
 * @param {import('./thinker.js').MoveQuestion} about
 * @param {ReviewReport} report
 */
export const judge = (about, report) =>
  question('judge', report, (far, mine, news, heard) => far.judge(mine, about, news, heard));

/**
 * Plays turns on from a position of the game. Rejects when the worker dies.
 * @param {import('./thinker.js').TurnsRequest} request
 * @returns {Promise<import('./thinker.js').TurnsAnswer>}
 */
export async function turns(request) {
  if (!worker) spawn();
  const mine = ++generation;
  busy.set('turns', mine);
  watch ??= setInterval(check, CHECK_EVERY);
  try {
    const asked = /** @type {NonNullable<typeof remote>} */ (remote);
    const first = await whileAlive(asked.turns(request, update(false)));
    hears();
    const answer = first.stale ? await whileAlive(asked.turns(request, update(true))) : first;
    if (answer.broken) {
      died();
      throw new Error(answer.error);
    }
    return answer;
  } finally {
    if (busy.get('turns') === mine) settle('turns');
  }
}

/**
 * An answer of the worker; rejects when it dies instead.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
function whileAlive(answer) {
  return new Promise((resolve, reject) => {
    const dead = () => reject(new Error('the worker died'));
    deaths.add(dead);
    answer.then(resolve, reject).finally(() => deaths.delete(dead));
  });
}

/**
 * Makes a record of a link: the game in it may have to be played anew, in a worker of its own, which `end`
 * terminates.
 * @param {string} link
 * @param {(done: number, of: number) => void} watch   how many plies there are already
 * @returns {{ answer: Promise<import('./thinker.js').Unfolded>, soFar: () => Promise<SoFar | null>, end: () => void }}
 */
export const decode = (link, watch) => alone((far) => far.decode(link, proxy(watch)));

/**
 * Makes a link of a record, in the same way; that is one long call.
 * @param {string} record   JSON text
 * @param {import('../pkg/totora.js').ViewState} shown
 * @param {(done: number, of: number) => void} watch
 * @returns {{ answer: Promise<string>, end: () => void }}
 */
export const encode = (record, shown, watch) =>
  alone((far) => far.encode(record, shown, proxy(watch)));

/**
 * Asks a worker of its own, which `end` terminates.
 * @template T
 * @param {(far: import('comlink').Remote<import('./thinker.js').ThinkerApi>) => Promise<T>} question
 * @returns {{ answer: Promise<T>, soFar: () => Promise<SoFar | null>, end: () => void }}
 */
function alone(question) {
  const own = startWorker();
  const far = /** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi>} */ (
    wrap(own)
  );
  /** @type {Promise<T>} */
  const answer = new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The worker for that stopped. Please try again.'));
    own.onerror = (event) => {
      event.preventDefault();
      ended();
    };
    handEngine(far, ended);
    question(far).then(resolve, reject);
  });
  // Who has given it up before hears nothing of it.
  answer.catch(() => {});
  const late = () => new Promise((resolve) => setTimeout(() => resolve(null), SO_FAR_PATIENCE));
  return {
    answer,
    soFar: () => Promise.race([far.soFar().catch(() => null), late()]),
    end: () => own.terminate(),
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
 * Stops a channel. With `flush`, the last state of the thought still comes in.
 * @param {string} channel
 * @param {boolean} [flush]
 */
export function stop(channel, flush = false) {
  own?.stop(channel);
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
