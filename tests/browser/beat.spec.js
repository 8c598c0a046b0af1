/**
 * Challenges: one is made in the Lab, opened by another user, played, and shown as a picture;
 * broken links are reported.
 */
import { readFile } from 'node:fs/promises';
import {
  clippedControls,
  expectNoViolations,
  smallTargets,
  textProblems,
} from './accessibility.js';
import { collectErrors, expect, openPage, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });
/** @param {Page} page */
const sliders = (page) => page.getByRole('slider');

/** Makes a challenge in the Lab: Isolation's bot of four terms, by Ada. @param {Page} page */
async function makeChallenge(page) {
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
  // The dialog has an entry in the history, which is left a little later.
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.waitForFunction(() => !history.state?.dialog);
  return link;
}

/** Plays all games of the challenge. @param {Page} page */
async function playAll(page) {
  await button(page, 'Play 200 games').click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(/You won \d+ of 100 points \(\d+ to \d+\)\./, {
    timeout: 90_000,
  });
  return result;
}

test('a challenge is created, opened in another browser, played, and tried again', async ({
  page,
  browser,
}) => {
  test.slow();
  const link = await makeChallenge(page);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const other = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 2 })).toContainText('Beat');
  await expect(other.locator('main')).toContainText('by Ada');
  await expect(other.locator('main')).toContainText('Isolation');
  await expect(other).toHaveTitle(/^Challenge/);
  // The sender's weights are not shown.
  await expect(sliders(other)).toHaveCount(3);
  for (const one of await sliders(other).all()) await expect(one).toHaveValue('1');
  await sliders(other).first().focus();
  await other.keyboard.press('ArrowRight');
  await expect(sliders(other).first()).toHaveValue('1.1');
  await expect(other.locator('output').first()).toHaveText('1.1');

  const result = await playAll(other);
  await expect(result).toContainText('200 games');
  const resultText = await result.locator('p').first().textContent();
  await result.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    button(other, 'Save picture').click(),
  ]);
  expect(download.suggestedFilename()).toBe('totora-isolation-challenge.png');
  const png = await readFile(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  await button(other, 'Copy link').click();
  await expect(button(other, 'Copied')).toBeVisible();
  expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(link);

  // The weights stay, and the same weights give the same result.
  await button(other, 'Try again').click();
  await expect(result).toBeHidden();
  await expect(sliders(other).first()).toBeFocused();
  await expect(sliders(other).first()).toHaveValue('1.1');
  await playAll(other);
  await expect(result.locator('p').first()).toHaveText(resultText ?? '');
  // Changing a weight discards the result.
  await sliders(other).nth(1).press('ArrowLeft');
  await expect(result).toBeHidden();
  await playAll(other);
  await button(other, 'Open my bot in the Lab').click();
  await expect(other.locator('.lab-term')).toHaveCount(3);
  await expect(other).toHaveURL(/#lab\/isolation$/);
  await other.goBack();
  await expect(sliders(other).nth(1)).toHaveValue('0.9');
  expect(problems).toEqual([]);
  await context.close();
});

test('a broken challenge link shows an error, and the page still works', async ({ page }) => {
  const link = await makeChallenge(page);
  for (const broken of ['#beat=', '#beat=1nosuch.AAAA', new URL(link).hash.slice(0, -9)]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, broken);
    await expect(page.getByRole('alert')).toContainText('This challenge could not be opened');
    await expect(button(page, 'Play 200 games')).toBeHidden();
  }
  await expectNoViolations(page);
  await button(page, 'Open the Lab').click();
  await expect(page.locator('.lab-term')).toHaveCount(4);
  // The same when the page is opened with the link.
  await page.goto('about:blank');
  await page.goto('./#beat=1isolation.broken');
  await expect(page.getByRole('alert')).toContainText('This challenge could not be opened');
  await page.getByRole('link', { name: 'Arena', exact: true }).click();
  await expect(button(page, 'Start')).toBeVisible();
});

for (const [what, viewport, colorScheme] of /** @type {const} */ ([
  ['a wide window', { width: 1440, height: 900 }, 'light'],
  ['a phone', { width: 390, height: 844 }, 'dark'],
])) {
  test.describe(`on ${what}, ${colorScheme}`, () => {
    test.use({ viewport, hasTouch: viewport.width < 500, isMobile: viewport.width < 500 });

    test('the challenge and its result have no accessibility or layout problems', async ({
      page,
    }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.goto(await makeChallenge(page));
      await expect(sliders(page)).toHaveCount(3);
      await expectNoViolations(page, 'challenge');
      await playAll(page);
      await expectNoViolations(page, 'result');
      expect(await textProblems(page)).toEqual([]);
      expect(await clippedControls(page)).toEqual([]);
      if (viewport.width < 500) {
        expect(await smallTargets(page)).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(viewport.width);
      }
    });
  });
}
