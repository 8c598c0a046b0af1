import { expect, openPage, openSide, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

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

/** The draft as text. @param {any} dialog */
async function textOf(dialog) {
  const field = dialog.getByRole('textbox', { name: 'The position as text', includeHidden: true });
  return field.inputValue();
}

test('a pasted list of moves opens, goes into the setup screen, and is exported again', async ({
  page,
}) => {
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page))?.game).toBe('reversi');
  await page.paste('F5 d6 c3 d3 c4');
  await expect.poll(async () => (await stateOf(page)).plies).toBe(5);
  await openSide(page);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a position' });
  await expect(dialog.getByText('Blue to move.')).toBeVisible();
  await expect.poll(() => textOf(dialog)).toContain('to move: 2');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await share.getByText('The game as transcript', { exact: true }).click();
  await expect(share.getByRole('textbox', { name: 'The game as transcript' })).toHaveValue(
    'f5d6c3d3c4',
  );
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
  await page.paste('f5d6c3d3c4a9');
  await expect(
    page.getByText('The moves are read up to line 1, column 11: expected a move such as f5'),
  ).toBeVisible();
});

test('a game of Havannah is imported from SGF and exported again', async ({ page }) => {
  await openPage(page, './#fencemaster');
  await expect.poll(async () => (await stateOf(page))?.game).toBe('fencemaster');
  await page.paste('(;FF[4]GM[Havannah]SZ[4];W[d4];B[f3];W[a1];B[swap])');
  await expect(page.getByText('Line 1, column 46: B[swap] was left out')).toBeVisible();
  await page.paste('(;FF[4]GM[Havannah]SZ[4];W[d4];B[swap];W[f3];B[a1])');
  await expect.poll(async () => (await stateOf(page)).plies).toBe(4);
  const { options } = await stateOf(page);
  expect(options).toMatchObject({ rules: 'havannah', size: 4 });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await share.getByText('The game as SGF', { exact: true }).click();
  await expect(share.getByRole('textbox', { name: 'The game as SGF' })).toHaveValue(
    /SZ\[4\].*;W\[d4\].*;B\[swap\].*;W\[f3\].*;B\[a1\]/s,
  );
});

test('the openings of Isolation show who wins, and start a game', async ({ page }) => {
  await openPage(page, './#isolation');
  await expect.poll(async () => (await stateOf(page))?.game).toBe('isolation');
  await openSide(page);
  await page.getByRole('button', { name: 'Openings', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Openings' });
  await expect(dialog.getByText('of the 315 different openings')).toBeVisible();
  // After the centre, Blue wins on the other colour, except a knight's move away.
  await dialog.getByRole('button', { name: 'd4', exact: true }).click();
  await expect(dialog.getByText('Blue wins on 16 of 48 cells, Red on 32')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'e6, Red wins: play it' })).toBeVisible();
  await dialog.getByRole('button', { name: 'c4, Blue wins: play it' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThanOrEqual(2);
});

test('once the knights are separated, Isolation offers to end the game', async ({ page }) => {
  const dialog = await openSetup(page, 'isolation');
  await dialog.getByText('As text').click();
  const field = dialog.getByRole('textbox', { name: 'The position as text' });
  await field.fill('1 . .\n. 2 .\n. . .\nto move: 1');
  await dialog.getByRole('button', { name: 'Use this text' }).click();
  await dialog.getByRole('button', { name: 'Analyse' }).click();
  await expect(
    page.getByText('Red can make 7 more moves, Blue can make 0 more moves: Red wins.'),
  ).toBeVisible();
  await openSide(page);
  await page.getByRole('button', { name: 'Result is settled: end now' }).click();
  await expect
    .poll(async () => (await stateOf(page)).outcome_text)
    .toBe('Red won: the knights are separated.');
});
