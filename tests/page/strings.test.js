/**
 * The texts of the page are in `www/strings/`: no component has a hard-coded text, every text is
 * used, and none of the replaced phrases comes back. tests/page/screens/strings.test.js checks what is
 * on the screen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const all = readdirSync('www', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.jsx?$/.test(name) && !name.startsWith('pkg/'))
  .map((name) => ({ name, text: readFileSync(join('www', name), 'utf8') }));
/**
 * The code of the page, without bots (`sandbox/` and its templates), workers, whose errors are for
 * developers, `public/` and `inline.js`, which must work without the rest, and the debug handle.
 */
const code = all.filter(
  ({ name }) =>
    !/^(strings|sandbox|worker|public)\/|^(sw|inline)\.js$|debug\.js$|codeFile\.js$|lab\/templates\.js$/.test(
      name,
    ),
);
const texts = all.filter(({ name }) => name.startsWith('strings/'));
const classes = new Set(
  readdirSync('www', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => readFileSync(join('www', name), 'utf8').match(/(?<=\.)[a-z][\w-]*/g) ?? []),
);

/** Attributes that users read, so every word in them is a text. */
const READ = /^(label|title|ended|aria-label|aria-valuetext|placeholder|alt|words|caption)$/;
/** Attributes and properties that users do not read. */
const NOT_READ = /^(class|className|font|style|d|transform|viewBox|type|href|for|accept|query)$/;
const KEYS = /^(Enter|Escape|Tab|Home|End|Delete|Backspace|Arrow\w+|Space|Files|Totora)$/;

/** Whether a string is a text for users: several words, or a capitalized word. @param {string} text */
function isForPeople(text) {
  const plain = text.trim();
  if (
    KEYS.test(plain) ||
    /[{}<>=]|sans-serif|-stage stage|px\b|pixelated|newPath|cannot be recorded|^[#.[/(]|\.\w+$|minmax|^totora |^\w+, \w+, /.test(
      plain,
    )
  )
    return false;
  const words = plain.split(/\s+/);
  if (words.some((word) => /-/.test(word) && classes.has(word))) return false;
  if (words.every((word) => classes.has(word))) return false;
  return /[a-z]{2}[’,:;.]* \(?[A-Za-z]{2}/.test(plain) || /^[A-Z][a-z]+( |…|:|$)/.test(plain);
}

/** The texts for users in a file. @param {string} name @param {string} source */
function textsIn(name, source) {
  /** @type {string[]} */
  const found = [];
  /** @param {any} node @param {boolean} read */
  function walk(node, read) {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) walk(one, read);
      return;
    }
    const { type } = node;
    if (/^(Import|ExportAll)/.test(type) || type === 'SwitchCase') {
      walk(node.consequent, false);
      return;
    }
    if (type === 'BinaryExpression' && /[=!]=|^in$/.test(node.operator)) return;
    if (type === 'JSXAttribute' && NOT_READ.test(node.name.name)) return;
    if (type === 'AssignmentExpression' && NOT_READ.test(node.left.property?.name)) return;
    if (type === 'CallExpression') {
      const callee = node.callee.property?.name ?? node.callee.name;
      if (
        /^(querySelector|querySelectorAll|closest|matches|addEventListener|log|warn)/.test(callee)
      )
        return;
      // The second argument is the name of the loaded export.
      if (callee === 'lazyPart') node.arguments.splice(1, 1);
    }
    if (type === 'JSXText' && /[A-Za-z]{2}/.test(node.value)) found.push(node.value.trim());
    if (type === 'Literal' && typeof node.value === 'string')
      if (isForPeople(node.value) || (read && /[A-Za-z]{2}/.test(node.value)))
        found.push(node.value);
    if (type === 'TemplateLiteral') {
      const parts = node.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked);
      if (isForPeople(parts.join('0 ')) || (read && /[A-Za-z]{2}/.test(parts.join(' '))))
        found.push(parts.join('…'));
    }
    const readNow = type === 'JSXAttribute' && READ.test(node.name.name);
    const within = (readNow || read) && !/^(ArrowFunction|Call|Member)Expression$/.test(type);
    for (const [key, value] of Object.entries(node))
      if (key !== 'parent' && !(type === 'Property' && key === 'key' && !node.computed))
        walk(value, type === 'JSXElement' ? key === 'children' : within);
  }
  walk(parseSync(name, source, { lang: 'jsx' }).program, false);
  return found;
}

test('texts for users are distinguished from other strings', () => {
  const one = `export const A = ({ n }) => <p class="row wide" title="go" data-a={n === 'no more'}>Play on</p>;
    const z = (open) => <b title={open ? 'less' : n} class={open ? 'on' : 'off'}>{open ? 'shown' : f('up')}</b>;
    const b = \`\${n} games are played\`, c = 'Save as a file', d = 'row wide', e = '600 12px mono';`;
  expect(textsIn('a.jsx', one)).toEqual([
    'go',
    'Play on',
    'less',
    'shown',
    '… games are played',
    'Save as a file',
  ]);
});

test.each(code)('$name has no hard-coded text', ({ name, text }) => {
  expect(textsIn(name, text)).toEqual([]);
});

/**
 * The modules that re-export a text of another module, and under which name.
 * @param {string} file
 * @param {string} key
 */
const reexports = (file, key) =>
  texts.flatMap(({ name, text }) => {
    const own = name.split('/')[1];
    const all = text.includes(`export * from './${file}'`) ? [{ file: own, key }] : [];
    const named = [...text.matchAll(/^export \{([^}]+)\} from '\.\/(\w+\.js)'/gm)]
      .filter(([, , from]) => from === file)
      .flatMap(([, list]) => list.split(',').map((one) => one.trim().split(' as ')))
      .filter(([there]) => there === key)
      .map(([there, as = there]) => ({ file: own, key: as }));
    return [...all, ...named];
  });

test.each(texts)('each text of $name is used', ({ name, text }) => {
  const file = name.split('/')[1];
  const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, key]) => key);
  /** @param {{ file: string, key: string }} of */
  const isUsed = (of) =>
    code.some(
      (one) =>
        one.text.includes(`strings/${of.file}`) &&
        new RegExp(`trings\\.${of.key}\\b`).test(one.text),
    );
  const used = (/** @type {string} */ key) => [{ file, key }, ...reexports(file, key)].some(isUsed);
  expect(names.filter((key) => !used(key))).toEqual([]);
});

test('no text is in two modules, except words with several meanings', () => {
  /** Short words whose meaning depends on their screen. */
  const ambiguous = /^'(score|Now|Tasks|Show|Numbers|Play|Turn|Next|None)'$/;
  const literals = texts.flatMap(({ text }) =>
    [...text.matchAll(/^export const \w+ =\s+('.*');$/gm)].map(([, words]) => words),
  );
  const twice = literals.filter(
    (words, i) => literals.indexOf(words) !== i && !ambiguous.test(words),
  );
  expect(twice).toEqual([]);
});

/** Phrases that are not plain English and must not come back. */
const REPLACED = [
  'Whoever is to move and cannot loses',
  'Two knights, every cell they leave is closed, and who cannot move loses; solved on 7x7',
  'Moments worth a look',
  'Hold the boards still',
  'a link carries a whole game',
  'Did somebody send you a game? Paste its link or record here, or drop the file',
  'Thoughts of',
  'Totora (adviser)',
  'more playouts leave 3.9% less doubt',
  'playouts bring 2.7% less of a win',
  'playouts end with 0.153 fewer houses of lead (-0.004)',
  'although your biggest village is smaller by 1 house (-4)',
  'No line after this move',
  'Click takes / Click builds',
  'A turn is two placements; the very first is one',
  'Strict: when the player to place has no house and no island fits; Settled: also once the Lake can never change',
  'who makes the single first placement',
  'You, or somebody beside you',
  'Judged by',
  'Second opinion: none',
  'Only moves 10',
  'Rates of wins: 0.1, 0.2, 0.33. Where the result of every move is proven, that alone decides',
  'Enter in the Arena',
  'Give to Red',
  'Left to the winner: 1 move',
  'Decided by: the size of the biggest village',
  'Points so far',
  'On a page of your own',
  'Open one that was sent to you',
  "Colours: The reader's",
  'Lets the frame be as high as it needs to be',
  'As the adviser says',
  'Beside the board stands what the turn brought',
  'Run until plays on until something happens',
  'Run until',
  'nobody: the rest stays',
  'New ones: on auto / go to',
  'one of mine in danger',
  'Season in 10',
  'Turn 1 of 400: all empires to order',
  '1 of 1 move: 1 harvest. No other step was tried',
  'Red to place the knight',
  'knight in hand',
  'Red wins on islands, 7 to 6: both biggest villages have 10 houses',
  'Greedy looks one ply ahead and takes a move from its opponent',
  'turns four stones more by the cell beside the corner',
  'Its opponent wins with the next stone: that is no part of the sum',
  'The bench is being laid',
  'The table is being laid',
  'The engine stumbled over that',
  'Something went wrong, and nobody said what',
  'The bots wait for your word',
  'What is typed as text has mistakes; they are told beside it',
  'First a formula without errors',
  'Take the lesson',
  'Nobody has written these rules down yet',
  'Four images, on a square map',
  'The map of this game is on the sheet',
  'This bot has no number to turn',
  'Weight, to be moved',
  "foe's front",
  'reed village',
];

test('replaced phrases do not come back', () => {
  const rust = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => readFileSync(join('src', name), 'utf8'));
  const source = [...texts.map(({ text }) => text), ...rust].join('\n');
  expect(REPLACED.filter((phrase) => source.includes(phrase))).toEqual([]);
});

/**
 * Words that we do not use: the page addresses the user as "you", and speaks of players and of
 * uncertainty.
 */
const BANNED = /\b(?:whoever|somebody|nobody|who cannot|foes?|doubts?|knobs?)\b/i;

/**
 * The strings of Rust with several words, without comments, character literals and tests.
 * @param {string} source
 */
const stringsOf = (source) =>
  [
    ...source
      .replace(/#\[cfg\(test\)\]\nmod [\s\S]*/, '')
      .matchAll(/\/\/.*|'(?:\\.|[^'\\])'|"((?:[^"\\]|\\[\s\S])*)"/g),
  ].flatMap(([, words]) => (words?.includes(' ') ? words : []));

test('neither Rust nor the page uses a banned word', () => {
  expect(stringsOf('// "in a remark"\nlet a = "it \\"is\\" said"; \'"\'')).toEqual([
    'it \\"is\\" said',
  ]);
  const rust = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && !name.endsWith('tests.rs'))
    .flatMap((name) => stringsOf(readFileSync(join('src', name), 'utf8')));
  expect(rust.length).toBeGreaterThan(2_000);
  // In the code of the page, names and comments are checked too.
  const page = [...texts, ...code].flatMap(({ text }) => text.split('\n'));
  expect([...rust, ...page].filter((words) => BANNED.test(words))).toEqual([]);
});

/** Words in names that we do not use. */
const BANNED_IN_NAMES = ['foe', 'foes', 'knob', 'told', 'crew', 'hire', 'desk', 'guest', 'doubt'];
/** An option and a feature, which links and saved heuristics contain. */
const PUBLISHED = ['foe_efl', 'last_foes'];

test('no name in Rust or on the page has a banned word', () => {
  const rust = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => readFileSync(join('src', name), 'utf8'));
  const names = new Set(
    [...rust, ...code.map(({ text }) => text)].flatMap((source) =>
      source
        .replace(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\\n])*'/g, '')
        .match(/[A-Za-z_]\w+/g),
    ),
  );
  expect(names.size).toBeGreaterThan(5_000);
  const wrong = [...names].filter((name) =>
    name?.match(/[A-Z]?[a-z]+/g)?.some((word) => BANNED_IN_NAMES.includes(word.toLowerCase())),
  );
  expect(wrong.filter((name) => name && !PUBLISHED.includes(name))).toEqual([]);
});
