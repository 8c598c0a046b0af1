/**
 * The Lab as a user operates it: a heuristic is written, analysed, entered in the Arena, shared,
 * and opened in another browser; lessons are taken; on a desktop and on a phone, with axe-core.
 */

import { expect, openPage, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

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

/** The scores of the visible candidates, by move. @param {Page} page */
const scores = async (page) =>
  Object.fromEntries(
    await rows(page).evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('.move')?.textContent,
        row.querySelector('.value')?.textContent,
      ]),
    ),
  );

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

/**
 * Plays this many plies of the human with the button *Play*, and waits for the bot's answers.
 * @param {Page} page
 * @param {number} plies
 */
async function playPlies(page, plies) {
  for (let n = 0; n < plies; n++) {
    const before = await page.evaluate(() => /** @type {any} */ (window).__totora.state().ply);
    const play = page.locator('.lab-thoughts .play');
    await expect(play).toHaveAttribute('aria-disabled', 'false');
    await play.click();
    await expect
      .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.state().ply))
      .toBeGreaterThan(before);
    await page.waitForFunction(() => {
      const now = /** @type {any} */ (window).__totora.state();
      return now.to_act.some((/** @type {number} */ i) => now.seats[i].config.human);
    });
  }
}

test('a heuristic is written in the first lesson, analysed, played in the Arena, shared, and opened in another browser', async ({
  page,
  browser,
}) => {
  await openLab(page, './#lab/isolation/1');
  const lesson = page.getByRole('region', { name: 'Lesson' });
  await expect(lesson).toContainText('step 1 of 6');
  await expect(button(page, 'Next step')).toBeDisabled();
  await waitForAnalysis(page, '"0"');
  await playPlies(page, 2);
  const before = await scores(page);
  await formula(page).fill('own_moves');
  await waitForAnalysis(page, '"own_moves"');
  await expect.poll(() => scores(page)).not.toEqual(before);
  // Games decide, and the step says what its solution brought.
  await expect(lesson).not.toContainText('the shown solution took');
  await lesson.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(button(page, 'Next step')).toBeEnabled({ timeout: 30_000 });
  await expect(lesson).toContainText(
    /In 320 games the shown solution took 89% of the points: a knight/,
  );
  await button(page, 'Next step').click();
  await expect(lesson).toContainText('step 2 of 6');
  await expect(page).toHaveURL(/#lab\/isolation\/2$/);
  await expect(button(page, 'Next step')).toBeDisabled();
  const open = await scores(page);
  await lesson.getByText('Show a solution').click();
  await lesson.getByRole('button', { name: 'Use it' }).click();
  await expect(formula(page)).toHaveValue('own_moves - opponent_moves');
  await waitForAnalysis(page, 'own_moves - opponent_moves');
  await expect.poll(() => scores(page)).not.toEqual(open);
  // Moves that rose or fell are marked.
  await expect(page.locator('.lab-thoughts .candidate .change').first()).toBeAttached();
  // A wrong prediction stays, beside what the games say.
  await lesson.getByRole('radio', { name: 'weaker' }).click();
  await lesson.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(lesson).toContainText(/(You predicted: weaker|Your prediction may be right)/, {
    timeout: 60_000,
  });
  await expect(button(page, 'Next step')).toBeEnabled();
  await expect(lesson.getByRole('radio', { name: 'weaker' })).toBeChecked();

  // Share it, and open it in another browser.
  await page.locator('.lab-about summary').click();
  await page.getByLabel('By', { exact: true }).fill('Ada');
  await page.getByLabel('By', { exact: true }).press('Tab');
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const notice = other.getByRole('status', { name: 'A heuristic that came with this game' });
  await expect(notice).toContainText('by Ada');
  await expect(notice).toContainText('own_moves - opponent_moves');
  await notice.getByRole('button', { name: 'Open in the Lab' }).click();
  await expect(formula(other)).toHaveValue('own_moves - opponent_moves');
  await other.goBack();
  await other
    .getByRole('status', { name: 'A heuristic that came with this game' })
    .getByRole('button', { name: 'Let it play' })
    .click();
  await expect(
    other.getByRole('status', { name: 'A heuristic that came with this game' }),
  ).toBeHidden();
  await other.context().close();

  // It is entered in the Arena, and plays.
  await page.locator('.lab-head').getByRole('button', { name: 'Arena', exact: true }).click();
  await expect(page.locator('.entrants')).toContainText('My lesson by Ada');
  const games = page.getByRole('spinbutton', { name: 'per pairing' });
  await games.fill('2');
  await games.press('Enter');
  await button(page, 'Start').click();
  await expect(page.locator('.progress-words')).toContainText('all played', { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('My lesson by Ada');
});

test('a link from the Lab keeps the position that is shown', async ({ page, browser }) => {
  await openLab(page, './#lab/uros/1');
  // The lesson starts in the middle of a game.
  const ply = () => page.evaluate(() => /** @type {any} */ (window).__totora.state()?.ply ?? 0);
  await expect.poll(ply).toBe(12);
  await formula(page).fill('own_village');
  await waitForAnalysis(page, '"own_village"');
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(
    other.getByRole('status', { name: 'A heuristic that came with this game' }),
  ).toContainText('own_village');
  await other.waitForFunction(() => /** @type {any} */ (window).__totora?.state());
  const there = await other.evaluate(() => {
    const { ply: shown, to_act, seats } = /** @type {any} */ (window).__totora.state();
    return { shown, human: seats.map((/** @type {any} */ one) => !!one.config.human), to_act };
  });
  expect(there.shown).toBe(12);
  expect(there.human[there.to_act[0]]).toBe(true);
  expect(there.human.filter(Boolean)).toHaveLength(1);
  await other.context().close();
});

test('an error is underlined and described, the nearest name is one click away, and the text is kept', async ({
  page,
}) => {
  await openLab(page);
  await formula(page).fill('own_move - 1');
  const wrong = page.locator('.lab-term .wrong');
  await expect(wrong).toContainText('Column 1');
  await expect(page.locator('.underline mark')).toHaveText('own_move');
  await expect(formula(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, 'Play against it')).toBeDisabled();
  await wrong.getByRole('button', { name: 'own_moves' }).click();
  await expect(formula(page)).toHaveValue('own_moves - 1');
  await expect(button(page, 'Play against it')).toBeEnabled();
  for (const bad of ['1 +', '(((((', '1/0 )', 'min(1)', '🙂', '['.repeat(300)]) {
    await formula(page).fill(bad);
    await expect(wrong).toBeVisible();
    await expect(formula(page)).toHaveValue(bad);
  }
  await page.reload();
  await expect(formula(page)).toHaveValue('['.repeat(300));
  await formula(page).fill('1 / 0');
  await expect(wrong).toBeHidden();
});

test('names are completed, features are inserted at the caret, and a change can be undone', async ({
  page,
}) => {
  await openLab(page);
  // Delay animation frames, because on a slow machine keys are pressed before the next frame.
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (act) => frame(() => setTimeout(act, 300, performance.now()));
  });
  await formula(page).fill('');
  await formula(page).pressSequentially('own_m');
  await expect(page.getByRole('listbox', { name: 'Names' })).toContainText('own_moves');
  await page.keyboard.press('Tab');
  await expect(formula(page)).toHaveValue('own_moves');
  await formula(page).pressSequentially(' - ma');
  await page.getByRole('option', { name: /^max/ }).click();
  await formula(page).pressSequentially('0, ');
  await page.locator('button.feature', { hasText: 'opponent_moves' }).click();
  await formula(page).pressSequentially(')');
  await expect(formula(page)).toHaveValue('own_moves - max(0, opponent_moves)');
  await button(page, '+ Add a term').click();
  await expect(page.locator('.lab-term')).toHaveCount(3);
  await button(page, 'Undo the change').click();
  await expect(page.locator('.lab-term')).toHaveCount(2);
  await button(page, 'Redo the change').click();
  await expect(page.locator('.lab-term')).toHaveCount(3);
});

test('a built-in bot is opened, saved, exported as a file, and the file opened again', async ({
  page,
}) => {
  await openLab(page);
  await page.locator('.lab-menu summary').click();
  await button(page, 'AB Custom').click();
  await expect(page.locator('.lab-term')).toHaveCount(4);
  await formula(page).fill('own_moves + 1');
  await button(page, 'Save').click();
  await expect(page.locator('.toasts')).toContainText('is saved in this browser');
  await button(page, 'Share').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file').click(),
  ]);
  const text = await download.text();
  expect(JSON.parse(text).options.formula.terms[0].formula).toBe('own_moves + 1');
  await page.getByRole('textbox', { name: 'A heuristic' }).fill('own_reach');
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('.lab-term')).toHaveCount(1);
  await button(page, 'Share').click();
  await page.locator('input[type=file]').setInputFile({ name: download.suggestedFilename(), text });
  await expect(page.locator('.lab-term')).toHaveCount(4);
  await expect(formula(page)).toHaveValue('own_moves + 1');
  await page.locator('.lab-menu summary').click();
  await expect(page.locator('.shelved')).not.toHaveCount(0);
});

test('a single term is shown on the board, and the heuristic can be played against', async ({
  page,
}) => {
  await openLab(page);
  await waitForAnalysis(page, 'own_moves');
  const paint = page.locator('.lab-term .paint').first();
  await paint.click();
  await expect(paint).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => /** @type {any} */ (window).__totora.painted())).toBe(0);
  await button(page, 'Play against it').click();
  await expect(page).toHaveURL(/#isolation$/);
  const seats = await page.evaluate(() => /** @type {any} */ (window).__totora.state().seats);
  expect(seats[1].config.bot).toBe('lab');
  expect(await page.evaluate(() => /** @type {any} */ (window).__totora.painted())).toBeNull();
});

test('in Outpost the analysis continues turn after turn, with candidates for every task', async ({
  page,
}) => {
  await openLab(page, './#lab/outpost');
  const ply = () => page.evaluate(() => /** @type {any} */ (window).__totora.state().ply);
  await expect.poll(ply).toBe(20);
  await waitForAnalysis(page, 'land');
  const options = page.locator('.task-options tbody tr');
  const feature = (/** @type {string} */ key) =>
    page.locator('.lab-features button', { has: page.getByText(key, { exact: true }) });
  await expect.poll(() => options.count()).toBeGreaterThan(1);
  for (const key of ['land', 'way', 'saved']) await expect(feature(key)).not.toContainText('?');
  for (let turn = 1; turn <= 3; turn++) {
    await button(page, 'Play these orders').click();
    await expect.poll(ply).toBe(20 + turn);
    await waitForAnalysis(page, 'land');
    await expect(rows(page)).not.toHaveCount(0);
    await expect(feature('land')).not.toContainText('?');
  }
  // The scores depend on the formula.
  const score = rows(page).first().locator('.value');
  const before = await score.textContent();
  await formula(page).fill('100 + land');
  await waitForAnalysis(page, '100 + land');
  await expect(score).not.toHaveText(before ?? '');
  await button(page, 'Undo').first().click();
  await expect.poll(ply).toBe(22);
});

test('a division by zero is reported next to its term', async ({ page }) => {
  await openLab(page, './#lab/isolation');
  await formula(page).fill('own_moves / (opponent_moves - opponent_moves)');
  const term = page.locator('.lab-term').first();
  await expect(term).toContainText(/divided by 0/);
});

test('each term shows its worth, and the whole heuristic its result against a bot', async ({
  page,
}) => {
  await openLab(page, './#lab/uros');
  await formula(page, 0).fill('own_village');
  // More room for the opponent can only harm, and the weight is -1.
  await formula(page, 1).fill('-3 * opponent_front');
  const bars = page.locator('.lab-term .lab-worth');
  await expect(bars.nth(0).locator('b')).toHaveText(/^\+\d+ ± \d+$/, { timeout: 10_000 });
  await expect(bars.nth(1).locator('b')).toHaveText(/^−\d+ ± \d+$/);
  const whole = page.locator('.lab-worth.whole');
  await expect(whole).toContainText(/^Against.*\d+%/s);
  await whole.getByRole('combobox').selectOption({ label: 'Explore' });
  await expect(whole.locator('b')).toHaveText(/\d+%/, { timeout: 10_000 });

  // A harmful term can be removed with a click. With an error in a formula there is no figure.
  await expect(bars.nth(0).getByRole('button')).toHaveCount(0);
  await bars.nth(1).getByRole('button', { name: 'Leave it out' }).click();
  await expect(bars).toHaveCount(1);
  await formula(page, 0).fill('own_vil');
  await expect(bars.nth(0).locator('b')).toHaveText('…');
});

test('in a game of four players, the worth of a term is measured against three bots', async ({
  page,
}) => {
  await openLab(page, './#lab/outpost');
  // Staying where they are can only harm.
  await formula(page, 1).fill('-20 * land');
  const bars = page.locator('.lab-term .lab-worth');
  await expect(bars.nth(1).locator('b')).toHaveText(/^−\d+ ± \d+$/, { timeout: 30_000 });
  await expect(bars.first()).toHaveAttribute('title', /against the bots below/);
  await expect(page.locator('.lab-worth.whole')).toContainText(/± \d+, \d+ games$/);
});

test('positions in which an edit changes the move are found, evaluated, and opened on the board', async ({
  page,
}) => {
  await openLab(page);
  await playPlies(page, 1);
  const movesBefore = await page.evaluate(
    () => /** @type {any} */ (window).__totora.record().moves,
  );
  await formula(page).fill('own_moves - 2 * opponent_moves');
  const ask = button(page, 'Where does this edit matter?');
  await expect(ask).toBeVisible();
  await formula(page).fill('own_moves - 3 * opponent_moves');
  await expect(ask).toHaveAttribute('title', /own_moves - 2/);
  await ask.click();
  const found = page.getByRole('region', { name: 'Where this edit matters' });
  const listed = found.getByRole('button');
  await expect(listed).toHaveCount(5, { timeout: 60_000 });
  await expect(found.getByText('…')).toHaveCount(0, { timeout: 60_000 });
  const text = await listed.first().innerText();
  const [, ply, now, before] = /Ply (\d+)\s*([a-z]\w*), not (\w+)/.exec(text) ?? [];
  expect(now).not.toBe(before);
  await listed.first().click();
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.state().ply))
    .toBe(Number(ply) - 1);
  await waitForAnalysis(page, '3 * opponent_moves');
  // The heuristic plays that move there.
  await page.getByRole('combobox', { name: 'Search' }).selectOption('one-ply');
  const choice = page.locator('.lab-thoughts .candidate[data-best=true] .move').first();
  await expect(choice).toContainText(now);
  // The game that was open before is not lost.
  await page.getByRole('button', { name: /^Back to/ }).click();
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.record().moves))
    .toEqual(movesBefore);
});

test('an ablation finds the harmful term and removes it', async ({ page }) => {
  await openLab(page);
  await formula(page).fill('own_moves - opponent_moves');
  // The weight is -1.
  await formula(page, 1).fill('3 * own_moves');
  await page.getByRole('combobox', { name: 'Search' }).selectOption('one-ply');
  await button(page, 'Tune').click();
  await page.getByRole('tab', { name: 'Ablate' }).click();
  await button(page, 'Start').click();
  await expect(page.locator('.prove-says')).toContainText(
    /their moves makes it weaker, by \d+ points/,
    {
      timeout: 60_000,
    },
  );
  await button(page, 'Leave it out').click();
  await expect(formula(page)).toHaveValue('own_moves - opponent_moves');
  await expect(formula(page, 1)).toHaveCount(0);
});

for (const game of ['', 'uros', 'isolation', 'outpost', 'fencemaster', 'reversi']) {
  const place = `#lab${game && `/${game}`}`;
  test(`${place} opens in the middle of a game, with two terms, scores on the board and a running score against a bot`, async ({
    page,
  }) => {
    await openLab(page, `./${place}`);
    await expect(page.locator('.lab-term')).toHaveCount(2);
    const shown = () =>
      page.evaluate(() => {
        const { overlay, state, record } = /** @type {any} */ (window).__totora;
        return { overlay: overlay(), ply: state().ply, over: !!state().outcome, record: record() };
      });
    await expect.poll(async () => (await shown()).ply).toBeGreaterThan(2);
    const { overlay, over, record } = await shown();
    expect(over).toBe(false);
    expect(record.game).toBe(game || 'uros');
    expect(overlay).not.toBe('off');
    await waitForAnalysis(page, '"formula"');
    await expect(page.locator('.lab-worth.whole b')).toHaveText(/\d+%/, { timeout: 20_000 });
  });
}

/**
 * Opens a link in a new browser context and collects errors.
 * @param {any} browser
 * @param {string} link
 */
async function openElsewhere(browser, link) {
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  return { other };
}

/** @param {Page} page @param {string} name @param {string} author */
async function setNameAndAuthor(page, name, author) {
  const about = page.locator('.lab-about');
  if (!(await about.evaluate((one) => /** @type {HTMLDetailsElement} */ (one).open)))
    await about.locator('summary').click();
  for (const [label, text] of [
    ['Name', name],
    ['By', author],
  ]) {
    await page.locator('.lab-names').getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Tab');
  }
}

test('a link to the Lab keeps an unfinished heuristic and its position', async ({
  page,
  browser,
}) => {
  await openLab(page, './#lab/uros');
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).__totora.state().ply))
    .toBe(12);
  await setNameAndAuthor(page, 'Half done', 'Ada');
  await formula(page, 1).fill('opponent_front * (');
  await button(page, 'Share').click();
  await expect(page.getByRole('dialog')).toContainText('Fix the formulas first');
  const link = await page.getByRole('textbox', { name: 'Link to the Lab' }).inputValue();
  const { other } = await openElsewhere(browser, link);
  await expect(formula(other, 1)).toHaveValue('opponent_front * (');
  await expect(formula(other, 0)).toHaveValue('own_village');
  await expect(other.locator('.lab-title')).toContainText('Half done');
  await expect
    .poll(() => other.evaluate(() => /** @type {any} */ (window).__totora.state().ply))
    .toBe(12);
  await expect(other).toHaveURL(/#lab/);
  await other.context().close();
});

const LESSON = {
  game: 'isolation',
  title: 'Escape',
  about: 'Count moves.',
  author: 'Ada',
  begin: { formula: '0', search: 'one-ply' },
  moves: ['c3', 'e5', 'd5', 'f3'],
  steps: [
    {
      title: 'Moves',
      text: 'Count them.',
      hint: 'own_moves',
      demands: [{ more: 'own_moves', score: 'rises' }],
    },
    { title: 'Two', text: 'Add one.', hint: 'any', demands: [{ terms: 2 }] },
  ],
};

test('a custom lesson is opened as text, its errors are reported, and it is shared as a link', async ({
  page,
  browser,
}) => {
  await openLab(page, './#lab/uros');
  const text = JSON.stringify(LESSON, null, 1);
  const dialog = page.getByRole('dialog');
  /** @param {string} lesson */
  const openLesson = async (lesson) => {
    if (!(await dialog.isVisible())) await button(page, 'Share').click();
    await page.getByRole('textbox', { name: 'A heuristic' }).fill(lesson);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  };
  await openLesson(text.replace('"more": "own_moves"', '"more": "own_move"'));
  await expect(page.locator('.toasts')).toContainText(
    /line \d+, column \d+: steps\[0\]\.demands\[0\]\.more: .*own_moves/i,
  );
  await openLesson(text);
  const lesson = page.getByRole('region', { name: 'Lesson' });
  await expect(lesson).toContainText('step 1 of 2');
  await expect(page).toHaveURL(/#1lesson\./);
  await expect(lesson).toContainText(/now it leaves it in \d+ of \d+ positions/);
  await formula(page).fill('own_moves');
  await button(page, 'Next step').click();
  await expect(lesson).toContainText('Terms: at least 2: now 1');
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link to the lesson' }).inputValue();
  await page.keyboard.press('Escape');

  const { other } = await openElsewhere(browser, link);
  const there = other.getByRole('region', { name: 'Lesson' });
  await expect(there).toContainText('step 1 of 2');
  await expect(other.locator('.toasts')).toContainText('by Ada');
  await expect
    .poll(() => other.evaluate(() => /** @type {any} */ (window).__totora.state().ply))
    .toBe(4);
  await other.context().close();

  // A reload continues where it was; after leaving, the built-in lesson returns.
  await page.reload();
  await expect(lesson).toContainText('step 2 of 2');
  await button(page, 'Leave').click();
  await button(page, 'Close this lesson').click();
  await expect(lesson).toContainText('Your first heuristic');
});

test('pasted links of several users make a tournament, and a line without a link is reported', async ({
  page,
}) => {
  await openLab(page);
  /** @param {string} author @param {string} text */
  const linkOf = async (author, text) => {
    await setNameAndAuthor(page, 'Try', author);
    await formula(page).fill(text);
    await button(page, 'Share').click();
    const link = await page.getByRole('textbox', { name: 'Link to the Lab' }).inputValue();
    await page.keyboard.press('Escape');
    return link;
  };
  const links = [await linkOf('Ada', 'own_moves'), 'hello', await linkOf('Ben', '2 * own_reach')];
  await page.goto('./#arena');
  await page.getByText('Paste links').click();
  await page
    .getByRole('textbox', { name: 'Links to heuristics, one per line' })
    .fill(links.join('\n'));
  await button(page, 'Enter these heuristics').click();
  const entrants = page.locator('.entrants');
  await expect(entrants.locator('.entrant-name')).toHaveText(['Try by Ada', 'Try by Ben']);
  await expect(page.locator('.arena-setup')).toContainText(
    'Line 2, `hello`: this is not a Totora link',
  );
  const games = page.getByRole('spinbutton', { name: 'per pairing' });
  await games.fill('2');
  await games.press('Enter');
  await button(page, 'Start').click();
  await expect(page.locator('.progress-words')).toContainText('all played', { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('Try by Ben');
});

test('a saved heuristic takes a seat under its name and author, also in links', async ({
  page,
  browser,
}) => {
  await openLab(page);
  await setNameAndAuthor(page, 'Second thoughts', 'Ada');
  await button(page, 'Save').click();
  await page.getByRole('link', { name: 'Isolation' }).click();
  const playerName = (/** @type {Page} */ one) =>
    one.evaluate(() => /** @type {any} */ (window).__totora?.state()?.seats.at(-1).player);
  await page
    .getByRole('button', { name: /^New game/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const seat = dialog.locator('#sit-1');
  await expect(seat).toBeAttached();
  if (!(await seat.isVisible())) await dialog.getByText('Advanced').click();
  await seat.selectOption('Second thoughts by Ada');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => playerName(page)).toBe('Second thoughts by Ada');
  await expect(page.getByTestId('seat-1')).toContainText('Second thoughts by Ada');
  await page
    .getByRole('button', { name: /^Share/ })
    .first()
    .click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).first().inputValue();
  const { other } = await openElsewhere(browser, link);
  await expect.poll(() => playerName(other)).toBe('Second thoughts by Ada');
  await other.context().close();
});

/** The learning as the worker last reported it. @param {Page} page */
const bars = (page) => page.locator('.learn-bars li b');

for (const game of ['uros', 'isolation', 'fencemaster', 'reversi'])
  test(`the board stays while a heuristic learns: ${game}`, async ({ page }) => {
    await openLab(page, `./#lab/${game}`);
    await button(page, 'Learn').click();
    await expect.poll(() => page.locator('.learn .board-host canvas').count()).toBeGreaterThan(0);
  });

test('a heuristic learns, is stepped, paused, reloaded and kept', async ({ page }) => {
  await openLab(page);
  await button(page, 'Learn').click();
  await button(page, 'Use the suggested terms').click();
  await page.locator('.learn summary').click();
  await page.getByRole('combobox', { name: 'Opponent' }).selectOption('random');
  for (const [label, value] of [
    ['games against itself', '60'],
    ['games between measurements', '20'],
    ['games of a measurement', '4'],
    ['games of verification', '20'],
  ]) {
    const field = page.getByRole('spinbutton', { name: label, exact: true });
    await field.fill(value);
    await field.press('Enter');
  }

  // One game, with what was learned from each move.
  await button(page, 'One game, move by move').click();
  await expect(page.locator('.learn-moves')).toContainText(
    /expected to win 50% here; the game was/,
  );
  await expect(page.getByRole('heading', { name: 'Game 1', exact: true })).toBeVisible();
  await expect(bars(page)).toHaveCount(6);

  // Then to the end.
  await button(page, 'Resume').click();
  await expect(page.locator('.prove-says')).toContainText(
    /On new openings, 20 games: \d+(\.\d)?% of the points against Random/,
    { timeout: 60_000 },
  );
  const weights = await bars(page).evaluateAll((all) => all.map((one) => one.textContent));

  // A reload loses nothing.
  await page.reload();
  await expect(formula(page)).toBeVisible();
  await button(page, 'Learn').click();
  await expect(page.locator('.prove-says')).toContainText('On new openings');
  expect(await bars(page).evaluateAll((all) => all.map((one) => one.textContent))).toEqual(weights);

  await button(page, 'Keep this heuristic').click();
  await expect(formula(page, 5)).toHaveValue('opponent_next_moves');
  await expect(formula(page, 2)).toHaveValue('own_first');
});

test('a learning whose worker is killed says so and goes on where it was', async ({ page }) => {
  await openLab(page);
  await button(page, 'Learn').click();
  await page.locator('.learn summary').click();
  for (const [label, value] of [
    ['games against itself', '100000'],
    ['games of a measurement', '0'],
  ]) {
    const field = page.getByRole('spinbutton', { name: label, exact: true });
    await field.fill(value);
    await field.press('Enter');
  }
  const games = async () => Number(await page.locator('.learn progress').getAttribute('value'));
  await button(page, 'Start from zero').click();
  await expect.poll(games).toBeGreaterThan(20);
  // Others may have started after the one that learns.
  for (const worker of [.../** @type {any} */ (page).workers])
    worker.onerror?.({ preventDefault() {} });
  await expect(page.locator('.learn .problem')).toContainText(
    /^A worker of the arena stopped\. It stopped after game \d+\. Nothing before is lost; press Resume\.$/,
  );
  const before = await games();
  await button(page, 'Resume').click();
  await expect.poll(games).toBeGreaterThan(before);
  await button(page, 'Pause').click();
  await expect(button(page, 'Resume')).toBeVisible();
  await button(page, 'Reset').click();
  await expect(button(page, 'Start from zero')).toBeEnabled();
  await expect(bars(page)).toHaveCount(0);
});

test('a tutorial leads through learning, and checks what is kept', async ({ page }) => {
  await openLab(page);
  await button(page, 'Learn').click();
  await button(page, 'Tutorial: how a heuristic learns').click();
  const lesson = page.locator('.lab-lesson');
  await expect(lesson).toContainText('Begin at zero');
  await expect(button(page, 'One game, move by move')).toBeEnabled();
  await button(page, 'One game, move by move').click();
  await expect(page.locator('.learn-moves')).toContainText('expected to win 50% here');
  await expect(bars(page)).toHaveCount(6);
  await button(page, 'Next step').click();
  await expect(lesson).toContainText('What one game teaches');
  await button(page, 'Next step').click();
  await expect(lesson).toContainText('Let it learn');
  // Weights of zero are not enough.
  await expect(button(page, 'Next step')).toBeDisabled();
  await button(page, 'Reset').click();
  await page.locator('.learn details summary').last().click();
  for (const [label, value] of [
    ['games against itself', '300'],
    ['games of a measurement', '0'],
    ['games of verification', '0'],
  ]) {
    const field = page.getByRole('spinbutton', { name: label, exact: true });
    await field.fill(value);
    await field.press('Enter');
  }
  await button(page, 'Start from zero').click();
  await expect(page.locator('.learn progress + .note')).toContainText('finished', {
    timeout: 60_000,
  });
  await button(page, 'Keep this heuristic').click();
  await expect(lesson).toContainText('Let it learn');
  await expect(button(page, 'Next step')).toBeEnabled();
  await button(page, 'Next step').click();
  await expect(lesson).toContainText('Prove it');
});

test('a term that never changes is refused with a sentence', async ({ page }) => {
  await openLab(page);
  await formula(page).fill('7');
  await button(page, 'Learn').click();
  await button(page, 'Start from zero').click();
  await expect(page.locator('.learn .problem')).toContainText(
    /^Term 1 \(“.+”\) is 7 in all \d+ positions of 24 random games, so it tells no move from another/,
  );
  await expect(button(page, 'Start from zero')).toBeEnabled();
});
