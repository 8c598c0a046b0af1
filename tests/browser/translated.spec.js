/**
 * A browser that translates the page puts a `<font>` element in the place of each text node, unless an element forbids it.
 * The page must show the same as without a translator, whatever changes afterwards.
 */
import { ask, expect, openPage, openTab, settled, test } from './fixtures.js';
import { translateAs } from './translator.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./translator.js').Kind} Kind */

/** All that is written on the page, hidden texts for screen readers included. @param {Page} page */
const written = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
    return texts.filter(Boolean);
  });

const GAMES = /** @type {const} */ ([
  [
    'uros',
    '#1uros.AVoApf8BAAIBC2V4dGVybWluYXRlAAABCGJhbGFuY2VkAAAiADsikBCcEiAjOiQ4OTyNDBkYG5cAKhoogAEAKQGIGhADEZggMDEICiGGAwcFaGludHMAMJuEh8PjD6I',
  ],
  [
    'isolation',
    '#1isolation.AV0Aov8CAQdvcGVuaW5nAAZyYW5kb20CAQlhYi1jZW50ZXIAAAEGZ3JlZWR5AAAfADAbRSQ4DSMaOi9DGC4lFxwCDwsmIhk3EEQDOwxIITEVB291dGNvbWUAFU8D6zTMXMA',
  ],
  [
    'outpost',
    '#1outpost.AV0Aov8DBAFMAVABVwEUA21hcAAEcmluZwFyAQ4EAQh3b2xmcGFjawAAAQhrYW1pa2F6ZQAAAQloYXJ2ZXN0ZXIAAAEHcGhhbGFueAAAMg8AKAZvd25lcnMA6hFC2Tbyz1Q',
  ],
  [
    'fencemaster',
    '#1fencemaster.AVQAq_8BAAIBC25vcnRvbi1yaXprAAABCGVkZ2V3aXNlAAAkAFP_WU5SSktDTERCVk9VOh5NRkczPTQpKD5QUUBJSD9BVzY3NR8FaGludHMAuxh10zX-mWU',
  ],
  [
    'reversi',
    '#1reversi.Dca7DcJAEEXReTNvvMM6gJQGCKEBqkFYsOInYSfOLLke1-U2vFc3OBBFfH638i7DKILm8e-6e9VVqEYyKdJOLVqnuecmM2sgNCF4wN5aeAaJmhpQ18qTP8t36OU1L9PxfFk3',
  ],
]);

/**
 * Steps through a game, and returns what is written on the page at each stop.
 * @param {Page} page
 * @param {string} link
 * @param {Kind | null} kind
 */
async function stepThrough(page, link, kind) {
  await page.goto('about:blank');
  await openPage(page, `./${link}`);
  await settled(page);
  // The page remembers the last tab.
  await openTab(page, 'Why');
  if (kind) await page.evaluate(translateAs, kind);
  /** @type {string[][]} */
  const stops = [];
  const stop = async () => {
    let before = '';
    // Solvers and second bots report later.
    await expect
      .poll(
        async () => {
          const [idle, known] = [await ask(page, 'idle'), await ask(page, 'thought')];
          const now = String(await written(page));
          const same = now === before;
          before = now;
          return idle && !!known?.done && same;
        },
        { intervals: [700] },
      )
      .toBe(true);
    stops.push(await written(page));
  };
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await stop();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(',');
  await stop();
  await openTab(page, 'Moves');
  await page.keyboard.press(',');
  await stop();
  await openTab(page, 'Engine');
  await stop();
  return stops;
}

for (const [game, link] of GAMES)
  test(`a translated page of ${game} shows what changes`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const expected = await stepThrough(page, link, null);
    expect(new Set(expected.map(String)).size).toBeGreaterThan(2);
    for (const kind of /** @type {const} */ (['replaced', 'moved']))
      expect(await stepThrough(page, link, kind), kind).toEqual(expected);
    // Sentences are translated; figures, moves and names are not.
    expect(await page.locator('font').count()).toBeGreaterThan(20);
    for (const kept of ['.ply', '.turn-words, .strip-turn', '.seat .num', '.candidate .move'])
      expect(await page.locator(kept).locator('font').count(), kept).toBe(0);
  });

/** @param {Page} page @param {string} address @param {string} there */
async function openTranslated(page, address, there) {
  await openPage(page, address);
  await page.locator(there).first().waitFor();
  await page.evaluate(translateAs, /** @type {Kind} */ ('replaced'));
}

test('a translated arena shows its progress and its result', async ({ page }) => {
  await openTranslated(page, './#arena', '.progress-words');
  const before = await page.locator('.results .headline').textContent();
  const games = page.getByRole('spinbutton', { name: 'per pairing' });
  await games.fill('2');
  await games.press('Enter');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.progress-words')).toContainText(/(\d+) of \1/, { timeout: 90_000 });
  await expect(page.locator('.results .headline')).not.toHaveText(before ?? '');
  await expect(page.locator('.results .headline font font')).not.toHaveCount(0);
});

test('a translated Lab shows the steps of its lesson and its weights', async ({ page }) => {
  await openTranslated(page, './#lab/isolation', '.lab-term');
  const panel = page.locator('main.lab');
  const before = await panel.textContent();
  const weight = page.locator('.term-weight input[type=number]').first();
  await weight.fill('7');
  await page.keyboard.press('Tab');
  await expect.poll(() => panel.textContent()).not.toBe(before);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(weight).not.toHaveValue('7');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
