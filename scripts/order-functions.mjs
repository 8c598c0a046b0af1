// Puts functions of a module that are alike next to each other: gzip finds again only what came within the last 32 kB, and
// a search or a list that is compiled once for each game has copies all over the module. Its second part loads with 6% less.
import { Reader, sectionsOf } from './wasm-data.mjs';

/** How many bytes before a function it is likened to: what gzip looks back over, less the function itself. */
const WINDOW = 28_000;
/** So many bytes in a row are compared. */
const RUN = 6;
/** A run that more functions have than this says nothing of any of them. */
const MOST = 300;
/** A function with fewer runs counts as one with as many, so that the shortest do not always come next. */
const LEAST = 8;
const CODE = 10;

/** The runs of a function, each by a hash, once. @param {Uint8Array} body */
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
 * An order in which functions that share much follow each other: next is always the one of whose runs most, for its length,
 * are in the window before it. The first stays the first; of equals the earlier comes first.
 * @param {Uint8Array[]} bodies   a function each, as the module has them
 * @returns {number[]} indices of all of them
 */
export function orderByLikeness(bodies) {
  const runs = bodies.map(runsOf);
  /** Which functions have a run. @type {Map<number, number[]>} */
  const holders = new Map();
  for (const [i, own] of runs.entries()) {
    for (const run of own) {
      const list = holders.get(run);
      if (list) list.push(i);
      else holders.set(run, [i]);
    }
  }
  for (const [run, list] of holders) if (list.length < 2 || list.length > MOST) holders.delete(run);
  const shared = runs.map((own) => [...own].filter((run) => holders.has(run)));
  const sizes = runs.map((own) => Math.max(LEAST, own.size));

  /** How many runs of each function are in the window. */
  const found = new Float64Array(bodies.length);
  /** How often each run is in the window. @type {Map<number, number>} */
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
  /** Where in `order` the window begins, and how many bytes it has. */
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
 * The functions that a module has itself, as they stand in it.
 * @param {Uint8Array} module
 * @returns {Uint8Array[]}
 */
function bodiesOf(module) {
  const code = sectionsOf(module).find(({ id }) => id === CODE);
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

/** Bytes with their number before them. @param {Buffer[]} parts */
function sized(...parts) {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([leb(bytes.length), bytes]);
}

/**
 * The module with names for its own functions that sort as these are to stand: `wasm-opt --reorder-functions-by-name`
 * puts them there, and `--strip-debug` takes the names away.
 * @param {Uint8Array} module   without names
 */
export function namedByLikeness(module) {
  const before = WebAssembly.Module.imports(
    new WebAssembly.Module(/** @type {BufferSource} */ (module)),
  );
  const imported = before.filter(({ kind }) => kind === 'function').length;
  const order = orderByLikeness(bodiesOf(module));
  /** @type {Buffer[]} */
  const names = [];
  for (const [place, i] of order.entries())
    names[i] = Buffer.concat([leb(imported + i), sized(Buffer.from(`${100_000 + place}`))]);
  const functions = Buffer.concat([Buffer.from([1]), sized(leb(names.length), ...names)]);
  return Buffer.concat([module, Buffer.from([0]), sized(sized(Buffer.from('name')), functions)]);
}
