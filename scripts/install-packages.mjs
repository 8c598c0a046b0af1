// Installs the npm packages exactly as package-lock.json says, without running their install scripts.
//
// `npm ci` refuses a lock file that lacks an optional package. A lock file that was written with a registry mirror can lack
// some: the mirror may have only some platforms' builds (of biome, rollup and the like). Only in that case the script uses
// `npm install`. It installs the packages in the lock file as pinned, checksums included, and other optional packages if
// they are available. The lock file does not change.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** @param {string[]} args @param {'inherit' | 'pipe'} errors */
function npm(args, errors) {
  const result = spawnSync('npm', [...args, ...quiet], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', errors],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error) console.error(`cannot run npm: ${result.error.message}`);
  return { ok: result.status === 0, errors: result.stderr ?? '' };
}

/** Whether missing optional packages are the only errors of npm ci. @param {string} errors */
function onlyOptionalsMissing(errors) {
  const complaints = [...errors.matchAll(/\b(Missing|Invalid): (.+)/g)];
  if (complaints.length === 0) return false;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const optional = new Set(
    Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})),
  );
  return complaints.every(([, kind, what]) => {
    const name = /^(@?[^@\s]+)@\S* from lock file/.exec(what)?.[1];
    return kind === 'Missing' && name !== undefined && optional.has(name);
  });
}

const strict = npm(['ci'], 'pipe');
if (strict.ok) process.exit(0);
if (!onlyOptionalsMissing(strict.errors)) {
  console.error(strict.errors);
  process.exit(1);
}
console.error(
  'package-lock.json lacks optional packages of other platforms: using npm install instead of npm ci',
);
process.exit(npm(['install', '--no-save', '--prefer-offline'], 'inherit').ok ? 0 : 1);
