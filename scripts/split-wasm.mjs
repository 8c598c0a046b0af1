// Splits the built module in two: a first part with the functions that a first view of any game calls, and the rest.
// Which functions belong to the first part is found by making the page's calls (scripts/first-view.mjs) in an instrumented
// instance, which records the functions that run. Functions of the second part are called through a table. A call before
// the second part is loaded traps; www/worker/engine.js describes how the page handles this.
//
// The first part keeps the memory, the tables and the data that its code can reach (scripts/wasm-data.mjs). For each
// function of the second part that it calls, it has a short stub that calls the function through the table `rest`, which
// is empty at first. The second part imports the memory, the tables and the functions of the first, and fills in its own
// functions and data when it is instantiated.
import library from 'binaryen';
import { unreachableData } from './wasm-data.mjs';

/** The package's types lack some of its members, such as `Function`. @type {any} */
const binaryen = library;

/** Features: wasm-opt's name, and binaryen's names for it. */
const FEATURES = {
  'bulk-memory': ['BulkMemory', 'BulkMemoryOpt'],
  multivalue: ['Multivalue'],
  'mutable-globals': ['MutableGlobals'],
  'nontrapping-float-to-int': ['NontrappingFPToInt'],
  'reference-types': ['ReferenceTypes', 'CallIndirectOverlong'],
  'sign-ext': ['SignExt'],
  simd: ['SIMD128'],
};

/** The exported table of the functions that the first part lacks. */
const TABLE = 'rest';
/** The import module that gives the second part the exports of the first; www/worker/engine.js passes it. */
const FIRST_MODULE = 'first';
/** The name under which wasm-bindgen exports the memory. */
const MEMORY = 'memory';
/**
 * Pieces of data that are not longer than this stay in the first part, in bytes. Each piece costs about 8 bytes and
 * compresses less well alone.
 */
const MIN_PIECE = 24;

/** @typedef {(name: string) => boolean} Predicate */

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

/** The names of the functions that a module defines itself. @param {any} module */
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
  if (!module.validate()) throw new Error(`split-wasm: ${step} is not a valid module`);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/**
 * Instruments the module: a global per function records whether it has run.
 * @param {Uint8Array} whole
 * @param {string[]} flags
 * @returns {{ bytes: Uint8Array, called: (exports: any) => Set<string> }} `called`: the functions that have run in an instance so far
 */
export function instrument(whole, flags) {
  const module = binaryen.readBinary(whole, featuresOf(flags));
  const names = ownFunctions(module);
  for (const [i, name] of names.entries()) {
    const mark = `called${i}`;
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
  const called = (/** @type {any} */ exports) =>
    new Set(names.filter((_, i) => exports[`called${i}`].value !== 0));
  return { bytes: emit(module, 'the instrumented module'), called };
}

/** The segments of the function tables: the start of each, and its functions. @param {any} module */
function tableSegmentsOf(module) {
  return Array.from({ length: module.getNumElementSegments() }, (_, i) => {
    const info = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i));
    const offset = binaryen.getExpressionInfo(info.offset);
    if (offset.id !== binaryen.ExpressionIds.Const)
      throw new Error('split-wasm: a table segment has no fixed offset');
    return { name: info.name, table: info.table, from: Number(offset.value), functions: info.data };
  });
}

/** Keeps only these functions in the tables. A call of any other slot traps. @param {any} module @param {Predicate} included */
function fillTables(module, included) {
  for (const { name, table, from, functions } of tableSegmentsOf(module)) {
    module.removeElementSegment(name);
    let run = /** @type {string[]} */ ([]);
    for (const [i, one] of [...functions, ''].entries()) {
      if (one && included(one)) run.push(one);
      else if (run.length > 0) {
        const at = from + i - run.length;
        module.addActiveElementSegment(table, `%${at}`, run, module.i32.const(at));
        run = [];
      }
    }
  }
}

/** @typedef {{ offset: number, data: Uint8Array }} Segment   Bytes, and their address. */

/** The data segments of a module. @param {any} module @returns {Segment[]} */
function dataSegmentsOf(module) {
  return Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    return { offset, data: new Uint8Array(data) };
  });
}

/**
 * Divides data by address. Short pieces of `ranges` go to the first part too.
 * @param {Segment[]} segments
 * @param {{ from: number, to: number }[]} ranges   the addresses for the second part, in ascending order
 * @returns {{ first: Segment[], rest: Segment[] }}
 */
function divide(segments, ranges) {
  const parts = { first: /** @type {Segment[]} */ ([]), rest: /** @type {Segment[]} */ ([]) };
  for (const { offset, data } of segments) {
    const end = offset + data.length;
    const cut = (/** @type {number} */ from, /** @type {number} */ to) => ({
      offset: from,
      data: data.subarray(from - offset, to - offset),
    });
    let at = offset;
    for (const { from, to } of ranges) {
      const [low, high] = [Math.max(from, at), Math.min(to, end)];
      if (high - low <= MIN_PIECE) continue;
      if (low > at) parts.first.push(cut(at, low));
      parts.rest.push(cut(low, high));
      at = high;
    }
    if (at < end) parts.first.push(cut(at, end));
  }
  return parts;
}

/** Replaces the data of a module. @param {any} module @param {string} memory   binaryen's name of the memory @param {Segment[]} segments */
function setData(module, memory, segments) {
  const { initial, max } = module.getMemoryInfo(memory);
  const placed = segments.map(({ offset, data }) => ({
    offset: module.i32.const(offset),
    data,
    passive: false,
  }));
  module.setMemory(initial, max ?? -1, null, placed, false, false, memory);
}

/** Binaryen's name of a module's memory. @param {any} module */
function memoryOf(module) {
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, value } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (name === MEMORY) return value;
  }
  throw new Error('split-wasm: the module exports no memory');
}

/** The 32-bit constants in a module's code. wasm-opt merges neighbouring ones into larger constants, which are split here. @param {any} module */
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

/** The first part, and the functions of the second part that it calls, in the order of their slots. @param {Uint8Array} whole @param {number} features @param {Predicate} early */
function firstPart(whole, features, early) {
  // Finds the functions of the rest that the first part refers to.
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
    const args = binaryen
      .expandType(params)
      .map((/** @type {number} */ type, /** @type {number} */ at) => module.local.get(at, type));
    module.removeFunction(name);
    // Calling an empty slot traps.
    const call = module.call_indirect(TABLE, module.i32.const(i), args, params, results);
    module.addFunction(name, params, results, [], call);
  }
  return { module, reached };
}

/**
 * The second part. Its imports from the first part have binaryen's names.
 * @param {Uint8Array} whole
 * @param {number} features
 * @param {Predicate} early
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
    module.addFunctionImport(name, FIRST_MODULE, name, params, results);
  }
  // The tables belong to the first part; the second part fills in its own functions.
  fillTables(module, (name) => !early(name) && !imported(module, name));
  module.addTable(TABLE, reached.length, reached.length, binaryen.funcref);
  module.addActiveElementSegment(TABLE, TABLE, reached, module.i32.const(0));
  // Its data are known only once the first part is complete.
  setData(module, memory, []);
  module.addMemoryImport(memory, FIRST_MODULE, MEMORY);
  for (let i = 0; i < module.getNumTables(); i++) {
    const { name } = binaryen.getTableInfo(module.getTableByIndex(i));
    module.addTableImport(name, FIRST_MODULE, name);
  }
  for (let i = 0; i < module.getNumGlobals(); i++) {
    const { name, type, mutable } = binaryen.getGlobalInfo(module.getGlobalByIndex(i));
    if (mutable) module.addGlobalImport(name, FIRST_MODULE, name, type, true);
  }
  module.runPasses(['remove-unused-module-elements']);
  return module;
}

/** @param {any} module @param {string} name */
const imported = (module, name) => !!binaryen.getFunctionInfo(module.getFunction(name)).module;

/**
 * Splits the module in two parts.
 * @param {Uint8Array} whole
 * @param {Uint8Array} linked   the same module as the linker wrote it, with relocations
 * @param {string[]} flags   as wasm-opt takes them
 * @param {Predicate} early     whether a function, by its name in `instrument`, belongs to the first part
 * @returns {{ first: Uint8Array, rest: Uint8Array, late: Segment[], functions: { first: number, rest: number, reached: number } }}
 *   `late`: the data of the second part; `reached`: how many of its functions the first part calls
 */
export function split(whole, linked, flags, early) {
  const features = featuresOf(flags);
  // No optimisation pass runs here. The level only makes binaryen write code as compactly as wasm-opt does.
  binaryen.setOptimizeLevel(3);
  const { module: first, reached } = firstPart(whole, features, early);
  const rest = secondPart(whole, features, early, reached);
  // The first part exports everything that the second part imports, under short names.
  let count = 0;
  const exportFromFirst = (
    /** @type {string} */ name,
    /** @type {'Function' | 'Table' | 'Global'} */ kind,
  ) => {
    const as = String(count++);
    first[`add${kind}Export`](name, as);
    return as;
  };
  for (let i = 0; i < rest.getNumFunctions(); i++) {
    const { name, module, params, results } = binaryen.getFunctionInfo(rest.getFunctionByIndex(i));
    // Imports from JavaScript go through the first part too, which has their original names.
    if (module)
      rest.addFunctionImport(
        name,
        FIRST_MODULE,
        exportFromFirst(name, 'Function'),
        params,
        results,
      );
  }
  for (let i = 0; i < rest.getNumTables(); i++) {
    const { name } = binaryen.getTableInfo(rest.getTableByIndex(i));
    rest.addTableImport(
      name,
      FIRST_MODULE,
      name === TABLE ? TABLE : exportFromFirst(name, 'Table'),
    );
  }
  for (let i = 0; i < rest.getNumGlobals(); i++) {
    const { name, module, type, mutable } = binaryen.getGlobalInfo(rest.getGlobalByIndex(i));
    if (module)
      rest.addGlobalImport(name, FIRST_MODULE, exportFromFirst(name, 'Global'), type, mutable);
  }
  first.addTableExport(TABLE, TABLE);
  first.runPasses(['remove-unused-module-elements']);
  const memory = memoryOf(first);
  const data = divide(dataSegmentsOf(first), unreachableData(linked, constantsOf(first)));
  setData(first, memory, data.first);
  setData(rest, memory, data.rest);
  rest.addMemoryImport(memory, FIRST_MODULE, MEMORY);
  const functions = {
    first: ownFunctions(first).length - reached.length,
    rest: ownFunctions(rest).length,
    reached: reached.length,
  };
  return {
    first: emit(first, 'the first part'),
    rest: emit(rest, 'the second part'),
    late: data.rest,
    functions,
  };
}
