/**
 * The engine consists of two parts (scripts/split-wasm.mjs). The first view of a game needs only
 * the first part. Whatever needs the second part waits for it, and no failure loses a game.
 */
import { readFileSync } from 'node:fs';
import { ask, expect, openPage, recordOf, savedValue, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];
/** @type {{ game: string, link: string }[]} */
const demos = JSON.parse(readFileSync('tests/browser/games.json', 'utf8'));
const REST = /totora_rest-[^/]*\.wasm$/;

/** Whether the whole engine is loaded. @param {Page} page @returns {Promise<boolean>} */
const isWhole = (page) => ask(page, 'engine');
/** The message that something waits for the second part. @param {Page} page */
const waitMessage = (page) => page.locator('.notice').getByText('Loading the engine…');

/** Delays the second part; returns the function that lets it load. @param {Page} page */
async function delayRest(page) {
  let release = () => {};
  const waiting = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(REST, async (route) => {
    await waiting;
    await route.continue();
  });
  return release;
}

/**
 * Opens a game and waits until it is drawn.
 * @param {Page} page
 * @param {string} game
 * @param {string} address
 */
async function openGame(page, game, address) {
  await openPage(page, address);
  await expect.poll(async () => (await stateOf(page))?.game).toBe(game);
  await expect(page.locator('.board-host canvas').first()).toBeVisible();
}

/** Moves the pointer over the board and presses some keys. @param {Page} page */
async function useBoard(page) {
  const box = await page.locator('.board-host').boundingBox();
  if (!box) throw new Error('no board');
  for (const part of [0.3, 0.5, 0.7])
    await page.mouse.move(box.x + box.width * part, box.y + box.height * part);
  for (const key of ['Tab', ',', '.', 'f', '?', 'Escape']) await page.keyboard.press(key);
}

test('orders that are given before the second part is there are kept', async ({ page }) => {
  const release = await delayRest(page);
  await openGame(page, 'outpost', './#outpost');
  await page.getByRole('combobox', { name: 'Suggested by' }).selectOption('harvester');
  await page.getByRole('combobox', { name: 'Disband' }).selectOption({ index: 1 });
  expect(await isWhole(page)).toBe(false);
  await expect(page.locator('.given li')).toHaveCount(0);
  release();
  await expect(page.locator('.given li')).toHaveCount(2);
  await expect(page.locator('.given')).toContainText('by Harvester');
  await expect(page.getByRole('combobox', { name: 'Suggested by' })).toHaveValue('harvester');
});

for (const game of GAMES) {
  test(`the first view of ${game} needs only the first part of the engine`, async ({ page }) => {
    const release = await delayRest(page);
    await openGame(page, game, `./#${game}`);
    await useBoard(page);
    await expect(waitMessage(page)).toBeHidden();
    expect(await isWhole(page)).toBe(false);
    expect(await ask(page, 'thought')).toBeNull();
    release();
    await expect.poll(() => isWhole(page)).toBe(true);
    await expect.poll(() => ask(page, 'thought')).not.toBeNull();
  });

  // A link of a long game is read in a worker, which needs the whole engine.
  if (game === 'outpost') continue;
  test(`a game of ${game} from a link, with its graph, needs only the first part`, async ({
    page,
  }) => {
    await delayRest(page);
    const demo = demos.find((one) => one.game === game);
    await openGame(page, game, `./${demo?.link}`);
    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect(page.locator('.graph canvas').first()).toBeVisible();
    await useBoard(page);
    await expect(waitMessage(page)).toBeHidden();
    expect(await isWhole(page)).toBe(false);
  });
}

/** Something that no first view does: walks through a line of moves. @param {Page} page */
const walk = (page) =>
  page.evaluate(() => {
    const { legal, walk } = /** @type {any} */ (window).__totora;
    walk({ from: 0, moves: [legal()[0]], who: 'a test', at: 1 });
  });

test('an action that needs the second part shows a message, and happens once it is loaded', async ({
  page,
}) => {
  const release = await delayRest(page);
  await openGame(page, 'isolation', './#isolation');
  const { hash } = await stateOf(page);
  await walk(page);
  await expect(waitMessage(page)).toBeVisible();
  // The page responds meanwhile.
  await useBoard(page);
  expect((await stateOf(page)).hash).toBe(hash);
  release();
  await expect.poll(async () => (await stateOf(page)).hash).not.toBe(hash);
  await expect(waitMessage(page)).toBeHidden();
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
});

test('a call that the first part cannot answer is repeated with the whole engine, and the game stays the same', async ({
  page,
}) => {
  const release = await delayRest(page);
  await openGame(page, 'reversi', './#reversi');
  const before = await recordOf(page);
  // No first view makes this call, so it traps.
  await page.evaluate(() => /** @type {any} */ (window).__totora.lines());
  await expect(waitMessage(page)).toBeVisible();
  release();
  await expect.poll(() => isWhole(page)).toBe(true);
  await expect(waitMessage(page)).toBeHidden();
  await expect.poll(() => recordOf(page)).toEqual(before);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
});

test('a screen that needs the whole engine opens once it is loaded', async ({ page }) => {
  const release = await delayRest(page);
  await openGame(page, 'uros', './#uros');
  await page.evaluate(() => {
    location.hash = '#lab';
  });
  await expect(page.getByText('Loading the Lab…')).toBeVisible();
  expect(await isWhole(page)).toBe(false);
  release();
  await expect(page.getByRole('heading', { name: 'Lab', exact: true })).toBeAttached();
  expect(await isWhole(page)).toBe(true);
});

test('the Lab reloaded before the second part has loaded says nothing about saved data', async ({
  page,
}) => {
  await openPage(page, './#lab/isolation');
  await expect(page.locator('.lab-term textarea').first()).toBeVisible();
  await expect.poll(() => savedValue(page, 'game:isolation')).toContain('"bot":"lab"');
  const release = await delayRest(page);
  await page.reload();
  // The saved game has a heuristic for its analysis, so it may wait for the whole engine itself.
  await expect(page.getByText(/Loading the Lab…|Still loading the game/).first()).toBeVisible();
  release();
  await expect(page.locator('.lab-term textarea').first()).toBeVisible();
  await expect.poll(() => ask(page, 'thought')).not.toBeNull();
  await expect(page.getByText('does not fit this version')).toHaveCount(0);
});

/**
 * How a host may fail to answer with the second part.
 * @type {Record<string, (route: import('@playwright/test').Route) => Promise<void>>}
 */
const FAULTS = {
  'is missing': (route) => route.abort(),
  'is replaced by an error page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Not here' }),
};

for (const [fault, act] of Object.entries(FAULTS)) {
  test(`where the second part ${fault}, the game and the Lab report it, and work once it loads`, async ({
    context,
  }) => {
    // The browser logs failed requests to the console.
    const page = await context.newPage();
    let requests = 0;
    await page.route(REST, (route) => {
      requests++;
      return act(route);
    });
    await openGame(page, 'isolation', './#isolation');
    const notice = page.getByText('The engine could not be loaded.');
    await expect(notice).toBeVisible();
    const { hash } = await stateOf(page);
    await page.evaluate(() => {
      location.hash = '#lab';
    });
    await expect(page.getByText('Loading the Lab…')).toBeVisible();
    await expect(notice).toBeVisible();
    // Requested once, and once bypassing the browser's cache. After that only when the user
    // retries.
    expect(requests).toBe(2);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => requests).toBe(3);
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
