/**
 * Browser tests of the page as it is built, with a handle for tests: `dist-test/` is served by `vite preview`, so that the
 * content security policy and the service worker are tested as they will be used. Build first.
 */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The system's Chromium, if there is one; else Playwright's own. */
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
  // In CI a failed test is played once more: one that then passes is listed as flaky, with its trace, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  // How long something may be waited for is no claim about speed: a slow machine passes too.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/browser/failures.js']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    // What cannot be pressed for a minute cannot be pressed: the whole time of a test tells nothing more.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A page that starts in a process that has compiled it before needs half the time. All storage is cleared in between,
    // and after a failed test the browser is a new one.
    reuseContext: true,
    // It stores 3.7 MB for each new context. A test of it says `serviceWorkers: 'allow'`.
    serviceWorkers: 'block',
    // What was done, said and fetched. Pictures and copies of the page take more time than all else: `--trace on` makes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(system && { executablePath: system }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `npx vite preview --mode test --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
