// Writes dist/licences.txt, which has the licence texts of all that is shipped: the page itself, the npm packages in the
// scripts, and the crates in the wasm module (licences/page.txt, by cargo-about). Build tools are not shipped, so they are
// left out. `make dist` calls this script (scripts/finish-dist.mjs).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {{ name: string, version: string, licence: string, by: string, texts: string[] }} Part */

/** The licence texts and copyright notices in a folder. @param {string} folder */
function textsIn(folder) {
  return readdirSync(folder)
    .filter(
      (name) =>
        /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(name) &&
        !/\.(js|ts|rs)$/.test(name),
    )
    .sort()
    .flatMap((name) => {
      try {
        return [readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()];
      } catch {
        return []; // A folder with such a name: the licence file is next to it.
      }
    });
}

/** Dependencies that `pyodide` needs only outside browsers. */
const NOT_SHIPPED = ['node_modules/ws', 'node_modules/@types/emscripten'];
/** The attribution of Pyodide, whose package has no licence text; the address of its sources follows. */
const PYODIDE =
  'the Pyodide contributors, with CPython (PSF-2.0, Copyright Python Software Foundation); licences and sources:';

/** The npm packages that the page imports, and their dependencies. @returns {Part[]} */
function packages() {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([path, { dev, peer, optional }]) => path && !dev && !peer && !optional)
    .filter(([path]) => !NOT_SHIPPED.includes(path))
    .map(([path, { version, license }]) => {
      const about = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      const { name, author, homepage } = about;
      return {
        ...{ name: path.replace(/^.*node_modules\//, ''), version, licence: license ?? '' },
        by: name === 'pyodide' ? `${PYODIDE} ${homepage}` : (author?.name ?? author ?? ''),
        texts: textsIn(join(root, path)),
      };
    });
}

/**
 * Writes the file, and reports the parts that come without a licence text. For these it lists the name of the licence and
 * the author; another part of the file has the text of that licence.
 * @param {string} dist
 */
export function writeLicences(dist) {
  const parts = packages().sort((a, b) => a.name.localeCompare(b.name));
  const own = ['LICENSE-MIT', 'LICENSE-APACHE'].map((name) =>
    readFileSync(join(root, name), 'utf8').trim(),
  );
  /** Parts by text, since many have the same one. @type {Map<string, string[]>} */
  const byText = new Map(own.map((text) => [text, ['Totora']]));
  for (const { name, version, texts } of parts) {
    for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  // A part without a text is listed with its author.
  const list = parts.map(
    ({ name, version, licence, by, texts }) =>
      `${name} ${version}: ${licence}${texts.length === 0 && by ? `, by ${by}` : ''}`,
  );
  const line = '='.repeat(78);
  const texts = [...byText].map(
    ([text, names]) => `${line}\n${names.join(', ')}\n${line}\n\n${text}\n`,
  );
  const head = 'This page is Totora, under MIT OR Apache-2.0. It contains:';
  const crates = readFileSync(join(root, 'licences', 'page.txt'), 'utf8');
  writeFileSync(
    join(dist, 'licences.txt'),
    `${head}\n\n${list.join('\n')}\n\n${texts.join('\n')}\n${crates}`,
  );
  const withoutText = parts.filter((part) => part.texts.length === 0).map(({ name }) => name);
  const withoutAuthor = parts.filter((part) => part.texts.length === 0 && !part.by);
  if (withoutAuthor.length > 0)
    throw new Error(
      `licences: neither a text nor an author in ${withoutAuthor.map(({ name }) => name).join(', ')}`,
    );
  if (parts.length === 0 || parts.some(({ licence }) => !licence))
    throw new Error('licences: parts without a licence, or no parts at all');
  const note = withoutText.length > 0 ? `; without a text: ${withoutText.join(', ')}` : '';
  console.log(`licences.txt: ${parts.length} parts, ${byText.size} texts${note}`);
}

if (process.argv[1] === (import.meta.filename ?? new URL(import.meta.url).pathname)) {
  const dist = process.argv[2] ?? join(root, 'dist');
  if (!existsSync(dist)) throw new Error(`${dist} does not exist`);
  writeLicences(dist);
}
