/**
 * Unit tests of the page's logic, in Node and without a browser: signals, clocks, storage and messages.
 * Engine and worker are stand-ins there; the real ones are tested by `tests/browser`.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A slow machine may take its time; no test is about that.
  test: { include: ['tests/page/*.test.js'], restoreMocks: true, testTimeout: 60_000 },
});
