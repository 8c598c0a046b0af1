/**
 * The engine comes in two parts (scripts/split-wasm.mjs): a first view needs the first alone, whoever asks for more
 * waits for the second, and what goes wrong with that costs nobody a game.
 */
import { readFileSync } from 'node:fs';
import { ask, expect, openPage, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];
/** @type {{ game: string, link: string }[]} */
const demos = JSON.parse(readFileSync('www/app/demos.json', 'utf8'));
const REST = /totora_rest-[^/]*\.wasm$/;
/** The same, when it is fetched while the page stands still. */
const REST_NOW = /totora_rest-[^/]*\.wasm\?now$/;

/** @param {Page} page @returns {Promise<{ whole: boolean, early: number }>} */
const engineOf = (page) => ask(page, 'engine');

/** Lets the second part wait until it is let go. @param {Page} page */
async function hold(page) {
  let letGo = () => {};
  const waiting = new Promise((resolve) => {
    letGo = () => resolve(undefined);
  });
  await page.route(REST, async (route) => {
    await waiting;
    await route.continue();
  });
  return letGo;
}

/** Opens a game and waits until it is drawn. @param {Page} page @param {string} game @param {string} address */
async function see(page, game, address) {
  await openPage(page, address);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
}

/** Lets the pointer and some keys wander over a game. @param {Page} page */
async function wander(page) {
  const box = await page.locator('.board-host').boundingBox();
  if (!box) throw new Error('no board');
  for (const part of [0.3, 0.5, 0.7])
    await page.mouse.move(box.x + box.width * part, box.y + box.height * part);
  for (const key of ['Tab', ',', '.', 'f', '?', 'Escape']) await page.keyboard.press(key);
}

for (const game of GAMES) {
  test(`a first view of ${game} needs the first part of the engine alone`, async ({ page }) => {
    const letGo = await hold(page);
    await see(page, game, `./#${game}`);
    await wander(page);
    expect(await engineOf(page)).toEqual({ whole: false, early: 0 });
    expect(await ask(page, 'thought')).toBeNull();
    letGo();
    await expect.poll(() => engineOf(page)).toEqual({ whole: true, early: 0 });
    await expect.poll(() => ask(page, 'thought')).not.toBeNull();
  });

  // A link whose game is long is read in a worker, which has all of the engine.
  if (game === 'outpost') continue;
  test(`so does a game of ${game} from a link, with its graph`, async ({ page }) => {
    await hold(page);
    const demo = demos.find((one) => one.game === game);
    await see(page, game, `./${demo?.link}`);
    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect(page.locator('.graph canvas').first()).toBeVisible();
    await wander(page);
    expect(await engineOf(page)).toEqual({ whole: false, early: 0 });
  });
}

/** Something that no first view asks: a line of moves is walked. @param {Page} page */
const walk = (page) =>
  page.evaluate(() => {
    const { legal, walk } = /** @type {any} */ (window).__totora;
    walk({ from: 0, moves: [legal()[0]], who: 'a test' });
  });

test('who asks for more before the second part is there waits for it, and loses nothing', async ({
  page,
}) => {
  const letGo = await hold(page);
  await see(page, 'isolation', './#isolation');
  const { hash } = await stateOf(page);
  await walk(page);
  expect(await engineOf(page)).toEqual({ whole: true, early: 1 });
  expect((await stateOf(page)).hash).not.toBe(hash);
  letGo();
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
  expect(await engineOf(page)).toEqual({ whole: true, early: 1 });
});

test('a room that needs all of the engine opens when it is there', async ({ page }) => {
  const letGo = await hold(page);
  await see(page, 'uros', './#uros');
  await page.evaluate(() => {
    location.hash = '#lab';
  });
  await expect(page.getByText('The Lab is opening')).toBeVisible();
  expect(await engineOf(page)).toEqual({ whole: false, early: 0 });
  letGo();
  await expect(page.getByRole('heading', { name: 'Lab', exact: true })).toBeAttached();
  expect(await engineOf(page)).toEqual({ whole: true, early: 0 });
});

test('where the second part cannot be fetched, the game stays, and goes on once it can', async ({
  context,
}) => {
  // The browser tells its console of what cannot be fetched.
  const page = await context.newPage();
  const lost = (/** @type {import('@playwright/test').Route} */ route) => route.abort();
  await page.route(REST, lost);
  await page.route(REST_NOW, lost);
  await see(page, 'isolation', './#isolation');
  const { hash } = await stateOf(page);
  await walk(page);
  await expect(page.getByText('The engine stumbled')).toBeVisible();
  expect(await engineOf(page)).toMatchObject({ whole: false });
  expect((await stateOf(page)).hash).toBe(hash);
  await page.unroute(REST, lost);
  await page.unroute(REST_NOW, lost);
  await walk(page);
  expect(await engineOf(page)).toMatchObject({ whole: true });
  expect((await stateOf(page)).hash).not.toBe(hash);
});
