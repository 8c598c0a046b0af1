/** Error messages for users. */
import { beforeEach, expect, test, vi } from 'vitest';
import { errorText } from '../../www/worker/errors.js';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test('our own errors are shown as they are, as a sentence', () => {
  expect(errorText(new Error('this move is not legal'))).toBe('This move is not legal');
  expect(errorText('no such bot')).toBe('No such bot');
  expect(errorText('`x9` is not a move: found `x` and ` `')).toBe(
    '“x9” is not a move: found “x” and “ ”',
  );
  expect(console.warn).not.toHaveBeenCalled();
});

/** Errors of browsers. @type {[string, unknown][]} */
const RAW = [
  ['a bug', new TypeError('T.record.startsWith is not a function')],
  ['wasm', new WebAssembly.CompileError('expected magic word 00 61 73 6d, found 3c 21 44 4f')],
  ['wasm that does not fit', new WebAssembly.LinkError('Import #0 "first": not an object')],
  ['a trap', new WebAssembly.RuntimeError('null function or function signature mismatch')],
  ['JSON', new SyntaxError('Unexpected token < in JSON at position 0')],
  ['storage', new DOMException('The quota has been exceeded.', 'QuotaExceededError')],
  ['code', new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js')],
  ['code, in Firefox', new TypeError('error loading dynamically imported module: http://x/a.js')],
  ['code, in Safari', new TypeError('Importing a module script failed.')],
  ['style', new Error('Unable to preload CSS for /assets/arena-1.css')],
  ['a bug in a worker', Object.assign(new Error('x is null'), { name: 'TypeError' })],
  ['nothing', undefined],
  ['no words', new Error('')],
];

for (const [what, raw] of RAW) {
  test(`the browser's message is not shown: ${what}`, () => {
    const text = errorText(raw);
    const words = raw instanceof Error ? raw.message : 'undefined';
    expect(text).toMatch(/^[A-Z].*\.$/);
    if (words) expect(text).not.toContain(words);
    expect(console.warn).toHaveBeenCalledWith(raw);
  });
}
