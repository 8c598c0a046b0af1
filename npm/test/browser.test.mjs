// The package in a plain page, and in a worker of a page built by Vite; and several elements on one page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = /** @type {string} */ (process.env.TOTORA_ROOT);
const from = createRequire(join(root, 'package.json'));
const { chromium } = from('@playwright/test');
const here = fileURLToPath(new URL('..', import.meta.url));
const TYPES = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.wasm': 'application/wasm', '.svg': 'image/svg+xml' },
};

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  try {
    const data = readFileSync(join(here, path));
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))];
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' });
    response.end(data);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
let address = '';
/** @type {any} */
let browser;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`;
  const executablePath = process.env.CHROMIUM_PATH || undefined;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server.close();
});

/** @param {string} name @param {string} html */
const write = (name, html) =>
  writeFileSync(
    join(here, name),
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>t</title>${html}`,
  );

const PLAY = `
  const game = new Game('reversi', { map: 'othello' }, 1);
  const thought = await game.think('totora', { nodes: 100 });
  game.play(thought.choice);
  return [game.state.ply, game.link().slice(0, 9)].join(' ');`;
const PLAYED = '1 #1reversi';

/** The page of that path sets its title to what it played. @param {string} path */
async function checkPlayed(path) {
  const page = await browser.newPage();
  await page.goto(`${address}${path}`);
  await page.waitForFunction('document.title !== "t"', null, { timeout: 60_000 });
  assert.ok((await page.title()).startsWith(PLAYED.slice(0, 9)), await page.title());
  await page.close();
}

test('a plain page', async () => {
  write(
    'plain.html',
    `<script type="module">
    import { Game, init } from './node_modules/totora/index.js';
    await init();
    document.title = await (async () => {${PLAY}})();
  </script>`,
  );
  await checkPlayed('plain.html');
});

test('a worker of a page that Vite builds', async () => {
  mkdirSync(join(here, 'app'), { recursive: true });
  write('app/index.html', '<script type="module" src="./main.js"></script>');
  writeFileSync(
    join(here, 'app', 'worker.js'),
    `
    import { Game, init } from 'totora';
    await init();
    postMessage(await (async () => {${PLAY}})());`,
  );
  writeFileSync(
    join(here, 'app', 'main.js'),
    `
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => { document.title = data; };`,
  );
  const { build } = await import(join(root, 'node_modules', 'vite', 'dist', 'node', 'index.js'));
  await build({
    ...{ root: join(here, 'app'), base: './', logLevel: 'warn', configFile: false },
    ...{ worker: { format: 'es' }, build: { target: 'es2022', outDir: join(here, 'built') } },
  });
  await checkPlayed('built/index.html');
});

test('an element in a page that Vite builds, with a copy of the page and without one', async () => {
  const app = join(here, 'element-app');
  mkdirSync(join(app, 'public'), { recursive: true });
  const copied = spawnSync('npx', ['totora', 'page', join(app, 'public', 'totora')], {
    cwd: here,
    encoding: 'utf8',
  });
  assert.equal(copied.status, 0, copied.stderr);
  const refused = spawnSync('npx', ['totora', 'page', 'test'], { cwd: here, encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /test has other files: expected an empty or new folder/);
  write(
    'element-app/index.html',
    `<script type="module" src="./main.js"></script>
    <totora-game id="with" src="#isolation" base="totora/" theme="dark"></totora-game>
    <totora-game id="without" src="#isolation"></totora-game>
    <totora-game id="odd" src="#isolation" base="totora/" controls="maybe"></totora-game>`,
  );
  writeFileSync(join(app, 'main.js'), `import 'totora/element';`);
  const { build } = await import(join(root, 'node_modules', 'vite', 'dist', 'node', 'index.js'));
  await build({
    ...{ root: app, base: './', logLevel: 'warn', configFile: false },
    build: { target: 'es2022', outDir: join(here, 'element-built') },
  });
  const page = await browser.newPage();
  await page.goto(`${address}element-built/index.html`);
  await page.frameLocator('#with iframe').getByRole('img').first().waitFor({ timeout: 60_000 });
  assert.match(
    await page.locator('#without p').innerText(),
    /the page is not at .*npx totora page public\/totora/,
  );
  await page
    .frameLocator('#odd iframe')
    .getByText('“controls” is “maybe”')
    .waitFor({ timeout: 60_000 });
  await page.close();
});

test('every example in HTML of the READMEs and the how-to shows a game', async () => {
  const pages = ['README.md', 'npm/README.md', 'docs/how-to/embed.md'];
  const texts = pages.map((file) => readFileSync(join(root, file), 'utf8'));
  const blocks = texts.flatMap((text) => text.match(/(?<=^```html\n)[\s\S]*?(?=^```)/gm) ?? []);
  const elements = blocks.filter((block) => block.includes('<totora-game'));
  assert.ok(elements.length >= 4, `${elements.length} examples`);
  for (const [number, block] of elements.entries()) {
    // `…` stands for the rest of a link.
    const html = block.replace(/#\w+\.…/g, '#isolation');
    const bundled = html.includes("import 'totora/element'");
    const folder = `example-${number}`;
    mkdirSync(join(here, folder), { recursive: true });
    if (bundled) {
      const address = /base="\/([^"]*)"/.exec(html)?.[1] ?? 'no base';
      const to = join(here, folder, 'public', address);
      const copied = spawnSync('npx', ['totora', 'page', to], { cwd: here, encoding: 'utf8' });
      assert.equal(copied.status, 0, copied.stderr);
      // The site is in a folder of this server.
      write(`${folder}/index.html`, html.replace('base="/', 'base="'));
      const { build } = await import(
        join(root, 'node_modules', 'vite', 'dist', 'node', 'index.js')
      );
      await build({
        ...{ root: join(here, folder), base: './', logLevel: 'warn', configFile: false },
        build: { target: 'es2022', outDir: join(here, `${folder}-built`) },
      });
    } else {
      write(`${folder}.html`, html);
    }
    const page = await browser.newPage();
    await page.goto(`${address}${bundled ? `${folder}-built/index` : folder}.html`);
    const frame = page.frameLocator('totora-game iframe');
    await frame.getByRole('img').first().waitFor({ timeout: 60_000 });
    await page.close();
  }
});

test('a frame that loads late replaces the message that the page does not answer', async () => {
  write(
    'late.html',
    `<script type="module" src="./node_modules/totora/element.js"></script>
    <totora-game id="late" src="#isolation" base="slow.html"></totora-game>`,
  );
  write(
    'slow.html',
    `<script>setTimeout(() => parent.postMessage({ type: 'totora:size', width: 300, height: 9000 }, '*'), 2000);</script>`,
  );
  const page = await browser.newPage();
  // The element waits for 20 s; the page's clock runs faster.
  await page.addInitScript(
    `const wait = window.setTimeout; window.setTimeout = (act, ms) => wait(act, ms === 20000 ? 500 : ms);`,
  );
  await page.goto(`${address}late.html`);
  await page.getByText('does not answer yet').waitFor({ timeout: 60_000 });
  await page.getByText('does not answer yet').waitFor({ state: 'hidden', timeout: 60_000 });
  assert.equal((await page.locator('#late iframe').boundingBox())?.height, 2000);
  await page.close();
});

test('two elements on one page, and elements with wrong attributes', async () => {
  write(
    'elements.html',
    `<body style="margin:0"><script type="module">
    const heard = (window.heard = []);
    for (const type of ['move', 'analysis', 'end', 'error'])
      document.addEventListener(type, (event) => event.target.id && heard.push({ id: event.target.id, type, ...event.detail }), true);
    await import('./node_modules/totora/element.js');
  </script>
  <totora-game id="one" src="#isolation" controls label="Isolation">Loading…</totora-game>
  <totora-game id="two" src="#uros" overlay="hints"></totora-game>
  <totora-game id="none"></totora-game>
  <totora-game id="odd" src="&lt;b>"></totora-game>
  <totora-game id="base" src="#uros" base="javascript:alert(1)"></totora-game>
  <totora-game id="broken" src="#1uros.broken"></totora-game>`,
  );
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${address}elements.html`);
  const heard = () => page.evaluate('window.heard');
  await page.waitForFunction(
    `['one', 'two'].every((id) => ['move', 'analysis'].every((type) => window.heard.some((one) => one.id === id && one.type === type)))`,
    null,
    { timeout: 90_000 },
  );
  await page.waitForFunction(
    `window.heard.some((one) => one.id === 'broken' && one.type === 'error')`,
    null,
    { timeout: 60_000 },
  );
  const text = (/** @type {string} */ id) => page.locator(`#${id} p`).innerText();
  assert.match(await text('none'), /src is missing: expected a game’s link/);
  assert.match(await text('odd'), /src is “<b>”: expected a game’s link/);
  assert.match(await text('base'), /base is “javascript:.*expected the address/);
  assert.match(await text('broken'), /./);
  assert.equal(await page.locator('#one iframe').getAttribute('title'), 'Isolation');
  const analysis = (await heard()).find(
    (/** @type {any} */ one) => one.id === 'two' && one.type === 'analysis',
  );
  assert.ok(
    analysis.candidates[0].move === analysis.choice &&
      Object.keys(analysis.candidates[0].terms).length > 0,
  );
  const [one, two] = ['one', 'two'].map((id) => page.frameLocator(`#${id} iframe`));
  assert.ok((await one.getByRole('button').count()) > (await two.getByRole('button').count()));
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  await page.evaluate(`document.querySelector('#none').src = '#isolation'`);
  await page.waitForFunction(
    `window.heard.some((one) => one.id === 'none' && one.type === 'move')`,
    null,
    { timeout: 60_000 },
  );
  assert.ok(await page.locator('#none p').isHidden());
  await page.close();
});
