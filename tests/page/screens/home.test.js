/** Home, the puzzles and the coach, for new and returning visitors: by mouse, by keyboard, and on a phone. */
import { readFileSync } from 'node:fs';

import { chooseFromMenu, expect, openPage, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** @type {{ id: string, game: string, title: string, link: string }[]} */
const demos = JSON.parse(readFileSync('tests/browser/games.json', 'utf8'));

const GAMES = ['Uros', 'Isolation', 'Outpost', 'FenceMaster', 'Reversi XT'];

/** @param {Page} page */
const ready = (page) => page.waitForFunction(() => '__totora' in window);

/**
 * Opens Home with reduced motion, so that its board stays still. The texts are the same.
 * @param {Page} page
 */
async function openHome(page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('See why a bot moves');
}

test('Home introduces the site, and one click starts a game, watches one, or opens the Arena', async ({
  page,
}) => {
  await openHome(page);
  for (const name of GAMES) {
    const card = page.getByRole('article', { name });
    await expect(card.getByRole('link', { name: `Play ${name}` })).toBeVisible();
    await expect(card.getByRole('link', { name: `Watch ${name}` })).toBeVisible();
    await expect(card.getByText(/\d+ players · \d+ bots/)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Play FenceMaster' }).click();
  await ready(page);
  expect(await stateOf(page)).toMatchObject({ game: 'fencemaster', plies: 0 });
  expect(new URL(page.url()).hash).toBe('#fencemaster');
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Uros' })).toBeVisible();
  await page.getByRole('link', { name: 'Watch Uros' }).click();
  await expect.poll(async () => (await stateOf(page)).game).toBe('uros');
  const { seats } = await stateOf(page);
  expect(seats.every((/** @type {any} */ seat) => 'bot' in seat.config)).toBe(true);
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(2);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Arena', exact: true }).click();
  await expect(page.locator('#tournament')).toBeVisible();
});

test('a shared game is opened from a text field', async ({ page }) => {
  await openHome(page);
  await page.getByRole('button', { name: 'Open a shared game' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a shared game' });
  const link = demos.find(({ game }) => game === 'fencemaster')?.link ?? '';
  await dialog.getByRole('textbox').fill(`https://example.org/t/${link}`);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await ready(page);
  await expect.poll(async () => (await stateOf(page))?.game).toBe('fencemaster');
});

test('the address of a game with `/watch` opens a game between bots', async ({ page }) => {
  await page.goto('./#isolation/watch');
  await ready(page);
  expect(new URL(page.url()).hash).toBe('#isolation');
  const { seats } = await stateOf(page);
  expect(seats.every((/** @type {any} */ seat) => 'bot' in seat.config)).toBe(true);
});

test('a link or file that is pasted or dropped on Home opens, whatever its game', async ({
  page,
}) => {
  await openHome(page);
  const demo = demos.find(({ game }) => game === 'fencemaster');
  await page.paste(`https://example.org/t/${demo?.link}`);
  await ready(page);
  await expect.poll(async () => (await stateOf(page))?.game).toBe('fencemaster');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('See why a bot moves');
  // A file. The game screen is loaded by now.
  const human = { human: true };
  const record = { totora: 1, game: 'isolation', options: {}, seed: 1, seats: [human, human] };
  await page.drop('a.json', JSON.stringify({ ...record, moves: ['d4', 'b2'], result: null }));
  await expect.poll(async () => (await stateOf(page))?.game).toBe('isolation');
  expect((await stateOf(page)).plies).toBe(2);
});

test('a file that cannot be opened shows an error over a game', async ({ page }) => {
  await openHome(page);
  await page.drop('a.json', '{"totora":1,"game":"chess"}');
  await ready(page);
  await expect(page.getByRole('alert')).toContainText('chess');
  expect((await stateOf(page)).game).toBe('uros');
});

test('a returning visitor continues with one click, and a new game does not lose the old one', async ({
  page,
}) => {
  await openPage(page, './#isolation');
  await page.locator('.board-canvas').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThan(0);
  const { plies } = await stateOf(page);
  await page.goto('about:blank');
  await openHome(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Continue: Isolation, move \d/ })
    .click();
  await ready(page);
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThanOrEqual(plies);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Play Isolation' }).click();
  await expect(page.getByText('Your game was put aside.')).toBeVisible();
  expect((await stateOf(page)).plies).toBe(0);
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(async () => (await stateOf(page)).plies).toBeGreaterThanOrEqual(plies);
});

test('the coach helps in a first game, stays hidden once closed, and returns from the rules', async ({
  page,
}) => {
  await page.goto('./#isolation');
  await ready(page);
  const coach = page.getByRole('region', { name: 'Coach' });
  await expect(coach).toContainText('Goal:');
  await expect(coach.getByRole('status')).toContainText('place your knight');
  await expect(page.locator('.gesture')).toHaveCount(1);
  await page.locator('.board-canvas').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect(coach.getByRole('status')).toContainText('as in chess');
  await expect(page.locator('.gesture')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stateOf(page)).ply).toBe(0);
  // A step that was done is not explained again.
  await expect(page.locator('.gesture')).toHaveCount(0);
  await chooseFromMenu(page, 'Hide the coach');
  await expect(coach).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(coach).toHaveCount(0);
  await chooseFromMenu(page, 'Rules');
  await page.getByRole('button', { name: 'Coach my game' }).click();
  await expect(coach).toContainText('Goal:');
});

test('The board of a card comes alive while the card is focused or pointed at, but not under reduced motion', async ({
  page,
}) => {
  await page.goto('./');
  const board = page.locator('.card-board canvas');
  for (const name of GAMES) {
    await page.getByRole('link', { name, exact: true }).last().focus();
    await expect(board).toHaveCount(1);
    await expect(page.getByRole('article', { name }).locator('canvas')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Arena', exact: true }).focus();
  await expect(board).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Play Uros' }).focus();
  await expect(page.getByRole('link', { name: 'Play Uros' })).toBeFocused();
  await expect(board).toHaveCount(0);
});
