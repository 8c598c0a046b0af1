/**
 * The engine: one wasm module with all games, which the build has cut in two (scripts/split-wasm.mjs). The first part
 * has what is called until a game is drawn; the second has the rest. The page fetches and compiles each once, and hands
 * the compiled parts to every worker, so that none fetches or compiles them again. Page and workers both start theirs
 * here. Nothing here fetches synchronously: who needs the second part awaits `engine`.
 */

import { first, rest } from '../pkg/parts.js';
import init, * as bindings from '../pkg/totora.js';

/** @typedef {typeof import('../pkg/totora.js')} Engine */
/** @typedef {{ first: WebAssembly.Module, rest: WebAssembly.Module | null }} Parts   Compiled; no rest where the build cut nothing. */
/** @typedef {'slow' | 'failed'} Late   Whether a part is still on its way after a while, or could not be loaded. */

/** What takes longer to come is reported, in milliseconds. */
export const SLOW = 8_000;

/** The parts that are late, and how each is tried again. @type {Map<string, { late: Late, retry: () => void }>} */
const late = new Map();
/** @type {(late: Late | null) => void} */
let hearLate = () => {};

/**
 * Says who hears when a part is late, and when none is any more.
 * @param {(late: Late | null) => void} hear
 */
export function whenLate(hear) {
  hearLate = hear;
  notifyLate();
}

function notifyLate() {
  const all = [...late.values()].map((one) => one.late);
  hearLate(all.includes('failed') ? 'failed' : (all[0] ?? null));
}

/**
 * Reports something that is late, or with `null` that it has come.
 * @param {string} address @param {Late | null} state @param {() => void} [retry]
 */
export function report(address, state, retry = () => {}) {
  if (state) late.set(address, { late: state, retry });
  else late.delete(address);
  notifyLate();
}

/** Loads the parts that are late once more, from the host. */
export function retryEngine() {
  for (const { retry } of [...late.values()]) retry();
}

/** @param {string} address @param {RequestInit} how */
async function compile(address, how) {
  const response = await fetch(address, how);
  if (!response.ok) throw new Error(`The engine could not be loaded: ${response.status}.`);
  // A host that does not say that it is wasm is no reason to give up: it only takes longer.
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * A part, however long it takes. What does not compile is fetched once more, past the browser's cache, which may have
 * a wrong answer under that name. After that the user says when to try again; callers that wait go on waiting.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function load(address) {
  /** @type {RequestCache} */
  let cache = 'default';
  for (;;) {
    const given = new AbortController();
    const slow = setTimeout(() => report(address, 'slow', () => given.abort()), SLOW);
    try {
      const module = await compile(address, { cache, signal: given.signal });
      report(address, null);
      return module;
    } catch (error) {
      clearTimeout(slow);
      if (cache === 'reload' && !given.signal.aborted) {
        console.warn(error);
        await new Promise((retry) => report(address, 'failed', () => retry(undefined)));
      }
      report(address, null);
      cache = 'reload';
    } finally {
      clearTimeout(slow);
    }
  }
}

/**
 * What is made when a caller asks for it, once. Where that fails, the next caller tries again.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => {
    if (!made) {
      made = make();
      made.catch(() => {
        made = null;
      });
    }
    return made;
  };
}

let firstModule = once(() => load(first));
let restModule = once(async () => (rest ? load(rest) : null));

/**
 * Both parts, to hand to a worker.
 * @returns {Promise<Parts>}
 */
export async function engineParts() {
  const [one, other] = await Promise.all([firstModule(), restModule()]);
  return { first: one, rest: other };
}

/**
 * For a worker: from now on its engine waits for the parts that the page hands over.
 * @returns {(parts: Parts) => void}   takes them
 */
export function awaitParts() {
  /** @type {(parts: Parts) => void} */
  let take = () => {};
  const coming = /** @type {Promise<Parts>} */ (
    new Promise((resolve) => {
      take = resolve;
    })
  );
  firstModule = async () => (await coming).first;
  restModule = async () => (await coming).rest;
  return take;
}

/** The first part, if it is ready. @type {Engine | undefined} */
let ready;
/** The second part, once it is there. @type {WebAssembly.Module | null} */
let held = null;

/** Whether all of the engine is there. */
export const isWhole = () => !!ready && (held !== null || !rest);

/**
 * The engine as far as a first view of a game needs it. A call that needs more traps: see `withFirstEngine`. Rejects
 * when it cannot be started; the next call tries again.
 * @returns {Promise<Engine>}
 */
const firstEngine = once(async () => {
  await init({ module_or_path: await firstModule() });
  join();
  ready = bindings;
  return bindings;
});

/**
 * The engine. Rejects when it cannot be started; the next call tries again.
 * @returns {Promise<Engine>}
 */
export const engine = once(async () => {
  const [found, module] = await Promise.all([firstEngine(), restModule()]);
  held = module;
  join();
  return found;
});

/** Gives the instance its second part. */
function join() {
  // Without a module the bindings start nothing, and say what the instance exports.
  if (held) new WebAssembly.Instance(held, { first: /** @type {any} */ (bindings.initSync)() });
}

/**
 * Does what a first view needs with the first part alone. Which functions that has was found by trying (`first-view.mjs`),
 * so it may lack one: then the work is done once more, in a fresh instance that has both parts. What the work has made
 * before is gone.
 * @template T
 * @param {(engine: Engine) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFirstEngine(work) {
  const found = await firstEngine();
  const whole = isWhole();
  try {
    return await work(found);
  } catch (error) {
    if (whole || !isTrap(error)) throw error;
    await engine();
    renewEngine();
    return work(found);
  }
}

// --- files ------------------------------------------------------------------------------------

/** Files that only some thoughts need, by the names that the engine has for them. @type {Record<string, string>} */
const files = {
  'isolation-book.bin': new URL('../../assets/isolation-book.bin', import.meta.url).href,
  'reversi-patterns.bin': new URL('../../assets/reversi-patterns.bin', import.meta.url).href,
};
/** Those that were fetched, until the engine takes them. @type {Map<string, Uint8Array>} */
const fetched = new Map();
/** Those that were asked for: a second time the browser's cache is not asked. @type {Set<string>} */
const known = new Set();

/** What the engine is told when it asks for a file that is not there, and how that is known again. @param {string} name */
const lacking = (name) => `The file ${name} is not loaded yet`;
const LACKING = /The file (\S+) is not loaded yet/;

/** The engine asks for a file before a thought begins that cannot do without (`src/base/files.rs`). @param {string} name */
function takeFile(name) {
  const found = fetched.get(name);
  if (!found) throw new Error(lacking(name));
  fetched.delete(name);
  return found;
}

Object.assign(globalThis, { totoraFile: takeFile });

/** @param {string} name */
async function fetchFile(name) {
  try {
    if (!(name in files)) throw new Error('the page does not know it');
    const answer = await fetch(files[name], { cache: known.has(name) ? 'reload' : 'default' });
    known.add(name);
    if (!answer.ok) throw new Error(`${answer.status}`);
    fetched.set(name, new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The file ${name}, which this bot thinks with, could not be loaded: ${why}.`);
  }
}

/**
 * Asks the engine something, and where it lacks a file for that, once more with the file.
 * @template T
 * @param {() => T} ask
 * @returns {Promise<T>}
 */
export async function withFiles(ask) {
  try {
    return ask();
  } catch (error) {
    const name = LACKING.exec(error instanceof Error ? error.message : '')?.[1];
    if (!name) throw error;
    await fetchFile(name);
    return ask();
  }
}

// ----------------------------------------------------------------------------------------------

/**
 * Puts a fresh instance in the place of one that has broken: after a trap its memory is not to be trusted. What
 * the old one made is gone with it, and must not even be freed.
 */
export function renewEngine() {
  bindings.__wbg_reset_state();
  join();
}

/** @param {unknown} error @returns {boolean} whether the engine itself has broken: out of memory, a bug, or a call to its second part before that is there */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError;

/** @returns {Engine | undefined} the engine, if as much of it is ready as a first view needs */
export const readyEngine = () => ready;
