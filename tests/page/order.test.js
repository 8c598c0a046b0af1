// The order of a module's functions (scripts/order-functions.mjs).
import { describe, expect, it } from 'vitest';
import { orderBySimilarity, withOrderedNames } from '../../scripts/order-functions.mjs';

/** A function body: a sequence of bytes that only this kind has, with one byte that only this function has. */
const body = (/** @type {number} */ kind, /** @type {number} */ own) =>
  Uint8Array.from({ length: 40 }, (_, i) => (i === 20 ? own : (kind * 50 + i) % 256));

describe('the order of functions', () => {
  it('groups similar functions, contains each once, and starts with the first', () => {
    const kinds = [0, 1, 2, 0, 1, 2, 0, 1, 2];
    const order = orderBySimilarity(kinds.map((kind, i) => body(kind, i)));
    expect([...order].sort((a, b) => a - b)).toEqual(kinds.map((_, i) => i));
    expect(order[0]).toBe(0);
    expect(order.map((i) => kinds[i]).join('')).toMatch(/^000(111222|222111)$/);
  });

  it('keeps the order of functions that share nothing, and accepts a module without functions', () => {
    expect(orderBySimilarity([0, 1, 2, 3].map((kind) => body(kind, kind)))).toEqual([0, 1, 2, 3]);
    expect(orderBySimilarity([])).toEqual([]);
  });

  it('names the functions of a module by their position, and the module still runs', async () => {
    // An imported function, and two functions of the module that return 7 and 8.
    const bytes = Uint8Array.from([
      ...[0, 97, 115, 109, 1, 0, 0, 0],
      ...[1, 8, 2, 96, 0, 0, 96, 0, 1, 127],
      ...[2, 7, 1, 1, 97, 1, 98, 0, 0],
      ...[3, 3, 2, 1, 1],
      ...[7, 9, 2, 1, 120, 0, 1, 1, 121, 0, 2],
      ...[10, 11, 2, 4, 0, 65, 7, 11, 4, 0, 65, 8, 11],
    ]);
    const module = new WebAssembly.Module(withOrderedNames(bytes));
    const names = WebAssembly.Module.customSections(module, 'name')[0] ?? new ArrayBuffer(0);
    const text = String.fromCharCode(...new Uint8Array(names));
    expect(text).toBe('\x01\x11\x02\x01\x06100000\x02\x06100001');
    const { exports } = new WebAssembly.Instance(module, { a: { b() {} } });
    const { x, y } = /** @type {Record<string, () => number>} */ (/** @type {unknown} */ (exports));
    expect([x?.(), y?.()]).toEqual([7, 8]);
  });
});
