/** The licences that we ship: every linked crate and every npm package by name, with its text or its author. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeLicences } from '../../scripts/licences.mjs';

test('every shipped dependency of the page is listed with its licence', () => {
  const dist = mkdtempSync(join(tmpdir(), 'totora-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  writeLicences(dist);
  const text = readFileSync(join(dist, 'licences.txt'), 'utf8');
  rmSync(dist, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, version] of Object.entries(dependencies))
    expect(text).toContain(`${name} ${version}: `);
  for (const crate of ['serde_json', 'miniz_oxide', 'wasm-bindgen', 'rand_chacha'])
    expect(text).toMatch(new RegExp(`\\b${crate} \\d`));
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toContain('Apache License');
  // Build tools are not shipped.
  expect(text).not.toMatch(/\b(vite|typescript|criterion|proptest) \d/);
});

test.each([
  ['command', 'totora-cli', 'x86_64-unknown-linux-gnu'],
  ['python', 'totora-python', 'x86_64-unknown-linux-gnu'],
  ['page', 'totora-web', 'wasm32-unknown-unknown'],
])('licences/%s.txt has every linked crate in its version', (name, member, target) => {
  const args = ['tree', '--locked', '--offline', '--package', member, '--target', target];
  args.push('--edges', 'normal,no-proc-macro', '--prefix', 'none', '--format', '{p}');
  const tree = execFileSync('cargo', args, { encoding: 'utf8' });
  const crates = [...tree.matchAll(/^(\S+) v(\S+)/gm)].map(
    ([, crate, version]) => `${crate} ${version}`,
  );
  expect(crates.length).toBeGreaterThan(20);
  const text = readFileSync(`licences/${name}.txt`, 'utf8');
  // If this fails, run `make licences`.
  expect([...new Set(crates)].filter((crate) => !text.includes(`${crate}`))).toEqual([]);
});
