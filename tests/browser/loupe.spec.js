/**
 * The loupe on boards whose cells are too small for a finger: it shows the board, and releasing the
 * finger plays the cell under it.
 */
import { centreOf, expect, openPage, recordOf, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Opens a game between humans only, so that no bot moves.
 * @param {Page} page
 * @param {string} game
 * @param {Record<string, unknown>} options
 * @param {number} [seats]
 */
async function openGame(page, game, options, seats = 2) {
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  const record = { totora: 1, game, options, seed: 1, moves: [], result: null };
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'a.json', { type: 'application/json' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    },
    JSON.stringify({ ...record, seats: Array.from({ length: seats }, () => ({ human: true })) }),
  );
  await expect.poll(async () => (await stateOf(page)).options).toMatchObject(options);
}

/** Returns a function that sends touch events. @param {Page} page */
async function touchSender(page) {
  const client = await page.context().newCDPSession(page);
  return (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{ x: number, y: number }[]} */ touchPoints,
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/**
 * Expects that the centre of the loupe is away from the finger, and that it shows more than one
 * colour.
 * @param {Page} page
 * @param {{ x: number, y: number }} finger
 */
async function expectLoupe(page, finger) {
  const glass = page.locator('.loupe');
  await expect(glass).toBeVisible();
  const box = await glass.boundingBox();
  if (!box) throw new Error('no loupe');
  expect(Math.hypot(box.x + 64 - finger.x, box.y + 64 - finger.y)).toBeGreaterThan(64);
  await expect
    .poll(() =>
      glass.evaluate((one) => {
        const canvas = /** @type {HTMLCanvasElement} */ (one);
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set();
        for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 3).join());
        return colours.size;
      }),
    )
    .toBeGreaterThan(3);
}

test.describe('Reversi XT on a map of 50x50', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press aims through the loupe, and releasing plays', async ({ page }) => {
    await openGame(page, 'reversi', { map: 'ocean' }, 8);
    const { targets, columns, square_names } = await page.evaluate(() =>
      /** @type {any} */ (window).__totora.view(),
    );
    const plain = targets.find((/** @type {any} */ one) => one.kind === 'stone' && !one.asks);
    const cell = `cell:${plain.tile}`;
    await expect(page.locator(`[data-cell="${cell}"]`)).toHaveCount(1);
    await page.locator('.map-view').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const to = await centreOf(page, cell);
    const from = await centreOf(page, `cell:${plain.tile + (plain.tile % columns < 40 ? 5 : -5)}`);
    const touch = await touchSender(page);
    await touch('touchStart', [from]);
    await expectLoupe(page, from);
    await touch('touchMove', [{ x: (from.x + to.x) / 2, y: to.y }]);
    await touch('touchMove', [to]);
    await expectLoupe(page, to);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual([square_names[plain.tile]]);
    // Released outside the map, it plays nothing.
    const box = await page.locator('.map-view').boundingBox();
    if (!box) throw new Error('no board');
    const next = await centreOf(page, cell);
    await touch('touchStart', [next]);
    await expectLoupe(page, next);
    await touch('touchMove', [{ x: next.x, y: box.y - 12 }]);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    expect((await stateOf(page)).ply).toBe(1);
  });
});

test.describe('FenceMaster with a side of ten, 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a long press shows the loupe, and releasing plays', async ({ page }) => {
    await openGame(page, 'fencemaster', { size: 10 });
    const names = await page.evaluate(() => /** @type {any} */ (window).__totora.view().cell_names);
    const cell = `cell:${names.indexOf('10,10')}`;
    await page
      .locator(`[data-cell="${cell}"]`)
      .evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const at = await centreOf(page, cell);
    const touch = await touchSender(page);
    await touch('touchStart', [at]);
    await expectLoupe(page, at);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['10,10']);
  });
});
