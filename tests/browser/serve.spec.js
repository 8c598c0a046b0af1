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
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
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

test('bots think natively, and in the worker when the server is gone', async ({ page }) => {
  await openPage(page, address);
  await open(page, 'Isolation');
  await expect(page.getByText(/ · native/)).toBeVisible();
});
