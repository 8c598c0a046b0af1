/**
 * FenceMaster in the browser: whole games by mouse, touch and keyboard, the swap, the line that
 * traces a win, group outlines, heat maps, turned boards, and positions as text.
 */
import { shortText } from '../../../www/boards/fencemaster/overlay.js';

import {
  ask,
  expandSections,
  expect,
  openPage,
  openSide,
  openTab,
  recordOf,
  stateOf,
  test,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */
/** @typedef {import('../../../www/pkg/totora.js').FenceMasterLayout & import('../../../www/pkg/totora.js').FenceMasterView} FenceMasterBoard */

/** Side 4. White is to move and needs one more stone for a tripod: the one in the middle. */
const BEFORE_TRIPOD = '4 --W- -BW-B --BWB- --B-WB- -BWBW- WWB-W ----';

const MIDDLE = '3,3';

/** Side 4. White is to move and needs one more stone for a loop: 3,2. */
const BEFORE_LOOP = '4 ---- -BB-B -BWWW- ---B-W- --WWW- --BB- ----';

/**
 * The layout and the view merged into one object, with the stones as a plain array.
 * @param {Page} page @returns {Promise<Omit<FenceMasterBoard, 'stones'> & { stones: number[] }>}
 */
async function viewOf(page) {
  const board = /** @type {FenceMasterBoard} */ (await ask(page, 'view'));
  return { ...board, stones: Object.values(board.stones) };
}

/**
 * A record as JSON text.
 * @param {string} moves
 * @param {{ bot?: string, options?: Record<string, string | number> }} [how]   a bot that plays Black; otherwise a human plays it
 */
function record(moves, { bot, options = {} } = {}) {
  return JSON.stringify({
    totora: 1,
    game: 'fencemaster',
    options,
    seed: 1,
    seats: [{ human: true }, bot ? { bot, options: {} } : { human: true }],
    moves: moves.split(' ').filter(Boolean),
    result: null,
  });
}

/** Opens a record through the Share dialog. @param {Page} page @param {string} text */
async function openRecord(page, text) {
  await openPage(page, './#fencemaster');
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** Opens the page with a new game. @param {Page} page */
async function openFence(page) {
  await openPage(page, './#fencemaster');
  await expect.poll(async () => (await stateOf(page)).game).toBe('fencemaster');
}

/**
 * Starts a game with the New game dialog.
 * @param {Page} page
 * @param {{ white?: string, black?: string, side?: number }} how   bot ids; empty for a human
 */
async function newGame(page, { white = '', black = '', side = 6 }) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  await dialog.getByRole('combobox', { name: 'White', exact: true }).selectOption(white);
  await dialog.getByRole('combobox', { name: 'Black', exact: true }).selectOption(black);
  await dialog.getByRole('spinbutton', { name: 'Side' }).fill(String(side));
  await dialog.getByRole('spinbutton', { name: 'Side' }).press('Tab');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await viewOf(page)).size).toBe(side);
}

/** @param {Page} page @param {string} move */
async function cellOf(page, move) {
  const view = await viewOf(page);
  return `cell:${view.cell_names.indexOf(move)}`;
}

/** @param {Page} page @param {string} cell */
async function click(page, cell) {
  await page.locator(`[data-cell="${cell}"]`).click();
}

/** @param {Page} page @param {string} move */
async function clickMove(page, move) {
  const { ply } = await stateOf(page);
  await click(page, await cellOf(page, move));
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(ply);
}

/** @param {Page} page @param {string} name */
const overlay = async (page, name) => {
  await openTab(page, 'Board');
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption(name);
};

/** The line of text below the board. @param {Page} page */
const bar = (page) => page.locator('.hex-bar');

/**
 * The colour of the board halfway between two cells, or on one cell.
 * @param {Page} page
 * @param {number} a
 * @param {number} [b]
 * @param {number} [lower]   offset downwards in pixels
 */
async function colourAt(page, a, b = a, lower = 0) {
  const [one, two] = [a, b].map((cell) => {
    const box = page.window.document
      .querySelector(`[data-cell="cell:${cell}"]`)
      ?.getBoundingClientRect();
    if (!box) throw new Error(`no cell ${cell} on the board`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  return page.canvas().colourAt((one.x + two.x) / 2, (one.y + two.y) / 2 + lower);
}

/** The id of the board cell that has the focus. @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null,
  );

/** The name of the cell that has the focus. @param {Page} page */
async function focusedName(page) {
  const id = await focused(page);
  return id === null ? null : (await viewOf(page)).cell_names[Number(id.slice(5))];
}

test('the swap is offered at the second ply, by a button that the keyboard can reach', async ({
  page,
}) => {
  await openFence(page);
  await newGame(page, { side: 5 });
  await expect(bar(page).getByRole('button', { name: 'Swap' })).toBeHidden();
  await clickMove(page, '4,4');
  const swap = bar(page).getByRole('button', { name: 'Swap' });
  await expect(swap).toBeVisible();
  await swap.click();
  let view = await viewOf(page);
  const at = view.cell_names.indexOf('4,4');
  expect(view.stones[at]).toBe(2);
  expect(view.last).toEqual({ seat: 1, cell: at, swap: true });
  expect((await recordOf(page)).moves).toEqual(['4,4', 'swap']);
  expect((await stateOf(page)).to_act).toEqual([0]);
  await expect(swap).toBeHidden();
  // The swapped stone is drawn in black.
  await expect
    .poll(async () => {
      const colour = await colourAt(page, at);
      return colour[2] > colour[0];
    })
    .toBe(true);

  // With the keyboard only: after the swap the focus is on the stone.
  await newGame(page, { side: 5 });
  await clickMove(page, '2,2');
  await swap.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await recordOf(page)).moves.at(-1)).toBe('swap');
  expect(await focusedName(page)).toBe('2,2');
  // After undo the swap is offered again; placing another stone declines it.
  await page.keyboard.press('Control+z');
  await expect(swap).toBeVisible();
  await clickMove(page, '6,6');
  view = await viewOf(page);
  expect(view.stones[view.cell_names.indexOf('2,2')]).toBe(1);
  await expect(swap).toBeHidden();
});

test('numbers on cells are short and correct', () => {
  const texts = [
    [0, '0'],
    [2, '2'],
    [-0.001, '0'],
    [0.996, '1'],
    [0.04, '.04'],
    [-0.5, '−.50'],
    [1.04, '1'],
    [-12.34, '−12.3'],
    [99.96, '100'],
    [714.3, '714'],
    [999.6, '1k'],
    [2851, '2.9k'],
    [54426, '54k'],
    [999_700, '1M'],
    [1_063_350, '1.1M'],
    [2 ** 50, '1.1P'],
  ];
  for (const [number, text] of /** @type {[number, string][]} */ (texts))
    expect(shortText(number), String(number)).toBe(text);
  expect([shortText('win'), shortText('loss'), shortText(null)]).toEqual(['W', 'L', '']);
  expect(shortText(0.534, { term: 'playouts' })).toBe('53%');
});

test('proven results are shown on the board and in labels, and unproven moves are marked as not solved', async ({
  page,
}) => {
  const done = async () => /** @type {any} */ (await ask(page, 'oracle'))?.done;
  await openRecord(page, record('', { options: { board: BEFORE_TRIPOD } }));
  await overlay(page, 'Win/loss');
  await expect.poll(done, { timeout: 60_000 }).toBe(true);
  const oracle = /** @type {any} */ (await ask(page, 'oracle'));
  const { targets, cell_names } = await viewOf(page);
  expect(oracle.locations.length).toBe(targets.length);
  for (const [i, { cell }] of oracle.locations.entries()) {
    const [result, plies] = [oracle.classes[i], oracle.plies[i]];
    const verb = { win: 'wins', loss: 'loses' }[/** @type {string} */ (result)];
    const words = verb ? (plies ? `${verb} in ${plies}` : verb) : 'not solved';
    await expect(page.locator(`[data-cell="cell:${cell}"]`)).toHaveAttribute(
      'aria-label',
      new RegExp(`, ${words}$`),
    );
  }
  const middle = cell_names.indexOf(MIDDLE);
  expect(
    oracle.classes[oracle.locations.findIndex((/** @type {any} */ at) => at.cell === middle)],
  ).toBe('win');
  // The line below the board shows the solver's verdict.
  await expect(bar(page)).toHaveText(/d4 wins at once/);

  await openRecord(page, record('5,5 4,4', { options: { size: 6 } }));
  await overlay(page, 'Win/loss');
  await expect(bar(page)).toHaveText(/Only sides 3 to 5 are solved/, { timeout: 60_000 });
  await expect(page.locator('[data-cell="cell:0"]')).toHaveAttribute('aria-label', /, not solved$/);
});

test('visits, playouts and judgement of the tree search are shown on the board while it runs', async ({
  page,
}) => {
  await openRecord(page, record('3,3 5,5', { options: { size: 5 } }));
  for (const name of ['Visits', 'Playouts', 'Judgement']) {
    await overlay(page, name);
    await expect
      .poll(async () => /** @type {any} */ (await ask(page, 'oracle'))?.nodes ?? 0, {
        timeout: 20_000,
      })
      .toBeGreaterThan(10);
    const oracle = /** @type {any} */ (await ask(page, 'oracle'));
    expect(oracle.visits.some((/** @type {number | null} */ v) => (v ?? 0) > 0)).toBe(true);
    const { cell } = oracle.locations[0];
    await expect(page.locator(`[data-cell="cell:${cell}"]`)).toHaveAttribute(
      'aria-label',
      new RegExp(`${name.toLowerCase()}|wins in`),
    );
  }
  // The swap has no cell, so its button shows its value. After 2,2 a search tries the swap often.
  // Elsewhere it has no judgement, because the search hardly tries it or a book of recorded games
  // decides it.
  await openRecord(page, record('2,2', { options: { size: 6 } }));
  await overlay(page, 'Judgement');
  await expect(bar(page).getByRole('button', { name: /^Swap \(\d+%\)$/ })).toBeVisible({
    timeout: 20_000,
  });
});

test('a board is copied as text, and opened from the clipboard, a file and the dialog', async ({
  page,
}) => {
  await openRecord(page, record('4,4 2,3 5,5 3,3 1,1', { options: { size: 5 } }));
  const stones = (await viewOf(page)).stones;
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  const format = 'The position as position text';
  await dialog.getByText(format, { exact: true }).click();
  const text = await dialog.getByRole('textbox', { name: format }).inputValue();
  // The side, nine rows, and the player to move.
  expect(text.trim().split('\n')).toHaveLength(11);
  const part = dialog.locator('details', { hasText: format });
  await part.getByRole('button', { name: 'Copy' }).click();
  await expect(part.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.paste(text);
  await expect.poll(async () => (await stateOf(page)).options.board ?? '').not.toBe('');
  // Black is a bot and moves first. Wait for its move, then go back to the first position.
  await expect.poll(async () => (await recordOf(page)).moves.length).toBeGreaterThan(0);
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await stateOf(page)).ply).toBe(0);
  let view = await viewOf(page);
  expect(view.stones).toEqual(stones);
  expect(view.size).toBe(5);
  // Three white stones and two black ones: it is Black's turn.
  expect(view.mover).toBe(1);
  expect(view.swap).toBe(false);

  // Drop a file, then a faulty one, which is reported with the place of the error.
  await page.drop('board.txt', BEFORE_LOOP);
  await expect.poll(async () => (await viewOf(page)).size).toBe(4);
  await page.drop('board.txt', BEFORE_LOOP.replace('-BB-B', '-BXBB'));
  await expect(page.locator('.toast[data-error=true]')).toContainText('row 1, column 2');
  expect((await viewOf(page)).size).toBe(4);

  // In the New game dialog.
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  await expandSections(dialog);
  const field = dialog.getByRole('textbox', { name: 'Board' });
  await field.fill('3 W-- ---- ----- ----');
  await expect(dialog.getByRole('alert')).toContainText('row 4, column 2');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await field.fill('3 W-- ---- ----- ---- ---');
  await dialog.getByRole('combobox', { name: 'Black', exact: true }).selectOption('');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  view = await viewOf(page);
  expect([view.size, view.mover, view.stones[0]]).toEqual([3, 1, 1]);
});
