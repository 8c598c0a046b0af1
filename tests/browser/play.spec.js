/** Uros against a bot: a whole game with the mouse, and every kind of move by keyboard and by touch. */

import { smallTargets } from './accessibility.js';
import {
  centreOf,
  choosePlacement,
  expect,
  expectPlayed,
  fastest,
  openPage,
  openTab,
  stateOf,
  switchToBuilding,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./fixtures.js').Placement} Placement */

/** A game of Random against Totora with Red to move, a few moves before the end. */
const LATE =
  'U@B4 U.0 U.1 D@E6/90 L@D2/90 S@C4 S.0 V@C6 F.3 L.2 S.3 P.0 I@A1 U.4 V.2 I.0 P.3 T@A6/270 I.1';

/** Opens that game with a human in place of Random. @param {Page} page */
async function openLate(page) {
  const seats = [{ human: true }, { bot: 'totora', options: {} }];
  const record = { totora: 1, game: 'uros', options: {}, seed: 1, seats, result: null };
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .getByRole('textbox', { name: 'A link or a record' })
    .fill(JSON.stringify({ ...record, moves: LATE.split(' ') }));
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect
    .poll(async () => (await stateOf(page)).plies)
    .toBeGreaterThanOrEqual(LATE.split(' ').length);
}

/**
 * Plays until the game is over, or at most `most` moves.
 * @param {Page} page
 * @param {(placement: Placement) => Promise<void>} act
 * @param {number} [most]
 */
async function play(page, act, most = 40) {
  for (let n = 0; n < most; n++) {
    const now = await waitForTurn(page);
    if (now.outcome) break;
    const placement = await choosePlacement(page, n);
    await act(placement);
    await expectPlayed(page, placement.move);
  }
}

/**
 * Plays to the end of the game and waits for the report.
 * @param {Page} page
 * @param {(placement: Placement) => Promise<void>} act
 */
async function playOut(page, act) {
  await play(page, act);
  expect((await stateOf(page)).outcome).toBeTruthy();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
}

/** The kinds of moves, in an order in which all of them are possible. */
const KINDS = /** @type {const} */ ([
  'turned island',
  'house in the Reedbed',
  'house on the Lake',
  'island',
]);

/**
 * Plays one move of each kind.
 * @param {Page} page
 * @param {(placement: Placement) => Promise<void>} act
 */
async function playEach(page, act) {
  for (const kind of KINDS) {
    await waitForTurn(page);
    const placement = await page.evaluate((wanted) => {
      const { thought, legal } = /** @type {any} */ (window).__totora;
      const thoughtNow = thought();
      const allowed = new Set(legal());
      /** @type {(way: any) => string} */
      const kindOf = ({ kind, turn, cell }) =>
        kind === 'house'
          ? `house ${cell === null ? 'in the Reedbed' : 'on the Lake'}`
          : `${turn ? 'turned ' : ''}${kind}`;
      return thoughtNow.locations
        .map((/** @type {any} */ spot, /** @type {number} */ i) => ({
          ...spot,
          move: thoughtNow.moves[i],
        }))
        .find(
          (/** @type {any} */ placement) =>
            allowed.has(placement.move) && kindOf(placement) === wanted,
        );
    }, kind);
    expect(placement, kind).toBeTruthy();
    await act(placement);
    await expectPlayed(page, placement.move);
  }
}

test('the page opens with a human against a bot, ready to play', async ({ page }) => {
  await openPage(page);
  await expect(page).toHaveTitle(/Totora/);
  const now = await stateOf(page);
  expect(now.seats[0].config).toEqual({ human: true });
  expect(now.seats[1].config.bot).toBe('totora');
  expect(now.legal).toBe(667);
  await openTab(page, 'Engine');
  await expect(page.getByRole('listbox', { name: /Candidate/ })).toBeVisible();
  await expect(page.getByText('667 candidates')).toBeVisible();
});

test('a whole game is played with the mouse against the default opponent', async ({ page }) => {
  await openPage(page);
  await fastest(page);
  /** @param {Placement} placement */
  const act = async (placement) => {
    if (placement.kind === 'house') {
      const id =
        placement.cell === null
          ? `${placement.island}.${placement.square}`
          : `lake:${placement.cell}`;
      await switchToBuilding(page);
      const at = await centreOf(page, id);
      await page.mouse.click(at.x, at.y);
      return;
    }
    const from = await centreOf(page, `${placement.island}.0`);
    const to = await centreOf(page, `lake:${placement.cells[0]}`);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 3);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    for (let turn = 0; turn < placement.turn; turn += 90) await page.keyboard.press('r');
    await page.mouse.up();
  };
  await play(page, act, 4);
  // The middle of the game is skipped, as its moves are alike.
  await openLate(page);
  await playOut(page, act);
});

test('the wheel turns a dragged island, and an island dropped outside the Lake goes back', async ({
  page,
}) => {
  await openPage(page);
  const from = await centreOf(page, 'T.0');
  const to = await centreOf(page, 'lake:14');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.wheel(0, 100);
  // Not into the bar above the board: an island half a square beside the Lake is placed on it.
  await page.mouse.move(1400, 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(0);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(0);
});

test('a click takes an island, and the reason for a refusal is shown at its place', async ({
  page,
}) => {
  await openPage(page);
  await fastest(page);
  /** @param {string} id */
  const click = async (id) => {
    const at = await centreOf(page, id);
    await page.mouse.click(at.x, at.y);
  };
  const refusal = page.locator('.refusal');
  await click('lake:35');
  await expect(refusal).toHaveText('f1 is water: a house needs an island.');
  // The message is next to the square, within the board.
  const [words, board] = [
    await refusal.boundingBox(),
    await page.locator('.board-canvas').first().boundingBox(),
  ];
  if (!words || !board) throw new Error('no words');
  const at = await centreOf(page, 'lake:35');
  expect(Math.abs(words.y + words.height / 2 - at.y)).toBeLessThan(90);
  expect(words.x + words.width).toBeLessThanOrEqual(board.x + board.width);
  // Over the Reedbed the cursor shows a hand. A click takes the island, and a click on the Lake
  // places it there.
  const bed = page.locator('.bed-canvas canvas');
  const over = await centreOf(page, 'P.0');
  await page.mouse.move(over.x, over.y);
  await expect(bed).toHaveCSS('cursor', 'grab');
  await click('P.0');
  await expect(page.getByRole('button', { name: 'Put back' })).toBeVisible();
  await click('lake:14');
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(0);
  await waitForTurn(page);
  // Islands must not overlap.
  await click('T.0');
  await click('lake:14');
  await expect(refusal).toContainText(/^It needs [a-f][1-6], where an island lies\.$/);
  await page.getByRole('button', { name: 'Put back' }).click();
  // In the list, a house on the Lake has the name of its square. The list only renders visible rows and is scrolled to the
  // last island, so page through it from the top.
  await openTab(page, 'Engine');
  const row = page.locator('.candidate .move', { hasText: /a house on [a-f][1-6]/ });
  const list = page.getByRole('listbox', { name: /^Candidate moves/ });
  const more = page.getByRole('button', { name: /^… [\d,]+ more$/ });
  if (await more.isVisible()) await more.click();
  await list.focus();
  await page.keyboard.press('Home');
  await expect(async () => {
    if (!(await row.first().isVisible())) await page.keyboard.press('PageDown');
    await expect(row.first()).toBeVisible({ timeout: 500 });
  }).toPass();
});

/** The id of the board cell that has the focus. @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null,
  );

/**
 * Moves the focus to a grid with Tab, and to one of its squares with other keys.
 * @param {Page} page
 * @param {string} id
 */
async function moveFocusTo(page, id) {
  const lake = id.startsWith('lake:');
  // The Reedbed comes before the Lake.
  const key = lake || !(await focused(page)) ? 'Tab' : 'Shift+Tab';
  for (let i = 0; i < 60; i++) {
    const at = await focused(page);
    if (at && at.startsWith('lake:') === lake) break;
    await page.keyboard.press(key);
  }
  if (!lake) {
    await page.keyboard.press('Home');
    for (let i = 0; i < 9 && !(await focused(page))?.startsWith(`${id[0]}.`); i++) {
      await page.keyboard.press('PageDown');
    }
  }
  for (const key of await arrowKeysTo(page, id)) await page.keyboard.press(key);
  expect(await focused(page)).toBe(id);
}

/**
 * The arrow keys that lead from the focused square to another one of the same grid.
 * @param {Page} page
 * @param {string} id
 * @returns {Promise<string[]>}
 */
function arrowKeysTo(page, id) {
  return page.evaluate((target) => {
    const start = /** @type {HTMLElement} */ (document.activeElement);
    const grid = /** @type {HTMLElement} */ (start.closest('[role=grid]'));
    const squares = [...grid.querySelectorAll('[data-cell]')].map((square) => ({
      id: /** @type {HTMLElement} */ (square).dataset.cell,
      box: square.getBoundingClientRect(),
    }));
    const size = squares[0].box.width;
    /** @type {[string, number, number][]} */
    const directions = [
      ['ArrowLeft', -1, 0],
      ['ArrowRight', 1, 0],
      ['ArrowUp', 0, -1],
      ['ArrowDown', 0, 1],
    ];
    const reached = new Map([[start.dataset.cell, /** @type {string[]} */ ([])]]);
    for (const [at, path] of reached) {
      if (at === target) return path;
      const here = squares.find((square) => square.id === at)?.box;
      if (!here) continue;
      for (const [key, dx, dy] of directions) {
        const next = squares.find(
          ({ box }) =>
            Math.abs(box.x - here.x - dx * size) < size * 0.3 &&
            Math.abs(box.y - here.y - dy * size) < size * 0.3,
        );
        if (next && !reached.has(next.id)) reached.set(next.id, [...path, key]);
      }
    }
    throw new Error(
      `no way from ${start.dataset.cell} to ${target}; reached ${[...reached.keys()]}`,
    );
  }, id);
}

test('every kind of move is played with the keyboard only', async ({ page }) => {
  test.setTimeout(120_000);
  await openPage(page);
  // Switch to another game and back.
  for (const [name, game] of [
    ['Isolation', 'isolation'],
    ['Uros', 'uros'],
  ]) {
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stateOf(page)).game).toBe(game);
  }
  // Set the speed without a mouse too.
  await page.getByRole('combobox', { name: 'Speed' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await playEach(page, async (placement) => {
    if (placement.kind === 'house') {
      await moveFocusTo(
        page,
        placement.cell === null
          ? `${placement.island}.${placement.square}`
          : `lake:${placement.cell}`,
      );
      await page.keyboard.press('Enter');
      return;
    }
    await moveFocusTo(page, `${placement.island}.0`);
    await page.keyboard.press('r');
    await expect.poll(() => focused(page)).toMatch(/^lake:/);
    for (let turn = 0; turn < placement.turn; turn += 90) await page.keyboard.press('r');
    // An island that would extend over the edge is moved inside; its corner follows the cursor.
    await moveFocusTo(page, `lake:${placement.corner}`);
    await page.keyboard.press('Enter');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every kind of move is played by touch', async ({ page }) => {
    test.setTimeout(120_000);
    await openPage(page);
    await fastest(page);
    /** @param {string} id */
    const tap = async (id) => {
      await page
        .locator(`[data-cell="${id}"]`)
        .evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
      const at = await centreOf(page, id);
      await page.touchscreen.tap(at.x, at.y);
    };
    await playEach(page, async (placement) => {
      if (placement.kind === 'house' && placement.cell !== null)
        return tap(`lake:${placement.cell}`);
      // A tap takes the island and shows it enlarged.
      await tap(`${placement.island}.0`);
      await expect(page.getByRole('button', { name: 'Put back' })).toBeVisible();
      if (placement.kind === 'house') return tap(`${placement.island}.${placement.square}`);
      for (let turn = 0; turn < placement.turn; turn += 90) {
        await page.getByRole('button', { name: /Turn/ }).tap();
      }
      // A tap places the centre of the island.
      await placeByTap(page, placement);
      await page.getByRole('button', { name: 'Place' }).tap();
    });
  });

  /** @param {Page} page @param {Extract<Placement, { kind: 'island' }>} placement */
  async function placeByTap(page, placement) {
    const columns = placement.cells.map((cell) => cell % 6);
    const rows = placement.cells.map((cell) => Math.floor(cell / 6));
    await page
      .locator('[data-cell="lake:14"]')
      .evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
    const first = await centreOf(page, 'lake:0');
    const next = await centreOf(page, 'lake:7');
    const size = next.x - first.x;
    const x = first.x + ((Math.min(...columns) + Math.max(...columns)) / 2) * size;
    const y = first.y + ((Math.min(...rows) + Math.max(...rows)) / 2) * size;
    await page.touchscreen.tap(x, y);
  }

  test('an island is dragged with one finger and turned with a second', async ({ page }) => {
    await openPage(page);
    await page
      .locator('[data-cell="I.0"]')
      .evaluate((cell) => cell.scrollIntoView({ block: 'end' }));
    const from = await centreOf(page, 'I.0');
    const to = await centreOf(page, 'lake:14');
    const touch = await page.context().newCDPSession(page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number, id: number }[]} touchPoints */
    const send = (type, touchPoints) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [{ ...from, id: 1 }]);
    await send('touchMove', [{ x: from.x, y: from.y - 20, id: 1 }]);
    await send('touchMove', [{ ...to, id: 1 }]);
    await send('touchStart', [
      { ...to, id: 1 },
      { x: to.x + 90, y: to.y + 120, id: 2 },
    ]);
    await send('touchEnd', []);
    await expectPlayed(page, 'I@C4/90');
  });

  test('all touch targets are large enough', async ({ page }) => {
    await openPage(page);
    for (const name of ['Moves', 'Bot', 'Engine']) await page.getByRole('tab', { name }).tap();
    expect(await smallTargets(page, 39.5)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});
