/**
 * Pictures of every game: the texts around the board, the SVG compared with the PNG, and the game
 * as an animated GIF.
 */
import { readFileSync } from 'node:fs';
import { expectNoSeriousViolations } from './accessibility.js';
import { expect, openPage, stateOf, test } from './fixtures.js';

/** @type {{ id: string, game: string, link: string }[]} */
const demos = JSON.parse(readFileSync('tests/browser/games.json', 'utf8'));
/** Games at a moment with an overlay on the board. */
const MOMENTS = /** @type {const} */ ([
  ['uros', 'uros-deny'],
  ['isolation', 'isolation-greedy'],
  ['outpost', 'outpost-plan'],
  ['fencemaster', 'fencemaster-deep'],
  ['reversi', 'reversi-mobility'],
]);

/** @param {import('@playwright/test').Page} page @param {string} id */
async function openMoment(page, id) {
  const link = demos.find((demo) => demo.id === id)?.link;
  if (!link) throw new Error(`no demo ${id}`);
  await openPage(page, `./${link}`);
  await page.waitForFunction(() => {
    const { state, thought } = /** @type {any} */ (window).__totora;
    return state() && (state().outcome || thought()?.done);
  });
}

/** @param {import('@playwright/test').Page} page */
async function openPictures(page) {
  await page.getByRole('button', { name: 'Share' }).first().click();
  const share = page.getByRole('dialog');
  await share.getByText('Pictures', { exact: true }).click();
  return share;
}

/** @param {import('@playwright/test').Page} page @param {import('@playwright/test').Locator} share @param {string} name */
async function downloaded(page, share, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 100_000 }),
    share.getByRole('button', { name }).click(),
  ]);
  return { name: file.suggestedFilename(), data: readFileSync(await file.path()) };
}

/**
 * Draws two pictures at a small size. Returns their sizes, and the mean difference of their colours
 * from 0 to 255.
 * @param {import('@playwright/test').Page} page
 * @param {Buffer} png
 * @param {string} svg
 */
const comparePictures = (page, png, svg) =>
  page.evaluate(
    async ([one, other]) => {
      /** @param {string} src @returns {Promise<HTMLImageElement>} */
      const load = async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return image;
      };
      const images = await Promise.all([load(one), load(other)]);
      const [a, b] = images.map((image) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [240, 240];
        const ctx = canvas.getContext('2d');
        if (!ctx) throw new Error('no canvas');
        ctx.imageSmoothingQuality = 'high';
        ctx.drawImage(image, 0, 0, 240, 240);
        return ctx.getImageData(0, 0, 240, 240).data;
      });
      const off = a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
      // Two blank pictures would be equal too, so the spread of the colours is returned as well.
      const mean = a.reduce((sum, value) => sum + value, 0) / a.length;
      const spread = a.reduce((sum, value) => sum + Math.abs(value - mean), 0) / a.length;
      return { off, spread, sizes: images.map((image) => [image.width, image.height]) };
    },
    /** @type {const} */ ([
      `data:image/png;base64,${png.toString('base64')}`,
      `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    ]),
  );

for (const [game, id] of MOMENTS) {
  test(`${game}: the PNG and the SVG show the same picture, with players, score and caption`, async ({
    page,
  }) => {
    await openMoment(page, id);
    const share = await openPictures(page);
    await share
      .getByRole('textbox', { name: 'Caption under the board' })
      .fill('A <telling> moment');
    const png = await downloaded(page, share, 'Picture as PNG');
    const svg = await downloaded(page, share, 'Picture as SVG');
    expect(png.name).toMatch(new RegExp(`^totora-${game}-\\d+\\.png$`));
    const text = svg.data.toString('utf8');
    const now = await stateOf(page);
    expect(text).toContain('A &lt;telling> moment');
    for (const seat of now.seats) expect(text).toContain(seat.player.slice(0, 6));
    const { off, spread, sizes } = await comparePictures(page, png.data, text);
    expect(sizes[1]).toEqual(sizes[0]);
    expect(sizes[0][0]).toBeGreaterThan(1_000);
    expect(spread).toBeGreaterThan(20);
    expect(off).toBeLessThan(8);
    // The SVG consists of paths, not of an image of the board; only the terrain of Outpost is an
    // image.
    expect((text.match(/<image/g) ?? []).length).toBe(game === 'outpost' ? 1 : 0);
    expect((text.match(/<path/g) ?? []).length).toBeGreaterThan(30);
    // The temporary elements are removed from the page.
    await expect(page.locator('.picture-stage')).toHaveCount(0);
  });

  test(`${game}: the game is saved as an animated GIF with a frame for every move`, async ({
    page,
  }) => {
    if (game === 'outpost') {
      // A game of Outpost has hundreds of turns; three are enough here.
      await openPage(page, './#outpost');
      for (let turn = 1; turn <= 3; turn++) {
        await page
          .getByRole('button', { name: 'Forward', exact: true })
          .or(page.getByRole('button', { name: 'Play a turn' }))
          .first()
          .click();
        await expect.poll(async () => (await stateOf(page)).plies).toBe(turn);
      }
    } else await openMoment(page, id);
    const { plies } = await stateOf(page);
    const share = await openPictures(page);
    await share.getByRole('combobox', { name: 'Size' }).selectOption('320');
    await share.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fast' });
    const { name, data } = await downloaded(page, share, 'The game as GIF');
    expect(name).toMatch(/\.gif$/);
    expect(data.length).toBeLessThan(6_000_000);
    const gif = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
      await decoder.tracks.ready;
      await decoder.completed;
      const track = decoder.tracks.selectedTrack;
      if (!track) throw new Error('no frames');
      const shown = [];
      for (const frameIndex of [0, track.frameCount - 1]) {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const ctx = canvas.getContext('2d');
        ctx?.drawImage(image, 0, 0);
        if (!ctx) throw new Error('no canvas');
        const pixels = ctx.getImageData(0, 0, canvas.width, canvas.height).data;
        shown.push({
          duration: (image.duration ?? 0) / 1_000,
          width: image.displayWidth,
          sum: pixels.reduce((sum, value) => sum + value, 0),
        });
        image.close();
      }
      return { frames: track.frameCount, repetitions: track.repetitionCount, shown };
    }, data.toString('base64'));
    expect(gif.frames).toBe(Math.min(240, plies + 1));
    expect(gif.repetitions).toBe(Number.POSITIVE_INFINITY);
    expect(gif.shown[0].duration).toBe(300);
    expect(gif.shown[1].duration).toBe(3_000);
    expect(gif.shown[0].width).toBeGreaterThan(300);
    expect(gif.shown[1].sum).not.toBe(gif.shown[0].sum);
    // The game on the page is unchanged.
    expect((await stateOf(page)).plies).toBe(plies);
  });
}

test('the animated picture includes the overlay only if the option is set', async ({ page }) => {
  test.setTimeout(240_000);
  await openMoment(page, 'isolation-greedy');
  const share = await openPictures(page);
  await share.getByRole('combobox', { name: 'Size' }).selectOption('320');
  const overlayOption = share.getByRole('checkbox', { name: /^With the overlay/ });
  await expect(overlayOption).not.toBeChecked();
  const plain = await downloaded(page, share, 'The game as GIF');
  await overlayOption.check();
  const withOverlay = await downloaded(page, share, 'The game as GIF');
  /** How many pixels of each frame differ between the two pictures. @returns {Promise<number[]>} */
  const differing = page.evaluate(
    async (files) => {
      const frames = [];
      for (const base64 of files) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
        await decoder.tracks.ready;
        await decoder.completed;
        const all = [];
        for (let i = 0; i < (decoder.tracks.selectedTrack?.frameCount ?? 0); i++) {
          const { image } = await decoder.decode({ frameIndex: i });
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const ctx = canvas.getContext('2d');
          ctx?.drawImage(image, 0, 0);
          all.push(ctx?.getImageData(0, 0, canvas.width, canvas.height).data ?? []);
          image.close();
        }
        frames.push(all);
      }
      const [one, other] = frames;
      if (one.length !== other.length) throw new Error('other frames');
      // Each frame has its own palette, which changes colours slightly.
      return one.map((pixels, i) => {
        let off = 0;
        for (let at = 0; at < pixels.length; at += 4)
          off += Number(Math.abs(pixels[at] - other[i][at]) > 40);
        return off;
      });
    },
    [plain.data, withOverlay.data].map((data) => data.toString('base64')),
  );
  const found = await differing;
  expect(found.length).toBeGreaterThan(2);
  for (const pixels of found.slice(0, -1)) expect(pixels).toBeGreaterThan(50);
});

test('making an animated picture shows its progress and can be stopped', async ({ page }) => {
  await openMoment(page, 'outpost-plan');
  const share = await openPictures(page);
  let downloads = 0;
  page.on('download', () => downloads++);
  await share.getByRole('button', { name: 'The game as GIF' }).click();
  // The link of a long game may still be in progress too.
  const progress = share.getByRole('progressbar', { name: /^Making it/ });
  await expect(progress).toBeVisible();
  await expect
    .poll(() => progress.evaluate((one) => /** @type {any} */ (one).value))
    .toBeGreaterThan(0);
  await expectNoSeriousViolations(page, 'making it');
  await share.getByRole('button', { name: 'Stop' }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.locator('.picture-stage')).toHaveCount(0);
  await expect(share.getByRole('button', { name: 'The game as GIF' })).toBeEnabled();
  expect(downloads).toBe(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
