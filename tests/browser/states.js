/**
 * Every screen of the page and every state of it that looks different, once for all games that share it, each with a way to get there at any size of the
 * window: what must hold of all of them (`access.spec.js`) goes through this list.
 */
import { expect, fastest, openPage, openSide, openTab, sameSeeds, stateOf } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, go: (page: Page) => Promise<unknown> }} State */

/** A game of Isolation with a win given away, as in `review.spec.js`. */
const PLAYED =
  'd4 g2 e6 f4 c5 g6 d7 e5 b6 d3 d5 b2 f6 a4 e4 c3 d6 d1 c4 e3 d2 c2 b3 b4 c1 a6 e2 c7 g1 b5 f3 a7 g5 c6 f7 a5';

/** A game at its beginning, the bot's thoughts about it done. @param {Page} page @param {string} [game] */
async function begun(page, game = 'uros') {
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
}

/** The same with the coach, as for somebody who has never been here. @param {Page} page @param {string} game */
async function first(page, game) {
  await sameSeeds(page);
  await page.goto(`./#${game}`);
  await page.waitForFunction(() => '__totora' in window);
  await expect(page.getByRole('region', { name: 'Coach' }).getByRole('status')).toBeVisible();
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
}

/** A dialog that a button opens. @param {Page} page @param {string} game @param {string} button */
async function dialog(page, game, button) {
  await begun(page, game);
  if (button === 'New game' || button === 'Set up' || button === 'Openings') await openSide(page);
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const open = page.getByRole('dialog');
  await expect(open.getByRole('heading').first()).toBeVisible();
  return open;
}

/** A game between people that has been played to the end. @param {Page} page */
async function played(page) {
  const open = await dialog(page, 'uros', 'Share');
  const seats = [{ human: true }, { human: true }];
  const record = { totora: 1, game: 'isolation', options: {}, seed: 1, seats, result: null };
  await open
    .getByRole('textbox', { name: 'A link or a record' })
    .fill(JSON.stringify({ ...record, moves: PLAYED.split(' ') }));
  await open.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(open).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
}

/** A small tournament that is set up. @param {Page} page @param {number} games */
async function arena(page, games) {
  await openPage(page, './#arena');
  await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled();
  const field = page.getByRole('spinbutton', { name: 'per pairing' });
  await field.fill(String(games));
  await field.press('Enter');
}

/** @type {State[]} */
export const STATES = [
  {
    name: 'Home',
    async go(page) {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('./');
      await expect(page.locator('a.puzzle').first()).toBeVisible();
    },
  },
  {
    name: 'Uros for the first time, with the coach',
    go: (page) => first(page, 'uros'),
  },
  {
    name: 'Outpost for the first time, with the coach',
    go: (page) => first(page, 'outpost'),
  },
  { name: 'New game, with maps', go: (page) => dialog(page, 'reversi', 'New game') },
  {
    name: 'Set up',
    async go(page) {
      const sheet = await dialog(page, 'fencemaster', 'Set up');
      await page.waitForFunction(() => '__setupBoard' in window);
      await sheet.getByText('As text').click();
    },
  },
  {
    name: 'the bot',
    async go(page) {
      await begun(page, 'isolation');
      await openTab(page, 'Bot');
    },
  },
  {
    name: 'Rules',
    async go(page) {
      const open = await dialog(page, 'uros', 'Rules');
      await expect(open.getByRole('heading').nth(2)).toBeVisible();
    },
  },
  {
    name: 'Share, unfolded',
    async go(page) {
      const open = await dialog(page, 'uros', 'Share');
      for (const name of ['Embed', 'Pictures']) await open.getByText(name, { exact: true }).click();
      await expect(open.getByRole('button', { name: 'Picture as PNG' })).toBeVisible();
    },
  },
  {
    name: 'Keys',
    async go(page) {
      await begun(page, 'fencemaster');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a question before one gives up',
    async go(page) {
      await begun(page, 'fencemaster');
      await openSide(page);
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a message of an error',
    async go(page) {
      await begun(page, 'uros');
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['{"totora":1,"game":"chess"}'], 'a.json'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      });
      await expect(page.getByRole('alert')).toContainText('chess');
    },
  },
  {
    name: 'the end of a game',
    async go(page) {
      await played(page);
      await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
      await openTab(page, 'Moves');
    },
  },
  {
    name: 'the end of a game of many',
    async go(page) {
      await begun(page, 'outpost');
      await openSide(page);
      await page.getByRole('button', { name: 'New game', exact: true }).first().click();
      const turns = page.getByRole('dialog').getByRole('spinbutton', { name: /^Turns/ });
      await turns.fill('4');
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      for (let ply = 1; ply <= 4; ply++) {
        await page
          .getByRole('button', { name: /^Next turn/ })
          .first()
          .click();
        await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
      }
      await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
    },
  },
  {
    name: 'a game that was looked back at',
    async go(page) {
      await played(page);
      await openTab(page, 'Review');
      await page.getByRole('button', { name: 'Review the game' }).click();
      await page.waitForFunction(
        () => {
          const look = /** @type {any} */ (window).__totora.review();
          return look?.whole && !look.running;
        },
        null,
        { timeout: 90_000 },
      );
    },
  },
  {
    name: 'the arena at work',
    async go(page) {
      await arena(page, 4000);
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
      await expect(page.locator('section[aria-label="Cross table"] .cell').first()).toBeVisible();
    },
  },
  {
    name: "the arena's table, and games of a cell",
    async go(page) {
      await arena(page, 4);
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.locator('.progress-words')).toContainText('all played', {
        timeout: 60_000,
      });
      await page.getByRole('button', { name: /^exploit against explore/ }).click();
      await expect(page.locator('.games button').first()).toBeVisible();
    },
  },
  {
    name: 'the Lab, in a lesson',
    async go(page) {
      await openPage(page, './#lab/isolation/1');
      await expect(page.locator('.lab-term textarea').first()).toBeVisible();
    },
  },
  {
    name: 'a game that runs',
    async go(page) {
      await begun(page, 'uros');
      await fastest(page);
      await openTab(page, 'Thinking');
      await page
        .getByRole('button', { name: /^Play / })
        .first()
        .click();
      await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
      await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
      await openTab(page, 'Moves');
    },
  },
  {
    name: 'the map editor of Reversi XT',
    async go(page) {
      await begun(page, 'reversi');
      await openSide(page);
      await page.getByRole('button', { name: 'Map editor', exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: "in somebody else's page",
    async go(page) {
      await openPage(page, './?embed&panel=thinking#uros');
      await expect(page.locator('.board-host canvas').first()).toBeVisible();
    },
  },
];
