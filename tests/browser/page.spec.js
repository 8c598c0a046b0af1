/** What the page does around a game: watching bots, analysis, sharing, saving, and rejecting bad input. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import {
  advance,
  ask,
  centreOf,
  collectErrors,
  expandSections,
  expect,
  fastest,
  newGame,
  openPage,
  openSide,
  recordOf,
  savedValue,
  saveGame,
  settled,
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

/** The text of the visible candidates. @param {Page} page */
const candidates = (page) => page.getByRole('listbox', { name: /Candidate/ }).innerText();

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

test('a changed weight changes the candidates, and can be given to a seat', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
  // The list shows as many rows as fit below the reasons above it.
  await settled(page);
  // The list of an unfinished analysis may differ.
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  const before = await candidates(page);
  await page.getByRole('tab', { name: 'Bot' }).click();
  const slider = page.getByRole('tabpanel').getByRole('slider', { name: 'Exploration' });
  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('custom', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Thinking' }).click();
  await expect.poll(() => candidates(page)).not.toBe(before);
  await page.getByRole('tab', { name: 'Bot' }).click();
  await page.getByRole('button', { name: 'Play as Blue' }).click();
  expect((await stateOf(page)).seats[1].custom).toBe(true);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('tab', { name: 'Thinking' }).click();
  await expect.poll(() => candidates(page)).toBe(before);
});

test('selecting candidates and pointing at the board highlight each other', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
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
  // A house on the Lake has the name of its square next to its notation.
  const move = /** @type {any} */ (thought).moves[first];
  await expect(list.locator('[aria-selected=true] .move')).toHaveText(
    new RegExp(`^${move.replace('.', '\\.')}( [A-Z]\\d+)?$`),
  );
});

test('the player of a seat is changed next to the board', async ({ page }) => {
  await openPage(page, './#isolation');
  const seats = page.getByRole('combobox', { name: /^Who plays/ });
  await expect(seats).toHaveCount(2);
  for (const seat of await seats.all()) await seat.selectOption('');
  const humans = async () =>
    (await stateOf(page)).seats.map((/** @type {any} */ seat) => !!seat.config.human);
  await expect.poll(humans).toEqual([true, true]);
  for (let ply = 1; ply <= 2; ply++) {
    await page.getByRole('button', { name: /^Play [a-g][1-7]$/ }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  }
  await seats.last().selectOption('ab-custom');
  await expect.poll(humans).toEqual([true, false]);
});

test('where there is nothing to replay yet, Watch bots starts a game between bots', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Watch bots' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(1);
  const { seats } = await stateOf(page);
  expect(seats.filter((/** @type {any} */ seat) => seat.config.human)).toEqual([]);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.getByRole('button', { name: /Watch$/ })).toBeEnabled();
});

test('undo, redo and Hint work, and another move begins a variation', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1', 'P.2', 'F.3']);
  const before = await stateOf(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect((await stateOf(page)).ply).toBeLessThan(before.ply);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(before.ply);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Another move at an earlier position begins a variation, without a question.
  const { moves } = await recordOf(page);
  await page.getByRole('button', { name: 'First position' }).click();
  await clickHouse(page, 'S.0');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await recordOf(page)).variations?.[0].moves[0]).toBe('S.0');
  expect((await recordOf(page)).moves).toEqual(moves);
  // After an undo, another move replaces the undone one.
  await waitForTurn(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await clickHouse(page, 'S.1');
  await expect.poll(async () => (await recordOf(page)).moves[0]).toBe('S.1');
});

test('resigning asks for confirmation and ends the game', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
  await page.getByRole('button', { name: /Rematch/ }).click();
  const now = await stateOf(page);
  expect(now.outcome).toBeNull();
  expect(now.options.start).toBe('blue');
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
  await newGame(other, 'Human', 'Random');
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

test('a reload keeps the game, the ply and the overlay', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1', 'P.2']);
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('All');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const before = await stateOf(page);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  const after = await stateOf(page);
  expect([after.hash, after.ply, after.plies, after.seed]).toEqual([
    before.hash,
    before.ply,
    before.plies,
    before.seed,
  ]);
  expect(await ask(page, 'overlay')).toBe('all');
});

test('a broken link shows an error and leaves the game unchanged', async ({ page }) => {
  await openQuick(page);
  const before = await build(page, ['T.1']);
  for (const broken of [
    '#1uros.AAAAAAAAAA',
    '#9uros.x',
    '#%%%',
    '#1nosuch.AAAA',
    '#<img src=x onerror=alert(1)>',
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, broken);
    await expect(page.getByRole('alert').last()).toBeVisible();
    await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).first().click();
  }
  // Opening the page with a broken link shows the saved game and the error.
  await page.goto('about:blank');
  await openPage(page, './#1uros.broken');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
});

test('invalid files and pasted text are refused with a message', async ({ page }) => {
  await openQuick(page);
  const before = await build(page, ['T.1']);
  await dropFile(page, 'huge.json', 'x'.repeat(17 * 2 ** 20));
  await expect(page.getByRole('alert')).toContainText(/huge\.json/);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dropFile(page, 'noise.json', '{"totora":1,'.repeat(80_000));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dropFile(
    page,
    'wrong.json',
    JSON.stringify({ ...(await recordOf(page)), moves: ['T@A6', 'nonsense'] }),
  );
  await expect(page.getByRole('alert')).toContainText(/2|nonsense/);
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill('not a link');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
});

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

test('?embed shows only the board and the transport controls', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const { plies } = await waitForTurn(page);
  await expect.poll(() => savedValue(page, 'game:uros')).toContain(`"plies":${plies},`);
  const saved = await savedValue(page, 'game:uros');
  await openPage(page, link.replace('#', '?embed#'));
  await expect(page.getByRole('region', { name: 'Board' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forward' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  expect((await stateOf(page)).plies).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'First position' }).click();
  expect(await savedValue(page, 'game:uros')).toBe(saved);
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

test('moves are announced to screen readers', async ({ page }) => {
  await openPage(page);
  await newGame(page, 'Human', 'Human');
  await build(page, ['T.1']);
  await expect(page.locator('[aria-live]')).toContainText(/Red: house on .*Blue to place/);
  await expect(page.getByRole('grid', { name: 'Lake' }).getByRole('gridcell')).toHaveCount(36);
  await expect(page.getByRole('gridcell', { name: /T.*Red house/ })).toHaveCount(1);
});

test('an error of a link is shown above the message of the previous link', async ({ page }) => {
  await openPage(page, './#isolation');
  await page.locator('.board-host [data-cell]').first().press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
  const { link } = JSON.parse(readFileSync(new URL('./games.json', import.meta.url), 'utf8')).find(
    (/** @type {{ game: string }} */ demo) => demo.game === 'isolation',
  );
  await page.evaluate((hash) => location.assign(hash), link);
  const opened = page.getByRole('status').filter({ hasText: 'Your own game is saved' });
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

test('an invalid number stays in its field, which says what it expects', async ({ page }) => {
  await openPage(page, './#isolation');
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  const amount = dialog.getByRole('spinbutton').first();
  await amount.fill('0');
  await amount.blur();
  await expect(dialog.getByRole('alert')).toHaveText(/^Type a whole number from 1 to [\d,]+\.$/);
  await expect(amount).toHaveValue('0');
  await expect(amount).toHaveAccessibleDescription(/^Type a whole number/);
  await amount.fill('500');
  await amount.blur();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(amount).toHaveValue('500');
});
