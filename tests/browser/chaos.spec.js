/**
 * A host that answers wrongly: every file that a screen fetches is missing, another page, empty, cut, or never comes. The
 * page is never blank and never stands still, it says what happened or works without the file, and it is whole again when
 * the host is. Which files those are is noted while the screens are opened once, so that none is forgotten.
 *
 * A file is wrong once, on the first screen that fetches it. The kinds of faults take turns in each class of files, so that
 * each class meets each kind: what a fault of some kind comes to is decided in one place for all files of a class, and
 * tests/page tries each kind there (`late`, `engine`, `client`). What the page loads by code of its own is tried hanging as
 * well (`OWN_WAY`). Files that only come with another, as its imports, are wrong four at a time: the page sees no more of them
 * than that the other cannot be loaded. Pictures are wrong all at once: none of them can matter to another. With CHAOS=all
 * everything else is tried alone, in every way and everywhere. The page itself and the browser's own icons are left out:
 * without the first there is nothing of ours to say anything.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { test as base, expect } from '@playwright/test';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ what: string, address: string, press?: string, there: string }} Screen   `press` is a button to press, `there` what is on the page when it is whole: a selector. */
/** @typedef {{ files: string[], how: keyof typeof FAULTS }} Fault */

const ROOT = 'dist-test';
/** A screen that is whole is looked at again after so long, in milliseconds: more than the page's patience for what is slow, which is a second here. */
const LATER = 1_500;
/** How many files that come with another are wrong at once: the browser asks a host for six at a time. */
const MOST_AT_ONCE = 4;
/** How many pages at a time. */
const AT_ONCE = 4;
/** How long a page may take for an answer, in milliseconds, with this many others on a slow machine. */
const PATIENCE = 90_000;

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
};

/** What a host does with a file. @type {Record<string, (response: import('node:http').ServerResponse, body: Buffer, type: string) => void>} */
const FAULTS = {
  missing: (response) => response.writeHead(404).end('not found'),
  'another page': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(readFileSync(`${ROOT}/index.html`)),
  empty: (response, _, type) => response.writeHead(200, { 'content-type': type }).end(),
  cut: (response, body, type) =>
    response.writeHead(200, { 'content-type': type }).end(body.subarray(0, body.length >> 1)),
  hanging: () => {},
};

const CODE = /\.(js|css|wasm|bin)$/;
/** The name that a file has in the sources. @param {string} name */
const plain = (name) => name.replace(/-[\w-]{8}(?=\.\w+$)/, '');
/** Code that only a press, a puzzle or a bot in code fetches: it comes by the same loaders. The handle of these tests is no part of the page. */
const BY_PRESS = new Set(
  `beat.js beat.css beatPicture.js code.js code.css debug.js drawn.js editing.js editing.css editor.js fencemaster.js
  figures.js gif.js graph.js graph.css isolation-book.bin isolation.js layers.js openings.js openings.css outpost.js
  prove.js puzzle.js puzzles.js pyodide.js pyodide.asm.js pyodide.asm.wasm python.js reversi.js sandbox.js setup.js
  setupDraw.js share.js thumbs.js totora.js`.split(/\s+/),
);
/** How many kinds of faults a file is tried with, where it is not one: so few files are of its class. @type {Record<string, number>} */
const OFTEN = { '.css': 2, '.wasm': 3, '.bin': 2 };

/** What the build says of each file of code: by its name in the sources, which others it imports, and whether something asks for it by name. */
const MANIFEST = /** @type {Record<string, import('vite').ManifestChunk>} */ (
  JSON.parse(readFileSync(`${ROOT}/.vite/manifest.json`, 'utf8'))
);
const chunkOf = new Map(Object.values(MANIFEST).map((chunk) => [chunk.file, chunk]));

/** What comes with a file, in the order of its imports. @param {string} name @param {Set<string>} [found] @returns {Set<string>} */
function comesWith(name, found = new Set()) {
  for (const key of chunkOf.get(name)?.imports ?? []) {
    const { file } = MANIFEST[key];
    if (found.has(file)) continue;
    found.add(file);
    comesWith(file, found);
  }
  return found;
}

/** Puts files together that may be wrong at once: what only comes with one of the others. @param {string[]} files */
function together(files) {
  const left = new Set(files);
  /** @type {string[][]} */
  const groups = [];
  for (const name of files) {
    const chunk = chunkOf.get(name);
    // What no chunk names is a style, a module, or of a worker.
    if (chunk && !chunk.isEntry && !chunk.isDynamicEntry) continue;
    left.delete(name);
    groups.push([name]);
    const others = [...comesWith(name)].filter((one) => {
      const { isEntry, isDynamicEntry } = /** @type {import('vite').ManifestChunk} */ (
        chunkOf.get(one)
      );
      return left.has(one) && !isEntry && !isDynamicEntry;
    });
    for (const one of others) left.delete(one);
    while (others.length > 0) groups.push(others.splice(0, MOST_AT_ONCE));
  }
  return [...groups, ...[...left].map((name) => [name])];
}

/** The quickest first: what all of them fetch is tried there. */
const GAMES = ['isolation', 'uros', 'outpost', 'fencemaster', 'reversi'];

/** @type {Screen[]} */
const SCREENS = [
  ...GAMES.map((game) => ({
    what: game,
    address: `./#${game}`,
    there: '.board-host canvas, .board-host svg',
  })),
  { what: 'analysis', address: './#isolation', press: 'Analysis', there: '.tabs' },
  { what: 'rules', address: './#uros', press: 'Rules', there: 'dialog h3' },
  { what: 'share', address: './#uros', press: 'Share', there: 'dialog .share input' },
  { what: 'new game', address: './#uros', press: 'New game', there: 'dialog form.new-game' },
  { what: 'the Lab', address: './#lab', there: 'main.lab .lab-editor' },
  { what: 'the arena', address: './#arena', there: 'main.arena' },
  { what: 'a frame', address: './?embed#isolation', there: '.board-host canvas' },
  // Last: it also fetches ahead what a game needs, which is tried where it is needed.
  { what: 'Home', address: './', there: '.home-page .games article:nth-of-type(5)' },
];

/** Code that is not loaded by `late` or with what is: index.html, www/main.jsx and boards/registry.js fetch it, or it is a worker. */
const OWN_WAY =
  /^boot\.|\/(index|home|start|isolation|uros|outpost|fencemaster|reversi|thinker|arena)-/;

/** The words by which the page says that something is wrong. */
const SAID =
  /could not (be loaded|be opened|load)|still loading|thinking (does not start|stopped)|new version is available|Something went wrong|engine stopped working/i;

/** What the host can be told, and what it was asked for. */
function host() {
  const told = {
    fault: /** @type {Fault | null} */ (null),
    asked: /** @type {Set<string>} */ (new Set()),
    /** How often each file was asked for. @type {Map<string, number>} */
    times: new Map(),
    /** What hangs. @type {Set<import('node:http').ServerResponse>} */
    hanging: new Set(),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = normalize(decodeURIComponent(pathname)).slice(1) || 'index.html';
    const file = join(ROOT, name);
    told.asked.add(name);
    told.times.set(name, (told.times.get(name) ?? 0) + 1);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const body = readFileSync(file);
    if (told.fault?.files.includes(name)) {
      if (told.fault.how === 'hanging') told.hanging.add(response);
      FAULTS[told.fault.how](response, body, type);
      return;
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  const ready = new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    told,
    ready,
    /** Ends what hangs: a browser does not fetch a worker's code while a page before this one waits for it. */
    letGo: () => {
      for (const response of told.hanging) response.destroy();
      told.hanging.clear();
    },
    address: () => `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * What the page shows now; presses the screen's button once it is there, in the menu if it is.
 * @param {Page} page
 * @param {Screen} screen
 * @returns {Promise<{ text: string, there: boolean, loading: boolean }>}
 */
const look = (page, { press, there }) =>
  page.evaluate(
    ([press, there]) => {
      const shown = (/** @type {Element | null} */ one) => !!one && one.getClientRects().length > 0;
      if (press && !document.querySelector('dialog')) {
        const menu = document.querySelector('.controls .menu:not([open]) > summary');
        if (menu instanceof HTMLElement) menu.click();
        const all = [...document.querySelectorAll('button')];
        all.find((one) => one.textContent?.trim() === press && shown(one))?.click();
      }
      const found = [...document.querySelectorAll(there)].some(shown);
      const { readyState } = document;
      return {
        text: document.body?.innerText ?? '',
        there: found,
        loading: readyState === 'loading',
      };
    },
    /** @type {[string, string]} */ ([press ?? '', there]),
  );

/** Waits until the page is whole, or says that something is wrong. @param {Page} page @param {Screen} screen @param {string} name */
async function answer(page, screen, name) {
  let last = 'nothing';
  await expect
    .poll(
      async () => {
        const now = await look(page, screen).catch(() => null);
        if (!now) return false;
        if (!now.loading) expect(now.text.trim(), `${name}: never blank`).not.toBe('');
        last = SAID.test(now.text) ? 'said' : now.there ? 'whole' : 'nothing';
        return last !== 'nothing';
      },
      { message: `${name}: the page answers`, intervals: [100, 200, 300], timeout: PATIENCE },
    )
    .toBe(true);
  return last;
}

/**
 * A host with pages of its own, one with the patience of the page and one that has none: what is slow is so at once there,
 * until `calm`. They are kept from one screen to the next, as a browser that has compiled a page before opens it in half the
 * time; nothing is stored of the screen before.
 * @param {Browser} browser
 */
async function lane(browser) {
  const at = host();
  await at.ready;
  /** @type {Map<boolean, Page>} */
  const pages = new Map();
  /** @param {boolean} hasty */
  async function pageFor(hasty) {
    const known = pages.get(hasty);
    if (known) return known;
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 800 },
    });
    if (hasty)
      await context.addInitScript(() => {
        const { setTimeout } = window;
        Object.assign(window, {
          setTimeout: (
            /** @type {TimerHandler} */ act,
            /** @type {number} */ ms,
            /** @type {any[]} */ ...more
          ) => setTimeout(act, !sessionStorage.calm && ms >= 8_000 ? 1_000 : ms, ...more),
        });
      });
    const page = await context.newPage();
    pages.set(hasty, page);
    return page;
  }

  return {
    ...at,
    /** Opens a screen of a page that nothing is stored of. @param {Screen} screen @param {boolean} hasty */
    async open(screen, hasty) {
      at.told.asked.clear();
      const page = await pageFor(hasty);
      await page.goto(new URL(screen.address, at.address()).href, { waitUntil: 'commit' });
      return page;
    },
    /** Leaves it, and what it has stored. @param {boolean} hasty */
    async leave(hasty) {
      const page = await pageFor(hasty);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      at.letGo();
      const client = await page.context().newCDPSession(page);
      const { origin } = new URL(at.address());
      await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await client.detach();
    },
    /** What its pages show, for who reads of a failure. */
    shows: () =>
      Promise.all(
        [...pages.values()].map((page) =>
          page
            .evaluate(() => `${location.hash} ${document.body.innerText.slice(0, 400)}`)
            .catch(String),
        ),
      ),
    /** The next screen gets a browser that has seen nothing of this one. */
    async renew() {
      for (const page of pages.values()) await page.context().close();
      pages.clear();
    },
  };
}

/** @param {Awaited<ReturnType<typeof lane>>} at @param {Screen} screen @param {Fault} fault @param {string} name */
async function tryFault(at, screen, fault, name) {
  at.told.fault = fault;
  const hasty = fault.how === 'hanging';
  const page = await at.open(screen, hasty);
  let first = await answer(page, screen, name);
  // What comes after the screen, such as the thinking, says so a moment later.
  if (first === 'whole') {
    await page.waitForTimeout(LATER);
    first = await answer(page, screen, name);
  }
  // One that has no patience may say that it is slow before it comes to the file: it goes on from there, with Retry if it must.
  // All files of code that are wrong together; not every picture is on every screen.
  const pictures = !CODE.test(fault.files[0]);
  const asked = () => fault.files[pictures ? 'some' : 'every']((file) => at.told.asked.has(file));
  if (!asked()) {
    await expect
      .poll(
        async () => {
          await look(page, screen).catch(() => null);
          if (asked()) return true;
          const way = page.getByRole('button', { name: /^(Retry|Reload)$/ }).first();
          if (await way.isVisible()) await way.click({ timeout: 1_000 }).catch(() => {});
          return asked();
        },
        { message: `${name}: it is asked for`, intervals: [300, 2_000], timeout: PATIENCE },
      )
      .toBe(true);
    first = await answer(page, screen, name);
  }
  at.told.fault = null;
  if (first === 'said') {
    // What it offers helps, once the host is whole, and has the time that a person leaves it.
    await page.evaluate(() => Object.assign(sessionStorage, { calm: 'yes' })).catch(() => {});
    let pressed = 0;
    await expect
      .poll(
        async () => {
          const now = await look(page, screen).catch(() => null);
          if (now?.there && !SAID.test(now.text)) return true;
          if (Date.now() < pressed + 2_000) return false;
          const way = page.getByRole('button', { name: /^(Retry|Reload)$/ }).first();
          await way.click({ timeout: 1_000 }).catch(() => {});
          pressed = Date.now();
          return false;
        },
        { message: `${name}: whole again`, intervals: [200], timeout: PATIENCE },
      )
      .toBe(true);
  }
  await at.leave(hasty);
  return first;
}

base(
  'whatever a host does to any file, each screen answers, says so, and is whole again after',
  async ({ browser }) => {
    base.setTimeout(1_800_000);
    const lanes = await Promise.all(Array.from({ length: AT_ONCE }, () => lane(browser)));

    // Which screen fetches what.
    /** @type {{ screen: Screen, files: string[] }[]} */
    const plan = [];
    const known = new Set([
      'index.html',
      'sw.js',
      'icon.svg',
      'icon-192.png',
      'manifest.webmanifest',
    ]);
    const pictures = new Set();
    const code = readdirSync(join(ROOT, 'assets')).filter((name) => CODE.test(name));
    /** Files that were not fetched so far, and should have been. */
    const unknown = () =>
      code.filter((name) => !fetched.has(`assets/${name}`) && !BY_PRESS.has(plain(name)));
    /** @type {Set<string>} */
    const fetched = new Set();
    // A slow machine may take longer to ask for the next file than the network is waited for: then once more, with patience.
    for (const patience of [0, 10_000, 60_000])
      for (const screen of SCREENS) {
        if (patience > 0 && unknown().length === 0) break;
        const page = await lanes[0].open(screen, false);
        const { asked } = lanes[0].told;
        expect(await answer(page, screen, screen.what)).toBe('whole');
        // Until nothing more comes.
        await page.waitForLoadState('networkidle');
        const end = Date.now() + patience;
        while (Date.now() < end && unknown().some((name) => !asked.has(`assets/${name}`)))
          await page.waitForTimeout(200);
        const files = [...asked].filter(
          // The handle of these tests is no part of the page.
          (name) => existsSync(join(ROOT, name)) && !known.has(name) && !/\/debug-/.test(name),
        );
        for (const name of files) fetched.add(name);
        for (const name of files) if (/\.(webp|png|svg)$/.test(name)) pictures.add(name);
        const tried = files.filter((name) => !pictures.has(name));
        plan.push({ screen, files: tried });
        if (process.env.CHAOS !== 'all') for (const name of tried) known.add(name);
        await lanes[0].leave(false);
      }
    expect(pictures.size).toBeGreaterThan(3);
    expect(unknown(), 'files that no screen here fetches').toEqual([]);
    const built = new Set(code.map(plain));
    expect([...BY_PRESS].filter((name) => !built.has(name))).toEqual([]);

    /** @type {{ screen: Screen, fault: Fault }[]} */
    const all = [];
    const kinds = /** @type {Fault['how'][]} */ (Object.keys(FAULTS));
    const { length } = kinds;
    /** How many files of a class there were. @type {Record<string, number>} */
    const turns = {};
    /** @param {Screen} screen @param {string[]} files @param {Fault['how'][]} some */
    const add = (screen, files, some) => {
      for (const how of some) all.push({ screen, fault: { files, how } });
    };
    for (const { screen, files } of plan)
      for (const group of process.env.CHAOS === 'all'
        ? files.map((name) => [name])
        : together(files)) {
        const type = extname(group[0]);
        const turn = (turns[type] ??= 0);
        const often = OFTEN[type] ?? 1;
        turns[type] += often;
        const some = Array.from({ length: often }, (_, i) => kinds[(turn + i) % length]);
        if (OWN_WAY.test(group[0])) some.push('hanging');
        add(screen, group, process.env.CHAOS === 'all' ? kinds : [...new Set(some)]);
      }
    add(
      SCREENS[SCREENS.length - 1],
      [...pictures],
      process.env.CHAOS === 'all' ? kinds : ['missing', 'hanging'],
    );

    for (const type of ['.js', '.css', '.wasm']) {
      const tried = all.filter(({ fault }) => extname(fault.files[0]) === type);
      expect(new Set(tried.map(({ fault }) => fault.how)).size, `kinds for ${type}`).toBe(length);
    }

    const part = process.env.CHAOS_FILE;
    if (part)
      all.splice(
        0,
        all.length,
        ...all.filter(({ fault }) => fault.files.some((f) => f.includes(part))),
      );

    /** @type {string[]} */
    const wrong = [];
    /** @type {Record<string, number>} */
    const came = { whole: 0, said: 0 };
    /** The files that a screen was whole without. */
    const spared = new Set();
    const run = async (/** @type {typeof lanes[0]} */ at) => {
      for (let next = all.shift(); next; next = all.shift()) {
        const { screen, fault } = next;
        const name = `${screen.what}, ${fault.files[0]} ${fault.how}`;
        try {
          const first = await tryFault(at, screen, fault, name);
          came[first]++;
          if (first === 'whole') spared.add(name);
        } catch (error) {
          wrong.push(`${name}: ${String(error).split('\n')[0]} It shows: ${await at.shows()}`);
          await at.renew();
        }
      }
      await at.renew();
      at.close();
    };
    await Promise.all(lanes.map(run));
    expect(wrong).toEqual([]);
    // A page that says nothing of what is missing would pass else.
    console.log(`${came.said} said so, ${came.whole} whole without: ${[...spared].join('; ')}`);
    expect(came.said).toBeGreaterThan(came.whole);
  },
);

// --- with the service worker --------------------------------------------------------------------

/** A page of a host of its own, with a service worker. @param {Browser} browser */
async function visit(browser) {
  const at = host();
  await at.ready;
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('totora:coach', '{"isolation":["done"]}'));
  const close = async () => {
    await context.close();
    at.close();
  };
  return { at, page, close };
}

/** The name of a file that the build made. @param {RegExp} kind */
const fileLike = (kind) =>
  `assets/${readdirSync(join(ROOT, 'assets')).find((name) => kind.test(name))}`;
/** @param {Page} page */
const isWhole = (page) => page.evaluate(() => !!(/** @type {any} */ (window).__totora?.engine()));
/** Waits until the service worker has stored all files. @param {Page} page */
const controlled = (page) => page.waitForFunction(() => !!navigator.serviceWorker.controller);
/** How long what is stored of a file is, in bytes; -1 if nothing is. @param {Page} page @param {string} name */
const stored = (page, name) =>
  page.evaluate(async (file) => {
    const found = await caches.match(new URL(file, location.href));
    return found ? (await found.arrayBuffer()).byteLength : -1;
  }, name);
/** Puts something else in the place of what is stored. @param {Page} page @param {string} name @param {string} type */
const damage = (page, name, type) =>
  page.evaluate(
    async ([file, type]) => {
      const [cache] = await caches.keys();
      const wrong = new Response('<!doctype html><p>Not here', {
        headers: { 'content-type': type },
      });
      await (await caches.open(cache)).put(new URL(file, location.href), wrong);
    },
    [name, type],
  );

const REST = fileLike(/^totora_rest-.*\.wasm$/);

base('a wrong answer with 200 is never stored', async ({ browser }) => {
  const { at, page, close } = await visit(browser);
  at.told.fault = { files: [REST], how: 'another page' };
  await page.goto(`${at.address()}#isolation`);
  await expect(page.getByText('The engine could not be loaded.')).toBeVisible();
  // The service worker has tried it too: once, and once past the browser's cache.
  await expect.poll(() => at.told.times.get(REST)).toBeGreaterThanOrEqual(4);
  expect(await stored(page, REST)).toBe(-1);
  at.told.fault = null;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => isWhole(page)).toBe(true);
  await page.reload();
  await controlled(page);
  expect(await stored(page, REST)).toBe(statSync(join(ROOT, REST)).size);
  await close();
});

base(
  'what is stored and does not compile is replaced by what the host has',
  async ({ browser }) => {
    const { at, page, close } = await visit(browser);
    await page.goto(`${at.address()}#isolation`);
    await controlled(page);
    await damage(page, REST, 'application/wasm');
    await page.reload();
    await expect.poll(() => isWhole(page).catch(() => false)).toBe(true);
    expect(await stored(page, REST)).toBe(statSync(join(ROOT, REST)).size);
    await close();
  },
);

base('Repair throws away what is stored of the page, and keeps the games', async ({ browser }) => {
  const { at, page, close } = await visit(browser);
  await page.goto(`${at.address()}#isolation`);
  await controlled(page);
  await page.waitForFunction(() => !!(/** @type {any} */ (window).__totora?.thought()));
  const record = await page.evaluate(() =>
    JSON.stringify(/** @type {any} */ (window).__totora.record()),
  );
  const start = fileLike(/^start-.*\.js$/);
  await damage(page, start, 'text/javascript');
  // It is wrong after each reload, until somebody repairs it.
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(page.getByText('a part of it is missing or damaged')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Repair' }).click();
  await page.waitForFunction(() => !!(/** @type {any} */ (window).__totora?.state()));
  expect(
    await page.evaluate(() => JSON.stringify(/** @type {any} */ (window).__totora.record())),
  ).toBe(record);
  await controlled(page);
  expect(await stored(page, start)).toBe(statSync(join(ROOT, start)).size);
  await close();
});
