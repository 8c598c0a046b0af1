// Installs the npm packages exactly as package-lock.json says, running no package's own scripts.
//
// `npm ci` refuses a lock file that lacks an optional package, and a lock file written against a
// registry mirror that holds only some platforms' builds (of biome, rollup and the like) lacks the
// others. Only then, `npm install` does it: what the lock file names is installed as it says,
// checksums included, the optional rest as far as it is to be had, and the lock file stays as it is.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** @param {string[]} args @param {'inherit' | 'pipe'} errors */
function npm(args, errors) {
  const done = spawnSync('npm', [...args, ...quiet], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', errors],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error) console.error(`cannot run npm: ${done.error.message}`);
  return { ok: done.status === 0, errors: done.stderr ?? '' };
}

/** @param {string} errors whether npm ci complains of missing optional packages and nothing else */
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
  'package-lock.json lacks optional packages of other platforms: npm install instead of npm ci',
);
process.exit(npm(['install', '--no-save', '--prefer-offline'], 'inherit').ok ? 0 : 1);
