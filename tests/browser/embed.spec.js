/**
 * The embedded page: in a frame on another origin, at different widths, with keyboard navigation
 * into and out of the frame.
 */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expectNoSeriousViolations } from './accessibility.js';
import { expect, openPage, settled, test } from './fixtures.js';

/** @type {{ game: string, link: string }[]} */
const demos = JSON.parse(readFileSync('tests/browser/games.json', 'utf8'));
/** One shared game of each kind. */
const GAMES = /** @type {const} */ (['uros', 'isolation', 'outpost', 'fencemaster', 'reversi']);
/** @param {string} game */
const linkOf = (game) => demos.find((demo) => demo.game === game)?.link ?? '';

/**
 * Serves a host page on another origin, with the frame between two links.
 * @param {string} code   the HTML of the frame
 * @param {(address: string) => Promise<void>} run
 */
async function serveHostPage(code, run) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Host page</title><body><main><h1>Host page</h1><p><a href="#before">before</a></p>${code}<p><a href="#after">after</a></p></main>`,
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const at = server.address();
  try {
    await run(`http://localhost:${typeof at === 'object' && at ? at.port : 0}/`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** @param {string | undefined} base @param {string} search @param {string} link */
const frameHtml = (base, search, link) =>
  `<iframe src="${base}${search.replaceAll('&', '&amp;')}${link}" title="A game" width="700" height="500"></iframe>`;

/** @param {import('@playwright/test').Page} page */
async function frameOf(page) {
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (!frame) throw new Error('no frame');
  await frame.waitForFunction(() => '__totora' in window);
  return frame;
}

/**
 * Calls a function of the debug handle in the frame.
 * @param {import('@playwright/test').Frame} frame
 * @param {string} name
 * @returns {Promise<any>}
 */
const callHandle = (frame, name) =>
  frame.evaluate((key) => /** @type {any} */ (window).__totora[key](), name);

for (const game of GAMES) {
  test(`${game}: the embed code of the Share dialog shows the same position on another origin`, async ({
    page,
  }) => {
    await openPage(page, `./${linkOf(game)}`);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.state());
    await page.getByRole('button', { name: 'Share' }).first().click();
    const share = page.getByRole('dialog');
    await share.getByText('Embed').click();
    await share.getByRole('combobox', { name: 'Panel' }).selectOption({ label: 'Moves' });
    await share.getByRole('combobox', { name: 'Colours' }).selectOption({ label: 'Dark' });
    await share.getByRole('spinbutton', { name: /^Starts at/ }).fill('1');
    await share.getByRole('spinbutton', { name: /^Starts at/ }).blur();
    const code = await share.getByRole('textbox', { name: 'Code for a page' }).inputValue();
    const sent = await page.evaluate(() => /** @type {any} */ (window).__totora.record());
    await serveHostPage(code, async (address) => {
      await page.goto(address);
      const frame = await frameOf(page);
      const outer = page.frameLocator('iframe');
      await expect(outer.getByRole('region', { name: 'Board' })).toBeVisible();
      expect(await callHandle(frame, 'record')).toEqual(sent);
      expect((await callHandle(frame, 'state')).ply).toBe(1);
      expect(await frame.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await expect(outer.getByRole('region', { name: 'Moves' })).toBeVisible();
      // The players, and the reserve beside the board.
      // The reader of the frame is not the person who played.
      for (const { label, name } of (await callHandle(frame, 'state')).seats) {
        const printed = label === 'You' ? name : label;
        await expect(outer.locator('.strip').getByText(printed).first()).toBeVisible();
      }
      await expect(outer.locator('.bed-canvas canvas')).toHaveCount(game === 'uros' ? 1 : 0);
      // The frame has the height that the page requests, so all of it is visible, the board too.
      await expect
        .poll(() =>
          frame.evaluate(() => {
            const all = document.querySelector('.page.embed');
            return all ? all.scrollHeight - all.clientHeight : 1;
          }),
        )
        .toBeLessThanOrEqual(1);
      const box = await outer.locator('.board-host canvas').first().boundingBox();
      const frameBox = await page.locator('iframe').boundingBox();
      if (!box || !frameBox) throw new Error('no board');
      expect(box.height).toBeGreaterThan(200);
      expect(box.y + box.height).toBeLessThanOrEqual(frameBox.y + frameBox.height + 1);
      await expectNoSeriousViolations(page, game);
    });
  });
}

/** A script for the host page that gives the frame the height that it requests. */
const RESIZE_SCRIPT = `<script>window.sizes = []; addEventListener('message', ({ source, data }) => {
    const frame = document.querySelector('iframe');
    if (data?.type !== 'totora:size' || frame.contentWindow !== source) return;
    sizes.push(data); frame.height = data.height;
  });</script>`;

/** What in the frame overflows, is clipped, or overlaps the board. */
function layoutProblems() {
  const all = document.querySelector('.page.embed');
  const board = document.querySelector('.board-host canvas');
  if (!all || !board) return ['no game'];
  const over = [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight];
  const bad = over.some((by) => by > 1) ? [`over by ${over}`] : [];
  /** @param {DOMRect} box */
  const isOutside = ({ left, right, top, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const place = board.getBoundingClientRect();
  if (isOutside(place)) bad.push('the board');
  if (place.width < Math.min(240, innerWidth * 0.7)) bad.push(`a board of ${place.width} px`);
  for (const one of document.querySelectorAll(
    '.timeline :is(button, select, a, input), .strip, .page.embed .panel',
  )) {
    if (!one.checkVisibility()) continue;
    const box = one.getBoundingClientRect();
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    if (isOutside(box)) bad.push(`cut: ${name}`);
    const covers = Math.min(box.right, place.right) - Math.max(box.left, place.left) > 1;
    const high = Math.min(box.bottom, place.bottom) - Math.max(box.top, place.top) > 1;
    if (covers && high) bad.push(`on the board: ${name}`);
  }
  return bad;
}

const WIDTHS = [320, 480, 620, 760, 1000];

for (const [i, game] of GAMES.entries()) {
  test(`${game}: at every width, a frame of the requested height shows board and controls, with and without a panel`, async ({
    page,
    baseURL,
  }) => {
    test.slow();
    for (const [j, panel] of ['', '&amp;panel=moves'].entries()) {
      // Each test starts with another width; the frame is then resized to the others.
      const from = (i + 2 * j) % WIDTHS.length;
      const widths = [...WIDTHS.slice(from), ...WIDTHS.slice(0, from)];
      const frame = `<iframe src="${baseURL}?embed${panel}${linkOf(game)}" title="A game" width="${widths[0]}" height="400" style="border: 0"></iframe>`;
      await serveHostPage(RESIZE_SCRIPT + frame, async (address) => {
        await page.goto(address);
        const inside = await frameOf(page);
        for (const width of widths) {
          await page.locator('iframe').evaluate((one, wanted) => {
            /** @type {HTMLIFrameElement} */ (one).width = String(wanted);
          }, width);
          await expect.poll(() => inside.evaluate(() => innerWidth)).toBe(width);
          await expect
            .poll(() => inside.evaluate(layoutProblems), `${game}${panel}, ${width} px wide`)
            .toEqual([]);
        }
      });
    }
  });
}

test('the frame requests a new height after a resize, and only once for each size', async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  await serveHostPage(
    RESIZE_SCRIPT + frameHtml(baseURL, '?embed', linkOf('isolation')),
    async (address) => {
      await page.goto(address);
      await frameOf(page);
      /** @returns {Promise<{ width: number, height: number }[]>} */
      const sizes = () => page.evaluate(() => /** @type {any} */ (window).sizes);
      await expect.poll(async () => (await sizes()).length).toBeGreaterThan(0);
      await expect.poll(async () => (await sizes()).at(-1)?.width).toBe(700);
      const before = (await sizes()).at(-1)?.height ?? 0;
      expect(before).toBeGreaterThan(650);
      // A narrow column changes the board and the height, and then the height stays.
      await page.evaluate(() => document.querySelector('iframe')?.setAttribute('width', '360'));
      await expect.poll(async () => (await sizes()).at(-1)?.width).toBe(360);
      await expect.poll(async () => (await sizes()).at(-1)?.height).toBeLessThan(before);
      const more = async () => {
        const alerts = (await sizes()).length;
        await page.clock.runFor(500);
        await settled(page);
        return (await sizes()).length - alerts;
      };
      await expect.poll(more).toBe(0);
      expect((await sizes()).length).toBeLessThan(12);
    },
  );
});

test('Tab moves the focus into the frame and out again, in both directions', async ({
  page,
  baseURL,
}) => {
  await serveHostPage(frameHtml(baseURL, '?embed', linkOf('uros')), async (address) => {
    await page.goto(address);
    const frame = await frameOf(page);
    await expect(page.frameLocator('iframe').locator('[role="gridcell"]').first()).toBeAttached();
    await page.getByRole('link', { name: 'before' }).focus();
    /** @type {string[]} */
    const inside = [];
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() =>
        document.activeElement instanceof HTMLIFrameElement
          ? ''
          : (document.activeElement?.textContent ?? ''),
      );
      if (isOutside === 'after') break;
      inside.push(
        await frame.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.textContent ??
            '',
        ),
      );
    }
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('after');
    expect(inside.join('\n')).toContain('Forward');
    expect(inside.length).toBeGreaterThan(4);
    // Backwards: into the frame from behind it.
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Shift+Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'before') break;
    }
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('before');
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('invalid options in the address are reported, and the rest is applied', async ({
    page,
    baseURL,
  }) => {
    const search = '?embed&overlay=owners&speed=x&ply=3&panel=moves&colour=red';
    await serveHostPage(frameHtml(baseURL, search, linkOf('uros')), async (address) => {
      await page.goto(address);
      const frame = await frameOf(page);
      const inner = page.frameLocator('iframe');
      const alerts = inner.getByRole('alert');
      await expect(alerts.filter({ hasText: '“speed” is “x”' })).toContainText('0.25 to 32');
      await expect(alerts.filter({ hasText: '“colour” is not an option' })).toBeVisible();
      await expect(alerts.filter({ hasText: '“overlay” is “owners”' })).toContainText('in Uros');
      expect((await callHandle(frame, 'state')).ply).toBe(3);
      await expect(inner.getByRole('region', { name: 'Moves' })).toBeVisible();
      await expect(inner.getByRole('combobox', { name: 'Speed' })).toHaveValue('1');
      // A frame stores nothing, even where the browser would allow it.
      const left = await frame.evaluate(async () => {
        try {
          const workers = await navigator.serviceWorker.getRegistrations();
          const databases = await indexedDB.databases();
          return Object.keys(localStorage).length + workers.length + databases.length;
        } catch {
          return 0;
        }
      });
      expect(left).toBe(0);
    });
  });
});
