import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.js';
import { expect, openPage, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} [address] */
async function openLab(page, address = './#lab/isolation') {
  await openPage(page, address);
  await expect(formula(page)).toBeVisible();
}

/** @param {Page} page */
const formula = (page, n = 0) => page.locator('.lab-term textarea').nth(n);
/** @param {Page} page */
const rows = (page) => page.locator('.lab-thoughts .candidate');
/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Waits until the analysis with this formula is done. @param {Page} page @param {string} text */
async function waitForAnalysis(page, text) {
  await expect(page.locator('.lab-thoughts .thought')).toHaveAttribute('data-outdated', 'false');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { advisor, thought } = /** @type {any} */ (window).__totora;
        return thought()?.done ? advisor()?.options.formula : '';
      }),
    )
    .toContain(text);
}

test('axe-core finds nothing in the Lab, in light and dark', async ({ page }) => {
  await openLab(page, './#lab/isolation/1');
  await waitForAnalysis(page, '"0"');
  await expectNoViolationsInBothThemes(page, 'the Lab');
  await formula(page).fill('own_move');
  await expect(page.locator('.lab-term .wrong')).toBeVisible();
  await expectNoViolationsInBothThemes(page, 'a wrong formula');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [game, width, height] of /** @type {const} */ ([
    ['isolation', 390, 844],
    ['isolation', 844, 390],
    ['outpost', 390, 844],
    ['outpost', 844, 390],
  ]))
    test(`formula, board and list are visible together while you type: ${game}, ${width}x${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openLab(page, `./#lab/${game}`);
      await expect(rows(page).first()).toBeHidden();
      await formula(page, 1).tap();
      const visible = [page.locator('.lab .board-host canvas').first(), rows(page).first()];
      for (const one of [...visible, formula(page, 1)])
        await expect(one).toBeInViewport({ ratio: 0.9 });
      // The board fills its strip.
      const other = await page.locator('.lab .board-host').evaluate((host) => {
        const { x, y, width, height } = host.getBoundingClientRect();
        const at = (/** @type {number} */ part) =>
          document.elementFromPoint(x + part * width, y + part * height);
        return [0.1, 0.5, 0.9].filter((part) => !at(part)?.closest('.board-canvas, .enlarge'));
      });
      expect(other).toEqual([]);
      await page.keyboard.type('2 * ');
      await expect(formula(page, 1)).toBeInViewport();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      // A tap hits its target, and then the whole screen is shown again.
      await button(page, '+ Add a term').tap();
      await expect(page.locator('.lab-term')).toHaveCount(3);
      await formula(page, 2).blur();
      await expect(page.locator('.lab-head')).toBeVisible();
    });

  test('board and editor are tabs, nothing scrolls horizontally, and touch targets are large enough', async ({
    page,
  }) => {
    await openLab(page, './#lab/isolation/1');
    await formula(page).fill('own_moves');
    // Games decide.
    await formula(page).blur();
    const lesson = page.getByRole('region', { name: 'Lesson' });
    await lesson.getByRole('button', { name: 'Play', exact: true }).tap();
    await expect(button(page, 'Next step')).toBeEnabled({ timeout: 60_000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const small = await page
      .locator('.lab-editor button:visible, .lab-tabs button:visible, .lab-editor summary:visible')
      .evaluateAll((all) =>
        all
          .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent }))
          .filter(({ box }) => box.height < 44)
          .map(({ text }) => text),
      );
    expect(small).toEqual([]);
    // The tabs return when the field loses the focus.
    await formula(page).blur();
    await button(page, 'Candidates').click();
    await expect(rows(page).first()).toBeVisible();
    await expect(formula(page)).toBeHidden();
    await expectNoViolations(page);
  });
});

test('the editor of a lesson appears once the lesson is loaded', async ({ page }) => {
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  let held = 0;
  await page.route('**/assets/isolation-*.js', async (route) => {
    const response = await route.fetch();
    // The lesson, among the files of the game.
    if ((await response.text()).includes('"steps"')) {
      held++;
      await released;
    }
    await route.fulfill({ response });
  });
  await openPage(page, './#lab/isolation/1');
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => held).toBe(1);
  await expect(formula(page)).toBeHidden();
  await expect(page.locator('.lab-editor')).toContainText('Loading');
  release();
  await formula(page).fill('own_moves');
  await waitForAnalysis(page, '"own_moves"');
  await expect(page.getByRole('region', { name: 'Lesson' })).toContainText('step 1 of 6');
  await expect(formula(page)).toHaveValue('own_moves');
});

test('Escape and a click outside close the menus of the Lab', async ({ page }) => {
  await openLab(page, './#lab/isolation');
  const menu = page.locator('.lab-menu > .menu-body');
  const opener = page.locator('.lab-menu > summary');
  await opener.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  // Also when the focus is in the menu.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu).toBeVisible();
  await page.locator('.lab-steps').click({ position: { x: 2, y: 2 } });
  await expect(menu).toBeHidden();
});

test('a score of more than a billion does not move the evaluation bar', async ({ page }) => {
  // A game without a solver: what it proves would take the place of the score.
  await openLab(page, './#lab/reversi');
  await expect(page.locator('.eval-bar')).toBeVisible();
  const places = () =>
    page.evaluate(() =>
      ['.eval', '.eval-bar', '.board-host'].map((selector) => {
        const { left, right } =
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return [left, right];
      }),
    );
  const before = await places();
  await formula(page).fill('100000000 * own_mobility + 1123456789');
  const figure = page.locator('.eval > b');
  await expect(figure).toHaveText(/^[+−][\d.]+B$/);
  expect(await places()).toEqual(before);
  const { left, right } = await figure.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const [[, end], , [board]] = before;
  expect(right).toBeLessThanOrEqual(Math.max(end, board));
  expect(left).toBeGreaterThanOrEqual(0);
});
