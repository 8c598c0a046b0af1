// Builds the wasm package by the settings in wasm-pack.toml, and says how large it came out.
//   node scripts/build-wasm.mjs [--force]
// Nothing is done when no input has changed since the last build. Needs the tools of `make tools`
// and the npm packages; downloads nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readSettings, required, root, settingsFile } from './settings.mjs';

const settings = readSettings();
/** @param {string} key */
const text = (key) => String(required(settings, key));
/** @param {string} key */
const list = (key) => [required(settings, key)].flat();

const outDir = join(root, text('build.out-dir'));
const outName = text('build.out-name');
const wasm = join(outDir, `${outName}_bg.wasm`);
const stampFile = join(outDir, '.stamp.json');
const path = [join(root, '.tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH];
const env = { ...process.env, PATH: path.join(delimiter) };

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(`build-wasm: ${message}`);
  process.exit(1);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} output
 */
function run(program, args, output = 'inherit') {
  const done = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', output, 'inherit'],
  });
  if (done.error) fail(`cannot run ${program}: ${done.error.message}. \`make tools packages\` brings it.`);
  if (done.status !== 0) fail(`${program} ${args.join(' ')} ended with ${done.status ?? done.signal}`);
  return done.stdout ?? '';
}

/** @param {string} program @param {string} wanted @param {string} bringer */
function checkVersion(program, wanted, bringer) {
  const said = run(program, ['--version'], 'pipe').trim();
  const found = /(\d[\w.+-]*)/.exec(said.slice(program.length))?.[1];
  if (found !== wanted) fail(`${program} is "${said}", wasm-pack.toml wants ${wanted}: ${bringer}`);
}

/** @param {string[]} files */
function digest(files) {
  const hash = createHash('sha256');
  for (const name of ['RUSTFLAGS', 'CARGO_ENCODED_RUSTFLAGS', 'CARGO_BUILD_RUSTFLAGS']) {
    hash.update(`${name}=${process.env[name] ?? ''}\n`);
  }
  for (const file of files) {
    hash.update(`${file}\n`);
    hash.update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : 'missing');
  }
  return hash.digest('hex');
}

/** The files that the wasm was made from, as cargo noted them beside its output. */
function inputs() {
  const metadata = JSON.parse(
    run('cargo', ['metadata', '--locked', '--offline', '--no-deps', '--format-version', '1'], 'pipe'),
  );
  const folder = text('build.profile') === 'dev' ? 'debug' : text('build.profile');
  const note = join(
    metadata.target_directory,
    'wasm32-unknown-unknown',
    folder,
    `${metadata.packages[0].name}.d`,
  );
  if (!existsSync(note)) return null;
  const files = readFileSync(note, 'utf8')
    .split('\n')
    .flatMap((line) => line.slice(line.indexOf(': ') + 2).match(/(?:\\ |\S)+/g) ?? [])
    .map((file) => relative(root, file.replaceAll('\\ ', ' ')));
  const fixed = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo/config.toml'];
  const own = [settingsFile, import.meta.filename ?? new URL(import.meta.url).pathname];
  return [...new Set([...files, ...fixed, ...own.map((file) => relative(root, file))])].sort();
}

function upToDate() {
  if (process.argv.includes('--force') || !existsSync(stampFile) || !existsSync(wasm)) return false;
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.bytes === statSync(wasm).size && stamp.digest === digest(stamp.files);
  } catch {
    return false;
  }
}

/** @param {number} bytes */
const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function report(/** @type {string} */ what) {
  const parts = [wasm, join(outDir, `${outName}.js`)].map((file) => {
    const data = readFileSync(file);
    return `${relative(root, file)} ${kilo(data.length)}, gzip ${kilo(gzipSync(data, { level: 9 }).length)}, brotli ${kilo(brotliCompressSync(data).length)}`;
  });
  console.log(`wasm ${what}:\n  ${parts.join('\n  ')}`);
}

if (upToDate()) {
  report('is up to date');
  process.exit(0);
}

checkVersion('wasm-pack', text('tools.wasm-pack'), 'run `make tools`');
checkVersion('wasm-bindgen', text('tools.wasm-bindgen'), 'run `make tools`');
// wasm-opt tells only the major number of its npm package.
checkVersion('wasm-opt', text('tools.binaryen').split('.')[0], 'run `make packages`');

rmSync(stampFile, { force: true });
// wasm-pack's own call of wasm-opt takes its flags from Cargo.toml; ours come from the settings.
run('wasm-pack', [
  ...['build', '--mode', 'no-install', '--no-pack', '--no-opt'],
  ...['--target', text('build.target'), '--profile', text('build.profile')],
  ...['--out-dir', relative(root, outDir), '--out-name', outName],
  ...['--', ...list('build.cargo-args')],
]);
const small = `${wasm}.opt`;
run('wasm-opt', [wasm, '-o', small, ...list('wasm-opt.optimize'), ...list('wasm-opt.features')]);
renameSync(small, wasm);

const files = inputs();
if (files) {
  const stamp = { bytes: statSync(wasm).size, digest: digest(files), files };
  writeFileSync(stampFile, `${JSON.stringify(stamp, null, 1)}\n`);
}
report('built');
