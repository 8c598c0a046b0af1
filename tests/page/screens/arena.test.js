/**
 * The Arena as a user operates it: presets, pausing, resuming, reloading, opening a game of the
 * table, exporting files, and links; on a desktop and on a phone, with axe-core.
 */

import { expect, openPage, recordOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** @param {Page} page */
async function openArena(page) {
  await openPage(page, './#arena');
  await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled();
}

/** @param {Page} page @param {string} label @param {string} value */
async function fill(page, label, value) {
  const field = page.getByRole('spinbutton', { name: label });
  await field.fill(value);
  await field.press('Enter');
}

/** @param {Page} page */
const progress = (page) => page.locator('.progress-words');

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The number of games played so far. @param {Page} page */
async function played(page) {
  const text = await progress(page).innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

/** The scores in the cross table. @param {Page} page */
const shares = (page) => page.locator('section[aria-label="Cross table"] .cell').allInnerTexts();

/** Plays a small tournament of the five strategies to its end. @param {Page} page @param {number} games */
async function playAll(page, games) {
  await fill(page, 'per pairing', String(games));
  await button(page, 'Start').click();
  await expect(progress(page)).toContainText('all played', { timeout: 45_000 });
}

/** @param {Page} page @param {string} item */
async function exported(page, item) {
  await page.locator('summary', { hasText: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.menu-body').getByRole('button', { name: item }).click(),
  ]);
  const bytes = await download.bytes();
  return { name: download.suggestedFilename(), bytes, text: bytes.toString() };
}

test('a tournament that was paused, reloaded and resumed has the same table as one without interruption', async ({
  page,
}) => {
  await openArena(page);
  await fill(page, 'per pairing', '400');
  await expect(progress(page)).toContainText('4,000');
  await button(page, 'Start').click();
  // Poll often: a fast machine would otherwise have played them all.
  const poll = { timeout: 30_000, intervals: [20] };
  await expect.poll(() => played(page), poll).toBeGreaterThan(20);
  await button(page, 'Pause').click();
  await expect(progress(page)).toContainText('paused');
  const before = await played(page);
  expect(before).toBeLessThan(4000);
  await expect(page.locator('.headline')).toContainText(`${before} of 4000 games`);
  const paused = await shares(page);
  await page.reload();
  await expect(button(page, 'Resume')).toBeEnabled();
  expect(await played(page)).toBe(before);
  expect(await shares(page)).toEqual(paused);
  await button(page, 'Resume').click();
  await expect(progress(page)).toContainText('all played', { timeout: 60_000 });
  const whole = await shares(page);
  const once = await exported(page, 'JSON');
  // Deleted and played again without a pause, the results are the same.
  await button(page, 'Clear').click();
  await button(page, 'Delete them').click();
  await expect(progress(page)).toHaveText(/^0 of/);
  await button(page, 'Start').click();
  await expect(progress(page)).toContainText('all played', { timeout: 60_000 });
  expect(await shares(page)).toEqual(whole);
  expect((await exported(page, 'JSON')).text).toBe(once.text);
});

test('a game of the table opens on the board, and the tournament stays', async ({ page }) => {
  await openArena(page);
  await playAll(page, 4);
  await page.getByRole('button', { name: /^exploit against explore/ }).click();
  const rows = page.locator('.games button');
  await expect(rows).toHaveCount(4);
  const row = (await rows.nth(1).innerText()).replaceAll(/\s+/g, ' ');
  await rows.nth(1).click();
  await expect(page.locator('.board-panel')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#uros');
  const record = await recordOf(page);
  const bots = record.seats.map((/** @type {any} */ seat) => seat.bot);
  expect(bots.toSorted()).toEqual(['exploit', 'explore']);
  expect(row).toContain(`${bots[0]} ${record.result.scores[0]}`);
  expect(row).toContain(`${record.moves.length} plies`);
  await page.goBack();
  await expect(progress(page)).toContainText('all played');
  await expect(rows).toHaveCount(4);
});

test('a link sets up the same tournament elsewhere, without a warning if no bot has changed', async ({
  page,
  browser,
}) => {
  await openArena(page);
  // A variant with its own weights, and a seed.
  await page.getByRole('button', { name: 'Add a variant of balanced' }).click();
  await page
    .getByRole('spinbutton', { name: /^own village/ })
    .first()
    .fill('9');
  await page.keyboard.press('Enter');
  await fill(page, 'seed', '77');
  await playAll(page, 2);
  const table = await shares(page);
  await button(page, 'Share').click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/#1arena\./);
  const command = await dialog.getByRole('textbox', { name: 'Command' }).inputValue();
  expect(command).toMatch(/^totora arena uros --bots balanced,balanced:\w+=9,explore/);
  expect(command).toContain('--games 2 --seed 77');
  const other = await browser.newContext();
  const there = await other.newPage();
  await there.goto(link);
  await expect(button(there, 'Start')).toBeEnabled();
  expect(new URL(there.url()).hash).toBe('#arena');
  await button(there, 'Start').click();
  await expect(progress(there)).toContainText('all played', { timeout: 45_000 });
  expect(await shares(there)).toEqual(table);
  await expect(there.locator('.warning')).toHaveCount(0);
  await other.close();
});

test('an invalid tournament link shows an error and leaves the arena unchanged', async ({
  page,
}) => {
  await openArena(page);
  await page.evaluate(() => {
    location.hash = '#1arena.AAAA';
  });
  await expect(page.getByRole('alert')).toContainText('link');
  await expect(button(page, 'Start')).toBeEnabled();
  await expect(page.locator('#tournament')).toHaveValue('uros/five-strategies');
});
