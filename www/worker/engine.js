/**
 * The engine: one wasm module with all games, which the build has cut in two (scripts/split-wasm.mjs). The first part
 * has what is called until a game is drawn, and for the rest a table; the second part fills it. The page fetches and
 * compiles each once, and hands the compiled parts to every worker, so that none fetches or compiles them again. What
 * is said about the games before they are there is in the catalogue that the build wrote. Page and workers both start
 * theirs here.
 */

import { first, rest } from '../pkg/parts.js';
import init, * as bindings from '../pkg/totora.js';

/** @typedef {typeof import('../pkg/totora.js')} Engine */
/** @typedef {{ first: WebAssembly.Module, rest: WebAssembly.Module | null }} Parts   Compiled; no rest where the build cut nothing. */

/** @param {string} address */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status}.`);
  // A host that does not say that it is wasm is no reason to give up: it only takes longer.
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * What is made when somebody asks for it, once. Where that fails, the next one who asks tries again.
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

let firstModule = once(() => compile(first));
let restModule = once(async () => (rest ? compile(rest) : null));

/**
 * Both parts, to hand to a worker. Rejects when they cannot be fetched; the next call tries again.
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
/** How often somebody came too early, and the page had to stand still until the second part was there. */
let early = 0;

/**
 * The engine as far as a first view of a game needs it. Whatever it is asked beyond that, it answers too, but the page
 * may stand still for it until all of the engine is there: who can wait asks for `engine`. Rejects when it cannot be
 * fetched or started; the next call tries again.
 * @returns {Promise<Engine>}
 */
export const firstEngine = once(async () => {
  await init({ module_or_path: await firstModule() });
  join();
  ready = bindings;
  return bindings;
});

/**
 * The engine. Rejects when it cannot be fetched or started; the next call tries again.
 * @returns {Promise<Engine>}
 */
export const engine = once(async () => {
  const [found, module] = await Promise.all([firstEngine(), restModule()]);
  if (!held && module) {
    held = module;
    join();
  }
  return found;
});

/**
 * `(module (import "" "f" (func)) (export "f" (func 0)))`: what JavaScript does as a function that a table takes.
 */
const WRAPPER = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x02, 0x06, 0x01, 0x00, 0x01, 0x66, 0x00, 0x00, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
]);

/**
 * Gives the instance its second part; before that is there, a way to fetch it, in slot 0 of the table where the first
 * part looks for it.
 */
function join() {
  // Without a module the bindings start nothing, and say what the instance exports.
  const exports = /** @type {any} */ (bindings.initSync)();
  if (!exports.rest) return;
  if (held) {
    new WebAssembly.Instance(held, { first: exports });
    return;
  }
  const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), {
    '': { f: fetchNow },
  });
  exports.rest.set(0, wrapper.exports.f);
}

/**
 * The last resort: something is asked that the first part lacks, in the middle of a call that cannot wait. Where the
 * second part cannot be had, the engine has broken for its callers, and a fresh one may do better.
 */
function fetchNow() {
  try {
    early++;
    held ??= new WebAssembly.Module(readNow(rest));
    join();
  } catch (error) {
    held = null;
    const why = error instanceof Error ? error.message : String(error);
    throw new WebAssembly.RuntimeError(`A part of the engine could not be fetched: ${why}`);
  }
}

/** A file, while everything stands still. @param {string} address */
function readNow(address) {
  const request = new XMLHttpRequest();
  // To the browser's cache another file: one that is under way already may wait for whoever waits here.
  request.open('GET', `${address}?now`, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  if (request.status !== 200) throw new Error(`${request.status}`);
  return Uint8Array.from(request.responseText, (byte) => byte.charCodeAt(0) & 0xff);
}

/** Files that only some thoughts need, by the names that the engine has for them. @type {Record<string, string>} */
const files = {
  'reversi-patterns.bin': new URL('../../assets/reversi-patterns.bin', import.meta.url).href,
};

/**
 * The engine asks for a file in the middle of a thought that cannot go on without, nearly always in a worker. What is
 * thrown is told to whoever asked for the thought: it would be another one without the file.
 * @param {string} name
 */
function fileNow(name) {
  try {
    if (!(name in files)) throw new Error('the page does not know it');
    return readNow(files[name]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The file ${name}, which this bot thinks with, could not be fetched: ${why}.`);
  }
}

Object.assign(globalThis, { totoraFile: fileNow });

/** Whether all of the engine is there, and how often somebody could not wait for that. For tests. */
export const engineState = () => ({ whole: held !== null, early });

/**
 * Puts a fresh instance in the place of one that has broken: after a trap its memory is not to be trusted. What
 * the old one made is gone with it, and must not even be freed.
 */
export function renewEngine() {
  bindings.__wbg_reset_state();
  join();
}

/** @param {unknown} error @returns {boolean} whether the engine itself has broken: out of memory, or a bug */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError;

/** @returns {Engine | undefined} the engine, if it is ready now: as `firstEngine` gives it */
export const readyEngine = () => ready;
