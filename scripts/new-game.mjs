// Writes Connect Four under a name of yours, to be changed into another game:
//   node scripts/new-game.mjs NAME
// The files are those of scripts/templates/new-game/, with NAME and Name replaced; the lines in the lists
// that name every game are put in too. Nothing is written unless all of it can be.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const TEMPLATES = 'scripts/templates/new-game';

/** Words that Rust or JavaScript keep to themselves. */
const KEPT =
  `abstract as async await become box break case catch class const continue crate debugger default delete do
dyn else enum eval export extends extern false final finally fn for function gen if impl implements import in instanceof
interface let loop macro match mod move mut new null override package priv private protected pub public ref return self
static struct super switch this throw trait true try type typeof unsafe unsized use var virtual void where while with
yield arguments undefined std core alloc serde test str bool char`.split(/\s+/);

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`new-game: ${message}`);
  process.exit(1);
}

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

const name = process.argv[2] ?? '';
if (!name) fail('a name is missing: make new-game NAME=gomoku');
if (!/^[a-z]{2,24}$/.test(name))
  fail(`“${name}” will not do: expected 2 to 24 lower-case letters from a to z, such as gomoku`);
if (KEPT.includes(name)) fail(`“${name}” is a word of Rust or JavaScript: take another`);
const type = name[0].toUpperCase() + name.slice(1);

/** A template for this game. @param {string} text */
const fill = (text) => text.replace(/\bNAME\b/g, name).replace(/\bName(?=[A-Z]|\b)/g, type);

const templates = Object.fromEntries(
  readdirSync(join(root, TEMPLATES)).map((file) => [file, read(`${TEMPLATES}/${file}`)]),
);

/** Where each template goes; `conformance.rs` becomes a part of a file. */
const places = {
  ...Object.fromEntries(
    Object.keys(templates)
      .filter((file) => file.endsWith('.rs') && file !== 'conformance.rs')
      .map((file) => [file, `src/games/${name}/${file}`]),
  ),
  'board.js': `www/boards/${name}/index.js`,
  'rules.md': `docs/reference/rules/${name}.md`,
};

/** The lists of games. */
const GAMES_MOD = 'src/games/mod.rs';
const CATALOG = 'src/catalog/mod.rs';
const CONFORMANCE = 'tests/contract/conformance.rs';

/** @type {Record<string, string>} */
const changed = {};

/**
 * @param {string} file
 * @param {RegExp} where
 * @param {(found: string, inner: string) => string} make   its new text
 */
function change(file, where, make) {
  const text = changed[file] ?? read(file);
  if (!where.test(text))
    fail(
      `${file} is not as expected: ${where} is not found there. Add “${name}” there by hand, or mend scripts/new-game.mjs`,
    );
  changed[file] = text.replace(where, (found, inner) => make(found, inner));
}

// ---- what may be in the way ----

if (new RegExp(`\\bpub mod ${name};`).test(read(GAMES_MOD)))
  fail(`there is a game “${name}” already: see src/games/${name}/`);
for (const place of [
  `src/games/${name}`,
  `www/boards/${name}`,
  `www/boards/${name}.js`,
  places['rules.md'],
])
  if (existsSync(join(root, place)))
    fail(`${place} is there already: take another name, or remove it`);

/** Rust and JavaScript without their comments and texts. @param {string} text */
const code = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"/g, '');
/** @param {string} text @param {string} word */
const has = (text, word) => new RegExp(`\\b${word}\\b`).test(code(text));
const lists = [GAMES_MOD, CATALOG, CONFORMANCE].map((file) => [file, read(file)]);
const own = Object.entries(templates).filter(([file]) => file !== 'rules.md');
for (const [file, text] of [...lists, ...own.map(([file, text]) => [`${TEMPLATES}/${file}`, text])])
  for (const word of [name, type])
    if (has(text, word)) fail(`“${word}” means something else in ${file}: take another name`);

// ---- what is written ----

change(
  GAMES_MOD,
  /(?:pub mod \w+;\n)+/,
  (all) => `${[...all.trim().split('\n'), `pub mod ${name};`].sort().join('\n')}\n`,
);
change(CATALOG, /GAMES: &\[&dyn AnyGame\] = &\[\n([^\]]*)\];/, (all, inner) =>
  all.replace(inner, `${inner}    &games::${name}::GAME,\n`),
);
change(CONFORMANCE, /$(?![\s\S])/, () => `\n${fill(templates['conformance.rs'])}`);

/** @type {string[]} */
const files = [];
for (const [file, place] of Object.entries(places)) {
  changed[place] = fill(templates[file]);
  files.push(place);
}
for (const [file, text] of Object.entries(changed)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

// A longer name may need another line break.
const rust = Object.keys(changed).filter((file) => file.endsWith('.rs'));
/** @param {string} program @param {string[]} args @param {string} later */
function format(program, args, later) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (done.error || done.status !== 0)
    console.error(
      `new-game: not put in shape, run \`${later}\`: ${done.error?.message ?? done.stderr.trim()}`,
    );
}
// Only these files: rustfmt follows `mod` lines, so the ones at the top are enough for a game's folder.
format('rustfmt', ['--edition', '2024', ...rust], 'cargo fmt');
const biome = join(root, 'node_modules', '.bin', 'biome');
format(
  biome,
  ['check', '--write', places['board.js']],
  `make packages; npx biome check --write ${places['board.js']}`,
);

console.log(`“${name}” is there, a game of four in a row where pieces fall, to be changed into yours:
${files.map((file) => `  ${file}`).join('\n')}
and is named in
${Object.keys(changed)
  .filter((file) => !files.includes(file))
  .map((file) => `  ${file}`)
  .join('\n')}

Look at it:    make dev
Try it:        cargo run -- play ${name} --seats alphabeta,random
Hold it:       cargo test --test contract ${name}
When its rules and bots are as they should be, write down what they think, and what is told of it:
               UPDATE_GOLDEN=1 cargo test --test golden; make reference
How to go on:  docs/how-to/add-a-game.md`);
