/** From Home to a bot that has changed its mind: one click opens a game, one the analysis, and a slider changes a weight. */
import { ask, expect, stateOf, test } from '../simulated/index.js';

const GAMES = ['Uros', 'Isolation', 'Outpost', 'FenceMaster', 'Reversi XT'];

for (const name of GAMES)
  test(`${name}: two clicks lead from Home to the weights of a bot, and a slider changes its mind`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('./');
    await page.getByRole('link', { name: `Play ${name}` }).click();
    await page.waitForFunction(() => '__totora' in window);
    await expect.poll(async () => (await stateOf(page))?.plies).toBeGreaterThanOrEqual(0);
    await page.getByRole('button', { name: 'Analysis', exact: true }).click();
    const slider = page.getByRole('tabpanel').getByRole('slider').first();
    await expect(slider).toBeVisible();
    const before = JSON.stringify(await ask(page, 'advisor'));
    await slider.evaluate((input) => {
      const range = /** @type {HTMLInputElement} */ (input);
      range.value = Number(range.value) > Number(range.min) ? range.min : range.max;
      for (const kind of ['input', 'change'])
        range.dispatchEvent(new Event(kind, { bubbles: true }));
    });
    await expect.poll(async () => JSON.stringify(await ask(page, 'advisor'))).not.toBe(before);
    await expect.poll(async () => /** @type {any} */ (await ask(page, 'thought'))?.done).toBe(true);
  });
