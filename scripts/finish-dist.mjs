// Ends `make dist`: adds the licences of what is shipped (scripts/licences.mjs), writes a .br and a .gz beside every file of dist/ that compresses, for hosts that hand them
// out as they are, and holds what people have to fetch against the budget in wasm-pack.toml. Sizes only: never
// a time. Fails when something is over its budget.
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
 * What Vite tells of a file that it made: what it needs at once, and what only when it is asked for.
 * @typedef {{ file: string, name?: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk
 */

const manifestFile = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error('finish-dist: dist/.vite/manifest.json is missing: run `make dist`');
  process.exit(1);
}
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
// No visitor needs it.
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

/** The files that come with a chunk. @param {string} key @param {Set<string>} [files] @param {Set<string>} [seen] */
function needed(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const one of chunk.imports ?? []) needed(one, files, seen);
  return files;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
// What a visitor comes to: Home, or the screen of the games.
const [home, play] = ['www/panels/home/home.jsx', 'www/start.jsx'].map((key) =>
  key in manifest ? key : '',
);
const workers = [...sizes.keys()].filter((name) => /^assets\/thinker-/.test(name));
const modules = [...sizes.keys()].filter((name) => /totora.*\.wasm$/.test(name));
/** The module's parts: what a first view needs, and what is fetched once it is drawn (scripts/split-wasm.mjs). */
const [first, rest] = ['first', 'rest'].map(
  (part) => modules.find((name) => name.includes(`_${part}-`)) ?? '',
);
// The worker that thinks is started when the first board is drawn, and the module's rest is fetched after it. The graph comes
// when it is unfolded and there are moves to show.
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
    `finish-dist: the page is not as expected: entry ${entry}, workers ${workers}, modules ${modules}, ${games.length} games`,
  );
  process.exit(1);
}

const kilo = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
let over = 0;
/** @param {string} what @param {number} bytes @param {string} key */
function hold(what, bytes, key) {
  const most = number(key);
  const good = bytes <= most;
  if (!good) over++;
  console.log(`${kilo(bytes)}  ${what}: ${good ? 'within' : 'OVER'} ${kilo(most).trim()} (${key})`);
}

/** What a file weighs on its way: pictures do not compress. @param {string} file */
const weigh = (file) => sizes.get(file)?.gzip ?? statSync(join(dist, file)).size;

for (const [what, file, part] of [
  ["the wasm module's first part", first, 'first'],
  ["the wasm module's rest", rest, 'rest'],
]) {
  const size = /** @type {{ gzip: number, brotli: number }} */ (sizes.get(file));
  hold(`${what}, gzip`, size.gzip, `budget.${part}-gzip`);
  hold(`${what}, brotli`, size.brotli, `budget.${part}-brotli`);
}
// The engine comes to Home when all of this is there; the puzzles and their pictures when they are scrolled to.
const later = (/** @type {string} */ name) =>
  modules.includes(name) || (name.endsWith('.webp') && !name.startsWith('assets/card-'));
const homeFiles = new Set(
  ['index.html', ...needed(entry), ...needed(home)].filter((name) => !later(name)),
);
const homeSum = [...homeFiles].reduce((bytes, name) => bytes + weigh(name), 0);
hold(
  `a first view of Home without the module, gzip, ${homeFiles.size} files`,
  homeSum,
  'budget.home-gzip',
);
for (const { game, key } of games) {
  const files = new Set([
    'index.html',
    ...needed(entry),
    ...needed(play),
    ...needed(key),
    ...workers,
    first,
  ]);
  // What a thought asks for is fetched when it does (src/base/files.rs).
  for (const file of files) if (file === rest || file.endsWith('.bin')) files.delete(file);
  const sum = [...files].reduce((bytes, file) => bytes + weigh(file), 0);
  hold(`a first view of ${game}, gzip, ${files.size} files`, sum, 'budget.first-view-gzip');
}
if (over > 0) {
  console.error(
    `finish-dist: ${over} over budget. What has grown should become smaller; a budget is raised only with a reason.`,
  );
  process.exit(1);
}
