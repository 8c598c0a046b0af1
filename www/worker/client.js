/**
 * The page's end of the thinking worker: starts it, asks it, drops answers that come too late, and
 * notices when it has died. What to ask is decided in `app/think.js`; nothing here knows a game.
 */
import { proxy, wrap } from 'comlink';

/** @typedef {import('../app/types.js').ThinkRequest} ThinkRequest */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {{ thought?: ThoughtInfo, done: boolean, error?: string }} Answer */

/** How often a busy worker is asked whether it lives, and how long it may take to say so. */
const CHECK_EVERY = 1_000;
const PATIENCE = 3_000;
/** A fresh worker has to fetch and compile the engine first. */
const FIRST_PATIENCE = 20_000;

/** @type {Worker | null} */
let worker = null;
/** @type {import('comlink').Remote<import('./thinker.js').ThinkerApi> | null} */
let remote = null;
let generation = 0;
let answered = false;
/** What is being thought about, by channel. @type {Map<string, number>} */
const busy = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;
/** @type {() => void} */
let onDeath = () => {};

/**
 * Says what to do when the worker dies.
 * @param {() => void} act
 */
export function whenDead(act) {
  onDeath = act;
}

function spawn() {
  worker = new Worker(new URL('./thinker.js', import.meta.url), { type: 'module' });
  answered = false;
  worker.onerror = (event) => {
    event.preventDefault();
    died();
  };
  worker.onmessageerror = () => died();
  remote = wrap(worker);
}

function died() {
  if (!worker) return;
  worker.terminate();
  worker = null;
  remote = null;
  busy.clear();
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
 * Asks for a thought. A newer question of the same channel makes this one stale.
 * @param {string} channel
 * @param {string} game
 * @param {ThinkRequest} request
 * @param {(answer: Answer) => void} report
 */
export function think(channel, game, request, report) {
  if (!worker) spawn();
  const mine = ++generation;
  busy.set(channel, mine);
  watch ??= setInterval(check, CHECK_EVERY);
  remote
    ?.think(
      channel,
      mine,
      game,
      request,
      proxy((/** @type {Answer} */ answer) => {
        answered = true;
        if (busy.get(channel) !== mine) return;
        if (answer.done) settle(channel);
        report(answer);
      }),
    )
    .catch(() => died());
}

/**
 * Asks for a look back at a game. A newer question of the same channel makes this one stale.
 * @param {string} channel
 * @param {string} game
 * @param {string} record   JSON text
 * @param {(answer: { review?: import('../pkg/totora.js').ReviewInfo, done: boolean, error?: string }) => void} report
 */
export function review(channel, game, record, report) {
  if (!worker) spawn();
  const mine = ++generation;
  busy.set(channel, mine);
  watch ??= setInterval(check, CHECK_EVERY);
  /** @type {typeof report} */
  const heard = (answer) => {
    answered = true;
    if (busy.get(channel) !== mine) return;
    if (answer.done) settle(channel);
    report(answer);
  };
  remote?.review(channel, mine, game, record, proxy(heard)).catch(() => died());
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
