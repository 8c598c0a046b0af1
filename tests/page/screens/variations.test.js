/**
 * Variations in the browser: another move at an earlier ply, promoting, deleting and restoring,
 * with a reload and a link; and walking along a line without changing the game. In a game on
 * squares, a game with a bot that answers, and a game with simultaneous turns; on a desktop and on
 * a phone.
 */
import {
  ask,
  expect,
  fastest,
  goToGame,
  openPage,
  recordOf,
  savedValue,
  stateOf,
  test,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

const PHONE = { width: 390, height: 844 };

/**
 * Opens a record through the Share dialog.
 * @param {Page} page
 * @param {string} game
 * @param {string[]} moves
 * @param {{ seats?: unknown[], options?: object }} [more]
 */
async function openRecord(page, game, moves, { seats, options = {} } = {}) {
  const people = [{ human: true }, { human: true }];
  const record = { totora: 1, game, options, seed: 1, seats: seats ?? people, moves };
  await openPage(page, `./#${game}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .getByRole('textbox', { name: 'A link or a record' })
    .fill(JSON.stringify({ ...record, result: null }));
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** Clicks the square that a move names. @param {Page} page @param {string} cell */
async function clickCell(page, cell) {
  const { square_names: names } = /** @type {any} */ (await ask(page, 'layout'));
  await page.locator(`[data-cell="cell:${names.indexOf(cell)}"]`).click();
}

/** Opens the list of moves. @param {Page} page */
const showMoves = (page) => page.getByRole('tab', { name: 'Moves' }).click();

/** @param {Page} page */
const variationsOf = async (page) => (await recordOf(page)).variations ?? [];

/** @param {Page} page */
const placeInGame = async (page) => {
  const { ply, plies, variation, variations } = await stateOf(page);
  return { ply, plies, variation, variations };
};

/** The link and the text of the Share dialog. @param {Page} page */
async function linkOf(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'Link', exact: true });
  await expect(field).toHaveValue(/#/);
  const link = await field.inputValue();
  const words = await page.getByRole('dialog').innerText();
  await page.keyboard.press('Escape');
  return { link, words };
}

for (const [where, size] of /** @type {[string, typeof PHONE | null][]} */ ([
  ['a desktop', null],
  ['a phone', PHONE],
])) {
  test(`Isolation on ${where}: a variation is started, saved, shared, promoted, deleted and restored`, async ({
    page,
  }) => {
    if (size) await page.setViewportSize(size);
    await openRecord(page, 'isolation', ['d4', 'c3', 'b5', 'd1']);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await clickCell(page, 'f5');
    await expect.poll(() => variationsOf(page)).toEqual([{ of: 0, after: 2, moves: ['f5'] }]);
    expect((await recordOf(page)).moves).toEqual(['d4', 'c3', 'b5', 'd1']);
    await clickCell(page, 'd5');
    await expect.poll(async () => (await placeInGame(page)).plies).toBe(4);
    await expect(page.getByRole('group', { name: 'A variation' })).toContainText('from move 3');

    await showMoves(page);
    const branch = page.getByRole('group', { name: 'Variation from move 3' });
    await expect(branch.getByRole('button')).toHaveCount(2);
    await expect(branch.locator('[aria-current=step]')).toContainText('d5');
    // To the main line and back into the variation, with the keyboard.
    await page.locator('.moves > li > button').nth(4).focus();
    await page.keyboard.press('Enter');
    expect(await placeInGame(page)).toEqual({ ply: 4, plies: 4, variation: 0, variations: 1 });
    await branch.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    expect(await placeInGame(page)).toEqual({ ply: 3, plies: 4, variation: 1, variations: 1 });

    // A reload keeps the variation and the ply, and so does a link.
    await page.reload();
    await page.waitForFunction(() => '__totora' in window);
    await expect
      .poll(() => placeInGame(page))
      .toEqual({ ply: 3, plies: 4, variation: 1, variations: 1 });
    const { link, words } = await linkOf(page);
    expect(link).toContain('#2isolation.');
    expect(words).toContain('It includes the variation.');
    const before = await recordOf(page);
    await page.goto('about:blank');
    await openPage(page, link);
    await expect
      .poll(() => placeInGame(page))
      .toEqual({ ply: 3, plies: 4, variation: 1, variations: 1 });
    expect(await recordOf(page)).toEqual(before);

    await showMoves(page);
    await page.getByRole('button', { name: 'Promote the variation from move 3' }).click();
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['d4', 'c3', 'f5', 'd5']);
    expect((await placeInGame(page)).variation).toBe(0);
    await page.getByRole('button', { name: 'Delete the variation from move 3' }).click();
    await expect.poll(() => variationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(async () => (await variationsOf(page))[0]?.moves).toEqual(['b5', 'd1']);
    // The Delete key removes the rest of a line.
    const second = page.getByRole('group', { name: 'Variation from move 3' }).getByRole('button');
    await second.nth(1).focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await variationsOf(page))[0]?.moves).toEqual(['b5']);
  });

  test(`Isolation on ${where}: a line is walked, left, and saved as a variation`, async ({
    page,
  }) => {
    if (size) await page.setViewportSize(size);
    await openRecord(page, 'isolation', ['d4', 'c3', 'b5', 'd1']);
    const record = await recordOf(page);
    const saved = () => savedValue(page, 'game:isolation');
    await expect.poll(saved).toContain('"log"');
    const before = await saved();
    const walk = () =>
      page.evaluate(() =>
        /** @type {any} */ (window).__totora.walk({
          from: 2,
          moves: ['f5', 'd5', 'g7'],
          who: 'Perfect',
          at: 2,
        }),
      );
    await walk();
    const strip = page.getByRole('group', { name: 'A line outside the game' });
    await expect(strip).toContainText('Line of Perfect: 2 of 3');
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(strip).toContainText('3 of 3');
    expect((await stateOf(page)).plies).toBe(5);
    expect(await recordOf(page)).toEqual(record);
    expect(JSON.parse((await saved()) ?? '').plies).toBe(JSON.parse(before ?? '').plies);
    await strip.getByRole('button', { name: 'Back to the game' }).click();
    expect(await placeInGame(page)).toEqual({ ply: 4, plies: 4, variation: 0, variations: 0 });
    await expect(strip).toBeHidden();
    await walk();
    await strip.getByRole('button', { name: 'Save as variation' }).click();
    await expect
      .poll(() => variationsOf(page))
      .toEqual([{ of: 0, after: 2, moves: ['f5', 'd5', 'g7'] }]);
    await expect(strip).toBeHidden();
    expect(await placeInGame(page)).toMatchObject({ ply: 4, variation: 1 });
  });
}

test('Reversi XT: a bot answers in a variation, and variations of variations form a tree', async ({
  page,
}) => {
  const seats = [{ human: true }, { bot: 'greedy', options: {} }];
  await openRecord(page, 'reversi', [], { seats, options: { map: 'othello' } });
  await fastest(page);
  /** Plays a move of the human, by its index in the list of legal moves. @param {number} n */
  const move = async (n) => {
    const before = (await stateOf(page)).ply;
    const legal = /** @type {string[]} */ (await ask(page, 'legal'));
    await clickCell(page, legal[n]);
    await expect.poll(async () => (await stateOf(page)).ply).toBe(before + 2);
  };
  await move(0);
  await move(0);
  const main = (await recordOf(page)).moves;
  await page.getByRole('button', { name: 'First position' }).click();
  await move(1);
  await move(0);
  const [first] = await variationsOf(page);
  expect(first).toMatchObject({ of: 0, after: 0 });
  expect(first.moves).toHaveLength(4);
  // Another second move within the variation.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await move(1);
  const all = await variationsOf(page);
  expect(all.map((/** @type {any} */ one) => [one.of, one.after])).toEqual([
    [0, 0],
    [1, 2],
  ]);
  expect(all[1].moves).toHaveLength(2);
  expect((await recordOf(page)).moves).toEqual(main);
  // Repeating a move follows the existing line, and the bot answers as before.
  await page.getByRole('button', { name: 'First position' }).click();
  await move(0);
  expect(await variationsOf(page)).toEqual(all);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await expect.poll(() => variationsOf(page)).toEqual(all);
  await showMoves(page);
  const inner = page.getByRole('group', { name: 'Variation from move 1' });
  await expect(
    inner.getByRole('group', { name: 'Variation from move 3' }).getByRole('button'),
  ).toHaveCount(2);
});

test('Outpost: playing on from an earlier turn makes a variation, and the list offers the lines', async ({
  page,
}) => {
  await openPage(page);
  await goToGame(page, 'Outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
  const forward = page.getByRole('button', { name: 'Play a turn' });
  for (let turn = 1; turn <= 4; turn++) {
    await forward.click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(turn);
  }
  const { moves } = await recordOf(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect.poll(async () => (await variationsOf(page)).length).toBe(1);
  expect((await recordOf(page)).moves).toEqual(moves);
  await showMoves(page);
  const line = page.getByRole('combobox', { name: 'Line' });
  await expect(line).toHaveValue('1');
  await line.selectOption('0');
  await expect.poll(() => placeInGame(page)).toMatchObject({ variation: 0, plies: 4 });
});
