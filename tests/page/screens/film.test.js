/** The film of a search: steps, jumps, the sentence, the line on the board, the counts, links, and lost workers. */
import { engine } from '../module.js';
import { ask, expect, openPage, openTab, saveGame, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** A position per kind of search. */
const CASES = [
  {
    game: 'isolation',
    options: { size: '5x5' },
    moves: ['a1', 'c3'],
    bot: 'ab-custom',
    nodes: 2_000,
  },
  { game: 'uros', options: {}, moves: ['T@A6'], bot: 'totora', nodes: 60 },
  { game: 'uros', options: {}, moves: ['T@A6'], bot: 'balanced' },
  { game: 'fencemaster', options: { size: 4 }, moves: ['2,2', '3,3'], bot: 'totora', nodes: 60 },
  { game: 'reversi', options: { map: 'trio' }, moves: [], bot: 'paranoid', nodes: 500 },
];

/**
 * Opens a game with a bot to move and its film.
 * @param {Page} page
 * @param {(typeof CASES)[number]} about
 */
async function openFilm(page, { game, options, moves, bot, nodes }) {
  const seats = game === 'reversi' ? 3 : 2;
  const player = { bot, options: {}, ...(nodes && { budget: { nodes } }) };
  await saveGame(page, {
    ...{ totora: 1, game, options, seed: 1, moves, result: null },
    seats: Array.from({ length: seats }, () => player),
  });
  await openPage(page, `./#${game}`);
  await expect.poll(async () => /** @type {any} */ (await ask(page, 'thought'))?.done).toBe(true);
  await openTab(page, 'Engine');
  await page.getByRole('button', { name: 'Step through' }).click();
  await expect(sentence(page)).not.toHaveText('');
}

/** @param {Page} page */
const sentence = (page) => page.locator('.film-sentence');
/** @param {Page} page */
const scrub = (page) => page.getByRole('slider', { name: 'Event' });
/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

for (const about of CASES) {
  test(`${about.bot} in ${about.game} is filmed`, async ({ page }) => {
    await openFilm(page, about);
    await expect(scrub(page)).toHaveValue('0');
    const first = await sentence(page).textContent();
    await press(page, 'Step in');
    await expect(scrub(page)).toHaveValue('1');
    expect(await sentence(page).textContent()).not.toBe(first);
    await press(page, 'Step back');
    await expect(sentence(page)).toHaveText(first);
    await press(page, 'Last event');
    await expect(page.locator('.film-bars li')).not.toHaveCount(0);
    await expect(page.locator('.film-tree text')).not.toHaveCount(0);
  });
}

test('the film jumps, and keys step through it', async ({ page }) => {
  await openFilm(page, CASES[0]);
  await press(page, 'First cut');
  await expect(sentence(page)).toHaveText(/not looked at/);
  const cut = await scrub(page).inputValue();
  await press(page, 'Last iteration');
  await expect(scrub(page)).not.toHaveValue(cut);
  const at = Number(await scrub(page).inputValue());
  expect(at).toBeGreaterThan(0);
  await scrub(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(scrub(page)).toHaveValue(String(at + 1));
  await page.keyboard.press('Home');
  await expect(scrub(page)).toHaveValue('0');
  await expect(page.locator('.film').getByText(/Plain minimax needs/)).toBeVisible();
});

test('the same search without cuts is compared', async ({ page }) => {
  await openFilm(page, CASES[0]);
  await page.getByText('The same search', { exact: true }).click();
  const rows = page.locator('.film-compare tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toHaveText(/without cuts/);
  await expect(rows.nth(2)).not.toHaveText(/Searching/);
});

test('a killed worker says so, and the film is recorded again at its event', async ({ page }) => {
  await openFilm(page, CASES[0]);
  for (const _ of [1, 2, 3]) await press(page, 'Step in');
  await expect(scrub(page)).toHaveValue('3');
  const said = await sentence(page).textContent();
  for (const worker of [.../** @type {any} */ (page).workers])
    worker.onerror?.({ preventDefault() {} });
  await expect(page.getByText('The search stopped, so it is recorded again.')).toBeVisible();
  await expect(scrub(page)).toHaveValue('3');
  await expect(sentence(page)).toHaveText(/** @type {string} */ (said));
});

test('closing the film removes its line from the board', async ({ page }) => {
  await openFilm(page, CASES[0]);
  await press(page, 'Close');
  await expect(page.locator('.film')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Step through' })).toBeVisible();
});

/** A link to an event of the first case. @param {number} event */
function linkTo(event) {
  const { game, options, moves, bot, nodes } = CASES[0];
  const seats = [{ human: true }, { human: true }];
  const record = JSON.stringify({ totora: 1, game, options, seed: 1, moves, seats, result: null });
  const film = { event, bot: JSON.stringify({ bot, options: {}, budget: { nodes } }) };
  const shown = { ply: 2, variation: 0, overlay: '', turned: 0, film };
  return engine.encode_link(record, shown, () => {});
}

test('a link opens at an event', async ({ page }) => {
  await openPage(page, `./${linkTo(41)}`);
  await expect(page.getByText(/Event 41 of/)).toBeVisible();
  await expect(scrub(page)).toHaveValue('40');
});

test('a link beyond the end says so and shows the start', async ({ page }) => {
  await openPage(page, `./${linkTo(999_999)}`);
  await expect(page.getByText(/so there is no event 999999/)).toBeVisible();
  await expect(scrub(page)).toHaveValue('0');
});
