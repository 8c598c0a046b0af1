import { expect, openPage, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** @param {Page} page */
const sliders = (page) => page.getByRole('slider');

test('the games can be stopped, and a reload keeps the challenge', async ({ page }) => {
  // Games of FenceMaster take long enough to be stopped.
  await openPage(page, './#lab/fencemaster');
  await expect(page.locator('.lab-term')).toHaveCount(2);
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Challenge' }).inputValue();
  await page.keyboard.press('Escape');
  await page.goto(link);
  await expect(sliders(page)).toHaveCount(3);
  await button(page, 'Play 200 games').click();
  await expect(sliders(page).first()).toBeDisabled();
  await expect(page.getByRole('progressbar', { name: 'Games played' })).toBeVisible();
  await button(page, 'Stop').click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(sliders(page).first()).toBeEnabled();
  await page.reload();
  await expect(button(page, 'Play 200 games')).toBeVisible();
});
