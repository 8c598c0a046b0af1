/**
 * Where the browser refuses the page's scripts, the page says why: in a frame without an origin, from a file, and from a
 * host that sends JavaScript with a wrong type. No script of ours can load there but the one in the HTML.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = 'dist-test';
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};
/** The page says what is wrong within this time, in milliseconds. */
const SOON = 5_000;

/** What the host does: the type of JavaScript, more headers, and the sandbox of the frame at `/frame.html`. */
const host = {
  address: '',
  script: TYPES['.js'],
  headers: /** @type {Record<string, string>} */ ({}),
  frame: '',
};
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/frame.html') {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<iframe sandbox="${host.frame}" src="./?embed#isolation" width="700" height="700">`);
    return;
  }
  const name = normalize(decodeURIComponent(pathname)).slice(1);
  const file = join(ROOT, name === '' || name.endsWith('/') ? `${name}index.html` : name);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const type = extname(file) === '.js' ? host.script : (TYPES[extname(file)] ?? '');
  response.writeHead(200, { ...host.headers, ...(type && { 'content-type': type }) });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
});

test.beforeAll(async () => {
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  host.address = `http://127.0.0.1:${address.port}/`;
});
test.beforeEach(() => {
  Object.assign(host, { script: TYPES['.js'], headers: {}, frame: '' });
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The headers that the deployment guide recommends, and a host that allows requests from every origin. */
const HOSTS = { plain: {}, open: { 'access-control-allow-origin': '*' } };
for (const [name, headers] of Object.entries(HOSTS))
  test(`a sandboxed frame without an origin shows one message: ${name}`, async ({ page }) => {
    Object.assign(host, { headers, frame: 'allow-scripts' });
    await page.goto(`${host.address}frame.html`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('alert')).toHaveText(/sandbox lacks “allow-same-origin”/, {
      timeout: SOON,
    });
    // It stays the only one.
    await page.waitForTimeout(SOON);
    await expect(frame.getByRole('alert')).toHaveCount(1);
    await expect(frame.locator('body')).not.toContainText(/Repair|Thinking|opening/);
  });

test('a sandboxed frame with its origin shows the game', async ({ page }) => {
  host.frame = 'allow-scripts allow-same-origin';
  await page.goto(`${host.address}frame.html`);
  await expect(page.frameLocator('iframe').locator('.board-host canvas').first()).toBeVisible();
});

test('a page that opens slowly starts without the script that repairs it', async ({ page }) => {
  await page.route('**/boot.js', (route) => route.fulfill({ status: 404 }));
  await page.route(/assets\/.*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  await page.goto(`${host.address}#isolation`);
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const path of ['index.html', 'uros/index.html'])
  test(`opened as a file, the page says that it needs a server: ${path}`, async ({ page }) => {
    await page.goto(`file://${resolve(ROOT, path)}`);
    await expect(page.getByRole('alert')).toHaveText(/does not run from a file/, { timeout: SOON });
    await page.waitForTimeout(1_000);
    await expect(page.locator('body')).not.toContainText(/Repair|opening/);
  });

for (const type of ['text/plain', 'application/octet-stream', 'text/html', ''])
  for (const nosniff of [true, false])
    test(`scripts of a wrong type are named: ${type || 'none'}${nosniff ? ', nosniff' : ''}`, async ({
      page,
    }) => {
      host.script = type;
      if (nosniff) host.headers = { 'x-content-type-options': 'nosniff' };
      for (const address of ['', '#isolation', 'uros/']) {
        await page.goto('about:blank');
        await page.goto(host.address + address);
        const words = page.getByText(`as “${type || 'no type'}”. It must be “text/javascript”`);
        await expect(words).toBeVisible({ timeout: SOON });
      }
    });
