// Writes Connect Four under a new name, as a starting point for another game:
//   node scripts/new-game.mjs NAME
// Copies the files of scripts/templates/new-game/, replaces NAME and Name in them, and registers the new crate: a dependency in
// Cargo.toml, and a line in the catalogue. If any step is impossible, nothing is written.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const TEMPLATES = 'scripts/templates/new-game';

/** Reserved words of Rust and JavaScript, and names that would clash, such as those of our other crates. */
const RESERVED =
  `abstract as async await become box break case catch class const continue crate debugger default delete do
dyn else enum eval export extends extern false final finally fn for function gen if impl implements import in instanceof
interface let loop macro match mod move mut new null override package priv private protected pub public ref return self
static struct super switch this throw trait true try type typeof unsafe unsized use var virtual void where while with
yield arguments undefined std core alloc serde test str bool char
cli fuzz python totora web`.split(/\s+/);

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`new-game: ${message}`);
  process.exit(1);
}

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

const name = process.argv[2] ?? '';
if (!name) fail('no name given. Example: make new-game NAME=gomoku');
if (!/^[a-z]{2,24}$/.test(name))
  fail(`“${name}” is not a valid name: expected 2 to 24 lower-case letters a to z, such as gomoku`);
if (RESERVED.includes(name)) fail(`“${name}” is a reserved word: choose another name`);
const type = name[0].toUpperCase() + name.slice(1);

/** Fills in the game's name in a template. @param {string} text */
const fill = (text) => text.replace(/\bNAME\b/g, name).replace(/\bName(?=[A-Z]|\b)/g, type);

const templates = Object.fromEntries(
  readdirSync(join(root, TEMPLATES)).map((file) => [file, read(`${TEMPLATES}/${file}`)]),
);

/** The destination of each template. `conformance.rs` is appended to a file instead. */
const destinations = {
  ...Object.fromEntries(
    Object.keys(templates)
      .filter((file) => /\.rs$|^Cargo/.test(file) && file !== 'conformance.rs')
      .map((file) => [file, `src/games/${name}/${file}`]),
  ),
  'board.js': `www/boards/${name}/index.js`,
  'rules.md': `docs/reference/rules/${name}.md`,
  'rules.toml': `docs/reference/rules/${name}.toml`,
};

/** The lists of games. */
const MANIFEST = 'Cargo.toml';
const CATALOG = 'src/catalog/mod.rs';
const CONFORMANCE = 'tests/contract/conformance.rs';

/** @type {Record<string, string>} */
const changed = {};

/**
 * @param {string} file
 * @param {RegExp} where
 * @param {(found: string, inner: string) => string} make   returns the replacement
 */
function change(file, where, make) {
  const text = changed[file] ?? read(file);
  if (!where.test(text))
    fail(
      `${file} has no match for ${where}. Add “${name}” there by hand, or fix scripts/new-game.mjs`,
    );
  changed[file] = text.replace(where, (found, inner) => make(found, inner));
}

// ---- conflicts ----

if (existsSync(join(root, `src/games/${name}/Cargo.toml`)))
  fail(`the game “${name}” already exists: see src/games/${name}/`);
for (const place of [
  `src/games/${name}`,
  `www/boards/${name}`,
  `www/boards/${name}.js`,
  destinations['rules.md'],
])
  if (existsSync(join(root, place)))
    fail(`${place} already exists: choose another name, or remove it`);

/** Removes comments and string literals from Rust or JavaScript. @param {string} text */
const code = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"/g, '');
/** @param {string} text @param {string} word */
const has = (text, word) => new RegExp(`\\b${word}\\b`).test(code(text));
const lists = [CATALOG, CONFORMANCE].map((file) => [file, read(file)]);
const own = Object.entries(templates).filter(([file]) => !/^(rules|Cargo)\./.test(file));
for (const [file, text] of [...lists, ...own.map(([file, text]) => [`${TEMPLATES}/${file}`, text])])
  for (const word of [name, type])
    if (has(text, word)) fail(`${file} already uses “${word}”: choose another name`);

// ---- writing ----

change(
  MANIFEST,
  /(?:totora-\w+ = \{ path = "src\/games\/.*\n)+/,
  (all) =>
    `${[
      ...all.trim().split('\n'),
      all
        .trim()
        .split('\n')[0]
        .replace(/(totora-|games\/)\w+/g, `$1${name}`),
    ]
      .sort()
      .join('\n')}\n`,
);
change(CATALOG, /\ngames! \{\n([^}]*)\}/, (all, inner) =>
  all.replace(inner, `${inner}    ${name}: totora_${name},\n`),
);
change(CONFORMANCE, /$(?![\s\S])/, () => `\n${fill(templates['conformance.rs'])}`);

/** @type {string[]} */
const files = [];
for (const [file, place] of Object.entries(destinations)) {
  changed[place] = fill(templates[file]);
  files.push(place);
}
for (const [file, text] of Object.entries(changed)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

// A longer name may need another line break.
const rust = Object.keys(changed).filter((file) => file.endsWith('.rs'));
/** @param {string} program @param {string[]} args @param {string} command   what to run if this fails */
function finish(program, args, command) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error || result.status !== 0)
    console.error(
      `new-game: this failed, run \`${command}\`: ${result.error?.message ?? result.stderr.trim()}`,
    );
}

// The lock file gets the new member, and no other change.
finish('cargo', ['metadata', '--offline', '--format-version', '1'], 'cargo metadata');
finish('rustfmt', ['--edition', '2024', ...rust], 'cargo fmt');
const biome = join(root, 'node_modules', '.bin', 'biome');
finish(
  biome,
  ['check', '--write', destinations['board.js']],
  `make packages; npx biome check --write ${destinations['board.js']}`,
);

console.log(`Created “${name}”, a copy of Connect Four to change into your game:
${files.map((file) => `  ${file}`).join('\n')}
Also changed:
${Object.keys(changed)
  .filter((file) => !files.includes(file))
  .map((file) => `  ${file}`)
  .join('\n')}

Open the page:  make dev
Play it:        cargo run -- play ${name} --seats alphabeta,random
Test it:        cargo test -p totora-${name}; cargo test --test contract ${name}
When its rules and bots are finished, write the golden files and the reference:
                UPDATE_GOLDEN=1 cargo test --test golden; make reference
Next steps:     docs/how-to/add-a-game.md`);
