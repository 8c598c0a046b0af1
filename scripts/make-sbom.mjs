// Writes target/sbom.json, a software bill of materials in CycloneDX 1.6: the dependencies of the binary, the Python
// module, the wasm module and the page, from the lock files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cratesOf } from './crates.mjs';
import { root } from './root.mjs';

/** @param {string} kind @param {string} name @param {string} version @param {string | null} [licence] */
const component = (kind, name, version, licence) => ({
  type: 'library',
  'bom-ref': `pkg:${kind}/${name}@${version}`,
  purl: `pkg:${kind}/${name.replace('@', '%40')}@${version}`,
  name,
  version,
  ...(licence ? { licenses: [{ expression: licence.replaceAll('/', ' OR ') }] } : {}),
});

/** @type {Record<string, { version: string, license?: string, dev?: boolean }>} */
const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const found = [
  ...cratesOf(['totora-cli', 'totora-python', 'totora-web']).map(({ name, version, license }) =>
    component('cargo', name, version, license),
  ),
  ...Object.entries(locked)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path, { version, license }]) =>
      component('npm', path.replace(/^.*node_modules\//, ''), version, license),
    ),
];
const components = [...new Map(found.map((one) => [one.purl, one])).values()];
components.sort((a, b) => (a.purl < b.purl ? -1 : 1));

const version = /^version = "(.+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'totora', version } },
  components,
};
mkdirSync(join(root, 'target'), { recursive: true });
writeFileSync(join(root, 'target', 'sbom.json'), `${JSON.stringify(sbom, null, 1)}\n`);
console.log(`target/sbom.json: ${components.length} components`);
