/**
 * A browser in Node for tests of the whole page: happy-dom is the document, the canvas records, workers run in this process, and the
 * engine is the real wasm module. It knows no layout and no style sheet, except a size for each element and the tokens for colours.
 * Its words are Playwright's, so that a test reads the same here and in tests/browser.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Script } from 'node:vm';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Window } from 'happy-dom';
import { FOLDER, readTokens } from './build.js';
import { Context, Path } from './canvas.js';
import { Keyboard } from './keyboard.js';
import { Locator, PATIENCE } from './locator.js';

// A page adds more listeners to one signal than Node expects of servers.
EventEmitter.defaultMaxListeners = 0;

/** The address of the page. */
export const ADDRESS = 'http://127.0.0.1/';

const HTML = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
  .replace(/<script[^>]*><\/script>/g, '')
  .replace(/<link[^>]*>/g, '');

// --- scripts ------------------------------------------------------------------------------------

/** Names that scripts take from their page instead of Node. */
const NAMES = [
  ...['window', 'self', 'globalThis', 'document', 'location', 'history', 'navigator', 'console'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'IDBKeyRange', 'fetch', 'Worker', 'URL'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame'],
  ...['cancelAnimationFrame', 'requestIdleCallback', 'matchMedia', 'getComputedStyle', 'CSS'],
  ...['ResizeObserver', 'IntersectionObserver', 'MutationObserver', 'Path2D', 'ImageData'],
  ...[
    'Node',
    'CharacterData',
    'Element',
    'HTMLElement',
    'SVGElement',
    'Text',
    'Event',
    'CustomEvent',
    'Range',
  ],
  ...['NodeFilter', 'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement', 'DOMRect'],
  ...['HTMLButtonElement', 'HTMLCanvasElement', 'HTMLDialogElement', 'HTMLDetailsElement'],
  ...['HTMLDivElement', 'HTMLAnchorElement', 'HTMLLinkElement', 'KeyboardEvent', 'MouseEvent'],
  ...['PointerEvent', 'FocusEvent', 'WheelEvent', 'TouchEvent', 'DragEvent', 'ClipboardEvent'],
  ...['DataTransfer', 'File', 'DOMMatrix', 'HashChangeEvent', 'PopStateEvent', 'Selection'],
  ...['innerWidth', 'innerHeight', 'devicePixelRatio', 'addEventListener', 'removeEventListener'],
  ...['dispatchEvent', 'postMessage', 'parent', 'top', 'frames', 'scrollTo', 'close', 'open'],
  ...['WebAssembly', 'Crypto', 'crypto', 'CSSLayerStatementRule', 'totoraFile', '$address'],
];

/** @type {Map<string, (...values: unknown[]) => unknown>} */
const scripts = new Map();

/** A script of the build, as a function of `NAMES`. @param {string} file */
function scriptOf(file) {
  let found = scripts.get(file);
  if (!found) {
    const code = readFileSync(FOLDER + file, 'utf8')
      .replaceAll('import.meta.url', '$address')
      .replaceAll('import.meta.resolve', 'undefined')
      .replace(/^export .*$/gm, '');
    const text = `(function (${NAMES.join(', ')}) { 'use strict'; ${code}\n})`;
    found = /** @type {any} */ (new Script(text, { filename: FOLDER + file }).runInThisContext());
    scripts.set(file, /** @type {any} */ (found));
  }
  return /** @type {NonNullable<typeof found>} */ (found);
}

// --- files --------------------------------------------------------------------------------------

/** @type {Map<string, ArrayBuffer>} */
const files = new Map();

/** A file of the build. @param {string} name @returns {ArrayBuffer} */
function fileOf(name) {
  let found = files.get(name);
  if (!found) {
    const bytes = readFileSync(FOLDER + name);
    found = /** @type {ArrayBuffer} */ (
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    );
    files.set(name, found);
  }
  return found;
}

/** @type {WeakMap<object, Promise<WebAssembly.Module>>} */
const compiled = new WeakMap();

/** Compiles each file of the build once, however many pages load it. */
const wasm = Object.create(WebAssembly, {
  compile: {
    value: (/** @type {ArrayBuffer} */ bytes) => {
      const found = compiled.get(bytes) ?? WebAssembly.compile(bytes);
      compiled.set(bytes, found);
      return found;
    },
  },
});

/** Answers from the build. @param {string | URL} address @param {string} base */
async function fetchFile(address, base) {
  const { pathname } = new URL(address, base);
  const name = pathname.slice(1);
  try {
    const bytes = fileOf(name || 'index.html');
    return {
      ok: true,
      status: 200,
      // Without the type of wasm, the page compiles from the buffer.
      headers: new Headers({ 'Content-Type': extname(name) === '.wasm' ? '' : 'text/plain' }),
      arrayBuffer: async () => (extname(name) === '.wasm' ? bytes : bytes.slice(0)),
      text: async () => new TextDecoder().decode(bytes),
      json: async () => JSON.parse(new TextDecoder().decode(bytes)),
    };
  } catch {
    return { ok: false, status: 404, headers: new Headers(), text: async () => '' };
  }
}

// --- timers -------------------------------------------------------------------------------------

/** Timers that end with their page. An error in one is an uncaught error of the page. */
class Timers {
  /** @param {(error: unknown) => void} fail */
  constructor(fail) {
    this.fail = fail;
    this.ended = false;
    /** @type {Set<NodeJS.Timeout>} */
    this.running = new Set();
  }

  /** @param {any} act @param {unknown[]} given */
  run(act, given) {
    if (this.ended) return;
    try {
      act(...given);
    } catch (error) {
      this.fail(error);
    }
  }

  api() {
    const { running } = this;
    const set = (/** @type {any} */ act, ms = 0, /** @type {unknown[]} */ ...given) => {
      const timer = setTimeout(() => {
        running.delete(timer);
        this.run(act, given);
      }, ms);
      running.add(timer);
      return Number(timer);
    };
    const repeat = (/** @type {any} */ act, ms = 0, /** @type {unknown[]} */ ...given) => {
      const timer = setInterval(() => this.run(act, given), ms);
      running.add(timer);
      return Number(timer);
    };
    const clear = (/** @type {number | undefined} */ timer) => clearTimeout(timer);
    return {
      setTimeout: set,
      setInterval: repeat,
      clearTimeout: clear,
      clearInterval: clear,
      requestAnimationFrame: (/** @type {any} */ act) => set(() => act(performance.now()), FRAME),
      cancelAnimationFrame: clear,
      requestIdleCallback: (/** @type {any} */ act) => set(act, FRAME),
    };
  }

  end() {
    this.ended = true;
    for (const timer of this.running) clearTimeout(timer);
    this.running.clear();
  }
}

/** Milliseconds between two frames. */
const FRAME = 8;

// --- workers ------------------------------------------------------------------------------------

/** A worker that runs the real script of a worker in this process, with an engine of its own. */
class SimulatedWorker {
  /** @param {Page} page @param {string | URL} address */
  constructor(page, address) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.onerror = null;
    this.onmessageerror = null;
    page.workers.add(this);
    this.end = () => {
      page.workers.delete(this);
      timers.end();
      port1.close();
      port2.close();
    };
    const timers = new Timers((error) => page.fail(error));
    const file = new URL(address).pathname.slice(1);
    /** @type {any} */
    const scope = {
      ...timers.api(),
      addEventListener: port2.addEventListener.bind(port2),
      removeEventListener: port2.removeEventListener.bind(port2),
      postMessage: port2.postMessage.bind(port2),
      console: page.console,
      // The engine's clock.
      performance,
      navigator: {},
      location: new URL(address),
      indexedDB: page.home.database,
      IDBKeyRange,
      WebAssembly: wasm,
      fetch: (/** @type {string} */ path) => fetchFile(path, String(address)),
      URL,
      crypto,
      Worker: class {
        constructor() {
          throw new Error('a worker starts no worker');
        }
      },
    };
    Object.assign(scope, { self: scope, globalThis: scope, $address: String(address) });
    // A worker starts after the script that made it has gone on.
    setImmediate(() => {
      if (!page.workers.has(this)) return;
      scriptOf(file)(...NAMES.map((name) => scope[name]));
      port2.start();
    });
  }

  /** @param {unknown} message @param {any} [transfer] */
  postMessage(message, transfer) {
    this.port.postMessage(message, transfer);
  }

  /** @param {'message'} name @param {any} act */
  addEventListener(name, act) {
    this.port.addEventListener(name, act);
    this.port.start();
  }

  /** @param {'message'} name @param {any} act */
  removeEventListener(name, act) {
    this.port.removeEventListener(name, act);
  }

  terminate() {
    this.end();
  }
}

// --- history ------------------------------------------------------------------------------------

/** The history of a page, with its location. */
class History {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {{ url: URL, state: unknown, document: number }[]} */
    this.entries = [];
    this.at = -1;
    /** Counts loaded documents. */
    this.loaded = 0;
  }

  get url() {
    return this.entries[this.at]?.url ?? new URL('about:blank');
  }

  /** @param {URL} url @param {unknown} [state] */
  push(url, state = null) {
    this.entries.splice(this.at + 1);
    this.entries.push({ url, state, document: this.loaded });
    this.at++;
  }

  /** Goes to another entry. @param {number} steps */
  async go(steps) {
    const to = this.entries[this.at + steps];
    if (!to) return;
    const from = this.url;
    const same = to.document === this.entries[this.at].document;
    this.at += steps;
    if (!same) {
      to.document = ++this.loaded;
      await this.page.load();
    } else this.announce(from, to.state, true);
  }

  /** @param {URL} from @param {unknown} state @param {boolean} pop */
  announce(from, state, pop) {
    const { window } = this.page;
    const to = this.url;
    this.page.timers.api().setTimeout(() => {
      const event = (/** @type {string} */ name, /** @type {object} */ more) =>
        window.dispatchEvent(Object.assign(new window.Event(name), more));
      if (pop) event('popstate', { state });
      if (from.hash !== to.hash) event('hashchange', { oldURL: from.href, newURL: to.href });
    });
  }

  /** Follows an address, as a link or a script does. @param {string | URL} address @param {boolean} [replace] */
  follow(address, replace = false) {
    const from = this.url;
    const to = new URL(address, from);
    const bare = (/** @type {URL} */ { href }) => href.split('#')[0];
    if (bare(to) === bare(from) && String(address).includes('#')) {
      if (to.href === from.href) return Promise.resolve();
      if (replace) this.entries[this.at].url = to;
      else this.push(to);
      this.announce(from, null, false);
      return Promise.resolve();
    }
    this.loaded++;
    if (replace) this.entries[this.at] = { url: to, state: null, document: this.loaded };
    else this.push(to);
    return this.page.load();
  }

  /** The `location` of the page. */
  location() {
    const part = (
      /** @type {'href' | 'hash' | 'search' | 'pathname' | 'origin' | 'host' | 'protocol' | 'hostname' | 'port'} */ name,
    ) => ({
      get: () => this.url[name],
      enumerable: true,
    });
    return Object.defineProperties(
      {
        assign: (/** @type {string} */ to) => this.follow(to),
        replace: (/** @type {string} */ to) => this.follow(to, true),
        reload: () => this.page.reload(),
        toString: () => this.url.href,
      },
      {
        ...Object.fromEntries(
          /** @type {const} */ (['search', 'pathname', 'origin', 'host', 'protocol']).map(
            (name) => [name, part(name)],
          ),
        ),
        hostname: part('hostname'),
        port: part('port'),
        href: { ...part('href'), set: (to) => this.follow(to) },
        hash: { ...part('hash'), set: (to) => this.follow(`#${String(to).replace(/^#/, '')}`) },
      },
    );
  }

  /** The `history` of the page. */
  api() {
    const history = this;
    const resolve = (/** @type {string | undefined} */ url) => new URL(url ?? '', history.url);
    return {
      get length() {
        return history.entries.length;
      },
      get state() {
        return history.entries[history.at]?.state ?? null;
      },
      scrollRestoration: 'auto',
      pushState: (
        /** @type {unknown} */ state,
        /** @type {string} */ _,
        /** @type {string} */ url,
      ) => history.push(url === undefined ? history.url : resolve(url), state),
      replaceState: (
        /** @type {unknown} */ state,
        /** @type {string} */ _,
        /** @type {string} */ url,
      ) => {
        const here = history.entries[history.at];
        Object.assign(here, { state, url: url === undefined ? here.url : resolve(url) });
      },
      back: () => history.go(-1),
      forward: () => history.go(1),
      go: (/** @type {number} */ steps) => history.go(steps),
    };
  }
}

// --- storage ------------------------------------------------------------------------------------

/** A `Storage` in memory. */
class MemoryStorage {
  /** @type {Map<string, string>} */
  #all = new Map();
  get length() {
    return this.#all.size;
  }
  /** @param {number} at */
  key(at) {
    return [...this.#all.keys()][at] ?? null;
  }
  /** @param {string} name */
  getItem(name) {
    return this.#all.get(name) ?? null;
  }
  /** @param {string} name @param {string} value */
  setItem(name, value) {
    this.#all.set(name, String(value));
  }
  /** @param {string} name */
  removeItem(name) {
    this.#all.delete(name);
  }
  clear() {
    this.#all.clear();
  }
}

/** What the pages of one browser share: its storage. */
export class BrowserContext {
  /** @param {Browser} browser */
  constructor(browser) {
    this.browser = browser;
    this.storage = new MemoryStorage();
    this.database = new IDBFactory();
    /** @type {Page[]} */
    this.pages = [];
  }

  async newPage() {
    const page = new Page(this);
    this.pages.push(page);
    return page;
  }

  async close() {
    for (const page of this.pages) page.end();
  }
}

export class Browser {
  constructor() {
    /** @type {BrowserContext[]} */
    this.contexts = [];
  }

  async newContext() {
    const context = new BrowserContext(this);
    this.contexts.push(context);
    return context;
  }

  async close() {
    for (const context of this.contexts) await context.close();
  }
}

// --- pages --------------------------------------------------------------------------------------

const tokens = readTokens();

/** The value of a colour for a scheme, as browsers compute it. @param {string} value @param {boolean} dark */
function computedColour(value, dark) {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  const token = name ? (tokens.get(name) ?? '') : value;
  const [, light, other] = /^light-dark\((#\w+), (#\w+)\)$/.exec(token) ?? [];
  const hex = (dark ? other : light) ?? token;
  const digits = /^#([0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!digits) return hex;
  return `rgb(${[0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join(', ')})`;
}

/** A file that the page saved. */
class Download {
  /** @param {string} name @param {Blob} blob */
  constructor(name, blob) {
    this.name = name;
    this.blob = blob;
  }
  suggestedFilename() {
    return this.name;
  }
  async bytes() {
    return Buffer.from(await this.blob.arrayBuffer());
  }
  async text() {
    return (await this.bytes()).toString();
  }
}

export class Page {
  /** @param {BrowserContext} context */
  constructor(context) {
    this.home = context;
    /** @type {any} */
    this.window = null;
    /** @type {Set<SimulatedWorker>} */
    this.workers = new Set();
    /** Console errors and uncaught errors. @type {string[]} */
    this.problems = [];
    this.timers = new Timers((error) => this.fail(error));
    this.history = new History(this);
    this.sessionStorage = new MemoryStorage();
    /** What scripts of the page see, by name. @type {Record<string, any>} */
    this.scope = {};
    this.viewport = { width: 1440, height: 900 };
    this.media = { colorScheme: 'light', reducedMotion: 'no-preference' };
    /** Whether its pointer is a finger. */
    this.touch = false;
    /** The media queries of the page. @type {Set<EventTarget & { was: boolean, matches: boolean }>} */
    this.queries = new Set();
    this.clipboard = '';
    /** @type {((window: any) => void)[]} */
    this.initScripts = [];
    /** @type {((download: Download) => void)[]} */
    this.waitingForDownload = [];
    /** @type {Map<string, Blob>} */
    this.blobs = new Map();
    this.keyboard = new Keyboard(this);
    this.console = {
      ...console,
      log: () => {},
      warn: () => {},
      info: () => {},
      debug: () => {},
      error: (/** @type {unknown[]} */ ...what) => this.problems.push(`console: ${what.join(' ')}`),
    };
  }

  /** An uncaught error. @param {any} error */
  fail(error) {
    this.problems.push(`uncaught: ${error?.stack ?? error}`);
    const { window } = this;
    window?.dispatchEvent(Object.assign(new window.Event('error'), { error }));
  }

  // --- documents ---------------------------------------------------------------------------------

  end() {
    this.timers.end();
    for (const worker of [...this.workers]) worker.terminate();
    const { window } = this;
    this.window = null;
    window?.happyDOM.abort();
  }

  /** @param {string} address */
  async goto(address) {
    const from = this.history.url;
    if (from.protocol === 'about:' && address !== 'about:blank') {
      this.history.loaded++;
      this.history.push(new URL(address, ADDRESS));
      await this.load();
    } else if (address === 'about:blank') {
      this.#leave();
      this.history.loaded++;
      this.history.push(new URL(address));
    } else {
      await this.history.follow(new URL(address, ADDRESS).href);
      await this.#settle();
    }
  }

  async reload() {
    await this.load();
  }

  async goBack() {
    await this.history.go(-1);
    await this.#settle();
  }

  async goForward() {
    await this.history.go(1);
    await this.#settle();
  }

  /** Waits until an event of the navigation has been handled. */
  #settle() {
    return new Promise((resolve) => setTimeout(resolve, 2));
  }

  #leave() {
    if (!this.window) return;
    this.window.dispatchEvent(new this.window.Event('pagehide'));
    this.end();
  }

  /** Loads the document of the current address. */
  async load() {
    this.#leave();
    this.queries.clear();
    this.timers = new Timers((error) => this.fail(error));
    const { width, height } = this.viewport;
    const window = /** @type {any} */ (new Window({ url: this.history.url.href, width, height }));
    this.window = window;
    window.document.write(HTML);
    this.#equip(window);
    for (const script of this.initScripts) script(this.scope);
    scriptOf('page.js')(...NAMES.map((name) => this.scope[name]));
    await Promise.resolve();
  }

  /** Adds to the window what happy-dom lacks, or does not share between documents. @param {any} window */
  #equip(window) {
    const page = this;
    const timers = this.timers.api();
    const observers = observersOf(timers.setTimeout, window);
    const own = {
      ...timers,
      ...observers,
      location: this.history.location(),
      history: this.history.api(),
      localStorage: this.home.storage,
      sessionStorage: this.sessionStorage,
      indexedDB: this.home.database,
      IDBKeyRange,
      WebAssembly: wasm,
      console: this.console,
      crypto: seededCrypto(),
      matchMedia: (/** @type {string} */ query) => this.#matchMedia(query),
      getComputedStyle: (/** @type {any} */ element) => this.#styleOf(element),
      fetch: (/** @type {string} */ address) => fetchFile(address, this.history.url.href),
      Worker: class extends SimulatedWorker {
        /** @param {string | URL} address */
        constructor(address) {
          super(page, address);
        }
      },
      Path2D: Path,
      URL: this.#urls(),
      ImageData: class {
        /** @param {Uint8ClampedArray} data @param {number} width @param {number} height */
        constructor(data, width, height) {
          Object.assign(this, { data, width, height });
        }
      },
    };
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(window, name, { value, writable: true, configurable: true });
    Object.defineProperty(window.navigator, 'clipboard', {
      value: {
        writeText: async (/** @type {string} */ text) => {
          this.clipboard = text;
        },
        readText: async () => this.clipboard,
      },
    });
    Object.defineProperty(window.navigator, 'hardwareConcurrency', { value: 4 });
    equipElements(window, this);
    this.scope = new Proxy(
      { window, self: window, globalThis: window, $address: ADDRESS },
      { get: (all, name) => (name in all ? Reflect.get(all, name) : windowValue(window, name)) },
    );
    for (const kind of ['blur', 'focusout'])
      window.document.addEventListener(kind, () => this.keyboard.commit(), true);
  }

  #urls() {
    const { blobs } = this;
    return class extends URL {
      /** @param {Blob} blob */
      static createObjectURL(blob) {
        const href = `blob:${ADDRESS}${blobs.size}`;
        blobs.set(href, blob);
        return href;
      }
      static revokeObjectURL() {}
    };
  }

  /** Whether a media query holds. @param {string} query */
  #holds(query) {
    const { width, height } = this.viewport;
    const { colorScheme, reducedMotion } = this.media;
    const number = (/** @type {string} */ value) => {
      const [one, other = 1] = value.split('/').map(Number.parseFloat);
      return one / other;
    };
    return query.split(',').some((one) =>
      one.split(' and ').every((part) => {
        const [, name, value] = /\(\s*([\w-]+)\s*:?\s*([^)]*)\)/.exec(part) ?? [];
        const known = {
          'prefers-color-scheme': value === colorScheme,
          'prefers-reduced-motion': value === reducedMotion,
          'forced-colors': value === 'none',
          width: width === number(value),
          'max-width': width <= number(value),
          'min-width': width >= number(value),
          'max-height': height <= number(value),
          'min-height': height >= number(value),
          'max-aspect-ratio': width / height <= number(value),
          'min-aspect-ratio': width / height >= number(value),
          hover: value === 'hover',
          pointer: value === (this.touch ? 'coarse' : 'fine'),
        };
        if (!(name in known)) throw new Error(`the simulated browser does not know ${part}`);
        return known[/** @type {keyof typeof known} */ (name)];
      }),
    );
  }

  /** @param {string} query */
  #matchMedia(query) {
    const holds = () => this.#holds(query);
    const target = new EventTarget();
    const media = Object.assign(target, { media: query, was: holds() });
    Object.defineProperty(media, 'matches', { get: holds });
    this.queries.add(/** @type {any} */ (media));
    return media;
  }

  /** Tells the page that its media have changed. */
  #mediaChanged() {
    for (const one of this.queries) {
      if (one.was === one.matches) continue;
      one.was = one.matches;
      one.dispatchEvent(Object.assign(new Event('change'), { matches: one.matches }));
    }
  }

  /** The computed style: inline styles, and the tokens. @param {any} element */
  #styleOf(element) {
    const dark = this.media.colorScheme === 'dark';
    const inline = () => /** @type {any} */ (element).style ?? {};
    return new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === 'getPropertyValue')
            return (/** @type {string} */ property) =>
              inline().getPropertyValue?.(property) || tokens.get(property) || '';
          if (name === 'color') return computedColour(inline().color ?? '', dark);
          return inline()[name] ?? '';
        },
      },
    );
  }

  /** A function of a test with the names of the page in place of Node's. @template T @param {(...given: any[]) => T} act @returns {(...given: any[]) => T} */
  named(act) {
    const names = [...NAMES, '__totora'].filter((name) => name !== '$address');
    const make = new Function(...names, `return (${act})`);
    return (...given) => make(...names.map((name) => this.scope[name]))(...given);
  }

  // --- as Playwright's page ----------------------------------------------------------------------

  context() {
    return this.home;
  }

  url() {
    return this.history.url.href;
  }

  /** Runs a function with the names of the page, and returns its result. @template T @param {(given: any) => T} act @param {unknown} [given] @returns {Promise<T>} */
  async evaluate(act, given) {
    return this.named(act)(given);
  }

  /** @param {(given?: any) => unknown} act @param {unknown} [given] */
  async waitForFunction(act, given) {
    const run = this.named(act);
    const end = performance.now() + PATIENCE;
    while (performance.now() < end) {
      const found = this.window && (await run(given));
      if (found) return found;
      await pause();
    }
    throw new Error(`it did not become true within ${PATIENCE / 1000} s: ${act}`);
  }

  /** @param {(given?: any) => void} script @param {unknown} [given] */
  async addInitScript(script, given) {
    this.initScripts.push(() => this.named(script)(given));
  }

  /** @param {'download'} _what @returns {Promise<Download>} */
  waitForEvent(_what) {
    return new Promise((resolve) => this.waitingForDownload.push(resolve));
  }

  /** @param {{ width: number, height: number }} viewport */
  async setViewportSize(viewport) {
    this.viewport = viewport;
    Object.assign(this.window ?? {}, { innerWidth: viewport.width, innerHeight: viewport.height });
    this.#mediaChanged();
    this.window?.dispatchEvent(new this.window.Event('resize'));
  }

  /** @param {{ colorScheme?: string, reducedMotion?: string }} media */
  async emulateMedia(media) {
    Object.assign(this.media, media);
    this.#mediaChanged();
  }

  /** @param {number} ms */
  waitForTimeout(ms) {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  title() {
    return this.window.document.title;
  }

  /** @param {string} selector @param {string} name @param {object} [more] */
  async dispatchEvent(selector, name, more) {
    const { window } = this;
    const event = new window.Event(name, { bubbles: true, cancelable: true });
    for (const [key, value] of Object.entries(more ?? {}))
      Object.defineProperty(event, key, { value });
    window.document.querySelector(selector).dispatchEvent(event);
  }

  /** Waits until effects of the last rendering have run: they add listeners. */
  #effects() {
    return this.waitForTimeout(5 * FRAME);
  }

  /** Drops a file on the page, or on an element. @param {string} name @param {string} text @param {string} [selector] */
  async drop(name, text, selector = 'body') {
    await this.#effects();
    const files = [new File([text], name)];
    await this.dispatchEvent(selector, 'drop', { dataTransfer: { files, types: ['Files'] } });
  }

  /** Pastes a text on the page, outside of fields. @param {string} text */
  async paste(text) {
    await this.#effects();
    await this.dispatchEvent('body', 'paste', { clipboardData: { getData: () => text } });
  }

  /** The recorder of a canvas. @param {string} [selector] @returns {Context} */
  canvas(selector = '.board-canvas canvas') {
    const found = this.window.document.querySelector(selector);
    if (!found) throw new Error(`no canvas ${selector} on the page`);
    return found.getContext('2d');
  }

  get root() {
    return new Locator(this, () => (this.window ? [this.window.document] : []), 'the page');
  }

  /** @param {string} selector @param {import('./locator.js').Filter} [how] */
  locator(selector, how) {
    return this.root.locator(selector, how);
  }

  /** @param {string} role @param {import('./locator.js').RoleOptions} [how] */
  getByRole(role, how) {
    return this.root.getByRole(role, how);
  }

  /** @param {string | RegExp} text @param {{ exact?: boolean }} [how] */
  getByText(text, how) {
    return this.root.getByText(text, how);
  }

  /** @param {string | RegExp} text @param {{ exact?: boolean }} [how] */
  getByLabel(text, how) {
    return this.root.getByLabel(text, how);
  }

  /** @param {string} id */
  getByTestId(id) {
    return this.root.getByTestId(id);
  }
}

/** Lets timers and messages of the page run. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** @param {any} window @param {string | symbol} name */
function windowValue(window, name) {
  const value = window[name];
  // Methods of the window need it as `this`.
  return typeof value === 'function' && /^[a-z]/.test(String(name)) && name !== 'totoraFile'
    ? value.bind(window)
    : value;
}

/** The same seeds in every run, as in tests/browser/fixtures.js. */
function seededCrypto() {
  let drawn = 1;
  return {
    subtle: crypto.subtle,
    randomUUID: () => crypto.randomUUID(),
    /** @param {any} array */
    getRandomValues(array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) {
        drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[i] = drawn >>> 24;
      }
      return array;
    },
  };
}

/** Observers that report each element once: nothing changes its size or leaves the view. @param {(act: () => void) => void} later @param {any} window */
function observersOf(later, window) {
  class Observer {
    /** @param {(entries: any[], observer: unknown) => void} act */
    constructor(act) {
      this.act = act;
      /** @type {Set<any>} */
      this.seen = new Set();
    }
    /** @param {any} target */
    observe(target) {
      this.seen.add(target);
      later(() => {
        if (!this.seen.has(target)) return;
        const contentRect = target.getBoundingClientRect();
        this.act([{ target, contentRect, isIntersecting: true, intersectionRatio: 1 }], this);
      });
    }
    /** @param {any} target */
    unobserve(target) {
      this.seen.delete(target);
    }
    disconnect() {
      this.seen.clear();
    }
  }
  return {
    ResizeObserver: class extends Observer {},
    IntersectionObserver: class extends Observer {},
    DOMRect: window.DOMRect,
  };
}

/** The size of an element that has none of its own. */
const ROOM = { width: 640, height: 640 };

/** Gives elements a size, canvases a context, and links their effect. @param {any} window @param {Page} page */
function equipElements(window, page) {
  const { HTMLElement, HTMLCanvasElement, HTMLAnchorElement, Element } = window;
  const number = (/** @type {string | undefined} */ length) =>
    /^-?[\d.]+px$/.test(length ?? '') ? Number.parseFloat(length ?? '') : null;
  /** @param {any} element @returns {{ width: number, height: number }} */
  const sizeOf = (element) => {
    const { width, height } = element.style ?? {};
    return { width: number(width) ?? ROOM.width, height: number(height) ?? ROOM.height };
  };
  const size = (/** @type {'width' | 'height'} */ which) => ({
    get() {
      return sizeOf(this)[which];
    },
    configurable: true,
  });
  for (const part of ['client', 'offset', 'scroll'])
    Object.defineProperties(HTMLElement.prototype, {
      [`${part}Width`]: size('width'),
      [`${part}Height`]: size('height'),
    });
  /** Inline positions count from the element around. @param {any} element @returns {{ x: number, y: number }} */
  const place = (element) => {
    let [x, y] = [0, 0];
    for (let one = element; one?.style; one = one.parentElement) {
      x += number(one.style.left) ?? 0;
      y += number(one.style.top) ?? 0;
    }
    return { x, y };
  };
  Element.prototype.getBoundingClientRect = function () {
    const { x, y } = place(this);
    const { width, height } = sizeOf(this);
    return new window.DOMRect(x, y, width, height);
  };
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    setPointerCapture() {},
    releasePointerCapture() {},
    hasPointerCapture: () => false,
    getAnimations: () => [],
    animate: () => ({ cancel() {}, finished: Promise.resolve(), finish() {} }),
  });
  window.document.getAnimations = () => [];
  window.document.execCommand = () => false;
  window.document.elementFromPoint = () => null;
  HTMLCanvasElement.prototype.getContext = function () {
    this.recorder ??= new Context(this);
    return this.recorder;
  };
  HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,';
  HTMLCanvasElement.prototype.toBlob = function (/** @type {(blob: Blob) => void} */ take) {
    take(new Blob([this.recorder?.summary() ?? ''], { type: 'image/png' }));
  };
  HTMLAnchorElement.prototype.click = function () {
    const name = this.getAttribute('download');
    if (name === null) return HTMLElement.prototype.click.call(this);
    const blob = page.blobs.get(this.href);
    if (blob) page.waitingForDownload.shift()?.(new Download(name, blob));
  };
  // Browsers take the text of any value; happy-dom compares it as it is.
  const { prototype } = window.HTMLSelectElement;
  const value = /** @type {PropertyDescriptor} */ (
    Object.getOwnPropertyDescriptor(prototype, 'value')
  );
  Object.defineProperty(prototype, 'value', {
    ...value,
    set(/** @type {unknown} */ to) {
      value.set?.call(this, String(to));
    },
  });
  // A modal dialog takes the focus, and gives it back.
  const { showModal, close } = window.HTMLDialogElement.prototype;
  window.HTMLDialogElement.prototype.showModal = function () {
    this.before = window.document.activeElement;
    showModal.call(this);
    const first = this.querySelector('[autofocus]') ?? this.querySelector('button, input, select');
    first?.focus();
  };
  window.HTMLDialogElement.prototype.close = function (/** @type {string} */ value) {
    const open = this.hasAttribute('open');
    close.call(this, value);
    if (open && this.before?.isConnected) this.before.focus();
  };
}
