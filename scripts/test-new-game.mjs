// Creates a game from the templates in a copy of the repository, builds it, and plays it in a terminal and on the page.
// The copy is target/new-game/. Everything uses the development profile.
//   node scripts/test-new-game.mjs
// Needs `make tools packages`, and a Chromium (CHROMIUM_PATH, as `make test-new-game` sets it).
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { checkServed } from './served.mjs';

const NAME = 'tryout';
const TITLE = 'Tryout';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
/** Always the same folder, so that cargo reuses what it built there. */
const copy = join(target, 'new-game');
const env = {
  ...process.env,
  CARGO_TARGET_DIR: target,
  PATH: [join(root, '.tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    delimiter,
  ),
};

/** Runs a program in the copy, and returns its output. @param {string} program @param {string[]} args @param {number} [status] */
function run(program, args, status = 0) {
  const begun = performance.now();
  const result = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  const line = [program, ...args].join(' ').replaceAll(`${copy}/`, '');
  if (result.error) throw result.error;
  if (result.status !== status)
    throw new Error(`${line} exited with ${result.status}:\n${result.stdout}\n${result.stderr}`);
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  return result.stdout + (status ? result.stderr : '');
}

/** Starts a program in the copy. The promise fails if the program does. @param {string} program @param {string[]} args */
function start(program, args) {
  const child = spawn(program, args, { cwd: copy, env, stdio: 'inherit' });
  process.on('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 0 ? resolve(undefined) : reject(new Error(`${args[0]} exited with ${status}`)),
    );
  });
}

function makeCopy() {
  const listed = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  assert.equal(listed.status, 0, 'git lists the files');
  rmSync(copy, { recursive: true, force: true });
  for (const file of listed.stdout
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)))) {
    const [from, to] = [join(root, file), join(copy, file)];
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    // Cargo decides by modification time what to rebuild.
    const { atime, mtime } = statSync(from);
    utimesSync(to, atime, mtime);
  }
  for (const folder of ['node_modules', '.tools'])
    symlinkSync(join(root, folder), join(copy, folder));
  // Programs that run only briefly are built without optimisation. Native dependencies keep their settings, to reuse those
  // built for the other tests. The wasm dependencies have not been built in this profile yet, so they are not optimised
  // either.
  mkdirSync(join(copy, '.cargo'));
  const members = [
    ...readFileSync(join(root, 'Cargo.lock'), 'utf8').matchAll(/^name = "(totora.*)"$/gm),
  ];
  const own = [...members.map(([, name]) => name), `totora-${NAME}`];
  const quick = (/** @type {string} */ profile) =>
    [
      `[profile.${profile}]\nincremental = false\n`,
      ...own.map((name) => `[profile.${profile}.package.${name}]\nopt-level = 0\ndebug = false\n`),
    ].join('');
  writeFileSync(
    join(copy, '.cargo', 'config.toml'),
    `${quick('dev')}${quick('wasm-dev')}[profile.wasm-dev.package."*"]\nopt-level = 0\n`,
  );
}

function playInTheTerminal() {
  const totora = join(target, 'debug', 'totora');
  const output = run(totora, [
    'play',
    NAME,
    '--seats',
    'alphabeta,random',
    '--seed',
    '5',
    '--record',
    'game.json',
  ]);
  assert.match(output, new RegExp(`^${TITLE} with seed 5\n`));
  assert.match(output, /First won: four in a row\./, 'alpha-beta beats random');
  const record = JSON.parse(readFileSync(join(copy, 'game.json'), 'utf8'));
  assert.equal(record.game, NAME);
  const again = run(totora, ['replay', 'game.json', '--json']).trim().split('\n');
  assert.equal(JSON.parse(again.at(-1) ?? '').outcome.reason, 'row');
  const analysis = JSON.parse(
    run(totora, ['think', NAME, '--bot', 'greedy', '--moves', 'd d', '--json']),
  );
  assert.equal(analysis.candidates.length, 7, 'all seven columns are candidates');
  const wrong = run(totora, ['think', NAME, '--bot', 'greedy', '--moves', 'd3'], 2);
  assert.match(wrong, /at character 2, expected the end of the move, which is a column alone/);
}

/** Calls a function of the page's test hook. @param {import('@playwright/test').Page} page @param {string} what */
const ask = (page, what) =>
  page.evaluate((name) => /** @type {any} */ (window).__totora?.[name]?.() ?? null, what);

/** Waits until the condition holds. @param {() => Promise<unknown>} condition @param {string} what */
async function until(condition, what) {
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    // During a navigation the page does not answer.
    if (await condition().catch(() => false)) return;
    await new Promise((later) => setTimeout(later, 100));
  }
  assert.fail(`timed out: ${what}`);
}

/** The centre of a cell of the board, by its name. @param {import('@playwright/test').Page} page @param {string} cell */
async function middleOf(page, cell) {
  const { square_names: names } = await ask(page, 'layout');
  const box = await page.locator(`[data-cell="cell:${names.indexOf(cell)}"]`).boundingBox();
  assert.ok(box, `the board has ${cell}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The colour near the middle of a cell, off a piece's ring or cross. @param {import('@playwright/test').Page} page @param {string} cell */
async function colourOf(page, cell) {
  const at = await middleOf(page, cell);
  return page.evaluate(({ x, y }) => {
    const canvas = /** @type {HTMLCanvasElement} */ (
      document.querySelector('.board-canvas canvas')
    );
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    const [left, top] = [(x + box.width * 0.036 - box.left) * scale, (y - box.top) * scale];
    return `${canvas.getContext('2d')?.getImageData(left, top, 1, 1).data}`;
  }, at);
}

/** Tests columns, the preview of a falling piece, candidates, rules, Review and the link. @param {import('@playwright/test').Page} page */
async function playOnTheBoard(page) {
  await page.getByRole('button', { name: 'Analysis' }).first().click();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await page.getByText('7 candidates').waitFor();

  // With the pointer at the top of a column, a preview shows where the piece will land.
  const top = await middleOf(page, 'b6');
  const cells = ['b1', 'b2', 'b6', 'c1'];
  await page.mouse.move(2, 2);
  await page.getByLabel('Scores on the board').selectOption('off');
  const before = await Promise.all(cells.map((cell) => colourOf(page, cell)));
  await page.mouse.move(top.x, top.y);
  await until(async () => (await colourOf(page, 'b1')) !== before[0], 'a piece shown on b1');
  const shown = await Promise.all(cells.map((cell) => colourOf(page, cell)));
  assert.deepEqual(shown.slice(1), before.slice(1), 'other cells are unchanged');
  await page.mouse.click(top.x, top.y);
  await until(async () => (await ask(page, 'state')).ply === 2, 'the bot’s move');
  const { moves } = await ask(page, 'record');
  assert.equal(moves[0], 'b', 'the column that was clicked');
  const { cells: pieces, square_names: names } = await ask(page, 'view');
  assert.equal(pieces[names.indexOf('b1')], 0, 'the piece has fallen');

  // By keyboard, from any cell of a column.
  await page.getByRole('gridcell', { name: /^f4, empty, a piece falls to f/ }).focus();
  await page.keyboard.press('Enter');
  await until(async () => (await ask(page, 'state')).ply === 4, 'the bot’s next move');
  assert.equal((await ask(page, 'record')).moves[2], 'f');
  await until(async () => (await ask(page, 'thought'))?.done, 'the analysis');
  const candidates = page.getByRole('listbox', { name: /Candidate/ }).getByRole('option');
  assert.ok((await candidates.count()) > 0, 'candidates are shown');

  // A line consists of columns. Rust returns the cells that the pieces fill, each above the one before.
  const line = await page.evaluate(() =>
    /** @type {any} */ (window).__totora.inspect({ line: ['a', 'a', 'a'] }),
  );
  assert.equal(new Set(line.cells).size, 3, 'three moves in one column fill three cells');

  await page
    .getByRole('button', { name: /^Rules/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('four pieces in a row wins').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await until(async () => {
    const look = await ask(page, 'review');
    return look?.whole && !look.running;
  }, 'the review');
  await page.screenshot({ path: join(copy, 'page.png') });

  await page.getByRole('button', { name: 'Share' }).first().click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');
  const { hash } = await ask(page, 'state');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await until(async () => (await ask(page, 'state')).hash !== hash, 'an earlier position');
  await page.goto('about:blank');
  await page.goto(link);
  await until(async () => (await ask(page, 'state'))?.hash === hash, 'the position of the link');
}

/** @param {import('@playwright/test').Page} page */
async function setUp(page) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a position' });
  await page.waitForFunction(() => '__setupBoard' in window);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Piece of Second', exact: true }).click();
  const put = async (/** @type {number} */ spot) => {
    const { x, y } = await page.evaluate(
      (at) => /** @type {any} */ (window).__setupBoard.whereIs(at),
      spot,
    );
    await page.mouse.click(x, y);
  };
  await put(3 + 7 * 4);
  await dialog.getByText('the piece on d2 would fall: d1 is empty').first().waitFor();
  await put(3 + 7 * 5);
  await dialog.getByRole('button', { name: 'Play from here' }).click();
  await until(
    async () =>
      /\. \. \. 2 \. \. \.\n.*2.*\nto move: 1/.test(
        (await ask(page, 'state')).options.position ?? '',
      ),
    'a game from the position',
  );
}

/** @param {import('@playwright/test').Page} page @param {string} address */
async function lookAtLabAndArena(page, address) {
  await page.goto(`${address}#lab/${NAME}`);
  await page.reload();
  const formula = page.locator('.lab-term textarea').first();
  await formula.fill('own_centre');
  await until(
    async () => (await ask(page, 'advisor'))?.options.formula.includes('own_centre'),
    'its analysis',
  );
  await page.locator('.lab-thoughts .candidate').first().waitFor();
  await page.goto(`${address}#arena`);
  await page.reload();
  await page.locator('#tournament').selectOption(`own/${NAME}`);
  const games = page.getByRole('spinbutton', { name: 'per pairing' });
  await games.fill('2');
  await games.press('Enter');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.progress-words', { hasText: 'all played' }).waitFor({ timeout: 240_000 });
}

async function playInThePage() {
  const { preview } = await import('vite');
  const { launch } = await import('./chromium.mjs');
  const server = await preview({
    root: copy,
    configFile: join(copy, 'vite.config.js'),
    mode: 'test',
    preview: { port: Number(process.env.TOTORA_TEST_PORT ?? 4188), strictPort: true },
  });
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    /** @type {string[]} */
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    // Opens the game from Home.
    await page.getByRole('link', { name: TITLE, exact: true }).first().click();
    await page.waitForFunction(() => '__totora' in window);
    await page.waitForFunction(
      (game) => /** @type {any} */ (window).__totora.state()?.game === game,
      NAME,
    );
    await playOnTheBoard(page);
    await setUp(page);
    await lookAtLabAndArena(page, server.resolvedUrls?.local[0] ?? '');
    assert.deepEqual(problems, [], 'no console error, no uncaught exception');
  } finally {
    await browser.close();
    await new Promise((closed) => server.httpServer.close(closed));
  }
}

const begun = performance.now();
makeCopy();
run('make', ['new-game', `NAME=${NAME}`]);
run('node', ['scripts/new-game.mjs', NAME], 1);
run('cargo', ['fmt', '--check', '--all']);
run('biome', ['ci', '--error-on-warnings', `www/boards/${NAME}`]);
// The wasm build has its own target folders, so it runs beside the native one.
const wasm = start('node', ['scripts/build-wasm.mjs', '--dev']);
// The contract tests, the game's own unit tests, and the tests of what every game must have.
run('cargo', ['build', '--locked', '--test', 'contract', '--bin', 'totora']);
for (const tests of [
  ['--package', `totora-${NAME}`, '--lib'],
  ['--test', 'contract', '--', NAME, 'every_game_has', 'rules_import'],
]) {
  const output = run('cargo', ['test', '--locked', ...tests]);
  assert.match(output, /test result: ok\. [1-9]\d* passed/, `tests ran:\n${output}`);
}
playInTheTerminal();
await wasm;
run('tsc', ['--noEmit', '--project', 'tsconfig.json']);
run('vite', ['build', '--mode', 'test', '--logLevel', 'warn']);
await playInThePage();
await checkServed('dev', Number(process.env.TOTORA_TEST_PORT ?? 4188), copy, env);
const { catalog } = await import(pathToFileURL(join(copy, 'www/pkg/catalog.js')).href);
assert.ok(
  catalog.some((/** @type {{ id: string }} */ game) => game.id === NAME),
  'the page offers it',
);
console.log(
  `created, built and played a game in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
);
process.exit(0);
