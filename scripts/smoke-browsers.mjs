// A smoke test in browsers other than Chromium: a stock Firefox, driven over WebDriver BiDi, and WebKit, driven by
// WebKitWebDriver (Debian: firefox-esr, webkit2gtk-driver). Checks that the built page (`npx vite build --mode test`) plays,
// thinks, shares and reloads without an error. A browser that is not installed is skipped with a message. On a Node without
// WebSocket the script restarts itself with --experimental-websocket.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { translateAs } from '../tests/browser/translator.js';

if (!globalThis.WebSocket && !process.execArgv.includes('--experimental-websocket')) {
  const again = spawnSync(
    process.execPath,
    ['--experimental-websocket', ...process.argv.slice(1)],
    { stdio: 'inherit' },
  );
  process.exit(again.status ?? 1);
}

const PORT = 4194;
const PAGE = `http://127.0.0.1:${PORT}/`;
const TIMEOUT = 90_000;
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @typedef {{ go: (url: string) => Promise<void>, ask: (code: string) => Promise<any>, errors: () => string[], end: () => Promise<void> }} Driver   `ask` returns the value of an expression in the page. */

/** The first of these programs that is installed. @param {string[]} names */
const find = (names) =>
  names.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);

/** Polls until the answer is truthy, and returns it. @param {string} what @param {() => Promise<any>} ask */
async function until(what, ask) {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const found = await ask().catch(() => null);
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await wait(250);
  }
}

/**
 * Firefox's message for a request that is aborted because the user leaves the page. It has no address; the message for a
 * file that fails to load has one.
 */
const ABORTED = 'Failed to load ‘’. A ServiceWorker intercepted the request';

/** @returns {Promise<Driver | null>} */
async function firefox() {
  const program = find(['firefox-esr', 'firefox']);
  if (!program) return null;
  const profile = mkdtempSync(join(tmpdir(), 'totora-firefox-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  const address = await until(
    'Firefox prints its address',
    async () => /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1],
  );
  const socket = new WebSocket(`${address}/session`);
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = fail;
  });
  let count = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  /** @type {string[]} */
  const errors = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === 'log.entryAdded') {
      const { level, text } = message.params;
      if (level === 'error' && !text.startsWith(ABORTED)) errors.push(text);
    }
    waiting.get(message.id)?.(message);
  };
  const send = async (/** @type {string} */ method, /** @type {object} */ params) => {
    const id = ++count;
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    ask: async (code) => {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `Promise.resolve(${code}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    errors: () => errors,
    end: async () => {
      socket.close();
      child.kill();
      await wait(1_000);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<Driver | null>} */
async function webkit() {
  const program = find(['WebKitWebDriver']);
  const browser = [
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  ].find((path) => existsSync(path));
  if (!program || !browser) return null;
  // WebKit needs a display; a virtual one will do.
  const screen = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const xvfb = find(['xvfb-run']);
  if (!screen && !xvfb) {
    console.log('WebKit: neither a display nor xvfb-run');
    return null;
  }
  const port = 4195;
  const args = [`--port=${port}`];
  const child = screen
    ? spawn(program, args, { stdio: 'ignore' })
    : spawn('xvfb-run', ['-a', program, ...args], { stdio: 'ignore', detached: true });
  const call = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body,
  ) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(value?.message ?? `${path}: ${answer.status}`);
    return value;
  };
  await until('WebKitWebDriver listens', () => call('GET', '/status', undefined));
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const at = `/session/${sessionId}`;
  return {
    go: (url) => call('POST', `${at}/url`, { url }),
    ask: (code) => call('POST', `${at}/execute/sync`, { script: `return ${code}`, args: [] }),
    errors: () => [],
    end: async () => {
      await call('DELETE', at, undefined).catch(() => {});
      if (screen) child.kill();
      else if (child.pid) process.kill(-child.pid);
    },
  };
}

/**
 * Steps through the translated game with the keys of a Russian keyboard.
 * @param {Driver['ask']} ask
 */
async function checkForeignKeysAndTranslation(ask) {
  /** @param {string} key @param {string} code */
  const press = (key, code) =>
    ask(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true, cancelable: true }))`,
    );
  await ask('document.activeElement.blur()');
  await press('з', 'KeyP');
  await until('the analysis is open', () => ask("!!document.querySelector('.ply')"));
  for (const kind of ['replaced', 'moved']) {
    await ask(`(${translateAs})('${kind}')`);
    const plies = await ask('window.__totora.state().plies');
    for (const [key, code, ply] of [
      ['б', 'Comma', plies - 1],
      ['ю', 'Period', plies],
    ]) {
      const shown = ply < plies ? `${ply} of ${plies}` : `${ply}`;
      await press(key, code);
      await until(`${code} steps in a translated page`, () =>
        ask(
          `window.__totora.state().ply === ${ply} && document.querySelector('.ply').textContent.endsWith(' ${shown}')`,
        ),
      );
    }
  }
  await press('з', 'KeyP');
}

/** Plays a move, waits for the bot's analysis, shares the game, opens the link, and opens Home. @param {Driver} driver */
async function smoke({ go, ask, errors }) {
  await go(`${PAGE}#isolation`);
  await until('the game is loaded', () => ask("'__totora' in window && !!window.__totora.state()"));
  await ask(
    "(() => { const cell = document.querySelector('.board-canvas [role=gridcell]'); cell.focus(); cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })); return true; })()",
  );
  await until('the bot answers', () => ask('window.__totora.state().plies >= 2'));
  await until('a bot has thought', () => ask('!!window.__totora.thought()?.done'));
  await checkForeignKeysAndTranslation(ask);
  await ask(
    "[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Share').click()",
  );
  const link = await until('there is a link', () =>
    ask(
      "[...document.querySelectorAll('dialog input, dialog textarea')].map((one) => one.value).find((text) => text.includes('#1isolation.')) ?? ''",
    ),
  );
  const moves = await ask('window.__totora.record().moves.join(" ")');
  await go('about:blank');
  await go(link.replace(/^.*#/, `${PAGE}#`));
  await until('the link opens', () =>
    ask("'__totora' in window && window.__totora.state()?.plies >= 2"),
  );
  // While the rest of the engine is loaded, a call may have to wait for it.
  const opened = await until('the record of the link is there', () =>
    ask('window.__totora.record().moves.join(" ")'),
  );
  if (opened !== moves) throw new Error('the link opens another game');
  await go('about:blank');
  await go(PAGE);
  await until('Home is loaded', () => ask("document.querySelectorAll('article').length === 5"));
  if (errors().length > 0) throw new Error(`errors in the console: ${errors().join('; ')}`);
}

const server = await preview({
  mode: 'test',
  preview: { port: PORT, strictPort: true },
  logLevel: 'error',
});
let failed = 0;
for (const [name, start] of /** @type {const} */ ([
  ['Firefox', firefox],
  ['WebKit', webkit],
])) {
  /** @type {Driver | null} */
  let driver = null;
  try {
    driver = await start();
    if (!driver) {
      console.log(`${name}: skipped, not installed`);
      continue;
    }
    await smoke(driver);
    console.log(`${name}: plays, thinks, shares and opens the shared link`);
  } catch (error) {
    failed++;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await driver?.end();
  }
}
await new Promise((resolve) => server.httpServer.close(resolve));
process.exit(failed > 0 ? 1 : 0);
