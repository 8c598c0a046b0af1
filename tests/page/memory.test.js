/** The memory of bots in JavaScript: every kind of buffer counts, at any size. */
import vm from 'node:vm';
import { expect, test } from 'vitest';
import memory from '../../www/sandbox/memory.js?raw';

/** A realm like a worker of the sandbox, in which memory is counted. */
function realm() {
  const context = vm.createContext({});
  const run = (/** @type {string} */ code) => vm.runInContext(code, context);
  const given = { TextEncoder, structuredClone };
  Object.assign(context, { given });
  run(`globalThis.self = globalThis;
    // The realm's own classes, without Node's.
    self.TextEncoder = class { encode(text) { return Uint8Array.from(given_(text)); } };
    function given_(text) { return Array.from(text, (one) => one.charCodeAt(0)); }
    self.structuredClone = (value) => value;
    ${memory}; self.memory = memory; memory.start();`);
  return run;
}

/** Code that allocates for ever: each pass at most 1 MB, or as much as one call may. @type {Record<string, string>} */
const GROWS = {
  'small array buffers': 'all.push(new ArrayBuffer(9e5))',
  'tiny typed arrays': 'all.push(new Float64Array(5000))',
  'large typed arrays': 'all.push(new Uint8Array(5e6))',
  'copies of a typed array': 'all.push(new Uint8Array(view))',
  'typed arrays from arrays': 'all.push(new Uint8Array(list))',
  'typed arrays from iterables': 'all.push(new Uint8Array(list.values()))',
  'slices of a buffer': 'all.push(view.buffer.slice(0))',
  'slices of a typed array': 'all.push(view.slice())',
  'mapped arrays': 'all.push(view.map((one) => one))',
  'filtered arrays': 'all.push(view.filter(() => true))',
  'sorted copies': 'all.push(view.toSorted())',
  'reversed copies': 'all.push(view.toReversed())',
  'copies with a change': 'all.push(view.with(0, 1))',
  'from and of': 'all.push(Uint8Array.from(list), Uint8Array.of(...list))',
  'the constructor of a value': 'all.push(new view.constructor(5e5))',
  'the constructor of a buffer': 'all.push(new view.buffer.constructor(5e5))',
  'a subclass': 'all.push(new (class extends Uint8Array {})(5e5))',
  'a length from an object': 'all.push(new ArrayBuffer({ valueOf: () => 5e5 }))',
  'a buffer that grows':
    'const one = new ArrayBuffer(0, { maxByteLength: 9e5 }); one.resize(9e5); all.push(one)',
  'a buffer that is transferred': 'all.push(new ArrayBuffer(1).transfer(9e5))',
  'a buffer of a fixed length': 'all.push(new ArrayBuffer(1).transferToFixedLength(9e5))',
  'shared buffers': 'all.push(new SharedArrayBuffer(9e5))',
  'shared buffers that grow':
    'const one = new SharedArrayBuffer(0, { maxByteLength: 9e5 }); one.grow(9e5); all.push(one)',
  'slices of shared buffers': 'all.push(shared.slice(0))',
  'memory of wasm': 'all.push(new WebAssembly.Memory({ initial: 10 }))',
  'memory of wasm that grows': 'wasm.grow(16)',
  'encoded text': 'all.push(new TextEncoder().encode(text))',
  'cloned buffers': 'all.push(structuredClone({ a: [view] }))',
  'repeated text': 'all.push("xy".repeat(2e6))',
  'padded text': 'all.push("x".padEnd(2e6), "x".padStart(2e6, "yz"))',
};
/** What this version of Node has. @param {string} act */
const exists = (act) =>
  !act.includes('.transfer') ||
  typeof (/** @type {any} */ (ArrayBuffer.prototype).transfer) === 'function';
for (const [what, act] of Object.entries(GROWS))
  test.runIf(exists(act))(`${what} are refused beyond the limit of a move`, () => {
    const run = realm();
    run(`const view = new Uint8Array(2e5), list = Array(2e4).fill(1), text = 'x'.repeat(2e4);
      const shared = new SharedArrayBuffer(5e5), wasm = new WebAssembly.Memory({ initial: 1 });
      var passes = 0;
      memory.begin();
      // Most of it, so that the rest is soon used up.
      new ArrayBuffer(5e8);`);
    // What is made is dropped at once, so that the test needs little memory.
    const loop = `{ const all = { push() {} }; for (; passes < 1e5; passes++) { ${act} } }`;
    expect(() => run(loop)).toThrow('a bot may use 512 MB for a move');
    expect(run('passes')).toBeGreaterThan(0);
    // The next move has all of it again.
    run('memory.begin(); new Uint8Array(2e7)');
  });

test('views, and arrays of the usual sizes, work as always', () => {
  const run = realm();
  run(`memory.begin();
    const buffer = new ArrayBuffer(5e8);
    for (let i = 0; i < 1000; i++) new Uint8Array(buffer, i).subarray(1);`);
  expect(run('new Uint8Array(buffer).buffer === buffer')).toBe(true);
  expect(run('new Uint8Array([1, 2]) instanceof Uint8Array')).toBe(true);
  expect(run('new Uint8Array(2).constructor === Uint8Array')).toBe(true);
  expect(run('Object.prototype.toString.call(new Int16Array(1))')).toBe('[object Int16Array]');
  expect(run('class A extends Int8Array { two() { return 2; } } new A(3).map(() => 7).two()')).toBe(
    2,
  );
  expect(() => run('new Uint8Array(-1)')).toThrow(/invalid typed array length/i);
  expect(() => run('Uint8Array(1)')).toThrow(/requires 'new'/);
});
