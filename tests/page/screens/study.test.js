/** Studies and notes: opening, walking through the chapters, answering, and annotating a position. */
import { readFileSync } from 'node:fs';
import { ask, expect, openPage, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** @param {string} game */
const galleryOf = (game) => JSON.parse(readFileSync(`www/app/gallery/${game}.json`, 'utf8'));

/** @param {Page} page */
const strip = (page) => page.getByRole('region', { name: 'Study' });

test('a study of the gallery opens, walks with buttons and keys, and checks answers', async ({
  page,
}) => {
  await openPage(page, './#study/isolation');
  const study = galleryOf('isolation');
  const [first, second] = study.chapters;
  await expect(strip(page)).toContainText('What it counts');
  await expect(strip(page)).toContainText(first.record.annotations[0].note);
  expect(await stateOf(page)).toMatchObject({ game: 'isolation', ply: first.ply });
  await strip(page).getByRole('button', { name: 'Next' }).click();
  await expect(strip(page)).toContainText(second.task.question);
  const { choices, right, why } = second.task;
  await strip(page).getByRole('button', { name: choices[right] }).click();
  await expect(strip(page)).toContainText(`Right. ${why}`);
  await page.keyboard.press('b');
  await expect(strip(page)).toContainText('What it counts');
  await page.keyboard.press('n');
  await expect(strip(page)).toContainText(second.task.question);
  // A move is asked for on the board.
  await page.keyboard.press('n');
  await expect(strip(page)).toContainText('Change its mind');
  await page.keyboard.press('n');
  await expect(strip(page)).toContainText('One move keeps the win. Which?');
  await expect.poll(() => ask(page, 'trying')).not.toBe(null);
  // A term is checked by Rust.
  await page.keyboard.press('n');
  const field = strip(page).getByRole('textbox');
  await field.fill('own_moves -');
  await strip(page).getByRole('button', { name: 'Check' }).click();
  await expect(strip(page)).toContainText('column');
  await field.fill('own_moves');
  await strip(page).getByRole('button', { name: 'Check' }).click();
  await expect(strip(page)).toContainText('This term does it.');
  await strip(page).getByRole('button', { name: 'Leave the study' }).click();
  await expect(strip(page)).toBeHidden();
});

test('a note is written in the list of moves, and undone', async ({ page }) => {
  await openPage(page, './#isolation');
  await page.getByRole('tab', { name: 'Moves' }).click();
  const note = page.getByRole('textbox', { name: 'Note on this position' });
  await note.fill('The middle is free.');
  await note.blur();
  await expect(page.getByRole('button', { name: 'Undo the last change' })).toBeVisible();
  expect(await stateOf(page)).toMatchObject({ changes: 1 });
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(note).toHaveValue('');
});

test('a study with tasks is made from positions, and previewed', async ({ page }) => {
  await openPage(page, './#study/isolation');
  await expect(strip(page)).toContainText('1 of 5');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A study of several positions').click();
  const add = dialog.getByRole('button', { name: 'Add this position' });
  await add.click();
  await add.click();
  const kind = (/** @type {number} */ n) =>
    dialog.getByRole('combobox', { name: `Task of chapter ${n}` });
  await kind(1).selectOption('find');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where to?');
  // A game that goes no further has no move to offer.
  const moves = dialog.getByRole('textbox', { name: /^Right moves/ });
  await expect(moves).toHaveValue('');
  await moves.fill('a9');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Chapter 1: “task.moves[0]”: “a9”');
  await moves.fill('e4');
  await kind(2).selectOption('predict');
  await dialog.getByRole('textbox', { name: 'Choices, a line each' }).fill('It wins\n\nIt loses');
  await dialog.getByRole('combobox', { name: 'The right one' }).selectOption('It loses');
  await dialog.getByRole('textbox', { name: 'Why it is right' }).nth(1).fill('Nothing is left.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(strip(page)).toContainText('Where to?');
  await expect(strip(page)).toContainText('1 of 2');
  await strip(page).getByRole('button', { name: 'Next' }).click();
  await strip(page).getByRole('button', { name: 'It loses' }).click();
  await expect(strip(page)).toContainText('Right. Nothing is left.');
});

test('the puzzles are a study: its analysis waits for the answer, which can be asked for', async ({
  page,
}) => {
  const [, , third] = galleryOf('puzzles').chapters;
  await openPage(page, './#study/puzzles/3');
  await expect(strip(page)).toContainText(third.title);
  await expect(strip(page)).toContainText(third.task.question);
  expect(await ask(page, 'advisor')).toBe(null);
  expect(await ask(page, 'overlay')).toBe('off');
  await expect.poll(() => ask(page, 'trying')).not.toBe(null);
  await strip(page).getByRole('button', { name: 'Show the answer' }).click();
  await expect(strip(page)).toContainText(third.task.why);
  await expect(strip(page).getByRole('button', { name: 'Show the answer' })).toBeHidden();
  await expect(strip(page).getByRole('button', { name: 'Save as picture' })).toBeVisible();
  expect(await ask(page, 'advisor')).toMatchObject({ bot: third.view.bot.bot });
  expect(await ask(page, 'overlay')).toBe(third.view.overlay);
  await expect.poll(() => ask(page, 'trying')).toBe(null);
  expect(new URL(page.url()).hash).toBe('#study/puzzles/3');
  await strip(page).getByRole('button', { name: 'Next' }).click();
  expect(new URL(page.url()).hash).toBe('#study/puzzles/4');
});

test('a link to a puzzle from before the study opens its chapter', async ({ page }) => {
  await openPage(
    page,
    './#1fencemaster.ATYAyf8BAQRzaXplAQgCAQhlZGdld2lzZQAAAA8AHyIjICQJHh0hGRoIGBYcDwNvZmYAF6pOa1pDbMA',
  );
  await expect(strip(page)).toContainText(galleryOf('puzzles').chapters[1].title);
});
