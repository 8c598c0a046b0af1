/** Home and the gallery: what a newcomer and a returning visitor find, by mouse, by keyboard, and on a phone. */

import { readFileSync } from 'node:fs';
import { expect, fromMenu, openAnalysis, openPage, settled, stateOf, test } from './fixtures.js';
import { nothingFound } from './reach.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @type {{ id: string, game: string, title: string, link: string }[]} */
const demos = JSON.parse(readFileSync('www/app/demos.json', 'utf8'));
const GAMES = ['Uros', 'Isolation', 'Outpost', 'FenceMaster', 'Reversi XT'];

/** @param {Page} page */
const ready = (page) => page.waitForFunction(() => '__totora' in window);

/** Home without boards that move: what it says is the same. @param {Page} page */
async function openHome(page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Play a bot');
}

/**
 * Lets the clock of a page go on, and tells what it asks for meanwhile to move boards.
 * @param {Page} page
 * @param {number} ms
 */
async function engineIn(page, ms) {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.runFor(ms);
  // The last of them: what was asked for before is known once this is answered.
  await page.evaluate(() => fetch('icon.svg'));
  return asked.filter((url) => /\.wasm$|miniature/.test(url));
}

test('Home says what this is, and one click plays, watches, or opens the arena', async ({
  page,
}) => {
  await openHome(page);
  for (const name of GAMES) {
    const card = page.getByRole('article', { name });
    await expect(card.getByRole('button', { name: `Play ${name}` })).toBeVisible();
    await expect(card.getByRole('button', { name: `Watch ${name}` })).toBeVisible();
    await expect(card.getByText(/\d+ players · \d+ bots/)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Play FenceMaster' }).click();
  await ready(page);
  expect(await stateOf(page)).toMatchObject({ game: 'fencemaster', plies: 0 });
  expect(new URL(page.url()).hash).toBe('#fencemaster');
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Uros' })).toBeVisible();
  await page.getByRole('button', { name: 'Watch Uros' }).click();
  await expect.poll(async () => (await stateOf(page)).game).toBe('uros');
  const { seats } = await stateOf(page);
  expect(seats.every((/** @type {any} */ seat) => 'bot' in seat.config)).toBe(true);
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'Arena' }).click();
  await expect(page.locator('#tournament')).toBeVisible();
});

test('Home is there without the engine, and boards move on it later', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await page.goto('./');
  await expect(page.getByRole('article')).toHaveCount(5);
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  const board = page.locator('canvas[data-miniature="isolation"]');
  await expect(board).toBeVisible({ timeout: 30_000 });
  const pixels = () =>
    board.evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const before = await pixels();
  await expect.poll(pixels, { timeout: 20_000 }).not.toBe(before);
  await page.getByRole('button', { name: 'Pause animations' }).click();
  // Without their worker no bot plays on.
  await expect.poll(() => page.workers().length).toBe(0);
  const held = await pixels();
  await page.clock.runFor(2_000);
  await settled(page);
  expect(await pixels()).toBe(held);
});

test('with less motion the boards are pictures, and nothing fetches the engine for them', async ({
  page,
}) => {
  await page.clock.install();
  await openHome(page);
  expect(await engineIn(page, 2_500)).toEqual([]);
  await expect(page.locator('canvas[data-miniature]:visible')).toHaveCount(0);
  for (const name of GAMES) {
    const picture = page.getByRole('article', { name }).locator('img');
    expect(
      await picture.evaluate((img) => /** @type {HTMLImageElement} */ (img).naturalWidth),
    ).toBeGreaterThan(100);
  }
});

test('who saves data gets pictures too', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.clock.install();
  await page.goto('./');
  await expect(page.getByRole('article')).toHaveCount(5);
  expect(await engineIn(page, 1_500)).toEqual([]);
  await expect(page.locator('canvas[data-miniature]:visible')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause animations' })).toHaveCount(0);
});

test('what is pasted or dropped on Home is opened, whichever game it is', async ({ page }) => {
  /** @param {string} text */
  const paste = (text) =>
    page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', given);
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    }, text);
  await openHome(page);
  const demo = demos.find(({ game }) => game === 'fencemaster');
  await paste(`https://example.org/t/${demo?.link}`);
  await ready(page);
  await expect.poll(async () => (await stateOf(page))?.game).toBe('fencemaster');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Play a bot');
  // A file; the room of the games has been there by now.
  const human = { human: true };
  const record = { totora: 1, game: 'isolation', options: {}, seed: 1, seats: [human, human] };
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'a.json', { type: 'application/json' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    },
    JSON.stringify({ ...record, moves: ['d4', 'b2'], result: null }),
  );
  await expect.poll(async () => (await stateOf(page))?.game).toBe('isolation');
  expect((await stateOf(page)).plies).toBe(2);
});

test('what cannot be opened is told over a game', async ({ page }) => {
  await openHome(page);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"totora":1,"game":"chess"}'], 'a.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
  await ready(page);
  await expect(page.getByRole('alert')).toContainText('chess');
  expect((await stateOf(page)).game).toBe('uros');
});

test('who comes back is one click from the game, and a new one does not lose it', async ({
  page,
}) => {
  await openPage(page, './#isolation');
  await page.locator('.board-canvas').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
  const { plies } = await stateOf(page);
  await page.goto('about:blank');
  await openHome(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Continue: Isolation, move \d/ })
    .click();
  await ready(page);
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThanOrEqual(plies);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'Play Isolation' }).click();
  await expect(page.getByText('Your game was put aside.')).toBeVisible();
  expect((await stateOf(page)).plies).toBe(0);
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThanOrEqual(plies);
});

test('the gallery has four moments a game, and each opens where its caption says', async ({
  page,
}) => {
  test.setTimeout(420_000);
  await openHome(page);
  expect(demos.length).toBeGreaterThanOrEqual(20);
  await expect(page.locator('a.demo')).toHaveCount(demos.length);
  for (const demo of demos) {
    await page.getByRole('link', { name: demo.title }).click();
    await ready(page);
    await expect.poll(async () => (await stateOf(page))?.game).toBe(demo.game);
    await expect(page.getByRole('status').filter({ hasText: demo.title })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'More moments' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Play a bot');
  }
});

test('from Home into a game by keyboard alone', async ({ page }) => {
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

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing on Home in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openHome(page);
    await nothingFound(page, 'Home');
  });
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [768, 1024],
  [320, 640],
]) {
  test(`Home fits ${width}x${height}: no sideways scroll, and targets for fingers`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openHome(page);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, select')].flatMap((element) => {
        const box = element.getBoundingClientRect();
        const enough = box.width === 0 || (box.height >= 43.5 && box.width >= 43.5);
        return enough ? [] : [`${element.textContent} ${box.width}x${box.height}`];
      }),
    );
    expect(small).toEqual([]);
  });
}

test('the coach helps in a first game, is put away for good, and comes again from the rules', async ({
  page,
}) => {
  await page.goto('./#isolation');
  await ready(page);
  const coach = page.getByRole('region', { name: 'Coach' });
  await expect(coach).toContainText('Goal:');
  await expect(coach.getByRole('status')).toContainText('place your knight');
  await coach.getByRole('button', { name: 'Got it' }).click();
  await expect(coach.getByRole('status')).toHaveCount(0);
  await page.locator('.board-canvas').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect(coach.getByRole('status')).toContainText('as in chess');
  await fromMenu(page, 'No more help');
  await expect(coach).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(coach).toHaveCount(0);
  await fromMenu(page, 'Rules');
  await page.getByRole('button', { name: 'Coach my game' }).click();
  await expect(coach).toContainText('Goal:');
});

// The thirty-second test: what a stranger must find on the first screen of each game.
for (const { id, name } of [
  { id: 'uros', name: 'Uros' },
  { id: 'isolation', name: 'Isolation' },
  { id: 'outpost', name: 'Outpost' },
  { id: 'fencemaster', name: 'FenceMaster' },
  { id: 'reversi', name: 'Reversi XT' },
]) {
  test(`${name} tells its goal, the first action and a reason on the first screen`, async ({
    page,
  }) => {
    await page.goto(`./#${id}`);
    await ready(page);
    const coach = page.getByRole('region', { name: 'Coach' });
    await expect(coach.locator('.goal')).toBeInViewport({ ratio: 1 });
    await expect(coach.getByRole('status')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.board-host canvas').first()).toBeInViewport({ ratio: 0.9 });
    await openAnalysis(page);
    // Empires have tasks, each with its score; elsewhere a sentence says why.
    const reason =
      id === 'outpost'
        ? page.getByText(/^(harvest|hold|guard|go|raid).* at \d+,\d+/).first()
        : page.locator('.why').first();
    await expect(reason).toContainText(/\w+ \w+/, { timeout: 30_000 });
    await expect(reason).toBeInViewport();
  });
}
