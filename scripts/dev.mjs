// `make dev`: serves the page. When a file under src/ changes, makes a development build of the wasm module and
// reloads the page. If the build fails, prints the errors and leaves the page as it was.
//   node scripts/dev.mjs [--host HOST] [--port PORT]
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { root } from './root.mjs';

const { values: args } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '5173' },
  },
});

/** Builds the module; false if that failed. @returns {Promise<boolean>} */
const build = () =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'build-wasm.mjs'), '--dev'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('close', (code) => done(code === 0));
  });

if (!(await build())) process.exit(1);
const server = await createServer({
  root,
  configFile: join(root, 'vite.config.js'),
  server: { host: args.host, port: Number(args.port), strictPort: true },
});
await server.listen();
server.printUrls();

const sources = ['src', 'Cargo.toml', 'wasm-pack.toml'].map((name) => join(root, name));
server.watcher.add(sources);
let building = false;
let again = false;

/** Runs one build at a time. A change during a build starts another one after it. */
async function rebuild() {
  again = true;
  if (building) return;
  building = true;
  while (again) {
    again = false;
    const begun = performance.now();
    if (await build()) {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`dev: built in ${seconds} s, reloading the page`);
      server.ws.send({ type: 'full-reload', path: '*' });
    } else console.log('dev: build failed, the page stays as it was');
  }
  building = false;
}

server.watcher.on('all', (_event, file) => {
  if (sources.some((source) => file === source || file.startsWith(`${source}/`))) rebuild();
});
