// Builds the wasm module by the settings in wasm-pack.toml, says how large it came out, and writes what the
// page shows before the module is loaded: which games there are. For the page the module is cut in two
// (scripts/split-wasm.mjs); whole it is for Node.
//   node scripts/build-wasm.mjs [--dev | --any] [--force]
// With --dev quickly, for trying things out; with --any the same, unless what is there is a finished one of these
// sources. Nothing is done when no input has changed since the last build.
// All is made beside what is there and moved into its place when it is whole, so that a build that fails
// leaves the page as it was. Needs the tools of `make tools` and the npm packages; downloads nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
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
import { firstViews } from './first-view.mjs';
import { namedByLikeness } from './order-functions.mjs';
import { root } from './root.mjs';
import { readSettings, settingsFile } from './settings.mjs';
import { withoutNotes } from './wasm-data.mjs';

const { text, list } = readSettings();
const any = process.argv.includes('--any');
const dev = any || process.argv.includes('--dev');
/** The compiler's settings for a kind of build. @param {'build' | 'dev'} kind */
const settingsFor = (kind) => ({
  profile: text(`${kind}.profile`),
  flags: [process.env.RUSTFLAGS ?? '', ...list(`${kind}.rustflags`)].join(' ').trim(),
});
const kind = dev ? 'dev' : 'build';
const { profile, flags } = settingsFor(kind);

/** What else decides what comes out. */
const OWN = [
  'scripts/build-wasm.mjs',
  'scripts/split-wasm.mjs',
  'scripts/order-functions.mjs',
  'scripts/wasm-data.mjs',
  'scripts/first-view.mjs',
  'tests/browser/games.json',
];

const outDir = join(root, text('build.out-dir'));
const outName = text('build.out-name');
/** Where a build is made. */
const newDir = `${outDir}.new`;
/** Of the files the one that is moved last: what it tells of is there then. */
const STAMP = '.stamp.json';
const wasmFile = `${outName}_bg.wasm`;
const [firstFile, restFile] = [`${outName}_first.wasm`, `${outName}_rest.wasm`];

const path = [join(root, '.tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH];
const env = { ...process.env, PATH: path.join(delimiter), RUSTFLAGS: flags };

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(`build-wasm: ${message}`);
  rmSync(newDir, { recursive: true, force: true });
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
  if (done.error)
    fail(`cannot run ${program}: ${done.error.message}. \`make tools packages\` brings it.`);
  if (done.status !== 0)
    fail(`${program} ${args.join(' ')} ended with ${done.status ?? done.signal}`);
  return done.stdout ?? '';
}

/** @param {string} program @param {string} wanted @param {string} bringer */
function checkVersion(program, wanted, bringer) {
  const said = run(program, ['--version'], 'pipe').trim();
  const found = /(\d[\w.+-]*)/.exec(said.slice(program.length))?.[1];
  if (found !== wanted) fail(`${program} is "${said}", wasm-pack.toml wants ${wanted}: ${bringer}`);
}

/** @param {string[]} files @param {'build' | 'dev'} of */
function digest(files, of) {
  const settings = settingsFor(of);
  const hash = createHash('sha256').update(`${settings.profile} ${settings.flags}\n`);
  for (const name of ['CARGO_ENCODED_RUSTFLAGS', 'CARGO_BUILD_RUSTFLAGS']) {
    hash.update(`${name}=${process.env[name] ?? ''}\n`);
  }
  for (const file of files) {
    hash.update(`${file}\n`);
    hash.update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : 'missing');
  }
  return hash.digest('hex');
}

/** Where cargo puts what it makes of the library: its path without an ending. */
function madeByCargo() {
  const metadata = JSON.parse(
    run(
      'cargo',
      ['metadata', '--locked', '--offline', '--no-deps', '--format-version', '1'],
      'pipe',
    ),
  );
  return join(
    metadata.target_directory,
    'wasm32-unknown-unknown',
    profile === 'dev' ? 'debug' : profile,
    metadata.packages[0].name,
  );
}

/**
 * Writes the bindings, with a way to a fresh instance of the module: after a trap the old one is not to be trusted
 * (`www/worker/engine.js`).
 */
function bind() {
  run('wasm-bindgen', [
    ...[`${madeByCargo()}.wasm`, '--target', text('build.target')],
    ...['--out-dir', newDir, '--out-name', outName, '--experimental-reset-state-function'],
    // The page names the parts itself; else the whole module would be among its files.
    '--omit-default-module-path',
  ]);
}

/** Goes into the bindings: what wasm-bindgen would copy into the module's memory as text, whatever it is. */
const TEXT_CHECKS = `
const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);

function checkedText(name, value) {
    if (typeof value === 'string') return value;
    throw new TypeError(\`\${name}: expected text, got \${kindOf(value)}\`);
}

function checkedTexts(name, values) {
    if (!Array.isArray(values)) throw new TypeError(\`\${name}: expected a list of texts, got \${kindOf(values)}\`);
    values.forEach((value, i) => checkedText(\`\${name}[\${i}]\`, value));
    return values;
}
`;

/** Makes every function of the bindings reject what is no text: the module would trap on it, and be lost. */
function checkTexts() {
  const file = join(newDir, `${outName}.js`);
  const old = readFileSync(file, 'utf8');
  const checked = old
    .replaceAll(
      /(?<!function )passStringToWasm0\((\w+),/g,
      "passStringToWasm0(checkedText('$1', $1),",
    )
    .replaceAll(
      /(?<!function )passArrayJsValueToWasm0\((\w+),/g,
      "passArrayJsValueToWasm0(checkedTexts('$1', $1),",
    );
  if (checked === old)
    fail(`${file} hands no text to the module; expected calls of passStringToWasm0`);
  writeFileSync(file, checked + TEXT_CHECKS);
}

/** The files that the wasm was made from, as cargo noted them beside its output. */
function inputs() {
  const note = `${madeByCargo()}.d`;
  if (!existsSync(note)) return null;
  const files = readFileSync(note, 'utf8')
    .split('\n')
    .flatMap((line) => line.slice(line.indexOf(': ') + 2).match(/(?:\\ |\S)+/g) ?? [])
    .map((file) => relative(root, file.replaceAll('\\ ', ' ')));
  const fixed = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo/config.toml'];
  const own = [settingsFile, ...OWN.map((file) => join(root, file))];
  return [...new Set([...files, ...fixed, ...own.map((file) => relative(root, file))])].sort();
}

/** What was noted of the sizes of what is there, if it is of these sources. @returns {string[] | null} */
function upToDate() {
  if (process.argv.includes('--force') || !existsSync(join(outDir, STAMP))) return null;
  try {
    const stamp = JSON.parse(readFileSync(join(outDir, STAMP), 'utf8'));
    /** @type {Parameters<typeof digest>[1][]} */
    const kinds = any ? ['build', 'dev'] : [kind];
    const whole =
      stamp.bytes === statSync(join(outDir, wasmFile)).size &&
      kinds.some((of) => stamp.digest === digest(stamp.files, of));
    return whole ? stamp.sizes : null;
  } catch {
    return null;
  }
}

/** How large each part of the new module is. To know it takes 15 s, so it is noted with the build. @returns {string[]} */
function sizes() {
  const kilo = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const names = dev ? [wasmFile] : [wasmFile, firstFile, restFile];
  return names.map((name) => {
    const data = readFileSync(join(newDir, name));
    const zipped = dev
      ? 'for development'
      : `gzip ${kilo(gzipSync(data, { level: 9 }).length)}, brotli ${kilo(brotliCompressSync(data).length)}`;
    return `${name} ${kilo(data.length)}, ${zipped}`;
  });
}

/** @param {string} what @param {string[]} lines */
function report(what, lines) {
  for (const line of lines) console.log(`wasm ${what}: ${line}`);
}

/** The new bindings, as if they had not been loaded before. @param {string} as */
const bindings = (as) => import(`${pathToFileURL(join(newDir, `${outName}.js`)).href}?${as}`);

/**
 * Cuts the module in two, and sees that the first part alone answers all that a first view asks as the whole one
 * does, and that the second part fits it.
 */
async function writeParts() {
  // When the page is worked on, nothing is cut.
  if (dev) return writeAddresses(wasmFile, '');
  const { marked, split } = await import('./split-wasm.mjs');
  const whole = readFileSync(join(newDir, wasmFile));
  const features = list('wasm-opt.features');
  const { bytes, ran } = marked(whole, features);
  const watched = await bindings('marked');
  const marks = watched.initSync({ module: bytes });
  firstViews(watched);
  const early = ran(marks);
  const linked = readFileSync(`${madeByCargo()}.wasm`);
  const { functions, late, ...parts } = split(whole, linked, features, (name) => early.has(name));
  writeFileSync(join(newDir, firstFile), parts.first);
  writeFileSync(join(newDir, restFile), parts.rest);
  // Once more, since each part lacks calls that kept some of its functions as they are: half a percent smaller.
  for (const file of [firstFile, restFile]) order(file, ...list('wasm-opt.optimize'));
  const [first, rest] = [firstFile, restFile].map((file) => readFileSync(join(newDir, file)));

  const [one, two] = [await bindings('whole'), await bindings('parts')];
  one.initSync({ module: whole });
  const exports = two.initSync({ module: first });
  // Whatever the first part lacks is a trap here, or data that say nothing.
  for (const { offset, data } of late)
    new Uint8Array(exports.memory.buffer, offset, data.length).fill(0xa5);
  if (JSON.stringify(firstViews(two)) !== JSON.stringify(firstViews(one)))
    fail('the first part of the module answers other than the whole one');
  new WebAssembly.Instance(new WebAssembly.Module(rest), { first: exports });
  if (JSON.stringify(two.arena_presets()) !== JSON.stringify(one.arena_presets()))
    fail('the second part of the module does not fit');
  writeAddresses(firstFile, restFile);
  console.log(
    `wasm split: ${functions.first} functions first, ${functions.rest} later with ${late.reduce((sum, { data }) => sum + data.length, 0)} bytes of data, of which ${functions.reached} are called from the first`,
  );
}

/** Runs wasm-opt on a file of the new module. @param {string} name @param {string[]} flags */
function rewrite(name, ...flags) {
  const file = join(newDir, name);
  const written = `${file}.opt`;
  run('wasm-opt', [file, '-o', written, ...flags, ...list('wasm-opt.features')]);
  renameSync(written, file);
}

/** Orders the functions of a file of the new module by similarity. @param {string} name @param {string[]} flags   passes of wasm-opt before it */
function order(name, ...flags) {
  const file = join(newDir, name);
  writeFileSync(file, namedByLikeness(readFileSync(file)));
  rewrite(name, ...flags, '--reorder-functions-by-name', '--strip-debug');
}

/** Tells the page where the parts are. @param {string} first @param {string} rest   empty if there is none */
function writeAddresses(first, rest) {
  const address = (/** @type {string} */ name, /** @type {string} */ file) =>
    file ? `export { default as ${name} } from './${file}?url';\n` : `export const ${name} = '';\n`;
  writeFileSync(join(newDir, 'parts.js'), address('first', first) + address('rest', rest));
  writeFileSync(
    join(newDir, 'parts.d.ts'),
    `/** Where the module is, or its first part. */
export const first: string;
/** Where its second part is; empty if the first is all of it. */
export const rest: string;
`,
  );
}

/** Asks the new module for its games, so that the page can offer them before it has loaded it. The rest it asks itself. */
async function writeCatalog() {
  const engine = await bindings('catalog');
  engine.initSync({ module: readFileSync(join(newDir, wasmFile)) });
  const games = engine
    .games()
    .map(
      (
        /** @type {import('../www/pkg/totora.js').GameInfo} */ { id, name, about, seats, bots },
      ) => ({ id, name, about, seats, bots: bots.length }),
    );
  writeFileSync(
    join(newDir, 'catalog.js'),
    `export const catalog = ${JSON.stringify(games)};
export const mostBytes = ${engine.most_bytes()};
`,
  );
  writeFileSync(
    join(newDir, 'catalog.d.ts'),
    `/** What is said of a game first: \`bots\` is how many it has. */
export type Offered = Pick<import('./${outName}.js').GameInfo, 'id' | 'name' | 'about' | 'seats'> & {
  bots: number;
};
/** All games. */
export const catalog: Offered[];
/** The most bytes of a record, and of any other text that is read: what Rust reads and plays. */
export const mostBytes: number;
`,
  );
}

async function build() {
  rmSync(newDir, { recursive: true, force: true });
  run('cargo', [
    ...['build', '--lib', '--target', 'wasm32-unknown-unknown', '--profile', profile],
    ...list('build.cargo-args'),
  ]);
  bind();
  checkTexts();
  const wasm = join(newDir, wasmFile);
  writeFileSync(wasm, withoutNotes(readFileSync(wasm)));
  if (!dev) rewrite(wasmFile, ...list('wasm-opt.optimize'));
  await writeCatalog();
  await writeParts();
  const lines = sizes();
  const files = inputs();
  if (files) {
    const stamp = { bytes: statSync(wasm).size, digest: digest(files, kind), sizes: lines, files };
    writeFileSync(join(newDir, STAMP), `${JSON.stringify(stamp, null, 1)}\n`);
  }
  moveIn();
  report('built', lines);
}

/** Puts what was built in the place of what is there, file by file: none is missing at any moment. */
function moveIn() {
  mkdirSync(outDir, { recursive: true });
  rmSync(join(outDir, STAMP), { force: true });
  const made = readdirSync(newDir);
  for (const name of made.toSorted((a, b) => Number(a === STAMP) - Number(b === STAMP))) {
    if (statSync(join(newDir, name)).isDirectory())
      rmSync(join(outDir, name), { recursive: true, force: true });
    renameSync(join(newDir, name), join(outDir, name));
  }
  for (const name of readdirSync(outDir).filter((name) => !made.includes(name))) {
    rmSync(join(outDir, name), { recursive: true });
  }
  rmSync(newDir, { recursive: true });
}

const there = upToDate();
if (there) report('is up to date', there);
else {
  checkVersion('wasm-bindgen', text('tools.wasm-bindgen'), 'run `make tools`');
  // wasm-opt tells only the major number of its npm package.
  if (!dev) checkVersion('wasm-opt', text('tools.binaryen').split('.')[0], 'run `make packages`');
  try {
    await build();
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
