/** If the browser kills the page in the middle of a game, at most the current turn is lost. */
import { expect, fastest, openPage, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Starts a long game of Outpost between four bots, at the fastest speed. @param {Page} page */
async function watchOutpost(page) {
  await openPage(page, './#outpost');
  const bot = { bot: 'harvester', options: {} };
  const options = { map: 'delta', r: 7, L: 40, W: 10, T: 4444 };
  const record = { totora: 1, game: 'outpost', options, seed: 1, seats: [bot, bot, bot, bot] };
  await page.evaluate(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'long.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
    },
    JSON.stringify({ ...record, moves: [] }),
  );
  await expect.poll(async () => (await stateOf(page)).seats[3].config.bot).toBe('harvester');
  await fastest(page);
}

/** Kills the process of the page, as a browser does when it runs out of memory. @param {Page} page */
async function kill(page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // The page's process has used the most CPU time. Do not kill a spare process, or the browser may
  // not be able to open another page.
  const [{ id }] = renderers.sort((a, b) => b.cpuTime - a.cpuTime);
  const crashed = page.waitForEvent('crash');
  process.kill(id, 'SIGKILL');
  await crashed;
}

test('a game survives when the page is killed five times', async ({ playwright }) => {
  test.setTimeout(180_000);
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch(launchOptions);
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ baseURL });
  let page = await context.newPage();
  await watchOutpost(page);
  let before = 0;
  for (let n = 1; n <= 5; n++) {
    const pliesBefore = before;
    // The game may continue without a click.
    const watch = page.locator('.watch', { hasText: 'Watch' });
    if (await watch.isVisible()) await watch.click();
    await page.waitForFunction((from) => {
      const { __totora } = /** @type {any} */ (window);
      return __totora.state().plies > from + 5;
    }, pliesBefore);
    const { plies: playedBefore } = await stateOf(page);
    await kill(page);
    page = await context.newPage();
    await openPage(page, './#outpost');
    // On a busy machine the browser takes a while to notice that the killed page no longer holds
    // the game's lock.
    await expect
      .poll(async () => (await stateOf(page))?.plies, `kill ${n}, at ply ${playedBefore}`)
      .toBeGreaterThanOrEqual(playedBefore - 1);
    const { plies, game } = await stateOf(page);
    expect(game).toBe('outpost');
    before = plies;
  }
  await browser.close();
});
