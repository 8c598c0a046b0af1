/**
 * Tests the page against a host that answers incorrectly: each file that a screen fetches is
 * missing, replaced by another page, empty, truncated, or never arrives. The page must never be
 * blank or hang: it shows an error or works without the file, and it recovers once the host does.
 * The test records the files while it opens each screen once, so that it covers all of them.
 *
 * Each file is faulty only on the first screen that fetches it. The kinds of faults rotate within
 * each class of files, so that each class meets each kind: one place in the code handles a kind of
 * fault for all files of a class, and tests/page covers every kind there (`late`, `engine`,
 * `client`). Files that the page loads with code of their own are also tested hanging
 * (`OWN_LOADER`). Files that only load as imports of another are faulty four at a time: the page
 * only sees that the other file cannot be loaded. Images are all faulty at once, because no image
 * can affect another. With CHAOS=all every other file is tested alone, with every fault and on
 * every screen. The HTML document and the browser's own icons are excluded: without the document
 * none of our code runs.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { test as base, expect } from '@playwright/test';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ what: string, address: string, press?: string, there: string }} Screen   `press` is a button to press, `there` the selector of an element that a complete screen contains. */
/** @typedef {{ files: string[], how: keyof typeof FAULTS }} Fault */

const ROOT = 'dist-test';
/**
 * A complete screen is checked again after this many milliseconds, which is longer than the page's
 * own timeout for slow files (one second in these tests).
 */
const LATER = 1_500;
/** How many imported files are faulty at once: the browser requests six at a time from a host. */
const MOST_AT_ONCE = 4;
/** How many pages run in parallel. */
const AT_ONCE = 4;
/** How long a page may take to react, in milliseconds, with this many others on a slow machine. */
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

/**
 * How the host answers a request for a faulty file.
 * @type {Record<string, (response: import('node:http').ServerResponse, body: Buffer, type: string) => void>}
 */
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
/** The name of a file in the sources, without its hash. @param {string} name */
const sourceName = (name) => name.replace(/-[\w-]{8}(?=\.\w+$)/, '');
/**
 * Code that only a click, a puzzle or a bot in code fetches; the same loaders load it. The debug
 * handle of these tests is not part of the page.
 */
const ON_DEMAND = new Set(
  `beat.js beat.css beatPicture.js classTable.css classTable.js code.js code.css debug.js drawn.js editing.js editing.css editor.js fencemaster.js film.js film.css
   figures.js frameCode.js gif.js graph.js graph.css handIn.js isolation-book.bin isolation.js layers.js learn.css learn.js learning.js openings.js openings.css outpost.js
  measuring.js pictures.js prove.js replay.js puzzles.js pyodide.js pyodide.asm.js pyodide.asm.wasm python.js reversi.js sandbox.js setup.js
  recovery.js setupDraw.js share.js study.css study.js studies.js studyEditor.js notes.js notes.css thumbs.js totora.js uros.js`.split(
    /\s+/,
  ),
);
/**
 * With how many kinds of faults each file of a class is tested, where it is more than one because
 * the class has few files.
 * @type {Record<string, number>}
 */
const FAULTS_PER_FILE = { '.css': 2, '.wasm': 3, '.bin': 2 };

/** Vite's manifest: for each code file its name in the sources, its imports, and whether it is an entry. */
const MANIFEST = /** @type {Record<string, import('vite').ManifestChunk>} */ (
  JSON.parse(readFileSync(`${ROOT}/.vite/manifest.json`, 'utf8'))
);
const chunkOf = new Map(Object.values(MANIFEST).map((chunk) => [chunk.file, chunk]));

/**
 * The files that a file imports, directly or indirectly, in the order of its imports.
 * @param {string} name
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function importsOf(name, found = new Set()) {
  for (const key of chunkOf.get(name)?.imports ?? []) {
    const { file } = MANIFEST[key];
    if (found.has(file)) continue;
    found.add(file);
    importsOf(file, found);
  }
  return found;
}

/** Groups files that may be faulty at once: the static imports of one file. @param {string[]} files */
function groupFiles(files) {
  const left = new Set(files);
  /** @type {string[][]} */
  const groups = [];
  for (const name of files) {
    const chunk = chunkOf.get(name);
    // Style sheets, wasm modules and code of workers are not in the manifest.
    if (chunk && !chunk.isEntry && !chunk.isDynamicEntry) continue;
    left.delete(name);
    groups.push([name]);
    const others = [...importsOf(name)].filter((one) => {
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

/** The fastest game first: the files that all games share are tested with it. */
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
  // Last: Home also prefetches the files of a game, which are to be tested on the game's own
  // screen.
  { what: 'Home', address: './', there: '.home-page .games article:nth-of-type(5)' },
];

/**
 * Files that neither `late` nor a static import loads: index.html, www/main.jsx and
 * boards/registry.js load them, or they are workers.
 */
const OWN_LOADER =
  /^boot\.|\/(index|home|start|isolation|uros|outpost|fencemaster|reversi|thinker|arena)-/;

/** The messages by which the page reports a problem. */
const REPORTED =
  /could not (be loaded|be opened|load)|still loading|the bot (could not start|stopped)|new version is available|Something went wrong|engine stopped working/i;

/** A test server whose faults can be set, and which records the requests. */
function host() {
  const state = {
    fault: /** @type {Fault | null} */ (null),
    requested: /** @type {Set<string>} */ (new Set()),
    /** How often each file was requested. @type {Map<string, number>} */
    times: new Map(),
    /** The responses that hang. @type {Set<import('node:http').ServerResponse>} */
    hanging: new Set(),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = normalize(decodeURIComponent(pathname)).slice(1) || 'index.html';
    const file = join(ROOT, name);
    state.requested.add(name);
    state.times.set(name, (state.times.get(name) ?? 0) + 1);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const body = readFileSync(file);
    if (state.fault?.files.includes(name)) {
      if (state.fault.how === 'hanging') state.hanging.add(response);
      FAULTS[state.fault.how](response, body, type);
      return;
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  const ready = new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    state,
    ready,
    /** Ends the hanging responses: otherwise a browser does not fetch a worker's code for the next page. */
    endHanging: () => {
      for (const response of state.hanging) response.destroy();
      state.hanging.clear();
    },
    address: () => `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * What the page shows now. It presses the screen's button as soon as it is there, opening the menu
 * if needed.
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

/**
 * Waits until the screen is complete or the page reports a problem.
 * @param {Page} page
 * @param {Screen} screen
 * @param {string} name
 */
async function answer(page, screen, name) {
  let last = 'nothing';
  await expect
    .poll(
      async () => {
        const now = await look(page, screen).catch(() => null);
        if (!now) return false;
        if (!now.loading) expect(now.text.trim(), `${name}: never blank`).not.toBe('');
        last = REPORTED.test(now.text) ? 'reported' : now.there ? 'whole' : 'nothing';
        return last !== 'nothing';
      },
      { message: `${name}: the page answers`, intervals: [100, 200, 300], timeout: PATIENCE },
    )
    .toBe(true);
  return last;
}

/**
 * A host with two pages: one with the normal timeouts and one (`hasty`) with timeouts of a second,
 * until `calm` is set. The pages are kept from screen to screen, because a browser that has
 * compiled the code before opens it in half the time; the storage is cleared in between.
 * @param {Browser} browser
 */
async function openLane(browser) {
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
    /** Opens a screen with empty storage. @param {Screen} screen @param {boolean} hasty */
    async open(screen, hasty) {
      at.state.requested.clear();
      const page = await pageFor(hasty);
      await page.goto(new URL(screen.address, at.address()).href, { waitUntil: 'commit' });
      return page;
    },
    /** Leaves the screen and clears its storage. @param {boolean} hasty */
    async leave(hasty) {
      const page = await pageFor(hasty);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      at.endHanging();
      const client = await page.context().newCDPSession(page);
      const { origin } = new URL(at.address());
      await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await client.detach();
    },
    /** What the pages show, to describe a failure. */
    describe: () =>
      Promise.all(
        [...pages.values()].map((page) =>
          page
            .evaluate(() => `${location.hash} ${document.body.innerText.slice(0, 400)}`)
            .catch(String),
        ),
      ),
    /** Closes the pages, so that the next screen starts in a new browser context. */
    async renew() {
      for (const page of pages.values()) await page.context().close();
      pages.clear();
    },
  };
}

/** @param {Awaited<ReturnType<typeof openLane>>} at @param {Screen} screen @param {Fault} fault @param {string} name */
async function tryFault(at, screen, fault, name) {
  at.state.fault = fault;
  const hasty = fault.how === 'hanging';
  const page = await at.open(screen, hasty);
  let first = await answer(page, screen, name);
  // What loads after the screen, such as the analysis, reports its problem a moment later.
  if (first === 'whole') {
    await page.waitForTimeout(LATER);
    first = await answer(page, screen, name);
  }
  // A hasty page may report a slow file before it requests the faulty one. It continues by itself,
  // or with Retry. All faulty code files must be requested, but only some of the images, as not
  // every screen shows every image.
  const pictures = !CODE.test(fault.files[0]);
  const requested = () =>
    fault.files[pictures ? 'some' : 'every']((file) => at.state.requested.has(file));
  if (!requested()) {
    await expect
      .poll(
        async () => {
          await look(page, screen).catch(() => null);
          if (requested()) return true;
          const way = page.getByRole('button', { name: /^(Retry|Reload)$/ }).first();
          if (await way.isVisible()) await way.click({ timeout: 1_000 }).catch(() => {});
          return requested();
        },
        { message: `${name}: the file is requested`, intervals: [300, 2_000], timeout: PATIENCE },
      )
      .toBe(true);
    first = await answer(page, screen, name);
  }
  at.state.fault = null;
  if (first === 'reported') {
    // Once the host works and has normal timeouts again, the button that the page offers must help.
    await page.evaluate(() => Object.assign(sessionStorage, { calm: 'yes' })).catch(() => {});
    let pressed = 0;
    await expect
      .poll(
        async () => {
          const now = await look(page, screen).catch(() => null);
          if (now?.there && !REPORTED.test(now.text)) return true;
          if (Date.now() < pressed + 2_000) return false;
          const way = page.getByRole('button', { name: /^(Retry|Reload)$/ }).first();
          await way.click({ timeout: 1_000 }).catch(() => {});
          pressed = Date.now();
          return false;
        },
        { message: `${name}: the screen is complete again`, intervals: [200], timeout: PATIENCE },
      )
      .toBe(true);
  }
  await at.leave(hasty);
  return first;
}

base(
  'whatever fault a host has with any file, each screen reacts, reports it, and recovers',
  async ({ browser }) => {
    base.setTimeout(1_800_000);
    const lanes = await Promise.all(Array.from({ length: AT_ONCE }, () => openLane(browser)));

    // Find out which screen fetches which files.
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
    /** Code files that should have been fetched but were not so far. */
    const unknown = () =>
      code.filter((name) => !fetched.has(`assets/${name}`) && !ON_DEMAND.has(sourceName(name)));
    /** @type {Set<string>} */
    const fetched = new Set();
    // On a slow machine the next request may come after the network was considered idle: try again
    // and wait longer.
    for (const patience of [0, 10_000, 60_000])
      for (const screen of SCREENS) {
        if (patience > 0 && unknown().length === 0) break;
        const page = await lanes[0].open(screen, false);
        const { requested } = lanes[0].state;
        expect(await answer(page, screen, screen.what)).toBe('whole');
        // Wait until nothing more is requested.
        await page.waitForLoadState('networkidle');
        const end = Date.now() + patience;
        while (Date.now() < end && unknown().some((name) => !requested.has(`assets/${name}`)))
          await page.waitForTimeout(200);
        const files = [...requested].filter(
          // The debug handle of these tests is not part of the page.
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
    const built = new Set(code.map(sourceName));
    expect([...ON_DEMAND].filter((name) => !built.has(name))).toEqual([]);

    /** @type {{ screen: Screen, fault: Fault }[]} */
    const all = [];
    const kinds = /** @type {Fault['how'][]} */ (Object.keys(FAULTS));
    const { length } = kinds;
    /** How many files of each class there were so far. @type {Record<string, number>} */
    const turns = {};
    /** @param {Screen} screen @param {string[]} files @param {Fault['how'][]} some */
    const add = (screen, files, some) => {
      for (const how of some) all.push({ screen, fault: { files, how } });
    };
    for (const { screen, files } of plan)
      for (const group of process.env.CHAOS === 'all'
        ? files.map((name) => [name])
        : groupFiles(files)) {
        const type = extname(group[0]);
        const turn = (turns[type] ??= 0);
        const often = FAULTS_PER_FILE[type] ?? 1;
        turns[type] += often;
        const some = Array.from({ length: often }, (_, i) => kinds[(turn + i) % length]);
        if (OWN_LOADER.test(group[0])) some.push('hanging');
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
    const results = { whole: 0, reported: 0 };
    /** The faults despite which a screen was complete. */
    const spared = new Set();
    const run = async (/** @type {typeof lanes[0]} */ at) => {
      for (let next = all.shift(); next; next = all.shift()) {
        const { screen, fault } = next;
        const name = `${screen.what}, ${fault.files[0]} ${fault.how}`;
        try {
          const first = await tryFault(at, screen, fault, name);
          results[first]++;
          if (first === 'whole') spared.add(name);
        } catch (error) {
          wrong.push(`${name}: ${String(error).split('\n')[0]} It shows: ${await at.describe()}`);
          await at.renew();
        }
      }
      await at.renew();
      at.close();
    };
    await Promise.all(lanes.map(run));
    expect(wrong).toEqual([]);
    // A page that reports no missing file would pass otherwise.
    console.log(
      `${results.reported} reported, ${results.whole} whole without: ${[...spared].join('; ')}`,
    );
    expect(results.reported).toBeGreaterThan(results.whole);
  },
);

// --- with the service worker --------------------------------------------------------------------

/** Opens a page of a host of its own, with a service worker. @param {Browser} browser */
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

/** The name of a built file that matches. @param {RegExp} kind */
const fileLike = (kind) =>
  `assets/${readdirSync(join(ROOT, 'assets')).find((name) => kind.test(name))}`;
/** Whether the whole engine is loaded. @param {Page} page */
const isWhole = (page) => page.evaluate(() => !!(/** @type {any} */ (window).__totora?.engine()));
/** Waits until the service worker has stored all files. @param {Page} page */
const controlled = (page) => page.waitForFunction(() => !!navigator.serviceWorker.controller);
/**
 * The size of the stored file in bytes, or -1 if it is not stored.
 * @param {Page} page
 * @param {string} name
 */
const stored = (page, name) =>
  page.evaluate(async (file) => {
    const found = await caches.match(new URL(file, location.href));
    return found ? (await found.arrayBuffer()).byteLength : -1;
  }, name);
/**
 * Replaces the stored file by something else.
 * @param {Page} page
 * @param {string} name
 * @param {string} type
 */
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

base('a wrong answer with status 200 is never stored', async ({ browser }) => {
  const { at, page, close } = await visit(browser);
  at.state.fault = { files: [REST], how: 'another page' };
  await page.goto(`${at.address()}#isolation`);
  await expect(page.getByText('The engine could not be loaded.')).toBeVisible();
  // The service worker has requested it too: once, and once bypassing the browser's cache.
  await expect.poll(() => at.state.times.get(REST)).toBeGreaterThanOrEqual(4);
  expect(await stored(page, REST)).toBe(-1);
  at.state.fault = null;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => isWhole(page)).toBe(true);
  await page.reload();
  await controlled(page);
  expect(await stored(page, REST)).toBe(statSync(join(ROOT, REST)).size);
  await close();
});

base(
  "a stored file that does not compile is replaced by the host's version",
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

base('Repair deletes the stored files of the page and keeps the games', async ({ browser }) => {
  const { at, page, close } = await visit(browser);
  await page.goto(`${at.address()}#isolation`);
  await controlled(page);
  await page.waitForFunction(() => !!(/** @type {any} */ (window).__totora?.thought()));
  const record = await page.evaluate(() =>
    JSON.stringify(/** @type {any} */ (window).__totora.record()),
  );
  const start = fileLike(/^start-.*\.js$/);
  await damage(page, start, 'text/javascript');
  // The file is wrong after each reload, until the user repairs it.
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
