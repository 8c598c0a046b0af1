// Runs a small form of every bench and every make target that no other step of `make test` runs, to check that each still
// runs. Also fails if a target of the Makefile is missing from the lists below.
//   node scripts/smoke.mjs
// Needs `make packages wasm`, and a Chromium (CHROMIUM_PATH, as `make smoke` sets it).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { checkServed } from './served.mjs';

/** @param {string} program @param {string[]} args @param {string} [folder] @param {Record<string, string>} [env] */
function run(program, args, folder = root, env = {}) {
  const begun = performance.now();
  const result = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const line = [program, ...args].join(' ');
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${line} exited with ${result.status}:\n${result.stdout}\n${result.stderr}`);
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  return result.stdout;
}

/** @param {string[]} args */
const make = (...args) => run('make', ['--no-print-directory', ...args]);

/** Runs `clean` and `distclean` in a temporary folder. */
function clean() {
  const folder = mkdtempSync(join(tmpdir(), 'totora-clean-'));
  cpSync(join(root, 'Makefile'), join(folder, 'Makefile'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'lib.rs'), '');
  writeFileSync(join(folder, 'Cargo.toml'), '[package]\nname = "nothing"\n');
  const made = ['target', 'dist', 'www/pkg', '.tools', 'node_modules'];
  for (const name of made) mkdirSync(join(folder, name), { recursive: true });
  run('make', ['--no-print-directory', 'distclean'], folder, {
    CARGO_TARGET_DIR: join(folder, 'target'),
  });
  assert.deepEqual(
    made.filter((name) => existsSync(join(folder, name))),
    [],
    'everything that was built is removed',
  );
  rmSync(folder, { recursive: true });
}

/** The targets that are run here. */
const SMOKE = {
  help: () => make('help'),
  npm: () => make('npm', 'SMOKE=1'),
  cli: () => make('cli', 'SMOKE=1'),
  bench: () => make('bench', 'SMOKE=1'),
  'bench-othello-peer': () => make('bench-othello-peer', 'SMOKE=1'),
  'bench-wasm': () => make('bench-wasm', 'SMOKE=1'),
  'bench-ratio': () => {
    make('bench-ratio', 'SMOKE=1', 'ROUNDS=1');
    make('bench-ratio', 'SMOKE=1', 'ROUNDS=1', 'BROWSER=1');
  },
  ladder: () => make('ladder', 'SMOKE=1'),
  'verify-figures': () => make('verify-figures', 'SMOKE=1', 'QUICK=1'),
  // Checks that the page is up to date.
  reference: () => make('reference', 'SMOKE=1'),
  fuzz: () => make('fuzz', 'SMOKE=1'),
  'release-notes': () => make('release-notes', 'VERSION=Unreleased'),
  crate: () => make('crate', 'SMOKE=1'),
  container: () => make('container'),
  checksums: () => make('checksums', 'FILES=Cargo.toml'),
  play: () => checkServed('play', Number(process.env.TOTORA_TEST_PORT ?? 4189), root),
  distclean: clean,
};
/** The targets that are not run here, and why. @type {Record<string, string>} */
const ELSEWHERE = {
  test: 'runs this script',
  check: 'its steps are steps of `make test`',
  'wasm-any': '`make check` runs it',
  dist: '`make test-dist` runs it',
  smoke: 'is this script',
  clean: 'distclean runs it',
  dev: 'test-new-game runs it, in a copy: it replaces the optimised module with a development build',
  'new-game': 'test-new-game runs it, in a copy: it writes a game into the sources',
  toolchain: 'the steps of `make test` need it',
  packages: 'the steps of `make test` need it',
  wheel: '`make python` builds the same without optimisation',
  sdist: '`make rehearse` builds it',
  rehearse: 'the workflow of releases runs it: it builds everything with optimisation',
  supply: 'ci.yml runs it: its tool takes minutes to compile',
  mutants: 'it compiles and runs the tests for a minute per change',
  sbom: 'the workflow of releases runs it',
  licences: 'writes files into the sources',
};

const makefile = readFileSync(join(root, 'Makefile'), 'utf8');
const targets = [...makefile.matchAll(/^([a-z][a-z-]*):/gm)].map(([, name]) => name);
const stages = [...makefile.matchAll(/^(?:CHECKS|TESTS) := ((?:.*\\\n)*.*)$/gm)];
const steps = stages.flatMap(([, names]) => names.match(/[a-z][a-z-]*/g) ?? []);
const known = [...Object.keys(SMOKE), ...Object.keys(ELSEWHERE), ...steps];
assert.deepEqual(
  targets.filter((name) => !known.includes(name)),
  [],
  'every target of the Makefile is listed',
);
assert.deepEqual(
  known.filter((name) => !targets.includes(name)),
  [],
  'every listed target is in the Makefile',
);

const begun = performance.now();
for (const smoke of Object.values(SMOKE)) await smoke();
// No target runs this bench. It needs a test build of the page.
run(join(root, 'node_modules', '.bin', 'vite'), ['build', '--mode', 'test', '--logLevel', 'warn']);
run('node', ['benches/worth.mjs', '--rounds', '1', '--games', 'uros']);
// The peers themselves are not installed here. `--help` only checks that Python can load our adapters.
if (spawnSync('python3', ['--version']).status === 0) {
  for (const name of readdirSync(join(root, 'benches', 'peers')).filter((name) =>
    name.endsWith('.py'),
  )) {
    run('python3', [join('benches', 'peers', name), '--help']);
  }
} else console.log('  python3 is not installed: benches/peers not checked');
console.log(`everything runs: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
