/**
 * Two versions of the page: while the first is open, the second is deployed over it, and later the
 * first again.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
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

/** A host of many versions: each has another entry file and another service worker. */
async function hostOfVersions() {
  const files = { version: 0, removed: false };
  const index = readFileSync(join(FIRST, 'index.html'), 'utf8');
  const entry = /assets\/(index-[\w-]+)\.js/.exec(index)?.[1] ?? '';
  const worker = readFileSync(join(FIRST, 'sw.js'), 'utf8');
  const named = () => `${entry}v${files.version}`;
  /** The list of files, with another page. @param {string} text */
  const relisted = (text) => {
    const page = index.replaceAll(entry, named());
    const digest = (/** @type {string} */ body) => createHash('sha256').update(body).digest('hex');
    return text
      .replaceAll(digest(index), digest(page))
      .replaceAll(`${entry}.js`, `${named()}.js`)
      .replace(/(revision:"|"revision":")[^"]*("[^}]*index\.html|)/, `$1${files.version}$2`);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = normalize(decodeURIComponent(pathname)).slice(1) || 'index.html';
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const send = (/** @type {string | Buffer} */ body) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (name === 'sw.js')
      return send(files.removed ? readFileSync(join(FIRST, 'sw-remove.js')) : relisted(worker));
    if (name === 'index.html')
      return send(files.removed ? 'This page has moved.' : index.replaceAll(entry, named()));
    const file = join(FIRST, name.replace(named(), entry));
    if (files.removed || !existsSync(file)) return response.writeHead(404).end();
    return send(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return { files, address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** The names of the caches of versions. @param {Page} page */
const cachesOf = (page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('totora ')));

/** The number of caches whose page has the entry file of a page. @param {Page} page @param {string} entry */
const cachesWith = (page, entry) =>
  page.evaluate(async (file) => {
    let found = 0;
    for (const name of await caches.keys()) {
      const stored = await (await caches.open(name)).match(new URL('index.html', location.href));
      if ((await stored?.text())?.includes(file)) found++;
    }
    return found;
  }, entry);

test('many deployments leave the files of open tabs and of the latest version only', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const { files, address, close } = await hostOfVersions();
  await openPage(page, `${address}#isolation`);
  const first = await entryOf(page);
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
  /** Deploys the next version, and waits until its service worker is active. */
  const deploy = async () => {
    files.version++;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), {
          once: true,
        }),
      );
      const pause = () => new Promise((resolve) => setTimeout(resolve, 3_000, false));
      // A request that comes while the last update is being finished is joined with it, and finds nothing new: ask again.
      do await registration.update();
      while (!(await Promise.race([changed, pause()])));
    });
  };
  for (let n = 0; n < 3; n++) await deploy();
  const second = await context.newPage();
  await openPage(second, `${address}#isolation`);
  const other = await entryOf(second);
  expect(other).not.toBe(first);
  for (let n = 0; n < 9; n++) await deploy();
  // The two tabs, the latest version and the one before.
  await expect.poll(() => cachesOf(page).then((names) => names.length)).toBeLessThanOrEqual(4);
  for (const entry of [first, other]) expect(await cachesWith(page, entry)).toBe(1);
  await goToGame(page, 'Uros');
  await expect.poll(async () => (await stateOf(page)).game).toBe('uros');
  // The version of a closed tab goes with the next deployment.
  await second.close();
  await deploy();
  await expect.poll(() => cachesWith(page, other)).toBe(0);
  expect(await cachesWith(page, first)).toBe(1);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await deploy();
  await deploy();
  await expect.poll(() => cachesOf(page).then((names) => names.length)).toBeLessThanOrEqual(3);
  close();
});

test('sw-remove.js takes the page down', async ({ page }) => {
  const { files, address, close } = await hostOfVersions();
  await openPage(page, `${address}#isolation`);
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
  files.removed = true;
  const reloaded = page.waitForEvent('load');
  await page.evaluate(async () => {
    (await navigator.serviceWorker.getRegistration())?.update().catch(() => {});
  });
  await reloaded;
  await expect(page.locator('body')).toHaveText('This page has moved.');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  // Saved games stay.
  expect(await page.evaluate(() => Object.keys(localStorage).length + 1)).toBeGreaterThan(1);
  await page.goto(address);
  await expect(page.locator('body')).toHaveText('This page has moved.');
  close();
});
