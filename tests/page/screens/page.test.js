import {
  ask,
  expandSections,
  expect,
  newGame,
  openPage,
  openSide,
  recordOf,
  savedValue,
  saveGame,
  stateOf,
  switchToBuilding,
  test,
  waitForTurn,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/**
 * Opens the page with a game against a bot that moves at once, for tests that do not depend on the
 * opponent.
 * @param {Page} page
 */
async function openQuick(page) {
  const seats = [{ human: true }, { bot: 'balanced', options: {} }];
  const record = { totora: 1, game: 'uros', options: {}, seed: 1, seats, moves: [], result: null };
  await saveGame(page, record);
  await openPage(page);
  expect((await stateOf(page)).seats[1].config.bot).toBe('balanced');
}

/**
 * Builds houses with the mouse, to get a game with some moves. If a square is taken or already on
 * the Lake, it builds on another square, or there.
 * @param {Page} page
 * @param {string[]} squares
 */
async function build(page, squares) {
  for (const wanted of squares) {
    const before = (await recordOf(page)).moves.length;
    await waitForTurn(page);
    await clickHouse(page, wanted);
    await expect.poll(async () => (await recordOf(page)).moves.length).toBeGreaterThan(before);
  }
  return waitForTurn(page);
}

/**
 * Clicks where this house can be built now, or else any other house.
 * @param {Page} page
 * @param {string} wanted
 */
async function clickHouse(page, wanted) {
  const houses = /** @type {any} */ (await ask(page, 'view')).build;
  const house = houses.find((/** @type {any} */ one) => one.move === wanted) ?? houses[0];
  await switchToBuilding(page);
  await page
    .locator(`[data-cell="${house.cell === null ? house.move : `lake:${house.cell}`}"]`)
    .click();
}

/** The text of the visible candidates. @param {Page} page */
const candidates = (page) => page.getByRole('listbox', { name: /Candidate/ }).innerText();

test('a changed weight changes the candidates, and can be given to a seat', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
  // The list of an unfinished analysis may differ.
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  await page.getByRole('tab', { name: 'Engine' }).click();
  const before = await candidates(page);
  await page.getByRole('tab', { name: 'Bot' }).click();
  const slider = page.getByRole('tabpanel').getByRole('slider', { name: 'Exploration' });
  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('custom', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await expect.poll(() => candidates(page)).not.toBe(before);
  await page.getByRole('tab', { name: 'Bot' }).click();
  await page.getByRole('button', { name: 'Play as Blue' }).click();
  expect((await stateOf(page)).seats[1].custom).toBe(true);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await expect.poll(() => candidates(page)).toBe(before);
});

test('the player of a seat is changed next to the board', async ({ page }) => {
  await openPage(page, './#isolation');
  const seats = page.getByRole('combobox', { name: /^Who plays/ });
  await expect(seats).toHaveCount(2);
  for (const seat of await seats.all()) await seat.selectOption('');
  const humans = async () =>
    (await stateOf(page)).seats.map((/** @type {any} */ seat) => !!seat.config.human);
  await expect.poll(humans).toEqual([true, true]);
  for (let ply = 1; ply <= 2; ply++) {
    await page.getByRole('button', { name: /^Play [a-g][1-7]$/ }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  }
  await seats.last().selectOption('ab-custom');
  await expect.poll(humans).toEqual([true, false]);
});

test('where there is nothing to replay yet, Watch bots starts a game between bots', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Watch bots' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(1);
  const { seats } = await stateOf(page);
  expect(seats.filter((/** @type {any} */ seat) => seat.config.human)).toEqual([]);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.getByRole('button', { name: /Watch$/ })).toBeEnabled();
});

test('undo, redo and Hint work, and another move begins a variation', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1', 'P.2', 'F.3']);
  const before = await stateOf(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect((await stateOf(page)).ply).toBeLessThan(before.ply);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(before.ply);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Another move at an earlier position begins a variation, without a question.
  const { moves } = await recordOf(page);
  await page.getByRole('button', { name: 'First position' }).click();
  await clickHouse(page, 'S.0');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await recordOf(page)).variations?.[0].moves[0]).toBe('S.0');
  expect((await recordOf(page)).moves).toEqual(moves);
  // After an undo, another move replaces the undone one.
  await waitForTurn(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await clickHouse(page, 'S.1');
  await expect.poll(async () => (await recordOf(page)).moves[0]).toBe('S.1');
});

test('resigning asks for confirmation and ends the game', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
  await page.getByRole('button', { name: /Rematch/ }).click();
  const now = await stateOf(page);
  expect(now.outcome).toBeNull();
  expect(now.options.start).toBe('blue');
});

test('a reload keeps the game, the ply and the overlay', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1', 'P.2']);
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('All');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const before = await stateOf(page);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  const after = await stateOf(page);
  expect([after.hash, after.ply, after.plies, after.seed]).toEqual([
    before.hash,
    before.ply,
    before.plies,
    before.seed,
  ]);
  expect(await ask(page, 'overlay')).toBe('all');
});

test('a broken link shows an error and leaves the game unchanged', async ({ page }) => {
  await openQuick(page);
  const before = await build(page, ['T.1']);
  for (const broken of [
    '#1uros.AAAAAAAAAA',
    '#9uros.x',
    '#%%%',
    '#1nosuch.AAAA',
    '#<img src=x onerror=alert(1)>',
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, broken);
    await expect(page.getByRole('alert').last()).toBeVisible();
    await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).first().click();
  }
  // Opening the page with a broken link shows the saved game and the error.
  await page.goto('about:blank');
  await openPage(page, './#1uros.broken');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
});

test('invalid files and pasted text are refused with a message', async ({ page }) => {
  await openQuick(page);
  const before = await build(page, ['T.1']);
  await page.drop('huge.json', 'x'.repeat(17 * 2 ** 20));
  await expect(page.getByRole('alert')).toContainText(/huge\.json/);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.drop('noise.json', '{"totora":1,'.repeat(80_000));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.drop(
    'wrong.json',
    JSON.stringify({ ...(await recordOf(page)), moves: ['T@A6', 'nonsense'] }),
  );
  await expect(page.getByRole('alert')).toContainText(/2|nonsense/);
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill('not a link');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(async () => (await stateOf(page)).hash).toBe(before.hash);
});

test('?embed shows only the board and the transport controls', async ({ page }) => {
  await openQuick(page);
  await build(page, ['T.1']);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const { plies } = await waitForTurn(page);
  await expect.poll(() => savedValue(page, 'game:uros')).toContain(`"plies":${plies},`);
  const saved = await savedValue(page, 'game:uros');
  await openPage(page, link.replace('#', '?embed#'));
  await expect(page.getByRole('region', { name: 'Board' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forward' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  expect((await stateOf(page)).plies).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'First position' }).click();
  expect(await savedValue(page, 'game:uros')).toBe(saved);
});

test('moves are announced to screen readers', async ({ page }) => {
  await openPage(page);
  await newGame(page, 'A person', 'A person');
  await build(page, ['T.1']);
  await expect(page.locator('[aria-live]')).toContainText(/Red: a house on .*Blue to place/);
  await expect(page.getByRole('grid', { name: 'Lake' }).getByRole('gridcell')).toHaveCount(36);
  await expect(page.getByRole('gridcell', { name: /T.*Red house/ })).toHaveCount(1);
});

test('an invalid number stays in its field, which says what it expects', async ({ page }) => {
  await openPage(page, './#isolation');
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  const amount = dialog.getByRole('spinbutton').first();
  await amount.fill('0');
  await amount.blur();
  await expect(dialog.getByRole('alert')).toHaveText(/^Type a whole number from 1 to [\d,]+\.$/);
  await expect(amount).toHaveValue('0');
  await expect(amount).toHaveAccessibleDescription(/^Type a whole number/);
  await amount.fill('500');
  await amount.blur();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(amount).toHaveValue('500');
});
