// Checks deploy/Containerfile: its instructions, and that the files that it copies exist. If podman or docker runs here,
// also builds the container, which serves dist/.
//   node scripts/container.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerfile from 'dockerfile-utils';
import { root } from './root.mjs';

const FILE = join('deploy', 'Containerfile');
const text = readFileSync(join(root, FILE), 'utf8');

const problems = dockerfile
  .validate(text)
  .map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
for (const [at, line] of text.split('\n').entries()) {
  const from = /^COPY (\S+) /.exec(line)?.[1];
  // dist/ may be missing: `make dist` builds it.
  if (from && from !== 'dist' && !existsSync(join(root, from)))
    problems.push(`line ${at + 1}: ${from} does not exist`);
}
if (problems.length > 0) throw new Error(`${FILE}: ${problems.join('; ')}`);
console.log(`${FILE}: no problems`);

const engine = ['podman', 'docker'].find((one) => spawnSync(one, ['info']).status === 0);
if (!engine) console.log('container not built: neither podman nor docker runs here');
else if (!existsSync(join(root, 'dist'))) throw new Error('dist/ does not exist: run `make dist`');
else {
  const args = ['build', '-t', 'totora', '-f', FILE, '.'];
  const result = spawnSync(engine, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0)
    throw new Error(`${engine} ${args.join(' ')} exited with ${result.status}`);
}
