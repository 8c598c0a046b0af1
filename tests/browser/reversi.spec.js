/**
 * Reversi XT in the browser: a whole game of three players with every kind of move, by mouse,
 * keyboard and touch; zooming and panning maps; and the map editor, from an empty map to a link.
 */
import { readFileSync } from 'node:fs';
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
  recordOf,
  settled,
  stateOf,
  test,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../../www/pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../www/pkg/totora.js').ReversiLayout} ReversiLayout */

/** Three players, a choice, a bonus, an inversion, an expansion stone, a transition, a bomb each. */
const MAP = `3
1
1 1
4 6
0 3 1 2 0 0
c 2 3 1 b 0
0 1 2 3 0 x
- 0 0 0 0 i
0 2 4 <-> 5 0 0
`;
/** A whole game on this map: a choice, a bonus, an override, an inversion, and then bombs. */
const GAME = '0,1=3 4,0 4,1=override 5,2 0,2 2,3 5,0 5,1 5,3 0,0 0,2 1,0 3,1'.split(' ');
const built = (/** @type {string} */ name) =>
  readFileSync(`src/games/reversi/maps/${name}.map`, 'utf8');

/**
 * A record as JSON text.
 * @param {string} map    the name of a built-in map, or a map as text
 * @param {string[]} moves
 * @param {unknown[]} seats
 */
function record(map, moves = [], seats = [{ human: true }, { human: true }]) {
  const options = { map };
  return JSON.stringify({
    totora: 1,
    game: 'reversi',
    options,
    seed: 1,
    seats,
    moves,
    result: null,
  });
}
const people = (/** @type {number} */ n) => Array.from({ length: n }, () => ({ human: true }));

/** Opens a record through the Share dialog. @param {Page} page @param {string} text */
async function openRecord(page, text) {
  await openPage(page, './#reversi');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The game that was open before has another seed.
  await expect.poll(async () => Number((await stateOf(page)).seed)).toBe(1);
}

/** @param {Page} page @returns {Promise<ReversiView>} */
const viewOf = (page) => ask(page, 'view');

/** @param {Page} page @returns {Promise<ReversiLayout>} */
const layoutOf = (page) => ask(page, 'layout');

/** The id of the cell of a move. @param {Page} page @param {string} move */
async function cellOf(page, move) {
  const layout = await layoutOf(page);
  return `cell:${layout.square_names.indexOf(move.split('=')[0])}`;
}

/** The target of a legal move, as the view describes it. @param {Page} page @param {string} move */
async function targetOf(page, move) {
  const view = await viewOf(page);
  const { square_names: names } = await layoutOf(page);
  // A tile without a question has a single move, which is the tile's name.
  const target = view.targets.find((one) =>
    one.asks ? one.moves.some((answer) => answer.move === move) : names[one.tile] === move,
  );
  if (!target) throw new Error(`${move} is not legal here`);
  return target;
}

/** @param {Page} page @param {number} ply */
const played = (page, ply) => expect.poll(async () => (await stateOf(page)).ply).toBe(ply);

/** The line of text below the board. @param {Page} page */
const statusLine = (page) => page.locator('.board-panel .map-words');

/** The size of a tile on the screen. @param {Page} page */
async function tileSize(page) {
  const box = await page.locator('[data-cell]').first().boundingBox();
  return box?.width ?? 0;
}

/** The position of the first cell, which shows how the map is panned. @param {Page} page */
async function mapPosition(page) {
  const box = await page.locator('[data-cell]').first().boundingBox();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

test('three players play with the mouse: choice, bonus, override and bombs', async ({ page }) => {
  await openRecord(page, record(MAP, [], people(3)));
  const kinds = new Set();
  for (const [ply, move] of GAME.entries()) {
    const target = await targetOf(page, move);
    const at = await centreOf(page, await cellOf(page, move));
    const before = await viewOf(page);
    if (target.kind === 'override') {
      // A click on an occupied tile plays nothing and says what to do.
      await page.mouse.click(at.x, at.y);
      await expect(statusLine(page)).toContainText('Press Override');
      expect((await stateOf(page)).ply).toBe(ply);
      await page.getByRole('button', { name: /^Override/ }).click();
    }
    await page.mouse.move(at.x, at.y);
    if (target.kind === 'bomb') await expect(statusLine(page)).toContainText('would destroy');
    else await expect(statusLine(page)).toContainText(`would turn ${target.turns} stone`);
    await page.mouse.click(at.x, at.y);
    if (target.asks) {
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const answer = target.moves.find((one) => one.move === move)?.label ?? '';
      await dialog.getByRole('button', { name: new RegExp(answer, 'i') }).click();
      await expect(dialog).toBeHidden();
    }
    await played(page, ply + 1);
    const after = await viewOf(page);
    const mover = before.mover ?? 0;
    if (target.kind === 'override')
      expect(after.overrides[mover]).toBe(before.overrides[mover] - 1);
    if (move.endsWith('=override'))
      expect(after.overrides[mover]).toBe(before.overrides[mover] + 1);
    if (target.kind === 'bomb') expect(after.bombs[mover]).toBe(before.bombs[mover] - 1);
    kinds.add(target.kind).add(target.asks);
  }
  expect([...kinds].filter(Boolean).sort()).toEqual([
    'bomb',
    'bonus',
    'choice',
    'override',
    'stone',
  ]);
  expect((await recordOf(page)).moves).toEqual(GAME);
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
  // The seats show stones, and before that overrides and bombs.
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.getByTestId('seat-0')).toContainText('1 override · 1 bomb');
});

/** The id of the board cell that has the focus. @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null,
  );

test('a whole game is played with the keyboard only', async ({ page }) => {
  test.setTimeout(120_000);
  await openRecord(page, record(MAP, [], people(3)));
  for (let i = 0; i < 60 && !(await focused(page)); i++) await page.keyboard.press('Tab');
  for (const [ply, move] of GAME.entries()) {
    const target = await targetOf(page, move);
    const cell = `cell:${target.tile}`;
    if (target.kind === 'override') {
      await page.keyboard.press('o');
      await expect(page.getByRole('button', { name: 'Override: on' })).toBeVisible();
    }
    // N goes to the next tile with a legal move, and eventually reaches all of them.
    for (let i = 0; i < 30 && (await focused(page)) !== cell; i++) await page.keyboard.press('n');
    expect(await focused(page)).toBe(cell);
    await page.keyboard.press('Enter');
    if (target.asks) {
      await expect(page.getByRole('dialog')).toBeVisible();
      const answer = target.moves.findIndex((one) => one.move === move);
      for (let i = 0; i < answer; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    await played(page, ply + 1);
  }
  expect((await recordOf(page)).moves).toEqual(GAME);
  await expect(page.locator('[aria-live]').first()).toContainText(/bomb on|won|share/i);
});

test('arrow keys reach every tile, also across holes', async ({ page }) => {
  await openRecord(page, record('islands'));
  const { start } = await layoutOf(page);
  const land = [...start].flatMap((one, tile) => (one === '-' ? [] : [`cell:${tile}`]));
  // Hundreds of key presses are dispatched in the page, or the test would take half a minute.
  const reached = await page.evaluate((first) => {
    const cell = (/** @type {string} */ id) =>
      /** @type {HTMLElement} */ (document.querySelector(`[data-cell="${id}"]`));
    const visited = new Set([first]);
    const open = [first];
    for (let from = open.pop(); from; from = open.pop()) {
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
        cell(from).focus();
        cell(from).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const to = /** @type {HTMLElement} */ (document.activeElement).dataset.cell ?? '';
        if (!visited.has(to)) open.push(to);
        visited.add(to);
      }
    }
    return [...visited];
  }, land[0]);
  expect(reached.sort()).toEqual(land.sort());
});

test('pointing at a transition highlights its other end, and tiles say where they lead', async ({
  page,
}) => {
  await openRecord(page, record('trio', [], people(3)));
  const cell = await cellOf(page, '4,3');
  await expect(page.locator(`[data-cell="${cell}"]`)).toHaveAttribute(
    'aria-label',
    /transition up to j2/,
  );
  const partner = await centreOf(page, await cellOf(page, '9,1'));
  const size = await tileSize(page);
  const readPixels = () =>
    page.locator('.map-view canvas').evaluate(
      (canvas, { x, y, size: side }) => {
        const box = canvas.getBoundingClientRect();
        const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        const data = ctx?.getImageData(x - box.x - side / 2, y - box.y - side / 2, side, side).data;
        return (data ?? []).join();
      },
      { ...partner, size },
    );
  await page.mouse.move(5, 5);
  await settled(page);
  const before = await readPixels();
  const at = await centreOf(page, cell);
  await page.mouse.move(at.x, at.y);
  await expect.poll(readPixels).not.toBe(before);
});

test('a map of 50x50 is zoomed and panned by wheel, drag, buttons and keys', async ({ page }) => {
  await page.clock.install();
  await openRecord(page, record('ocean', [], people(8)));
  const whole = await tileSize(page);
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (
    await page.locator('.map-view').boundingBox()
  );
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  expect(whole * 50).toBeLessThanOrEqual(Math.max(box.width, box.height));
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -900);
  await expect.poll(() => tileSize(page)).toBeGreaterThan(whole * 2);
  await page.clock.runFor(250);
  const before = await mapPosition(page);
  await page.mouse.down();
  await page.mouse.move(middle.x - 120, middle.y - 80, { steps: 6 });
  await page.mouse.up();
  // The cells for screen readers follow once the map has stopped moving.
  await expect
    .poll(async () => Math.abs(before.x - (await mapPosition(page)).x - 120))
    .toBeLessThan(3);
  expect(Math.abs(before.y - (await mapPosition(page)).y - 80)).toBeLessThan(3);
  // A drag plays no move.
  expect((await stateOf(page)).ply).toBe(0);
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(() => tileSize(page)).toBeCloseTo(whole, 1);
  // With the keyboard, the map follows the focus.
  await page.locator('[data-cell="cell:2499"]').focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(() => tileSize(page)).toBeGreaterThan(whole * 2);
  const cursor = await centreOf(page, 'cell:2499');
  expect(cursor.x).toBeLessThan(box.x + box.width);
  expect(cursor.y).toBeLessThan(box.y + box.height);
  await page.keyboard.press('n');
  const target = await centreOf(page, (await focused(page)) ?? '');
  expect(target.x).toBeGreaterThan(box.x);
  expect(target.y).toBeGreaterThan(box.y);
  await page.keyboard.press('Enter');
  await played(page, 1);
  await page.keyboard.press('0');
  await expect.poll(() => tileSize(page)).toBeCloseTo(whole, 1);
});

test('eight bots play to the end, and the graph stacks their stones', async ({ page }) => {
  test.setTimeout(300_000);
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page)).game).toBe('reversi');
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  await dialog.getByRole('combobox', { name: 'Map', exact: true }).selectOption('star');
  const seats = ['Red', 'Blue', 'Green', 'Orange', 'Purple', 'Sky', 'Olive', 'Grey'];
  for (const [n, name] of seats.entries())
    await dialog
      .getByRole('combobox', { name, exact: true })
      .selectOption(n % 2 ? 'random' : 'greedy');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await fastest(page);
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
    timeout: 240_000,
  });
  await page.getByRole('button', { name: 'Graph' }).click();
  await expect(page.locator('.plot-legend .mark')).toHaveCount(8);
  // A stacked chart is filled up to the total, so it covers more than lines would.
  const colours = await page.locator('.plot canvas').evaluate((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
    const data = ctx?.getImageData(0, 0, width, height).data ?? [];
    let filled = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 200) filled++;
    return filled / (width * height);
  });
  expect(colours).toBeGreaterThan(0.15);
});

test('the list and the board highlight each other, and the panel says whose score is shown', async ({
  page,
}) => {
  await openRecord(page, record('trio', [], people(3)));
  const panel = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Engine' }).click();
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption('greedy');
  await expect(panel.getByText('Scores are from the point of view of')).toContainText('Red');
  await expect.poll(async () => /** @type {any} */ (await ask(page, 'thought'))?.done).toBe(true);
  const thought = /** @type {any} */ (await ask(page, 'thought'));
  const i = thought.locations.findIndex(
    (/** @type {any} */ spot, /** @type {number} */ n) =>
      n > 0 && !thought.locations.slice(0, n).some((/** @type {any} */ s) => s.tile === spot.tile),
  );
  const at = await centreOf(page, `cell:${thought.locations[i].tile}`);
  await page.mouse.move(at.x, at.y);
  await expect(panel.locator('[aria-selected=true] .move')).toContainText(thought.printed[i].words);
  // MaxN shows the value of a move for each player; the score is that of the player to move.
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption('maxn');
  await expect(panel.locator('.worth li')).toHaveCount(3, { timeout: 20_000 });
  await expect(panel.locator('.worth [data-view=true] b')).not.toBeEmpty();
  const maxnThought = /** @type {any} */ (await ask(page, 'thought'));
  expect(maxnThought.views.by_seat[0][0]).toBe(maxnThought.scores[0]);
});

// --- the editor -------------------------------------------------------------------------------

/** @param {Page} page */
async function openEditor(page) {
  await openPage(page, './#reversi');
  await expect.poll(async () => (await stateOf(page)).game).toBe('reversi');
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Map editor' });
  await expect(dialog.getByRole('heading', { name: 'Valid map' })).toBeVisible();
  return dialog;
}

/**
 * The centre of a tile in the editor, or the position of a border's handle.
 * @param {Page} page
 * @param {number} tile
 * @param {[number, number]} [direction]
 */
async function pointInEditor(page, tile, direction = [0, 0]) {
  const box = await page.locator(`[data-cell="tile:${tile}"]`).boundingBox();
  if (!box) throw new Error(`no tile ${tile} on the map`);
  return {
    x: box.x + box.width * (0.5 + 0.37 * direction[0]),
    y: box.y + box.height * (0.5 + 0.37 * direction[1]),
  };
}

/** @param {import('@playwright/test').Locator} dialog */
const mapText = (dialog) => dialog.getByRole('textbox', { name: 'The map as text' });

test('a map is made in the editor, from an empty map to a link that opens elsewhere', async ({
  page,
  browser,
}) => {
  const dialog = await openEditor(page);
  const link = dialog.getByRole('button', { name: 'Link to it' });
  await dialog.getByRole('combobox', { name: 'Start from' }).selectOption('*new');
  await dialog.getByRole('spinbutton', { name: 'Columns' }).fill('6');
  await dialog.getByRole('spinbutton', { name: 'Columns' }).press('Enter');
  await dialog.getByRole('spinbutton', { name: 'Rows' }).fill('6');
  await dialog.getByRole('spinbutton', { name: 'Rows' }).press('Enter');
  await dialog.getByRole('spinbutton', { name: 'Overrides each' }).fill('1');
  await dialog.getByRole('spinbutton', { name: 'Overrides each' }).press('Enter');
  await expect(mapText(dialog)).toHaveValue(/^2\n1\n0 1\n6 6\n(0 0 0 0 0 0\n){6}$/);
  // Stones with rotational symmetry: the image of a player's stone is the other player's.
  await dialog.getByRole('combobox', { name: 'Symmetry' }).selectOption('quarter');
  await dialog.getByRole('button', { name: 'stone of Red', exact: true }).click();
  let at = await pointInEditor(page, 14);
  await page.mouse.click(at.x, at.y);
  await expect(mapText(dialog)).toHaveValue(/0 0 1 2 0 0\n0 0 2 1 0 0/);
  // A stroke of holes with mirror symmetry.
  await dialog.getByRole('combobox', { name: 'Symmetry' }).selectOption('left-right');
  await dialog.getByRole('button', { name: 'hole', exact: true }).click();
  at = await pointInEditor(page, 0);
  const to = await pointInEditor(page, 1);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(mapText(dialog)).toHaveValue(/- - 0 0 - -/);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(mapText(dialog)).not.toHaveValue(/-/);
  await page.keyboard.press('Control+y');
  await expect(mapText(dialog)).toHaveValue(/- - 0 0 - -/);
  // A transition from one border to another.
  await dialog.getByRole('combobox', { name: 'Symmetry' }).selectOption('none');
  await dialog.getByRole('button', { name: 'transition', exact: true }).click();
  const from = await pointInEditor(page, 2, [0, -1]);
  const end = await pointInEditor(page, 32, [0, 1]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
  await expect(mapText(dialog)).toHaveValue(/2 0 0 <-> 2 5 4/);
  // An error is described and points at its tile, and nothing is removed.
  await dialog.getByRole('button', { name: 'hole', exact: true }).click();
  at = await pointInEditor(page, 32);
  await page.mouse.click(at.x, at.y);
  await expect(dialog.getByRole('heading', { name: 'Not a map yet' })).toBeVisible();
  await expect(dialog.getByText('2,5 is a hole')).toBeVisible();
  await expect(link).toBeDisabled();
  await dialog.getByRole('button', { name: 'Show 2,5' }).click();
  expect(await focused(page)).toBe('tile:32');
  await expect(page.locator('[data-cell="tile:32"]')).toHaveAttribute('aria-label', /wrong:/);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('heading', { name: 'Valid map' })).toBeVisible();
  const text = await mapText(dialog).inputValue();
  // The link opens in another browser.
  await link.click();
  const address = await dialog
    .getByRole('textbox', { name: 'Link to a game on this map' })
    .inputValue();
  const context = await browser.newContext();
  const other = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await openPage(other, address);
  const layout = await layoutOf(other);
  expect(layout.map).toBe(text);
  expect(layout.transitions).toHaveLength(1);
  expect((await stateOf(other)).ply).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
  // The map can be played from here.
  await dialog.getByRole('button', { name: 'Play this map' }).click();
  await expect(dialog).toBeHidden();
  expect((await layoutOf(page)).map).toBe(text);
  // A reload keeps the draft.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  const again = page.getByRole('dialog');
  await expect(mapText(again)).toHaveValue(text);
  await again.getByRole('combobox', { name: 'Start from' }).selectOption('othello');
  await expect(mapText(again)).toHaveValue(built('othello'));
  await again.getByRole('combobox', { name: 'Start from' }).selectOption('*game');
  await expect(mapText(again)).toHaveValue(text);
});

test('Ctrl+Z after a stroke undoes the stroke, and an invalid text is not a valid map', async ({
  page,
}) => {
  const dialog = await openEditor(page);
  const before = await mapText(dialog).inputValue();
  // Type something first: Ctrl+Z must not undo the typing in the field.
  const bombs = dialog.getByRole('spinbutton', { name: 'Bombs each' });
  await bombs.fill('3');
  await bombs.press('Enter');
  await expect(mapText(dialog)).not.toHaveValue(before);
  const typed = await mapText(dialog).inputValue();
  expect(typed).not.toBe('');
  await dialog.getByRole('button', { name: 'hole', exact: true }).click();
  await bombs.focus();
  const at = await pointInEditor(page, 0);
  await page.mouse.click(at.x, at.y);
  await expect(mapText(dialog)).not.toHaveValue(typed);
  await page.keyboard.press('Control+z');
  await expect(mapText(dialog)).toHaveValue(typed);
  await expect(bombs).toHaveValue('3');
  await page.keyboard.press('Control+z');
  await expect(mapText(dialog)).toHaveValue(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(mapText(dialog)).toHaveValue(typed);
  // The map is valid, but the typed text is not.
  await mapText(dialog).fill(`${typed}nonsense`);
  await expect(dialog.getByRole('heading', { name: 'Valid map' })).toBeHidden();
  await expect(dialog.getByRole('heading', { name: 'Not a map yet' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Play this map' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Back to the text of the map' }).click();
  await expect(dialog.getByRole('heading', { name: 'Valid map' })).toBeVisible();
  await expect(mapText(dialog)).toHaveValue(typed);
});

test('a map is edited with the keyboard only', async ({ page }) => {
  const dialog = await openEditor(page);
  const begin = dialog.getByRole('combobox', { name: 'Start from' });
  await begin.focus();
  await begin.selectOption('*new');
  await page.locator('[data-cell="tile:0"]').focus();
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('b');
  await expect(mapText(dialog)).toHaveValue(/\n- 1 2 0 0 0 0 0\n0 0 b 0/);
  // A transition: press T, choose the border, press Enter, and do the same at the other end.
  await page.locator('[data-cell="tile:3"]').focus();
  await page.keyboard.press('t');
  await expect(dialog.getByRole('status')).toContainText('3,0 up.');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('status')).toContainText('3,0 up right.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('From 3,0 up');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(mapText(dialog)).toHaveValue(/3 0 0 <-> 4 0 0/);
  await page.keyboard.press('Delete');
  await expect(mapText(dialog)).not.toHaveValue(/<->/);
  await page.keyboard.press('Control+z');
  await expect(mapText(dialog)).toHaveValue(/3 0 0 <-> 4 0 0/);
  // Escape cancels the transition first, and would only then close the dialog.
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
});

// --- accessibility ----------------------------------------------------------------------------

for (const [device, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`on a ${device}, axe-core finds no serious violation in light and dark, and the figures of the rules are drawn`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await openRecord(page, record(MAP, [], people(3)));
    await expectNoSeriousViolationsInBothThemes(page, 'board');
    const at = await centreOf(page, await cellOf(page, '0,1'));
    await page.mouse.click(at.x, at.y);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page, 'choice');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rules' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Special tiles' })).toBeVisible();
    const drawn = await dialog.locator('figure canvas').evaluateAll((all) =>
      all.map((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        return new Set(ctx?.getImageData(0, 0, width, height).data).size;
      }),
    );
    expect(drawn.length).toBeGreaterThan(15);
    expect(Math.min(...drawn)).toBeGreaterThan(30);
    await expectNoSeriousViolationsInBothThemes(page, 'rules');
    await page.keyboard.press('Escape');
    await openSide(page);
    await page.getByRole('button', { name: 'New game' }).first().click();
    await expectNoSeriousViolationsInBothThemes(page, 'new game');
    await expandSections(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Map editor' }).click();
    await expect(page.getByRole('heading', { name: 'Valid map' })).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page, 'editor');
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** @param {Page} page @param {string} cell */
  async function tapCell(page, cell) {
    await page.locator('.map-view').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const at = await centreOf(page, cell);
    await page.touchscreen.tap(at.x, at.y);
  }

  test('a whole game is played by touch, and bombs and overrides need a second tap', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await openRecord(page, record(MAP, [], people(3)));
    for (const [ply, move] of GAME.entries()) {
      const target = await targetOf(page, move);
      const cell = `cell:${target.tile}`;
      if (target.kind === 'override') await page.getByRole('button', { name: /^Override/ }).tap();
      await tapCell(page, cell);
      if (target.kind !== 'stone') {
        await expect(statusLine(page)).toContainText('Tap it again to play');
        expect((await stateOf(page)).ply).toBe(ply);
        await tapCell(page, cell);
      }
      if (target.asks) {
        const answer = target.moves.findIndex((one) => one.move === move);
        await page.getByRole('dialog').getByRole('button').nth(answer).tap();
      }
      await played(page, ply + 1);
    }
    expect((await recordOf(page)).moves).toEqual(GAME);
  });

  test('two fingers zoom, and one finger pans a zoomed map', async ({ page }) => {
    await openRecord(page, record('ocean', [], people(8)));
    await page.locator('.map-view').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const whole = await tileSize(page);
    const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (
      await page.locator('.map-view').boundingBox()
    );
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const client = await page.context().newCDPSession(page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {[number, number][]} fingers */
    const touch = (type, fingers) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fingers.map(([x, y], id) => ({ x: middle.x + x, y: middle.y + y, id })),
      });
    await touch('touchStart', [[-20, 0]]);
    await touch('touchStart', [
      [-20, 0],
      [20, 0],
    ]);
    for (let i = 1; i <= 8; i++)
      await touch('touchMove', [
        [-20 - i * 10, 0],
        [20 + i * 10, 0],
      ]);
    await touch('touchEnd', []);
    await expect.poll(() => tileSize(page)).toBeGreaterThan(whole * 2.5);
    await page.clock.runFor(250);
    const before = await mapPosition(page);
    const scrolled = await page.evaluate(() => window.scrollY);
    await touch('touchStart', [[0, 0]]);
    for (let i = 1; i <= 8; i++) await touch('touchMove', [[-i * 8, -i * 10]]);
    await touch('touchEnd', []);
    await expect.poll(async () => before.x - (await mapPosition(page)).x).toBeGreaterThan(40);
    expect(before.y - (await mapPosition(page)).y).toBeGreaterThan(50);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    expect((await stateOf(page)).ply).toBe(0);
  });

  test('all touch targets are large enough, with eight seats and in the editor', async ({
    page,
  }) => {
    await openRecord(page, record('star', [], people(8)));
    expect(await smallTargets(page, 39.5)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await openSide(page);
    await page.getByRole('button', { name: 'New game' }).first().tap();
    await expandSections(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Map editor' }).tap();
    await expect(page.getByRole('heading', { name: 'Valid map' })).toBeVisible();
    expect(await smallTargets(page, 39.5)).toEqual([]);
    // A tap paints.
    await page.getByRole('button', { name: 'hole', exact: true }).tap();
    const at = await pointInEditor(page, 11 * 23 + 11);
    await page.touchscreen.tap(at.x, at.y);
    await expect(page.locator(`[data-cell="tile:${11 * 23 + 11}"]`)).toHaveAttribute(
      'aria-label',
      /hole/,
    );
    expect(
      await page.locator('.frame-body').evaluate((one) => one.scrollWidth - one.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
});
