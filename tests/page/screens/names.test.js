/** What people are called: in a game between a person and a bot, no other name appears in any panel, and no code of a notation. */
import { expect, openPage, openTab, stateOf, test, waitForTurn } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** The seats of each game by colour; none may be printed while a person plays one bot. */
const GAMES = [
  { id: 'uros', seats: ['Red', 'Blue'], code: /\b[A-Z]\.\d|[A-Z]@|\b[A-F][1-6]\b/ },
  { id: 'isolation', seats: ['Red', 'Blue'], code: /\b[A-K]\d+\b/ },
  { id: 'fencemaster', seats: ['White', 'Black'], code: /\b\d+,\d{1,2}\b/ },
  { id: 'reversi', seats: ['Red', 'Blue'], code: /\b\d+,\d{1,2}\b|=bomb|=override/ },
];

/** Everything that the page says, live regions included, without the lists of a closed menu. @param {Page} page */
const words = (page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main h2, main p, main li, main .who, [aria-live], [role=status]',
      ),
    ]
      .map((one) => one.textContent ?? '')
      .join(' | '),
  );

for (const { id, seats, code } of GAMES)
  test(`${id}: a game between a person and a bot names only You and the bot`, async ({ page }) => {
    await openPage(page, `./#${id}`);
    await expect.poll(async () => (await stateOf(page)).game).toBe(id);
    await waitForTurn(page);
    const { seats: players } = await stateOf(page);
    const labels = players.map((/** @type {{ label: string }} */ seat) => seat.label);
    expect(labels).toContain('You');
    const named = new RegExp(`\\b(${seats.join('|')}|Player \\d|Human)\\b`);
    expect(labels.join(' ')).not.toMatch(named);
    expect(await words(page)).not.toMatch(named);
    await page
      .getByRole('button', { name: /Analyse/ })
      .first()
      .click();
    for (const tab of ['Why', 'Engine', 'Moves', 'Review']) {
      await openTab(page, tab);
      const text = await words(page);
      expect(text, tab).not.toMatch(named);
      expect(text, tab).not.toMatch(code);
    }
  });
