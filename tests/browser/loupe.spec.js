/** The loupe for fingers, on every board whose places are too small to be met: what it shows, and that a finger let go plays there. */
import { centreOf, expect, openPage, recordOf, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Two people at a game, so that nothing is moved but by hand. @param {Page} page @param {string} game @param {Record<string, unknown>} options @param {number} [seats] */
async function open(page, game, options, seats = 2) {
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

/** A finger's hand. @param {Page} page */
async function hand(page) {
  const client = await page.context().newCDPSession(page);
  return (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{ x: number, y: number }[]} */ touchPoints,
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** The middle of the glass is off the finger, and what it shows is not of one colour. @param {Page} page @param {{ x: number, y: number }} finger */
async function looked(page, finger) {
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

  test('a finger that stays aims through the loupe, and plays where it is let go', async ({
    page,
  }) => {
    await open(page, 'reversi', { map: 'ocean' }, 8);
    const { targets, columns, square_names } = await page.evaluate(() =>
      /** @type {any} */ (window).__totora.view(),
    );
    const plain = targets.find((/** @type {any} */ one) => one.kind === 'stone' && !one.asks);
    const cell = `cell:${plain.tile}`;
    await expect(page.locator(`[data-cell="${cell}"]`)).toHaveCount(1);
    await page.locator('.map-view').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const to = await centreOf(page, cell);
    const from = await centreOf(page, `cell:${plain.tile + (plain.tile % columns < 40 ? 5 : -5)}`);
    const touch = await hand(page);
    await touch('touchStart', [from]);
    await looked(page, from);
    await touch('touchMove', [{ x: (from.x + to.x) / 2, y: to.y }]);
    await touch('touchMove', [to]);
    await looked(page, to);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual([square_names[plain.tile]]);
    // Beside the map it was a look.
    const box = await page.locator('.map-view').boundingBox();
    if (!box) throw new Error('no board');
    const next = await centreOf(page, cell);
    await touch('touchStart', [next]);
    await looked(page, next);
    await touch('touchMove', [{ x: next.x, y: box.y - 12 }]);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    expect((await stateOf(page)).ply).toBe(1);
  });
});

test.describe('FenceMaster with a side of ten, 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a finger that stays looks through the loupe, and plays where it is let go', async ({
    page,
  }) => {
    await open(page, 'fencemaster', { size: 10 });
    const names = await page.evaluate(() => /** @type {any} */ (window).__totora.view().cell_names);
    const cell = `cell:${names.indexOf('10,10')}`;
    await page
      .locator(`[data-cell="${cell}"]`)
      .evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const at = await centreOf(page, cell);
    const touch = await hand(page);
    await touch('touchStart', [at]);
    await looked(page, at);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['10,10']);
  });
});
