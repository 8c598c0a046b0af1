/**
 * No screen has a text that is written elsewhere than in `www/strings/` or in Rust: `?pseudo` brackets the former, and what
 * is left is held against Rust's literals. tests/page/strings.test.js reads the code for the same.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.js';
import { isRustText, unmarkedTexts } from './strings.js';

/** @typedef {import('@playwright/test').Page} Page */
const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];
const puzzles = JSON.parse(readFileSync('www/app/puzzles.json', 'utf8'));

/** @param {Page} page @param {string} where */
async function nothingElse(page, where) {
  const rest = async () => (await unmarkedTexts(page)).filter((text) => !isRustText(text));
  await expect.poll(rest, { message: where }).toEqual([]);
}

/** @param {Page} page @param {string} hash */
async function open(page, hash) {
  await page.goto('about:blank');
  await page.goto(`./?pseudo${hash}`);
  await page.waitForFunction(() => '__totora' in window);
}

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name: `⟦${name}⟧`, exact: true }).first();

/** Chooses in the menu beside the board. @param {Page} page @param {string | RegExp} name */
async function choose(page, name) {
  await page.locator('.controls .menu > summary').click();
  await page
    .locator('.controls')
    .getByRole('button', { name: typeof name === 'string' ? `⟦${name}⟧` : name })
    .click();
}

test('Home has no text of its own', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./?pseudo');
  await expect(page.getByRole('link', { name: '⟦Lab⟧', exact: true })).toBeVisible();
  await expect(page.locator('a.puzzle').first()).toBeVisible();
  await nothingElse(page, 'Home');
  await button(page, 'Open a shared game').click();
  await nothingElse(page, 'what opens a shared game');
});

for (const game of GAMES)
  test(`${game}: neither Play nor its menu and dialogs have texts of their own`, async ({
    page,
  }) => {
    await open(page, `#${game}`);
    await nothingElse(page, 'Play');
    await page.locator('.controls .menu > summary').click();
    await nothingElse(page, 'the menu');
    await page.locator('.controls .menu > summary').click();
    await choose(page, 'Rules');
    await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
    await page.keyboard.press('Escape');
    await choose(page, 'New game');
    for (const part of await page.locator('dialog summary').all()) await part.click();
    await nothingElse(page, 'New game');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await nothingElse(page, 'the keys');
    await page.keyboard.press('Escape');
    await choose(page, 'Share');
    // Loaded late: before it is there, nothing of it would be read.
    await expect(page.locator('details.pictures > summary')).toBeVisible();
    await nothingElse(page, 'Share');
  });

for (const game of GAMES)
  test(`${game}: neither Watch nor the analysis have texts of their own`, async ({ page }) => {
    await page.addInitScript(() => {
      // An empty page has no storage.
      if (location.protocol === 'http:')
        localStorage.setItem('totora:settings', JSON.stringify({ analysing: true }));
    });
    await open(page, `#${game}/watch`);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.state().plies > 1);
    await page.keyboard.press('w');
    for (const tab of ['Thinking', 'Moves', 'Review', 'Bot']) {
      await page.getByRole('tab', { name: tab }).first().click();
      await nothingElse(page, tab);
    }
  });

test('the Lab and the Arena have no texts of their own', async ({ page }) => {
  await open(page, '#isolation');
  await page.getByRole('link', { name: '⟦Lab⟧', exact: true }).click();
  await expect(button(page, 'Tune')).toBeVisible();
  await nothingElse(page, 'the Lab');
  await button(page, 'Tune').click();
  await expect(button(page, 'Start')).toBeVisible();
  await nothingElse(page, 'Prove');
  await page.getByRole('link', { name: '⟦Arena⟧', exact: true }).click();
  await expect(page.locator('#tournament')).toBeVisible();
  await nothingElse(page, 'the Arena');
});

test('map editors, puzzles, embedded games and errors have no texts of their own', async ({
  page,
}) => {
  for (const game of ['reversi', 'outpost']) {
    await open(page, `#${game}`);
    await choose(page, /Map editor/);
    await expect(page.locator('.editor-side, .outpost-tools').first()).toBeVisible();
    await nothingElse(page, `the editor of ${game}`);
  }
  await open(page, puzzles.find((/** @type {any} */ one) => one.game === 'isolation').link);
  await button(page, 'Show the answer').click();
  await nothingElse(page, 'a puzzle');
  await page.goto('about:blank');
  await page.goto('./?embed&pseudo#isolation');
  await page.waitForFunction(() => '__totora' in window);
  await nothingElse(page, 'an embedded game');
  await open(page, '#1uBAD');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await nothingElse(page, 'a broken link');
});
