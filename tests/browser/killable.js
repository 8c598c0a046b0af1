/**
 * A browser whose profile stays on disk, so that it can be killed like a crashed program or a computer that is switched
 * off too early, and started again. Playwright's own browsers either have no profile or cannot be killed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * @param {{ executablePath?: string, args?: string[] }} options   how Playwright starts the browser
 */
export function killableBrowser({ executablePath = chromium.executablePath(), args = [] }) {
  const profile = mkdtempSync(join(tmpdir(), 'totora-kill-'));
  const portFile = join(profile, 'DevToolsActivePort');
  /** @type {import('node:child_process').ChildProcess | null} */
  let running = null;
  /** @type {import('@playwright/test').Browser | null} */
  let browser = null;

  /** Kills the browser with all its processes, without a chance to write anything. */
  async function kill() {
    const { pid } = running ?? {};
    if (!pid || !running) return;
    const ended = new Promise((resolve) => running?.once('exit', resolve));
    // The group: on some systems the browser is started by a script.
    process.kill(-pid, 'SIGKILL');
    await ended;
    running = null;
    await browser?.close().catch(() => {});
    browser = null;
  }

  /** @returns {Promise<import('@playwright/test').Page>} a page of the started browser */
  async function start() {
    rmSync(portFile, { force: true });
    const how = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--headless'];
    running = spawn(executablePath, [...args, ...how, 'about:blank'], {
      detached: true,
      stdio: 'ignore',
    });
    for (let tries = 0; ; tries++) {
      try {
        const [port] = readFileSync(portFile, 'utf8').split('\n');
        browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
        break;
      } catch (error) {
        if (tries > 300) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const [context] = browser.contexts();
    return context.pages()[0] ?? (await context.newPage());
  }

  /** Kills it and deletes its profile. */
  async function remove() {
    await kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  return { start, kill, remove };
}
