// Builds the container that serves dist/ (deploy/Containerfile) with podman or docker, as far as one of them is here and
// runs; else the file is checked: its instructions, and that what it copies is there.
//   node scripts/container.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerfile from 'dockerfile-utils';
import { root } from './root.mjs';

const FILE = join('deploy', 'Containerfile');
const text = readFileSync(join(root, FILE), 'utf8');

const wrong = dockerfile
  .validate(text)
  .map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
for (const [at, line] of text.split('\n').entries()) {
  const from = /^COPY (\S+) /.exec(line)?.[1];
  // What `make dist` has not built yet can be missing.
  if (from && from !== 'dist' && !existsSync(join(root, from)))
    wrong.push(`line ${at + 1}: there is no ${from}`);
}
if (wrong.length > 0) throw new Error(`${FILE}: ${wrong.join('; ')}`);
console.log(`${FILE}: nothing wrong`);

const engine = ['podman', 'docker'].find((one) => spawnSync(one, ['info']).status === 0);
if (!engine) console.log('neither podman nor docker runs here: nothing was built');
else if (!existsSync(join(root, 'dist')))
  throw new Error('there is no dist/: `make dist` builds it');
else {
  const args = ['build', '-t', 'totora', '-f', FILE, '.'];
  const done = spawnSync(engine, args, { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) throw new Error(`${engine} ${args.join(' ')} ended with ${done.status}`);
}
