// Finds or brings a Chromium for the browser tests, and prints its path on standard output.
// In this order: CHROMIUM_PATH; the system's Chromium or Chrome; Playwright's own, installed when
// it can be; Debian's package, when root. Whatever is found must answer to --version. Of two on the
// system the one without windows is taken: the tests take four fifths of the time in it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const MINUTE = 60_000;

/** @param {string} message */
const say = (message) => console.error(`ensure-browser: ${message}`);

/** @param {string} file */
function answers(file) {
  if (!existsSync(file)) return false;
  const done = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: MINUTE });
  if (done.status === 0) return true;
  say(`${file} is there, but does not run: ${(done.error?.message ?? done.stderr).trim()}`);
  return false;
}

function system() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...elsewhere].find((file) => {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      return false;
    }
    return answers(file);
  });
}

/** @param {string} program @param {string[]} args @param {number} timeout */
function run(program, args, timeout) {
  say(`${program} ${args.join(' ')}`);
  // What the installers say goes to standard error: standard output is for the path alone.
  const done = spawnSync(program, args, {
    cwd: root,
    timeout,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return done.status === 0;
}

function playwrights() {
  try {
    const file = createRequire(join(root, 'package.json'))(
      '@playwright/test',
    ).chromium.executablePath();
    return file && answers(file) ? file : undefined;
  } catch (error) {
    say(
      `Playwright is not installed (${/** @type {Error} */ (error).message.split('\n')[0]}); \`make packages\` brings it`,
    );
    return undefined;
  }
}

function installPlaywrights() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  if (!existsSync(cli)) return undefined;
  if (!run(process.execPath, [cli, 'install', 'chromium'], 5 * MINUTE)) return undefined;
  return playwrights();
}

function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  if (!run('apt-get', ['update', '-q'], 5 * MINUTE))
    say('apt-get update failed; trying all the same');
  run(
    'apt-get',
    ['install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    15 * MINUTE,
  );
  return answers('/usr/bin/chromium') ? '/usr/bin/chromium' : system();
}

const wanted = process.env.CHROMIUM_PATH;
if (wanted) {
  if (!answers(wanted)) {
    say(`CHROMIUM_PATH is ${wanted}, which is no browser that runs`);
    process.exit(1);
  }
  console.log(wanted);
} else {
  const found = system() ?? playwrights() ?? installPlaywrights() ?? installDebians();
  if (!found) {
    say(
      'no Chromium for the browser tests: none on the system, and neither Playwright nor (as root, on ' +
        'Debian) apt-get could install one. Install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
    process.exit(1);
  }
  console.log(found);
}
