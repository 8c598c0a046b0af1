/**
 * The fixtures of tests of the whole page in Node: `page` is a new browser with nothing saved, and a test fails on a console error or
 * an uncaught exception. The helpers have the names of those in tests/browser/fixtures.js.
 */
import { test as plainTest } from 'vitest';
import { Browser } from './browser.js';
import { expect } from './expect.js';

export { savedValue } from '../../browser/saved.js';
export { expect };

/** @typedef {import('./browser.js').Page} Page */

/** @type {((name: string, act: (fixtures: { page: Page, browser: Browser }) => unknown) => void) & { describe: typeof plainTest.describe }} */
export const test = /** @type {any} */ (
  plainTest.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures here
    browser: async ({}, /** @type {any} */ use) => {
      const browser = new Browser();
      await use(browser);
      const problems = browser.contexts.flatMap(({ pages }) =>
        pages.flatMap((one) => one.problems),
      );
      await browser.close();
      expect(problems, 'no console error, no uncaught exception').toEqual([]);
    },
    page: async (/** @type {any} */ { browser }, /** @type {any} */ use) => {
      await use(await (await browser.newContext()).newPage());
    },
  })
);

const GAMES = ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi'];

/** Opens the page as a returning user sees it, as in tests/browser/fixtures.js. @param {Page} page @param {string} [address] */
export async function openPage(page, address = './') {
  const { storage } = page.context();
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (!storage.getItem(`totora:${name}`))
      storage.setItem(`totora:${name}`, JSON.stringify(value));
  };
  const usual = { won: 0, level: 0, losses: 0, last: '' };
  set('coach', Object.fromEntries(GAMES.map((game) => [game, ['done']])));
  set('settings', { analysing: true });
  set('progress', Object.fromEntries(GAMES.map((game) => [game, usual])));
  await page.goto(/#|\?embed/.test(address) ? address : `${address}#uros`);
  await page.waitForFunction(() => '__totora' in window);
}

/** Makes a page start with this saved game at its last ply. @param {Page} page @param {{ game: string, moves: string[] } & Record<string, unknown>} record */
export async function saveGame(page, record) {
  const name = `totora:game:${record.game}`;
  const { storage } = page.context();
  if (!storage.getItem(name))
    storage.setItem(
      name,
      JSON.stringify({ record: JSON.stringify(record), ply: record.moves.length }),
    );
}

/** The test handle of the page (app/debug.js). @param {Page} page */
export const handle = (page) => page.window.__totora;
/** @param {Page} page @param {string} name @returns {Promise<any>} */
export const ask = async (page, name) => handle(page)[name]();
/** @param {Page} page @returns {Promise<any>} */
export const stateOf = (page) => ask(page, 'state');
/** @param {Page} page @returns {Promise<any>} */
export const recordOf = (page) => ask(page, 'record');

/** Switches to a game by its tab. @param {Page} page @param {string} name */
export const goToGame = (page, name) => page.getByRole('link', { name, exact: true }).click();

/** Opens a tab of the panels. @param {Page} page @param {string | RegExp} name */
export async function openTab(page, name) {
  if ((await page.locator('main[data-mode=analyse]').count()) > 0)
    await page.getByRole('tab').first().waitFor();
  const tab = page.getByRole('tab', { name });
  if ((await tab.count()) > 0) await tab.first().click();
}

/** The tab with seats and actions, where they have no column of their own. @param {Page} page */
export const openSide = (page) => openTab(page, /^(Game|Reedbed|Orders)$/);

/** Chooses an item of the menu beside the board. @param {Page} page @param {string} name */
export async function chooseFromMenu(page, name) {
  await page.locator('.controls .menu > summary').click();
  await page.locator('.controls').getByRole('button', { name, exact: true }).click();
}

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

/** Makes bots move at once. @param {Page} page */
export const fastest = (page) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });

/** Expands the collapsed section of the New game dialog. @param {any} dialog */
export async function expandSections(dialog) {
  const part = dialog.locator('details.more');
  if ((await part.getAttribute('open')) === null) await part.locator('summary').first().click();
}

/** Opens the New game dialog of Uros, chooses the players and starts the game. @param {Page} page @param {string} red @param {string} blue */
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

/** Switches the Reedbed to *Build houses*, so that a click builds instead of taking an island. @param {Page} page */
export async function switchToBuilding(page) {
  const mode = page.getByRole('button', { name: 'Build houses' });
  if ((await mode.isVisible()) && (await mode.getAttribute('aria-pressed')) === 'false')
    await mode.click();
}
