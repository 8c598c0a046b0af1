// Makes a game from the templates in a copy of the repository, builds it and plays it, at a terminal and in the
// page. Everything is the development profile's, and what was compiled once is kept in target/new-game/.
//   node scripts/test-new-game.mjs
// Needs `make tools packages`, and a Chromium (CHROMIUM_PATH, as `make test-new-game` sets it).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
import { served } from './served.mjs';

const NAME = 'tryout';
const TITLE = 'Tryout';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
/** At one place always, so that cargo knows again what it built there. */
const copy = join(target, 'new-game');
const env = {
  ...process.env,
  CARGO_TARGET_DIR: target,
  PATH: [join(root, '.tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    delimiter,
  ),
};

/** Runs a program in the copy; what it wrote. @param {string} program @param {string[]} args @param {number} [status] */
function run(program, args, status = 0) {
  const begun = performance.now();
  const done = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  const line = [program, ...args].join(' ').replaceAll(`${copy}/`, '');
  if (done.error) throw done.error;
  if (done.status !== status)
    throw new Error(`${line} ended with ${done.status}:\n${done.stdout}\n${done.stderr}`);
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  return done.stdout + (status ? done.stderr : '');
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
  assert.equal(listed.status, 0, 'git tells which files are ours');
  rmSync(copy, { recursive: true, force: true });
  for (const file of listed.stdout
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)))) {
    const [from, to] = [join(root, file), join(copy, file)];
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    // Cargo goes by the time.
    const { atime, mtime } = statSync(from);
    utimesSync(to, atime, mtime);
  }
  for (const folder of ['node_modules', '.tools'])
    symlinkSync(join(root, folder), join(copy, folder));
  // What is run for a moment is not worth the time of making it fast. Native libraries stay as they were built
  // for the other tests; of wasm and the macros that it needs, nobody else has built the quick form.
  mkdirSync(join(copy, '.cargo'));
  const quick = (/** @type {string} */ profile) =>
    `[profile.${profile}]\nincremental = false\n[profile.${profile}.package.totora]\nopt-level = 0\ndebug = false\n`;
  writeFileSync(
    join(copy, '.cargo', 'config.toml'),
    `${quick('dev')}${quick('wasm-dev')}[profile.wasm-dev.package."*"]\nopt-level = 0\n`,
  );
}

function playAtATerminal() {
  const totora = join(target, 'debug', 'totora');
  const said = run(totora, [
    'play',
    NAME,
    '--seats',
    'alphabeta,random',
    '--seed',
    '5',
    '--record',
    'game.json',
  ]);
  assert.match(said, new RegExp(`^${TITLE} with seed 5\n`));
  assert.match(
    said,
    /First wins with three in a row\./,
    'a search beats chance on a board so small',
  );
  const record = JSON.parse(readFileSync(join(copy, 'game.json'), 'utf8'));
  assert.equal(record.game, NAME);
  const again = run(totora, ['replay', 'game.json', '--json']).trim().split('\n');
  assert.equal(JSON.parse(again.at(-1) ?? '').outcome.reason, 'row');
  const thought = JSON.parse(
    run(totora, ['think', NAME, '--bot', 'greedy', '--moves', 'b2 a1', '--json']),
  );
  assert.equal(thought.candidates.length, 14, 'every empty cell is a candidate');
  const wrong = run(totora, ['think', NAME, '--bot', 'greedy', '--moves', 'b2 b2'], 2);
  assert.match(wrong, /b2 is taken: a piece of First stands there/);
}

async function playInThePage() {
  const { preview } = await import('vite');
  const { chromium } = await import('@playwright/test');
  const server = await preview({
    root: copy,
    configFile: join(copy, 'vite.config.js'),
    mode: 'test',
    preview: { port: Number(process.env.TOTORA_TEST_PORT ?? 4188), strictPort: true },
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    /** @type {string[]} */
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    // From Home into the game.
    await page.getByRole('link', { name: TITLE, exact: true }).first().click();
    await page.waitForFunction(() => '__totora' in window);
    const state = () => page.evaluate(() => /** @type {any} */ (window).__totora.state());
    await page.waitForFunction(
      (game) => /** @type {any} */ (window).__totora.state()?.game === game,
      NAME,
    );
    await page.getByRole('button', { name: 'Analysis' }).first().click();
    await page.getByText('16 candidates').waitFor();
    const box = await page.locator('[data-cell="cell:5"]').boundingBox();
    assert.ok(box, 'the board has its grid of cells');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => /** @type {any} */ (window).__totora.state().ply === 2);
    await page.getByText('14 candidates').waitFor();
    const record = await page.evaluate(() => /** @type {any} */ (window).__totora.record());
    assert.equal(record.moves[0], 'b3', 'the cell that was clicked');
    assert.equal(record.moves.length, 2, 'the bot has answered');
    assert.equal((await state()).legal, 14);
    const candidates = page.getByRole('listbox', { name: /Candidate/ }).getByRole('option');
    assert.ok((await candidates.count()) > 0, 'candidates are shown');
    await page
      .getByRole('button', { name: /^Rules/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('three pieces in a row wins').waitFor();
    await page.screenshot({ path: join(copy, 'page.png') });
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
run('cargo', ['fmt', '--check']);
run('biome', ['ci', '--error-on-warnings', `www/boards/${NAME}`]);
// The contract, the games' own unit tests, and what every game must have.
const tests = ['--lib', '--test', 'contract'];
const held = run('cargo', [
  'test',
  '--locked',
  ...tests,
  '--',
  NAME,
  'every_game_has',
  'no_import',
  'rules_import',
]);
const passed = [...held.matchAll(/test result: ok\. (\d+) passed/g)].map(([, count]) =>
  Number(count),
);
assert.ok(passed.length === 2 && passed.every((count) => count > 0), `tests ran in both:\n${held}`);
playAtATerminal();
run('node', ['scripts/build-wasm.mjs', '--dev']);
run('tsc', ['--noEmit', '--project', 'tsconfig.json']);
run('vite', ['build', '--mode', 'test', '--logLevel', 'warn']);
await playInThePage();
await served('dev', Number(process.env.TOTORA_TEST_PORT ?? 4188), copy, env);
const { catalog } = await import(pathToFileURL(join(copy, 'www/pkg/catalog.js')).href);
assert.ok(
  catalog.some((/** @type {{ id: string }} */ game) => game.id === NAME),
  'the page offers it',
);
console.log(
  `a game was made, built and played in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
);
process.exit(0);
