/**
 * Reversi XT in the browser: a whole game of three players with every kind of move, by mouse,
 * keyboard and touch; zooming and panning maps; and the map editor, from an empty map to a link.
 */
import { readFileSync } from 'node:fs';

import { ask, expect, openPage, recordOf, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */
/** @typedef {import('../../../www/pkg/totora.js').ReversiLayout} ReversiLayout */

/** Three players, a choice, a bonus, an inversion, an expansion stone, a transition, a bomb each. */
const MAP = `3
1
1 1
4 6
0 3 1 2 0 0
c 2 3 1 b 0
0 1 2 3 0 x
- 0 0 0 0 i
0 2 4 <-> 5 0 0
`;

const built = (/** @type {string} */ name) =>
  readFileSync(`src/games/reversi/maps/${name}.map`, 'utf8');

/**
 * A record as JSON text.
 * @param {string} map    the name of a built-in map, or a map as text
 * @param {string[]} moves
 * @param {unknown[]} seats
 */
function record(map, moves = [], seats = [{ human: true }, { human: true }]) {
  const options = { map };
  return JSON.stringify({
    totora: 1,
    game: 'reversi',
    options,
    seed: 1,
    seats,
    moves,
    result: null,
  });
}

const people = (/** @type {number} */ n) => Array.from({ length: n }, () => ({ human: true }));

/** Opens a record through the Share dialog. @param {Page} page @param {string} text */
async function openRecord(page, text) {
  await openPage(page, './#reversi');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** @param {Page} page @returns {Promise<ReversiLayout>} */
const layoutOf = (page) => ask(page, 'layout');

/** The id of the cell of a move. @param {Page} page @param {string} move */
async function cellOf(page, move) {
  const layout = await layoutOf(page);
  return `cell:${layout.square_names.indexOf(move.split('=')[0])}`;
}

/** @param {Page} page @param {number} ply */
const played = (page, ply) => expect.poll(async () => (await stateOf(page)).ply).toBe(ply);

test('a question of a tile can be cancelled, and answered with the keyboard', async ({ page }) => {
  await openRecord(page, record(MAP, [], people(3)));
  const cell = await cellOf(page, '0,1');
  await page.locator(`[data-cell="${cell}"]`).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await stateOf(page)).ply).toBe(0);
  await page.locator(`[data-cell="${cell}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await played(page, 1);
  expect((await recordOf(page)).moves).toEqual(['0,1=3']);
});

/** @param {Page} page */
async function openEditor(page) {
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page)).game).toBe('reversi');
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Map editor' });
  await expect(dialog.getByRole('heading', { name: 'Valid map' })).toBeVisible();
  return dialog;
}

/** @param {any} dialog */
const mapText = (dialog) => dialog.getByRole('textbox', { name: 'The map as text' });

test('maps are imported from text and files, and an invalid one loses nothing', async ({
  page,
}) => {
  const dialog = await openEditor(page);
  const field = mapText(dialog);
  const before = await field.inputValue();
  const broken = MAP.replace('c 2 3', 'c 7 3');
  await field.fill(broken);
  await expect(dialog.getByText(/Line 6, column 3: expected a stone/)).toBeVisible();
  await expect(field).toHaveValue(broken);
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  expect(
    await field.evaluate((/** @type {any} */ area) => {
      const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
      return value.slice(selectionStart, selectionEnd);
    }),
  ).toBe('7');
  await dialog.getByRole('button', { name: 'Back to the text of the map' }).click();
  await expect(field).toHaveValue(before);
  await field.fill(MAP);
  await expect(dialog.locator('[data-cell="tile:6"]')).toHaveAttribute('aria-label', /choice/);
  await dialog.locator('input[type=file]').setInputFile({ name: 'my.map', text: built('trio') });
  await expect(field).toHaveValue(built('trio'));
  await dialog.locator('input[type=file]').setInputFile({ name: 'no.map', text: '9\nhello' });
  await expect(dialog.getByText('This text is not a valid map yet')).toBeVisible();
  await expect(dialog.locator('[data-cell]')).toHaveCount(15 * 13);
  // Export it as a file.
  await dialog.getByRole('button', { name: 'Back to the text of the map' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await download.text()).toBe(built('trio'));
  // A file dropped on the editor opens in the editor, not on the board behind it.
  const game = (await layoutOf(page)).map;
  await page.drop('dropped.map', built('moebius'), '.editor');
  await expect(field).toHaveValue(built('moebius'));
  expect((await layoutOf(page)).map).toBe(game);
});
