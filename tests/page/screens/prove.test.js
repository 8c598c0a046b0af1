/**
 * Sweeps, tuning and ablations as a user operates them: started, paused, reloaded and resumed; on a
 * desktop and on a phone, with axe-core.
 */

import { expect, openPage, test } from '../simulated/index.js';

/** @param {Page} page */
async function openProve(page) {
  await openPage(page, './#arena');
  await page.getByRole('button', { name: 'Sweep, tune, ablate…' }).click();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeEnabled();
}

/** @param {Page} page @param {string} label @param {number} value */
async function fill(page, label, value) {
  const field = page.getByRole('spinbutton', { name: label, exact: true });
  await field.fill(String(value));
  await field.press('Enter');
}

/** @param {Page} page */
const progress = (page) => page.locator('.prove .progress-words');

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** @param {Page} page */
const rows = (page) => page.locator('.prove-table tbody tr').allInnerTexts();

test('a sweep that was paused, reloaded and resumed has the same result as one without interruption', async ({
  page,
}) => {
  await openProve(page);
  await fill(page, 'values', 5);
  // Enough games that it is still running when it is paused, on a fast machine too.
  await fill(page, 'games each', 400);
  await button(page, 'Start').click();
  await expect(page.locator('.prove-chart')).toBeVisible();
  await button(page, 'Pause').click();
  await expect(progress(page)).toContainText('paused');
  await page.reload();
  await expect(progress(page)).toContainText('paused');
  await expect(button(page, 'Resume')).toBeEnabled();
  await expect(page.locator('.prove-chart .point').first()).toBeVisible();
  await button(page, 'Resume').click();
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  const found = await rows(page);
  expect(found).toHaveLength(5);
  await button(page, 'Start again').click();
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  expect(await rows(page)).toEqual(found);
});
