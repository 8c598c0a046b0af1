/** The packages of package-lock.json: licences that deny.toml allows, checksums, and nothing that runs when it is installed. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';

/** @typedef {{ version?: string, license?: string, dev?: boolean, integrity?: string, resolved?: string, hasInstallScript?: boolean }} Locked */

const { licenses } = /** @type {any} */ (parse(readFileSync('deny.toml', 'utf8')));
/** @type {Set<string>} */
const allowed = new Set(licenses.allow);
/** Licences that are allowed for build tools only: their code is not shipped. */
const TOOLS_ONLY = new Set(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0']);
/** Packages under MPL-2.0 that are shipped unchanged in separate files. The licence requires no more. */
const UNCHANGED = ['node_modules/pyodide'];
/** Typefaces, whose licence is for nothing else. */
const TYPEFACES = /^node_modules\/@fontsource(-variable)?\//;

/** Whether one of the licences between ORs, and all between ANDs, are allowed. @param {string} expression */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((part) => part.split(' AND ').every((name) => allowed.has(name)));

/** @param {string} path @param {Locked} entry */
function problems(path, { license = '', dev, integrity, resolved, hasInstallScript }) {
  const tool = (dev || UNCHANGED.includes(path)) && TOOLS_ONLY.has(license);
  const typeface = TYPEFACES.test(path) && license === 'OFL-1.1';
  return [
    !tool && !typeface && !isAllowed(license) && `licence ${license}`,
    !integrity?.startsWith('sha512-') && 'no checksum',
    resolved && !resolved.startsWith('https:') && `from ${resolved}`,
    hasInstallScript && 'runs a script when it is installed',
  ].flatMap((problem) => (problem ? [`${path}: ${problem}`] : []));
}

test('every locked package may be used', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { '': own, ...others } = packages;
  expect(own.name).toBe('totora-page');
  expect(Object.keys(others).length).toBeGreaterThan(100);
  expect(Object.entries(others).flatMap(([path, entry]) => problems(path, entry))).toEqual([]);
});

test('what may not be used is found', () => {
  const good = { license: 'MIT OR GPL-3.0', integrity: 'sha512-x', resolved: 'https://a.example' };
  expect(problems('a', good)).toEqual([]);
  const bad = { license: 'MIT AND GPL-3.0', resolved: 'git:x', hasInstallScript: true };
  expect(problems('a', bad)).toHaveLength(4);
  expect(problems('a', { ...good, license: 'MPL-2.0' })).toHaveLength(1);
  expect(problems('a', { ...good, license: 'MPL-2.0', dev: true })).toEqual([]);
});
