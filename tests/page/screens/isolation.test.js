import {
  ask,
  expandSections,
  expect,
  fastest,
  goToGame,
  openPage,
  openSide,
  openTab,
  recordOf,
  stateOf,
  test,
  waitForTurn,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** A whole game in which a win was given away twice: on plies 18 and 21. */
const GAME =
  'd4 g2 e6 f4 c5 g6 d7 e5 b6 d3 d5 b2 f6 a4 e4 c3 d6 d1 c4 e3 d2 c2 b3 b4 c1 a6 e2 c7 g1 b5 f3 a7 g5 c6 f7 a5';

const first = (/** @type {number} */ plies) => GAME.split(' ').slice(0, plies).join(' ');

/**
 * A record as JSON text.
 * @param {string} moves
 * @param {string} [bot]   the bot of the second seat; otherwise a human plays it
 * @param {Record<string, string>} [options]
 */
function record(moves, bot, options = {}) {
  return JSON.stringify({
    totora: 1,
    game: 'isolation',
    options,
    seed: 1,
    seats: [{ human: true }, bot ? { bot, options: {} } : { human: true }],
    moves: moves.split(' ').filter(Boolean),
    result: null,
  });
}

/** Opens the page with a new game of Isolation. @param {Page} page */
async function openIsolation(page) {
  await openPage(page, './#isolation');
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
}

/** Opens a record through the Share dialog. @param {Page} page @param {string} text */
async function openRecord(page, text) {
  await openPage(page, './#isolation');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** @param {Page} page @param {string} one @param {string} two */
async function newGame(page, one, two) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  await dialog.getByRole('combobox', { name: 'Red', exact: true }).selectOption(one);
  await dialog.getByRole('combobox', { name: 'Blue', exact: true }).selectOption(two);
  return dialog;
}

/** @param {Page} page @param {string} move */
async function cellOf(page, move) {
  const view = /** @type {any} */ (await ask(page, 'view'));
  return `cell:${view.square_names.indexOf(move)}`;
}

/**
 * Plays for the human until the game is over, or at most `most` moves.
 * @param {Page} page
 * @param {(cell: string) => Promise<void>} act   plays on the cell with this id
 * @param {number} [most]
 */
async function play(page, act, most = 40) {
  for (let n = 0; n < most; n++) {
    const now = await waitForTurn(page);
    if (now.outcome) break;
    const legal = /** @type {string[]} */ (await ask(page, 'legal'));
    await act(await cellOf(page, legal[(n * 7) % legal.length]));
    await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(now.ply);
  }
}

/**
 * Plays to the end of the game and waits for the report.
 * @param {Page} page
 * @param {(cell: string) => Promise<void>} act
 */
async function playOut(page, act) {
  await play(page, act);
  expect((await stateOf(page)).outcome).toBeTruthy();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
}

/** @param {Page} page @param {string} cell */
async function click(page, cell) {
  await page.locator(`[data-cell="${cell}"]`).click();
}

/** @param {Page} page @param {string} name */
const overlay = async (page, name) => {
  await openTab(page, 'Board');
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption(name);
};

/** The results that the overlay shows, by move, once it is complete. @param {Page} page */
async function shownResults(page) {
  await expect
    .poll(async () => /** @type {any} */ (await ask(page, 'oracle'))?.done, { timeout: 20_000 })
    .toBe(true);
  const oracle = /** @type {any} */ (await ask(page, 'oracle'));
  return new Map(
    oracle.moves.map((/** @type {string} */ move, /** @type {number} */ i) => [
      move,
      String(oracle.scores[i]),
    ]),
  );
}

test('Perfect wins as the second player against any play, and the board shows it', async ({
  page,
}) => {
  await openIsolation(page);
  const dialog = await newGame(page, '', 'perfect');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await fastest(page);
  await overlay(page, 'Win/loss');
  await playOut(page, (cell) => click(page, cell));
  expect((await stateOf(page)).outcome.ranks).toEqual([2, 1]);
});

test('two bots start from random placements by default, which can be changed', async ({ page }) => {
  await openIsolation(page);
  const dialog = await newGame(page, 'ab-improved', 'random');
  const opening = dialog.getByRole('combobox', { name: 'Opening' });
  await expect(opening).toHaveValue('random');
  await expect(dialog.getByText('second player always has a winning answer')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Blue', exact: true }).selectOption('');
  await expect(opening).toHaveValue('free');
  await opening.selectOption('free');
  await dialog.getByRole('combobox', { name: 'Blue', exact: true }).selectOption('random');
  await expect(opening).toHaveValue('free');
  await opening.selectOption('random');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await fastest(page);
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
    timeout: 30_000,
  });
  expect((await stateOf(page)).options.opening).toBe('random');
});

test('searching bots show depth, nodes and the best line, and their budget and options can be changed', async ({
  page,
}) => {
  await openRecord(page, record(first(14), 'ab-custom'));
  await openTab(page, 'Engine');
  const panel = page.getByRole('tabpanel');
  // On a human's turn the analysis is by the game's adviser.
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption('ab-custom');
  await expect(panel.getByText(/3,500 nodes · depth \d/)).toBeVisible();
  await expect(panel.getByText(/^Best line/)).toBeVisible();
  await expect(panel.getByRole('table')).toContainText('own next moves');
  // A cell with the focus selects the candidate in the list, as the pointer does.
  const thought = /** @type {any} */ (await ask(page, 'thought'));
  await page.locator(`[data-cell="cell:${thought.locations[1].cell}"]`).focus();
  await expect(panel.locator('[aria-selected=true] .move')).toHaveText(thought.moves[1]);
  // With a smaller budget the bot searches fewer nodes.
  const nodes = panel.getByRole('spinbutton', { name: /thinks/ });
  await nodes.fill('50');
  await nodes.press('Enter');
  await expect(panel.getByText(/ 50 nodes/)).toBeVisible();
  await page.getByRole('tab', { name: 'Bot' }).click();
  await page.getByRole('combobox', { name: 'When lost' }).selectOption('random');
  await page.getByRole('button', { name: 'Play as Blue' }).click();
  expect((await stateOf(page)).seats[1].config).toEqual({
    bot: 'ab-custom',
    options: { lost: 'random' },
    budget: { nodes: 50 },
  });
});

test('a link keeps the position and the overlay, and a reload keeps the game', async ({
  page,
  browser,
}) => {
  await openRecord(page, record(first(20), 'ab-custom'));
  await overlay(page, 'Win/loss');
  const here = await stateOf(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link.split('#')[1].length).toBeLessThan(300);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openPage(other, link);
  expect((await stateOf(other)).hash).toBe(here.hash);
  expect(await ask(other, 'overlay')).toBe('outcome');
  expect(await shownResults(other)).toEqual(await shownResults(page));
  await other.reload();
  await other.waitForFunction(() => '__totora' in window);
  expect((await recordOf(other)).moves.join(' ')).toBe(first(20));
  // An embedded page shows only the board and the transport controls.
  await openPage(other, link.replace('#', '?embed#'));
  await expect(other.locator('.board-canvas canvas')).toBeVisible();
  await expect(other.getByRole('tab')).toHaveCount(0);
  await context.close();
});

test('switching to another game and back keeps both games and their overlays', async ({ page }) => {
  await openIsolation(page);
  await overlay(page, 'Reach');
  await click(page, await cellOf(page, 'd4'));
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(0);
  const moves = (await recordOf(page)).moves[0];
  await goToGame(page, 'Uros');
  await expect.poll(() => ask(page, 'overlay')).toBe('off');
  await goToGame(page, 'Isolation');
  await expect.poll(async () => (await recordOf(page)).moves[0]).toBe(moves);
  await expect.poll(() => ask(page, 'overlay')).toBe('regions');
});
