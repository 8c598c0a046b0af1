/**
 * The engine: one wasm module with all games. The page fetches and compiles it once, and hands the compiled
 * module to every worker, so that none fetches or compiles it again. What is said about the games before it
 * is there is in the catalogue that the build wrote. Page and workers both start theirs here.
 */
import init, * as bindings from '../pkg/totora.js';
import address from '../pkg/totora_bg.wasm?url';

/** @typedef {typeof import('../pkg/totora.js')} Engine */

/** The module, once somebody has asked for it. @type {Promise<WebAssembly.Module> | null} */
let compiling = null;
/** The engine, once somebody has asked for it. @type {Promise<Engine> | null} */
let starting = null;
/** The engine, if it is ready. @type {Engine | undefined} */
let ready;

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status}.`);
  // A host that does not say that it is wasm is no reason to give up: it only takes longer.
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The compiled module, to hand to a worker. Rejects when it cannot be fetched; the next call tries again.
 * @returns {Promise<WebAssembly.Module>}
 */
export function engineModule() {
  if (!compiling) {
    compiling = compile();
    compiling.catch(() => {
      compiling = null;
    });
  }
  return compiling;
}

/**
 * For a worker: from now on its engine waits for the module that the page hands over.
 * @returns {(module: WebAssembly.Module) => void}   takes it
 */
export function awaitModule() {
  /** @type {(module: WebAssembly.Module) => void} */
  let take = () => {};
  compiling = new Promise((resolve) => {
    take = resolve;
  });
  return take;
}

/**
 * The engine. Rejects when it cannot be fetched or started; the next call tries again.
 * @returns {Promise<Engine>}
 */
export function engine() {
  if (!starting) {
    starting = start();
    starting.catch(() => {
      starting = null;
    });
  }
  return starting;
}

async function start() {
  await init({ module_or_path: await engineModule() });
  ready = bindings;
  return bindings;
}

/**
 * Puts a fresh instance in the place of one that has broken: after a trap its memory is not to be trusted. What
 * the old one made is gone with it, and must not even be freed.
 */
export function renewEngine() {
  bindings.__wbg_reset_state();
}

/** @param {unknown} error @returns {boolean} whether the engine itself has broken: out of memory, or a bug */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError;

/** @returns {Engine | undefined} the engine, if it is ready now */
export const readyEngine = () => ready;
