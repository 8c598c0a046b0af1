/**
 * Where the panels of the page are, measured in all five games: the board is most of a desktop's window, and on
 * phones and tablets board, transport and panels are in sight together, nothing is scrolled sideways, and what is
 * pressed is large enough for a finger.
 */
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
import { smallTargets, textProblems } from './reach.js';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = ['Uros', 'Isolation', 'Outpost', 'FenceMaster', 'Reversi XT'];
const IDS = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** @param {Page} page @param {string} name */
async function open(page, name) {
  await goToGame(page, name);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(IDS[GAMES.indexOf(name)]);
  await expect
    .poll(async () => (await boxOf(page, '.board-host canvas')).height)
    .toBeGreaterThan(40);
  // A board follows its room by an observer.
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

/** Gives the window another size and waits until the board has followed it. @param {Page} page @param {{ width: number, height: number }} size */
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

/** The board is at least 70% of the window, and nothing hangs over its edges. @param {Page} page @param {string} where @param {{ width: number, height: number }} size */
async function boardFills(page, where, size) {
  const board = await boxOf(page, '.board-host canvas');
  expect(board.height / size.height, `${where}: the board's share`).toBeGreaterThanOrEqual(0.7);
  const room = await boxOf(page, '.board-host');
  expect(board.bottom, where).toBeLessThanOrEqual(room.bottom + 1);
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

/** Whose turn it is stands clear of the doors beside it. @param {Page} page @param {string} where */
async function turnIsClear(page, where) {
  const covered = await page.locator('.seats').evaluate((seats) => {
    const words = document.createRange();
    words.selectNodeContents(seats.querySelector('.turn-words') ?? seats);
    const lines = [...words.getClientRects()];
    return [...seats.querySelectorAll('header button')]
      .filter((button) => {
        const door = button.getBoundingClientRect();
        return lines.some(
          (line) =>
            line.left < door.right &&
            door.left < line.right &&
            line.top < door.bottom &&
            door.top < line.bottom,
        );
      })
      .map((button) => button.textContent);
  });
  expect(covered, where).toEqual([]);
}

/** Nothing that carries meaning is hidden. @param {Page} page @param {string} where @param {{ width: number, height: number }} size */
async function allInSight(page, where, size) {
  for (const part of ['.turn-words', '.actions', '.transport-mid', '.tabs', '.switches']) {
    const box = await boxOf(page, part);
    expect(box.height, `${where}: ${part}`).toBeGreaterThan(10);
    expect(box.bottom, `${where}: ${part}`).toBeLessThanOrEqual(size.height);
    expect(box.right, `${where}: ${part}`).toBeLessThanOrEqual(size.width);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
}

test('on a desktop the board is most of the window, and what carries meaning is in sight', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const small = { width: 1024, height: 768 };
  await openPage(page);
  for (const name of GAMES) {
    await open(page, name);
    await resize(page, small);
    await turnIsClear(page, name);
    await allInSight(page, name, small);
    if (name === 'Uros')
      await expect(page.getByText('Drag an island to the Lake')).toBeInViewport();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await resize(page, size);
      await boardFills(page, `${name} at ${size.width}x${size.height}`, size);
    }
  }
});

test('the graph folds away, gives its room to the board, and stays so', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openPage(page);
  // A graph of nothing takes no room, one of something does, until it is folded away.
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
  { device: 'a small phone', width: 320, height: 640 },
];

/** Board, transport and panel are in sight together. @param {Page} page @param {string} where @param {{ width: number, height: number }} size */
async function together(page, where, size) {
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
  if (size.height > size.width) {
    // In this order, one under the other.
    expect(play.top, where).toBeGreaterThanOrEqual(board.bottom - 1);
    expect(tabs.top, where).toBeGreaterThanOrEqual(play.bottom - 1);
  } else expect(tabs.left, where).toBeGreaterThanOrEqual(board.right - 1);
  // Nothing is scrolled but what is in the panel.
  const page_ = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  expect(page_, where).toEqual([size.width, size.height]);
}

test.describe('on phones and a tablet', () => {
  const [{ device: _, ...first }] = DEVICES;
  test.use({ viewport: first, hasTouch: true, isMobile: true });

  test('board, transport and panels are in sight together, and what is pressed is large enough for a finger', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await openPage(page);
    /** @type {string[]} */
    const found = [];
    for (const name of GAMES) {
      await open(page, name);
      for (const { device, ...size } of DEVICES) {
        await resize(page, size);
        const tabs = page.getByRole('tab');
        const seen = [];
        for (let n = 0; n < (await tabs.count()); n++) {
          await tabs.nth(n).tap();
          const tab = (await tabs.nth(n).textContent()) ?? '';
          seen.push(tab);
          const where = `${name} on ${device}, ${tab}`;
          if (['Thinking', 'Bot'].includes(tab)) await together(page, where, size);
          for (const one of await smallTargets(page)) found.push(`${where}: ${one}`);
        }
        expect(seen, `${name} on ${device}`).toEqual(expect.arrayContaining(['Thinking', 'Bot']));
      }
      await resize(page, first);
    }
    expect(found).toEqual([]);
  });

  test('the sheet is drawn over the board and back, and down to its tabs', async ({ page }) => {
    await openPage(page);
    for (const { device, ...size } of DEVICES) {
      await resize(page, size);
      await page.getByRole('tab', { name: 'Thinking' }).tap();
      await expect.poll(async () => (await ask(page, 'thought'))?.done).toBe(true);
      const before = await boxOf(page, '.panel');
      await page.getByRole('button', { name: 'Draw the panels over the board' }).tap();
      await expect
        .poll(async () => (await boxOf(page, '.panel')).height, device)
        .toBeGreaterThan(before.height + 60);
      await page.getByRole('button', { name: 'Show the board' }).tap();
      await expect
        .poll(async () => (await boxOf(page, '.panel')).height, device)
        .toBeCloseTo(before.height, 0);
      // Drawn down by a finger, it is a row of tabs, and a tab brings it back.
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
      // The browser takes a tap that comes soon after a drag for a part of it, and soon is long on a slow machine.
      await expect(async () => {
        await page.getByRole('tab', { name: 'Moves' }).tap();
        await expect(page.getByRole('tabpanel')).toBeVisible({ timeout: 2000 });
      }).toPass();
    }
  });
});

/** Waits until the bot has thought, and puts the longest numbers there may be into its legend (`columnScore`). @param {Page} page */
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

    test('the headline of the analysis is in sight', async ({ page }) => {
      test.setTimeout(240_000);
      await openPage(page);
      for (const name of GAMES) {
        await open(page, name);
        for (const size of sizes) {
          await resize(page, size);
          await openTab(page, 'Thinking');
          await expect(page.locator('.reasons h2')).toBeVisible();
          await settled(page);
          const where = `${name} at ${size.width}x${size.height}`;
          const headline = await boxOf(page, '.reasons h2');
          const panel = await boxOf(page, '.tabpanel.thinking');
          expect(headline.height, where).toBeGreaterThan(10);
          expect(headline.top, where).toBeGreaterThanOrEqual(panel.top);
          expect(headline.bottom, where).toBeLessThanOrEqual(Math.min(panel.bottom, size.height));
        }
      }
    });

    test('no text lies over another, none leaves its panel, and all of why can be read', async ({
      page,
    }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      /** @type {string[]} */
      const found = [];
      /** @param {string} where */
      const look = async (where) => {
        await settled(page);
        const { width, height } = page.viewportSize() ?? sizes[0];
        for (const one of await textProblems(page))
          found.push(`${where} at ${width}x${height}: ${one}`);
      };
      /** The same at each size. @param {string} where */
      const lookAtAll = async (where) => {
        for (const size of sizes) {
          await resize(page, size);
          await look(where);
        }
      };
      // Its style sheets stay when it is left.
      await openPage(page, './#arena');
      await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
      await lookAtAll('Arena');
      for (const name of GAMES) {
        await open(page, name);
        for (const size of sizes) {
          await resize(page, size);
          await openTab(page, 'Thinking');
          await longNumbers(page);
          await look(name);
          const more = page.getByRole('button', { name: 'More', exact: true });
          if (await more.isVisible()) {
            await more.click();
            await look(`${name}, all of why`);
            const hidden = await page
              .locator('.why')
              .evaluate((why) => why.scrollHeight - why.clientHeight);
            expect(hidden, `${name}: hidden of why`).toBeLessThanOrEqual(1);
            await page.getByRole('button', { name: 'Less', exact: true }).click();
          }
          await openSide(page);
          await look(`${name}, seats`);
        }
      }
      // A rematch brings points beside the score.
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Rematch' }).click();
      for (const size of sizes) {
        await resize(page, size);
        await openSide(page);
        await expect(page.getByText('1 pt')).toBeVisible();
        await look('Reversi XT, a rematch');
      }
      await page.getByRole('button', { name: 'New game' }).first().click();
      await expect(page.getByRole('group', { name: 'Map, as pictures' })).toBeVisible();
      await lookAtAll('New game');
      // Nothing stays open over it.
      await page.goto('about:blank');
      await page.goto('./#lab/outpost');
      await expect(page.locator('.lab .outpost')).toBeVisible();
      await expect(page.locator('.lab .candidates')).toHaveCount(1);
      await lookAtAll('Lab');
      // At twice the size as well, by the browser's own zoom, and with the button that holds its boards still.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('about:blank');
      await page.goto('./');
      await expect(page.getByRole('link', { name: 'Play Uros' })).toBeVisible();
      for (const { width, height } of sizes)
        for (const zoom of touch ? [1] : [1, 2]) {
          await resize(page, { width: width / zoom, height: height / zoom });
          await look(`Home, zoom ${zoom}`);
        }
      expect(found).toEqual([]);
    });
  });
}

test.describe('on a slow phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('what is drawn first stays where it is', async ({ page }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      // The engine of the tests is several times as large as the finished one, and not compressed.
      downloadThroughput: 4_000_000,
      uploadThroughput: 100_000,
    });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const shifts = { sum: 0, what: /** @type {string[]} */ ([]) };
      Object.assign(window, { shifts });
      // Nobody presses anything here: what the browser counts as following from input follows from its own emulation.
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
        // What comes after the first board: the coach, the analysis.
        await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
      } else await expect(page.getByRole('link', { name: 'Play Uros' })).toBeVisible();
      await settled(page);
      const { sum, what } = await page.evaluate(() => /** @type {any} */ (window).shifts);
      expect(sum, `${id || 'Home'}: ${what.join('; ')}`).toBeLessThan(0.1);
    }
  });
});
