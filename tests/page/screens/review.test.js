/**
 * Reviewing games in the browser: marks and counts, stepping from mistake to mistake, trying again,
 * the evaluation graph with a second engine, and the evaluation bar; on a desktop and on a phone.
 */
import { ask, expect, openPage, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** A whole game of Isolation in which a win was given away twice: on plies 18 and 21. */
const ISOLATION =
  'd4 g2 e6 f4 c5 g6 d7 e5 b6 d3 d5 b2 f6 a4 e4 c3 d6 d1 c4 e3 d2 c2 b3 b4 c1 a6 e2 c7 g1 b5 f3 a7 g5 c6 f7 a5';

/** The beginning of a game of Reversi between careless players. */
const REVERSI = '5,4 3,5 2,2 5,3 5,2 4,2 3,2 1,1 2,4 5,5 1,2 1,5 0,0 4,1 2,3 3,1';

/** @param {Page} page @param {string} game @param {string} moves */
async function openGame(page, game, moves) {
  await openPage(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const seats = [{ human: true }, { human: true }];
  const record = { totora: 1, game, options: {}, seed: 1, seats, moves: moves.split(' ') };
  await page
    .getByRole('textbox', { name: 'A link or a record' })
    .fill(JSON.stringify({ ...record, result: null }));
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).game).toBe(game);
}

/** Reviews the current game to its end. @param {Page} page */
async function review(page) {
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await waitForReview(page, 1);
}

/** @param {Page} page @param {number} judges */
async function waitForReview(page, judges) {
  await expect
    .poll(
      async () => {
        const look = await ask(page, 'review');
        return !!look && look.judges.length === judges && look.whole && !look.running;
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

for (const [device, viewport] of Object.entries({
  'on a desktop': { width: 1440, height: 900 },
  'on a phone': { width: 390, height: 844 },
})) {
  test.describe(device, () => {
    test('Isolation: proven blunders, stepping from one to the next, and trying again', async ({
      page,
    }) => {
      page.viewport = viewport;
      await openGame(page, 'isolation', ISOLATION);
      await review(page);
      const panel = page.getByRole('tabpanel');
      const blunders = (await ask(page, 'marked')).filter(
        (/** @type {any} */ one) => one.judged.mark === '??',
      );
      expect(blunders.map((/** @type {any} */ one) => one.ply)).toEqual([18, 21]);
      for (const name of ['Red', 'Blue']) {
        const row = panel.getByRole('row', { name: new RegExp(name) });
        await expect(row.getByRole('cell').first()).toHaveText(/^\d+%$/);
        await expect(row.getByRole('cell').nth(1)).toHaveText('1');
      }
      await expect(page.locator('.scrub-marks [data-mark="??"]')).toHaveCount(2);

      const summary = panel.locator('section[aria-label="Summary"]');
      await expect(summary).toContainText('The game turned on move 18, ');
      await expect(summary).toContainText('with a loss below 5 percentage points');

      // From the end back to the last mistake, and to the one before.
      await panel.getByRole('button', { name: 'Last mistake' }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(21);
      await panel.getByRole('button', { name: 'Last mistake' }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(18);
      // The verdict says what it cost, and the better move only on request.
      const verdict = panel.locator('.verdict-here');
      await expect(verdict).toContainText('It loses 100 percentage points. Proven.');
      await expect(verdict).not.toContainText('gave it away');
      const best = panel.locator('details', { hasText: 'Show the best' });
      expect(await best.getAttribute('open')).toBeNull();
      await best.locator('summary').click();
      await expect(best).toContainText('had a win here and gave it away');
      await expect(best).toContainText('It allows ');
      // Both lines can be walked without changing the game.
      await best.getByRole('button', { name: 'Walk the answer to your move' }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(19);
      await page.getByRole('button', { name: 'Back to the game' }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(18);

      // The tried move is evaluated, and the game stays unchanged.
      const before = (await ask(page, 'record')).moves;
      await panel.getByRole('button', { name: /Try again/ }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(17);
      const view = await ask(page, 'view');
      /** @param {string} move */
      const tryMove = async (move) => {
        const cell = page.locator(`[data-cell="cell:${view.square_names.indexOf(move)}"]`);
        await cell.focus();
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await ask(page, 'trying'))?.tried?.move).toBe(move);
      };
      await tryMove('d1');
      await expect(panel.locator('.trial')).toContainText('is not the best');
      await tryMove('b5');
      await expect(panel.locator('.trial')).toContainText('is as good as the best');
      expect((await ask(page, 'record')).moves).toEqual(before);
      await panel.getByRole('button', { name: 'Back to the game' }).click();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(18);
      await page.getByRole('tab', { name: 'Moves' }).click();
      await expect(page.locator('.moves .judged[data-mark="??"]')).toHaveCount(2);
    });

    test('Reversi XT: a second engine in the evaluation graph, and the evaluation bar', async ({
      page,
    }) => {
      page.viewport = viewport;
      await openGame(page, 'reversi', REVERSI);
      await page.getByRole('button', { name: 'Graph' }).click();
      await page.getByRole('tab', { name: 'Review' }).click();
      const panel = page.getByRole('tabpanel');
      await panel.getByRole('combobox', { name: 'Analysis engine' }).selectOption('balanced');
      await review(page);
      await expect(page.locator('.plot-legend')).toContainText('Balanced');
      await panel.getByRole('combobox', { name: 'Compare with' }).selectOption('greedy');
      await waitForReview(page, 2);
      await expect(page.locator('.plot-legend')).toContainText('Greedy');
      const look = await ask(page, 'review');
      for (const judge of [0, 1]) {
        const line = look.found.filter((/** @type {any} */ one) => one.judge === judge);
        expect(line.map((/** @type {any} */ one) => one.ply)).toEqual([...Array(17).keys()]);
        expect(line.every((/** @type {any} */ one) => typeof one.win === 'number')).toBe(true);
      }
      const differences = await ask(page, 'differences');
      await expect(page.locator('.scrub-marks [data-mark="differ"]')).toHaveCount(
        differences.length,
      );
      const meter = page.getByRole('meter', { name: 'Evaluation' });
      await expect(meter).toHaveAttribute('aria-valuetext', /% for Red to win|wins by force/);
      // The bar changes with the analysis of another position.
      const shown = await meter.getAttribute('aria-valuenow');
      await page.getByRole('button', { name: 'First position' }).click();
      await expect(meter).not.toHaveAttribute('aria-valuenow', shown ?? '');
    });
  });
}

test('Outpost: the order that cost most, with both lines on the board and no percentages', async ({
  page,
}) => {
  // No orders for 9 turns; the record ends after 12.
  const turns = Array.from({ length: 12 }, () => '- | - | - | -').join('/');
  await openPage(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const record = {
    totora: 1,
    game: 'outpost',
    options: { r: 7, L: 40, W: 10, T: 60 },
    seed: 1,
    seats: Array.from({ length: 4 }, () => ({ human: true })),
    moves: turns.split('/'),
    result: null,
  };
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(JSON.stringify(record));
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(12);
  await review(page);
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('while all other orders are as played');
  await expect(panel.locator('section[aria-label="Summary"] p')).toHaveCount(4);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
  const verdicts = panel.locator('.verdict-here');
  await expect(verdicts).toContainText(
    /Outpost 0 stayed: \d+ cells fewer at the harvest of turn 10 than by going \w+ until then\./,
  );
  await expect(verdicts).not.toContainText('%');
  const cells = async () => (await ask(page, 'view')).empires[0].land;
  await verdicts.getByRole('button', { name: 'Walk the turns as played' }).first().click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(9);
  const played = await cells();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
  await verdicts.getByRole('button', { name: 'Walk the better order' }).first().click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(9);
  expect(await cells()).toBeGreaterThan(played);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
});
