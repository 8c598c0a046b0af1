/**
 * Accessibility of every screen and state in `states.js`: axe-core finds no violation in the light
 * and the dark theme, forced colours hide nothing, at 200% zoom nothing is clipped and the page
 * does not scroll sideways, and with reduced motion nothing moves.
 */

import {
  clippedControls,
  expectNoSeriousViolationsInBothThemes,
  expectNoViolationsInBothThemes,
  hiddenByForcedColours,
} from './accessibility.js';
import { expect, newGame, openPage, openSide, openTab, stateOf, test } from './fixtures.js';
import { STATES } from './states.js';

test.describe.configure({ timeout: 240_000 });

/** A desktop window of 1440x900 at 200% zoom. */
const ZOOMED = { width: 720, height: 450, deviceScaleFactor: 2, mobile: false };
const WIDE = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

for (const { name, go } of STATES) {
  test(`accessibility: ${name}`, async ({ page }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setDeviceMetricsOverride', ZOOMED);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await go(page);
    await test.step('at 200% zoom with reduced motion, nothing is clipped, scrolls sideways or moves', async () => {
      // Boards follow their size through a ResizeObserver.
      await expect.poll(() => clippedControls(page)).toEqual([]);
      expect(
        await page.evaluate(() => [
          window.innerWidth,
          devicePixelRatio,
          Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        ]),
      ).toEqual([720, 2, 0]);
      const moving = () =>
        page.evaluate(() =>
          document
            .getAnimations()
            .filter((one) => one.playState === 'running')
            .map((one) => String(/** @type {any} */ (one.effect)?.target?.className)),
        );
      await expect.poll(moving).toEqual([]);
    });
    await client.send('Emulation.setDeviceMetricsOverride', WIDE);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await test.step('axe-core finds no violation in the light and the dark theme', async () => {
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1440);
      await expectNoViolationsInBothThemes(page, name);
    });
    await test.step('forced colours hide nothing', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      // Colours fade for a moment.
      await expect.poll(() => hiddenByForcedColours(page)).toEqual([]);
    });
  });
}

test('boards use the forced colours of the user, even after a theme was chosen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openPage(page, './#isolation');
  // Switch from the system's theme to the light one.
  await page.getByRole('button', { name: /^Colours: system/ }).click();
  await expect(page.getByRole('button', { name: /^Colours: light/ })).toBeVisible();
  /** The highest contrast between the board's border, which shows its letters, and the page. */
  const rim = () =>
    page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (
        document.querySelector('.board-host canvas')
      );
      const high = Math.round(canvas.height * 0.03);
      const parts = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
        ...[0, canvas.height - high, canvas.width, high],
      ).data;
      /** @param {number[]} rgb */
      const luminance = (rgb) =>
        rgb
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
          .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const background = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map(Number);
      let best = 1;
      for (let at = 0; at < parts.length; at += 4) {
        if (parts[at + 3] < 250) continue;
        const [a, b] = [luminance([...parts.slice(at, at + 3)]), luminance(background)];
        best = Math.max(best, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
      }
      return best;
    });
  await expect.poll(rim).toBeGreaterThan(7);
});

test('axe-core finds no serious violation on a phone, in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await openTab(page, 'Engine');
  await expect(page.getByText('667 candidates')).toBeVisible();
  await expectNoSeriousViolationsInBothThemes(page, 'start');
  await page.getByRole('tab', { name: 'Bot' }).click();
  await expectNoSeriousViolationsInBothThemes(page, 'bot');
  await openSide(page);
  for (const name of ['New game', 'Share', 'Rules']) {
    await page.getByRole('button', { name }).first().click();
    await expect(
      page
        .getByRole('dialog')
        .getByRole('heading')
        .nth(1)
        .or(page.getByRole('group', { name: 'Opponent' })),
    ).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page, name);
    await page.keyboard.press('Escape');
  }
  await newGame(page, 'Balanced', 'Random');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('tab', { name: 'Moves' }).click();
  await expectNoSeriousViolationsInBothThemes(page, 'end');
  expect((await stateOf(page)).outcome).not.toBeNull();
});
