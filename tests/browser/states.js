/**
 * Every screen of the page, and every state of a screen that looks different, each with a function
 * that opens it in a window of any size. A state that all games share is listed once.
 * `access.spec.js` runs through this list.
 */
import { expect, fastest, fixSeeds, openPage, openSide, openTab, stateOf } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, go: (page: Page) => Promise<unknown> }} State */

/** A game of Isolation in which a player gave away a win, as in `review.spec.js`. */
const PLAYED =
  'd4 g2 e6 f4 c5 g6 d7 e5 b6 d3 d5 b2 f6 a4 e4 c3 d6 d1 c4 e3 d2 c2 b3 b4 c1 a6 e2 c7 g1 b5 f3 a7 g5 c6 f7 a5';

/** Opens a new game and waits for the bot's analysis. @param {Page} page @param {string} [game] */
async function openGame(page, game = 'uros') {
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
}

/** Opens a game as a first-time visitor, with the coach. @param {Page} page @param {string} game */
async function openFirstGame(page, game) {
  await fixSeeds(page);
  await page.goto(`./#${game}`);
  await page.waitForFunction(() => '__totora' in window);
  await expect(page.getByRole('region', { name: 'Coach' }).getByRole('status')).toBeVisible();
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
}

/** Opens a dialog with a button. @param {Page} page @param {string} game @param {string} button */
async function openDialog(page, game, button) {
  await openGame(page, game);
  if (button === 'New game' || button === 'Set up' || button === 'Openings') await openSide(page);
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading').first()).toBeVisible();
  return dialog;
}

/** Opens a finished game between two humans. @param {Page} page */
async function openFinishedGame(page) {
  const dialog = await openDialog(page, 'uros', 'Share');
  const seats = [{ human: true }, { human: true }];
  const record = { totora: 1, game: 'isolation', options: {}, seed: 1, seats, result: null };
  await dialog
    .getByRole('textbox', { name: 'A link or a record' })
    .fill(JSON.stringify({ ...record, moves: PLAYED.split(' ') }));
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
}

/** Sets up a small tournament. @param {Page} page @param {number} games */
async function openArena(page, games) {
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
      await expect(page.locator('[aria-labelledby=puzzles] a.puzzle').first()).toBeVisible();
    },
  },
  {
    name: 'Uros for the first time, with the coach',
    go: (page) => openFirstGame(page, 'uros'),
  },
  {
    name: 'Outpost for the first time, with the coach',
    go: (page) => openFirstGame(page, 'outpost'),
  },
  { name: 'New game, with maps', go: (page) => openDialog(page, 'reversi', 'New game') },
  {
    name: 'the menu beside the board',
    async go(page) {
      await openFirstGame(page, 'reversi');
      await page.getByText('Menu', { exact: true }).click();
      await expect(page.getByRole('button', { name: 'Watch bots', exact: true })).toBeVisible();
    },
  },
  {
    name: 'New game, with all options',
    async go(page) {
      const dialog = await openDialog(page, 'reversi', 'New game');
      const all = dialog.locator('details.more');
      if ((await all.getAttribute('open')) === null) await all.locator('summary').first().click();
      await expect(dialog.getByRole('combobox', { name: 'Blue', exact: true })).toBeVisible();
    },
  },
  {
    name: 'Set up',
    async go(page) {
      const dialog = await openDialog(page, 'fencemaster', 'Set up');
      await page.waitForFunction(() => '__setupBoard' in window);
      await dialog.getByText('As text').click();
    },
  },
  {
    name: 'the Bot tab',
    async go(page) {
      await openGame(page, 'isolation');
      await openTab(page, 'Bot');
    },
  },
  {
    name: 'Rules',
    async go(page) {
      const dialog = await openDialog(page, 'uros', 'Rules');
      await expect(dialog.getByRole('heading').nth(2)).toBeVisible();
    },
  },
  {
    name: 'Share, with all sections open',
    async go(page) {
      const dialog = await openDialog(page, 'uros', 'Share');
      for (const name of ['Embed', 'Pictures'])
        await dialog.getByText(name, { exact: true }).click();
      await expect(dialog.getByRole('button', { name: 'Picture as PNG' })).toBeVisible();
    },
  },
  {
    name: 'Keys',
    async go(page) {
      await openGame(page, 'fencemaster');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the confirmation before resigning',
    async go(page) {
      await openGame(page, 'fencemaster');
      await openSide(page);
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'an error message',
    async go(page) {
      await openGame(page, 'uros');
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
      await openFinishedGame(page);
      await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
      await openTab(page, 'Moves');
    },
  },
  {
    name: 'the end of a game of four players',
    async go(page) {
      await openGame(page, 'outpost');
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
    name: 'a reviewed game',
    async go(page) {
      await openFinishedGame(page);
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
    name: 'a running tournament',
    async go(page) {
      await openArena(page, 4000);
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
      await expect(page.locator('section[aria-label="Cross table"] .cell').first()).toBeVisible();
    },
  },
  {
    name: 'the cross table of the Arena, with the games of a cell',
    async go(page) {
      await openArena(page, 4);
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
    name: 'a game in progress',
    async go(page) {
      await openGame(page, 'uros');
      await fastest(page);
      await openTab(page, 'Engine');
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
      await openGame(page, 'reversi');
      await openSide(page);
      await page.getByRole('button', { name: 'Map editor', exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'embedded in another page',
    async go(page) {
      await openPage(page, './?embed&panel=thinking#uros');
      await expect(page.locator('.board-host canvas').first()).toBeVisible();
    },
  },
];
