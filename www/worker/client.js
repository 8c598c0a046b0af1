/**
 * The page's end of the thinking worker: starts it, asks it, drops answers that come too late, and
 * notices when it has died. What to ask is decided in `app/think.js`; nothing here knows a game.
 */
import { proxy, wrap } from 'comlink';
import { engineModule } from './engine.js';

/** @typedef {import('./thinker.js').Question} Question */
/** @typedef {import('./thinker.js').Update} Update */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {{ thought?: ThoughtInfo, done: boolean, stale?: boolean, error?: string }} Answer */

/** How often a busy worker is asked whether it lives, and how long it may take to say so. */
const CHECK_EVERY = 1_000;
const PATIENCE = 3_000;
/** A fresh worker has to be fetched and to start the engine first. */
const FIRST_PATIENCE = 20_000;

/** @type {Worker | null} */
let worker = null;
/** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi> | null} */
let remote = null;
let generation = 0;
let answered = false;
/** What is being thought about, by channel. @type {Map<string, number>} */
const busy = new Map();
/** What was asked last, by channel. @type {Map<string, number>} */
const asked = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;
/** Those who wait for an answer, to be told that it will not come. @type {Set<() => void>} */
const deaths = new Set();
/** @type {() => void} */
let onDeath = () => {};
/** What the worker's copy of the game lacks. @type {(whole: boolean) => Update} */
let update = () => ({ record: '' });

/**
 * Says how the worker learns of the game: it has a copy, which is told of what is new before each question.
 * @param {(whole: boolean) => Update} tell   `whole` when the copy is lost
 */
export function follow(tell) {
  update = tell;
}

/**
 * Says what to do when the worker dies.
 * @param {() => void} act
 */
export function whenDead(act) {
  onDeath = act;
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
  handEngine(remote).catch(() => {
    if (worker === mine) died();
  });
}

/** Gives a worker the module that the page has compiled. @param {import('comlink').Remote<import('./thinker.js').ThinkerApi>} far */
const handEngine = async (far) => far.load(await engineModule());

function died() {
  if (!worker) return;
  worker.terminate();
  worker = null;
  remote = null;
  busy.clear();
  for (const tell of deaths) tell();
  deaths.clear();
  clearInterval(watch);
  watch = undefined;
  onDeath();
}

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
  if (alive) answered = true;
  else if (asked === worker && busy.size > 0) died();
}

/**
 * Asks something that is reported bit by bit. A newer question of the same channel makes this one stale.
 * @template {{ done: boolean, stale?: boolean }} T
 * @param {string} channel
 * @param {(report: T) => void} report
 * @param {(far: NonNullable<typeof remote>, generation: number, news: Update, heard: any) => Promise<void>} send
 */
function question(channel, report, send) {
  if (!worker) spawn();
  const mine = ++generation;
  let whole = false;
  busy.set(channel, mine);
  asked.set(channel, mine);
  watch ??= setInterval(check, CHECK_EVERY);
  /** @param {T} answer */
  const heard = (answer) => {
    answered = true;
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
export const think = (channel, about, report) =>
  question(channel, report, (far, mine, news, heard) =>
    far.think(channel, mine, about, news, heard),
  );

/**
 * What speaks for the choice against a candidate, in the thought that was asked for last on a channel.
 * @param {string} channel
 * @param {string} move
 * @returns {Promise<import('../app/types.js').Detail | undefined>}
 */
export const detail = async (channel, move) =>
  remote?.detail(channel, asked.get(channel) ?? 0, move).catch(() => undefined);

/**
 * Asks for a look back at the game.
 * @param {number} plies   so many it has
 * @param {(answer: { review?: import('../pkg/totora.js').ReviewInfo, done: boolean, error?: string }) => void} report
 */
export const review = (plies, report) =>
  question('review', report, (far, mine, news, heard) => far.review(mine, plies, news, heard));

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
    answered = true;
    if (!first.stale) return first;
    return await whileAlive(asked.turns(request, update(true)));
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
 * Makes a record of a link: the game in it may have to be played anew. That is one long call, so it has a
 * worker of its own, which `end` terminates.
 * @param {string} link
 * @param {(done: number, of: number) => void} watch   how many plies there are already
 * @returns {{ answer: Promise<import('../pkg/totora.js').Unfolded>, end: () => void }}
 */
export const decode = (link, watch) => alone((far) => far.decode(link, proxy(watch)));

/**
 * Makes a link of a record, in the same way.
 * @param {string} record   JSON text
 * @param {import('../pkg/totora.js').Shown} shown
 * @param {(done: number, of: number) => void} watch
 * @returns {{ answer: Promise<string>, end: () => void }}
 */
export const encode = (record, shown, watch) =>
  alone((far) => far.encode(record, shown, proxy(watch)));

/**
 * Asks a worker of its own, which `end` terminates.
 * @template T
 * @param {(far: import('comlink').Remote<import('./thinker.js').ThinkerApi>) => Promise<T>} question
 * @returns {{ answer: Promise<T>, end: () => void }}
 */
function alone(question) {
  const own = startWorker();
  /** @type {Promise<T>} */
  const answer = new Promise((resolve, reject) => {
    own.onerror = (event) => {
      event.preventDefault();
      reject(new Error('The worker for that stopped. Please try again.'));
    };
    const far = /** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi>} */ (
      wrap(own)
    );
    handEngine(far).catch(reject);
    question(far).then(resolve, reject);
  });
  return { answer, end: () => own.terminate() };
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
