/**
 * Browser tests of the built page with test hooks. `vite preview` serves `dist-test/`, so the content security policy and
 * the service worker are tested as in production. Run `npx vite build --mode test` first.
 */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { ARGS } from './scripts/chromium.mjs';

/** The Chromium of the system, if there is one. Otherwise Playwright uses its own. */
const system = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
].find((path) => path && existsSync(path));

const port = Number(process.env.TOTORA_TEST_PORT ?? 4187);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  workers: 2,
  // In CI a failed test is retried once. If it then passes, `failures.js` reports it as a fault, with its trace: its cause must be fixed.
  // STRICT=1 fails the run as well.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: !!process.env.STRICT,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  // The timeout says nothing about speed: tests must pass on a slow machine too.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/browser/failures.js']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    // Fail after a minute instead of after the timeout of the whole test, which would tell nothing more.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A page starts in half the time in a process that has compiled it before. Playwright clears all storage between tests,
    // and starts a new browser after a failed test.
    reuseContext: true,
    // The service worker stores 3.7 MB per context. Tests of it set `serviceWorkers: 'allow'`.
    serviceWorkers: 'block',
    // A trace of actions, console messages and requests. Screenshots and DOM snapshots take more time than everything else:
    // use `--trace on` for them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(system && { executablePath: system }),
      args: ARGS,
    },
  },
  webServer: {
    command: `npx vite preview --mode test --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
