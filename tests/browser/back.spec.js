/** Dialogs and the browser's history: *Back* closes a dialog first, and no dialog stays open over another screen. */
import { chooseFromMenu, expect, openPage, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function openRules(page) {
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Rules' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('Back closes a dialog first, and then leaves the game', async ({ page }) => {
  await openPage(page, './#isolation');
  const dialog = await openRules(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/#isolation$/);
  await expect(page.locator('.board-panel')).toBeVisible();
  // A dialog that was closed by its own button leaves nothing in the history.
  await openRules(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.getByRole('link', { name: 'Uros', exact: true }).click();
  await expect(page).toHaveURL(/#uros$/);
  await page.goBack();
  await expect(page).toHaveURL(/#isolation$/);
});

test('a dialog closes when the address changes', async ({ page }) => {
  await openPage(page, './#isolation');
  for (const fragment of ['#lab', '#uros', '#arena', '']) {
    if (fragment !== '#lab') await page.goto('about:blank');
    await openPage(page, './#isolation');
    const dialog = await openRules(page);
    await page.evaluate((to) => {
      location.hash = to;
    }, fragment);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a game started in a dialog takes its place in the history', async ({ page }) => {
  await openPage(page, './#isolation');
  const length = () => page.evaluate(() => history.length);
  const before = await length();
  await page.getByRole('button', { name: 'Close the analysis' }).click();
  await chooseFromMenu(page, 'New game');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/#isolation$/);
  expect((await length()) - before).toBeLessThanOrEqual(1);
});
