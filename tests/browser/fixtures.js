/**
 * Shared helpers of the browser tests: a `page` fixture that fails a test on any console error or
 * uncaught exception, and functions that play Uros with real mouse, keyboard and touch input. Tests
 * may ask the page's `__totora` handle which moves are legal, but they act only as a user could.
 */
import { test as base, expect } from '@playwright/test';

export { expect };

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ move: string, kind: 'house', island: string, square: number, cell: number | null } | { move: string, kind: 'island', island: string, turn: number, corner: number, cells: number[] }} Placement */

/**
 * Collects console errors and uncaught exceptions of a page.
 * @param {Page} page
 * @param {string[]} problems
 */
export function collectErrors(page, problems) {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    const what = error.stack ?? error.message;
    // In a reused context, a script of Playwright's clock may run before the clock is there. The page's own scripts have an
    // address.
    if (what.includes("reading 'controller'") && !what.includes('http')) return;
    problems.push(`uncaught: ${what}`);
  });
}

/**
 * Makes the page generate the same seeds in every run, so that a test always sees the same games
 * and a failure is reproducible. Calling it twice on a page is harmless.
 * @param {Page} page
 */
export async function fixSeeds(page) {
  await page.addInitScript(() => {
    let drawn = 1;
    Crypto.prototype.getRandomValues = (array) => {
      if (!array) return array;
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) {
        drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[i] = drawn >>> 24;
      }
      return array;
    };
  });
}

export const test = base.extend({
  page: async ({ page }, use) => {
    await fixSeeds(page);
    /** @type {string[]} */
    const problems = [];
    collectErrors(page, problems);
    await use(page);
    expect(problems, 'no console error, no uncaught exception').toEqual([]);
  },
});

/**
 * Opens a game at its own address: the game that the address names, or else the saved or a new game
 * of Uros. (An address without a game's name opens Home.)
 * @param {Page} page
 * @param {string} [address]
 */
export async function openPage(page, address = './') {
  // Pages of another context do not use the fixture above.
  await fixSeeds(page);
  await skipIntroduction(page);
  await page.goto(/#|\?embed/.test(address) ? address : `${address}#uros`);
  await page.waitForFunction(() => '__totora' in window);
}

/**
 * Opens the page as a returning user sees it: the coach is finished, all panels are open, and the
 * opponents are the game's usual bots, without a level. The coach, the play view and the levels
 * have tests of their own.
 * @param {Page} page
 */
const skipIntroduction = (page) =>
  page.addInitScript(() => {
    const games = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];
    /** @param {string} name @param {unknown} value */
    const set = (name, value) => {
      if (!localStorage.getItem(`totora:${name}`))
        localStorage.setItem(`totora:${name}`, JSON.stringify(value));
    };
    const usual = { won: 0, level: 0, losses: 0, last: '' };
    try {
      set('coach', Object.fromEntries(games.map((game) => [game, ['done']])));
      set('settings', { analysing: true });
      set('progress', Object.fromEntries(games.map((game) => [game, usual])));
    } catch {
      // A test may block the storage.
    }
  });

/**
 * Makes a page start with this saved game at its last ply, for tests that do not depend on how the
 * game was opened. A game that is already saved stays, so moves played in the test survive a
 * reload.
 * @param {Page} page
 * @param {{ game: string, moves: string[] } & Record<string, unknown>} record
 */
export const saveGame = (page, record) =>
  page.addInitScript(
    ([key, text]) => {
      try {
        if (!localStorage.getItem(key)) localStorage.setItem(key, text);
      } catch {
        // about:blank has no storage.
      }
    },
    /** @type {const} */ ([
      `totora:game:${record.game}`,
      JSON.stringify({ record: JSON.stringify(record), ply: record.moves.length }),
    ]),
  );

export { savedValue } from './saved.js';

/** Switches to a game: by its tab, or on a phone by the menu. @param {Page} page @param {string} name */
export async function goToGame(page, name) {
  const menu = page.getByRole('combobox', { name: 'Game', exact: true });
  if (await menu.isVisible()) await menu.selectOption({ label: name });
  else await page.getByRole('link', { name, exact: true }).click();
}

/** Opens the panels if they are closed. @param {Page} page */
export async function openAnalysis(page) {
  const closed = page.getByRole('button', { name: 'Analysis', exact: true });
  if (await closed.isVisible()) await closed.click();
}

/**
 * Chooses an item of the menu beside the board, which is shown while the panels are closed.
 * @param {Page} page
 * @param {string} name
 */
export async function chooseFromMenu(page, name) {
  await page.locator('.controls .menu > summary').click();
  await page.locator('.controls').getByRole('button', { name, exact: true }).click();
}

/**
 * Opens a tab of the panels. On a phone the left column is a tab too, named after the reserve or
 * `Game`.
 * @param {Page} page
 * @param {string | RegExp} name
 */
export async function openTab(page, name) {
  // The panels are fetched when they are opened.
  if ((await page.locator('main[data-mode=analyse]').count()) > 0)
    await page.getByRole('tab').first().waitFor();
  const tab = page.getByRole('tab', { name });
  if ((await tab.count()) > 0) await tab.first().click();
}
/**
 * Opens the tab with seats, actions and reserve, where they are not in a column of their own.
 * @param {Page} page
 */
export const openSide = (page) => openTab(page, /^(Game|Reedbed|Orders)$/);

/**
 * @template T
 * @param {Page} page
 * @param {string} name   of a function of the handle that returns data
 * @returns {Promise<T>}
 */
export function ask(page, name) {
  return page.evaluate((key) => /** @type {any} */ (window).__totora[key](), name);
}

/** @param {Page} page @returns {Promise<any>} */
export const stateOf = (page) => ask(page, 'state');
/** @param {Page} page @returns {Promise<any>} */
export const recordOf = (page) => ask(page, 'record');

/** Waits until it is a human's turn, or the game is over. @param {Page} page */
export async function waitForTurn(page) {
  await page.waitForFunction(() => {
    const { state, thought } = /** @type {any} */ (window).__totora;
    const now = state();
    if (now.outcome) return true;
    return (
      now.to_act.some((/** @type {number} */ i) => now.seats[i].config.human) && thought()?.done
    );
  });
  return stateOf(page);
}

/**
 * Chooses a legal move and returns it with its place on the board. Islands and houses alternate; of
 * each kind it takes the bot's first.
 * @param {Page} page
 * @param {number} n   the number of moves chosen so far
 * @returns {Promise<Placement>}
 */
export function choosePlacement(page, n) {
  return page.evaluate((count) => {
    const { thought, legal } = /** @type {any} */ (window).__totora;
    const thoughtNow = thought();
    const allowed = new Set(legal());
    const placements = thoughtNow.locations
      .map((/** @type {any} */ spot, /** @type {number} */ i) => ({
        ...spot,
        move: thoughtNow.moves[i],
      }))
      .filter(
        (/** @type {any} */ placement) => allowed.has(placement.move) && placement.kind !== 'other',
      );
    const wanted = count % 2 ? 'house' : 'island';
    return (
      placements.find((/** @type {any} */ placement) => placement.kind === wanted) ?? placements[0]
    );
  }, n);
}

/** The centre of a square of Lake or Reedbed on the screen. @param {Page} page @param {string} id */
export async function centreOf(page, id) {
  const box = await page.locator(`[data-cell="${id}"]`).boundingBox();
  if (!box) throw new Error(`no square ${id} on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Switches the Reedbed to *Build houses*, so that a click builds instead of taking an island.
 * @param {Page} page
 */
export async function switchToBuilding(page) {
  const mode = page.getByRole('button', { name: 'Build houses' });
  if ((await mode.isVisible()) && (await mode.getAttribute('aria-pressed')) === 'false')
    await mode.click();
}

/**
 * Waits until all animations shorter than two seconds have ended and two frames have passed. The
 * hint of the first game, an animation of ten seconds, is not waited for.
 * @param {Page} page
 */
export const settled = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000,
        );
    for (let some = moving(); some.length > 0; some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  });

/**
 * Advances the page's fake clock by `ms` milliseconds, twice, and after each time waits until the
 * worker has answered everything that the page requested. Call `page.clock.install()` before
 * opening the page.
 * @param {Page} page
 * @param {number} ms
 */
export async function advance(page, ms) {
  for (let round = 0; round < 2; round++) {
    await page.clock.runFor(ms);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.idle());
  }
}

/** Makes bots move at once. @param {Page} page */
export async function fastest(page) {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
}

/** @param {Page} page @param {string} move */
export async function expectPlayed(page, move) {
  await expect
    .poll(async () => (await recordOf(page)).moves.includes(move), {
      message: `${move} was played`,
    })
    .toBe(true);
}

/**
 * Expands the collapsed section of the New game dialog.
 * @param {import('@playwright/test').Locator} dialog
 */
export async function expandSections(dialog) {
  const part = dialog.locator('details.more');
  if ((await part.getAttribute('open')) === null) await part.locator('summary').first().click();
}

/**
 * Opens the New game dialog, chooses the players and starts the game.
 * @param {Page} page
 * @param {string} red
 * @param {string} blue
 */
export async function newGame(page, red, blue) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  for (const [seat, name] of [
    ['Red', red],
    ['Blue', blue],
  ]) {
    const who = dialog.getByRole('combobox', { name: seat, exact: true });
    // A bot's strength follows its name in brackets.
    const option = who.locator('option', { hasText: new RegExp(`^${name}( \\(.*)?$`) });
    await who.selectOption(await option.getAttribute('value'));
  }
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}
