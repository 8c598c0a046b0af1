import { expectNoSeriousViolationsInBothThemes, smallTargets } from './accessibility.js';
import {
  ask,
  centreOf,
  collectErrors,
  expandSections,
  expect,
  fastest,
  openPage,
  openSide,
  openTab,
  recordOf,
  stateOf,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../../www/pkg/totora.js').FenceMasterLayout & import('../../www/pkg/totora.js').FenceMasterView} FenceMasterBoard */

/** Side 4. White is to move and needs one more stone for a tripod: the one in the middle. */
const BEFORE_TRIPOD = '4 --W- -BW-B --BWB- --B-WB- -BWBW- WWB-W ----';
const MIDDLE = '3,3';
/** Side 4. White is to move and needs one more stone for a loop: 3,2. */
const BEFORE_LOOP = '4 ---- -BB-B -BWWW- ---B-W- --WWW- --BB- ----';
/** Side 4. White is to move and has seven stones in a solid hexagon. */
const SOLID = '4 -B-- B---B --WW-- --WWW-- --WW-B B--B- --B-';

/** Games of Random against Norton-Rizk on sides 5 and 4, a few moves before the end. */
const LATE_5 =
  '7,4 8,5 4,8 7,5 2,3 6,4 8,6 7,6 6,8 5,8 1,4 1,3 0,3 2,4 1,0 0,4 4,6 4,7 1,5 5,7 6,7 7,8 0,2 1,2 3,7 2,6 6,2 2,5 3,6 3,5 3,2 7,3 4,5 5,6 6,3 3,4 5,5 6,6 7,7 8,7 4,2 5,2';
const LATE_4 = '5,5 6,5 3,5 4,5 1,4 2,5 6,4 5,4 5,3 2,4 1,1 6,3 0,1 1,2 0,3 1,3 3,4 0,2 2,0 4,4';

/**
 * The layout and the view merged into one object, with the stones as a plain array.
 * @param {Page} page @returns {Promise<Omit<FenceMasterBoard, 'stones'> & { stones: number[] }>}
 */
async function viewOf(page) {
  const board = /** @type {FenceMasterBoard} */ (await ask(page, 'view'));
  return { ...board, stones: Object.values(board.stones) };
}

/**
 * A record as JSON text.
 * @param {string} moves
 * @param {{ bot?: string, options?: Record<string, string | number> }} [how]   a bot that plays Black; otherwise a human plays it
 */
function record(moves, { bot, options = {} } = {}) {
  return JSON.stringify({
    totora: 1,
    game: 'fencemaster',
    options,
    seed: 1,
    seats: [{ human: true }, bot ? { bot, options: {} } : { human: true }],
    moves: moves.split(' ').filter(Boolean),
    result: null,
  });
}

/** Opens a record through the Share dialog. @param {Page} page @param {string} text */
async function openRecord(page, text) {
  await openPage(page, './#fencemaster');
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** Opens the page with a new game. @param {Page} page */
async function openFence(page) {
  await openPage(page, './#fencemaster');
  await expect.poll(async () => (await stateOf(page)).game).toBe('fencemaster');
}

/**
 * Starts a game with the New game dialog.
 * @param {Page} page
 * @param {{ white?: string, black?: string, side?: number }} how   bot ids; empty for a human
 */
async function newGame(page, { white = '', black = '', side = 6 }) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  await dialog.getByRole('combobox', { name: 'White', exact: true }).selectOption(white);
  await dialog.getByRole('combobox', { name: 'Black', exact: true }).selectOption(black);
  await dialog.getByRole('spinbutton', { name: 'Side' }).fill(String(side));
  await dialog.getByRole('spinbutton', { name: 'Side' }).press('Tab');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await viewOf(page)).size).toBe(side);
}

/** @param {Page} page @param {string} move */
async function cellOf(page, move) {
  const view = await viewOf(page);
  return `cell:${view.cell_names.indexOf(move)}`;
}

/** @param {Page} page @param {string} cell */
async function click(page, cell) {
  const at = await centreOf(page, cell);
  await page.mouse.click(at.x, at.y);
}

/** @param {Page} page @param {string} move */
async function clickMove(page, move) {
  const { ply } = await stateOf(page);
  await click(page, await cellOf(page, move));
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(ply);
}

/**
 * Plays for the human until the game is over, or at most `most` moves.
 * @param {Page} page
 * @param {(cell: string) => Promise<void>} act   places a stone on the cell with this id
 * @param {number} [most]
 */
async function play(page, act, most = 60) {
  for (let n = 0; n < most; n++) {
    const now = await waitForTurn(page);
    if (now.outcome) break;
    const legal = /** @type {string[]} */ (await ask(page, 'legal')).filter((m) => m !== 'swap');
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

/** @param {Page} page @param {string} name */
const overlay = async (page, name) => {
  await openTab(page, 'Board');
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption(name);
};

/** The line of text below the board. @param {Page} page */
const bar = (page) => page.locator('.hex-bar');

/**
 * The colour of the board halfway between two cells, or on one cell.
 * @param {Page} page
 * @param {number} a
 * @param {number} [b]
 * @param {number} [lower]   offset downwards in pixels
 */
async function colourAt(page, a, b = a, lower = 0) {
  const [one, two] = [await centreOf(page, `cell:${a}`), await centreOf(page, `cell:${b}`)];
  return page.locator('.board-canvas canvas').evaluate(
    (element, { x, y }) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const at = [(x - box.left) * ratio, (y - box.top) * ratio].map(Math.round);
      return [...(canvas.getContext('2d')?.getImageData(at[0], at[1], 1, 1).data ?? [])];
    },
    { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 + lower },
  );
}

/** Whether a colour is White's red. @param {number[]} colour */
const isRed = ([r, g, b]) => r > 150 && g < 110 && b < 100;

/** The id of the board cell that has the focus. @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null,
  );

/** The name of the cell that has the focus. @param {Page} page */
async function focusedName(page) {
  const id = await focused(page);
  return id === null ? null : (await viewOf(page)).cell_names[Number(id.slice(5))];
}

/** Moves the focus to the board with Tab. @param {Page} page */
async function tabToBoard(page) {
  for (let i = 0; i < 60 && !(await focused(page)); i++) await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBeNull();
}

test('a whole game is played with the mouse against Norton-Rizk', async ({ page }) => {
  test.setTimeout(120_000);
  await openFence(page);
  await newGame(page, { black: 'norton-rizk', side: 5 });
  await fastest(page);
  await play(page, (cell) => click(page, cell), 2);
  // The middle of the game is skipped, as all its clicks are alike.
  await openRecord(page, record(LATE_5, { bot: 'norton-rizk', options: { size: 5 } }));
  await playOut(page, (cell) => click(page, cell));
  const end = await stateOf(page);
  // On a finished board, clicks on stones and empty cells do nothing.
  await click(page, 'cell:0');
  await click(page, 'cell:30');
  expect((await stateOf(page)).plies).toBe(end.plies);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect.poll(async () => (await stateOf(page)).seats[0].config.bot).toBe('norton-rizk');
});

test('a completed tripod or loop is traced on the board', async ({ page }) => {
  await openRecord(page, record('', { options: { board: BEFORE_TRIPOD } }));
  let view = await viewOf(page);
  expect(view.win).toBeNull();
  const at = (/** @type {string} */ name) => view.cell_names.indexOf(name);
  expect(isRed(await colourAt(page, at('2,3'), at('1,2')))).toBe(false);
  await clickMove(page, MIDDLE);
  view = await viewOf(page);
  expect(view.by).toBe('tripod');
  expect(view.win?.tripod).toContain(at(MIDDLE));
  // The line grows from the last stone to the edges until it covers every link of the tripod.
  await expect.poll(async () => isRed(await colourAt(page, at('2,3'), at('1,2')))).toBe(true);
  await expect.poll(async () => isRed(await colourAt(page, at('1,2'), at('0,2')))).toBe(true);
  expect(isRed(await colourAt(page, at('2,2'), at('1,1')))).toBe(false);
  await expect(page.locator('[aria-live]')).toContainText('tripod');
  // One ply back the line disappears; forward again it is drawn without animation.
  await page.keyboard.press(',');
  await expect.poll(async () => isRed(await colourAt(page, at('2,3'), at('1,2')))).toBe(false);

  await openRecord(page, record('', { options: { board: BEFORE_LOOP } }));
  await clickMove(page, '3,2');
  view = await viewOf(page);
  expect(view.by).toBe('loop');
  const ring = view.win?.loop ?? [];
  expect(ring.length).toBe(8);
  for (let i = 0; i < ring.length; i++) {
    await expect
      .poll(async () => isRed(await colourAt(page, ring[i], ring[(i + 1) % ring.length])))
      .toBe(true);
  }
  expect(view.win?.enclosed.map((cell) => view.cell_names[cell])).toEqual(['3,3', '3,4']);

  await openRecord(page, record('', { options: { board: SOLID } }));
  expect((await viewOf(page)).win).toBeNull();
  expect((await stateOf(page)).outcome).toBeNull();
});

test('under the rules of Havannah, a connection of two corners wins and is traced', async ({
  page,
}) => {
  const board = '4 WW-W ----- --BB-- ---B--- ------ ----- ----';
  await openRecord(page, record('', { options: { board, rules: 'havannah' } }));
  expect((await viewOf(page)).win).toBeNull();
  expect(isRed(await colourAt(page, 1, 2))).toBe(false);
  await clickMove(page, '0,2');
  const view = await viewOf(page);
  expect(view.by).toBe('bridge');
  expect(view.win?.bridge?.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  for (const cell of [0, 1, 2]) {
    await expect.poll(async () => isRed(await colourAt(page, cell, cell + 1))).toBe(true);
  }
});

test('with reduced motion the trace appears at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openRecord(page, record('', { options: { board: BEFORE_TRIPOD } }));
  // The first frame after the move has the whole line. The test counts frames, not time.
  const frames = await page.evaluate(async () => {
    const canvas = /** @type {HTMLCanvasElement} */ (
      document.querySelector('.board-canvas canvas')
    );
    const view = /** @type {any} */ (window).__totora.view();
    const cell = document.querySelector(`[data-cell="cell:${view.cell_names.indexOf('3,3')}"]`);
    /** @type {HTMLElement} */ (cell).click();
    let last = '';
    let changes = 0;
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = canvas.toDataURL();
      if (now !== last) changes++;
      last = now;
    }
    return changes;
  });
  expect((await viewOf(page)).by).toBe('tripod');
  expect(frames).toBeLessThanOrEqual(3);
});

test('the pointer highlights groups and their edges, and shows what a stone would join', async ({
  page,
}) => {
  await openRecord(page, record('', { options: { board: BEFORE_TRIPOD } }));
  const over = async (/** @type {string} */ name) => {
    const { x, y } = await centreOf(page, await cellOf(page, name));
    await page.mouse.move(x, y);
  };
  await over('1,2');
  const view = await viewOf(page);
  const cell = view.cell_names.indexOf('1,2');
  const group = view.group_list.find(({ cells }) => cells.includes(cell)) ?? view.group_list[0];
  expect(group.cells).toContain(cell);
  expect(group.cells.length).toBe(6);
  expect(group.edges).toEqual([0, 2]);
  await expect(bar(page)).toContainText(group.words);
  await over(MIDDLE);
  await expect(bar(page)).toContainText('10 stones');
  await expect(bar(page)).toContainText('tripod');
  await page.mouse.move(2, 300);
  await expect(bar(page)).toHaveText('');
  // Screen readers get the same text.
  await expect(page.locator(`[data-cell="${await cellOf(page, '1,2')}"]`)).toHaveAttribute(
    'aria-label',
    /^b3, White, in a group of 6 that touches 2 edges/,
  );
});

test("heat maps show a bot's evaluation of every cell, whatever bot the panel shows", async ({
  page,
}) => {
  await openRecord(page, record('3,3 5,5 6,6 5,6 7,3', { bot: 'random', options: { size: 5 } }));
  const empty = (await viewOf(page)).targets;
  // Below the number, where the colour of the heat map is visible.
  const tint = (/** @type {number} */ cell) => colourAt(page, cell, cell, 15);
  await expect.poll(async () => (await tint(empty[2]))[3]).toBe(255);
  const plain = await tint(empty[2]);
  for (const [name, content] of /** @type {[string, RegExp][]} */ ([
    ['Utility', /Norton-Rizk’s utility [+−]?[\d,.]+/],
    ['Distance', /Edgewise’s distance −?[\d,.-]+|win|loss/],
  ])) {
    await overlay(page, name);
    await expect.poll(async () => /** @type {any} */ (await ask(page, 'oracle'))?.done).toBe(true);
    const oracle = /** @type {any} */ (await ask(page, 'oracle'));
    // Every empty cell has a number on the board and in its label.
    expect(oracle.locations.filter((/** @type {any} */ s) => s.cell !== null).length).toBe(
      empty.length,
    );
    for (const cell of [empty[0], empty[20], empty[empty.length - 1]]) {
      await expect(page.locator(`[data-cell="cell:${cell}"]`)).toHaveAttribute(
        'aria-label',
        content,
      );
    }
    await expect(bar(page)).not.toHaveText('');
    await expect(page.locator('.heat-legend')).toHaveText('lowhigh');
  }
  await overlay(page, 'Utility');
  await expect
    .poll(async () => /** @type {any} */ (await ask(page, 'oracle'))?.terms?.length)
    .toBeGreaterThan(2);
  const oracle = /** @type {any} */ (await ask(page, 'oracle'));
  const best = /** @type {any} */ (oracle.locations[0]).cell;
  const worst = /** @type {any} */ (oracle.locations[oracle.locations.length - 1]).cell;
  // With the pointer moved away, the best cell is greener than the worst.
  await page.mouse.move(2, 300);
  await expect.poll(() => tint(empty[2])).not.toEqual(plain);
  const green = async (/** @type {number} */ cell) => {
    const [r, g] = await tint(cell);
    return g - r;
  };
  // The heat map may still be loading.
  await expect.poll(async () => (await green(best)) - (await green(worst))).toBeGreaterThan(30);
  for (const name of ['Win/loss', 'Off']) {
    await overlay(page, name);
    await expect(page.locator('.heat-legend')).toHaveCount(0);
  }
  await expect.poll(() => tint(empty[2])).toEqual(plain);
});

test('the keyboard moves in six directions, also on a turned board', async ({ page }) => {
  await openFence(page);
  await newGame(page, { side: 4 });
  await tabToBoard(page);
  await page.keyboard.press('Home');
  expect(await focusedName(page)).toBe('0,0');
  /** @param {string} keys @param {string} expected */
  const walk = async (keys, expected) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    expect(await focusedName(page), keys).toBe(expected);
  };
  await walk('d d d', '3,3');
  await walk('q', '2,2');
  await walk('d e', '2,3');
  await walk('a', '3,3');
  await walk('d', '4,4');
  await walk('ArrowLeft ArrowLeft', '4,2');
  await walk('ArrowRight', '4,3');
  // Up and down keep to their column: two steps lead straight.
  await walk('e', '3,3');
  await walk('ArrowUp ArrowUp', '1,2');
  await walk('ArrowDown ArrowDown', '3,3');
  await walk('ArrowDown ArrowDown ArrowUp ArrowUp', '3,3');
  // At the edge the focus stays.
  await walk('Home ArrowUp', '0,0');
  await walk('ArrowLeft', '0,0');
  await walk('q', '0,0');
  await walk('End', '6,6');

  await page.getByRole('button', { name: 'Turn' }).click();
  await tabToBoard(page);
  await page.keyboard.press('Home');
  // After a quarter turn clockwise, the start of row 0 is at the top right, and rows run downwards.
  await walk('ArrowDown ArrowDown', '0,2');
  await walk('ArrowUp', '0,1');
  await walk('a', '1,2');
  await walk('q', '2,2');
  await walk('ArrowRight ArrowRight', '0,1');
});

test('a link and a reload keep the orientation of the board', async ({ page, browser }) => {
  await openRecord(page, record('4,4 2,3 5,5', { options: { size: 5 } }));
  const shape = async (/** @type {Page} */ at) => {
    const box = await at.locator('.board-canvas').boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  expect(await shape(page)).toBeGreaterThan(1.05);
  await page.getByRole('button', { name: 'Turn' }).click();
  await expect.poll(() => shape(page)).toBeLessThan(0.95);
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await expect.poll(() => shape(page)).toBeLessThan(0.95);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const context = await browser.newContext();
  const other = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await openPage(other, link);
  await expect.poll(() => shape(other)).toBeLessThan(0.95);
  expect((await recordOf(other)).moves).toEqual(['4,4', '2,3', '5,5']);
  // An embedded page shows only the board and the transport controls.
  await openPage(other, link.replace('#', '?embed#'));
  await expect(other.locator('.board-canvas canvas')).toBeVisible();
  await expect(other.getByRole('tab')).toHaveCount(0);
  expect(problems).toEqual([]);
  await context.close();
});

for (const side of [3, 10]) {
  test(`a board of side ${side} fits its container`, async ({ page }) => {
    await openRecord(page, record('', { options: { size: side } }));
    expect((await viewOf(page)).cell_names).toHaveLength(3 * side * (side - 1) + 1);
    const stage = await page.locator('.hex-stage').boundingBox();
    const board = await page.locator('.board-canvas').boundingBox();
    if (!stage || !board) throw new Error('no board');
    expect(board.width).toBeLessThanOrEqual(stage.width);
    expect(board.height).toBeLessThanOrEqual(stage.height);
    expect(Math.max(board.width / stage.width, board.height / stage.height)).toBeGreaterThan(0.97);
    // Every corner is inside the board.
    for (const cell of [0, side - 1, 3 * side * (side - 1)]) {
      const { x, y } = await centreOf(page, `cell:${cell}`);
      expect(x).toBeGreaterThan(board.x + 10);
      expect(x).toBeLessThan(board.x + board.width - 10);
      expect(y).toBeGreaterThan(board.y + 10);
      expect(y).toBeLessThan(board.y + board.height - 10);
    }
    await clickMove(page, '0,0');
    await clickMove(page, `${2 * side - 2},${2 * side - 2}`);
  });
}

for (const [device, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`on a ${device}, axe-core finds no serious violation in light and dark, and the figures of the rules are drawn`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await openRecord(page, record('4,4', { options: { size: 5 } }));
    await overlay(page, 'Utility');
    await expectNoSeriousViolationsInBothThemes(page, 'swap and utility');
    await page.getByRole('button', { name: 'Rules' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Tripod' })).toBeVisible();
    const figures = dialog.locator('figure canvas');
    // Six of the rules, and one of each idea.
    await expect(figures).toHaveCount(13);
    const colours = await figures.nth(2).evaluate((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
      return new Set(ctx?.getImageData(0, 0, width, height).data).size;
    });
    expect(colours).toBeGreaterThan(30);
    await expectNoSeriousViolationsInBothThemes(page, 'rules');
    await page.keyboard.press('Escape');
    await openSide(page);
    await page.getByRole('button', { name: 'New game' }).first().click();
    await expandSections(dialog);
    await dialog.getByRole('textbox', { name: 'Board' }).fill('4 x');
    await expectNoSeriousViolationsInBothThemes(page, 'new game');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByText('The position as position text', { exact: true }).click();
    await expectNoSeriousViolationsInBothThemes(page, 'share');
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** @param {Page} page @param {string} cell */
  async function tap(page, cell) {
    await page
      .locator(`[data-cell="${cell}"]`)
      .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const at = await centreOf(page, cell);
    await page.touchscreen.tap(at.x, at.y);
  }

  test('a whole game is played by touch, with targets that are large enough', async ({ page }) => {
    test.setTimeout(120_000);
    await openFence(page);
    await newGame(page, { black: 'norton-rizk', side: 4 });
    await fastest(page);
    // On cells that are small beside the analysis, a tap selects, and the button plays.
    const place = async (/** @type {string} */ cell) => {
      const { ply } = await stateOf(page);
      await tap(page, cell);
      const put = page.getByRole('button', { name: /^Put it on / });
      const played = async () => (await stateOf(page)).ply > ply;
      await expect.poll(async () => (await put.isVisible()) || (await played())).toBe(true);
      if (!(await played())) await put.tap();
    };
    await play(page, place, 2);
    await openRecord(page, record(LATE_4, { bot: 'norton-rizk', options: { size: 4 } }));
    // The message on the game that was put aside is over the board.
    await page.getByRole('button', { name: 'Dismiss' }).first().tap();
    await playOut(page, place);
    for (const name of ['Bot', 'Engine', 'Moves']) await page.getByRole('tab', { name }).tap();
    expect(await smallTargets(page, 39.5)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });

  test('on small cells a tap selects, and a second tap or the button plays', async ({ page }) => {
    await openFence(page);
    await newGame(page, { side: 10 });
    const [one, two] = [await cellOf(page, '9,9'), await cellOf(page, '9,10')];
    await tap(page, one);
    const placeButton = bar(page).getByRole('button', { name: /^Put it on/ });
    await expect(placeButton).toHaveText('Put it on j10');
    expect((await stateOf(page)).ply).toBe(0);
    // A tap on another cell selects that one instead.
    await tap(page, two);
    await expect(placeButton).toHaveText('Put it on j11');
    await tap(page, two);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['9,10']);
    await expect(placeButton).toBeHidden();
    // The swap can be tapped.
    await bar(page).getByRole('button', { name: 'Swap' }).tap();
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['9,10', 'swap']);
    await tap(page, one);
    await placeButton.tap();
    await expect.poll(async () => (await recordOf(page)).moves.at(-1)).toBe('9,9');
    // A tap on a stone describes it.
    await tap(page, two);
    await expect(bar(page)).toContainText('Black, 1 stone');
    expect((await stateOf(page)).ply).toBe(3);
  });

  test('while a cell is selected, the button that places the stone is the only primary one', async ({
    page,
  }) => {
    await page.goto('./#fencemaster');
    await page.waitForFunction(() => '__totora' in window);
    const colour = (/** @type {import('@playwright/test').Locator} */ button) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const analysis = page.getByRole('button', { name: 'Analysis', exact: true });
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    const primary = await colour(analysis);
    expect(primary).not.toBe(await colour(hint));
    await tap(page, await cellOf(page, '5,5'));
    expect(await colour(bar(page).getByRole('button', { name: /^Put it on/ }))).toBe(primary);
    expect(await colour(analysis)).toBe(await colour(hint));
  });

  test('a long press shows a lens, follows the finger, and plays where it is released', async ({
    page,
  }) => {
    await openFence(page);
    await newGame(page, { side: 10 });
    const cdp = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ points) =>
      cdp.send('Input.dispatchTouchEvent', {
        type: /** @type {'touchStart'} */ (type),
        touchPoints: points,
      });
    const ids = await Promise.all(['9,9', '10,12'].map((name) => cellOf(page, name)));
    await page
      .locator(`[data-cell="${ids[0]}"]`)
      .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [from, to] = await Promise.all(ids.map((id) => centreOf(page, id)));
    const held = page.locator('.board-canvas canvas[data-held=true]');
    await touch('touchStart', [from]);
    await expect(held).toHaveCount(1);
    await expect(bar(page)).toContainText('j10');
    await touch('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
    await touch('touchMove', [to]);
    await expect(bar(page)).toContainText('k12');
    await touch('touchEnd', []);
    await expect.poll(async () => (await recordOf(page)).moves).toEqual(['10,12']);
    await expect(held).toHaveCount(0);
    // Released outside the board, it plays nothing.
    await touch('touchStart', [from]);
    await expect(held).toHaveCount(1);
    await touch('touchMove', [{ x: from.x, y: from.y - 60 }]);
    await touch('touchMove', [{ x: 4, y: from.y - 170 }]);
    await touch('touchEnd', []);
    await expect(held).toHaveCount(0);
    expect((await stateOf(page)).ply).toBe(1);
    // A swipe scrolls and plays nothing.
    await touch('touchStart', [from]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [{ x: from.x, y: from.y - i * 20 }]);
    await touch('touchEnd', []);
    expect((await stateOf(page)).ply).toBe(1);
  });
});
