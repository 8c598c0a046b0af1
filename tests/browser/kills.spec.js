/** A browser that kills the page in the middle of a game takes at most the turn in progress. */
import { expect, fastest, openPage, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Four bots that play Outpost as fast as it goes. @param {Page} page */
async function watchOutpost(page) {
  await openPage(page, './#outpost');
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  for (const empire of ['North-West', 'North-East', 'South-East', 'South-West'])
    await dialog
      .getByRole('combobox', { name: empire, exact: true })
      .selectOption({ label: 'Harvester' });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  await fastest(page);
}

/** Has the browser kill the page's process. @param {Page} page */
async function kill(page) {
  const client = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  client.send('Page.crash').catch(() => {});
  await crashed;
}

test('games outlive five kills of the page', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext();
  let page = await context.newPage();
  await watchOutpost(page);
  let before = 0;
  for (let n = 1; n <= 5; n++) {
    const begun = before;
    // It may go on by itself.
    const watch = page.locator('.watch', { hasText: 'Watch' });
    if (await watch.isVisible()) await watch.click();
    await page.waitForFunction((from) => {
      const { __totora } = /** @type {any} */ (window);
      return __totora.state().plies > from + 5;
    }, begun);
    const { plies: seen } = await stateOf(page);
    await kill(page);
    await page.close();
    page = await context.newPage();
    await openPage(page, './#outpost');
    const { plies, game } = await stateOf(page);
    expect(game).toBe('outpost');
    expect(plies, `kill ${n}, at ply ${seen}`).toBeGreaterThanOrEqual(seen - 1);
    before = plies;
  }
  await context.close();
});
