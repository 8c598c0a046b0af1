/**
 * Browser tests of the page as it is built, with a handle for tests: `dist-test/` is served by `vite preview`, so that the
 * content security policy and the service worker are tested as they will be used. Build first.
 */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The system's Chromium, if there is one; else Playwright's own. */
const system = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
].find((path) => path && existsSync(path));

const port = Number(process.env.TOTORA_TEST_PORT ?? 4187);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // Two at a time at most: the page's own worker wants a core as well.
  workers: process.env.CI ? 1 : 2,
  // In CI a failed test is played once more: one that then passes is listed as flaky, with its trace, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  // How long something may be waited for is no claim about speed: a slow machine passes too.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
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
