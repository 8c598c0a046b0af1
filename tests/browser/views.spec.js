import { expectNoViolations, textProblems } from './accessibility.js';
import { chooseFromMenu, expect, savedValue, settled, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The file of the graph below the board. */
const GRAPH = /\/graph-/;

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** Opens a game as a first-time visitor. @param {Page} page @param {string} game */
async function openFirstGame(page, game) {
  await page.goto(`./#${game}`);
  await page.waitForFunction(
    (id) => /** @type {any} */ (window).__totora?.state()?.game === id,
    game,
  );
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
  await settled(page);
}

/**
 * The visible controls, and the visible words that contain a letter. Options of a closed select are
 * not visible.
 * @param {Page} page
 * @returns {Promise<{ controls: string[], words: string[] }>}
 */
const visibleContent = (page) =>
  page.evaluate(() => {
    /** @param {Element} one */
    const isVisible = (one) => {
      const { width, bottom, top } = one.getBoundingClientRect();
      const shown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return (
        shown &&
        width > 1 &&
        bottom > 0 &&
        top < innerHeight &&
        !one.closest('.hidden, .skip:not(:focus)')
      );
    };
    const controls = [...document.querySelectorAll('button, a, input, select, textarea, summary')]
      .filter(isVisible)
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
    /** @type {string[]} */
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const of = node.parentElement;
      if (of && !of.closest('script, style, noscript, select') && isVisible(of))
        words.push(...(node.textContent ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    }
    return { controls, words };
  });

/** @param {Page} page */
const analysis = (page) => page.getByRole('tab', { name: 'Why' });

for (const game of GAMES)
  test(`${game}: Play shows at most 20 controls and 60 words, and the board fills the height`, async ({
    page,
  }) => {
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await openFirstGame(page, game);
    await expect(page.locator('main')).toHaveAttribute('data-mode', 'play');
    // What the budget of the first view excludes (scripts/finish-dist.mjs).
    expect(requests.filter((url) => GRAPH.test(url))).toEqual([]);
    const { controls, words } = await visibleContent(page);
    test.info().annotations.push({
      type: 'in sight',
      description: `${game}: ${controls.length} controls, ${words.length} words`,
    });
    expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(20);
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(60);
    const board = await page.locator('.board-host canvas').first().boundingBox();
    expect(board?.height).toBeGreaterThan(0.75 * 900);
    await expectNoViolations(page, game);
    // On a phone the board fills the width; in landscape it fills the height below the top bar.
    const box = page.locator('.board-host canvas').first();
    const share = async (/** @type {'width' | 'height'} */ way) => {
      const { x, y, ...size } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return size[way] / (way === 'width' ? 390 : 390 - y - Math.min(x, 8));
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => share('width')).toBeGreaterThanOrEqual(0.92);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => share('height')).toBeGreaterThanOrEqual(0.95);
  });

/**
 * The visible texts that are too small on a phone, the buttons whose text is clipped, and all
 * primary buttons.
 * @param {Page} page
 */
const textAndButtons = (page) =>
  page.evaluate(() => {
    const phone = Math.min(innerWidth, innerHeight) < 500;
    /** @param {Element} one */
    const isVisible = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.hidden, .skip, .word');
    /** @type {string[]} */
    const small = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); phone && node; node = texts.nextNode()) {
      const of = node.parentElement;
      const size = of && isVisible(of) ? Number.parseFloat(getComputedStyle(of).fontSize) : 13;
      // Signs are not words: those of the transport, and badges.
      if (size < 13 && /\p{L}/u.test(node.textContent ?? '')) small.push(node.textContent ?? '');
    }
    const buttons = [...document.querySelectorAll('button, .button, summary')].filter(isVisible);
    const cut = buttons.filter((one) => one.scrollWidth > one.clientWidth + 2);
    const primary = buttons.filter((one) => one.matches('.primary'));
    const name = (/** @type {Element} */ one) => one.textContent;
    return { small, cut: cut.map(name), primary: primary.map(name) };
  });

for (const game of GAMES)
  test(`${game}: at most one primary button, no clipped button text, and on a phone no text below 13 pixels`, async ({
    page,
  }) => {
    const expectClean = async (/** @type {string} */ view) => {
      for (const [width, height] of [
        [1280, 720],
        [390, 844],
        [844, 390],
      ]) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const { small, cut, primary } = await textAndButtons(page);
        expect([small, cut], `${view}, ${width}x${height}`).toEqual([[], []]);
        expect(primary.length, `${view}, ${width}x${height}: ${primary}`).toBeLessThanOrEqual(1);
      }
    };
    await openFirstGame(page, game);
    await expectClean('play');
    await page.keyboard.press('p');
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
    await expectClean('analyse');
    await page.keyboard.press('p');
    await page.goto(`./?#${game}/watch`);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora?.state()?.plies > 2);
    await expectClean('watch');
  });

test('the analysis opens and closes with a button and a key, and a reload keeps it', async ({
  page,
}) => {
  await openFirstGame(page, 'isolation');
  await expect(analysis(page)).toBeHidden();
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await expect(analysis(page)).toBeVisible();
  await page.reload();
  await expect(analysis(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close the analysis' }).click();
  await expect(analysis(page)).toBeHidden();
  await page.keyboard.press('p');
  await expect(analysis(page)).toBeVisible();
  await page.keyboard.press('p');
  await expect(analysis(page)).toBeHidden();
});

test('Watch shows scores on the board, the transport controls and a sentence', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Watch Isolation' }).click();
  await expect(page.locator('main.game-screen')).toHaveAttribute('data-mode', 'watch');
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  expect(await page.evaluate(() => /** @type {any} */ (window).__totora.overlay())).toBe('all');
  await expect(page.locator('.headline')).not.toBeEmpty();
  await expect(analysis(page)).toBeHidden();
  const graph = page.waitForRequest(GRAPH);
  await page.getByRole('button', { name: 'Graph' }).click();
  await graph;
  // In Outpost the overlay shows tasks.
  await page.goto('./#outpost/watch');
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.overlay()))
    .toBe('tasks');
  await expect(page.locator('.headline')).not.toBeEmpty();
});

test('an engine that plays turns is not reported as still loading', async ({ page }) => {
  await page.clock.install();
  await page.goto('./#outpost/watch');
  await page.waitForFunction(() => /** @type {any} */ (window).__totora?.state()?.plies > 1);
  await page.clock.fastForward(20_000);
  await settled(page);
  await expect(page.getByText('still loading')).toHaveCount(0);
});

test('the report addresses you, after three losses an easier level is offered, and Home can clear the progress', async ({
  page,
}) => {
  await openFirstGame(page, 'isolation');
  const report = page.getByRole('region', { name: 'End of the game' });
  for (let game = 1; game <= 3; game++) {
    await chooseFromMenu(page, 'Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(report.getByRole('heading', { name: 'won: you gave up' })).toBeVisible();
    const easier = report.getByRole('button', { name: /^Easier: / });
    if (game < 3) {
      await expect(easier).toBeHidden();
      // The players exchange seats, so the next game starts with the bot.
      await report.getByRole('button', { name: 'Rematch' }).click();
      await page.waitForFunction(() => {
        const now = /** @type {any} */ (window).__totora.state();
        return (
          !now.outcome && now.to_act.some((/** @type {number} */ i) => now.seats[i].config.human)
        );
      });
    } else {
      await expect(easier).toBeVisible();
      expect(await textProblems(page)).toEqual([]);
      await easier.click();
      await expect
        .poll(async () => (await stateOf(page)).seats.map((/** @type {any} */ s) => s.config.bot))
        .toContain('level-1');
    }
  }
  await page.getByRole('link', { name: 'Home' }).click();
  const clear = page.getByRole('button', { name: 'Clear my progress' });
  await clear.click();
  await expect(clear).toBeHidden();
  await expect.poll(() => savedValue(page, 'progress')).toBeNull();
});
