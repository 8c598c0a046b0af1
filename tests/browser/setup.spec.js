/**
 * Setting up a position: in every game with the mouse, with the keyboard, and as text; then played,
 * analysed, and shared.
 */

import { expectNoViolations } from './accessibility.js';
import { expect, openPage, openSide, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} game */
async function openSetup(page, game) {
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  await openSide(page);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a position' });
  // Outpost has thousands of cells, so its board is an application with a cursor, as in a game.
  await expect(dialog.getByRole(game === 'outpost' ? 'application' : 'grid')).toBeVisible();
  await page.waitForFunction(() => '__setupBoard' in window);
  return dialog;
}

/** The draft as text. @param {import('@playwright/test').Locator} dialog */
async function textOf(dialog) {
  const field = dialog.getByRole('textbox', { name: 'The position as text', includeHidden: true });
  return field.inputValue();
}

/**
 * The centre of a spot on the screen.
 * @param {Page} page
 * @param {number} spot
 * @returns {Promise<{ x: number, y: number }>}
 */
const positionOf = (page, spot) =>
  page.evaluate((at) => /** @type {any} */ (window).__setupBoard.whereIs(at), spot);

/** @param {Page} page @param {number} spot @param {'left' | 'right'} [button] */
async function click(page, spot, button = 'left') {
  const { x, y } = await positionOf(page, spot);
  await page.mouse.click(x, y, { button });
}

/**
 * A game, the piece to take, the spot to place it on, and the text that is expected then.
 * @type {[string, string, number, RegExp][]}
 */
const CLICKS = [
  ['uros', 'Island T', 0, /^lake: T@A6$/m],
  ['isolation', 'Closed cell', 8, /^\. x \. /m],
  ['outpost', 'Outpost of South-East', 250, /^C: 99,99 50,2$/m],
  ['fencemaster', 'Black stone', 0, /^6\n {5}B /],
  ['reversi', 'Stone of Blue', 0, /^2 0 0 0 0 0 0 0$/m],
];

for (const [game, piece, spot, expected] of CLICKS) {
  test(`${game} is set up with the mouse and played from there`, async ({ page }) => {
    const dialog = await openSetup(page, game);
    const before = await textOf(dialog);
    await dialog.getByRole('button', { name: piece, exact: true }).click();
    await click(page, spot);
    await expect.poll(() => textOf(dialog)).toMatch(expected);
    const put = await textOf(dialog);
    // Undo it, redo it, remove it with the right button, and place it again.
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => textOf(dialog)).toBe(before);
    await dialog.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect.poll(() => textOf(dialog)).toBe(put);
    await click(page, spot, 'right');
    await expect.poll(() => textOf(dialog)).not.toMatch(expected);
    await click(page, spot);
    await expect.poll(() => textOf(dialog)).toMatch(expected);
    await dialog.getByRole('button', { name: 'Play from here' }).click();
    await expect(dialog).toBeHidden();
    const key = game === 'fencemaster' ? 'board' : 'position';
    await expect.poll(async () => (await stateOf(page)).options[key] ?? '').toMatch(expected);
  });
}

test('a position is set up with arrow keys, digits, Enter and Delete', async ({ page }) => {
  const dialog = await openSetup(page, 'isolation');
  await dialog.getByRole('gridcell').last().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('row')).toHaveCount(7);
  await expect(dialog.getByRole('gridcell', { name: 'b6, empty' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf(dialog)).toMatch(/^(\. ){6}\.\n\. 1 /);
  // Blue has no knight yet, so it must be Blue's turn.
  const play = dialog.getByRole('button', { name: 'Play from here' });
  await expect(dialog.getByText('so Blue is to place it')).toBeVisible();
  await expect(play).toBeDisabled();
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf(dialog)).toContain('\n. 1 2 ');
  await expect(play).toBeEnabled();
  await page.keyboard.press('Delete');
  await expect.poll(() => textOf(dialog)).toContain('\n. 1 . ');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'To move' }).selectOption('Blue');
  await expect(dialog.getByText('Blue to move.')).toBeVisible();
  await dialog.getByRole('spinbutton', { name: 'Columns' }).fill('5');
  await dialog.getByRole('spinbutton', { name: 'Columns' }).press('Tab');
  await expect.poll(() => textOf(dialog)).toMatch(/^(\. ){4}\.\n/);
  await play.press('Enter');
  await expect(dialog).toBeHidden();
  const { options } = await stateOf(page);
  expect(options.position).toContain('to move: 2');
});

test('a refusal is shown at its place, and an error in a text with line and column', async ({
  page,
}) => {
  const dialog = await openSetup(page, 'uros');
  await click(page, 7);
  await expect(dialog.locator('.refusal')).toHaveText(
    'There is water: a house stands on a square of an island.',
  );
  await dialog.getByRole('button', { name: 'Island T', exact: true }).click();
  await dialog.getByRole('gridcell').first().focus();
  await page.keyboard.press('r');
  await click(page, 0);
  await expect.poll(() => textOf(dialog)).toContain('lake: T@A6/90');
  await dialog.getByText('As text').click();
  const field = dialog.getByRole('textbox', { name: 'The position as text' });
  await field.fill('lake: T@A6 S@A6');
  await dialog.getByRole('button', { name: 'Use this text' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Line 1, column 12: island S needs B6, where another island lies',
  );
  await field.fill('lake: S@A6\nto place: Blue 2');
  await dialog.getByRole('button', { name: 'Use this text' }).click();
  await expect(dialog.getByText('Blue to place, 1 of 2.')).toBeVisible();
});

test('a link opens the same position in another browser, and Analyse opens the analysis', async ({
  page,
  browser,
}) => {
  const dialog = await openSetup(page, 'fencemaster');
  for (const spot of [40, 41, 52]) await click(page, spot);
  await dialog.getByRole('button', { name: 'Black stone', exact: true }).click();
  await click(page, 45);
  await dialog.getByRole('combobox', { name: 'To move' }).selectOption('Black');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link to this position' }).inputValue();
  expect(new URL(link).hash.length).toBeLessThan(300);
  await dialog.getByRole('button', { name: 'Analyse' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
  const mine = await stateOf(page);
  expect(mine.seats.every((/** @type {any} */ seat) => 'human' in seat.config)).toBe(true);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openPage(other, link);
  await expect.poll(async () => (await stateOf(other))?.hash).toBe(mine.hash);
  expect((await stateOf(other)).to_act).toEqual([1]);
  await context.close();
});

test('in New game, maps are chosen from pictures', async ({ page }) => {
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page))?.game).toBe('reversi');
  await openSide(page);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /New game of/ });
  const maps = dialog.getByRole('group', { name: 'Map, as pictures' });
  const torus = maps.getByRole('button', { name: 'Torus' });
  await torus.scrollIntoViewIfNeeded();
  // Something is drawn: not all pixels are the same.
  await expect
    .poll(() =>
      torus.locator('canvas').evaluate((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        return new Set(ctx?.getImageData(0, 0, width, height).data).size;
      }),
    )
    .toBeGreaterThan(3);
  await torus.click();
  await expect(dialog.getByRole('combobox', { name: 'Map' })).toHaveValue('torus');
});

for (const [scheme, viewport] of /** @type {const} */ ([
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 390, height: 844 }],
])) {
  test(`axe-core finds nothing in the setup screen in ${scheme}, ${viewport.width} px wide`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(viewport);
    const dialog = await openSetup(page, 'isolation');
    await dialog.getByText('As text').click();
    await expectNoViolations(page, 'set up');
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide, 'no horizontal scrolling').toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Openings', exact: true }).click();
    await expect(page.getByText('of the 315 different openings')).toBeVisible();
    await expectNoViolations(page, 'openings');
  });
}
