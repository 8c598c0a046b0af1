// Prints the changelog section of a version, for a release: node scripts/release-notes.mjs 0.1.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const version = (process.argv[2] ?? '').replace(/^v/, '');
const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
const names = sections.map((section) => /^\[?([^\]\s]+)/.exec(section)?.[1] ?? '');
// A release must have the version of Cargo.toml.
const current = /^version = "(.+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
const notes = sections[names.indexOf(version)];
if (notes === undefined) {
  console.error(
    `CHANGELOG.md has no section \`${version}\`; it has ${names.map((name) => `\`${name}\``).join(', ')}`,
  );
  process.exit(2);
}
if (version !== current && version !== 'Unreleased') {
  console.error(`the version is ${current} (Cargo.toml), not ${version}`);
  process.exit(2);
}
process.stdout.write(`${notes.slice(notes.indexOf('\n')).trim()}\n`);
