// Builds the npm package from www/pkg (`make wasm`), dist (`make dist`) and npm/src, and packs it. Then installs the
// tarball into an empty folder and runs the tests of npm/test there.
//   node scripts/build-npm.mjs [--pack]
// --pack skips the tests. The version comes from Cargo.toml.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { dataFiles } from './data-files.mjs';
import { root } from './root.mjs';
import { readSettings } from './settings.mjs';

const { text } = readSettings();
const target = join(root, 'target', 'npm');
const folder = join(target, 'package');
const fromRoot = (/** @type {string[]} */ ...path) => join(root, ...path);

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(`build-npm: ${message}`);
  process.exit(1);
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function run(program, args, cwd) {
  const result = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.status !== 0)
    fail(
      `${program} ${args.join(' ')} exited with ${result.status ?? result.error}\n${result.stdout}`,
    );
  return result.stdout;
}

const built = fromRoot(text('build.out-dir'));
const name = text('build.out-name');
const wasm = join(built, `${name}_bg.wasm`);
if (!existsSync(wasm)) fail(`${wasm} is missing: run \`make wasm\``);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(fromRoot('npm', 'src'), folder, { recursive: true });
cpSync(join(built, `${name}.js`), join(folder, 'bindings.js'));
cpSync(join(built, `${name}.d.ts`), join(folder, 'bindings.d.ts'));
cpSync(wasm, join(folder, 'totora.wasm'));
const files = Object.keys(dataFiles);
for (const file of files) cpSync(dataFiles[file], join(folder, file));
const base64 = (/** @type {string} */ file) => readFileSync(join(folder, file)).toString('base64');
writeFileSync(
  join(folder, 'inlined.js'),
  `export const wasm = '${base64('totora.wasm')}';\n/** @type {Record<string, string>} */\nexport const files = ${JSON.stringify(Object.fromEntries(files.map((file) => [file, base64(file)])))};\n`,
);
const typeOptions = [
  '--declaration',
  '--emitDeclarationOnly',
  '--allowJs',
  '--checkJs',
  '--strict',
  '--skipLibCheck',
  '--ignoreConfig',
];
const moduleOptions = [
  '--target',
  'ES2023',
  '--module',
  'ESNext',
  '--moduleResolution',
  'bundler',
  '--types',
  'node',
];
const entryPoints = ['index.js', 'node.js', 'api.js', 'element.js'].filter((file) =>
  existsSync(join(folder, file)),
);
run(
  process.execPath,
  [
    fromRoot('node_modules', 'typescript', 'bin', 'tsc'),
    ...typeOptions,
    ...moduleOptions,
    '--typeRoots',
    fromRoot('node_modules', '@types'),
    ...entryPoints,
  ],
  folder,
);

// The element shows the built page. Compressed copies are left out: hosts compress files themselves. Python is left out
// too: users do not write bots in the element.
const page = fromRoot(process.env.TOTORA_PAGE ?? 'dist');
if (!existsSync(join(page, 'index.html'))) fail(`${page} has no page: run \`make dist\``);
const filter = (/** @type {string} */ file) =>
  !/\.(br|gz)$|assets.(pyodide|python_stdlib)/.test(file);
cpSync(page, join(folder, 'page'), { recursive: true, filter });

const { workspace } = /** @type {any} */ (parse(readFileSync(fromRoot('Cargo.toml'), 'utf8')));
const manifest = JSON.parse(readFileSync(fromRoot('npm', 'package.json'), 'utf8'));
const { version, homepage, repository } = workspace.package;
const addresses = { homepage, repository: { type: 'git', url: `git+${repository}.git` } };
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify({ ...manifest, version, ...addresses }, null, 2)}\n`,
);
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(fromRoot(file), join(folder, file));
for (const file of ['README.md', 'custom-elements.json'])
  if (existsSync(fromRoot('npm', file))) cpSync(fromRoot('npm', file), join(folder, file));

const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', target], folder))[0];
const tarball = join(target, packed.filename);
const kilo = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(
  `npm: ${packed.filename} ${kilo(statSync(tarball).size)}, ${kilo(packed.unpackedSize)} unpacked, ${packed.entryCount} files`,
);
if (process.argv.includes('--pack')) process.exit(0);

const fresh = join(target, 'fresh');
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
writeFileSync(
  join(fresh, 'package.json'),
  '{ "name": "fresh", "private": true, "type": "module" }\n',
);
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], fresh);
cpSync(fromRoot('npm', 'test'), join(fresh, 'test'), { recursive: true });
const tests = readdirSync(join(fresh, 'test')).filter((file) => file.endsWith('.test.mjs'));
const native = join(process.env.CARGO_TARGET_DIR ?? fromRoot('target'), 'debug', 'totora');
const env = {
  ...process.env,
  TOTORA_ROOT: root,
  // The native command of the test builds, to compare games with.
  ...(existsSync(native) ? { TOTORA_NATIVE: native } : {}),
};
for (const args of [['--test', ...tests.map((file) => join('test', file))], ['test/speed.mjs']]) {
  const { status } = spawnSync(process.execPath, args, { cwd: fresh, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
