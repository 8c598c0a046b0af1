// Tries what a release publishes, as its users get it, and publishes nothing: installs the wheel into a new virtual
// environment and the npm package into an empty folder, runs the first examples, and checks the metadata of all packages.
//   node scripts/rehearse.mjs
// Needs target/wheels, target/npm and target/package (`make rehearse` writes them). In a workflow for a tag, the addresses must
// be those of the repository that publishes; elsewhere placeholders are only reported.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { root } from './root.mjs';

/** @typedef {{ version: string, homepage: string, repository: string, documentation: string }} Metadata */
const { workspace } = /** @type {any} */ (parse(readFileSync(join(root, 'Cargo.toml'), 'utf8')));
/** @type {Metadata} */
const expected = workspace.package;
const { GITHUB_REF_NAME: ref = '', GITHUB_REF_TYPE, GITHUB_REPOSITORY } = process.env;
const LICENCES = ['LICENSE-MIT', 'LICENSE-APACHE'];
const folder = mkdtempSync(join(tmpdir(), 'totora-rehearsal-'));

/** @param {string} program @param {string[]} args @param {string} [cwd] */
function run(program, args, cwd = folder) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  const line = [program, ...args].join(' ');
  if (error) throw new Error(`${line}: ${error.message}`);
  assert.equal(status, 0, `${line} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** The files in a folder of target/ whose names match; fails if there are none. @param {string} name @param {RegExp} pattern */
function packed(name, pattern) {
  const path = join(root, 'target', name);
  const found = readdirSync(path).filter((file) => pattern.test(file));
  assert.ok(found.length > 0, `target/${name} has no ${pattern.source}: run \`make rehearse\``);
  return found.map((file) => join(path, file));
}

/** The blocks of code of a page in a language. @param {string} file @param {string} language */
function codeOf(file, language) {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  const found = blocks.filter(([, named]) => named === language).map(([, , code]) => code);
  assert.ok(found.length > 0, `${file} has no example in ${language}`);
  return found;
}

/** @param {string} what */
const done = (what) => console.log(`ok: ${what}`);

function checkAddresses() {
  const placeholders = Object.entries(expected).filter(([, value]) =>
    /\.example\b/.test(String(value)),
  );
  const named = placeholders.map(([key]) => key).join(', ');
  if (GITHUB_REF_TYPE !== 'tag') {
    if (named) console.log(`note: before a release, Cargo.toml needs addresses for ${named}`);
    return;
  }
  assert.equal(named, '', `Cargo.toml has placeholders for ${named}`);
  assert.equal(ref, `v${expected.version}`, 'the tag must be the version of Cargo.toml');
  // npm compares this address with the one in the provenance.
  assert.equal(expected.repository, `https://github.com/${GITHUB_REPOSITORY}`);
  done('addresses and tag');
}

/** Python's programs are in another folder on Windows. @param {string} venv @param {string} name */
const program = (venv, name) => join(venv, process.platform === 'win32' ? 'Scripts' : 'bin', name);

/** Unpacks a wheel or a source distribution. @param {string} file @param {string} to */
function unpack(file, to) {
  mkdirSync(to, { recursive: true });
  if (file.endsWith('.whl')) run('python3', ['-m', 'zipfile', '-e', file, to]);
  else run('tar', ['-xzf', file, '-C', to]);
  return readdirSync(to, { recursive: true, encoding: 'utf8' });
}

function tryWheel() {
  const venv = join(folder, 'venv');
  run('python3', ['-m', 'venv', venv]);
  const pip = (/** @type {string[]} */ ...args) =>
    run(program(venv, 'pip'), ['--disable-pip-version-check', '--quiet', ...args]);
  const [wheel] = packed('wheels', /\.whl$/);
  pip('install', '--no-deps', wheel);
  assert.equal(run(program(venv, 'totora'), ['--version']).trim(), `totora ${expected.version}`);
  run(program(venv, 'totora'), ['play', 'uros', '--seats', 'balanced,exploit', '--seed', '7']);
  for (const file of ['README.md', 'python/README.md', 'docs/how-to/python.md']) {
    const blocks = codeOf(file, 'python');
    const sessions = blocks.filter((code) => code.startsWith('>>>'));
    writeFileSync(join(folder, 'session.txt'), sessions.join('\n'));
    // The options of python/tests/test_docs.py.
    const options = ['-o', 'ELLIPSIS', '-o', 'IGNORE_EXCEPTION_DETAIL'];
    run(program(venv, 'python'), ['-m', 'doctest', ...options, 'session.txt']);
    // The blocks of a page build on each other.
    const scripts = blocks.filter((code) => !sessions.includes(code));
    writeFileSync(join(folder, 'example.py'), scripts.join('\n'));
    run(program(venv, 'python'), ['example.py']);
  }
  const files = unpack(wheel, join(folder, 'wheel'));
  for (const name of [...LICENCES, 'THIRD-PARTY.txt'])
    assert.ok(
      files.some((file) => file.includes('licenses') && file.endsWith(name)),
      `${wheel} has no ${name}`,
    );
  assert.ok(
    files.some((file) => file.endsWith(join('page', 'licences.txt'))),
    'the page has no licences',
  );
  const metadata = files.find((file) => /\.dist-info.METADATA$/.test(file)) ?? '';
  const text = readFileSync(join(folder, 'wheel', metadata), 'utf8');
  assert.match(text, new RegExp(`^Version: ${expected.version}$`, 'm'));
  for (const address of [expected.homepage, expected.repository, expected.documentation])
    assert.ok(text.includes(address), `METADATA of the wheel lacks ${address}`);
  done('wheel: installed, command and examples run, licences and addresses');
  for (const sdist of packed('wheels', /\.tar\.gz$/)) {
    const sources = unpack(sdist, join(folder, 'sdist'));
    for (const name of [...LICENCES, 'Cargo.lock', 'PKG-INFO'])
      assert.ok(
        sources.some((file) => file.endsWith(name)),
        `${sdist} has no ${name}`,
      );
    if (process.env.BUILD_SDIST) pip('install', '--force-reinstall', '--no-deps', sdist);
    done(`sdist${process.env.BUILD_SDIST ? ': compiled' : ''}`);
  }
}

function tryNpm() {
  const fresh = join(folder, 'npm');
  mkdirSync(fresh);
  writeFileSync(join(fresh, 'package.json'), '{ "private": true, "type": "module" }\n');
  const [tarball] = packed('npm', /\.tgz$/);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], fresh);
  const own = join(fresh, 'node_modules', 'totora');
  const about = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  assert.equal(about.version, expected.version);
  assert.equal(about.homepage, expected.homepage);
  assert.equal(about.repository.url, `git+${expected.repository}.git`);
  for (const name of [...LICENCES, join('page', 'licences.txt')]) readFileSync(join(own, name));
  for (const file of ['README.md', 'npm/README.md'])
    for (const code of codeOf(file, 'js'))
      run(process.execPath, ['--input-type=module', '--eval', code], fresh);
  run('npx', ['totora', 'play', 'uros', '--seats', 'balanced,exploit', '--seed', '7'], fresh);
  run('npm', ['publish', '--dry-run', '--access', 'public', tarball], fresh);
  done('npm: installed, examples and command run, licences and addresses, publish --dry-run');
}

function tryCrates() {
  for (const crate of packed('package', /\.crate$/)) {
    const to = join(folder, 'crates');
    const files = unpack(crate, to);
    const manifest = files.find((file) => /^[^/\\]+.Cargo\.toml$/.test(file)) ?? '';
    const { package: about } = /** @type {any} */ (parse(readFileSync(join(to, manifest), 'utf8')));
    for (const key of /** @type {const} */ (['version', 'homepage', 'repository', 'documentation']))
      assert.equal(about[key], expected[key], `${crate}: ${key}`);
    rmSync(to, { recursive: true });
  }
  done('crates: addresses');
}

try {
  checkAddresses();
  tryNpm();
  tryCrates();
  tryWheel();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('everything that a release publishes works; nothing was published');
