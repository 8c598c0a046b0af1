/**
 * What comes into the build from others: licences, versions, sources, and what is known against them.
 *
 *   node scripts/check-supply.mjs
 *
 * Licences, duplicates and checksums are held against `deny.toml` from the lock files alone, without asking
 * anybody. Advisories are asked for of `npm audit`, and of cargo-deny where it is installed; when their source
 * cannot be reached, that is said, and is no failure: nothing was found out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(`${root}/${name}`, 'utf8');

/** @type {string[]} */
const problems = [];
/** @type {string[]} */
const unknown = [];

/** The texts between quotes of a list in `deny.toml`. @param {string} key */
function listed(key) {
  const list = new RegExp(`^${key} = \\[\\n([^]*?)^\\]`, 'm').exec(read('deny.toml'))?.[1];
  if (list === undefined) throw new Error(`deny.toml has no list \`${key}\``);
  return list;
}

const allowed = new Set([...listed('allow').matchAll(/"([^"]+)"/g)].map((found) => found[1]));
const twice = new Set([...listed('skip').matchAll(/crate = "([^"]+)"/g)].map((found) => found[1]));

/**
 * Whether a licence expression can be kept with what is allowed. `/` is how OR was written once.
 * @param {string} expression
 * @returns {boolean}
 */
function fits(expression) {
  const words = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  function one() {
    if (words[at] === '(') {
      at += 1;
      const inside = or();
      at += 1;
      return inside;
    }
    let name = words[at++] ?? '';
    if (words[at] === 'WITH') {
      name += ` WITH ${words[at + 1]}`;
      at += 2;
    }
    return allowed.has(name);
  }
  /** @returns {boolean} */
  function and() {
    let all = one();
    while (words[at] === 'AND') {
      at += 1;
      all = one() && all;
    }
    return all;
  }
  /** @returns {boolean} */
  function or() {
    let any = and();
    while (words[at] === 'OR') {
      at += 1;
      any = and() || any;
    }
    return any;
  }
  return or() && at === words.length;
}

/** Licences that only tools of the build have, whose code is not shipped. */
const TOOLS_ONLY = new Set(['MPL-2.0', 'CC-BY-4.0']);
/** MPL-2.0, and shipped as they come, in files of their own: the licence asks no more of those who do. */
const UNCHANGED = ['node_modules/pyodide'];

/** Crates of a lock file. @param {string} manifest */
function crates(manifest) {
  const args = [
    'metadata',
    '--locked',
    '--format-version',
    '1',
    '--manifest-path',
    `${root}/${manifest}`,
  ];
  const text = execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  /** @type {{ name: string, version: string, license: string | null, source: string | null }[]} */
  const packages = JSON.parse(text).packages;
  /** @type {Map<string, string[]>} */
  const versions = new Map();
  for (const { name, version, license, source } of packages) {
    versions.set(name, [...(versions.get(name) ?? []), version]);
    if (license === null || !fits(license)) {
      problems.push(
        `${manifest}: ${name} ${version} has the licence ${license}, which deny.toml does not allow`,
      );
    }
    if (source !== null && !source.startsWith('registry+')) {
      problems.push(`${manifest}: ${name} ${version} comes from ${source}, not from the registry`);
    }
  }
  for (const [name, all] of versions) {
    if (all.length > 1 && !twice.has(name)) {
      problems.push(`${manifest}: ${name} is there in ${all.length} versions: ${all.join(', ')}`);
    }
  }
  return packages.length;
}

/** The packages of `package-lock.json`. */
function packages() {
  /** @type {Record<string, { version?: string, license?: string, dev?: boolean, integrity?: string,
   *   resolved?: string, hasInstallScript?: boolean }>} */
  const locked = JSON.parse(read('package-lock.json')).packages;
  const others = Object.entries(locked).filter(([path]) => path !== '');
  for (const [path, { version, license, dev, integrity, resolved, hasInstallScript }] of others) {
    const name = `${path.replace(/^.*node_modules\//, '')} ${version}`;
    const tool = (dev === true || UNCHANGED.includes(path)) && TOOLS_ONLY.has(license ?? '');
    if (!license || !(tool || fits(license))) {
      problems.push(
        `package-lock.json: ${name} has the licence ${license}, which deny.toml does not allow`,
      );
    }
    if (!integrity?.startsWith('sha512-'))
      problems.push(`package-lock.json: ${name} has no checksum`);
    if (resolved && !resolved.startsWith('https:')) {
      problems.push(`package-lock.json: ${name} comes from ${resolved}`);
    }
    if (hasInstallScript)
      problems.push(`package-lock.json: ${name} wants to run a script when installed`);
  }
  return others.length;
}

/** What `npm audit` knows. */
function audit() {
  const ran = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 26,
  });
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(ran.stdout);
  } catch {
    answer = null;
  }
  const found = answer?.metadata?.vulnerabilities;
  if (!found || typeof found.total !== 'number') {
    const why = answer?.error?.summary || answer?.message || ran.error?.message || 'no answer';
    unknown.push(`npm audit could not reach its source: ${String(why).split('\n')[0]}`);
    return;
  }
  for (const [name, { severity, isDirect }] of Object.entries(answer.vulnerabilities ?? {})) {
    problems.push(`npm audit: ${name}${isDirect ? '' : ' (brought along)'}: ${severity}`);
  }
}

/** What cargo-deny says, where it is installed. */
function deny() {
  const has = spawnSync('cargo', ['deny', '--version'], { cwd: root, encoding: 'utf8' });
  if (has.status !== 0) {
    unknown.push('cargo-deny is not installed: advisories about crates were not looked up');
    return;
  }
  const rules = spawnSync('cargo', ['deny', '--locked', 'check', 'licenses', 'bans', 'sources'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (rules.status !== 0) problems.push(`cargo deny: ${rules.stderr.trim()}`);
  const known = spawnSync('cargo', ['deny', '--locked', 'check', 'advisories'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (known.status === 0) return;
  if (/failed to fetch|unable to (fetch|load|open)|could not (fetch|connect)/i.test(known.stderr)) {
    unknown.push('cargo deny could not reach its database of advisories');
  } else {
    problems.push(`cargo deny: ${known.stderr.trim()}`);
  }
}

const counts = {
  crates: crates('Cargo.toml') + crates('fuzz/Cargo.toml') + crates('python/Cargo.toml'),
  packages: packages(),
};
deny();
audit();
for (const line of unknown) console.log(`not checked: ${line}`);
for (const line of problems) console.error(line);
console.log(
  `${counts.crates} crates and ${counts.packages} packages: ${problems.length} problems, ${unknown.length} things not checked`,
);
process.exit(problems.length > 0 ? 1 : 0);
