/**
 * The engine comes in two parts (scripts/split-wasm.mjs): a first view needs the first alone, whoever asks for more
 * waits for the second, and what goes wrong with that costs nobody a game.
 */
import { readFileSync } from 'node:fs';
import { ask, expect, openPage, recordOf, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];
/** @type {{ game: string, link: string }[]} */
const demos = JSON.parse(readFileSync('tests/browser/games.json', 'utf8'));
const REST = /totora_rest-[^/]*\.wasm$/;

/** Whether all of the engine is there. @param {Page} page @returns {Promise<boolean>} */
const isWhole = (page) => ask(page, 'engine');
/** What says that something waits for the second part. @param {Page} page */
const waits = (page) => page.locator('.notice').getByText('Loading the engine…');

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
    await expect(waits(page)).toBeHidden();
    expect(await isWhole(page)).toBe(false);
    expect(await ask(page, 'thought')).toBeNull();
    letGo();
    await expect.poll(() => isWhole(page)).toBe(true);
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
    await expect(waits(page)).toBeHidden();
    expect(await isWhole(page)).toBe(false);
  });
}

/** Something that no first view asks: a line of moves is walked. @param {Page} page */
const walk = (page) =>
  page.evaluate(() => {
    const { legal, walk } = /** @type {any} */ (window).__totora;
    walk({ from: 0, moves: [legal()[0]], who: 'a test', at: 1 });
  });

test('what is done before the second part is there waits for it with a word, and is done then', async ({
  page,
}) => {
  const letGo = await hold(page);
  await see(page, 'isolation', './#isolation');
  const { hash } = await stateOf(page);
  await walk(page);
  await expect(waits(page)).toBeVisible();
  // The page lives on meanwhile.
  await wander(page);
  expect((await stateOf(page)).hash).toBe(hash);
  letGo();
  await expect.poll(async () => (await stateOf(page)).hash).not.toBe(hash);
  await expect(waits(page)).toBeHidden();
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
});

test('what the first part turns out to lack is asked again when all is there, and the game is as it was', async ({
  page,
}) => {
  const letGo = await hold(page);
  await see(page, 'reversi', './#reversi');
  const before = await recordOf(page);
  // No first view asks that: the call traps.
  await page.evaluate(() => /** @type {any} */ (window).__totora.lines());
  await expect(waits(page)).toBeVisible();
  letGo();
  await expect.poll(() => isWhole(page)).toBe(true);
  await expect(waits(page)).toBeHidden();
  await expect.poll(() => recordOf(page)).toEqual(before);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
});

test('a screen that needs all of the engine opens when it is there', async ({ page }) => {
  const letGo = await hold(page);
  await see(page, 'uros', './#uros');
  await page.evaluate(() => {
    location.hash = '#lab';
  });
  await expect(page.getByText('Loading the Lab…')).toBeVisible();
  expect(await isWhole(page)).toBe(false);
  letGo();
  await expect(page.getByRole('heading', { name: 'Lab', exact: true })).toBeAttached();
  expect(await isWhole(page)).toBe(true);
});

/** What hosts do instead of answering with the second part. @type {Record<string, (route: import('@playwright/test').Route) => Promise<void>>} */
const FAULTS = {
  'is not there': (route) => route.abort(),
  'is the page for missing files': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Not here' }),
};

for (const [fault, act] of Object.entries(FAULTS)) {
  test(`where the second part ${fault}, game and Lab say so, and go on once it is right`, async ({
    context,
  }) => {
    // The browser tells its console of what cannot be fetched.
    const page = await context.newPage();
    let asked = 0;
    await page.route(REST, (route) => {
      asked++;
      return act(route);
    });
    await see(page, 'isolation', './#isolation');
    const notice = page.getByText('The engine could not be loaded.');
    await expect(notice).toBeVisible();
    const { hash } = await stateOf(page);
    await page.evaluate(() => {
      location.hash = '#lab';
    });
    await expect(page.getByText('Loading the Lab…')).toBeVisible();
    await expect(notice).toBeVisible();
    // Once, and once past the browser's cache; nobody asks again until somebody wants it.
    expect(asked).toBe(2);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => asked).toBe(3);
    await expect(notice).toBeVisible();
    await page.unroute(REST);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Lab', exact: true })).toBeAttached();
    await expect(notice).toBeHidden();
    expect(await isWhole(page)).toBe(true);
    expect((await stateOf(page)).hash).toBe(hash);
    await expect.poll(() => ask(page, 'thought')).not.toBeNull();
  });
}
