/**
 * The Thinking panel: exact scores before bounds, from one line to all, weights next to their
 * effect, best lines that can be followed on the board, and a focus that stays while the game goes
 * on.
 */

import { percentText } from '../../../www/ui/format.js';
import {
  ask,
  expect,
  fastest,
  goToGame,
  handle,
  openPage,
  openTab,
  recordOf,
  saveGame,
  stateOf,
  test,
  waitForTurn,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** The games in these tests, with a bot whose search only bounds some moves. */
const GAMES = [
  { name: 'Isolation', bot: 'ab-improved', plies: 4 },
  { name: 'Reversi XT', bot: 'alphabeta', plies: 6 },
];
/** The windows in these tests. */
const SIZES = [
  { name: 'on a desktop', width: 1024, height: 768, phone: false },
  { name: 'on a phone', width: 390, height: 844, phone: true },
];

/** @param {Page} page @param {(typeof SIZES)[number]} size */
function useSize(page, { width, height, phone }) {
  page.viewport = { width, height };
  page.touch = phone;
}

/** @param {Page} page */
const panel = (page) => page.getByRole('tabpanel');

/** @param {Page} page */
const list = (page) => page.getByRole('listbox', { name: /Candidate/ });

/** @param {Page} page @returns {Promise<any>} */
const thought = (page) => ask(page, 'thought');

/**
 * The name of a move on the page: Reversi XT uses the letters of the board.
 * @param {Page} page
 * @param {string} move
 * @returns {Promise<string>}
 */
const shownName = (page, move) =>
  page.evaluate((one) => /** @type {any} */ (window).__totora.moveName(one), move);

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
 * @param {(typeof SIZES)[number]} [size]
 */
async function openPosition(page, name, plies, size = SIZES[0]) {
  useSize(page, size);
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
  await page.getByRole('combobox', { name: 'Analysis by' }).selectOption(bot);
  return waitForThought(page);
}

/** The contents of the list, row by row. @param {Page} page */
const rows = (page) =>
  list(page)
    .getByRole('option')
    .evaluateAll((all) =>
      all.map((row) => ({
        shownScore: row.querySelector('.value')?.textContent ?? '',
        kind: row.getAttribute('data-kind'),
        bars: row.querySelectorAll('.bar i:not(.zero)').length,
        tint: row.getAttribute('data-best') === 'true',
      })),
    );

for (const size of SIZES) {
  test.describe(size.name, () => {
    for (const game of GAMES) {
      test(`${game.name}: exact scores come before bounds, and more lines give more exact scores`, async ({
        page,
      }) => {
        await openPosition(page, game.name, game.plies, size);
        const lines = page.getByRole('combobox', { name: 'Lines' });
        await analyseWith(page, game.bot);
        await lines.selectOption('1');
        const one = await waitForThought(page);
        expect(one.classes).toContain('bound');
        // Moves that are only known to be worse are collapsed below the last row.
        const exactCount = one.classes.indexOf('bound');
        const more = page.getByRole('button', { name: `… ${one.moves.length - exactCount} more` });
        expect(await rows(page)).toHaveLength(exactCount);
        await more.click();
        await expect.poll(async () => (await rows(page)).length).toBe(one.moves.length);
        const few = await rows(page);
        const first = few.findIndex(({ kind }) => kind === 'bound');
        expect(first).toBeGreaterThan(0);
        for (const [i, row] of few.entries()) {
          expect(['bound', 'unknown'].includes(row.kind ?? ''), `row ${i}`).toBe(i >= first);
          if (row.kind === 'bound') expect(row).toMatchObject({ bars: 0, tint: false });
          expect(row.shownScore === 'worse than the choice').toBe(row.kind === 'bound');
        }
        // With all lines every score is exact, and the choice stays the same.
        await lines.selectOption('all');
        const all = await waitForThought(page);
        expect(all.classes).not.toContain('bound');
        expect(all.choice).toBe(one.choice);
        expect(await list(page).locator('[data-kind=bound]').count()).toBe(0);
        // With three lines, three scores are exact, each with a line.
        await lines.selectOption('3');
        const three = await waitForThought(page);
        const exact = three.classes.indexOf('bound');
        expect(exact < 0 ? three.moves.length : exact).toBeGreaterThanOrEqual(
          Math.min(3, three.moves.length),
        );
        for (let i = 0; i < Math.min(3, three.moves.length); i++)
          expect(three.pvs[i].length, three.moves[i]).toBeGreaterThan(0);
        // A reload keeps the number of lines.
        await page.reload();
        await expect(lines).toHaveValue('3');
      });

      test(`${game.name}: a weight is changed next to the list, which shows the effect`, async ({
        page,
      }) => {
        await openPosition(page, game.name, game.plies, size);
        const before = await analyseWith(
          page,
          game.name === 'Isolation' ? 'ab-custom' : 'balanced',
        );
        const legend = panel(page).getByRole('table');
        // A weight of a term that differs between the moves.
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
        const after = await waitForThought(page);
        expect(after.scores).not.toEqual(before.scores);
        // The previous score is shown next to the new one, and moves that rose or fell are marked.
        const names = await Promise.all(
          before.moves.map((/** @type {string} */ move) => shownName(page, move)),
        );
        const was = new Map(
          names.map((move, /** @type {number} */ i) => [
            move,
            // The list shows the win chance where it is known, else the score.
            before.wins[i] === null
              ? before.scores[i]
              : Number.parseFloat(percentText(before.wins[i])),
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
        const changedRows = shown.filter((row) => row.was);
        expect(changedRows.length).toBeGreaterThan(0);
        for (const row of changedRows) {
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
          changed ? `Now chooses ${now}, not ${then}` : `Still chooses ${now}`,
        );
        expect(shown.some((row) => row.rose) || !changed).toBe(true);
        // One click restores the weight.
        await panel(page).getByRole('button', { name: 'Back' }).click();
        const again = await waitForThought(page);
        expect(again.scores).toEqual(before.scores);
        expect(await list(page).locator('.rose').count()).toBe(0);
      });

      test(`${game.name}: the best line is followed on the board, ply by ply`, async ({ page }) => {
        await openPosition(page, game.name, game.plies, size);
        const { pvs } = await analyseWith(page, game.bot);
        const pv = pvs[0];
        expect(pv.length).toBeGreaterThan(1);
        const line = panel(page).getByRole('group', {
          name: /^The best line after/,
        });
        await expect(line.getByRole('button')).toHaveCount(pv.length + 1);
        const ply = line.getByRole('button', { name: `Ply 2: ${await shownName(page, pv[0])}` });
        const board = () => page.canvas().summary();
        const withoutLine = board();
        await ply.focus();
        await expect(line.locator('[data-in=true]')).toHaveCount(2);
        await expect
          .poll(board, { message: 'the line is shown on the board' })
          .not.toBe(withoutLine);
        const two = board();
        expect(page.canvas().texts()).toContain('2');
        await page.keyboard.press('ArrowRight');
        await expect(line.locator('[data-in=true]')).toHaveCount(3);
        await expect.poll(board, { message: 'one more ply is shown' }).not.toBe(two);
        expect(page.canvas().texts()).toContain('3');
        await panel(page).getByRole('combobox', { name: 'Analysis by' }).focus();
        await expect(line.locator('[data-in=true]')).toHaveCount(0);
        // Looking at a line plays nothing.
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
        if (!size.phone) {
          await ply.hover();
          await expect(line.locator('[data-in=true]')).toHaveCount(2);
        }
        // A click walks along the line, which is not part of the game. One click leads back.
        const { hash } = await stateOf(page);
        await ply.click();
        await expect.poll(async () => (await stateOf(page)).ply).toBe(game.plies + 2);
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
        await page.getByRole('button', { name: 'Back to the game' }).click();
        await expect.poll(async () => (await stateOf(page)).hash).toBe(hash);
        expect((await recordOf(page)).moves).toHaveLength(game.plies);
      });

      test(`${game.name}: playing from the list or with Play keeps the focus, and the old list stays meanwhile`, async ({
        page,
      }) => {
        useSize(page, size);
        await openPage(page);
        await goToGame(page, game.name);
        await openTab(page, 'Engine');
        await fastest(page);
        await waitForTurn(page);
        const { moves } = await waitForThought(page);
        // Moves that are known to be no better are collapsed. Use a key, as a click would leave the
        // pointer over a row.
        const more = page.getByRole('button', { name: /^… [\d,]+ more$/ });
        if (await more.isVisible()) await more.press('Enter');
        await list(page).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await recordOf(page)).moves[0]).toBe(moves[1]);
        await expect(list(page)).toBeFocused();
        await waitForTurn(page);
        const next = await waitForThought(page);
        await expect(list(page)).toBeFocused();
        const play = panel(page).getByRole('button', { name: /^Play / });
        await play.focus();
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await recordOf(page)).moves[2]).toBe(next.choice);
        await expect(play).toBeFocused();
        await waitForTurn(page);
        await waitForThought(page);
        await expect(play).toBeFocused();
      });
    }
  });
}

test('a hint names its adviser, never comes from a random bot, and is played with one click', async ({
  page,
}) => {
  await openPosition(page, 'Uros', 0);
  await analyseWith(page, 'random');
  await expect(panel(page)).toContainText('Random has no heuristic');
  await expect(list(page).locator('[data-best=true]')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('All');
  await expect(page.getByText('Random gives no scores')).toBeVisible();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const message = page.getByText(/advises: /);
  await expect(message).toBeVisible();
  await expect(message).not.toContainText('Random');
  await page.getByRole('button', { name: 'Play this move' }).click();
  await expect.poll(async () => (await recordOf(page)).moves.length).toBe(1);
  await expect(message).toBeHidden();
});

test("the board names the bot whose scores it shows: that of the panel, or the overlay's own", async ({
  page,
}) => {
  await openPosition(page, 'FenceMaster', 0);
  await analyseWith(page, 'edgewise');
  const overlays = page.getByRole('combobox', { name: 'Scores on the board' });
  await overlays.selectOption('All');
  await expect(page.getByText('by Edgewise', { exact: true })).toBeVisible();
  await overlays.selectOption('Utility');
  await expect(page.getByText('by Norton-Rizk', { exact: true })).toBeVisible();
  await overlays.selectOption('Off');
  await expect(page.getByText(/^by /)).toHaveCount(0);
});

test('a threat shows what the opponent would do, and plays nothing', async ({ page }) => {
  await openPosition(page, 'Isolation', 3);
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
  // With one knight not placed yet there is no threat, and the page says so.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Threat' }).click();
  await expect(page.getByText(/^There is no threat to show/)).toBeVisible();
});

test('the search tree is explored move by move', async ({ page }) => {
  await openPosition(page, 'FenceMaster', 2);
  const { moves, visits } = await analyseWith(page, 'totora');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).locator('summary', { hasText: 'Search tree' }).click();
  const tree = panel(page).locator('.tree');
  const first = tree.locator('.branches').first().locator('> li > .branch');
  await expect(first).toHaveCount(7);
  const most = Math.max(...visits.map(Number));
  await expect(first.first()).toContainText(most.toLocaleString('en'));
  const names = moves.map((/** @type {string} */ move) => handle(page).moveName(move));
  expect(names).toContain(await first.first().locator('.move').innerText());
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

test('the tree of an alpha-beta search marks moves that are only bounded, and a click searches them again', async ({
  page,
}) => {
  await openPosition(page, 'Isolation', 4);
  const { moves, choice } = await analyseWith(page, 'ab-improved');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).locator('summary', { hasText: 'Search tree' }).click();
  const tree = panel(page).locator('.tree');
  const first = tree.locator('.branches').first().locator('> li > .branch');
  await expect(first).toHaveCount(Math.min(7, moves.length));
  await expect(first.first().locator('.move')).toHaveText(String(choice));
  await expect(first.first()).toContainText(/\d%.* depth \d/);
  // Moves that are only bounded have a word instead of a number.
  await expect(tree.getByText('worse', { exact: false }).first()).toBeVisible();
  await first.first().click();
  const replies = tree.locator('.branches .branches .branch');
  await expect(replies.first()).toBeVisible();
  expect(await replies.count()).toBeLessThanOrEqual(7);
});

test('two weights are set at once, to values that make a move the best', async ({ page }) => {
  await openPosition(page, 'Uros', 4);
  const { choice } = await analyseWith(page, 'balanced');
  await panel(page).locator('summary', { hasText: 'Two weights at once' }).click();
  await expect(panel(page).locator('.flip-map rect')).toHaveCount(576);
  const name = await shownName(page, choice);
  const other = panel(page).locator('details details button').filter({ hasNotText: name }).first();
  // Of several equally good moves all are named, or how many there are; chance decides between
  // them.
  const [wanted, more] = (await other.innerText()).trim().split(' or ');
  await other.click();
  const best = async () => {
    const { moves, scores } = await waitForThought(page);
    const best = moves.filter(
      (/** @type {string} */ _, /** @type {number} */ i) => scores[i] === scores[0],
    );
    return Promise.all(best.map((/** @type {string} */ move) => shownName(page, move)));
  };
  await expect.poll(best).toContain(wanted);
  if (more?.endsWith('others')) expect(await best()).toHaveLength(1 + Number.parseInt(more, 10));
  else expect((await best()).length).toBe(more ? 2 : 1);
});

test('a searching bot analyses again with other weights on request', async ({ page }) => {
  await openPosition(page, 'Isolation', 6);
  const { choice } = await analyseWith(page, 'ab-custom');
  await panel(page).locator('summary', { hasText: 'Details' }).click();
  await panel(page).getByRole('button', { name: 'What would change its mind?' }).click();
  const says = panel(page).getByText(/^(With “|No tested change)/);
  await expect(says).toBeVisible({ timeout: 60_000 });
  const weights = (await thought(page)).terms.filter((/** @type {any} */ one) => +one.weight !== 0);
  const strips = panel(page).locator('.flip-strip');
  await expect(strips).toHaveCount(weights.length);
  const name = await shownName(page, choice);
  for (const strip of await strips.all()) await expect(strip).toContainText(name);
  // A click on another move sets the weight, and then that move is chosen.
  const other = strips.locator('button').filter({ hasNotText: name }).first();
  if ((await other.count()) === 0) return;
  const wanted = (await other.innerText()).trim();
  await other.click();
  await expect.poll(async () => shownName(page, (await waitForThought(page)).choice)).toBe(wanted);
});
