// The crates that members of the workspace are built from.
import { execFileSync } from 'node:child_process';
import { root } from './root.mjs';

/** @typedef {{ id: string, name: string, version: string, license: string | null, authors: string[], source: string | null, manifest_path: string, targets: { kind: string[] }[] }} Crate */

/**
 * The crates from the registry whose code becomes part of these members. Procedural macros and build dependencies run at
 * build time, and leave no code.
 * @param {string[]} members   names of packages
 * @param {string} [platform]   only what is needed for this target
 * @returns {Crate[]}
 */
export function cratesOf(members, platform) {
  const args = ['metadata', '--locked', '--format-version', '1'];
  if (platform) args.push('--filter-platform', platform);
  /** @type {{ packages: Crate[], resolve: { nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[] } }} */
  const { packages, resolve } = JSON.parse(
    execFileSync('cargo', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }),
  );
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const about = new Map(packages.map((one) => [one.id, one]));
  const waiting = packages.filter(({ name }) => members.includes(name)).map(({ id }) => id);
  if (waiting.length !== members.length) throw new Error(`not all of ${members} are members`);
  const seen = new Set(waiting);
  while (waiting.length > 0) {
    for (const { pkg, dep_kinds } of nodes.get(waiting.pop() ?? '')?.deps ?? []) {
      const macro = about.get(pkg)?.targets.some((target) => target.kind.includes('proc-macro'));
      if (macro || seen.has(pkg) || !dep_kinds.some(({ kind }) => kind === null)) continue;
      seen.add(pkg);
      waiting.push(pkg);
    }
  }
  return packages.filter(({ id, source }) => seen.has(id) && source !== null);
}
