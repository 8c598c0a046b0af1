/** Moves drawn on the board before they are played: the choice and its rival under Why, and any move that a text names. */
import { ask, expect, openPage, openTab, saveGame, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** Games with a place for each move, after a few plies of two people. */
const GAMES = [
  { game: 'isolation', moves: ['d4', 'b2', 'f5', 'd3'] },
  { game: 'fencemaster', moves: ['5,5', '4,4', '6,6', '3,4'] },
  { game: 'reversi', moves: ['3,2', '2,4', '5,5', '4,2'] },
];

/** @param {Page} page @returns {Promise<import('../../../www/boards/contract.js').Ghost[]>} */
const ghosts = (page) => ask(page, 'ghosts');

for (const { game, moves } of GAMES)
  test(`${game}: Why draws the choice and its rival, and a move in a list is drawn while it is pointed at or focused`, async ({
    page,
  }) => {
    await saveGame(page, {
      totora: 1,
      game,
      options: {},
      seed: 1,
      seats: [{ human: true }, { human: true }],
      moves,
      result: null,
    });
    await openPage(page, `./#${game}`);
    await expect.poll(async () => (await stateOf(page)).plies).toBe(moves.length);
    await openTab(page, 'Why');
    await expect
      .poll(async () => (await ghosts(page)).map(({ role }) => role))
      .toEqual(['rival', 'choice']);
    const [rival, choice] = await ghosts(page);
    expect([rival.cells.length, choice.cells.length]).toEqual([1, 1]);
    expect(rival.cells).not.toEqual(choice.cells);
    // A cell that both gain makes no difference.
    expect(choice.gains.filter((cell) => rival.gains.includes(cell))).toEqual([]);

    await openTab(page, 'Moves');
    expect(await ghosts(page)).toEqual([]);
    const row = page.locator('.moves.rows li button').nth(2);
    await row.hover();
    const [shown] = await ghosts(page);
    expect(shown).toMatchObject({ role: 'move', seat: 1 });
    const { names } = await page.evaluate(() => {
      const view = /** @type {any} */ (window).__totora.view();
      return { names: view.cell_names ?? view.square_names };
    });
    expect(names[shown.cells[0]]).toBe(moves[1]);
    await page.locator('.moves.rows li button').nth(3).hover();
    expect((await ghosts(page))[0].seat).toBe(0);
  });
