/**
 * Unit tests of the page's logic in Node, without a browser: signals, clocks, storage and messages. They use stubs for the
 * engine and the worker; `tests/browser` tests the real ones.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A generous timeout: no test is about speed, and machines may be slow.
  test: { include: ['tests/page/*.test.js'], restoreMocks: true, testTimeout: 60_000 },
});
