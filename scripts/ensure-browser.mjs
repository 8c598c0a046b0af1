// Finds or installs a Chromium for the browser tests, and prints its path on standard output. Tries, in this order:
// CHROMIUM_PATH; Chromium or Chrome on the system; Playwright's own build, which it installs if possible; the Debian
// package, if run as root. A browser must answer to --version. On the system the headless shell is preferred: tests take
// four fifths of the time in it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const OTHER_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const MINUTE = 60_000;

/** @param {string} message */
const log = (message) => console.error(`ensure-browser: ${message}`);

/** @param {string} file */
function runs(file) {
  if (!existsSync(file)) return false;
  const result = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: MINUTE });
  if (result.status === 0) return true;
  log(`${file} exists, but does not run: ${(result.error?.message ?? result.stderr).trim()}`);
  return false;
}

function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...OTHER_PATHS].find((file) => {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      return false;
    }
    return runs(file);
  });
}

/** @param {string} program @param {string[]} args @param {number} timeout */
function run(program, args, timeout) {
  log(`${program} ${args.join(' ')}`);
  // The output of installers goes to standard error: standard output has the path alone.
  const result = spawnSync(program, args, {
    cwd: root,
    timeout,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

function playwrightBrowser() {
  try {
    const file = createRequire(join(root, 'package.json'))(
      '@playwright/test',
    ).chromium.executablePath();
    return file && runs(file) ? file : undefined;
  } catch (error) {
    log(
      `Playwright is not installed (${/** @type {Error} */ (error).message.split('\n')[0]}): run \`make packages\``,
    );
    return undefined;
  }
}

function installPlaywrightBrowser() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  if (!existsSync(cli)) return undefined;
  if (!run(process.execPath, [cli, 'install', 'chromium'], 5 * MINUTE)) return undefined;
  return playwrightBrowser();
}

function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  if (!run('apt-get', ['update', '-q'], 5 * MINUTE))
    log('apt-get update failed; trying to install anyway');
  run(
    'apt-get',
    ['install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    15 * MINUTE,
  );
  return runs('/usr/bin/chromium') ? '/usr/bin/chromium' : systemBrowser();
}

const configured = process.env.CHROMIUM_PATH;
if (configured) {
  if (!runs(configured)) {
    log(`CHROMIUM_PATH is ${configured}, which does not run`);
    process.exit(1);
  }
  console.log(configured);
} else {
  const found =
    systemBrowser() ?? playwrightBrowser() ?? installPlaywrightBrowser() ?? installDebianPackage();
  if (!found) {
    log(
      'no Chromium for the browser tests: none on the system, and neither Playwright nor (as root, on ' +
        'Debian) apt-get could install one. Install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
    process.exit(1);
  }
  console.log(found);
}
