/**
 * The three views of a game. Play: few controls and few words around a large board. Watch, for
 * games between bots: their scores on the board, the transport controls and one sentence. Analyse:
 * all panels, opened with a button or a key, and remembered.
 */
import figures from '../../../docs/reference/figures.json' with { type: 'json' };

import { chooseFromMenu, expect, settled, stateOf, test } from '../simulated/index.js';

/** The file of the graph below the board. */
const _GRAPH = /\/graph-/;

const _GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** Opens a game as a first-time visitor. @param {Page} page @param {string} game */
async function openFirstGame(page, game) {
  await page.goto(`./#${game}`);
  await page.waitForFunction(
    (id) => /** @type {any} */ (window).__totora?.state()?.game === id,
    game,
  );
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
  await settled(page);
}

/**
 * The visible controls, and the visible words that contain a letter. Options of a closed select are
 * not visible.
 * @param {Page} page
 * @returns {Promise<{ controls: string[], words: string[] }>}
 */
const _visibleContent = (page) =>
  page.evaluate(() => {
    /** @param {Element} one */
    const isVisible = (one) => {
      const { width, bottom, top } = one.getBoundingClientRect();
      const shown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return (
        shown &&
        width > 1 &&
        bottom > 0 &&
        top < innerHeight &&
        !one.closest('.hidden, .skip:not(:focus)')
      );
    };
    const controls = [...document.querySelectorAll('button, a, input, select, textarea, summary')]
      .filter(isVisible)
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
    /** @type {string[]} */
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const of = node.parentElement;
      if (of && !of.closest('script, style, noscript, select') && isVisible(of))
        words.push(...(node.textContent ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    }
    return { controls, words };
  });

/** @param {Page} page */
const analysis = (page) => page.getByRole('tab', { name: 'Thinking' });

/**
 * The visible texts that are too small on a phone, the buttons whose text is clipped, and all
 * primary buttons.
 * @param {Page} page
 */
const _textAndButtons = (page) =>
  page.evaluate(() => {
    const phone = Math.min(innerWidth, innerHeight) < 500;
    /** @param {Element} one */
    const isVisible = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.hidden, .skip, .word');
    /** @type {string[]} */
    const small = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); phone && node; node = texts.nextNode()) {
      const of = node.parentElement;
      const size = of && isVisible(of) ? Number.parseFloat(getComputedStyle(of).fontSize) : 13;
      // Signs are not words: those of the transport, and badges.
      if (size < 13 && /\p{L}/u.test(node.textContent ?? '')) small.push(node.textContent ?? '');
    }
    const buttons = [...document.querySelectorAll('button, .button, summary')].filter(isVisible);
    const cut = buttons.filter((one) => one.scrollWidth > one.clientWidth + 2);
    const primary = buttons.filter((one) => one.matches('.primary'));
    const name = (/** @type {Element} */ one) => one.textContent;
    return { small, cut: cut.map(name), primary: primary.map(name) };
  });

test('on a phone the analysis opens with the Thinking tab', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFirstGame(page, 'isolation');
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await expect(analysis(page)).toHaveAttribute('aria-selected', 'true');
});

test('closing the analysis leaves a line that was walked', async ({ page }) => {
  await openFirstGame(page, 'isolation');
  await page.keyboard.press('p');
  await expect(analysis(page)).toBeVisible();
  await page.waitForFunction(() => /** @type {any} */ (window).__totora.thought()?.done);
  const { hash } = await stateOf(page);
  await page.evaluate(() => {
    const { walk, thought } = /** @type {any} */ (window).__totora;
    walk({ from: 0, moves: [thought().choice], who: 'a bot', at: 1 });
  });
  await expect.poll(async () => (await stateOf(page)).hash).not.toBe(hash);
  await page.keyboard.press('p');
  await expect.poll(async () => (await stateOf(page)).hash).toBe(hash);
});

test('the menu offers the actions of the closed panels', async ({ page }) => {
  await openFirstGame(page, 'reversi');
  await page.getByText('Menu', { exact: true }).click();
  for (const name of ['New game', 'Redo', 'Resign', 'Watch bots', 'Set up', 'Rules', 'Share'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('there are five opponents; the second is the default of a first game, and a click chooses another', async ({
  page,
}) => {
  await openFirstGame(page, 'reversi');
  const levels = page.getByRole('group', { name: 'Opponent' }).getByRole('button');
  await chooseFromMenu(page, 'New game');
  await expect(levels).toHaveCount(5);
  await expect(levels.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.getByText('All bots', { exact: true }).click();
  const bots = page.getByRole('combobox', { name: 'Player 2', exact: true }).locator('option');
  const { bots: measured } = figures.reversi;
  await expect(bots.filter({ hasText: '(' })).toHaveCount(measured.length);
  // In order of their measured strength, the strongest first, and then those that were not
  // measured.
  const ids = await bots.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(ids.slice(1, 1 + measured.length)).toEqual(measured.map(({ bot }) => bot));
  await expect(bots.nth(1)).toHaveText(/^Totora \(\+\d{1,3}(,\d{3})?\)$/);
  await expect(page.getByRole('textbox', { name: 'Seed' })).toBeHidden();
  await levels.nth(3).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await stateOf(page)).seats[1].config.bot).toBe('level-4');
});
