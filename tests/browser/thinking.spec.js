/**
 * The Thinking panel: exact scores before bounds, lines from one to all, weights beside what they do, expected
 * lines that can be followed on the board, and a focus that stays while the game goes on.
 */
import {
  ask,
  expect,
  fastest,
  goToGame,
  openPage,
  openTab,
  recordOf,
  saveGame,
  stateOf,
  test,
  waitForTurn,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The games that are looked at, with a bot that bounds moves in each. */
const GAMES = [
  { name: 'Isolation', bot: 'ab-improved', plies: 4 },
  { name: 'Reversi XT', bot: 'alphabeta', plies: 6 },
];
const SIZES = [
  { name: 'on a desktop', use: { viewport: { width: 1024, height: 768 } }, phone: false },
  {
    name: 'on a phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    phone: true,
  },
];

/** @param {Page} page */
const panel = (page) => page.getByRole('tabpanel');
/** @param {Page} page */
const list = (page) => page.getByRole('listbox', { name: /Candidate/ });
/** @param {Page} page @returns {Promise<any>} */
const thought = (page) => ask(page, 'thought');

/** Presses a button as people do on this screen: a finger leaves no pointer behind that would hover over what scrolls under it. @param {Page} page @param {import('@playwright/test').Locator} button */
const press = async (page, button) =>
  (await page.evaluate(() => navigator.maxTouchPoints > 0)) ? button.tap() : button.click();

/** The move as the page names it: Reversi XT's with the letters of the board. @param {Page} page @param {string} move @returns {Promise<string>} */
const shownName = (page, move) =>
  page.evaluate((one) => /** @type {any} */ (window).__totora.moveName(one), move);

/** Waits for a thought that is finished. @param {Page} page */
async function thinks(page) {
  await expect(panel(page).locator('.thought')).toHaveAttribute('data-outdated', 'false');
  await expect.poll(async () => (await thought(page))?.done).toBe(true);
  return thought(page);
}

/** As a fresh game draws it first (`fixSeeds`). */
const SEED = 1_792_258_521_259_580;
/** What the game's own adviser plays from the beginning. @type {Record<string, string>} */
const OPENINGS = {
  uros: 'P.3 I.1 T.1 P@C4/90',
  isolation: 'd4 d3 e2 c5 c3 e4',
  fencemaster: '6,8 4,9',
  reversi: '3,2 2,4 5,5 4,2 2,2 5,2',
};

/** A kept game of two persons, some plies in. @param {Page} page @param {string} name @param {number} plies */
async function between(page, name, plies) {
  const game = name.split(' ')[0].toLowerCase();
  const moves = OPENINGS[game].split(' ').slice(0, plies);
  const seats = [{ human: true }, { human: true }];
  await saveGame(page, { totora: 1, game, options: {}, seed: SEED, seats, moves, result: null });
  await openPage(page, `./#${game}`);
  await expect.poll(async () => (await stateOf(page))?.ply).toBe(plies);
  expect((await stateOf(page)).game).toBe(game);
  await openTab(page, 'Thinking');
  await thinks(page);
}

/** @param {Page} page @param {string} bot */
async function show(page, bot) {
  // A pointer that rests on a row of the list looks at that row, whoever thinks.
  await page.mouse.move(0, 0);
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption(bot);
  return thinks(page);
}

/** What the list says, row by row. @param {Page} page */
const rows = (page) =>
  list(page)
    .getByRole('option')
    .evaluateAll((all) =>
      all.map((row) => ({
        told: row.querySelector('.value')?.textContent ?? '',
        kind: row.getAttribute('data-kind'),
        bars: row.querySelectorAll('.bar i:not(.zero)').length,
        tint: row.getAttribute('data-best') === 'true',
      })),
    );

for (const size of SIZES) {
  test.describe(size.name, () => {
    test.use(size.use);

    for (const game of GAMES) {
      test(`${game.name}: exact scores stand before bounds, and lines make more of them exact`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await between(page, game.name, game.plies);
        const lines = page.getByRole('combobox', { name: 'Lines' });
        await show(page, game.bot);
        await lines.selectOption('1');
        const one = await thinks(page);
        expect(one.bounds.filter((/** @type {boolean} */ bound) => !bound).length).toBeLessThan(
          one.moves.length,
        );
        // What is only known to be worse is folded under the last row.
        const known = one.bounds.indexOf(true);
        const more = page.getByRole('button', { name: `… ${one.moves.length - known} more` });
        expect(await rows(page)).toHaveLength(known);
        await press(page, more);
        await expect.poll(async () => (await rows(page)).length).toBe(one.moves.length);
        const few = await rows(page);
        const first = few.findIndex(({ kind }) => kind === 'bound');
        expect(first).toBeGreaterThan(0);
        for (const [i, row] of few.entries()) {
          expect(['bound', 'unknown'].includes(row.kind ?? ''), `row ${i}`).toBe(i >= first);
          if (row.kind === 'bound') expect(row).toMatchObject({ bars: 0, tint: false });
          expect(row.told === 'worse than the choice').toBe(row.kind === 'bound');
        }
        // All of them exact: nothing is a bound, and the choice is what it was.
        await lines.selectOption('all');
        const all = await thinks(page);
        expect(all.bounds).not.toContain(true);
        expect(all.choice).toBe(one.choice);
        expect(await list(page).locator('[data-kind=bound]').count()).toBe(0);
        // As many as are wanted, each with a line of its own.
        await lines.selectOption('3');
        const three = await thinks(page);
        const exact = three.bounds.indexOf(true);
        expect(exact < 0 ? three.moves.length : exact).toBeGreaterThanOrEqual(
          Math.min(3, three.moves.length),
        );
        for (let i = 0; i < Math.min(3, three.moves.length); i++)
          expect(three.pvs[i].length, three.moves[i]).toBeGreaterThan(0);
        // It is kept for the next visit.
        await page.reload();
        await expect(lines).toHaveValue('3');
      });

      test(`${game.name}: a weight is moved beside the list, which shows what that does`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await between(page, game.name, game.plies);
        const before = await show(page, game.name === 'Isolation' ? 'ab-custom' : 'balanced');
        const legend = panel(page).getByRole('table');
        // A weight that tells the moves apart here.
        const n = before.terms.length;
        const telling = before.terms.find(
          (/** @type {any} */ _, /** @type {number} */ t) =>
            new Set(
              before.moves.map((/** @type {any} */ _, /** @type {number} */ i) =>
                before.values[i * n + t].toFixed(3),
              ),
            ).size > 1,
        );
        const slider = legend.getByRole('slider', { name: telling.label });
        await slider.evaluate((input) => {
          const range = /** @type {HTMLInputElement} */ (input);
          range.value = range.min;
          range.dispatchEvent(new Event('input', { bubbles: true }));
        });
        const after = await thinks(page);
        expect(after.scores).not.toEqual(before.scores);
        // What was told before stands beside it, and whoever rose or fell says so.
        const names = await Promise.all(
          before.moves.map((/** @type {string} */ move) => shownName(page, move)),
        );
        const was = new Map(
          names.map((move, /** @type {number} */ i) => [
            move,
            // The list shows the chance to win where it is known, else the score.
            before.wins[i] === null ? before.scores[i] : Math.round(100 * before.wins[i]),
          ]),
        );
        const shown = await list(page)
          .getByRole('option')
          .evaluateAll((all) =>
            all.map((row) => ({
              move: row.querySelector('.move')?.textContent,
              was: row.querySelector('.was')?.textContent,
              rose: row.querySelector('.rose')?.textContent,
            })),
          );
        const told = shown.filter((row) => row.was);
        expect(told.length).toBeGreaterThan(0);
        for (const row of told) {
          const old = was.get(row.move ?? '');
          const number = Number(
            String(row.was).replace('≤ ', '').replace('%', '').replace('−', '-').replace(',', ''),
          );
          if (typeof old === 'number') expect(number).toBeCloseTo(old, 1);
        }
        const changed = after.choice !== before.choice;
        const [now, then] = [
          await shownName(page, after.choice),
          await shownName(page, before.choice),
        ];
        await expect(panel(page).getByRole('status')).toContainText(
          changed ? `Now chooses ${now}, not ${then}` : `The choice stays ${now}`,
        );
        expect(shown.some((row) => row.rose) || !changed).toBe(true);
        // One click takes it back.
        await panel(page).getByRole('button', { name: 'Back' }).click();
        const again = await thinks(page);
        expect(again.scores).toEqual(before.scores);
        expect(await list(page).locator('.rose').count()).toBe(0);
      });

      test(`${game.name}: the expected line is followed on the board, ply by ply`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await between(page, game.name, game.plies);
        const known = await show(page, game.bot);
        const pv = known.pvs[0];
        expect(pv.length).toBeGreaterThan(1);
        const line = panel(page).getByRole('group', {
          name: /^The best line after/,
        });
        await expect(line.getByRole('button')).toHaveCount(pv.length + 1);
        const ply = line.getByRole('button', { name: `Ply 2: ${await shownName(page, pv[0])}` });
        const board = page.locator('.board-canvas canvas').first();
        const calm = await board.screenshot();
        await ply.focus();
        await expect(line.locator('[data-in=true]')).toHaveCount(2);
        const two = await board.screenshot();
        expect(two.equals(calm), 'the line is on the board').toBe(false);
        await page.keyboard.press('ArrowRight');
        await expect(line.locator('[data-in=true]')).toHaveCount(3);
        expect((await board.screenshot()).equals(two), 'and one ply more of it').toBe(false);
        await panel(page).getByRole('combobox', { name: 'Analysis by' }).focus();
        await expect(line.locator('[data-in=true]')).toHaveCount(0);
        // Looking at a line plays nothing.
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
        if (!size.phone) {
          await ply.hover();
          await expect(line.locator('[data-in=true]')).toHaveCount(2);
        }
        // A click walks it, which is no part of the game; one click leads back.
        const { hash } = await stateOf(page);
        await press(page, ply);
        await expect.poll(async () => (await stateOf(page)).ply).toBe(game.plies + 2);
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
        await page.getByRole('button', { name: 'Back to the game' }).click();
        await expect.poll(async () => (await stateOf(page)).hash).toBe(hash);
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
      });

      test(`${game.name}: playing from the list or with Play keeps the focus, and the old list stays`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await openPage(page);
        await goToGame(page, game.name);
        await openTab(page, 'Thinking');
        await fastest(page);
        await waitForTurn(page);
        const { moves } = await thinks(page);
        // Those that are known to be no better are folded. A click would leave the pointer over a row.
        const more = page.getByRole('button', { name: /^… [\d,]+ more$/ });
        if (await more.isVisible()) await more.press('Enter');
        await list(page).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await recordOf(page)).moves[0]).toBe(moves[1]);
        await expect(list(page)).toBeFocused();
        await waitForTurn(page);
        const next = await thinks(page);
        await expect(list(page)).toBeFocused();
        const play = panel(page).getByRole('button', { name: /^Play / });
        await play.focus();
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await recordOf(page)).moves[2]).toBe(next.choice);
        await expect(play).toBeFocused();
        await waitForTurn(page);
        await thinks(page);
        await expect(play).toBeFocused();
      });
    }

    // A phone is scrolled.
    if (size.phone) return;
    test('nothing of the panel is below the fold', async ({ page }) => {
      for (const game of ['Uros', 'Isolation', 'FenceMaster', 'Reversi XT']) {
        await openPage(page);
        await goToGame(page, game);
        await thinks(page);
        const hidden = await panel(page).evaluate((one) => one.scrollHeight - one.clientHeight);
        expect(hidden, game).toBeLessThanOrEqual(0);
      }
    });
  });
}

test('a hint says who advises, is never drawn by lot, and is played with one click', async ({
  page,
}) => {
  await between(page, 'Uros', 0);
  await show(page, 'random');
  await expect(panel(page)).toContainText('Random has no heuristic');
  await expect(list(page).locator('[data-best=true]')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('All');
  await expect(page.getByText('Random scores nothing')).toBeVisible();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const message = page.getByText(/advises: /);
  await expect(message).toBeVisible();
  await expect(message).not.toContainText('Random');
  await page.getByRole('button', { name: 'Play this move' }).click();
  await expect.poll(async () => (await recordOf(page)).moves.length).toBe(1);
  await expect(message).toBeHidden();
});

test('the board says whose thoughts it shows, the bot of the panel or one of its own', async ({
  page,
}) => {
  await between(page, 'FenceMaster', 0);
  await show(page, 'edgewise');
  const overlays = page.getByRole('combobox', { name: 'Scores on the board' });
  await overlays.selectOption('All');
  await expect(page.getByText('by Edgewise', { exact: true })).toBeVisible();
  await overlays.selectOption('Utility');
  await expect(page.getByText('by Norton-Rizk', { exact: true })).toBeVisible();
  await overlays.selectOption('Off');
  await expect(page.getByText(/^by /)).toHaveCount(0);
});

test('a threat shows what the other player would do, and plays nothing', async ({ page }) => {
  await between(page, 'Isolation', 3);
  await page.keyboard.press('t');
  const message = page.getByText(/^Threat, if this turn were passed: /);
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: 'Threat' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('button', { name: 'Play this move' })).toHaveCount(0);
  expect((await recordOf(page)).moves).toHaveLength(3);
  await page.keyboard.press('t');
  await expect(message).toBeHidden();
  // With one knight still in hand nobody threatens anything; that is said.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Threat' }).click();
  await expect(page.getByText(/^There is no threat to show/)).toBeVisible();
});

test('pointing at the board neither scrolls nor moves the list', async ({ page }) => {
  await between(page, 'Uros', 4);
  await show(page, 'balanced');
  const place = () => list(page).evaluate((element) => element.scrollTop);
  await list(page).evaluate((element) => element.scrollTo(0, 140));
  const head = panel(page).locator('.detail-head h3');
  const said = new Set([await head.innerText()]);
  const box = await list(page).boundingBox();
  for (const cell of await page.locator('[data-cell]').all()) {
    const at = await cell.boundingBox();
    if (!at) continue;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    said.add(await head.innerText());
    expect(await place()).toBe(140);
    expect(await list(page).boundingBox()).toEqual(box);
  }
  expect(said.size, 'candidates were pointed at').toBeGreaterThan(3);
  await page.mouse.move(0, 0);
  expect(await place()).toBe(140);
  // Nor does pointing at its rows; a click asks what speaks against one.
  const why = panel(page).locator('.reasons');
  const told = await why.innerText();
  const rows = list(page).getByRole('option');
  for (const row of [2, 4]) {
    await rows.nth(row).hover();
    await expect(rows.nth(row)).toHaveAttribute('aria-selected', 'true');
    await page.waitForTimeout(200);
    expect(await why.innerText()).toBe(told);
    expect(await list(page).boundingBox()).toEqual(box);
  }
  await rows.nth(4).click();
  await expect(why).not.toHaveText(told);
});

test('the search tree is walked move by move', async ({ page }) => {
  await between(page, 'FenceMaster', 2);
  const { moves, visits } = await show(page, 'totora');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).locator('summary', { hasText: 'Search tree' }).click();
  const tree = panel(page).locator('.tree');
  const first = tree.locator('.branches').first().locator('> li > .branch');
  await expect(first).toHaveCount(7);
  const most = Math.max(...visits.map(Number));
  await expect(first.first()).toContainText(most.toLocaleString('en'));
  expect(moves).toContain(await first.first().locator('.move').innerText());
  await first.first().click();
  await expect(first.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(tree.locator('.branches .branches .branch').first()).toBeVisible();
  await tree
    .getByRole('button', { name: / more$/ })
    .last()
    .click();
  await expect.poll(() => first.count()).toBeGreaterThan(7);
  await first.first().click();
  await expect(tree.locator('.branches .branches')).toHaveCount(0);
});

test('the tree of a search by value says what it only bounded, and a click does it again', async ({
  page,
}) => {
  await between(page, 'Isolation', 4);
  const { moves, choice } = await show(page, 'ab-improved');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).locator('summary', { hasText: 'Search tree' }).click();
  const tree = panel(page).locator('.tree');
  const first = tree.locator('.branches').first().locator('> li > .branch');
  await expect(first).toHaveCount(Math.min(7, moves.length));
  await expect(first.first().locator('.move')).toHaveText(String(choice));
  await expect(first.first()).toContainText(/\d%.* depth \d/);
  // What the search only bounded has a word in place of a number.
  await expect(tree.getByText('worse', { exact: false }).first()).toBeVisible();
  await first.first().click();
  const replies = tree.locator('.branches .branches .branch');
  await expect(replies.first()).toBeVisible();
  expect(await replies.count()).toBeLessThanOrEqual(7);
});

test('two weights are set at once, to what a move needs', async ({ page }) => {
  await between(page, 'Uros', 4);
  const { choice } = await show(page, 'balanced');
  await panel(page).locator('summary', { hasText: 'Two weights at once' }).click();
  await expect(panel(page).locator('.flip-map rect')).toHaveCount(576);
  const name = await shownName(page, choice);
  const other = panel(page).locator('details details button').filter({ hasNotText: name }).first();
  // Of several that are equally good all are named, or how many there are, and chance decides.
  const [wanted, more] = (await other.innerText()).trim().split(' or ');
  await other.click();
  const best = async () => {
    const { moves, scores } = await thinks(page);
    const level = moves.filter(
      (/** @type {string} */ _, /** @type {number} */ i) => scores[i] === scores[0],
    );
    return Promise.all(level.map((/** @type {string} */ move) => shownName(page, move)));
  };
  await expect.poll(best).toContain(wanted);
  if (more?.endsWith('others')) expect(await best()).toHaveLength(1 + Number.parseInt(more, 10));
  else expect((await best()).length).toBe(more ? 2 : 1);
});

test('a bot that looks ahead thinks again with other weights, when it is asked to', async ({
  page,
}) => {
  await between(page, 'Isolation', 6);
  const { choice } = await show(page, 'ab-custom');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).getByRole('button', { name: 'What would change its mind?' }).click();
  const says = panel(page).getByText(/^(With “|No single weight)/);
  await expect(says).toBeVisible({ timeout: 60_000 });
  const weights = (await thought(page)).terms.filter((/** @type {any} */ one) => +one.weight !== 0);
  const strips = panel(page).locator('.flip-strip');
  await expect(strips).toHaveCount(weights.length);
  const name = await shownName(page, choice);
  for (const strip of await strips.all()) await expect(strip).toContainText(name);
  // What it says is so: a click on another move sets the weight, and that move is played.
  const other = strips.locator('button').filter({ hasNotText: name }).first();
  if ((await other.count()) === 0) return;
  const wanted = (await other.innerText()).trim();
  await other.click();
  await expect.poll(async () => shownName(page, (await thinks(page)).choice)).toBe(wanted);
});
