/**
 * The three views of a game. Play: few controls and few words around a large board. Watch, for
 * games between bots: their scores on the board, the transport controls and one sentence. Analyse:
 * all panels, opened with a button or a key, and remembered.
 */
import figures from '../../../docs/reference/figures.json' with { type: 'json' };

import { chooseFromMenu, expect, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** Opens a game as a first-time visitor. @param {Page} page @param {string} game */
async function openFirstGame(page, game) {
  await page.goto(`./#${game}`);
  await page.waitForFunction(
    (id) => /** @type {any} */ (window).__totora?.state()?.game === id,
    game,
  );
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
}

/** @param {Page} page */
const analysis = (page) => page.getByRole('tab', { name: 'Why' });

test('on a phone the analysis opens with Why', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFirstGame(page, 'isolation');
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await expect(analysis(page)).toHaveAttribute('aria-selected', 'true');
});

test('closing the analysis leaves a line that was walked', async ({ page }) => {
  await openFirstGame(page, 'isolation');
  await page.keyboard.press('p');
  await expect(analysis(page)).toBeVisible();
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  const { hash } = await stateOf(page);
  await page.evaluate(() => {
    const { walk, thought } = /** @type {any} */ (window).__totora;
    walk({ from: 0, moves: [thought().choice], who: 'a bot', at: 1 });
  });
  await expect.poll(async () => (await stateOf(page)).hash).not.toBe(hash);
  await page.keyboard.press('p');
  await expect.poll(async () => (await stateOf(page)).hash).toBe(hash);
});

test('the menu offers the actions of the closed panels', async ({ page }) => {
  await openFirstGame(page, 'reversi');
  await page.getByText('Menu', { exact: true }).click();
  for (const name of ['New game', 'Redo', 'Resign', 'Watch bots', 'Set up', 'Rules', 'Share'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('there are five opponents; the second is the default of a first game, and a click chooses another', async ({
  page,
}) => {
  await openFirstGame(page, 'reversi');
  const levels = page.getByRole('group', { name: 'Opponent' }).getByRole('button');
  await chooseFromMenu(page, 'New game');
  await expect(levels).toHaveCount(5);
  await expect(levels.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('textbox', { name: 'Seed' })).toBeHidden();
  await page.getByText('Advanced', { exact: true }).click();
  const bots = page.getByRole('combobox', { name: 'Blue', exact: true }).locator('option');
  const { bots: measured } = figures.reversi;
  await expect(bots.filter({ hasText: '(' })).toHaveCount(measured.length);
  // In order of their measured strength, the strongest first, and then those that were not
  // measured.
  const ids = await bots.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(ids.slice(1, 1 + measured.length)).toEqual(measured.map(({ bot }) => bot));
  await expect(bots.nth(1)).toHaveText(/^Totora \(\+\d{1,3}(,\d{3})?\)$/);
  await levels.nth(3).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await stateOf(page)).seats[1].config.bot).toBe('level-4');
});
