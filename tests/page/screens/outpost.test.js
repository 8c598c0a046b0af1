import {
  ask,
  expandSections,
  expect,
  openPage,
  openSide,
  stateOf,
  test,
} from '../simulated/index.js';

/** Opens the page with a new game of Outpost. @param {Page} page */
async function openOutpost(page) {
  await openPage(page, './#outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
}

/** @param {Page} page @returns {Promise<import('../../../www/pkg/totora.js').OutpostView>} */
const viewOf = (page) => ask(page, 'view');

/** The layout, with its water as a plain array. @param {Page} page @returns {Promise<any>} */
const _layoutOf = (page) =>
  page.evaluate(() => {
    const layout = /** @type {any} */ (window).__totora.layout();
    return { ...layout, water: [...layout.water] };
  });

const board = (/** @type {Page} */ page) => page.getByTestId('outpost-board');

/**
 * The position of a cell on the screen while the whole board is visible.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
async function positionOf(page, x, y) {
  const box = await board(page).boundingBox();
  if (!box) throw new Error('no board on the page');
  const cell = box.width / 104;
  return { x: box.x + (x + 2.5) * cell, y: box.y + (y + 2.5) * cell };
}

/** @param {Page} page @param {number} x @param {number} y */
async function _click(page, x, y) {
  const to = await positionOf(page, x, y);
  await page.mouse.click(to.x, to.y);
}

/** @param {Page} page @param {string} label */
const _speed = (page, label) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption({ label });

/**
 * Starts a game between these bots.
 * @param {Page} page
 * @param {string[]} bots
 * @param {Record<string, string>} [more]
 */
async function _startGame(page, bots, more = {}) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  const names = ['North-West', 'North-East', 'South-East', 'South-West'];
  for (const [i, name] of names.entries()) {
    await dialog.getByRole('combobox', { name, exact: true }).selectOption(bots[i]);
  }
  for (const [name, value] of Object.entries(more)) {
    const field = dialog.getByRole('spinbutton', { name });
    await field.fill(value);
    await field.blur();
  }
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}

/** Plays turns one by one with the button. @param {Page} page @param {number} turns */
async function _playTurns(page, turns) {
  for (let i = 0; i < turns; i++) {
    const { ply } = await stateOf(page);
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply + 1);
  }
}

/** The land cell nearest to a cell. @param {any} layout @param {number} x @param {number} y */
function _landNear(layout, x, y) {
  for (let d = 0; d < 20; d++) {
    for (let dx = -d; dx <= d; dx++) {
      const dy = d - Math.abs(dx);
      for (const [cx, cy] of [
        [x + dx, y + dy],
        [x + dx, y - dy],
      ]) {
        if (cx >= 0 && cy >= 0 && cx < 100 && cy < 100 && layout.water[cx * 100 + cy] === 0)
          return [cx, cy];
      }
    }
  }
  throw new Error('no land');
}

/** @param {any} layout @param {number} x @param {number} y */
function _waterNear(layout, x, y) {
  for (let cx = x; cx < 50; cx++) {
    for (let cy = y; cy < 50; cy++) if (layout.water[cx * 100 + cy] === 1) return [cx, cy];
  }
  throw new Error('no water');
}

test('an unguarded home is marked, and guarded with one click', async ({ page }) => {
  await openOutpost(page);
  const near = 'go 0 0,12 | go 0 18,0 | . | .';
  const record = {
    totora: 1,
    game: 'outpost',
    options: { r: 7, T: 200 },
    seed: 1,
    seats: Array.from({ length: 4 }, () => ({ human: true })),
    moves: [near, ...Array.from({ length: 95 }, () => '. | . | . | .')],
    result: null,
  };
  await openText(page, JSON.stringify(record));
  await expect.poll(async () => (await stateOf(page)).ply).toBe(96);
  const open = (await viewOf(page)).empires[0].open_home;
  expect(open?.words).toContain('Home is unguarded');
  await expect(page.locator('.open-home')).toContainText(open?.words ?? '?');
  const badge = page.getByRole('button', { name: /^North-West: .*Home is unguarded/ });
  await expect(badge.locator('em.open')).toBeVisible();
  await expect(page.getByRole('button', { name: /^North-East: .*unguarded/ })).toHaveCount(0);
  await page.getByRole('button', { name: `Send outpost ${open?.nearest} home` }).click();
  await expect(page.locator('.given')).toContainText(`Outpost ${open?.nearest}: guard`);
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.locator('em.open')).toHaveCount(0);
});

/** Opens a text with the Share dialog. @param {Page} page @param {string} text */
async function openText(page, text) {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

/**
 * 4,444 turns of four bots, whose moves the link leaves out. When one of these bots plays
 * differently, make it again with
 *
 * `totora play outpost --seats wolfpack,phalanx,mason,shepherd --seed 1 --option T=4444 --option
 * L=40 --option W=10 --option r=7 --record FILE`, and `totora link FILE`.
 */
const _LONG_LINK =
  '#1outpost.AVAAr_8BBAFMAVABVAG4RQFXARQBcgEOBAEId29sZnBhY2sAAAEHcGhhbGFueAAAAQVtYXNvbgAAAQhzaGVwaGVyZAAA3CIPANwiAAATBwbj1UDfVw';
