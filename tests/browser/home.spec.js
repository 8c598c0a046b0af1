/** Home, the puzzles and the coach, for new and returning visitors: by mouse, by keyboard, and on a phone. */

import { readFileSync } from 'node:fs';
import { expectNoViolationsInBothThemes } from './accessibility.js';
import { expect, openAnalysis, openPage, settled, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const puzzles = JSON.parse(readFileSync('www/app/gallery/puzzles.json', 'utf8')).chapters;
/** A link to the first puzzle from before puzzles were a study. */
const OLD_PUZZLE =
  '#1isolation.ATgAx_8QAQdvcGVuaW5nAAZyYW5kb20CAAEGZ3JlZWR5AAAKABkkMBsjDholLy4KA29mZgBT1nUUbxIDHg';

/** @param {Page} page */
const ready = (page) => page.waitForFunction(() => '__totora' in window);

/**
 * Opens Home with reduced motion, so that its board stays still. The texts are the same.
 * @param {Page} page
 */
async function openHome(page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('See why a bot moves');
}

/**
 * Advances the page's clock and returns the wasm files that it requests meanwhile.
 * @param {Page} page
 * @param {number} ms
 */
async function engineRequests(page, ms) {
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.runFor(ms);
  // Requests arrive in order, so all earlier ones are known once this one is answered.
  await page.evaluate(() => fetch('icon.svg'));
  return requests.filter((url) => /\.wasm$/.test(url));
}

test('the board on Home moves within a second without loading the engine, and the slider changes the next move', async ({
  page,
}) => {
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  // Time only advances with `runFor`; otherwise the board could move on between two lines of this
  // test on a busy machine.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto('./');
  const live = page.getByRole('region', { name: 'Isolation, played by two bots' });
  const why = live.locator('.live-why');
  const first = await why.textContent();
  const slider = live.getByRole('slider');
  await slider.fill('0');
  await expect(live.locator('.live-why b')).toContainText('instead of');
  await expect(why).not.toHaveText(first ?? '');
  await slider.fill('2');
  await expect(why).toHaveText(first ?? '');
  await page.clock.runFor(1_000);
  await expect(why).toContainText('Red plays');
  expect(requests.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  await live.getByRole('button', { name: 'Pause' }).click();
  const pausedText = await why.textContent();
  await page.clock.runFor(5_000);
  expect(await why.textContent()).toBe(pausedText);
  await live.getByRole('button', { name: 'Next move' }).click();
  await expect(why).not.toHaveText(pausedText ?? '');
});

test('with reduced motion the board waits for its button', async ({ page }) => {
  await page.clock.install();
  await openHome(page);
  expect(await engineRequests(page, 1_500)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Play on' })).toBeVisible();
  const why = page.locator('.live-why');
  const before = await why.textContent();
  await page.clock.runFor(5_000);
  expect(await why.textContent()).toBe(before);
});

test('a puzzle leaves your own game in its place, also after a reload', async ({ page }) => {
  await openPage(page, './#isolation');
  await page.locator('.board-canvas').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(1);
  const { seed, plies } = await stateOf(page);
  const strip = page.getByRole('region', { name: 'Study' });
  const fifth = puzzles[4].title;
  for (const reloads of [false, true]) {
    await openHome(page);
    await page.locator('a.puzzle[href="#study/puzzles/5"]').click();
    await expect(strip).toContainText(fifth);
    if (reloads) {
      await page.reload();
      await expect(strip).toContainText(fifth);
    }
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Continue: Isolation/ })
      .click();
    await expect.poll(async () => (await stateOf(page)).seed).toBe(seed);
    expect((await stateOf(page)).plies).toBeGreaterThanOrEqual(plies);
    await page.goto('about:blank');
  }
});

test('a puzzle accepts answers on the board and evaluates them', async ({ page }) => {
  await openHome(page);
  await expect(page.locator('[aria-labelledby=puzzles] a.puzzle')).toHaveCount(puzzles.length);
  await expect(page.getByRole('link', { name: /^Today’s puzzle/ })).toHaveCount(1);
  const [{ task, title }] = puzzles;
  await page.goto(`./${OLD_PUZZLE}`);
  const strip = page.getByRole('region', { name: 'Study' });
  await expect(strip).toContainText(title);
  await expect(strip).toContainText(task.question);
  expect(new URL(page.url()).hash).toBe('#study/puzzles');
  const { plies } = await stateOf(page);
  const cell = (/** @type {string} */ name) =>
    page.locator('.board-canvas').getByRole('gridcell', { name: new RegExp(`^${name},`) });
  await cell('c3').focus();
  await page.keyboard.press('Enter');
  await expect(strip).toContainText('Not c3: look again.');
  await cell(task.moves[0]).focus();
  await page.keyboard.press('Enter');
  await expect(strip).toContainText(`Yes, ${task.moves[0]}. ${task.why}`);
  expect((await stateOf(page)).plies).toBe(plies);
  const saved = page.waitForEvent('download');
  await strip.getByRole('button', { name: 'Save as picture' }).click();
  expect((await saved).suggestedFilename()).toBe('totora-study-1.png');
});

test('a game is opened from Home with the keyboard only', async ({ page }) => {
  await openHome(page);
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let i = 0; i < 40 && (await focused()) !== 'Play Isolation'; i++)
    await page.keyboard.press('Tab');
  expect(await focused()).toBe('Play Isolation');
  await page.keyboard.press('Enter');
  await ready(page);
  expect((await stateOf(page)).game).toBe('isolation');
});

test('axe-core finds nothing on Home in light and dark', async ({ page }) => {
  await openHome(page);
  await expectNoViolationsInBothThemes(page, 'Home');
});

test('Home fits phones and tablets, without horizontal scrolling and with large touch targets', async ({
  page,
}) => {
  await openHome(page);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [768, 1024],
    [320, 640],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((wide) => matchMedia(`(width: ${wide}px)`).matches, width);
    await settled(page);
    const { over, small } = await page.evaluate(() => ({
      over: document.documentElement.scrollWidth - window.innerWidth,
      small: [...document.querySelectorAll('button, a, select')].flatMap((element) => {
        const box = element.getBoundingClientRect();
        const enough = box.width === 0 || (box.height >= 43.5 && box.width >= 43.5);
        return enough ? [] : [`${element.textContent} ${box.width}x${box.height}`];
      }),
    }));
    expect(over, `${width}x${height}`).toBeLessThanOrEqual(0);
    expect(small, `${width}x${height}`).toEqual([]);
  }
});

/** The controls and the words that are visible in the window. @param {Page} page */
const visibleContent = (page) =>
  page.evaluate(() => {
    const isVisible = (/** @type {Element} */ one) => {
      const { width, height, top, bottom } = one.getBoundingClientRect();
      const shown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // The skip link is only visible when it has the focus.
      if (one.matches('.skip')) return false;
      return shown && width > 1 && height > 1 && bottom > 0 && top < innerHeight;
    };
    const all = document.querySelectorAll('button, a[href], input, select, textarea, summary');
    const controls = [...all]
      .filter(isVisible)
      .map((one) => one.textContent?.trim() || one.ariaLabel);
    /** @type {string[]} */
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = /** @type {Text} */ (texts.currentNode);
      if (
        parentElement &&
        isVisible(parentElement) &&
        !parentElement.closest('script, style, canvas')
      )
        words.push(...data.split(/\s+/).filter((word) => /\w/.test(word)));
    }
    return { controls, words };
  });

/** Whether two boxes overlap by more than an edge. @param {DOMRect} a @param {DOMRect} b */
const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

test('the coach covers neither board nor controls, in windows of any size', async ({ page }) => {
  for (const id of ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi']) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`./#${id}`);
    await ready(page);
    // The last one is a window of 1440x900 at 200% zoom.
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
      [820, 1180],
      [720, 450],
    ]) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('region', { name: 'Coach' }).locator('.goal')).toBeVisible();
      await settled(page);
      const boxes = await page.evaluate(() => {
        const box = (/** @type {string} */ of) =>
          [...document.querySelectorAll(of)]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect().toJSON());
        return {
          coach: box('[aria-label="Coach"]')[0],
          others: box('.board-host canvas, .controls > *, .seat, .topbar'),
          board: box('.board-host canvas')[0],
        };
      });
      const at = `${id} at ${width}x${height}`;
      expect(
        boxes.others.filter((one) => overlap(boxes.coach, one)),
        at,
      ).toEqual([]);
      // In low windows the height limits the board.
      if (width === 390) expect(boxes.board.width, at).toBeGreaterThanOrEqual(0.92 * width);
    }
  }
});

// The thirty-second test: what a first-time visitor must find on the first screen of each game.
for (const { id, name } of [
  { id: 'uros', name: 'Uros' },
  { id: 'isolation', name: 'Isolation' },
  { id: 'outpost', name: 'Outpost' },
  { id: 'fencemaster', name: 'FenceMaster' },
  { id: 'reversi', name: 'Reversi XT' },
]) {
  test(`${name} shows its goal, the first action and a reason on the first screen`, async ({
    page,
  }) => {
    await page.goto(`./#${id}`);
    await ready(page);
    const coach = page.getByRole('region', { name: 'Coach' });
    await expect(coach.locator('.goal')).toBeInViewport({ ratio: 1 });
    await expect(coach.getByRole('status')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.board-host canvas').first()).toBeInViewport({ ratio: 0.9 });
    const { controls, words } = await visibleContent(page);
    expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(20);
    // Three opponents and orders for a whole turn need a few more words.
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(id === 'outpost' ? 66 : 60);
    await openAnalysis(page);
    // In Outpost the tasks have scores; in the other games a sentence gives the reason.
    const reason =
      id === 'outpost'
        ? page.getByText(/^(harvest|hold|guard|go|raid).* at \d+,\d+/).first()
        : page.locator('.reasons h2').first();
    await expect(reason).toContainText(/\w+ \w+/, { timeout: 30_000 });
    await expect(reason).toBeInViewport();
  });
}
