import { expect, openPage, test } from '../simulated/index.js';

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** @param {Page} page */
const sliders = (page) => page.getByRole('slider');

/** Makes a challenge in the Lab: Isolation's bot of four terms, by Ada. @param {Page} page */
async function _makeChallenge(page) {
  await openPage(page, './#lab/isolation');
  await page.locator('.lab-menu summary').click();
  await button(page, 'AB Custom').click();
  await expect(page.locator('.lab-term')).toHaveCount(4);
  await page.locator('.lab-about summary').click();
  await page.getByLabel('By', { exact: true }).fill('Ada');
  await page.getByLabel('By', { exact: true }).press('Tab');
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Challenge' }).inputValue();
  expect(link).toMatch(/#beat=1isolation\./);
  await page.keyboard.press('Escape');
  return link;
}

/** Plays all games of the challenge. @param {Page} page */
async function _playAll(page) {
  await button(page, 'Play 200 games').click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(/You won \d+ of 100 points \(\d+ to \d+\)\./, {
    timeout: 90_000,
  });
  return result;
}

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
