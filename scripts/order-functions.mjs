// Orders the functions of a module by similarity. gzip finds repetitions only within 32 kB, and generic code that is compiled
// once per game is spread over the whole module. The order makes the second part 6% smaller.
import { Reader, sectionsOf } from './wasm-data.mjs';

/** Bytes before a function that it is compared with: gzip's window, minus space for the function itself. */
const WINDOW = 28_000;
/** Length of a run, the unit of comparison, in bytes. */
const RUN = 6;
/** Runs that occur in more functions than this are ignored: they do not distinguish any. */
const MAX_FUNCTIONS = 300;
/** Minimum number of runs to divide by; without it, very short functions always come next. */
const MIN_RUNS = 8;
const CODE_SECTION = 10;

/** The hashes of a function's distinct runs. @param {Uint8Array} body */
function runsOf(body) {
  const runs = new Set();
  for (let at = 0; at + RUN <= body.length; at++) {
    let hash = 0;
    for (let i = 0; i < RUN; i++) hash = Math.imul(hash ^ (body[at + i] ?? 0), 0x01000193);
    runs.add(hash ^ (hash >>> 15));
  }
  return runs;
}

/**
 * Orders functions greedily: the next one has the largest share of its runs in the window before it. The first function
 * stays first. If two have equal shares, the one with the lower index comes first.
 * @param {Uint8Array[]} bodies   the functions in their order in the module
 * @returns {number[]} the new order, as indices
 */
export function orderBySimilarity(bodies) {
  const runs = bodies.map(runsOf);
  /** The functions that contain a run. @type {Map<number, number[]>} */
  const holders = new Map();
  for (const [i, own] of runs.entries()) {
    for (const run of own) {
      const list = holders.get(run);
      if (list) list.push(i);
      else holders.set(run, [i]);
    }
  }
  for (const [run, list] of holders)
    if (list.length < 2 || list.length > MAX_FUNCTIONS) holders.delete(run);
  const shared = runs.map((own) => [...own].filter((run) => holders.has(run)));
  const sizes = runs.map((own) => Math.max(MIN_RUNS, own.size));

  /** Number of runs of each function in the window. */
  const found = new Float64Array(bodies.length);
  /** Number of functions in the window with a run. @type {Map<number, number>} */
  const inWindow = new Map();
  /** @param {number} i @param {1 | -1} step */
  const count = (i, step) => {
    for (const run of shared[i] ?? []) {
      const before = inWindow.get(run) ?? 0;
      inWindow.set(run, before + step);
      if (before !== (step === 1 ? 0 : 1)) continue;
      for (const other of holders.get(run) ?? []) found[other] = (found[other] ?? 0) + step;
    }
  };
  const length = (/** @type {number} */ i) => bodies[i]?.length ?? 0;
  const left = new Set(bodies.keys());
  /** @type {number[]} */
  const order = [];
  /** The start of the window in `order`, and its size in bytes. */
  let [begin, bytes] = [0, 0];
  for (let next = 0; left.size > 0; ) {
    left.delete(next);
    order.push(next);
    count(next, 1);
    bytes += length(next);
    for (; bytes > WINDOW && begin < order.length - 1; begin++) {
      const gone = order[begin] ?? 0;
      count(gone, -1);
      bytes -= length(gone);
    }
    let best = -1;
    for (const i of left) {
      const share = (found[i] ?? 0) / (sizes[i] ?? 1);
      if (share > best) [next, best] = [i, share];
    }
  }
  return order;
}

/**
 * The bodies of a module's own functions, in their order.
 * @param {Uint8Array} module
 * @returns {Uint8Array[]}
 */
function bodiesOf(module) {
  const code = sectionsOf(module).find(({ id }) => id === CODE_SECTION);
  if (!code) return [];
  const read = new Reader(module, code.start);
  return Array.from({ length: read.number() }, () => {
    const size = read.number();
    read.at += size;
    return module.subarray(read.at - size, read.at);
  });
}

/** A number in LEB128. @param {number} value */
function leb(value) {
  const bytes = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

/** Bytes with their length in front. @param {Buffer[]} parts */
function sized(...parts) {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([leb(bytes.length), bytes]);
}

/**
 * Adds a name section whose names sort in the order by similarity: `wasm-opt --reorder-functions-by-name` then applies the
 * order, and `--strip-debug` removes the names.
 * @param {Uint8Array} module   without names
 */
export function withOrderedNames(module) {
  const before = WebAssembly.Module.imports(
    new WebAssembly.Module(/** @type {BufferSource} */ (module)),
  );
  const imported = before.filter(({ kind }) => kind === 'function').length;
  const order = orderBySimilarity(bodiesOf(module));
  /** @type {Buffer[]} */
  const names = [];
  for (const [place, i] of order.entries())
    names[i] = Buffer.concat([leb(imported + i), sized(Buffer.from(`${100_000 + place}`))]);
  const functions = Buffer.concat([Buffer.from([1]), sized(leb(names.length), ...names)]);
  return Buffer.concat([module, Buffer.from([0]), sized(sized(Buffer.from('name')), functions)]);
}
