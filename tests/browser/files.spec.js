/** Exchange of files between the page and the command line: each opens what the other writes. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { expect, openPage, recordOf, stateOf, test } from './fixtures.js';

const binary = `${process.env.CARGO_TARGET_DIR ?? 'target'}/debug/totora`;
/** @param {string[]} args */
const totora = (...args) => execFileSync(binary, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });

/** @typedef {import('@playwright/test').Page} Page */

/** Drops a file on the page. @param {Page} page @param {string} file */
async function drop(page, file) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [file.split('/').at(-1) ?? '', readFileSync(file, 'utf8')],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/**
 * Clicks and saves the download under its suggested name; returns the path.
 * @param {Page} page
 * @param {() => Promise<unknown>} click
 */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const file = test.info().outputPath(download.suggestedFilename());
  copyFileSync(await download.path(), file);
  return file;
}

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

test('a heuristic that was saved in the Lab runs on the command line', async ({ page }) => {
  await openPage(page, './#lab/isolation');
  await page.locator('.lab-term textarea').first().fill('own_moves + 1');
  await button(page, 'Share').click();
  const file = await saved(page, () => button(page, 'Save as a file').click());
  const thought = JSON.parse(
    totora('think', 'isolation', '--moves', 'd4 c3', '--bot', `lab:file=${file}`, '--json'),
  );
  expect(Object.keys(thought.candidates[0].terms)).toContain('my moves');
  expect(thought.candidates.length).toBeGreaterThan(4);
});

test('a game goes from the command line to the page and back', async ({ page }) => {
  await openPage(page, './#isolation');
  const played = test.info().outputPath('played.json');
  totora('play', 'isolation', '--seats', 'greedy,ab-custom', '--seed', '3', '--record', played);
  await drop(page, played);
  const record = JSON.parse(readFileSync(played, 'utf8'));
  await expect.poll(async () => (await stateOf(page)).plies).toBe(record.moves.length);
  expect((await recordOf(page)).moves).toEqual(record.moves);
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const file = await saved(page, () => page.getByRole('button', { name: /JSON/ }).click());
  expect(totora('check', file)).toContain(`${record.moves.length} plies`);
  expect(JSON.parse(totora('open', link)).moves).toEqual(record.moves);
});

test('a tournament of the command line opens in the page, and its export resumes on the command line', async ({
  page,
}) => {
  const results = test.info().outputPath('results.jsonl');
  const args = ['arena', 'uros', '--bots', 'random,balanced', '--games', '6', '--seed', '5'];
  totora(...args, '--results', results);
  await openPage(page, './#arena');
  await expect(button(page, 'Start')).toBeEnabled();
  await drop(page, results);
  await expect(page.locator('.progress-words')).toContainText('all played', { timeout: 30_000 });
  await page.locator('summary', { hasText: 'Export' }).click();
  const file = await saved(page, () =>
    page.locator('.menu-body').getByRole('button', { name: 'Games' }).click(),
  );
  // The file contains all games, so none is played again and the table is the same.
  const table = totora(...args);
  expect(totora(...args, '--results', file)).toBe(table);
});

test('a record of 2 MB opens, is saved, and reopens after a reload', async ({ page }) => {
  test.setTimeout(180_000);
  const file = test.info().outputPath('long.json');
  const bots = 'shepherd,harvester,harvester,shepherd';
  const options = ['T=4444', 'map=delta', 'r=7', 'L=28', 'W=6'].flatMap((one) => ['--option', one]);
  totora('play', 'outpost', '--seats', bots, '--seed', '1', ...options, '--record', file);
  expect(statSync(file).size).toBeGreaterThan(2_000_000);
  totora('check', file);

  await openPage(page, './#uros');
  await drop(page, file);
  await expect.poll(async () => (await stateOf(page)).game, { timeout: 60_000 }).toBe('outpost');
  const plies = JSON.parse(readFileSync(file, 'utf8')).moves.length;
  await expect.poll(async () => (await stateOf(page)).plies, { timeout: 60_000 }).toBe(plies);
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).__totora);
  await expect.poll(async () => (await stateOf(page)).plies, { timeout: 60_000 }).toBe(plies);
  expect((await recordOf(page)).moves.length).toBe(plies);
});
