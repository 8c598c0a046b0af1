/**
 * The page as `totora serve` hands it out: a program outside plays a whole game, says why, and is ended in the
 * middle of one; bots think natively. Skipped where the native binary has not been built, or Python is missing.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, fastest, goToGame, openPage, recordOf, stateOf, test } from './fixtures.js';

const binary = `${process.env.CARGO_TARGET_DIR ?? 'target'}/debug/totora`;

const hasPython = () => {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
};

/** @type {import('node:child_process').ChildProcess} */
let server;
let address = '';

test.skip(() => !hasPython(), 'python3 is not there');

test.beforeAll(async () => {
  if (!existsSync(binary))
    throw new Error(`${binary} is not there: cargo build --bin totora makes it`);
  const programs = {
    minnow: 'python3 examples/bots/isolation_mobility.py',
    fragile: 'sh tests/programs/hostile.sh crash',
    idle: 'sh tests/programs/first_legal.sh',
  };
  const named = Object.entries(programs).flatMap(([name, command]) => [
    '--program',
    `${name}=${command}`,
  ]);
  server = spawn(binary, ['serve', '--port', '0', '--page', 'dist-test', ...named], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({
    input: /** @type {import('node:stream').Readable} */ (server.stdout),
  });
  for await (const line of lines) {
    address = /http:\S+/.exec(line)?.[0] ?? '';
    break;
  }
});

test.afterAll(() => {
  server?.kill();
});

/** @param {import('@playwright/test').Page} page @param {string} name */
async function open(page, name) {
  await goToGame(page, name);
  await expect.poll(async () => (await stateOf(page)).game).toBe(name.toLowerCase());
}

/** @param {import('@playwright/test').Page} page @param {number} seat @param {string} who */
const sit = (page, seat, who) =>
  page.getByTestId(`seat-${seat}`).getByRole('combobox').first().selectOption(who);

test('a program plays a whole game and says why', async ({ page }) => {
  await openPage(page, address);
  await open(page, 'Isolation');
  await sit(page, 1, 'exec:minnow');
  await sit(page, 0, 'random');
  await expect(page.getByText(/leaves me \d+ moves/).first()).toBeVisible({ timeout: 30_000 });
  // It is shown while it is about to move.
  const terms = () =>
    page.evaluate(() => {
      const thought = /** @type {any} */ (window).__totora.thought();
      const said = /leaves me/.test(thought?.why ?? '');
      return said ? thought.terms.map((/** @type {any} */ term) => term.key) : null;
    });
  await expect.poll(terms, { intervals: [50] }).toEqual(['mine', 'theirs']);
  await fastest(page);
  await expect.poll(async () => (await stateOf(page)).outcome, { timeout: 40_000 }).not.toBeNull();
  const record = await recordOf(page);
  expect(record.seats[1]).toEqual({ program: 'minnow' });
  // Kept as it was.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  expect((await recordOf(page)).moves).toEqual(record.moves);
});

test('a program that dies loses no game', async ({ page }) => {
  await openPage(page, address);
  await open(page, 'Isolation');
  await sit(page, 1, 'exec:fragile');
  await sit(page, 0, 'random');
  await expect(page.getByTestId('failed')).toContainText('fragile: it has ended: exit status 3', {
    timeout: 20_000,
  });
  const before = (await recordOf(page)).moves.length;
  expect(before).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(async () => (await recordOf(page)).moves.length).toBeGreaterThan(before);
});

test('a program orders in a game whose seats move at once', async ({ page }) => {
  await openPage(page, address);
  await open(page, 'Outpost');
  await sit(page, 0, 'exec:idle');
  for (const seat of [1, 2, 3]) await sit(page, seat, 'drifter');
  await page.getByRole('button', { name: /Watch/ }).click();
  await expect
    .poll(async () => (await stateOf(page)).plies, { timeout: 20_000 })
    .toBeGreaterThan(1);
  expect((await recordOf(page)).seats[0]).toEqual({ program: 'idle' });
});

test('the arena plays natively, with a program among its bots', async ({ page }) => {
  test.slow();
  await openPage(page, address);
  const bots = ['random', { program: 'idle' }];
  const setup = { game: 'isolation', bots, games: 100_000, seed: 1, until: 'sprt 0 5' };
  await page.evaluate((last) => {
    localStorage.setItem('totora:arena', JSON.stringify({ setup: last }));
    location.hash = '#arena';
  }, setup);
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  const words = page.locator('.progress-words');
  const played = async () =>
    Number(/^[\d,]+/.exec(await words.innerText())?.[0].replaceAll(',', ''));
  await expect(page.locator('.workers')).toContainText(/natively on.*core/);
  await button('Start').click();
  await expect(page.locator('.llr meter')).toBeVisible({ timeout: 20_000 });
  expect(await page.locator('.llr').innerText()).toMatch(/0 Elo[\s\S]*log-likelihood ratio/);
  await button('Pause').click();
  await expect(button('Resume')).toBeVisible();
  const paused = await played();
  await page.waitForTimeout(500);
  expect(await played()).toBe(paused);
  await button('Resume').click();
  await expect.poll(played).toBeGreaterThan(paused);
  await button('Pause').click();
  await page.locator('section[aria-label="Cross table"] .cell').first().click();
  const row = page.locator('ul.games button').first();
  const plies = Number(/(\d+) plies/.exec(await row.innerText())?.[1]);
  await row.click();
  await expect.poll(async () => (await stateOf(page)).plies).toBe(plies);
  // From its moves: nobody asks the program again.
  const record = await recordOf(page);
  expect(record.moves).toHaveLength(plies);
  expect(record.seats).toContainEqual({ program: 'idle' });
  await page.goBack();
  await button('Cancel').click();
  await button('Delete them').click();
  await expect(button('Start')).toBeVisible();
});

test('what terms are worth in the Lab is played natively', async ({ page }) => {
  /** @type {string[]} */
  const sent = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(String(payload))),
  );
  await openPage(page, `${address}#lab/uros`);
  await expect(page.locator('.lab-worth.whole b')).toHaveText(/\d+%/, { timeout: 20_000 });
  const asked = sent.map((text) => JSON.parse(text));
  expect(asked.find((one) => one.do === 'arena')?.setup.bots).toHaveLength(1);
  expect(asked.filter((one) => one.do === 'play').length).toBeGreaterThan(0);
});

test('bots think natively, and in the worker when the server is gone', async ({ page }) => {
  await openPage(page, address);
  await open(page, 'Isolation');
  await expect(page.getByText(/ · native/)).toBeVisible();
});
