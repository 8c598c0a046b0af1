/** What people are called: in a game between a person and bots, no other name appears in any panel, and no code of a notation. */
import {
  chooseFromMenu,
  expect,
  handle,
  openPage,
  openTab,
  stateOf,
  test,
  waitForTurn,
} from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/**
 * The seats of each game, none of which may be printed alone while one person plays, and the codes of its notation; with
 * options for a short game.
 */
const GAMES = [
  { id: 'uros', seats: ['Red', 'Blue'], code: /\b[A-Z]\.\d|[A-Z]@|\b[A-F][1-6]\b/ },
  { id: 'isolation', seats: ['Red', 'Blue'], options: { size: '5x5' }, code: /\b[A-K]\d+\b/ },
  { id: 'fencemaster', seats: ['White', 'Black'], options: { size: 3 }, code: /\b\d+,\d{1,2}\b/ },
  { id: 'reversi', seats: ['Red', 'Blue'], code: /\b\d+,\d{1,2}\b|=bomb|=override/ },
  {
    id: 'outpost',
    seats: ['North-West', 'North-East', 'South-East', 'South-West'],
    options: { T: 16 },
    // Places are pairs of numbers, as on the rulers of the map.
    code: /\bgo \d+ \d/,
  },
];

/**
 * Everything that the page says, with the open dialog, live regions and titles, without the lists of a closed menu. Colours that
 * name pieces stay: a seat's own controls, and the squares of a board.
 * @param {Page} page
 */
const words = (page) =>
  page.evaluate(() => {
    const texts = [
      ...document.querySelectorAll(
        'h2, h3, p, li, table, summary, .who, .facts, .strip, [aria-live], [role=status], [role=option], main text',
      ),
    ].map((one) => one.textContent ?? '');
    const titles = [...document.querySelectorAll('main [title], main [aria-label]')]
      .filter((one) => !one.closest('.seat, [role=grid]'))
      .map((one) => `${one.getAttribute('title') ?? ''} ${one.getAttribute('aria-label') ?? ''}`);
    return [...texts, ...titles].join(' | ');
  });

/** Expects no other name and no code in any panel. @param {Page} page @param {typeof GAMES[number]} game @param {string} when */
async function expectOnlyTheirNames(page, { seats, code }, when) {
  const named = new RegExp(`(?<![-\\w])(${seats.join('|')}|Player \\d|Human)(?![-\\w])`);
  const { seats: players } = await stateOf(page);
  const labels = players.map((/** @type {{ label: string }} */ seat) => seat.label);
  expect(labels).toContain('You');
  expect(new Set(labels).size, 'two equal names').toBe(labels.length);
  expect(labels.join(' ')).not.toMatch(named);
  for (const tab of ['Why', 'Engine', 'Moves', 'Review']) {
    await openTab(page, tab);
    const text = await words(page);
    expect(text, `${tab} ${when}`).not.toMatch(named);
    expect(text, `${tab} ${when}`).not.toMatch(code);
  }
  await page.getByRole('button', { name: 'Share' }).first().click();
  const shared = await words(page);
  expect(shared, `Share ${when}`).toContain('link');
  expect(shared, `Share ${when}`).not.toMatch(named);
  await page.keyboard.press('Escape');
}

for (const game of GAMES)
  test(`${game.id}: a game between a person and bots names only You and the bots`, async ({
    page,
  }) => {
    const { id, seats, options = {} } = game;
    const bots = seats.slice(1).map(() => ({ bot: 'level-1', options: {} }));
    await openText(page, {
      totora: 1,
      game: id,
      options,
      seed: 3,
      seats: [{ human: true }, ...bots],
    });
    await expect.poll(async () => (await stateOf(page))?.game).toBe(id);
    await waitForTurn(page);
    await expectOnlyTheirNames(page, game, 'at the start');
    for (let now = await stateOf(page), n = 0; !now.outcome && n < 120; n++) {
      if (id === 'outpost') now = await playTurn(page, now.ply);
      else {
        const [move] = handle(page).legal();
        handle(page).play(move ?? '.');
        now = await waitForTurn(page);
      }
      if (n === 2) await expectOnlyTheirNames(page, game, 'in the middle');
    }
    expect((await stateOf(page)).outcome, 'the game is over').toBeTruthy();
    await expectOnlyTheirNames(page, game, 'at the end');
    const result = page.getByRole('region', { name: 'End of the game' }).getByRole('heading');
    await expect(result).toHaveText(/\b(won|shared|draw)\b/);
    const text = /** @type {string} */ (await result.textContent());
    const shown = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    expect(shown.split(text), 'the result is said once').toHaveLength(2);
  });

/** Plays a turn of Outpost, where all empires move at once, with the suggested orders. @param {Page} page @param {number} ply */
async function playTurn(page, ply) {
  await openTab(page, 'Orders');
  const suggested = page.getByTestId('as-advised');
  if ((await suggested.count()) > 0) await suggested.click();
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(ply + 1);
  return stateOf(page);
}

test('Outpost: the opponents of the default game are three characters with a corner each', async ({
  page,
}) => {
  await page.goto('./#outpost');
  await page.waitForFunction(() => '__totora' in window);
  await expect.poll(async () => (await stateOf(page))?.game).toBe('outpost');
  const labels = async () =>
    (await stateOf(page)).seats.map((/** @type {{ label: string }} */ seat) => seat.label);
  const faces = page.locator('.seat .face');
  const usual = ['You', 'Mina, north-east', 'Otis, south-east', 'Pip, south-west'];
  expect(await labels()).toEqual(usual);
  const drawn = await faces.evaluateAll((all) => all.map((one) => one.innerHTML));
  expect(new Set(drawn).size, 'three different faces').toBe(3);
  await chooseFromMenu(page, 'New game');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Mina/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await dialog.getByRole('button', { name: /^Vera/ }).click();
  await dialog.getByRole('combobox', { name: 'You play' }).selectOption('South-East');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  expect(await labels()).toEqual([
    'Totora, north-west',
    'Otis, north-east',
    'You',
    'Vera, south-west',
  ]);
});

/** Opens a record with the Share dialog. @param {Page} page @param {object} record */
async function openText(page, record) {
  await openPage(page, `./#${/** @type {any} */ (record).game}`);
  await page.getByRole('button', { name: 'Share' }).first().click();
  const text = JSON.stringify({ ...record, moves: [], result: null });
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
