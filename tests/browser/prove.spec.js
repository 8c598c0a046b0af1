/**
 * Sweeps, tuning and ablations as a user operates them: started, paused, reloaded and resumed; on a
 * desktop and on a phone, with axe-core.
 */

import { expectNoViolations } from './accessibility.js';
import { expect, openPage, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

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
  test.slow();
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
  await expectNoViolations(page);
  await button(page, 'Start again').click();
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  expect(await rows(page)).toEqual(found);
});

test('tuning shows its chart, can be paused, and ends with games on new seeds', async ({
  page,
}) => {
  test.slow();
  await openProve(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await fill(page, 'generations', 4);
  // Enough games that it still runs when Pause is pressed.
  await fill(page, 'games each, verified', 200);
  await fill(page, 'games each per generation', 6);
  await button(page, 'Start').click();
  await expect(page.locator('.prove-chart').first()).toBeVisible({ timeout: 60_000 });
  await button(page, 'Pause').click();
  await expect(progress(page)).toContainText(/paused|all played/);
  if (await button(page, 'Resume').isVisible()) await button(page, 'Resume').click();
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  await expect(page.getByRole('heading', { name: 'Verified on fresh seeds' })).toBeVisible();
  await expect(page.getByText(/Training: seed 1\. Verification: seed \d+/)).toBeVisible();
  await expectNoViolations(page);
  await button(page, 'Add the tuned set to a tournament').click();
  await expect(page.locator('.entrants')).toContainText('bvl=');
});

test('an ablation takes one click, on a phone too', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await openProve(page);
  await page.getByRole('tab', { name: 'Ablate' }).click();
  await fill(page, 'games per term', 20);
  await button(page, 'Start').click();
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  expect(await rows(page)).toHaveLength(5);
  await expect(page.locator('.prove-says')).toContainText('is worth most');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await expectNoViolations(page);
});
