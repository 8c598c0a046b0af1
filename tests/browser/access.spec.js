/** axe-core finds nothing serious: light and dark, desktop and phone, page and dialogs. */
import AxeBuilder from '@axe-core/playwright';
import { expect, newGame, openPage, openSide, openTab, test } from './fixtures.js';

/** @param {import('@playwright/test').Page} page @param {string} where */
async function check(page, where) {
  // Colours fade in and out for a moment after a dialog opens; axe should see the end of it.
  await page.waitForTimeout(150);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
  expect(serious).toEqual([]);
}

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [device, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
  })) {
    test(`nothing serious in ${scheme} on a ${device}`, async ({ page }) => {
      test.setTimeout(90_000);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(viewport);
      await openPage(page);
      await openTab(page, 'Thinking');
      await expect(page.getByText('667 candidates')).toBeVisible();
      await check(page, 'start');
      await page.getByRole('tab', { name: 'Bot' }).click();
      await check(page, 'bot');
      await openSide(page);
      for (const name of ['New game', 'Share', 'Rules']) {
        await page.getByRole('button', { name }).first().click();
        await expect(
          page.getByRole('dialog').getByRole('heading').nth(1).or(page.getByLabel('Seed')),
        ).toBeVisible();
        await check(page, name);
        await page.keyboard.press('Escape');
      }
      await newGame(page, 'Balanced', 'Random');
      await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
      await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
        timeout: 30_000,
      });
      await page.getByRole('tab', { name: 'Moves' }).click();
      await check(page, 'end');
    });
  }
}
