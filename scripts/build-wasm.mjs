// Builds the wasm module with the settings in wasm-pack.toml and prints its size. Also writes the list of games, which the
// page shows before the module is loaded. For the page the module is split in two (scripts/split-wasm.mjs); Node uses the
// whole module.
//   node scripts/build-wasm.mjs [--dev | --any] [--force]
// --dev builds quickly, for development. --any does the same, but keeps an optimised build of the current sources. If no
// input has changed since the last build, the script does nothing; --force builds anyway.
// The build goes to a separate folder and replaces the old one only when it is complete, so a build that fails leaves the
// page as it was. Needs the tools of `make tools` and the npm packages; downloads nothing.
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
import { withOrderedNames } from './order-functions.mjs';
import { root } from './root.mjs';
import { readSettings, settingsFile } from './settings.mjs';
import { stripLinkerSections } from './wasm-data.mjs';

const { text, list } = readSettings();
const any = process.argv.includes('--any');
const dev = any || process.argv.includes('--dev');
/** Compiler settings for a kind of build. @param {'build' | 'dev'} kind */
const settingsFor = (kind) => ({
  profile: text(`${kind}.profile`),
  flags: [process.env.RUSTFLAGS ?? '', ...list(`${kind}.rustflags`)].join(' ').trim(),
});
const kind = dev ? 'dev' : 'build';
const { profile, flags } = settingsFor(kind);

/** Inputs of the build besides the sources that cargo reports. */
const OWN_INPUTS = [
  'scripts/build-wasm.mjs',
  'scripts/split-wasm.mjs',
  'scripts/order-functions.mjs',
  'scripts/wasm-data.mjs',
  'scripts/first-view.mjs',
  'tests/browser/games.json',
];

const outDir = join(root, text('build.out-dir'));
const outName = text('build.out-name');
/** The folder of a build in progress. */
const newDir = `${outDir}.new`;
/** Describes the build. It is moved into place last, when all files that it lists are there. */
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
  const result = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', output, 'inherit'],
  });
  if (result.error)
    fail(`cannot run ${program}: ${result.error.message}. Run \`make tools packages\`.`);
  if (result.status !== 0)
    fail(`${program} ${args.join(' ')} exited with ${result.status ?? result.signal}`);
  return result.stdout ?? '';
}

/** @param {string} program @param {string} expected @param {string} hint   how to get that version */
function checkVersion(program, expected, hint) {
  const output = run(program, ['--version'], 'pipe').trim();
  const version = /(\d[\w.+-]*)/.exec(output.slice(program.length))?.[1];
  if (version !== expected)
    fail(`${program} is "${output}", but wasm-pack.toml requires ${expected}: ${hint}`);
}

/** @param {string[]} files @param {'build' | 'dev'} kind */
function digest(files, kind) {
  const settings = settingsFor(kind);
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

/** The workspace, as cargo describes it. @type {{ target_directory: string, packages: { manifest_path: string }[] }} */
const workspace = JSON.parse(
  run('cargo', ['metadata', '--locked', '--offline', '--no-deps', '--format-version', '1'], 'pipe'),
);

/** The path of cargo's output for the module, without the extension. */
const cargoOutput = join(
  workspace.target_directory,
  'wasm32-unknown-unknown',
  profile === 'dev' ? 'debug' : profile,
  text('build.package').replaceAll('-', '_'),
);

/** Writes the bindings (`scripts/tools`). */
function bind() {
  run('bindings', [`${cargoOutput}.wasm`, newDir, outName]);
}

/** Appended to the bindings. wasm-bindgen copies these arguments into the module's memory without checking their type. */
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

/** Makes every function of the bindings reject arguments that are not text: the module would trap and become unusable. */
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
    fail(`${file} passes no text to the module; expected calls of passStringToWasm0`);
  writeFileSync(file, checked + TEXT_CHECKS);
}

/** The input files of the build, from the dependency file that cargo writes next to its output. */
function inputs() {
  const dependencies = `${cargoOutput}.d`;
  if (!existsSync(dependencies)) return null;
  const files = readFileSync(dependencies, 'utf8')
    .split('\n')
    .flatMap((line) => line.slice(line.indexOf(': ') + 2).match(/(?:\\ |\S)+/g) ?? [])
    .map((file) => relative(root, file.replaceAll('\\ ', ' ')));
  const manifests = workspace.packages
    .map(({ manifest_path }) => relative(root, manifest_path))
    .filter((file) => file === 'Cargo.toml' || file.startsWith('src'));
  const fixed = [...manifests, 'Cargo.lock', 'rust-toolchain.toml', '.cargo/config.toml'];
  const own = [settingsFile, ...OWN_INPUTS.map((file) => join(root, file))];
  return [...new Set([...files, ...fixed, ...own.map((file) => relative(root, file))])].sort();
}

/** The recorded sizes of the existing build, or null if it is not up to date. @returns {string[] | null} */
function upToDate() {
  if (process.argv.includes('--force') || !existsSync(join(outDir, STAMP))) return null;
  try {
    const stamp = JSON.parse(readFileSync(join(outDir, STAMP), 'utf8'));
    /** @type {Parameters<typeof digest>[1][]} */
    const kinds = any ? ['build', 'dev'] : [kind];
    const current =
      stamp.bytes === statSync(join(outDir, wasmFile)).size &&
      kinds.some((kind) => stamp.digest === digest(stamp.files, kind));
    return current ? stamp.sizes : null;
  } catch {
    return null;
  }
}

/** The size of each part of the new module. Compressing takes 15 s, so the stamp records the result. @returns {string[]} */
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

/** Loads a separate instance of the new bindings. @param {string} as   distinguishes the instances */
const bindings = (as) => import(`${pathToFileURL(join(newDir, `${outName}.js`)).href}?${as}`);

/**
 * Splits the module in two. Checks that the first part alone gives the same results for a first view as the whole module,
 * and that the second part can be instantiated with it.
 */
async function writeParts() {
  // A development build is not split.
  if (dev) return writeAddresses(wasmFile, '');
  const { instrument, split } = await import('./split-wasm.mjs');
  const whole = readFileSync(join(newDir, wasmFile));
  const features = list('wasm-opt.features');
  const { bytes, called } = instrument(whole, features);
  const instrumented = await bindings('instrumented');
  const marks = instrumented.initSync({ module: bytes });
  firstViews(instrumented);
  const early = called(marks);
  const linked = readFileSync(`${cargoOutput}.wasm`);
  const { functions, late, ...parts } = split(whole, linked, features, (name) => early.has(name));
  writeFileSync(join(newDir, firstFile), parts.first);
  writeFileSync(join(newDir, restFile), parts.rest);
  // Optimise each part again: without the calls from the other part, wasm-opt can do more. The parts get 0.5% smaller.
  for (const file of [firstFile, restFile]) order(file, ...list('wasm-opt.optimize'));
  const [first, rest] = [firstFile, restFile].map((file) => readFileSync(join(newDir, file)));

  const [one, two] = [await bindings('whole'), await bindings('parts')];
  one.initSync({ module: whole });
  const exports = two.initSync({ module: first });
  // A function that the first part lacks traps here, and missing data is garbage.
  for (const { offset, data } of late)
    new Uint8Array(exports.memory.buffer, offset, data.length).fill(0xa5);
  if (JSON.stringify(firstViews(two)) !== JSON.stringify(firstViews(one)))
    fail('the first part of the module gives other results than the whole module');
  new WebAssembly.Instance(new WebAssembly.Module(rest), { first: exports });
  if (JSON.stringify(two.arena_presets()) !== JSON.stringify(one.arena_presets()))
    fail('the second part of the module does not work with the first');
  writeAddresses(firstFile, restFile);
  console.log(
    `wasm split: ${functions.first} functions in the first part, ${functions.rest} in the second (${functions.reached} of them called from the first) with ${late.reduce((sum, { data }) => sum + data.length, 0)} bytes of data`,
  );
}

/** Runs wasm-opt on a file of the new module. @param {string} name @param {string[]} flags */
function rewrite(name, ...flags) {
  const file = join(newDir, name);
  const written = `${file}.opt`;
  run('wasm-opt', [file, '-o', written, ...flags, ...list('wasm-opt.features')]);
  renameSync(written, file);
}

/** Orders the functions of a file of the new module by similarity. @param {string} name @param {string[]} flags   earlier passes of wasm-opt */
function order(name, ...flags) {
  const file = join(newDir, name);
  writeFileSync(file, withOrderedNames(readFileSync(file)));
  rewrite(name, ...flags, '--reorder-functions-by-name', '--strip-debug');
}

/** Writes the addresses of the parts for the page. @param {string} first @param {string} rest   empty if there is none */
function writeAddresses(first, rest) {
  const address = (/** @type {string} */ name, /** @type {string} */ file) =>
    file ? `export { default as ${name} } from './${file}?url';\n` : `export const ${name} = '';\n`;
  writeFileSync(join(newDir, 'parts.js'), address('first', first) + address('rest', rest));
  writeFileSync(
    join(newDir, 'parts.d.ts'),
    `/** The address of the module, or of its first part. */
export const first: string;
/** The address of its second part; empty if the module is not split. */
export const rest: string;
`,
  );
}

/** Writes the list of games, which the page shows before it has loaded the module. */
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
    `/** A game in the catalogue; \`bots\` is the number of its bots. */
export type Offered = Pick<import('./${outName}.js').GameInfo, 'id' | 'name' | 'about' | 'seats'> & {
  bots: number;
};
/** All games. */
export const catalog: Offered[];
/** The maximum size in bytes of a record, and of any other text that the engine reads. */
export const mostBytes: number;
`,
  );
}

async function build() {
  rmSync(newDir, { recursive: true, force: true });
  run('cargo', [
    ...['build', '--package', text('build.package'), '--target', 'wasm32-unknown-unknown'],
    ...['--profile', profile, ...list('build.cargo-args')],
  ]);
  bind();
  checkTexts();
  const wasm = join(newDir, wasmFile);
  writeFileSync(wasm, stripLinkerSections(readFileSync(wasm)));
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

/** Moves the new build into place file by file, so that no file is ever missing. */
function moveIn() {
  mkdirSync(outDir, { recursive: true });
  rmSync(join(outDir, STAMP), { force: true });
  const built = readdirSync(newDir);
  for (const name of built.toSorted((a, b) => Number(a === STAMP) - Number(b === STAMP))) {
    if (statSync(join(newDir, name)).isDirectory())
      rmSync(join(outDir, name), { recursive: true, force: true });
    renameSync(join(newDir, name), join(outDir, name));
  }
  for (const name of readdirSync(outDir).filter((name) => !built.includes(name))) {
    rmSync(join(outDir, name), { recursive: true });
  }
  rmSync(newDir, { recursive: true });
}

const existing = upToDate();
if (existing) report('is up to date', existing);
else {
  checkVersion('bindings', text('tools.wasm-bindgen'), 'run `make tools`');
  // wasm-opt reports only the major version of its npm package.
  if (!dev) checkVersion('wasm-opt', text('tools.binaryen').split('.')[0], 'run `make packages`');
  try {
    await build();
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
