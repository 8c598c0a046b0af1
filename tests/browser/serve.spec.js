/**
 * The page served by `totora serve`: an external program plays a whole game and explains its moves,
 * another one crashes, and bots run natively. Needs the native binary; skipped without Python.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  expect,
  fastest,
  goToGame,
  openPage,
  openTab,
  recordOf,
  stateOf,
  test,
} from './fixtures.js';

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

test.skip(() => !hasPython(), 'python3 is missing');

test.beforeAll(async () => {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run cargo build --bin totora`);
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
async function openGame(page, name) {
  await goToGame(page, name);
  await expect.poll(async () => (await stateOf(page)).game).toBe(name.toLowerCase());
}

/** @param {import('@playwright/test').Page} page @param {number} seat @param {string} player */
const seatPlayer = (page, seat, player) =>
  page.getByTestId(`seat-${seat}`).getByRole('combobox').first().selectOption(player);

test('a program plays a whole game and explains its moves', async ({ page }) => {
  await openPage(page, address);
  await openGame(page, 'Isolation');
  await seatPlayer(page, 1, 'exec:minnow');
  await seatPlayer(page, 0, 'random');
  await expect(page.getByText(/leaves me \d+ moves/).first()).toBeVisible({ timeout: 30_000 });
  // Its analysis is shown while it is about to move.
  const terms = () =>
    page.evaluate(() => {
      const thought = /** @type {any} */ (window).__totora.thought();
      const explained = /leaves me/.test(thought?.why ?? '');
      return explained ? thought.terms.map((/** @type {any} */ term) => term.key) : null;
    });
  await expect.poll(terms, { intervals: [50] }).toEqual(['mine', 'theirs']);
  await fastest(page);
  await expect.poll(async () => (await stateOf(page)).outcome, { timeout: 40_000 }).not.toBeNull();
  const record = await recordOf(page);
  expect(record.seats[1]).toEqual({ program: 'minnow' });
  // A reload keeps the game as it was.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  expect((await recordOf(page)).moves).toEqual(record.moves);
});

test('no game is lost when a program crashes', async ({ page }) => {
  await openPage(page, address);
  await openGame(page, 'Isolation');
  await seatPlayer(page, 1, 'exec:fragile');
  await seatPlayer(page, 0, 'random');
  await expect(page.getByTestId('failed')).toContainText('fragile: it has ended: exit status 3', {
    timeout: 20_000,
  });
  const before = (await recordOf(page)).moves.length;
  expect(before).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(async () => (await recordOf(page)).moves.length).toBeGreaterThan(before);
});

test('a program gives orders in a game with simultaneous turns', async ({ page }) => {
  await openPage(page, address);
  await openGame(page, 'Outpost');
  await seatPlayer(page, 0, 'exec:idle');
  for (const seat of [1, 2, 3]) await seatPlayer(page, seat, 'drifter');
  await page.getByRole('button', { name: /Watch/ }).click();
  await expect
    .poll(async () => (await stateOf(page)).plies, { timeout: 20_000 })
    .toBeGreaterThan(1);
  expect((await recordOf(page)).seats[0]).toEqual({ program: 'idle' });
});

test('the arena runs natively, with a program among its bots', async ({ page }) => {
  test.slow();
  const bots = ['random', { program: 'idle' }];
  const setup = { game: 'isolation', bots, games: 100_000, seed: 1, until: 'sprt 0 5' };
  await page.addInitScript(
    (last) => localStorage.setItem('totora:arena', JSON.stringify({ setup: last })),
    setup,
  );
  await openPage(page, address);
  await page.evaluate(() => {
    location.hash = '#arena';
  });
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
  // The game opens from its moves, without running the program again.
  const record = await recordOf(page);
  expect(record.moves).toHaveLength(plies);
  expect(record.seats).toContainEqual({ program: 'idle' });
  await page.goBack();
  await button('Cancel').click();
  await button('Delete them').click();
  await expect(button('Start')).toBeVisible();
});

test('the worth of terms in the Lab is measured natively', async ({ page }) => {
  /** @type {string[]} */
  const sent = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(String(payload))),
  );
  await openPage(page, `${address}#lab/uros`);
  await expect(page.locator('.lab-worth.whole b')).toHaveText(/\d+%/, { timeout: 20_000 });
  const requests = sent.map((text) => JSON.parse(text));
  expect(requests.find((one) => one.do === 'arena')?.setup.bots).toHaveLength(1);
  expect(requests.filter((one) => one.do === 'play').length).toBeGreaterThan(0);
});

test('bots run natively', async ({ page }) => {
  await openPage(page, address);
  await openGame(page, 'Isolation');
  await openTab(page, 'Engine');
  await expect(page.getByText(/ · native/)).toBeVisible();
});
