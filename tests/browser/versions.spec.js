/**
 * Two versions of the page: while the first is open, the second is deployed over it, and later the
 * first again.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';
import { ask, expect, fastest, goToGame, openPage, recordOf, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const FIRST = 'dist-test';
const SECOND = 'dist-test-2';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Builds the page again, with other file names than the first version. */
async function buildSecond() {
  const output = {
    entryFileNames: 'assets/second-[name]-[hash].js',
    chunkFileNames: 'assets/second-[name]-[hash].js',
    assetFileNames: 'assets/second-[name]-[hash][extname]',
  };
  await build({
    mode: 'test',
    logLevel: 'error',
    build: { outDir: SECOND, emptyOutDir: true, rollupOptions: { output } },
    worker: { rollupOptions: { output } },
  });
}

/** A host whose files can all be replaced at once. */
async function host() {
  const files = { root: FIRST, requested: /** @type {string[]} */ ([]) };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = normalize(decodeURIComponent(pathname)).slice(1) || 'index.html';
    const file = join(files.root, name);
    files.requested.push(name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return { files, address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** The entry script of the page. @param {Page} page */
const entryOf = (page) =>
  page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src') ?? '');

/** Makes the browser look for a new version, as it regularly does by itself. @param {Page} page */
const lookForVersion = (page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });

test.use({ serviceWorkers: 'allow' });

const plies = async (/** @type {Page} */ page) => (await stateOf(page)).plies;

test('the page keeps working while a new version is deployed, and after it is rolled back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await buildSecond();
  const { files, address, close } = await host();
  await openPage(page, address);
  const first = await entryOf(page);
  expect(first).not.toContain('second');
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
  await fastest(page);
  const notice = page.getByText('A new version is available');
  await expect(notice).toBeHidden();
  // Parts that are loaded on demand were prefetched by the service worker.
  expect(files.requested.some((name) => /assets\/isolation-.*\.js/.test(name))).toBe(true);

  /** Checks that the open version works: games, analysis, rules, sharing. */
  async function expectWorking() {
    for (const [name, id] of [
      ['Isolation', 'isolation'],
      ['Reversi XT', 'reversi'],
      ['Uros', 'uros'],
    ]) {
      await goToGame(page, name);
      await expect.poll(async () => (await stateOf(page)).game).toBe(id);
      await page.waitForFunction(() => !!(/** @type {any} */ (window).__totora.thought()));
    }
    const before = await recordOf(page);
    await page.getByRole('button', { name: 'New game' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await expect.poll(async () => (await recordOf(page)).seed).not.toBe(before.seed);
    await page.waitForFunction(() => !!(/** @type {any} */ (window).__totora.thought()));
    await page.getByRole('button', { name: 'Rules' }).click();
    await expect(page.getByRole('heading', { name: 'Villages and fronts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }

  /** Deploys another version, without the files of the current one. @param {string} root */
  async function deploy(root) {
    const old = await entryOf(page);
    files.root = root;
    expect((await fetch(new URL(old, address))).status).toBe(404);
    await lookForVersion(page);
    await expect(notice).toBeVisible({ timeout: 30_000 });
    await expectWorking();
    // A new worker loads its code again.
    await ask(page, 'killWorker');
    await expectWorking();
    expect(await entryOf(page)).toBe(old);
    // A reload keeps the game.
    await page.keyboard.press('Escape');
    const game = await recordOf(page);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => entryOf(page).catch(() => old), { timeout: 20_000 }).not.toBe(old);
    await page.waitForFunction(() => '__totora' in window);
    expect(await recordOf(page)).toEqual(game);
    await expect(notice).toBeHidden();
  }

  await deploy(SECOND);
  expect(await entryOf(page)).toContain('second');
  await expectWorking();
  await deploy(FIRST);
  expect(await entryOf(page)).toBe(first);
  await expectWorking();
  expect(await plies(page)).toBeGreaterThanOrEqual(0);
  close();
});
