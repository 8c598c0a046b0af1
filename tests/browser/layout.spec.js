/**
 * The layout in all five games: on a desktop the board takes most of the window; on phones and
 * tablets board, transport and panels are visible together, nothing scrolls horizontally, and touch
 * targets are large enough.
 */

import { smallTargets, textProblems } from './accessibility.js';
import {
  ask,
  expect,
  goToGame,
  openPage,
  openSide,
  openTab,
  settled,
  stateOf,
  test,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = ['Uros', 'Isolation', 'Outpost', 'FenceMaster', 'Reversi XT'];
const IDS = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** @param {Page} page @param {string} name */
async function openGame(page, name) {
  await goToGame(page, name);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(IDS[GAMES.indexOf(name)]);
  await expect
    .poll(async () => (await boxOf(page, '.board-host canvas')).height)
    .toBeGreaterThan(40);
  // The size of the board follows its container through a ResizeObserver.
  await settled(page);
}

/** @param {Page} page @param {string} selector */
const boxOf = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    });

/**
 * Resizes the window and waits until the board has followed.
 * @param {Page} page
 * @param {{ width: number, height: number }} size
 */
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction(
    ({ width, height }) => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches,
    size,
  );
  await settled(page);
  await page.evaluate(async () => {
    const place = () =>
      JSON.stringify(document.querySelector('.board-host canvas')?.getBoundingClientRect());
    let last = '';
    for (let same = 0; same < 3; ) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = place();
      same = now === last ? same + 1 : 0;
      last = now;
    }
  });
}

/**
 * Expects that the board's height is at least 70% of the window's, and that nothing overflows.
 * @param {Page} page
 * @param {string} where
 * @param {{ width: number, height: number }} size
 */
async function expectBoardFills(page, where, size) {
  const board = await boxOf(page, '.board-host canvas');
  expect(board.height / size.height, `${where}: the board's share`).toBeGreaterThanOrEqual(0.7);
  const container = await boxOf(page, '.board-host');
  expect(board.bottom, where).toBeLessThanOrEqual(container.bottom + 1);
  expect(
    await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]),
    where,
  ).toEqual([size.width, size.height]);
  const transport = await boxOf(page, '.watch');
  expect(transport.bottom, where).toBeLessThanOrEqual(size.height);
}

/**
 * Expects that no button overlaps the text that says whose turn it is.
 * @param {Page} page
 * @param {string} where
 */
async function expectTurnUncovered(page, where) {
  const covered = await page.locator('.seats').evaluate((seats) => {
    const words = document.createRange();
    words.selectNodeContents(seats.querySelector('.turn-words') ?? seats);
    const lines = [...words.getClientRects()];
    return [...seats.querySelectorAll('header button')]
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return lines.some(
          (line) =>
            line.left < box.right &&
            box.left < line.right &&
            line.top < box.bottom &&
            box.top < line.bottom,
        );
      })
      .map((button) => button.textContent);
  });
  expect(covered, where).toEqual([]);
}

/**
 * Expects that nothing important is hidden.
 * @param {Page} page
 * @param {string} where
 * @param {{ width: number, height: number }} size
 */
async function expectAllVisible(page, where, size) {
  for (const part of ['.turn-words', '.actions', '.transport-mid', '.tabs', '.switches']) {
    const box = await boxOf(page, part);
    expect(box.height, `${where}: ${part}`).toBeGreaterThan(10);
    expect(box.bottom, `${where}: ${part}`).toBeLessThanOrEqual(size.height);
    expect(box.right, `${where}: ${part}`).toBeLessThanOrEqual(size.width);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
}

test('on a desktop the board takes most of the window, and everything important is visible', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const small = { width: 1024, height: 768 };
  await openPage(page);
  for (const name of GAMES) {
    await openGame(page, name);
    await resize(page, small);
    await expectTurnUncovered(page, name);
    await expectAllVisible(page, name, small);
    if (name === 'Uros')
      await expect(page.getByText('Drag an island to the Lake')).toBeInViewport();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await resize(page, size);
      await expectBoardFills(page, `${name} at ${size.width}x${size.height}`, size);
    }
  }
});

test('the graph can be collapsed, gives its space to the board, and stays collapsed after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openPage(page);
  // An empty graph takes no space. With a move it does, until it is collapsed.
  await expect(page.locator('.graph')).toHaveCount(0);
  await page.getByRole('button', { name: /^Play / }).click();
  await expect(page.locator('.graph')).toHaveCount(1);
  const graph = page.getByRole('button', { name: 'Graph' });
  await expect(graph).toHaveAttribute('aria-expanded', 'true');
  const low = await boxOf(page, '.board-host');
  await graph.click();
  await expect(page.locator('.graph')).toHaveCount(0);
  expect((await boxOf(page, '.board-host')).height).toBeGreaterThan(low.height + 30);
  await page.reload();
  await expect(graph).toHaveAttribute('aria-expanded', 'false');
});

const DEVICES = [
  { device: 'a phone', width: 390, height: 844 },
  { device: 'a phone on its side', width: 844, height: 390 },
  { device: 'a tablet', width: 768, height: 1024 },
  { device: 'a large tablet', width: 820, height: 1180 },
  { device: 'a small phone', width: 320, height: 640 },
];

/**
 * Expects that board, transport and panel are visible together.
 * @param {Page} page
 * @param {string} where
 * @param {{ width: number, height: number }} size
 */
async function expectVisibleTogether(page, where, size) {
  const board = await boxOf(page, '.board-host canvas');
  const play = await boxOf(page, '.watch');
  const tabs = await boxOf(page, '.tabs');
  const inside = await page.getByRole('tabpanel').evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(bottom, window.innerHeight) - top;
  });
  expect(board.top, where).toBeGreaterThanOrEqual(40);
  expect(board.bottom, where).toBeLessThanOrEqual(size.height);
  expect(Math.min(board.width, board.height), where).toBeGreaterThanOrEqual(200);
  expect(play.bottom, where).toBeLessThanOrEqual(size.height);
  expect(tabs.bottom, where).toBeLessThanOrEqual(size.height);
  expect(inside, `${where}: the panel`).toBeGreaterThanOrEqual(60);
  // On a phone, the analysis has half of the window beside a small board.
  if (size.width === 390) {
    const panel = await boxOf(page, '.panel');
    expect(panel.height / size.height, `${where}: the panel's share`).toBeGreaterThan(0.49);
  }
  if (size.height > size.width) {
    // From top to bottom in this order.
    expect(play.top, where).toBeGreaterThanOrEqual(board.bottom - 1);
    expect(tabs.top, where).toBeGreaterThanOrEqual(play.bottom - 1);
  } else expect(tabs.left, where).toBeGreaterThanOrEqual(board.right - 1);
  // Only the contents of the panel scroll.
  const page_ = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  expect(page_, where).toEqual([size.width, size.height]);
}

test.describe('on phones and a tablet', () => {
  const [{ device: _, ...first }] = DEVICES;
  test.use({ viewport: first, hasTouch: true, isMobile: true });

  test('board, transport and panels are visible together, and touch targets are large enough', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await openPage(page);
    /** @type {string[]} */
    const found = [];
    for (const name of GAMES) {
      await openGame(page, name);
      for (const { device, ...size } of DEVICES) {
        await resize(page, size);
        const tabs = page.getByRole('tab');
        const visited = [];
        for (let n = 0; n < (await tabs.count()); n++) {
          await tabs.nth(n).tap();
          const tab = (await tabs.nth(n).textContent()) ?? '';
          visited.push(tab);
          const where = `${name} on ${device}, ${tab}`;
          if (['Why', 'Engine', 'Bot'].includes(tab))
            await expectVisibleTogether(page, where, size);
          for (const one of await smallTargets(page)) found.push(`${where}: ${one}`);
        }
        expect(visited, `${name} on ${device}`).toEqual(
          expect.arrayContaining(['Why', 'Engine', 'Bot']),
        );
      }
      await resize(page, first);
    }
    expect(found).toEqual([]);
  });

  test('the panel sheet expands over the board and back, and collapses to its tabs', async ({
    page,
  }) => {
    await openPage(page);
    for (const { device, ...size } of DEVICES) {
      await resize(page, size);
      await page.getByRole('tab', { name: 'Engine' }).tap();
      await expect.poll(async () => (await ask(page, 'thought'))?.done).toBe(true);
      const before = await boxOf(page, '.panel');
      await page.getByRole('button', { name: 'Expand the panels over the board' }).tap();
      await expect
        .poll(async () => (await boxOf(page, '.panel')).height, device)
        .toBeGreaterThan(before.height + 60);
      await page.getByRole('button', { name: 'Show the board' }).tap();
      await expect
        .poll(async () => (await boxOf(page, '.panel')).height, device)
        .toBeCloseTo(before.height, 0);
      // Dragged down, the sheet becomes a row of tabs, and a tab opens it again.
      const grip = await boxOf(page, '.grip');
      const client = await page.context().newCDPSession(page);
      const [x, y] = [grip.left + grip.width / 2, grip.top + grip.height / 2];
      /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
      const touch = (type, touchPoints) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints });
      await touch('touchStart', [{ x, y }]);
      await touch('touchMove', [{ x, y: y + 20 }]);
      await touch('touchMove', [{ x, y: y + 42 }]);
      await touch('touchEnd', []);
      await expect(page.getByRole('tabpanel'), device).toBeHidden();
      // The browser treats a tap soon after a drag as part of it, and "soon" is long on a slow
      // machine.
      await expect(async () => {
        await page.getByRole('tab', { name: 'Moves' }).tap();
        await expect(page.getByRole('tabpanel')).toBeVisible({ timeout: 2000 });
      }).toPass();
    }
  });
});

/**
 * Waits for the analysis, and replaces the numbers of its legend by the longest possible ones
 * (`columnScore`).
 * @param {Page} page
 */
async function longNumbers(page) {
  await expect.poll(async () => (await ask(page, 'thought'))?.done).toBe(true);
  await page.evaluate(() => {
    for (const cell of document.querySelectorAll('.legend .measured'))
      if (cell.textContent) cell.textContent = '· −12,000';
    for (const cell of document.querySelectorAll('.legend .sum')) cell.textContent = '+12,000';
    for (const cell of document.querySelectorAll('.candidate :is(.value, .behind)'))
      if (/\d/.test(cell.textContent ?? '')) cell.textContent = '−12,000';
  });
  await settled(page);
}

for (const { what, touch, sizes } of [
  {
    what: 'a desktop',
    touch: false,
    sizes: [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
    ],
  },
  {
    what: 'a phone',
    touch: true,
    sizes: [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ],
  },
]) {
  test.describe(`on ${what}`, () => {
    test.use({ viewport: sizes[0], hasTouch: touch, isMobile: touch });

    test('the headline of the analysis is visible', async ({ page }) => {
      test.setTimeout(240_000);
      await openPage(page);
      for (const name of GAMES) {
        await openGame(page, name);
        for (const size of sizes) {
          await resize(page, size);
          await openTab(page, 'Why');
          await expect(page.locator('.reasons h2')).toBeVisible();
          await settled(page);
          const where = `${name} at ${size.width}x${size.height}`;
          const headline = await boxOf(page, '.reasons h2');
          const panel = await boxOf(page, '.tabpanel.why');
          expect(headline.height, where).toBeGreaterThan(10);
          expect(headline.top, where).toBeGreaterThanOrEqual(panel.top);
          expect(headline.bottom, where).toBeLessThanOrEqual(Math.min(panel.bottom, size.height));
        }
      }
    });

    test('no text overlaps another or leaves its panel, and the whole reason can be read', async ({
      page,
    }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      /** @type {string[]} */
      const found = [];
      /** @param {string} where */
      const collectProblems = async (where) => {
        await settled(page);
        const { width, height } = page.viewportSize() ?? sizes[0];
        for (const one of await textProblems(page))
          found.push(`${where} at ${width}x${height}: ${one}`);
      };
      /** Looks at each size of the window. @param {string} where */
      const collectAtAllSizes = async (where) => {
        for (const size of sizes) {
          await resize(page, size);
          await collectProblems(where);
        }
      };
      // The Arena first, as its style sheets stay loaded afterwards.
      await openPage(page, './#arena');
      await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
      await collectAtAllSizes('Arena');
      for (const name of GAMES) {
        await openGame(page, name);
        for (const size of sizes) {
          await resize(page, size);
          await openTab(page, 'Why');
          await collectProblems(`${name}, Why`);
          const more = page.locator('.reasons summary');
          if (await more.isVisible()) {
            await more.click();
            await collectProblems(`${name}, all of Why`);
            await more.click();
          }
          await openTab(page, 'Engine');
          await longNumbers(page);
          await collectProblems(name);
          await openSide(page);
          await collectProblems(`${name}, seats`);
        }
      }
      // A rematch adds points next to the score.
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Rematch' }).click();
      for (const size of sizes) {
        await resize(page, size);
        await openSide(page);
        await expect(page.getByText('1 pt')).toBeVisible();
        await collectProblems('Reversi XT, a rematch');
      }
      await page.getByRole('button', { name: 'New game' }).first().click();
      await expect(page.getByRole('group', { name: 'Map, as pictures' })).toBeVisible();
      await collectAtAllSizes('New game');
      // Close the dialog.
      await page.goto('about:blank');
      await page.goto('./#lab/outpost');
      await expect(page.locator('.lab .outpost')).toBeVisible();
      await expect(page.locator('.lab .candidates')).toHaveCount(1);
      await collectAtAllSizes('Lab');
      // Also at 200% zoom, and with the button that pauses its boards.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('about:blank');
      await page.goto('./');
      await expect(page.getByRole('link', { name: 'Play Uros' })).toBeVisible();
      for (const { width, height } of sizes)
        for (const zoom of touch ? [1] : [1, 2]) {
          await resize(page, { width: width / zoom, height: height / zoom });
          await collectProblems(`Home, zoom ${zoom}`);
        }
      expect(found).toEqual([]);
    });
  });
}

test.describe('on a slow phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('content does not shift while the page loads', async ({ page }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      // The engine of the test build is several times as large as the released one, and not
      // compressed.
      downloadThroughput: 4_000_000,
      uploadThroughput: 100_000,
    });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const shifts = { sum: 0, what: /** @type {string[]} */ ([]) };
      Object.assign(window, { shifts });
      // There is no input in this test, so every shift counts, even if the browser attributes it to
      // input.
      new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries())) {
          shifts.sum += entry.value;
          const nodes = entry.sources.map((/** @type {any} */ one) => one.node?.className);
          shifts.what.push(`${entry.value.toFixed(3)}: ${nodes}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const id of ['', ...IDS]) {
      await page.goto('about:blank');
      await page.goto(`./#${id}`);
      if (id) {
        await page.waitForFunction(() => '__totora' in window);
        await expect
          .poll(async () => (await boxOf(page, '.board-host canvas')).height)
          .toBeGreaterThan(40);
        await expect(page.locator('.controls')).toBeVisible();
        // What loads after the first board: the coach and the analysis.
        await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
      } else await expect(page.getByRole('link', { name: 'Play Uros' })).toBeVisible();
      await settled(page);
      const { sum, what } = await page.evaluate(() => /** @type {any} */ (window).shifts);
      expect(sum, `${id || 'Home'}: ${what.join('; ')}`).toBeLessThan(0.1);
    }
  });
});
