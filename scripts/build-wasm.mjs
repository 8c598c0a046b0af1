// Builds a wasm module a game by the settings in wasm-pack.toml, and says how large they came out; then
// writes what the page is told before any of them is loaded: the catalogue, and the types.
//   node scripts/build-wasm.mjs [--force] [GAME ...]
// Nothing is done for a game when no input has changed since its last build. With games named, only
// those are built, and the page then has those that are there. Needs the tools of `make tools` and the
// npm packages; downloads nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readSettings, required, root, settingsFile } from './settings.mjs';

const settings = readSettings();
/** @param {string} key */
const text = (key) => String(required(settings, key));
/** @param {string} key */
const list = (key) => [required(settings, key)].flat();

const outDir = join(root, text('build.out-dir'));
const outName = text('build.out-name');
const games = list('build.games');
/** @param {string} game @param {string} [suffix] */
const built = (game, suffix = '_bg.wasm') => join(outDir, game, `${outName}${suffix}`);
/** @param {string} game */
const stampFile = (game) => join(outDir, game, '.stamp.json');
const path = [join(root, '.tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH];
const flags = [process.env.RUSTFLAGS ?? '', ...list('build.rustflags')].join(' ').trim();
const env = { ...process.env, PATH: path.join(delimiter), RUSTFLAGS: flags };

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

/** @param {string} game */
function upToDate(game) {
  if (process.argv.includes('--force') || !existsSync(stampFile(game))) return false;
  try {
    const stamp = JSON.parse(readFileSync(stampFile(game), 'utf8'));
    return stamp.bytes === statSync(built(game)).size && stamp.digest === digest(stamp.files);
  } catch {
    return false;
  }
}

/** @param {number} bytes */
const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** @param {string} game @param {string} what */
function report(game, what) {
  const data = readFileSync(built(game));
  const zipped = `gzip ${kilo(gzipSync(data, { level: 9 }).length)}, brotli ${kilo(brotliCompressSync(data).length)}`;
  console.log(`wasm of ${game} ${what}: ${kilo(data.length)}, ${zipped}`);
}

/** @param {string} game */
function build(game) {
  rmSync(join(outDir, game), { recursive: true, force: true });
  // wasm-pack's own call of wasm-opt takes its flags from Cargo.toml; ours come from the settings.
  run('wasm-pack', [
    ...['build', '--mode', 'no-install', '--no-pack', '--no-opt'],
    ...['--target', text('build.target'), '--profile', text('build.profile')],
    ...['--out-dir', relative(root, join(outDir, game)), '--out-name', outName],
    ...['--', ...list('build.cargo-args'), '--features', game],
  ]);
  const wasm = built(game);
  const small = `${wasm}.opt`;
  run('wasm-opt', [wasm, '-o', small, ...list('wasm-opt.optimize'), ...list('wasm-opt.features')]);
  renameSync(small, wasm);
  const files = inputs();
  if (files) {
    const stamp = { bytes: statSync(wasm).size, digest: digest(files), files };
    writeFileSync(stampFile(game), `${JSON.stringify(stamp, null, 1)}\n`);
  }
}

/**
 * Asks every module that is there for its games, so that the page can offer all of them before it has
 * loaded any. All modules have the same face, so the types of one are the types of all.
 */
async function writeShared() {
  const there = games.filter((game) => existsSync(built(game)));
  const entries = [];
  for (const game of there) {
    const engine = await import(pathToFileURL(built(game, '.js')).href);
    await engine.default({ module_or_path: readFileSync(built(game)) });
    entries.push(...engine.games());
  }
  const json = JSON.stringify(entries);
  writeFileSync(join(outDir, 'catalog.js'), `export const catalog = JSON.parse(${JSON.stringify(json)});\n`);
  writeFileSync(
    join(outDir, 'catalog.d.ts'),
    `/** All games with their options and bots. */\nexport const catalog: import('./${outName}.js').GameInfo[];\n`,
  );
  copyFileSync(built(there[0], '.d.ts'), join(outDir, `${outName}.d.ts`));
}

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = named.find((game) => !games.includes(game));
if (unknown) fail(`no game \`${unknown}\`; wasm-pack.toml has ${games.join(', ')}`);
const wanted = named.length > 0 ? named : games;
const stale = wanted.filter((game) => !upToDate(game));

// What is there and was not built from here (an older layout, a game that is gone) would be taken in.
if (existsSync(outDir)) {
  for (const name of readdirSync(outDir).filter((name) => !games.includes(name))) {
    rmSync(join(outDir, name), { recursive: true });
  }
}
if (stale.length > 0) {
  checkVersion('wasm-pack', text('tools.wasm-pack'), 'run `make tools`');
  checkVersion('wasm-bindgen', text('tools.wasm-bindgen'), 'run `make tools`');
  // wasm-opt tells only the major number of its npm package.
  checkVersion('wasm-opt', text('tools.binaryen').split('.')[0], 'run `make packages`');
}
for (const game of wanted) {
  if (stale.includes(game)) build(game);
  report(game, stale.includes(game) ? 'built' : 'is up to date');
}
await writeShared();
