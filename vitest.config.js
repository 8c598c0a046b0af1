/**
 * Tests of the page in Node. `tests/page/*.test.js`: the logic, with stubs for the engine and the worker.
 * `tests/page/screens/*.test.js`: the whole page with the real engine, in a simulated browser.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/page/**/*.test.js'],
    globalSetup: ['tests/page/simulated/build.js'],
    restoreMocks: true,
    // A generous timeout: no test is about speed, and machines may be slow.
    testTimeout: 240_000,
  },
});
