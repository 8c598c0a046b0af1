/**
 * What all browser tests share: a page on which no console error and no uncaught exception is
 * tolerated, and hands that play Uros by real mouse, keys and fingers. Tests may ask the page's
 * `__totora` handle what is legal; they act only as a person could.
 */
import { test as base, expect } from '@playwright/test';

export { expect };

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ move: string, kind: 'house', island: string, square: number, cell: number | null } | { move: string, kind: 'island', island: string, turn: number, corner: number, cells: number[] }} Way */

/**
 * Notes everything that must not happen on a page.
 * @param {Page} page
 * @param {string[]} problems
 */
export function watchFor(page, problems) {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
}

/**
 * Lets the page draw the same seeds in every run, so that a test sees the same games: one that fails does so always.
 * Twice on a page does no harm.
 * @param {Page} page
 */
export async function sameSeeds(page) {
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
    await sameSeeds(page);
    /** @type {string[]} */
    const problems = [];
    watchFor(page, problems);
    await use(page);
    expect(problems, 'no console error, no uncaught exception').toEqual([]);
  },
});

/**
 * Opens a game: the one that the address names, or else the kept or a fresh game of Uros, by its own address.
 * (Without any name there is Home.)
 * @param {Page} page
 * @param {string} [address]
 */
export async function openPage(page, address = './') {
  // Pages of another context have not gone through the fixture above.
  await sameSeeds(page);
  await knows(page);
  await page.goto(/#|\?embed/.test(address) ? address : `${address}#uros`);
  await page.waitForFunction(() => '__totora' in window);
}

/**
 * Opens the page as for somebody who knows the games: the coach is done, all panels are open, and the opponents
 * are the game's usual bots, of no level. The coach, the view to play in and the levels have tests of their own.
 * @param {Page} page
 */
const knows = (page) =>
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
      // A test may forbid the storage.
    }
  });

/**
 * Has a page begin with a game that it has kept, at its last ply, for what is no matter of how one comes to a game. Only
 * where none is kept: what is played is there after a reload.
 * @param {Page} page
 * @param {{ game: string, moves: string[] } & Record<string, unknown>} record
 */
export const saveGame = (page, record) =>
  page.addInitScript(
    ([key, text]) => {
      try {
        if (!localStorage.getItem(key)) localStorage.setItem(key, text);
      } catch {
        // A page of nothing has no storage.
      }
    },
    /** @type {const} */ ([
      `totora:game:${record.game}`,
      JSON.stringify({ record: JSON.stringify(record), ply: record.moves.length }),
    ]),
  );

/** Goes to a game: by its tab, or on a phone by the menu. @param {Page} page @param {string} name */
export async function goToGame(page, name) {
  const menu = page.getByRole('combobox', { name: 'Game', exact: true });
  if (await menu.isVisible()) await menu.selectOption({ label: name });
  else await page.getByRole('link', { name, exact: true }).click();
}

/** Opens the panels, if they are closed. @param {Page} page */
export async function openAnalysis(page) {
  const closed = page.getByRole('button', { name: 'Analysis', exact: true });
  if (await closed.isVisible()) await closed.click();
}

/** Chooses in the menu that stands beside the board while the panels are closed. @param {Page} page @param {string} name */
export async function fromMenu(page, name) {
  await page.locator('.controls .menu > summary').click();
  await page.locator('.controls').getByRole('button', { name, exact: true }).click();
}

/** Opens a tab of the panels. On a phone the left column is one of them, by the name of the reserve or `Game`. @param {Page} page @param {string | RegExp} name */
export async function openTab(page, name) {
  // The panels are fetched when they are opened.
  if ((await page.locator('main[data-mode=analyse]').count()) > 0)
    await page.getByRole('tab').first().waitFor();
  const tab = page.getByRole('tab', { name });
  if ((await tab.count()) > 0) await tab.first().click();
}
/** Where seats, actions and reserve are, if that is not a column of its own. @param {Page} page */
export const openSide = (page) => openTab(page, /^(Game|Reedbed|Orders)$/);

/**
 * @template T
 * @param {Page} page
 * @param {string} name   of a reading function of the handle
 * @returns {Promise<T>}
 */
export function ask(page, name) {
  return page.evaluate((key) => /** @type {any} */ (window).__totora[key](), name);
}

/** @param {Page} page @returns {Promise<any>} */
export const stateOf = (page) => ask(page, 'state');
/** @param {Page} page @returns {Promise<any>} */
export const recordOf = (page) => ask(page, 'record');

/** Waits until a person is to move, or the game is over. @param {Page} page */
export async function myTurn(page) {
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
 * A legal move and where it is on the board; islands and houses in turn, as the bot likes them.
 * @param {Page} page
 * @param {number} n   counts decisions
 * @returns {Promise<Way>}
 */
export function choose(page, n) {
  return page.evaluate((count) => {
    const { thought, legal } = /** @type {any} */ (window).__totora;
    const known = thought();
    const allowed = new Set(legal());
    const ways = known.locations
      .map((/** @type {any} */ spot, /** @type {number} */ i) => ({
        ...spot,
        move: known.moves[i],
      }))
      .filter((/** @type {any} */ way) => allowed.has(way.move) && way.kind !== 'other');
    const wanted = count % 2 ? 'house' : 'island';
    return ways.find((/** @type {any} */ way) => way.kind === wanted) ?? ways[0];
  }, n);
}

/** The middle of a square of Lake or Reedbed on the screen. @param {Page} page @param {string} id */
export async function middleOf(page, id) {
  const box = await page.locator(`[data-cell="${id}"]`).boundingBox();
  if (!box) throw new Error(`no square ${id} on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Makes a click in the Reedbed build, where it takes. @param {Page} page */
export async function clickBuilds(page) {
  const mode = page.getByRole('button', { name: 'Build houses' });
  if ((await mode.isVisible()) && (await mode.getAttribute('aria-pressed')) === 'false')
    await mode.click();
}

/**
 * Waits until nothing moves: what fades has faded, and what follows the frames of the window has followed. The hint of the
 * first game, which beckons for ten seconds where it is, is not waited for.
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
 * Lets a page go on by itself for so long, without waiting: its timers fire, what it asks its worker is answered, and
 * what follows from the answers too. `page.clock.install()` comes before the page is opened.
 * @param {Page} page
 * @param {number} ms
 */
export async function pass(page, ms) {
  for (let round = 0; round < 2; round++) {
    await page.clock.runFor(ms);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.idle());
  }
}

/** Makes bots answer at once. @param {Page} page */
export async function fastest(page) {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
}

/** @param {Page} page @param {string} move */
export async function wasPlayed(page, move) {
  await expect
    .poll(async () => (await recordOf(page)).moves.includes(move), {
      message: `${move} was played`,
    })
    .toBe(true);
}

/** Opens what is folded away in the New game dialog. @param {import('@playwright/test').Locator} dialog */
export async function unfold(dialog) {
  for (const name of ['All bots', 'Advanced']) {
    const part = dialog.locator('details', { has: dialog.page().getByText(name, { exact: true }) });
    if ((await part.getAttribute('open')) === null) await part.locator('summary').click();
  }
}

/** Opens the New game dialog and seats players. @param {Page} page @param {string} red @param {string} blue */
export async function newGame(page, red, blue) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await unfold(dialog);
  for (const [seat, name] of [
    ['Red', red],
    ['Blue', blue],
  ]) {
    const who = dialog.getByRole('combobox', { name: seat, exact: true });
    // Its strength stands behind it, in brackets.
    const option = who.locator('option', { hasText: new RegExp(`^${name}( \\(.*)?$`) });
    await who.selectOption(await option.getAttribute('value'));
  }
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}
