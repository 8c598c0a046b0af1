/** Play tells nothing that only a solver knows: neither who wins with best play, nor in how many moves, unless somebody asks. */
import { expect, handle, openPage, stateOf, test } from '../simulated/index.js';

const GAMES = ['uros', 'isolation', 'fencemaster', 'reversi', 'outpost'];
/** Words about a result that is not on the board yet. */
const THEORY =
  /best play|by force|\bproven\b|\bsolved\b|(wins|loses|won|lost) in \d|chance to win/i;

for (const game of GAMES)
  test(`${game}: Play never tells the theoretical result unasked`, async ({ page }) => {
    page.context().storage.setItem('totora:settings', JSON.stringify({ analysing: false }));
    await openPage(page, `./#${game}`);
    await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
    await expect(page.locator('main[data-mode=play]')).toHaveCount(1);
    for (let n = 0; n < 6; n++) {
      const text = await page.evaluate(() => document.body.textContent ?? '');
      expect(text, `at move ${n}`).not.toMatch(THEORY);
      const now = await stateOf(page);
      if (now.outcome || game === 'outpost') break;
      const legal = handle(page).legal();
      handle(page).play(legal[Math.floor(legal.length / 2)]);
      await expect
        .poll(async () => {
          const { outcome, to_act, seats, ply } = await stateOf(page);
          return (
            !!outcome ||
            (ply > now.ply && to_act.some((/** @type {number} */ i) => seats[i].config.human))
          );
        })
        .toBe(true);
    }
  });
