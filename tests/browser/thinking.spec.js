/**
 * The Thinking panel: exact scores before bounds, from one line to all, weights next to their
 * effect, best lines that can be followed on the board, and a focus that stays while the game goes
 * on.
 */
import { ask, expect, goToGame, openPage, openTab, saveGame, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const panel = (page) => page.getByRole('tabpanel');
/** @param {Page} page */
const list = (page) => page.getByRole('listbox', { name: /Candidate/ });
/** @param {Page} page @returns {Promise<any>} */
const thought = (page) => ask(page, 'thought');

/** Waits for a finished analysis and returns it. @param {Page} page */
async function waitForThought(page) {
  await expect(panel(page).locator('.thought')).toHaveAttribute('data-outdated', 'false');
  await expect.poll(async () => (await thought(page))?.done).toBe(true);
  return thought(page);
}

/** The first seed of a new game (`fixSeeds`). */
const SEED = 1_792_258_521_259_580;
/** The first moves of the game's own adviser. @type {Record<string, string>} */
const OPENINGS = {
  uros: 'P.3 I.1 T.1 P@C4/90',
  isolation: 'd4 d3 e2 c5 c3 e4',
  fencemaster: '6,8 4,9',
  reversi: '3,2 2,4 5,5 4,2 2,2 5,2',
};

/**
 * Opens a saved game of two humans, some plies in.
 * @param {Page} page
 * @param {string} name
 * @param {number} plies
 */
async function openPosition(page, name, plies) {
  const game = name.split(' ')[0].toLowerCase();
  const moves = OPENINGS[game].split(' ').slice(0, plies);
  const seats = [{ human: true }, { human: true }];
  await saveGame(page, { totora: 1, game, options: {}, seed: SEED, seats, moves, result: null });
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.ply).toBe(plies);
  expect((await stateOf(page)).game).toBe(game);
  await openTab(page, 'Engine');
  await waitForThought(page);
}

/** @param {Page} page @param {string} bot */
async function analyseWith(page, bot) {
  // A pointer that rests on a row of the list would select it.
  await page.mouse.move(0, 0);
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption(bot);
  return waitForThought(page);
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the panels Why and Engine fit without scrolling', async ({ page }) => {
    for (const game of ['Uros', 'Isolation', 'FenceMaster', 'Reversi XT']) {
      await openPage(page);
      await goToGame(page, game);
      await waitForThought(page);
      for (const tab of ['Why', 'Engine']) {
        await openTab(page, tab);
        await waitForThought(page);
        const hidden = await panel(page).evaluate((one) => one.scrollHeight - one.clientHeight);
        expect(hidden, `${game}, ${tab}`).toBeLessThanOrEqual(0);
      }
    }
  });
});

test('pointing at the board neither scrolls nor moves the list', async ({ page }) => {
  await openPosition(page, 'Uros', 4);
  await analyseWith(page, 'balanced');
  const place = () => list(page).evaluate((element) => element.scrollTop);
  await list(page).evaluate((element) => element.scrollTo(0, 140));
  const head = panel(page).locator('.detail-head h3');
  const headings = new Set([await head.innerText()]);
  const box = await list(page).boundingBox();
  for (const cell of await page.locator('[data-cell]').all()) {
    const at = await cell.boundingBox();
    if (!at) continue;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    headings.add(await head.innerText());
    expect(await place()).toBe(140);
    expect(await list(page).boundingBox()).toEqual(box);
  }
  expect(headings.size, 'candidates were pointed at').toBeGreaterThan(3);
  await page.mouse.move(0, 0);
  expect(await place()).toBe(140);
  // Pointing at rows of the list does not change what is compared; a click compares that move.
  const why = panel(page).locator('.reasons');
  await openTab(page, 'Why');
  const reason = await why.innerText();
  await openTab(page, 'Engine');
  const rows = list(page).getByRole('option');
  for (const row of [2, 4]) {
    await rows.nth(row).hover();
    await expect(rows.nth(row)).toHaveAttribute('aria-selected', 'true');
    await page.waitForTimeout(200);
    expect(await list(page).boundingBox()).toEqual(box);
    await openTab(page, 'Why');
    await expect(why).toHaveText(reason, { useInnerText: true });
    await openTab(page, 'Engine');
  }
  await rows.nth(4).click();
  await openTab(page, 'Why');
  await expect(why).not.toHaveText(reason);
});

for (const [name, viewport] of /** @type {const} */ ([
  ['upright', { width: 390, height: 844 }],
  ['on its side', { width: 844, height: 390 }],
])) {
  test.describe(`on a phone, ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("the sentence and the steps of a search's film stay in sight", async ({ page }) => {
      await openPosition(page, 'Isolation', 4);
      await page.getByRole('button', { name: 'Step through' }).click();
      const sentence = page.locator('.film-sentence');
      await expect(sentence).not.toHaveText('');
      for (const below of [
        '.film-bars',
        '.film-tree',
        '.film-compare',
        '.film > :last-child > :last-child',
      ]) {
        await page.locator(below).evaluate((one) => one.scrollIntoView({ block: 'end' }));
        await expect(sentence, below).toBeInViewport({ ratio: 1 });
        const before = await sentence.textContent();
        await page.getByRole('button', { name: 'Step in' }).click();
        await expect(sentence).not.toHaveText(before ?? '');
        await expect(sentence, below).toBeInViewport({ ratio: 1 });
      }
    });
  });
}
