/**
 * What is saved survives: if the browser kills the page in the middle of a game, at most the current turn is lost; and if
 * the browser itself is killed at any moment, nothing that is older than a second. `TOTORA_KILLS` sets the number of
 * kills per screen (once each in CI), `TOTORA_KILL_SEED` their moments.
 */
import { expect, fastest, openPage, recordOf, savedValue, stateOf, test } from './fixtures.js';
import { killableBrowser } from './killable.js';

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

// --- the whole browser --------------------------------------------------------------------------

const KILLS = Number(process.env.TOTORA_KILLS ?? 1);
const SEED = Number(process.env.TOTORA_KILL_SEED ?? 1);
/** Changes that are older than this must survive, in milliseconds. */
const SETTLED = 1_000;

/** A seeded generator of numbers from 0 to 1. @param {number} seed */
function createRandom(seed) {
  let now = seed;
  return () => {
    now = (Math.imul(now, 1_103_515_245) + 12_345) & 0x7fffffff;
    return now / 2 ** 31;
  };
}

/**
 * @typedef {object} Screen   On which the browser is killed.
 * @property {string} address
 * @property {(page: Page) => Promise<unknown>} [open]   after the address is opened
 * @property {(page: Page, random: () => number) => Promise<unknown>} act   a change by the user
 * @property {(page: Page) => Promise<string>} read   what must survive
 * @property {string} [saved]   the name of the value that *Save* changes
 */

/** The game, with its moves. @param {Page} page */
const gameOf = async (page) => {
  const { game, seed, moves } = await recordOf(page);
  return JSON.stringify({ game, seed, moves }).slice(0, -2);
};

/** How long a person would wait for a turn before doing something else, in milliseconds. */
const PATIENCE = 10_000;

/** Waits for a turn. @param {Page} page @returns {Promise<boolean>} false if the game is over, or a bot waits */
const hasTurn = (page) =>
  page
    .waitForFunction(
      () => {
        const { state, thought } = /** @type {any} */ (window).__totora;
        const { to_act, seats } = state();
        return to_act.some((/** @type {number} */ i) => seats[i].config.human) && thought()?.done;
      },
      null,
      { timeout: PATIENCE },
    )
    .then(
      () => true,
      () => false,
    );

/** Plays a move, or begins a new game. @param {Page} page */
async function playOn(page) {
  if (!(await hasTurn(page))) return startAnew(page);
  const { hash } = await stateOf(page);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await page.waitForFunction(
    (old) => /** @type {any} */ (window).__totora.state().hash !== old,
    hash,
    { timeout: PATIENCE },
  );
}

/** @param {Page} page */
async function startAnew(page) {
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}

/** @param {Page} page */
async function takeBack(page) {
  if (!(await hasTurn(page))) return;
  const undo = page.getByRole('button', { name: 'Undo' }).first();
  if (await undo.isEnabled()) await undo.click();
}

/** A text with something new at its end. @param {import('@playwright/test').Locator} field @param {string} text */
async function typeAtEnd(field, text) {
  await field.focus();
  await field.press('Control+End');
  await field.pressSequentially(text, { delay: 30 });
}

/** @param {Page} page */
const formula = (page) => page.locator('.lab-term textarea').first();
/** @param {Page} page */
const code = (page) => page.getByLabel('Code', { exact: true });
/** Presses *Save*, and waits until the page says that it is done. @param {Page} page */
async function saveDraft(page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const message = page.getByText('is saved in this browser');
  await expect(message).toBeVisible();
  // The next message must be another one.
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(message).toBeHidden();
}

/** @type {Record<string, Screen>} */
const SCREENS = {
  game: {
    address: './#isolation',
    act: (page, random) => {
      const drawn = random();
      if (drawn < 0.75) return playOn(page);
      if (drawn < 0.9) return takeBack(page);
      return startAnew(page);
    },
    read: gameOf,
  },
  Lab: {
    address: './#lab/isolation',
    open: (page) => expect(formula(page)).toBeVisible(),
    act: (page, random) => typeAtEnd(formula(page), ` + ${Math.floor(100 * random())}`),
    read: (page) => formula(page).inputValue(),
    saved: 'lab-shelf:isolation',
  },
  'code editor': {
    address: './#lab/isolation',
    open: async (page) => {
      await page.getByRole('button', { name: 'Code', exact: true }).click();
      await expect(code(page)).toBeVisible();
    },
    act: (page, random) => typeAtEnd(code(page), `\n// ${Math.floor(100 * random())}`),
    read: (page) => code(page).inputValue(),
    saved: 'bots',
  },
  'Set up': {
    address: './#isolation',
    act: async (page, random) => {
      if (random() < 0.5) return playOn(page);
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up a position' });
      await dialog.getByRole('button', { name: 'Closed cell', exact: true }).click();
      await page.waitForFunction(() => '__setupBoard' in window);
      const at = await page.evaluate(() => /** @type {any} */ (window).__setupBoard.whereIs(8));
      await page.mouse.click(at.x, at.y);
      if (random() < 0.5) await page.keyboard.press('Escape');
      else {
        await dialog.getByRole('button', { name: 'Play from here' }).click();
        await expect(dialog).toBeHidden();
      }
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
    },
    read: gameOf,
  },
  'map editor': {
    address: './#outpost',
    open: async (page) => {
      const editor = page.getByRole('dialog');
      if (!(await editor.isVisible()))
        await page.getByRole('button', { name: 'Map editor' }).first().click();
      await expect(editor.locator('.outpost-count')).toBeVisible();
      await editor.getByText('As text').click();
    },
    act: async (page, random) => {
      const editor = page.getByRole('dialog');
      const box = await editor.getByTestId('outpost-sheet').locator('canvas').boundingBox();
      if (!box) throw new Error('no sheet');
      const place = () => box.x + (0.1 + 0.8 * random()) * box.width;
      const [from, to] = [place(), place()];
      const y = box.y + (0.1 + 0.8 * random()) * box.height;
      await editor.getByRole('button', { name: random() < 0.5 ? 'Water' : 'Land' }).click();
      await page.mouse.move(from, y);
      await page.mouse.down();
      await page.mouse.move(to, y, { steps: 4 });
      await page.mouse.up();
    },
    read: (page) => page.getByRole('textbox', { name: 'The map as text' }).inputValue(),
  },
};

for (const [name, screen] of Object.entries(SCREENS))
  test(`nothing is lost when the browser is killed in: ${name}`, async () => {
    test.setTimeout(60_000 + 60_000 * KILLS);
    const { baseURL = '', launchOptions = {} } = test.info().project.use;
    const random = createRandom(SEED + name.length);
    const browser = killableBrowser(launchOptions);
    let lost = 0;
    const open = async () => {
      const page = await browser.start();
      await page.setViewportSize({ width: 1440, height: 900 });
      await openPage(page, new URL(screen.address, baseURL).href);
      await page.waitForFunction(() => /** @type {any} */ (window).__totora.state());
      await screen.open?.(page);
      return page;
    };
    try {
      let page = await open();
      for (let kill = 1; kill <= KILLS; kill++) {
        const end = Date.now() + 1_500 + 5_000 * random();
        /** @type {{ at: number, text: string }[]} */
        const seen = [{ at: Date.now(), text: await screen.read(page) }];
        /** What the page said to be saved last. */
        let said = '';
        while (Date.now() < end) {
          await screen.act(page, random);
          seen.push({ at: Date.now(), text: await screen.read(page) });
          if (screen.saved && random() < 0.4) {
            said = await screen.read(page);
            await saveDraft(page);
          }
        }
        await new Promise((done) => setTimeout(done, 1_500 * random()));
        const killed = Date.now();
        await browser.kill();
        page = await open();
        const now = await screen.read(page);
        const sure = seen.findLastIndex(({ at }) => at <= killed - SETTLED);
        const allowed = seen.slice(Math.max(0, sure)).map(({ text }) => text);
        // More than was seen last may have been saved.
        const whole = allowed.includes(now) || now.startsWith(allowed.at(-1) ?? '');
        const shelf = (screen.saved && (await savedValue(page, screen.saved))) || '';
        const kept = shelf.includes(JSON.stringify(said).slice(1, -1));
        if (!whole || !kept) lost++;
        const about = { whole, kept, now, allowed, said, shelf };
        expect.soft(about, `kill ${kill}`).toMatchObject({ whole: true, kept: true });
      }
      console.log(`${name}: ${KILLS} kills, ${lost} lost`);
    } finally {
      await browser.remove();
    }
  });

test('a game survives a kill of the browser soon after a reload, a move taken back and a new game', async () => {
  test.setTimeout(240_000);
  const { baseURL = '', launchOptions = {} } = test.info().project.use;
  const browser = killableBrowser(launchOptions);
  const address = new URL('./#isolation', baseURL).href;
  const open = async () => {
    const page = await browser.start();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPage(page, address);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.state());
    return page;
  };
  try {
    let page = await open();
    await playOn(page);
    // Chromium writes local storage five seconds after its first change, and then about once a minute.
    await new Promise((done) => setTimeout(done, 7_000));
    await playOn(page);
    for (const [name, act] of Object.entries({
      'a reload and a move': async () => {
        await page.reload();
        await page.waitForFunction(() => '__totora' in window);
        await playOn(page);
      },
      'a move taken back': () => takeBack(page),
      'a new game and a move': async () => {
        await startAnew(page);
        await playOn(page);
      },
    })) {
      await act();
      expect(await hasTurn(page)).toBe(true);
      const before = await gameOf(page);
      await new Promise((done) => setTimeout(done, KILLS > 1 ? 10_000 : 3_000));
      const { ply } = await stateOf(page);
      await browser.kill();
      page = await open();
      expect(await gameOf(page), name).toBe(before);
      expect((await stateOf(page)).ply, name).toBe(ply);
      await expect(page.getByText('put aside')).toHaveCount(0);
    }
  } finally {
    await browser.remove();
  }
});
