/** Play never tells what a solver knows: no panel, note, title or live region names a result before the game is over. */
import { describe } from 'vitest';
import { expect, handle, openPage, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** What a solver would say: `You win with best play`, `wins by force in 5`, `L28`, `solved`, `Mina wins`. */
const PROVEN =
  /best play|perfect play|by force|[Pp]roven|[Ss]olved|[Ff]orced|\b([Ww]ins?|[Ll]oses?)\b|\b[WLD]\d+\b|\b\d+ ?%/;

/**
 * Options with which the solvers know positions early, and moves to begin with.
 * @type {{ game: string, options?: object, opening?: string[], moves?: number }[]}
 */
const GAMES = [
  { game: 'uros' },
  { game: 'isolation' },
  { game: 'isolation', options: { size: '5x5' } },
  { game: 'fencemaster', options: { size: 3 } },
  { game: 'reversi', moves: 26 },
  { game: 'outpost', options: { T: 8 }, moves: 8 },
];

/** Everything that is said while a game is played, without closed menus and the goal of the game. @param {Page} page @returns {Promise<string>} */
const words = (page) =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll('main, [aria-live], [role=status]')].map((one) => {
      const copy = /** @type {Element} */ (one.cloneNode(true));
      for (const menu of copy.querySelectorAll('.menu, dialog')) menu.remove();
      const titles = [...copy.querySelectorAll('[title], [aria-label]')].map(
        (named) => `${named.getAttribute('title') ?? ''} ${named.getAttribute('aria-label') ?? ''}`,
      );
      return [copy.textContent, ...titles].join(' | ');
    });
    return said.join(' | ');
  });

/** Waits until the person is to move. @param {Page} page */
async function turn(page) {
  await page.waitForFunction(() => {
    const now = /** @type {any} */ (window).__totora.state();
    return (
      now.outcome ||
      now.to_act.some((/** @type {number} */ seat) => 'human' in now.seats[seat].config)
    );
  });
  return stateOf(page);
}

describe.each(GAMES)('$game', ({ game, options = {}, moves = 60 }) => {
  test(`${game} ${JSON.stringify(options)}: nothing names the result before the end`, async ({
    page,
  }) => {
    const bots = Array.from({ length: game === 'outpost' ? 3 : 1 }, () => ({
      bot: 'level-1',
      options: {},
    }));
    const record = { totora: 1, game, options, seed: 7, seats: [{ human: true }, ...bots] };
    await openPage(page, `./#${game}`);
    await page.getByRole('button', { name: 'Share' }).first().click();
    const text = JSON.stringify({ ...record, moves: [], result: null });
    await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Close the analysis' }).click();
    await expect(page.locator('main[data-mode=play]')).toBeVisible();
    let seen = 0;
    for (let n = 0, now = await turn(page); !now.outcome && n < moves; n++) {
      expect(await words(page), `${game} at ply ${now.ply}`).not.toMatch(PROVEN);
      seen++;
      if (game === 'outpost')
        await page.getByRole('button', { name: 'Next turn', exact: true }).click();
      else {
        const legal = handle(page).legal();
        handle(page).play(legal[(7 * n + 3) % legal.length]);
      }
      await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(now.ply);
      now = await turn(page);
    }
    expect(seen).toBeGreaterThan(3);
  });
});
