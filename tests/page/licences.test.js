/** The licences that `make dist` ships: every dependency by name, with its text or its author. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeLicences } from '../../scripts/licences.mjs';

test('every shipped dependency is listed with its licence', () => {
  const dist = mkdtempSync(join(tmpdir(), 'totora-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  writeLicences(dist);
  const text = readFileSync(join(dist, 'licences.txt'), 'utf8');
  rmSync(dist, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, version] of Object.entries(dependencies))
    expect(text).toContain(`${name} ${version}: `);
  for (const crate of ['serde_json', 'miniz_oxide', 'wasm-bindgen', 'rand_chacha'])
    expect(text).toMatch(new RegExp(`^${crate} \\d[^:]*: .*MIT`, 'm'));
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toContain('Apache License');
  // Build tools are not shipped.
  expect(text).not.toMatch(/^(vite|typescript|criterion|proptest) /m);
});
