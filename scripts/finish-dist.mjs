// The last step of `make dist`. Adds the licences of what is shipped (scripts/licences.mjs). Writes a .br and a .gz next to
// every file of dist/ that compresses, for hosts that serve them as they are. Compares the download sizes with the budget
// in wasm-pack.toml, and fails if one is over budget.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { writeLicences } from './licences.mjs';
import { root } from './root.mjs';
import { readSettings } from './settings.mjs';

const { number } = readSettings();
const dist = join(root, 'dist');
const COMPRESSES = /\.(html|js|css|wasm|svg|json|webmanifest|txt|map)$/;

/**
 * An entry of Vite's manifest: a file, with its static and dynamic imports.
 * @typedef {{ file: string, name?: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk
 */

const manifestFile = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error('finish-dist: dist/.vite/manifest.json is missing: run `make dist`');
  process.exit(1);
}
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
// The page does not need it.
rmSync(dirname(manifestFile), { recursive: true });

writeLicences(dist);

/** @type {Map<string, { plain: number, gzip: number, brotli: number }>} */
const sizes = new Map();
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!COMPRESSES.test(name)) continue;
  const data = readFileSync(join(dist, name));
  const gzip = gzipSync(data, { level: 9 });
  const brotli = brotliCompressSync(data, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
  });
  if (gzip.length < data.length) writeFileSync(join(dist, `${name}.gz`), gzip);
  if (brotli.length < data.length) writeFileSync(join(dist, `${name}.br`), brotli);
  sizes.set(name.replaceAll('\\', '/'), {
    plain: data.length,
    gzip: Math.min(gzip.length, data.length),
    brotli: Math.min(brotli.length, data.length),
  });
}

/** The files that are loaded with a chunk. @param {string} key @param {Set<string>} [files] @param {Set<string>} [seen] */
function filesOf(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const one of chunk.imports ?? []) filesOf(one, files, seen);
  return files;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
// A visitor's first view is Home, or the screen of the games.
const [home, play] = ['www/panels/home/home.jsx', 'www/start.jsx'].map((key) =>
  key in manifest ? key : '',
);
const workers = [...sizes.keys()].filter((name) => /^assets\/thinker-/.test(name));
const modules = [...sizes.keys()].filter((name) => /totora.*\.wasm$/.test(name));
/** The module's parts: the first is for a first view, the rest is fetched once that is drawn (scripts/split-wasm.mjs). */
const [first, rest] = ['first', 'rest'].map(
  (part) => modules.find((name) => name.includes(`_${part}-`)) ?? '',
);
// The worker that thinks starts when the first board is drawn, so it counts towards a first view. The module's rest is
// fetched later, and the graph when it is opened and there are moves to show.
const games = Object.keys(manifest).flatMap((key) => {
  const game = /^www\/boards\/([^/]+)\/index\.js$/.exec(key)?.[1];
  return game ? [{ game, key }] : [];
});
if (
  !entry ||
  !home ||
  !play ||
  workers.length !== 1 ||
  !first ||
  !rest ||
  modules.length !== 2 ||
  games.length === 0
) {
  console.error(
    `finish-dist: unexpected files in dist/: entry ${entry}, workers ${workers}, modules ${modules}, ${games.length} games`,
  );
  process.exit(1);
}

const kilo = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
let over = 0;
/** @param {string} what @param {number} bytes @param {string} key */
function checkBudget(what, bytes, key) {
  const budget = number(key);
  const within = bytes <= budget;
  if (!within) over++;
  console.log(
    `${kilo(bytes)}  ${what}: ${within ? 'within' : 'OVER'} ${kilo(budget).trim()} (${key})`,
  );
}

/** The download size of a file: gzip if it compresses. @param {string} file */
const downloadSize = (file) => sizes.get(file)?.gzip ?? statSync(join(dist, file)).size;

for (const [what, file, part] of [
  ["the wasm module's first part", first, 'first'],
  ["the wasm module's rest", rest, 'rest'],
]) {
  const size = /** @type {{ gzip: number, brotli: number }} */ (sizes.get(file));
  checkBudget(`${what}, gzip`, size.gzip, `budget.${part}-gzip`);
  checkBudget(`${what}, brotli`, size.brotli, `budget.${part}-brotli`);
}
// Home loads the engine after all of this, and the puzzles and their pictures when the user scrolls to them.
const later = (/** @type {string} */ name) =>
  modules.includes(name) || (name.endsWith('.webp') && !name.startsWith('assets/card-'));
const homeFiles = new Set(
  ['index.html', ...filesOf(entry), ...filesOf(home)].filter((name) => !later(name)),
);
const homeSum = [...homeFiles].reduce((bytes, name) => bytes + downloadSize(name), 0);
checkBudget(
  `a first view of Home without the module, gzip, ${homeFiles.size} files`,
  homeSum,
  'budget.home-gzip',
);
for (const { game, key } of games) {
  const files = new Set([
    'index.html',
    ...filesOf(entry),
    ...filesOf(play),
    ...filesOf(key),
    ...workers,
    first,
  ]);
  // Data files of bots are fetched when a bot needs them (src/core/base/files.rs).
  for (const file of files) if (file === rest || file.endsWith('.bin')) files.delete(file);
  // Of the pictures of first boards the page fetches its own, for the colours of the system (www/app/firstPicture.js).
  const own = (/** @type {string} */ file) =>
    file.startsWith(`assets/${game}-`) && !file.includes('-dark-');
  for (const file of files) if (file.endsWith('.webp') && !own(file)) files.delete(file);
  const sum = [...files].reduce((bytes, file) => bytes + downloadSize(file), 0);
  checkBudget(`a first view of ${game}, gzip, ${files.size} files`, sum, 'budget.first-view-gzip');
}
if (over > 0) {
  console.error(
    `finish-dist: ${over} over budget. Make the files smaller; raise a budget only with a reason.`,
  );
  process.exit(1);
}
