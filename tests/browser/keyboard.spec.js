/**
 * A game of each kind with the keyboard only: from Home through *New game* to the report at the
 * end. No test clicks, and only keys move the focus.
 */
import { expect, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The accessible name of the focused element, and its board cell if it has one. @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    const at = /** @type {any} */ (document.activeElement);
    const text = at?.tagName === 'SELECT' ? '' : (at?.textContent ?? '');
    const name = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? text;
    return { name: name.trim().replace(/\s+/g, ' '), cell: at?.dataset?.cell ?? '' };
  });

/** Presses Tab until the element with this name has the focus. @param {Page} page @param {RegExp} name */
async function tabTo(page, name) {
  for (let i = 0; i < 90; i++) {
    if (name.test((await focused(page)).name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${name} with Tab`);
}

/**
 * Presses Tab until a cell of the board has the focus.
 * @param {Page} page
 * @param {RegExp} cell
 * @param {string} [key]
 */
async function tabToCell(page, cell, key = 'Tab') {
  for (let i = 0; i < 90; i++) {
    if (cell.test((await focused(page)).cell)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${cell} with ${key}`);
}

test('after Play on Home the next Tab reaches the board, and a skip link leads there too', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const game of ['Uros', 'Outpost']) {
    await page.goto('./');
    await tabTo(page, new RegExp(`^Play ${game}$`));
    await page.keyboard.press('Enter');
    await expect(page.locator('.board-panel')).toBeFocused();
    // The panel gets the focus before the board is drawn; until then it contains nothing to focus.
    await expect(page.locator('.board-host [tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.locator('.board-host :focus')).toHaveCount(1);
    // On opening the address itself, Tab starts at the top of the page.
    await page.goto('about:blank');
    await page.goto(`./#${game.toLowerCase()}`);
    await expect(page.locator('.board-host [tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the board' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.board-host :focus')).toHaveCount(1);
  }
  // When you switch screens, the focus stays within the screen and is never lost.
  for (const screen of ['Isolation', 'Arena', 'Lab', 'Home']) {
    await tabTo(page, new RegExp(`^${screen}$`));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: screen, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body))
      .toBe(true);
    await page.keyboard.press('Home');
  }
  // On opening the address of the Lab, Tab starts at the top too, even after the game has loaded.
  await page.goto('about:blank');
  await page.goto('./#lab');
  await expect(page.locator('.board-host [tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
});

test('after Play on Home the focus reaches the board, however long the page takes to load', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Delay what Home does not need: first the code of the games, so that a message replaces Home,
  // and then the engine.
  for (const part of [/\/start-[^/]*\.js$/, /\.wasm$/])
    await page.route(part, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
  await page.goto('./');
  await tabTo(page, /^Play Outpost$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Totora is opening…')).toBeVisible();
  await expect(page.locator('.home-page')).toHaveCount(0);
  await expect(page.locator('.board-panel')).toBeFocused();
  await expect(page.locator('.board-host [tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.locator('.board-host :focus')).toHaveCount(1);
});

const SQUARE = /** @type {[string, number, number][]} */ ([
  ['ArrowLeft', -1, 0],
  ['ArrowRight', 1, 0],
  ['ArrowUp', 0, -1],
  ['ArrowDown', 0, 1],
]);
/** The six directions on hexagons with a corner at the top. */
const HEXAGON = /** @type {[string, number, number][]} */ ([
  ['ArrowLeft', -1, 0],
  ['ArrowRight', 1, 0],
  ['q', -0.5, -0.866],
  ['e', 0.5, -0.866],
  ['a', -0.5, 0.866],
  ['d', 0.5, 0.866],
]);

/**
 * Moves the focus from the current cell to another cell of the same grid with its keys.
 * @param {Page} page
 * @param {string} to
 * @param {[string, number, number][]} directions
 */
async function walk(page, to, directions) {
  const keys = await page.evaluate(
    ([target, steps]) => {
      const start = /** @type {HTMLElement} */ (document.activeElement);
      const grid = start.closest('[role=grid]');
      const cells = [...(grid?.querySelectorAll('[data-cell]') ?? [])].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        const { cell: id } = /** @type {HTMLElement} */ (cell).dataset;
        return { id, x: x + width / 2, y: y + height / 2 };
      });
      // The distance of neighbouring cells.
      const [first] = cells;
      const size = Math.min(
        ...cells.slice(1).map((cell) => Math.hypot(cell.x - first.x, cell.y - first.y)),
      );
      const reached = new Map([[start.dataset.cell, /** @type {string[]} */ ([])]]);
      for (const [at, path] of reached) {
        if (at === target) return path;
        const here = cells.find((cell) => cell.id === at);
        for (const [key, dx, dy] of here ? steps : []) {
          const next = cells.find(
            ({ x, y }) =>
              Math.hypot(
                x - /** @type {any} */ (here).x - dx * size,
                y - /** @type {any} */ (here).y - dy * size,
              ) <
              size * 0.3,
          );
          if (next && !reached.has(next.id)) reached.set(next.id, [...path, key]);
        }
      }
      throw new Error(`no way from ${start.dataset.cell} to ${target}`);
    },
    /** @type {const} */ ([to, directions]),
  );
  for (const key of keys) await page.keyboard.press(key);
  expect((await focused(page)).cell).toBe(to);
}

/**
 * Starts a new game from Home. The fields are filled in by typing; in a select, typing chooses an
 * option.
 * @param {Page} page
 * @param {string} game
 * @param {[RegExp, string][]} fields
 */
async function startGame(page, game, fields) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await tabTo(page, new RegExp(`^Play ${game}$`));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => '__totora' in window);
  await page.keyboard.press('p');
  await expect(page.getByRole('tab', { name: 'Engine' })).toBeVisible();
  await tabTo(page, /^Speed$/);
  await page.keyboard.press('End');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && scrollTo(0, 0));
  await tabTo(page, /^Close the analysis$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Menu/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^New game$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Advanced$/);
  await page.keyboard.press('Enter');
  for (const [field, value] of fields) {
    await tabTo(page, field);
    const text = await page.evaluate(() =>
      ['INPUT', 'TEXTAREA'].includes(document.activeElement?.tagName ?? ''),
    );
    if (text) await page.keyboard.press('Control+a');
    await page.keyboard.type(value);
  }
  await tabTo(page, /^Start$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).plies).toBe(0);
}

/** Waits until it is the human's turn or the game is over. @param {Page} page */
async function waitForTurn(page) {
  await page.waitForFunction(() => {
    const { state } = /** @type {any} */ (window).__totora;
    const now = state();
    const isHuman = (/** @type {number} */ seat) => now.seats[seat].config.human;
    return now.outcome || now.to_act.some(isHuman);
  });
  return stateOf(page);
}

/** @param {Page} page @returns {Promise<string[]>} */
const legal = (page) => page.evaluate(() => /** @type {any} */ (window).__totora.legal());

/**
 * Plays at most this many moves; `move` plays one of the legal moves that it gets.
 * @param {Page} page
 * @param {number} most
 * @param {(moves: string[], n: number) => Promise<unknown>} move
 */
async function play(page, most, move) {
  for (let n = 0; n < most; n++) {
    const now = await waitForTurn(page);
    if (now.outcome) return;
    await move(await legal(page), n);
    await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(now.ply);
  }
}

/**
 * Expects the report at the end of the game: it names the winner, and *Rematch* works with the
 * keyboard.
 * @param {Page} page
 */
async function expectReport(page) {
  const report = page.getByRole('region', { name: 'End of the game' });
  await expect(report).toBeVisible();
  await expect(report.getByRole('heading')).toContainText(/won|draw/);
  const { plies } = await stateOf(page);
  expect(plies).toBeGreaterThan(3);
  await tabTo(page, /^Rematch$/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeLessThan(plies);
}

test.describe.configure({ timeout: 240_000 });

/** Expects that the result was announced, and that a key steps back. @param {Page} page */
async function expectAnnouncedAndStepBack(page) {
  await expect(page.locator('[aria-live]')).toContainText(/won|draw/);
  await page.keyboard.press(',');
  const { ply, plies } = await stateOf(page);
  expect(ply).toBe(plies - 1);
}

test('Isolation is played with the keyboard only', async ({ page }) => {
  await startGame(page, 'Isolation', [
    [/^Blue$/, 'Random'],
    [/^Board$/, '5x5'],
  ]);
  await tabToCell(page, /^cell:/);
  const names = await page.evaluate(
    () => /** @type {any} */ (window).__totora.layout().square_names,
  );
  await play(page, 30, async (moves) => {
    await tabToCell(page, /^cell:/);
    await walk(page, `cell:${names.indexOf(moves[0])}`, SQUARE);
    await page.keyboard.press('Enter');
  });
  await expectAnnouncedAndStepBack(page);
  await page.keyboard.press('.');
  await expectReport(page);
});

test('FenceMaster is played with the keyboard only', async ({ page }) => {
  await startGame(page, 'FenceMaster', [
    [/^Black$/, 'Random'],
    [/^Side/, '3'],
  ]);
  const names = await page.evaluate(() => /** @type {any} */ (window).__totora.view().cell_names);
  await play(page, 30, async (moves) => {
    await tabToCell(page, /^cell:/);
    const stone = moves.find((one) => names.includes(one)) ?? '';
    await walk(page, `cell:${names.indexOf(stone)}`, HEXAGON);
    await page.keyboard.press('Enter');
  });
  await expectAnnouncedAndStepBack(page);
  await page.keyboard.press('.');
  await expectReport(page);
});

/** A map of four by four tiles, for a short game. */
const SMALL = ['2', '0', '0 0', '4 4', '0 0 0 0', '0 2 1 0', '0 1 2 0', '0 0 0 0', ''].join('\n');

test('Reversi XT is played with the keyboard only', async ({ page }) => {
  await startGame(page, 'Reversi XT', [
    [/^Blue$/, 'Random'],
    [/^Map$/, 'Custom text'],
    [/^Map: custom text$/, SMALL],
  ]);
  const { columns, rows } = await page.evaluate(() => /** @type {any} */ (window).__totora.view());
  expect([columns, rows]).toEqual([4, 4]);
  await play(page, 12, async (moves) => {
    await tabToCell(page, /^cell:|^tile:/);
    const { cell } = await focused(page);
    const [x, y] = moves[0].split(',').map(Number);
    await walk(page, `${cell.split(':')[0]}:${y * columns + x}`, SQUARE);
    await page.keyboard.press('Enter');
  });
  await expectReport(page);
});

test('Uros is played with the keyboard only', async ({ page }) => {
  await startGame(page, 'Uros', [[/^Blue$/, 'Random']]);
  /** Takes an island from the Reedbed, which moves the focus to the Lake. @param {string} island */
  async function takeIsland(island) {
    await tabToCell(page, /^[A-Z]\.\d/);
    await page.keyboard.press('Home');
    for (let i = 0; i < 9 && !(await focused(page)).cell.startsWith(island); i++)
      await page.keyboard.press('PageDown');
    expect((await focused(page)).cell).toMatch(new RegExp(`^${island}\\.`));
    await page.keyboard.press(' ');
    await expect.poll(async () => (await focused(page)).cell).toMatch(/^lake:/);
  }
  /** Places an island: tries every square of the Lake in every orientation. @param {string} island */
  async function placeIsland(island) {
    await takeIsland(island);
    const { ply } = await stateOf(page);
    for (let waitForTurn = 0; waitForTurn < 4; waitForTurn++) {
      for (let square = -1; square < 36; square++) {
        if (square >= 0) await walk(page, `lake:${square}`, SQUARE);
        await page.keyboard.press('Enter');
        if ((await stateOf(page)).ply > ply) return;
      }
      await page.keyboard.press('r');
    }
    throw new Error(`${island} fits nowhere`);
  }
  // Places islands while one fits unturned, then builds houses on the Lake, then in the Reedbed,
  // and then plays whatever is left.
  await play(page, 60, async (moves) => {
    const unturned = moves.find((one) => /^[A-Z]@[A-F][1-6]$/.test(one));
    if (unturned) return placeIsland(unturned[0]);
    const square = await page.evaluate(() =>
      /** @type {any} */ (window).__totora
        .view()
        .refused.findIndex((/** @type {string} */ why) => !why),
    );
    if (square >= 0) {
      await tabToCell(page, /^lake:/);
      await walk(page, `lake:${square}`, SQUARE);
      return page.keyboard.press('Enter');
    }
    const house = moves.find((one) => /^[A-Z]\.\d$/.test(one));
    if (!house) return placeIsland(moves[0][0]);
    await tabToCell(page, /^[A-Z]\.\d/);
    await page.keyboard.press('Home');
    for (let i = 0; i < 9 && !(await focused(page)).cell.startsWith(house[0]); i++)
      await page.keyboard.press('PageDown');
    await walk(page, house, SQUARE);
    await page.keyboard.press('Enter');
  });
  expect((await stateOf(page)).outcome.reason).toMatch(/^(size|islands|draw)$/);
  await expectReport(page);
});

test('Outpost is played with the keyboard only', async ({ page }) => {
  await startGame(page, 'Outpost', [[/^Turns/, '8']]);
  const board = page.getByRole('application');
  for (let i = 0; i < 90; i++) {
    if (await board.first().evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(board.first()).toBeFocused();
  for (const key of ['n', 'ArrowRight', 'ArrowRight', 'g', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.given')).toContainText('Outpost 0');
  for (let ply = 1; ply <= 8; ply++) {
    await page.keyboard.press(' ');
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  }
  await expectReport(page);
});
