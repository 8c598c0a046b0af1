/**
 * Nothing must be lost and nothing must freeze: hostile links, two tabs, a worker that crashes, an
 * engine that runs out of memory, a saved game that cannot be opened.
 */
import {
  advance,
  ask,
  expandSections,
  expect,
  fastest,
  goToGame,
  openPage,
  recordOf,
  savedValue,
  stateOf,
  test,
  waitForTurn,
} from './fixtures.js';
import { extremeBudget, firstMoves, longTurns } from './links.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** Opens a link as if it had been clicked on the page. @param {Page} page @param {string} link */
const openLink = (page, link) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, link);

/** Starts a game of Reversi XT between two bots. @param {Page} page */
async function watchBots(page) {
  await goToGame(page, 'Reversi XT');
  await expect.poll(async () => (await stateOf(page)).game).toBe('reversi');
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  for (const name of ['Red', 'Blue'])
    await dialog.getByRole('combobox', { name, exact: true }).selectOption('alphabeta');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}

const plies = async (/** @type {Page} */ page) => (await stateOf(page)).plies;

test('a short link of a long game is read in a worker and can be stopped, and the turns read so far can be opened', async ({
  page,
}) => {
  await openPage(page);
  const before = await stateOf(page);
  const link = longTurns(10_000);
  expect(link.length).toBeLessThan(80);
  const workers = page.workers().length;
  const workerStarted = page.waitForEvent('worker');
  await openLink(page, link);
  await workerStarted;
  expect(page.workers().length).toBe(workers + 1);
  const task = page.getByText(/Reading the link: turn \d+ of 10000/);
  await expect(task).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await expect(task).toBeHidden();
  expect((await stateOf(page)).hash).toBe(before.hash);
  const open = page.getByRole('button', { name: /Open the first \d+ turns/ });
  const turns = Number(/\d+/.exec(await open.innerText())?.[0]);
  await open.click();
  await expect.poll(async () => (await stateOf(page)).game, { timeout: 20_000 }).toBe('outpost');
  expect(await plies(page)).toBe(turns);
});

test('links beyond the limits are refused before anything is played or started', async ({
  page,
}) => {
  await openPage(page);
  const before = await stateOf(page);
  // The worker for the analysis starts after the first board.
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  const workers = page.workers().length;
  page.on('worker', () => expect('a worker').toBe('not started'));
  for (const [link, words] of [
    [firstMoves(80_000), 'at most 5066'],
    [`#1reversi.${'A'.repeat(100_000)}`, '100009 characters; at most 32768'],
    [`#${'x'.repeat(100_000)}`, 'not a Totora link'],
  ]) {
    await openLink(page, link);
    await expect(page.getByRole('alert').last()).toContainText(words);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).first().click();
  }
  expect(page.workers().length).toBe(workers);
  expect((await stateOf(page)).hash).toBe(before.hash);
});

test('unusual limits of bots in a shared game are shown, and wait for a click', async ({
  page,
}) => {
  await page.clock.install();
  await openPage(page);
  const seats = [{ human: true }, { human: true }];
  const start = JSON.stringify({ totora: 1, game: 'reversi', seed: 0, seats, moves: [] });
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'start.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  }, start);
  await expect.poll(async () => (await stateOf(page)).game).toBe('reversi');
  const { hash } = await stateOf(page);

  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  const earlierThought = await ask(page, 'thought');
  await openLink(page, extremeBudget(hash));
  const notice = page.getByRole('status', { name: 'What the bots need' });
  await expect(notice).toContainText('1,000,000,000,000 nodes a move');
  await expect(notice).toContainText('1,024 MB of memory, usually 64');
  /** No bot searches, whatever is clicked. */
  const expectNoSearch = async () => {
    await page.getByRole('button', { name: 'Watch' }).click();
    await advance(page, 1_000);
    // Only the earlier analysis of the same position may be shown.
    expect([null, JSON.stringify(earlierThought)]).toContain(
      (await ask(page, 'thought')) && JSON.stringify(await ask(page, 'thought')),
    );
    expect(await plies(page)).toBe(0);
  };
  await expectNoSearch();
  // The same after a reload.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await expect(notice).toBeVisible();
  await expectNoSearch();
  await notice.getByRole('button', { name: 'Use usual limits' }).click();
  await expect(notice).toBeHidden();
  const config = (await stateOf(page)).seats[0].config;
  expect(config).toMatchObject({ bot: 'mcts' });
  expect(config.budget ?? null).toBeNull();
  expect(config.options.memory ?? 64).toBe(64);
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect.poll(() => plies(page), { timeout: 20_000 }).toBe(1);
});

test('a worker that crashes is restarted by itself the first time, and after a question the second time', async ({
  page,
}) => {
  await openPage(page);
  await watchBots(page);
  await expect.poll(() => plies(page), { timeout: 20_000 }).toBeGreaterThan(2);
  await ask(page, 'killWorker');
  const pliesBefore = await plies(page);
  await expect.poll(() => plies(page), { timeout: 20_000 }).toBeGreaterThan(pliesBefore + 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await ask(page, 'killWorker');
  await expect(page.getByRole('alert')).toContainText('Your game is safe');
  const stuck = await recordOf(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => plies(page), { timeout: 20_000 }).toBeGreaterThan(stuck.moves.length);
  expect((await recordOf(page)).moves.slice(0, stuck.moves.length)).toEqual(stuck.moves);
});

test('an engine that runs out of memory is replaced by a new one, and the game is restored', async ({
  page,
}) => {
  await openPage(page);
  await goToGame(page, 'Isolation');
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
  for (const times of [1, 2]) {
    const before = await recordOf(page);
    expect(await ask(page, 'breakEngine'), `trap ${times}`).toBe('RuntimeError');
    const alert = page.getByRole('alert');
    await expect(alert).toHaveCount(1);
    await expect(alert).toContainText('restored');
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(before.moves);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    // The new engine is complete: it opens other games.
    await goToGame(page, times === 1 ? 'Reversi XT' : 'Isolation');
    await expect
      .poll(async () => (await stateOf(page)).game)
      .toBe(times === 1 ? 'reversi' : 'isolation');
  }
  await goToGame(page, 'Uros');
  await expect.poll(async () => ((await ask(page, 'legal')) ?? []).length).toBeGreaterThan(600);
});

test('of two tabs only one saves the game; the other says so and can save a copy', async ({
  page,
  context,
}) => {
  await openPage(page);
  await goToGame(page, 'Isolation');
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
  await fastest(page);
  const saved = async (/** @type {Page} */ one) =>
    JSON.parse((await savedValue(one, 'game:isolation')) ?? 'null');
  await expect.poll(() => saved(page)).not.toBeNull();
  const other = await context.newPage();
  await openPage(other, './#isolation');
  const notice = other.getByText('This game is open in another tab');
  await expect(notice).toBeVisible();
  // What is played in the other tab does not replace the saved game.
  const before = await saved(page);
  await other.getByRole('button', { name: 'Resign' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect.poll(async () => !!(await stateOf(other)).outcome).toBe(true);
  expect(await saved(page)).toEqual(before);
  await expect(page.getByText('This game is open in another tab')).toBeHidden();
  await other.getByRole('button', { name: 'Save a copy' }).click();
  await expect(notice).toBeHidden();
  await other.reload();
  await other.waitForFunction(() => '__totora' in window);
  expect((await stateOf(other)).outcome).toBeTruthy();
  await expect(notice).toBeHidden();
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  expect((await stateOf(page)).outcome).toBeNull();
  await expect(page.getByText('This game is open in another tab')).toBeHidden();
  // The copy of a closed tab is found again.
  await other.close();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('A copy of another tab’s game.')).toBeVisible();
});

test('a saved game that cannot be opened is put aside, reported, and offered as a file', async ({
  page,
}) => {
  await openPage(page);
  const record = { ...(await recordOf(page)), seats: [{ human: true }, { bot: 'renamed' }] };
  await expect.poll(() => savedValue(page, 'game:uros')).toContain('log');
  const { log } = JSON.parse((await savedValue(page, 'game:uros')) ?? '');
  await savedValue(page, [log, 0], JSON.stringify(record));
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  const message = page.getByText('Your game of Uros was put aside');
  await expect(message).toContainText('renamed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save it as a file' }).click();
  expect((await download).suggestedFilename()).toBe('totora-uros-aside.json');
  // It stays until the user deletes it.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await page.getByRole('button', { name: 'Share' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Uros' });
  await expect(row).toContainText('does not open in this version');
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('a link over your own game of the same kind puts your game aside, also after a reload', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await waitForTurn(page);
  await page.getByRole('button', { name: /^Play / }).click();
  await waitForTurn(page);
  const ownMoves = (await recordOf(page)).moves;
  expect(ownMoves.length).toBeGreaterThan(1);
  // The page is opened with the link as its address.
  await page.goto('about:blank');
  await openPage(page, link);
  await expect.poll(async () => (await recordOf(page)).moves.length).toBe(0);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await page.getByRole('button', { name: 'Share' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Another game was opened' });
  await row.getByRole('button', { name: 'Open' }).click();
  await expect.poll(async () => (await recordOf(page)).moves).toEqual(ownMoves);
  // A game that was only viewed is not your own, so another link puts nothing aside.
  await openPage(page, link);
  await expect(page.getByText('Your game was put aside.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(async () => (await recordOf(page)).moves).toEqual(ownMoves);
});

test('blocked storage is reported once, and the page works', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
  });
  await openPage(page);
  const message = page.getByText('This browser cannot save');
  await expect(message).toHaveCount(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await goToGame(page, 'Isolation');
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
  await expect(message).toHaveCount(0);
});

test('a storage that does not answer is reported after a few seconds; the game goes on, and the saved one stays', async ({
  page,
}) => {
  await openPage(page, './#isolation');
  await waitForTurn(page);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect.poll(() => savedValue(page, 'game:isolation')).toMatch(/"plies":[2-9]/);
  const { moves } = await recordOf(page);
  const saved = await savedValue(page, 'game:isolation');
  const silent = await page.context().newPage();
  await silent.addInitScript(() => {
    IDBFactory.prototype.open = () => /** @type {any} */ ({});
  });
  await page.close();
  await openPage(silent, './#isolation');
  const message = silent.getByText('The storage of this browser does not answer');
  await expect(message).toBeVisible();
  await expect.poll(async () => (await recordOf(silent)).moves).toEqual([]);
  await waitForTurn(silent);
  await silent
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect.poll(async () => (await stateOf(silent)).plies).toBeGreaterThan(0);
  // Home says so too, because it lists no games.
  await silent.getByRole('link', { name: 'Home' }).click();
  await expect(silent.getByRole('alert')).toContainText('does not answer');
  const again = await silent.context().newPage();
  await openPage(again, './#isolation');
  expect((await recordOf(again)).moves.slice(0, moves.length)).toEqual(moves);
  expect(
    JSON.parse((await savedValue(again, 'game:isolation')) ?? '').plies,
  ).toBeGreaterThanOrEqual(JSON.parse(saved ?? '').plies);
});

test('a transaction that never completes is reported, and the page goes on', async ({ page }) => {
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, how) {
      const made = transaction.call(this, names, mode, how);
      if (mode === 'readwrite') Object.defineProperty(made, 'oncomplete', { set: () => {} });
      return made;
    };
  });
  await openPage(page, './#isolation');
  await expect(page.getByText('The storage of this browser does not answer')).toBeVisible();
  await waitForTurn(page);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
});
