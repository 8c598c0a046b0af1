/** What the page does around a game: watching bots, analysis, sharing, saving, and rejecting bad input. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import {
  advance,
  ask,
  centreOf,
  collectErrors,
  expect,
  fastest,
  newGame,
  openPage,
  openTab,
  recordOf,
  saveGame,
  stateOf,
  switchToBuilding,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Opens the page with a game against a bot that moves at once, for tests that do not depend on the
 * opponent.
 * @param {Page} page
 */
async function openQuick(page) {
  const seats = [{ human: true }, { bot: 'balanced', options: {} }];
  const record = { totora: 1, game: 'uros', options: {}, seed: 1, seats, moves: [], result: null };
  await saveGame(page, record);
  await openPage(page);
  expect((await stateOf(page)).seats[1].config.bot).toBe('balanced');
}

/**
 * Builds houses with the mouse, to get a game with some moves. If a square is taken or already on
 * the Lake, it builds on another square, or there.
 * @param {Page} page
 * @param {string[]} squares
 */
async function build(page, squares) {
  for (const wanted of squares) {
    const before = (await recordOf(page)).moves.length;
    await waitForTurn(page);
    await clickHouse(page, wanted);
    await expect.poll(async () => (await recordOf(page)).moves.length).toBeGreaterThan(before);
  }
  return waitForTurn(page);
}

/**
 * Clicks where this house can be built now, or else any other house.
 * @param {Page} page
 * @param {string} wanted
 */
async function clickHouse(page, wanted) {
  const houses = /** @type {any} */ (await ask(page, 'view')).build;
  const house = houses.find((/** @type {any} */ one) => one.move === wanted) ?? houses[0];
  await switchToBuilding(page);
  const at = await centreOf(page, house.cell === null ? house.move : `lake:${house.cell}`);
  await page.mouse.click(at.x, at.y);
}

test('a game between bots is watched to its end, paused and stepped through', async ({ page }) => {
  // A slow machine may take long: this test does not measure speed.
  test.setTimeout(240_000);
  const slow = { timeout: 90_000 };
  await page.clock.install();
  await openPage(page);
  await newGame(page, 'Balanced', 'Exploit');
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await stateOf(page);
  await advance(page, 1_300);
  expect((await stateOf(page)).ply).toBe(paused.ply);
  await fastest(page);
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible(slow);
  const end = await stateOf(page);
  expect(end.outcome).toBeTruthy();
  await expect(page.getByRole('region', { name: 'End of the game' })).toContainText(
    end.outcome_text,
  );
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(end.plies - 1);
  await page.getByRole('slider', { name: 'Move shown' }).fill('5');
  await expect.poll(async () => (await stateOf(page)).ply).toBe(5);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('tabpanel').getByRole('button').nth(10).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(10);
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect.poll(async () => (await stateOf(page)).ply, slow).toBe(end.plies);
  // The graph shows the game and can be used as a scrubber.
  await page.getByRole('button', { name: 'Graph' }).click();
  await expect(page.locator('.uplot canvas')).toBeVisible();
  await page.getByRole('combobox', { name: 'Chart' }).selectOption({ index: 1 });
  // The graph is drawn again for another chart; the click waits until it is ready.
  await page.locator('.uplot .u-over').click({ position: { x: 2, y: 20 } });
  await expect.poll(async () => (await stateOf(page)).ply).toBe(0);
});

test('selecting candidates and pointing at the board highlight each other', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
  await openTab(page, 'Engine');
  const list = page.getByRole('listbox', { name: /Candidate/ });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.locator('[aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  const thought = await ask(page, 'thought');
  // One of the first candidates is visible: pointing at the board does not scroll the list.
  const first = /** @type {any} */ (thought).locations.findIndex(
    (/** @type {any} */ spot) => spot.kind === 'house',
  );
  const spot = /** @type {any} */ (thought).locations[first];
  const at = await centreOf(
    page,
    spot.cell === null ? `${spot.island}.${spot.square}` : `lake:${spot.cell}`,
  );
  await page.mouse.move(at.x, at.y);
  const { place } = /** @type {any} */ (thought).printed[first];
  await expect(list.locator('[aria-selected=true] .move')).toContainText(place);
});

test('a link opens the same position with the same overlay in another browser', async ({
  page,
  browser,
}) => {
  await openQuick(page);
  await build(page, ['T.1', 'P.2']);
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('Hints');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const here = await stateOf(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link.length).toBeLessThan(400);
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /JSON/ }).click();
  const record = await (await download).path();
  const picture = page.waitForEvent('download');
  await page.getByText('Pictures', { exact: true }).click();
  await page.getByRole('button', { name: /PNG/ }).click();
  expect(statSync(await (await picture).path()).size).toBeGreaterThan(10_000);

  const context = await browser.newContext();
  const other = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await openPage(other, link);
  const there = await stateOf(other);
  expect([there.hash, there.ply, there.plies]).toEqual([here.hash, here.ply, here.plies]);
  expect(there.seats.map((/** @type {any} */ s) => s.config)).toEqual(
    here.seats.map((/** @type {any} */ s) => s.config),
  );
  expect(await ask(other, 'overlay')).toBe('hints');
  // The record opens too, dropped as a file.
  await newGame(other, 'A person', 'Random');
  await dropFile(
    other,
    'game.json',
    await import('node:fs').then((fs) => fs.readFileSync(record, 'utf8')),
  );
  await expect.poll(async () => (await stateOf(other)).plies).toBe(here.plies);
  expect(problems).toEqual([]);
  await context.close();
});

/** Drops a file on the page. @param {Page} page @param {string} name @param {string} text */
async function dropFile(page, name, text) {
  const data = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], called));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page works offline after the first visit', async ({ page, context }) => {
    await openPage(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.waitForFunction(() => '__totora' in window);
    await build(page, ['T.1', 'P.2']);
    await page.getByRole('button', { name: 'Rules' }).click();
    await expect(page.getByRole('heading', { name: 'Villages and fronts' })).toBeVisible();
    await page.goto('./?embed');
    await page.waitForFunction(() => '__totora' in window);
    await context.setOffline(false);
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the built page works in any folder of any host', async ({ page }) => {
    const types = /** @type {Record<string, string>} */ ({
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.wasm': 'application/wasm',
      '.svg': 'image/svg+xml',
      '.png': 'image/png',
      '.webmanifest': 'application/manifest+json',
    });
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const under = '/some/deep folder/';
      const path = decodeURIComponent(pathname);
      const file = join('dist-test', normalize(path.slice(under.length) || 'index.html'));
      if (!path.startsWith(under) || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
      });
      createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    await openPage(page, `http://127.0.0.1:${address.port}/some/deep%20folder/`);
    await build(page, ['T.1']);
    await page.getByRole('button', { name: 'Rules' }).click();
    await expect(page.getByRole('heading', { name: 'Villages and fronts' })).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toContain(
      '/some/deep%20folder/',
    );
    server.close();
  });
});

test('an error of a link is shown above the message of the previous link', async ({ page }) => {
  await openPage(page, './#isolation');
  await page.locator('.board-host [data-cell]').first().press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
  const { link } = JSON.parse(readFileSync(new URL('./games.json', import.meta.url), 'utf8')).find(
    (/** @type {{ game: string }} */ demo) => demo.game === 'isolation',
  );
  await page.evaluate((hash) => location.assign(hash), link);
  const opened = page.getByRole('status').filter({ hasText: 'Your game was put aside' });
  await expect(opened).toBeVisible();
  for (const [bad, why] of [
    ['#1isolation.AAAA', /./],
    ['#2isolation.AAAA', /./],
  ]) {
    await page.evaluate((hash) => location.assign(hash), String(bad));
    const error = page.getByRole('alert');
    await expect(error).toHaveText(why);
    // The previous error is gone, and the message that is still true is below.
    await expect(error).toHaveCount(1);
    const [above, below] = await Promise.all([error.boundingBox(), opened.boundingBox()]);
    if (!above || !below) throw new Error('a message is not on the page');
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  }
});
