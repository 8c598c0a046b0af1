/**
 * A lesson comes back: the hand-in at its end, and the class table that takes a list of them, checks their results, and leads to
 * the work and to the Arena.
 */
import { engine } from '../module.js';
import { expect, openPage, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });
/** @param {Page} page */
const rows = (page) => page.locator('.class-table tbody tr');
/** @param {Page} page @param {number} column   from 0, the name */
const cells = async (page, column) => {
  const all = await rows(page).evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  return all.map((row) => row[column]);
};

/** Two steps, the first with a prediction; quick games decide both. */
const LESSON = JSON.stringify({
  game: 'isolation',
  title: 'Two steps',
  about: 'For a test.',
  begin: { formula: 'own_moves', search: 'one-ply' },
  steps: [
    {
      title: 'One',
      text: 'Guess.',
      hint: 'h',
      demands: [{ against: { formula: '0' }, question: 'Yours will be' }],
    },
    { title: 'Two', text: 'Win.', hint: 'h', demands: [{ against: { formula: '-own_moves' } }] },
  ],
});
const lessonLink = engine.lab_lesson_link(LESSON);

/** A hand-in as a page makes it. @param {string} name @param {string} formula @param {Partial<import('../../../www/pkg/totora.js').HandInResult>} [forged] */
function linkOf(name, formula, forged = {}) {
  const options = { formula, search: 'one-ply' };
  const setup = engine.lab_measuring(LESSON, options);
  const arena = engine.Arena.create(/** @type {any} */ (setup));
  arena.add(arena.play(0, 200, 100_000));
  const measured = /** @type {any} */ (arena.measured());
  arena.free();
  const predictions = [{ step: 1, said: 'weaker', right: false }];
  const result = { ...measured, ...forged };
  return engine.lab_hand_in(LESSON, { name, options, attempts: [1, 4], predictions, result }).link;
}

test('a finished lesson makes a link and a code, and the class table plays its result again', async ({
  page,
  browser,
}) => {
  await openPage(page, './#lab/isolation');
  await button(page, 'Share').click();
  await page.getByRole('textbox', { name: 'A heuristic' }).fill(LESSON);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  const lesson = page.getByRole('region', { name: 'Lesson' });
  await expect(lesson).toContainText('step 1 of 2');
  // The first prediction counts, however often it is played.
  for (const said of ['weaker', 'Stronger']) {
    await lesson.getByRole('radio', { name: said }).click();
    await lesson.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(lesson.getByRole('button', { name: 'Play again' })).toBeVisible();
  }
  await button(page, 'Next step').click();
  await lesson.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(button(page, 'Finish')).toBeEnabled();
  await button(page, 'Finish').click();

  const handIn = page.getByRole('region', { name: 'Hand in' });
  await expect(handIn).toContainText('Lesson complete');
  const field = page.getByRole('textbox', { name: 'Link to the hand-in' });
  await expect(field).toBeVisible();
  await expect(handIn).toContainText(/Result: \d+\.\d% \(\d+\.\d to 100\.0|Result: \d+\.\d%/);
  const code = page.getByRole('textbox', { name: 'Code' });
  const nameless = await code.inputValue();
  expect(nameless).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await expect(code).not.toHaveValue(nameless);
  const link = await field.inputValue();
  const written = await code.inputValue();
  const work = engine.lab_handed_in(link);
  expect(work).toMatchObject({
    ...{ name: 'Ada', attempts: [2, 1], result: { games: 200, seed: 1 } },
    predictions: [{ step: 1, said: 'weaker', right: false }],
  });
  await button(page, 'Done').click();
  await expect(handIn).toBeHidden();
  await expect(page.getByRole('link', { name: 'Class table' })).toBeVisible();

  // In the teacher's browser.
  const teacher = await (await browser.newContext()).newPage();
  await openPage(teacher, './#class');
  const links = teacher.getByRole('textbox', { name: 'Links' });
  await links.fill(
    [lessonLink, `Ada: <${link}>`, linkOf('Ben', 'opponent_moves', { share: 0.99 }), 'hello'].join(
      '\n',
    ),
  );
  await links.press('Tab');
  await expect(rows(teacher)).toHaveCount(3);
  expect(await cells(teacher, 4)).toEqual(['not yet', 'not yet', 'wrong']);
  await expect(teacher.locator('.class-table')).toContainText('3 hand-ins, 1 wrong.');
  await button(teacher, 'Check the results').click();
  await expect(teacher.locator('.class-table')).toContainText('3 hand-ins, 2 wrong.');
  await expect(button(teacher, 'Check the results')).toBeDisabled();
  expect(await cells(teacher, 0)).toEqual(['Ada', 'Ben', 'hello']);
  expect(await cells(teacher, 1)).toEqual(['3', '5', '']);
  expect(await cells(teacher, 2)).toEqual(['0 of 1', '0 of 1', '']);
  expect(await cells(teacher, 4)).toEqual(['right', 'wrong', 'wrong']);
  const wrong = teacher.getByRole('region', { name: 'What is wrong' });
  await expect(wrong).toContainText(/Line 3, Ben: The result is 99\.0% .* played again, it is/);
  await expect(wrong).toContainText(/Line 4, hello: this is not a Totora link/);

  await teacher.getByRole('textbox', { name: 'Find a code' }).fill(written.toLowerCase());
  await expect(teacher.locator('.class-actions')).toContainText(`${written} is the work of Ada.`);
  await teacher.getByRole('textbox', { name: 'Find a code' }).fill(nameless);
  await expect(teacher.locator('.class-actions')).toContainText('No link here has the code');
  await teacher.getByRole('textbox', { name: 'Find a code' }).fill('12');
  await expect(teacher.locator('.class-actions')).toContainText('expected 10');

  await button(teacher, 'Name').click();
  await button(teacher, 'Name').click();
  expect(await cells(teacher, 0)).toEqual(['hello', 'Ben', 'Ada']);
  await expect(teacher.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  // A name opens the work; the list is still there afterwards, and all go to the Arena.
  await teacher.getByRole('button', { name: 'Ada', exact: true }).click();
  await expect(teacher.locator('.lab-term textarea').first()).toHaveValue('own_moves');
  await teacher.goBack();
  await expect(rows(teacher)).toHaveCount(3);
  await button(teacher, 'League of Isolation').click();
  await expect(teacher.locator('.entrants')).toContainText('Ada');
  await expect(teacher.locator('.entrants')).toContainText('Ben');
  await expect(teacher.locator('.entrants .entrant-row')).toHaveCount(2);
  await teacher.context().close();
});

test('checking can be stopped, and a dropped file adds to the list', async ({ page }) => {
  await openPage(page, './#class');
  await expect(page.getByRole('textbox', { name: 'Links' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  const draft = { game: 'fencemaster', options: { formula: '-own_lack' }, position: '' };
  const heuristic = engine.lab_link(draft);
  const links = page.getByRole('textbox', { name: 'Links' });
  await links.fill(heuristic);
  await links.press('Tab');
  await expect(rows(page)).toHaveCount(1);
  await button(page, 'Check the results').click();
  await expect(page.getByRole('progressbar', { name: 'Games played' })).toBeVisible();
  await button(page, 'Stop').click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(button(page, 'Check the results')).toBeEnabled();
  expect(await cells(page, 4)).toEqual(['not yet']);
  // What was pasted is still there after a reload.
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('the link of a hand-in opens its heuristic in the Lab', async ({ page }) => {
  await openPage(page, `./${linkOf('Ada', 'own_moves - 2')}`);
  await expect(page.locator('.lab-term textarea').first()).toHaveValue('own_moves - 2');
  await expect(page.locator('.toasts')).toContainText('Opened the work of Ada');
});
