// Splits the built module in two: a first part, with what a first view of any game calls, and the rest. There is one
// source and one build; which function goes where is found by calling what the page calls (scripts/first-view.mjs) in
// an instance that notes which functions ran. What is not in the first part is reached through a table, and a call
// that comes before the second part traps there: www/worker/engine.js says what happens then.
//
// The first part keeps the memory, the tables and the data that its code can reach (scripts/wasm-data.mjs). For each
// function that it calls and lacks it has a few bytes that call it by the table `rest`, which is empty. The second part
// imports the memory, the tables and the functions of the first, and puts its own functions and data there when it is
// instantiated.
import library from 'binaryen';
import { unreached } from './wasm-data.mjs';

/** The package's own types lack what it has, such as `Function`. @type {any} */
const binaryen = library;

/** What wasm-opt calls a feature, and binaryen's names for it. */
const FEATURES = {
  'bulk-memory': ['BulkMemory', 'BulkMemoryOpt'],
  multivalue: ['Multivalue'],
  'mutable-globals': ['MutableGlobals'],
  'nontrapping-float-to-int': ['NontrappingFPToInt'],
  'reference-types': ['ReferenceTypes', 'CallIndirectOverlong'],
  'sign-ext': ['SignExt'],
  simd: ['SIMD128'],
};

/** The table of functions that the first part lacks; www/worker/engine.js knows it. */
const TABLE = 'rest';
/** Where the second part finds what the first one has; www/worker/engine.js says so. */
const FIRST = 'first';
/** By this name wasm-bindgen has the memory go out. */
const MEMORY = 'memory';
/** Pieces of data no longer than this stay in the first part: each piece costs some 8 bytes, and compresses worse alone. */
const LEAST = 24;

/** @typedef {(name: string) => boolean} Chosen */

/**
 * @param {string[]} flags   as wasm-opt takes them, `--enable-…`
 * @returns {number} as binaryen takes them
 */
function featuresOf(flags) {
  let all = 0;
  for (const flag of flags) {
    const names = FEATURES[/** @type {keyof typeof FEATURES} */ (flag.replace('--enable-', ''))];
    if (!names) throw new Error(`split-wasm: unknown feature ${flag}`);
    for (const name of names) all |= /** @type {any} */ (binaryen.Features)[name];
  }
  return all;
}

/** The functions that a module has itself, by binaryen's names. @param {any} module */
function ownFunctions(module) {
  const names = [];
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const info = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    if (!info.module) names.push(info.name);
  }
  return names;
}

/** @param {any} module @param {string} step */
function emit(module, step) {
  if (!module.validate()) throw new Error(`split-wasm: ${step} is no good module`);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/**
 * The module with a mark for each function that runs.
 * @param {Uint8Array} whole
 * @param {string[]} flags
 * @returns {{ bytes: Uint8Array, ran: (exports: any) => Set<string> }} `ran`: the functions that ran in an instance so far
 */
export function marked(whole, flags) {
  const module = binaryen.readBinary(whole, featuresOf(flags));
  const names = ownFunctions(module);
  for (const [i, name] of names.entries()) {
    const mark = `ran${i}`;
    module.addGlobal(mark, binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(mark, mark);
    const own = module.getFunction(name);
    const { body } = binaryen.getFunctionInfo(own);
    const set = module.global.set(mark, module.i32.const(1));
    binaryen.Function.setBody(
      own,
      module.block(null, [set, body], binaryen.getExpressionType(body)),
    );
  }
  const ran = (/** @type {any} */ exports) =>
    new Set(names.filter((_, i) => exports[`ran${i}`].value !== 0));
  return { bytes: emit(module, 'the marked module'), ran };
}

/** The table's segments of functions: where each begins, and what is in it. @param {any} module */
function segmentsOf(module) {
  return Array.from({ length: module.getNumElementSegments() }, (_, i) => {
    const info = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i));
    const offset = binaryen.getExpressionInfo(info.offset);
    if (offset.id !== binaryen.ExpressionIds.Const)
      throw new Error('split-wasm: a table is filled from a place that is not fixed');
    return { name: info.name, table: info.table, from: Number(offset.value), functions: info.data };
  });
}

/** Leaves only these functions in the tables; another place is empty, and a trap. @param {any} module @param {Chosen} chosen */
function fillTables(module, chosen) {
  for (const { name, table, from, functions } of segmentsOf(module)) {
    module.removeElementSegment(name);
    let run = /** @type {string[]} */ ([]);
    for (const [i, one] of [...functions, ''].entries()) {
      if (one && chosen(one)) run.push(one);
      else if (run.length > 0) {
        const at = from + i - run.length;
        module.addActiveElementSegment(table, `%${at}`, run, module.i32.const(at));
        run = [];
      }
    }
  }
}

/** @typedef {{ offset: number, data: Uint8Array }} Segment   bytes, and the address where they go */

/** The data of a module. @param {any} module @returns {Segment[]} */
function dataOf(module) {
  return Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    return { offset, data: new Uint8Array(data) };
  });
}

/**
 * Divides data by address. Short pieces of `there` stay with the others.
 * @param {Segment[]} segments
 * @param {{ from: number, to: number }[]} there   in rising order
 * @returns {{ here: Segment[], there: Segment[] }}
 */
function divided(segments, there) {
  const parts = { here: /** @type {Segment[]} */ ([]), there: /** @type {Segment[]} */ ([]) };
  for (const { offset, data } of segments) {
    const end = offset + data.length;
    const cut = (/** @type {number} */ from, /** @type {number} */ to) => ({
      offset: from,
      data: data.subarray(from - offset, to - offset),
    });
    let at = offset;
    for (const { from, to } of there) {
      const [low, high] = [Math.max(from, at), Math.min(to, end)];
      if (high - low <= LEAST) continue;
      if (low > at) parts.here.push(cut(at, low));
      parts.there.push(cut(low, high));
      at = high;
    }
    if (at < end) parts.here.push(cut(at, end));
  }
  return parts;
}

/** Gives a module other data. @param {any} module @param {string} memory   by binaryen's name @param {Segment[]} segments */
function setData(module, memory, segments) {
  const { initial, max } = module.getMemoryInfo(memory);
  const placed = segments.map(({ offset, data }) => ({
    offset: module.i32.const(offset),
    data,
    passive: false,
  }));
  module.setMemory(initial, max ?? -1, null, placed, false, false, memory);
}

/** What a module calls its memory. @param {any} module */
function memoryOf(module) {
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, value } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (name === MEMORY) return value;
  }
  throw new Error('split-wasm: the module hands out no memory');
}

/** The words of 32 bits that stand in a module's code: wasm-opt stores two at once where they are neighbours. @param {any} module */
function constantsOf(module) {
  const text = module.emitText();
  const found = new Set();
  for (const [, number] of text.matchAll(/(?:i32\.const |offset=)(-?\d+)/g))
    found.add(Number(number) >>> 0);
  for (const [, number] of text.matchAll(/i64\.const (-?\d+)/g)) {
    const both = BigInt.asUintN(64, BigInt(number));
    found.add(Number(both & 0xffff_ffffn)).add(Number(both >> 32n));
  }
  for (const [, lanes] of text.matchAll(/v128\.const i32x4 ((?:0x[\da-f]+ ?)+)/g))
    for (const lane of lanes.trim().split(' ')) found.add(Number(lane));
  return found;
}

/** The first part, and the functions that it reaches in the second, in the order of their slots. @param {Uint8Array} whole @param {number} features @param {Chosen} early */
function firstPart(whole, features, early) {
  // What of the rest the first part has a word for at all.
  const trial = binaryen.readBinary(whole, features);
  fillTables(trial, (name) => early(name) || imported(trial, name));
  for (const name of ownFunctions(trial))
    if (!early(name)) binaryen.Function.setBody(trial.getFunction(name), trial.unreachable());
  trial.runPasses(['remove-unused-module-elements']);
  const reached = ownFunctions(trial).filter((name) => !early(name));
  trial.dispose();

  const module = binaryen.readBinary(whole, features);
  fillTables(module, (name) => early(name) || imported(module, name));
  module.addTable(TABLE, reached.length, reached.length, binaryen.funcref);
  for (const [i, name] of reached.entries()) {
    const own = module.getFunction(name);
    const { params, results } = binaryen.getFunctionInfo(own);
    const given = binaryen
      .expandType(params)
      .map((/** @type {number} */ type, /** @type {number} */ at) => module.local.get(at, type));
    module.removeFunction(name);
    // A place that is still empty is a trap.
    const call = module.call_indirect(TABLE, module.i32.const(i), given, params, results);
    module.addFunction(name, params, results, [], call);
  }
  return { module, reached };
}

/**
 * The second part. What it needs of the first it asks for by binaryen's names.
 * @param {Uint8Array} whole
 * @param {number} features
 * @param {Chosen} early
 * @param {string[]} reached
 */
function secondPart(whole, features, early, reached) {
  const module = binaryen.readBinary(whole, features);
  const memory = memoryOf(module);
  for (let i = module.getNumExports() - 1; i >= 0; i--)
    module.removeExport(binaryen.getExportInfo(module.getExportByIndex(i)).name);
  for (const name of ownFunctions(module).filter(early)) {
    const { params, results } = binaryen.getFunctionInfo(module.getFunction(name));
    module.removeFunction(name);
    module.addFunctionImport(name, FIRST, name, params, results);
  }
  // The tables are the first part's; what stands in them of the second is written there.
  fillTables(module, (name) => !early(name) && !imported(module, name));
  module.addTable(TABLE, reached.length, reached.length, binaryen.funcref);
  module.addActiveElementSegment(TABLE, TABLE, reached, module.i32.const(0));
  // What it has of the data is not known before the first part is.
  setData(module, memory, []);
  module.addMemoryImport(memory, FIRST, MEMORY);
  for (let i = 0; i < module.getNumTables(); i++) {
    const { name } = binaryen.getTableInfo(module.getTableByIndex(i));
    module.addTableImport(name, FIRST, name);
  }
  for (let i = 0; i < module.getNumGlobals(); i++) {
    const { name, type, mutable } = binaryen.getGlobalInfo(module.getGlobalByIndex(i));
    if (mutable) module.addGlobalImport(name, FIRST, name, type, true);
  }
  module.runPasses(['remove-unused-module-elements']);
  return module;
}

/** @param {any} module @param {string} name */
const imported = (module, name) => !!binaryen.getFunctionInfo(module.getFunction(name)).module;

/**
 * The module in two parts.
 * @param {Uint8Array} whole
 * @param {Uint8Array} linked   the same as the linker wrote it, with what it notes of addresses
 * @param {string[]} flags   as wasm-opt takes them
 * @param {Chosen} early     whether a function, by its name in `marked`, is in the first part
 * @returns {{ first: Uint8Array, rest: Uint8Array, late: Segment[], functions: { first: number, rest: number, reached: number } }}
 *   `late`: the data of the second part
 */
export function split(whole, linked, flags, early) {
  const features = featuresOf(flags);
  // No pass of this level runs: it says that the code is written as tightly as wasm-opt wrote it.
  binaryen.setOptimizeLevel(3);
  const { module: first, reached } = firstPart(whole, features, early);
  const rest = secondPart(whole, features, early, reached);
  // All that the second part asks for is handed out by the first, under short names.
  let count = 0;
  const hand = (
    /** @type {string} */ name,
    /** @type {'Function' | 'Table' | 'Global'} */ kind,
  ) => {
    const as = String(count++);
    first[`add${kind}Export`](name, as);
    return as;
  };
  for (let i = 0; i < rest.getNumFunctions(); i++) {
    const { name, module, params, results } = binaryen.getFunctionInfo(rest.getFunctionByIndex(i));
    // What comes from JavaScript goes through the first part too, which knows where it is from.
    if (module) rest.addFunctionImport(name, FIRST, hand(name, 'Function'), params, results);
  }
  for (let i = 0; i < rest.getNumTables(); i++) {
    const { name } = binaryen.getTableInfo(rest.getTableByIndex(i));
    rest.addTableImport(name, FIRST, name === TABLE ? TABLE : hand(name, 'Table'));
  }
  for (let i = 0; i < rest.getNumGlobals(); i++) {
    const { name, module, type, mutable } = binaryen.getGlobalInfo(rest.getGlobalByIndex(i));
    if (module) rest.addGlobalImport(name, FIRST, hand(name, 'Global'), type, mutable);
  }
  first.addTableExport(TABLE, TABLE);
  first.runPasses(['remove-unused-module-elements']);
  const memory = memoryOf(first);
  const data = divided(dataOf(first), unreached(linked, constantsOf(first)));
  setData(first, memory, data.here);
  setData(rest, memory, data.there);
  rest.addMemoryImport(memory, FIRST, MEMORY);
  const functions = {
    first: ownFunctions(first).length - reached.length,
    rest: ownFunctions(rest).length,
    reached: reached.length,
  };
  return {
    first: emit(first, 'the first part'),
    rest: emit(rest, 'the second part'),
    late: data.there,
    functions,
  };
}
