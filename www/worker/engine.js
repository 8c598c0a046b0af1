/**
 * The engine: one wasm module with all games, which the build splits in two (scripts/split-wasm.mjs). The first part
 * has the functions called until a game is drawn; the second has the rest. The page fetches and compiles each once and
 * sends the compiled parts to every worker. Page and workers both start their engine here. Nothing here fetches
 * synchronously: callers that need the second part await `engine`.
 */

import { first, rest } from '../pkg/parts.js';
import init, * as bindings from '../pkg/totora.js';

/** @typedef {typeof import('../pkg/totora.js')} Engine */
/** @typedef {{ first: WebAssembly.Module, rest: WebAssembly.Module | null }} Parts   Compiled; `rest` is null if the build did not split the module. */
/** @typedef {'slow' | 'failed'} Late   Whether a part is still loading after a while, or could not be loaded. */

/** Loading that takes longer is reported, in milliseconds. */
export const SLOW = 8_000;

/** The parts that are late, and how to retry each. @type {Map<string, { late: Late, retry: () => void }>} */
const late = new Map();
/** @type {(late: Late | null) => void} */
let onLate = () => {};

/**
 * Sets the handler that is called with `slow` or `failed` when a part is late, and with null when none is.
 * @param {(late: Late | null) => void} handler
 */
export function whenLate(handler) {
  onLate = handler;
  notifyLate();
}

function notifyLate() {
  const all = [...late.values()].map((one) => one.late);
  onLate(all.includes('failed') ? 'failed' : (all[0] ?? null));
}

/**
 * Reports a part that is late, or with `null` that it has arrived.
 * @param {string} address @param {Late | null} state @param {() => void} [retry]
 */
export function report(address, state, retry = () => {}) {
  if (state) late.set(address, { late: state, retry });
  else late.delete(address);
  notifyLate();
}

/** Loads the parts that are late again. */
export function retryEngine() {
  for (const { retry } of [...late.values()]) retry();
}

/** @param {string} address @param {RequestInit} how */
async function compile(address, how) {
  const response = await fetch(address, how);
  if (!response.ok) throw new Error(`The engine could not be loaded: ${response.status}.`);
  // Some hosts do not send the content type of wasm: compiling then only takes longer.
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Loads a part, however long it takes. If it does not compile, it is fetched again without the browser's cache, which
 * may hold a wrong response. After that the user decides when to retry; callers keep waiting.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function load(address) {
  /** @type {RequestCache} */
  let cache = 'default';
  for (;;) {
    const controller = new AbortController();
    const slow = setTimeout(() => report(address, 'slow', () => controller.abort()), SLOW);
    try {
      const module = await compile(address, { cache, signal: controller.signal });
      report(address, null);
      return module;
    } catch (error) {
      clearTimeout(slow);
      if (cache === 'reload' && !controller.signal.aborted) {
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
 * Runs `make` once, on the first call. If it fails, the next call tries again.
 * @template T
 * @template {any[]} A
 * @param {(...about: A) => Promise<T>} make
 * @returns {(...about: A) => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return (...about) => {
    made ??= make(...about).catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

let firstModule = once(() => load(first));
let restModule = once(async () => (rest ? load(rest) : null));

/**
 * Both parts, to send to a worker.
 * @returns {Promise<Parts>}
 */
export async function engineParts() {
  const [one, other] = await Promise.all([firstModule(), restModule()]);
  return { first: one, rest: other };
}

/**
 * For a worker: its engine waits for the parts that the page sends.
 * @returns {(parts: Parts) => void}   receives them
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
/** The second part, once it is loaded. @type {WebAssembly.Module | null} */
let held = null;

/** Whether both parts of the engine are loaded. */
export const isWhole = () => !!ready && (held !== null || !rest);

/**
 * The engine with its first part alone. A call that needs the second part traps: see `withFirstEngine`. Rejects when
 * it cannot be started; the next call tries again.
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

/** Adds the second part to the instance. */
function join() {
  // Without a module, `initSync` starts nothing and returns the exports of the instance.
  if (held) new WebAssembly.Instance(held, { first: /** @type {any} */ (bindings.initSync)() });
}

/**
 * Runs the work of a first view with the first part alone. That part has the functions that a measurement found
 * (`first-view.mjs`), so one may be missing: then the work runs again in a fresh instance with both parts, and what it
 * made before is lost.
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

/** Files that only some analyses need, by their names in the engine. @type {Record<string, string>} */
const files = {
  'isolation-book.bin': new URL('../../src/games/isolation/isolation-book.bin', import.meta.url)
    .href,
  'reversi-patterns.bin': new URL('../../src/games/reversi/reversi-patterns.bin', import.meta.url)
    .href,
};
/** Fetched files that the engine has not taken yet. @type {Map<string, Uint8Array>} */
const fetched = new Map();
/** Files that were requested before: the next request skips the browser's cache. @type {Set<string>} */
const known = new Set();

/** Recognizes the error for a file that is not loaded yet. */
const LACKING = /The file (\S+) is not loaded yet/;

/** Called by the engine before an analysis that needs the file (`src/core/base/files.rs`). @param {string} name */
function takeFile(name) {
  const found = fetched.get(name);
  if (!found) throw new Error(`The file ${name} is not loaded yet`);
  fetched.delete(name);
  return found;
}

Object.assign(globalThis, { totoraFile: takeFile });

/** @param {string} name */
async function fetchFile(name) {
  try {
    if (!(name in files)) throw new Error('the page does not know this file');
    const response = await fetch(files[name], { cache: known.has(name) ? 'reload' : 'default' });
    known.add(name);
    if (!response.ok) throw new Error(`${response.status}`);
    fetched.set(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The file ${name}, which this bot needs, could not be loaded: ${why}.`);
  }
}

/**
 * Calls the engine. If a file is missing, fetches it and calls again.
 * @template T
 * @param {() => T} call
 * @returns {Promise<T>}
 */
export async function withFiles(call) {
  try {
    return call();
  } catch (error) {
    const name = LACKING.exec(error instanceof Error ? error.message : '')?.[1];
    if (!name) throw error;
    await fetchFile(name);
    return call();
  }
}

// ----------------------------------------------------------------------------------------------

/**
 * Replaces the instance after a trap, because its memory cannot be trusted. Objects of the old instance are lost and
 * must not even be freed.
 */
export function renewEngine() {
  bindings.__wbg_reset_state();
  join();
}

/** @param {unknown} error @returns {boolean} whether the engine itself failed: out of memory, a bug, or a call to its second part before that is loaded */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError;

/** @returns {Engine | undefined} the engine, if its first part is ready */
export const readyEngine = () => ready;
