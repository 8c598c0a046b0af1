/**
 * Checks the dependencies of the build: licences, versions, sources and known vulnerabilities.
 *
 *   node scripts/check-supply.mjs [--strict]
 *
 * Licences, duplicates and checksums are checked against `deny.toml` with the lock files alone, offline. Advisories come
 * from `npm audit`, and from cargo-deny if it is installed. If a check cannot run, for example because its source cannot be
 * reached, the script says so; with --strict, as in the release workflow, it then fails.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(`${root}/${name}`, 'utf8');

/** @type {string[]} */
const problems = [];
/** @type {string[]} */
const unchecked = [];

/** The text of a list in `deny.toml`. @param {string} key */
function listText(key) {
  const list = new RegExp(`^${key} = \\[\\n([^]*?)^\\]`, 'm').exec(read('deny.toml'))?.[1];
  if (list === undefined) throw new Error(`deny.toml has no list \`${key}\``);
  return list;
}

const allowed = new Set([...listText('allow').matchAll(/"([^"]+)"/g)].map((found) => found[1]));
const allowedDuplicates = new Set(
  [...listText('skip').matchAll(/crate = "([^"]+)"/g)].map((found) => found[1]),
);

/**
 * Whether the allowed licences satisfy a licence expression. `/` is an old way to write OR.
 * @param {string} expression
 * @returns {boolean}
 */
function isAllowed(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  function operand() {
    if (tokens[at] === '(') {
      at += 1;
      const inside = or();
      at += 1;
      return inside;
    }
    let name = tokens[at++] ?? '';
    if (tokens[at] === 'WITH') {
      name += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return allowed.has(name);
  }
  /** @returns {boolean} */
  function and() {
    let all = operand();
    while (tokens[at] === 'AND') {
      at += 1;
      all = operand() && all;
    }
    return all;
  }
  /** @returns {boolean} */
  function or() {
    let any = and();
    while (tokens[at] === 'OR') {
      at += 1;
      any = and() || any;
    }
    return any;
  }
  return or() && at === tokens.length;
}

/** Licences that are allowed for build tools only: their code is not shipped. */
const TOOLS_ONLY = new Set(['MPL-2.0', 'CC-BY-4.0']);
/** Packages under MPL-2.0 that are shipped unchanged in separate files. The licence requires no more. */
const UNCHANGED = ['node_modules/pyodide'];

/** Checks the crates of the workspace, and counts them. */
function crates() {
  const args = ['metadata', '--locked', '--format-version', '1', '--manifest-path'];
  args.push(`${root}/Cargo.toml`);
  const text = execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  /** @type {{ name: string, version: string, license: string | null, source: string | null }[]} */
  const packages = JSON.parse(text).packages;
  /** @type {Map<string, string[]>} */
  const versions = new Map();
  for (const { name, version, license, source } of packages) {
    versions.set(name, [...(versions.get(name) ?? []), version]);
    if (license === null || !isAllowed(license)) {
      problems.push(
        `${name} ${version} has the licence ${license}, which deny.toml does not allow`,
      );
    }
    if (source !== null && !source.startsWith('registry+')) {
      problems.push(`${name} ${version} comes from ${source}, not from the registry`);
    }
  }
  for (const [name, all] of versions) {
    if (all.length > 1 && !allowedDuplicates.has(name)) {
      problems.push(`${name} occurs in ${all.length} versions: ${all.join(', ')}`);
    }
  }
  return packages.length;
}

/** Checks the packages of `package-lock.json`, and counts them. */
function packages() {
  /** @type {Record<string, { version?: string, license?: string, dev?: boolean, integrity?: string,
   *   resolved?: string, hasInstallScript?: boolean }>} */
  const locked = JSON.parse(read('package-lock.json')).packages;
  const others = Object.entries(locked).filter(([path]) => path !== '');
  for (const [path, { version, license, dev, integrity, resolved, hasInstallScript }] of others) {
    const name = `${path.replace(/^.*node_modules\//, '')} ${version}`;
    const tool = (dev === true || UNCHANGED.includes(path)) && TOOLS_ONLY.has(license ?? '');
    if (!license || !(tool || isAllowed(license))) {
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
      problems.push(`package-lock.json: ${name} runs a script when it is installed`);
  }
  return others.length;
}

/** Looks up the packages with `npm audit`. */
function audit() {
  const result = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 26,
  });
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(result.stdout);
  } catch {
    answer = null;
  }
  const found = answer?.metadata?.vulnerabilities;
  if (!found || typeof found.total !== 'number') {
    const reason =
      answer?.error?.summary || answer?.message || result.error?.message || 'no answer';
    unchecked.push(`npm audit could not reach its source: ${String(reason).split('\n')[0]}`);
    return;
  }
  for (const [name, { severity, isDirect }] of Object.entries(answer.vulnerabilities ?? {})) {
    problems.push(`npm audit: ${name}${isDirect ? '' : ' (indirect)'}: ${severity}`);
  }
}

/** Runs cargo-deny, if it is installed. */
function deny() {
  const has = spawnSync('cargo', ['deny', '--version'], { cwd: root, encoding: 'utf8' });
  if (has.status !== 0) {
    unchecked.push('cargo-deny is not installed: advisories for crates');
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
    unchecked.push('cargo deny could not reach its advisory database');
  } else {
    problems.push(`cargo deny: ${known.stderr.trim()}`);
  }
}

const counts = {
  crates: crates(),
  packages: packages(),
};
deny();
audit();
for (const line of unchecked) console.log(`not checked: ${line}`);
for (const line of problems) console.error(line);
console.log(
  `${counts.crates} crates and ${counts.packages} packages: ${problems.length} problems, ${unchecked.length} checks skipped`,
);
const strict = process.argv.includes('--strict');
process.exit(problems.length > 0 || (strict && unchecked.length > 0) ? 1 : 0);
