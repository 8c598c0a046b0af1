/**
 * Every text of a screen comes from `www/strings/` or from Rust. `?pseudo` puts brackets around the
 * former, and the remaining texts are compared with Rust's literals. tests/page/strings.test.js
 * checks the same in the source code.
 */
import { expect, test } from '../simulated/index.js';

import { isRustText, unmarkedTexts } from '../simulated/texts.js';

/** @typedef {import('../simulated/index.js').Page} Page */

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** @param {Page} page @param {string} where */
async function expectNoOtherText(page, where) {
  const otherTexts = async () => (await unmarkedTexts(page)).filter((text) => !isRustText(text));
  await expect.poll(otherTexts, { message: where }).toEqual([]);
}

/** @param {Page} page @param {string} hash */
async function open(page, hash) {
  await page.goto('about:blank');
  await page.goto(`./?pseudo${hash}`);
  await page.waitForFunction(() => '__totora' in window);
}

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name: `⟦${name}⟧`, exact: true }).first();

/** Chooses an item of the menu beside the board. @param {Page} page @param {string | RegExp} name */
async function chooseFromMenu(page, name) {
  await page.locator('.controls .menu > summary').click();
  await page
    .locator('.controls')
    .getByRole('button', { name: typeof name === 'string' ? `⟦${name}⟧` : name })
    .click();
}

test('Home has no hard-coded texts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./?pseudo');
  await expect(page.getByRole('link', { name: '⟦Lab⟧', exact: true })).toBeVisible();
  await expect(page.locator('[aria-labelledby=puzzles] a.puzzle').first()).toBeVisible();
  await expectNoOtherText(page, 'Home');
  await button(page, 'Open a shared game').click();
  await expectNoOtherText(page, 'the dialog for a shared game');
});

for (const game of GAMES)
  test(`${game}: Play, its menu and its dialogs have no hard-coded texts`, async ({ page }) => {
    await open(page, `#${game}`);
    await expectNoOtherText(page, 'Play');
    await page.locator('.controls .menu > summary').click();
    await expectNoOtherText(page, 'the menu');
    await page.locator('.controls .menu > summary').click();
    await chooseFromMenu(page, 'Rules');
    await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, 'New game');
    for (const part of await page.locator('dialog summary').all()) await part.click();
    await expectNoOtherText(page, 'New game');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expectNoOtherText(page, 'the keys');
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, 'Share');
    await expect(page.locator('dialog .qr')).toBeVisible();
    for (const part of await page.locator('dialog summary').all()) await part.click();
    // Wait for what loads late, or its texts would not be checked.
    await expect(page.locator('dialog .picture-row').first()).toBeVisible();
    await expect(page.locator('dialog .frame-options')).toBeVisible();
    await expectNoOtherText(page, 'Share');
  });

for (const game of GAMES)
  test(`${game}: Watch and the analysis have no hard-coded texts`, async ({ page }) => {
    await page.addInitScript(() => {
      // about:blank has no storage.
      if (location.protocol === 'http:')
        localStorage.setItem('totora:settings', JSON.stringify({ analysing: true }));
    });
    await open(page, `#${game}/watch`);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.state().plies > 1);
    await page.keyboard.press('w');
    for (const tab of ['Why', 'Engine', 'Moves', 'Review', 'Bot']) {
      await page.getByRole('tab', { name: tab }).first().click();
      await expectNoOtherText(page, tab);
    }
  });

test('the Lab and the Arena have no hard-coded texts', async ({ page }) => {
  await open(page, '#isolation');
  await page.getByRole('link', { name: '⟦Lab⟧', exact: true }).click();
  await expect(button(page, 'Tune')).toBeVisible();
  await expectNoOtherText(page, 'the Lab');
  await button(page, 'Tune').click();
  await expect(button(page, 'Start')).toBeVisible();
  await expectNoOtherText(page, 'Prove');
  await page.getByRole('link', { name: '⟦Arena⟧', exact: true }).click();
  await expect(page.locator('#tournament')).toBeVisible();
  await expectNoOtherText(page, 'the Arena');
});

test('map editors, puzzles, embedded games and errors have no hard-coded texts', async ({
  page,
}) => {
  for (const game of ['reversi', 'outpost']) {
    await open(page, `#${game}`);
    await chooseFromMenu(page, /Map editor/);
    await expect(page.locator('.editor-side, .outpost-tools').first()).toBeVisible();
    await expectNoOtherText(page, `the editor of ${game}`);
  }
  await open(page, '#study/puzzles');
  await button(page, 'Show the answer').click();
  await expectNoOtherText(page, 'a puzzle');
  await page.goto('about:blank');
  await page.goto('./?embed&pseudo#isolation');
  await page.waitForFunction(() => '__totora' in window);
  await expectNoOtherText(page, 'an embedded game');
  await open(page, '#1uBAD');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNoOtherText(page, 'a broken link');
});
