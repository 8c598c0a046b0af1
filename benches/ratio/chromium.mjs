// The wasm side of the ratios in a headless Chromium: a blank page with the module and cases.mjs, served locally. Time is
// the processor time of the page's main thread, as DevTools reports it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { launch } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/root.mjs';

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const PAGE =
  '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>ratios</title>';

/** @param {string} moduleFolder */
function serve(moduleFolder) {
  const files = {
    '/cases.mjs': join(root, 'benches', 'ratio', 'cases.mjs'),
    '/totora.js': join(moduleFolder, 'totora.js'),
    '/totora_bg.wasm': join(moduleFolder, 'totora_bg.wasm'),
  };
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const file = files[/** @type {keyof typeof files} */ (path)];
    const type = file ? TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] : 'text/html';
    response.writeHead(200, { 'Content-Type': type });
    response.end(file ? readFileSync(file) : PAGE);
  });
  return new Promise((/** @type {(value: import('node:http').Server) => void} */ done) => {
    server.listen(0, '127.0.0.1', () => done(server));
  });
}

/**
 * @param {string} moduleFolder
 * @param {string} casesFile   the path of the loops, with its query
 * @returns {Promise<import('./run.mjs').Side>}
 */
export async function chromium(moduleFolder, casesFile) {
  const server = await serve(moduleFolder);
  const browser = await launch();
  const page = await browser.newPage();
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page.evaluate(async (casesFile) => {
    const engine = await import(/** @type {any} */ ('/totora.js'));
    await engine.default({ module_or_path: '/totora_bg.wasm' });
    const { CASES } = await import(/** @type {any} */ (`/${casesFile}`));
    Object.assign(globalThis, {
      work: (/** @type {string} */ id) =>
        CASES.find((/** @type {any} */ one) => one.id === id).run(engine),
    });
  }, casesFile);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    const found = metrics.find((metric) => metric.name === 'ThreadTime');
    if (!found) throw new Error('this Chromium does not report the processor time of a thread');
    return found.value;
  };
  return {
    name: `Chromium ${browser.version().split('.')[0]}`,
    async run(one) {
      const begun = await spent();
      const result = await page.evaluate((id) => /** @type {any} */ (globalThis).work(id), one.id);
      return { seconds: (await spent()) - begun, result };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
