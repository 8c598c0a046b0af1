/** Every signal of the store has one writer: a module that is read tells all that can happen to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The modules of the page: source by path. */
const sources = () =>
  new Map(
    readdirSync('www', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.jsx?$/.test(name) && !name.startsWith('pkg'))
      .map((name) => [`www/${name}`, readFileSync(`www/${name}`, 'utf8')]),
  );

/** Modules that write a signal, by its name. @param {Map<string, string>} files   source by path */
function writersOf(files) {
  const store = files.get('www/app/store.js') ?? '';
  const names = [...store.matchAll(/^export const (\w+) = signal\(/gm)].map(([, name]) => name);
  /** @type {Map<string, Set<string>>} */
  const writers = new Map(names.map((name) => [name, new Set()]));
  for (const [path, source] of files) {
    const named = /import \{([^}]*)\} from '[^']*\/store\.js'/.exec(source)?.[1] ?? '';
    const taken = new Set(named.split(',').map((name) => name.trim()));
    const own = path === 'www/app/store.js';
    for (const [, whose, name] of source.matchAll(
      /(?<![\w.])(store\.)?(\w+)\.value\s*(?:=(?!=)|[-+]=|\?\?=|\+\+|--)/g,
    ))
      if (whose || own || taken.has(name)) writers.get(name)?.add(path);
    // A table of signals that one module writes through.
    if (/\bsignals\[name\]\.value = /.test(source))
      for (const [, name] of source.matchAll(/^ {2}\w+: store\.(\w+),$/gm))
        writers.get(name)?.add(path);
  }
  return writers;
}

test('every signal of the store has one writer', () => {
  const found = [...writersOf(sources())].map(([name, paths]) => [name, [...paths]]);
  expect(found.filter(([, paths]) => paths.length !== 1)).toEqual([]);
  expect(found.length).toBeGreaterThan(50);
});

test('a second writer is noticed', () => {
  const files = sources();
  files.set(
    'www/panels/planted.jsx',
    "import * as store from '../app/store.js';\nstore.overlay.value = 'off';",
  );
  files.set('www/panels/other.jsx', "import { hint } from '../app/store.js';\nhint.value = null;");
  const writers = writersOf(files);
  expect([...(writers.get('overlay') ?? [])]).toContain('www/panels/planted.jsx');
  expect([...(writers.get('hint') ?? [])]).toContain('www/panels/other.jsx');
});
