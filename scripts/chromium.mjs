// How tests, benches and scripts start Chromium.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './root.mjs';

/** Flags for a machine without a display; they also stop the requests that the browser makes by itself. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that `ensure-browser.mjs` finds. */
export function launch() {
  const executablePath = execFileSync(
    process.execPath,
    [join(root, 'scripts', 'ensure-browser.mjs')],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  ).trim();
  return chromium.launch({ executablePath, args: ARGS });
}
