/**
 * Isolation in the browser: whole games by mouse, keyboard and touch, the exact overlay compared
 * with the engine's own results, and links, reloads and settings.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expectNoSeriousViolationsInBothThemes, smallTargets } from './accessibility.js';
import {
  ask,
  centreOf,
  expandSections,
  expect,
  fastest,
  openPage,
  openSide,
  openTab,
  stateOf,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

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
  const at = await centreOf(page, cell);
  await page.mouse.click(at.x, at.y);
}

/** @param {Page} page @param {string} name */
const overlay = async (page, name) => {
  await openTab(page, 'Board');
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption(name);
};

/** The native binary, if it has been built. */
const native = [
  process.env.TOTORA_BINARY,
  `${process.env.CARGO_TARGET_DIR ?? 'target'}/release/totora`,
  `${process.env.CARGO_TARGET_DIR ?? 'target'}/debug/totora`,
].find((path) => path && existsSync(path));

/**
 * The results of Perfect outside the page: from the native binary, or else from the same wasm
 * module in Node.
 * @param {string} moves
 * @returns {Promise<Map<string, string>>} "win" or "loss" by move
 */
async function perfectResults(moves) {
  if (native) {
    const args = ['think', 'isolation', '--bot', 'perfect', '--json', '--moves', moves];
    const thought = JSON.parse(execFileSync(native, args, { encoding: 'utf8' }));
    return new Map(thought.candidates.map((/** @type {any} */ c) => [c.move, c.score]));
  }
  const { default: init, Thinker } = await import('../../www/pkg/totora.js');
  await init({ module_or_path: readFileSync('www/pkg/totora_bg.wasm') });
  const thinker = Thinker.create({
    record: record(moves),
    ply: moves.split(' ').length,
    bot: { bot: 'perfect', options: {} },
  });
  while (!thinker.advance(100));
  const thought = thinker.analysis();
  return new Map(thought.moves.map((move, i) => [move, String(thought.scores[i])]));
}

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

test('a whole game is played with the mouse against AB Custom', async ({ page }) => {
  await openIsolation(page);
  const now = await stateOf(page);
  expect(now.seats[1].config.bot).toBe('ab-custom');
  expect(now.legal).toBe(49);
  await fastest(page);
  await click(page, await cellOf(page, 'd3'));
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(0);
  await expect(page.locator('.board-note')).toContainText('d3');
  await playOut(page, (cell) => click(page, cell));
  // A click on a cell without a legal move plays nothing.
  const end = await stateOf(page);
  await click(page, 'cell:0');
  await expect.poll(async () => (await stateOf(page)).plies).toBe(end.plies);
  // A rematch exchanges the seats, and the points with them.
  await page.getByRole('button', { name: 'Rematch' }).click();
  const again = await stateOf(page);
  expect(again.seats.map((/** @type {any} */ seat) => seat.config)).toEqual(
    end.seats.map((/** @type {any} */ seat) => seat.config).reverse(),
  );
  const loser = end.outcome.ranks.indexOf(2);
  await expect(page.getByTestId(`seat-${loser}`)).toContainText('1 pt');
});

test('the win/loss overlay agrees with the engine', async ({ page }) => {
  test.info().annotations.push({ type: 'beside', description: native ?? 'wasm in Node' });
  for (const plies of [2, 9, 20]) {
    await openRecord(page, record(first(plies), 'ab-custom'));
    await overlay(page, 'Win/loss');
    const shown = await shownResults(page);
    expect(shown).toEqual(await perfectResults(first(plies)));
    expect(shown.size).toBeGreaterThan(0);
    // The cells' labels have the results too, with the plies where they are known.
    for (const [move, outcome] of shown) {
      await expect(page.locator(`[data-cell="${await cellOf(page, move)}"]`)).toHaveAttribute(
        'aria-label',
        new RegExp(`^${move}, free, legal, ${outcome === 'loss' ? 'loses' : outcome}`),
      );
    }
    if (plies === 20) {
      const only = await cellOf(page, 'a5');
      await expect(page.locator(`[data-cell="${only}"]`)).toHaveAttribute(
        'aria-label',
        /wins in \d+/,
      );
      await expect(page.locator('.board-note')).toContainText('1 of 3 moves wins');
    }
    // The panel still shows the bot of this game.
    await expect(page.getByRole('combobox', { name: 'Analysis by' })).toHaveValue('');
  }
});

test('boards of other sizes are drawn and played', async ({ page }) => {
  await openIsolation(page);
  const dialog = await newGame(page, '', 'ab-improved');
  await dialog.getByRole('textbox', { name: 'Board' }).fill('3x11');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await fastest(page);
  const box = await page.locator('.board-canvas').boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeGreaterThan(2.5);
  await playOut(page, (cell) => click(page, cell));
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`on a ${device}, axe-core finds no serious violation in light and dark, and the figures of the rules are drawn`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await openRecord(page, record(first(20), 'ab-custom'));
    await overlay(page, 'Win/loss');
    await shownResults(page);
    await expectNoSeriousViolationsInBothThemes(page, 'win and loss');
    await page.getByRole('tab', { name: 'Bot' }).click();
    await expectNoSeriousViolationsInBothThemes(page, 'bot');
    await page.getByRole('button', { name: 'Rules' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'The colour rule' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Bots' })).toBeAttached();
    const colours = await dialog
      .locator('figure canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        return new Set(ctx?.getImageData(0, 0, width, height).data).size;
      });
    expect(colours).toBeGreaterThan(30);
    await expectNoSeriousViolationsInBothThemes(page, 'rules');
    await page.keyboard.press('Escape');
    await (await newGame(page, 'ab-custom', 'perfect')).getByText('Two bots begin').waitFor();
    await expectNoSeriousViolationsInBothThemes(page, 'new game');
    await page.keyboard.press('Escape');
    await openRecord(page, record(GAME, 'ab-custom'));
    await page.getByRole('tab', { name: 'Moves' }).click();
    // Wait until the report has faded in.
    await page.locator('.result').waitFor();
    await expectNoSeriousViolationsInBothThemes(page, 'end');
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a whole game is played by touch, with targets that are large enough', async ({ page }) => {
    /** @param {string} cell */
    const tap = async (cell) => {
      await page
        .locator(`[data-cell="${cell}"]`)
        .evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const at = await centreOf(page, cell);
      await page.touchscreen.tap(at.x, at.y);
    };
    await openIsolation(page);
    await fastest(page);
    await play(page, tap, 2);
    // The middle of the game is skipped, as all its taps are alike.
    await openRecord(page, record(first(26), 'ab-custom'));
    await playOut(page, tap);
    for (const name of ['Bot', 'Engine', 'Moves']) await page.getByRole('tab', { name }).tap();
    expect(await smallTargets(page, 39.5)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});
