/**
 * The Arena as a user operates it: presets, pausing, resuming, reloading, opening a game of the
 * table, exporting files, and links; on a desktop and on a phone, with axe-core.
 */
import { readFile } from 'node:fs/promises';
import { expectNoViolations } from './accessibility.js';
import { expect, goToGame, openPage, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

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
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString() };
}

test('you can play a game while a tournament runs', async ({ page }) => {
  await openArena(page);
  await fill(page, 'per pairing', '5000');
  await button(page, 'Start').click();
  await expect.poll(() => played(page), { timeout: 30_000 }).toBeGreaterThan(0);
  await goToGame(page, 'Isolation');
  await expect(page.locator('.board-panel')).toBeVisible();
  await page.waitForFunction(
    () => /** @type {any} */ (window).__totora.state()?.game === 'isolation',
  );
  const tasks = await page.evaluate(async () => {
    /** @type {number[]} */
    const long = [];
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) long.push(entry.duration);
    });
    watch.observe({ type: 'longtask' });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    watch.disconnect();
    return long.length;
  });
  // The tournament does not run on the main thread: a long task may occur, but not one after
  // another.
  expect(tasks).toBeLessThan(4);
  await page.getByRole('link', { name: 'Arena', exact: true }).click();
  await expect(button(page, 'Pause')).toBeEnabled();
  await button(page, 'Cancel').click();
  await button(page, 'Delete them').click();
  await expect(progress(page)).toHaveText(/^0 of/);
});

test('exported files contain the results of the table', async ({ page }) => {
  await openArena(page);
  await playAll(page, 4);
  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/^totora-arena-uros-[0-9a-f]{8}\.csv$/);
  const rows = csv.text.trim().split('\n');
  expect(rows[0]).toMatch(/^bot,against,games,wins,draws,losses,share/);
  // Five bots, and each against the four others.
  expect(rows).toHaveLength(1 + 5 + 20);
  const json = JSON.parse((await exported(page, 'JSON')).text);
  expect(json).toMatchObject({ game: 'uros', games: 40, planned: 40, finished: true, seed: 1 });
  const lines = (await exported(page, 'Games')).text.trim().split('\n');
  expect(lines).toHaveLength(41);
  expect(lines[0]).toContain('"header"');
  const png = (await exported(page, 'PNG')).bytes;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});

test('presets of every game play, and invalid settings show an error', async ({ page }) => {
  test.slow();
  await openArena(page);
  await page.locator('#tournament').selectOption('isolation/source');
  await expect(page.getByRole('columnheader', { name: 'together' })).toBeVisible();
  await page.locator('#tournament').selectOption('outpost/league');
  await fill(page, 'per choice of entrants', '4');
  await button(page, 'Start').click();
  await expect.poll(() => played(page), { timeout: 60_000 }).toBeGreaterThan(1);
  await expect(page.getByRole('columnheader', { name: 'Mean rank' })).toBeVisible();
  await button(page, 'Pause').click();
  await expect(progress(page)).toContainText('paused');
  await page.locator('#tournament').selectOption('reversi/map-tour');
  await expect(page.locator('.more summary').first()).toContainText('5 maps');
  await fill(page, 'per pairing', '1000000');
  await expect(page.getByRole('alert')).toContainText('at most 1000000');
  await expect(button(page, 'Start')).toBeDisabled();
});

test('axe-core finds nothing in the arena, before and after a tournament', async ({ page }) => {
  await openArena(page);
  await expectNoViolations(page);
  await playAll(page, 4);
  await page.getByRole('button', { name: /^exploit against explore/ }).click();
  await page.getByRole('button', { name: 'balanced', exact: true }).click();
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
});

test('a sequential test shows how far it is from a decision', async ({ page }) => {
  await openArena(page);
  await page.getByLabel('stop').selectOption('sprt 0 100');
  await playAll(page, 4);
  await expect(page.getByRole('meter')).toHaveAttribute('max', /^2\.94/);
  await expect(page.locator('.llr')).toContainText('−2.94: 0 Elo');
  await expect(page.locator('.remarks')).toContainText('Not decided by 2 openings');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the arena fits, plays, and axe-core finds nothing', async ({ page }) => {
    await openPage(page);
    await goToGame(page, 'Arena');
    await expect(button(page, 'Start')).toBeEnabled();
    await playAll(page, 4);
    await expect(page.locator('section[aria-label="Cross table"]')).toBeInViewport();
    await page.getByRole('button', { name: /^exploit against explore/ }).tap();
    await expect(page.locator('.games button')).toHaveCount(4);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await expectNoViolations(page);
    await goToGame(page, 'Uros');
    await expect(page.locator('.board-panel, .board-host').first()).toBeVisible();
  });
});

test('a knockout is played round by round, and its rounds are shown', async ({ page }) => {
  await openArena(page);
  await page.getByRole('combobox', { name: 'format' }).selectOption('knockout');
  await playAll(page, 4);
  const rounds = page.getByRole('heading', { name: /^Round \d/ });
  await expect(rounds).toHaveText(['Round 1', 'Round 2', 'Round 3']);
  // Five bots: one match and three byes, then two matches, then the final.
  await expect(page.getByText('a bye')).toHaveCount(3);
  await expect(page.getByText(/^[\d.]+ : [\d.]+$/)).toHaveCount(4);
  await expectNoViolations(page);
});

/** The texts of a chart's cells, by row. @param {Page} page @param {string} heading */
async function tableOf(page, heading) {
  const chart = page.getByRole('region', { name: heading, exact: true }).first();
  const rows = await chart.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => row.locator('th, td').allInnerTexts()));
}

test('the tables of the source stand beside ours, and several tournaments show their spread', async ({
  page,
}) => {
  test.slow();
  await openArena(page);
  await page.locator('#tournament').selectOption('isolation/source');
  await fill(page, 'per pairing', '2');
  await button(page, 'Play 7 tournaments').click();
  await expect(progress(page)).toContainText('of 392', { timeout: 10_000 });
  await expect(progress(page)).toContainText('all played', { timeout: 120_000 });
  const results = await tableOf(page, 'one tournament of the source, next to yours');
  expect(results.map(([name]) => name)).toEqual([
    'Random',
    'MM_Open',
    'MM_Center',
    'MM_Improved',
    'AB_Open',
    'AB_Center',
    'AB_Improved',
    'Win Rate',
  ]);
  expect(results[1][1]).toMatch(/^5–5\s*\d+–\d+$/);
  expect(results[7][4]).toMatch(/^75\.7\s*\d+\.\d$/);
  const several = await tableOf(page, 'seven tournaments of the source, next to yours');
  expect(several).toHaveLength(8);
  for (const row of several)
    for (const cell of row.slice(1)) expect(cell).toMatch(/^\d\d\.\d\s*\d+\.\d$/);
  expect(await tableOf(page, '7 tournaments')).toHaveLength(11);
  await expect(page.locator('.remarks')).toContainText('Was the published order luck?');
  await expectNoViolations(page);
});

test('a name of the source finds its bot', async ({ page }) => {
  await openArena(page);
  await page.locator('#tournament').selectOption('own/isolation');
  await page.getByRole('searchbox').fill('custom heuristic 3');
  await button(page, 'AB Custom 3 (Custom_heuristic 3)').click();
  await expect(page.locator('.entrants .entrant-name').last()).toContainText('ab-custom-3');
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No bot has such a name.')).toBeVisible();
});

test('the ends of games of Uros are counted by bot, and by opponent on a click', async ({
  page,
}) => {
  await openArena(page);
  await playAll(page, 4);
  const all = await tableOf(page, 'Ends of games by bot');
  expect(all).toHaveLength(5);
  for (const [, , , , first, second] of all)
    for (const at of [first, second]) expect(at).toContain('%');
  await page.getByRole('button', { name: 'explore by opponent' }).click();
  const opened = await tableOf(page, 'Ends of games by bot');
  expect(opened).toHaveLength(9);
  expect(opened.filter(([name]) => name.startsWith('against'))).toHaveLength(4);
});

test('two options with several values make a grid with a winner for each cell', async ({
  page,
}) => {
  test.slow();
  await openArena(page);
  await page.locator('#tournament').selectOption('own/fencemaster');
  await page.locator('.arena-setup .more summary').first().click();
  for (const [option, values] of [
    ['size', '3, 4'],
    ['swap', 'on, off'],
  ]) {
    await page.getByLabel('Option to vary').selectOption(option);
    await page.getByRole('textbox', { name: 'Values, such as 5, 7' }).fill(values);
    await button(page, 'Vary').click();
    await expect(page.getByText(`${option}: each of ${values}`)).toBeVisible();
  }
  await fill(page, 'per pairing', '2');
  await button(page, 'Start').click();
  await expect(page.getByRole('columnheader', { name: 'swap off' })).toBeVisible({
    timeout: 60_000,
  });
  await button(page, 'Pause').click();
  const rows = await tableOf(page, 'Winner from each start');
  expect(rows.map((row) => row.length)).toEqual([3, 3]);
  await button(page, 'Stop varying swap').click();
  await expect(page.getByText('swap: each of')).toBeHidden();
});
