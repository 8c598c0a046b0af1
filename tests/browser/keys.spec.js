/**
 * Keyboard shortcuts: stepping through the game, flipping the board, and the list of all keys; and
 * the sound of moves.
 */
import {
  expect,
  goToGame,
  openPage,
  saveGame,
  settled,
  stateOf,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const ply = async (page) => (await stateOf(page)).ply;

/** Opens a game of Isolation with six plies, and moves the focus to no element. @param {Page} page */
async function sixPlies(page) {
  const moves = ['d4', 'd3', 'e2', 'c5', 'c3', 'e4'];
  const seats = [{ human: true }, { human: true }];
  const game = 'isolation';
  await saveGame(page, { totora: 1, game, options: {}, seed: 1, seats, moves, result: null });
  await openPage(page, './#isolation');
  await expect.poll(() => ply(page)).toBe(6);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
}

test('arrow keys step through the game, except on the board and in lists', async ({ page }) => {
  await sixPlies(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => ply(page)).toBe(4);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => ply(page)).toBe(5);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => ply(page)).toBe(0);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => ply(page)).toBe(6);
  // On the board they move the focus from cell to cell, and the game stays.
  const cell = page.locator('[data-cell="cell:24"]');
  await cell.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-cell="cell:23"]')).toBeFocused();
  expect(await ply(page)).toBe(6);
  // In the tabs they move from tab to tab.
  await page.getByRole('tab', { name: 'Why' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Engine' })).toBeFocused();
  expect(await ply(page)).toBe(6);
});

test('F flips the board, moves follow what is shown, and a reload keeps it', async ({ page }) => {
  await openPage(page, './#isolation');
  await expect.poll(async () => (await stateOf(page)).game).toBe('isolation');
  const first = page.locator('[data-cell="cell:0"]');
  const last = page.locator('[data-cell="cell:48"]');
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(10);
  // The board keeps its place once the panels and the bar are loaded.
  await waitForTurn(page);
  await settled(page);
  const before = [await first.boundingBox(), await last.boundingBox()];
  await page.keyboard.press('f');
  await expect.poll(async () => (await first.boundingBox())?.x).toBeCloseTo(before[1]?.x ?? 0, 0);
  expect((await last.boundingBox())?.y).toBeCloseTo(before[0]?.y ?? 0, 0);
  // A click plays the cell that is shown there.
  const at = await first.boundingBox();
  if (!at) throw new Error('no cell');
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.record().moves[0]))
    .toBe('a7');
  // After another quarter turn, the arrow keys follow the board as it is shown.
  await page.getByRole('button', { name: 'Turn' }).click();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('[data-cell]:focus');
  const [from, to] = [await first.boundingBox(), await focused.boundingBox()];
  expect((to?.x ?? 0) - (from?.x ?? 0)).toBeCloseTo(from?.width ?? 0, 0);
  await page.reload();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeCloseTo(from?.y ?? 0, 0);
});

test('F also flips the board of Reversi XT', async ({ page }) => {
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page))?.game).toBe('reversi');
  const first = page.locator('[data-cell="cell:0"]');
  const last = page.locator('[data-cell="cell:63"]');
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(10);
  const before = [await first.boundingBox(), await last.boundingBox()];
  await page.keyboard.press('f');
  await expect.poll(async () => (await first.boundingBox())?.x).toBeCloseTo(before[1]?.x ?? 0, 0);
  expect((await last.boundingBox())?.y).toBeCloseTo(before[0]?.y ?? 0, 0);
  // A click plays the tile that is shown there.
  const { targets } = await page.evaluate(() => /** @type {any} */ (window).__totora.view());
  const at = await page.locator(`[data-cell="cell:${targets[0].tile}"]`).boundingBox();
  if (!at) throw new Error('no cell');
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  const { tile } = targets[0];
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.record().moves[0]))
    .toBe(`${tile % 8},${Math.floor(tile / 8)}`);
  // The arrow keys follow the board as it is shown.
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-cell]:focus')).toHaveAttribute('data-cell', 'cell:1');
  await page.getByRole('button', { name: 'Turn', exact: true }).click();
  const corner = async () => {
    const [one, other] = [await first.boundingBox(), await last.boundingBox()];
    return [(one?.x ?? 0) < (other?.x ?? 0), (one?.y ?? 0) < (other?.y ?? 0)];
  };
  // Three quarter turns in total: the first tile is at the bottom left.
  await expect.poll(corner).toEqual([true, false]);
});

test('? lists all keys, including those of the board', async ({ page }) => {
  await openPage(page);
  await goToGame(page, 'Outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toContainText('one move back, one forward');
  await expect(dialog).toContainText('patrol, harvest, raid, auto');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('once sound is switched on, each move makes a sound', async ({ page }) => {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    Object.assign(window, { notes: 0 });
    OscillatorNode.prototype.start = function (...when) {
      /** @type {any} */ (window).notes++;
      return start.apply(this, when);
    };
  });
  const notes = () => page.evaluate(() => /** @type {any} */ (window).notes);
  await sixPlies(page);
  expect(await notes()).toBe(0);
  const button = page.getByRole('button', { name: 'Sound' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Play [a-g][1-7]$/ }).click();
  await expect.poll(notes).toBe(1);
  // Stepping back is not a move.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  expect(await notes()).toBe(1);
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

/**
 * Presses a key of another alphabet on the element with the focus.
 * @param {Page} page
 * @param {string} key
 * @param {string} code
 * @param {{ ctrlKey?: boolean }} [more]
 */
const pressForeign = (page, key, code, more = {}) =>
  page.evaluate(
    (init) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
      ),
    { key, code, ...more },
  );

for (const [alphabet, z, y, comma, period, f, p] of [
  ['Russian', 'я', 'н', 'б', 'ю', 'а', 'з'],
  ['Greek', 'ζ', 'υ', ',', '.', 'φ', 'π'],
  ['Arabic', 'ئ', 'غ', 'و', 'ز', 'ب', 'ح'],
  ['Hebrew', 'ז', 'ט', 'ת', 'ץ', 'כ', 'פ'],
])
  test(`shortcuts work with the letters of another alphabet: ${alphabet}`, async ({ page }) => {
    await sixPlies(page);
    await pressForeign(page, z, 'KeyZ', { ctrlKey: true });
    // Undone moves stay as a line.
    await expect.poll(() => ply(page)).toBe(5);
    await pressForeign(page, y, 'KeyY', { ctrlKey: true });
    await expect.poll(() => ply(page)).toBe(6);
    await pressForeign(page, comma, 'Comma');
    await expect.poll(() => ply(page)).toBe(5);
    await pressForeign(page, period, 'Period');
    await expect.poll(() => ply(page)).toBe(6);
    const first = page.locator('[data-cell="cell:0"]');
    const before = (await first.boundingBox())?.x ?? 0;
    await pressForeign(page, f, 'KeyF');
    await expect.poll(async () => (await first.boundingBox())?.x ?? 0).toBeGreaterThan(before);
    await expect(page.getByRole('tab', { name: 'Engine' })).toBeVisible();
    await pressForeign(page, p, 'KeyP');
    await expect(page.getByRole('tab', { name: 'Engine' })).toBeHidden();
  });
