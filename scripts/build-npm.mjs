// Makes the npm package from www/pkg (`make wasm`), dist (`make dist`) and npm/src, packs it, installs the tarball into a fresh folder and
// tests it there (npm/test).
//   node scripts/build-npm.mjs [--pack]
// With --pack without the tests. The version is Cargo.toml's.
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
import { root } from './root.mjs';
import { readSettings } from './settings.mjs';

const { text } = readSettings();
const target = join(root, 'target', 'npm');
const folder = join(target, 'package');
const from = (/** @type {string[]} */ ...path) => join(root, ...path);

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(`build-npm: ${message}`);
  process.exit(1);
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function run(program, args, cwd) {
  const done = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (done.status !== 0)
    fail(`${program} ${args.join(' ')} ended with ${done.status ?? done.error}\n${done.stdout}`);
  return done.stdout;
}

const built = from(text('build.out-dir'));
const name = text('build.out-name');
const wasm = join(built, `${name}_bg.wasm`);
if (!existsSync(wasm)) fail(`${wasm} is missing: run \`make wasm\``);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(from('npm', 'src'), folder, { recursive: true });
cpSync(join(built, `${name}.js`), join(folder, 'bindings.js'));
cpSync(join(built, `${name}.d.ts`), join(folder, 'bindings.d.ts'));
cpSync(wasm, join(folder, 'totora.wasm'));
// What only some bots need (`src/base/files.rs`).
const files = ['isolation-book.bin', 'reversi-patterns.bin'];
for (const file of files) cpSync(from('assets', file), join(folder, file));
const base64 = (/** @type {string} */ file) => readFileSync(join(folder, file)).toString('base64');
writeFileSync(
  join(folder, 'inlined.js'),
  `export const wasm = '${base64('totora.wasm')}';\n/** @type {Record<string, string>} */\nexport const files = ${JSON.stringify(Object.fromEntries(files.map((file) => [file, base64(file)])))};\n`,
);
const types = [
  '--declaration',
  '--emitDeclarationOnly',
  '--allowJs',
  '--checkJs',
  '--strict',
  '--skipLibCheck',
  '--ignoreConfig',
];
const how = [
  '--target',
  'ES2023',
  '--module',
  'ESNext',
  '--moduleResolution',
  'bundler',
  '--types',
  'node',
];
const typed = ['index.js', 'node.js', 'api.js', 'element.js'].filter((file) =>
  existsSync(join(folder, file)),
);
run(
  process.execPath,
  [
    from('node_modules', 'typescript', 'bin', 'tsc'),
    ...types,
    ...how,
    '--typeRoots',
    from('node_modules', '@types'),
    ...typed,
  ],
  folder,
);

// What the element shows: the built page. Hosts compress it themselves. No user writes bots there: it is without Python.
const page = from(process.env.TOTORA_PAGE ?? 'dist');
if (!existsSync(join(page, 'index.html'))) fail(`${page} has no page: run \`make dist\``);
const filter = (/** @type {string} */ file) =>
  !/\.(br|gz)$|assets.(pyodide|python_stdlib)/.test(file);
cpSync(page, join(folder, 'page'), { recursive: true, filter });

const { package: crate } = /** @type {any} */ (parse(readFileSync(from('Cargo.toml'), 'utf8')));
const about = JSON.parse(readFileSync(from('npm', 'package.json'), 'utf8'));
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify({ ...about, version: crate.version }, null, 2)}\n`,
);
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(from(file), join(folder, file));
for (const file of ['README.md', 'custom-elements.json'])
  if (existsSync(from('npm', file))) cpSync(from('npm', file), join(folder, file));

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
cpSync(from('npm', 'test'), join(fresh, 'test'), { recursive: true });
const tests = readdirSync(join(fresh, 'test')).filter((file) => file.endsWith('.test.mjs'));
const done = spawnSync(process.execPath, ['--test', ...tests.map((file) => join('test', file))], {
  cwd: fresh,
  stdio: 'inherit',
  env: { ...process.env, TOTORA_ROOT: root },
});
process.exit(done.status ?? 1);
