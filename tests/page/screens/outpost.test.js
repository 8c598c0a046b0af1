import { ask, expect, openPage, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** Opens the page with a new game of Outpost. @param {Page} page */
async function openOutpost(page) {
  await openPage(page, './#outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
}

/** @param {Page} page @returns {Promise<import('../../../www/pkg/totora.js').OutpostView>} */
const viewOf = (page) => ask(page, 'view');

test('an unguarded home is marked, and guarded with one click', async ({ page }) => {
  await openOutpost(page);
  const near = 'go 0 0,12 | go 0 18,0 | . | .';
  const record = {
    totora: 1,
    game: 'outpost',
    options: { r: 7, T: 200 },
    seed: 1,
    seats: Array.from({ length: 4 }, () => ({ human: true })),
    moves: [near, ...Array.from({ length: 95 }, () => '. | . | . | .')],
    result: null,
  };
  await openText(page, JSON.stringify(record));
  await expect.poll(async () => (await stateOf(page)).ply).toBe(96);
  const open = (await viewOf(page)).empires[0].open_home;
  expect(open?.words).toContain('Home is unguarded');
  await expect(page.locator('.open-home')).toContainText(open?.words ?? '?');
  const badge = page.getByRole('button', { name: /^North-West: .*Home is unguarded/ });
  await expect(badge.locator('em.open')).toBeVisible();
  await expect(page.getByRole('button', { name: /^North-East: .*unguarded/ })).toHaveCount(0);
  await page.getByRole('button', { name: `Send outpost ${open?.nearest} home` }).click();
  await expect(page.locator('.given')).toContainText(`Outpost ${open?.nearest}: guard`);
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.locator('em.open')).toHaveCount(0);
});

/** Opens a text with the Share dialog. @param {Page} page @param {string} text */
async function openText(page, text) {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

test('each opponent has its face, its corner and a true line; at the end the best of them speaks', async ({
  page,
}) => {
  await page.goto('./#outpost/play');
  await page.waitForFunction(() => '__totora' in window);
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
  const opponents = page.getByRole('region', { name: 'Your opponents' });
  const lines = opponents.locator('.says');
  await expect(opponents.locator('.face')).toHaveCount(3);
  for (const name of ['Mina, north-east', 'Otis, south-east', 'Pip, south-west'])
    await expect(opponents.getByRole('img', { name })).toHaveCount(1);
  await expect(lines).toHaveCount(0);
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
  const [you, ...rest] = (await stateOf(page)).seats.map((/** @type {any} */ seat) => seat.score);
  await expect(lines).toHaveText(
    rest.map((/** @type {string} */ own) => `I have ${own}, you have ${you}.`),
  );
  for (let ply = 2; ply <= 60; ply++) {
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  }
  expect((await stateOf(page)).outcome).not.toBe(null);
  await expect(lines).toHaveText('I won. Another game?');
});
