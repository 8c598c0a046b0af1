/**
 * Loading the two parts of the engine: wrong responses, slow ones, and calls that the first part
 * cannot answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

/** The bindings of the module, and the host's response. @type {any} */
const fake = vi.hoisted(() => ({ reset: 0, joined: 0 }));
vi.mock('../../www/pkg/parts.js', () => ({ first: 'first.wasm', rest: 'rest.wasm' }));
vi.mock('../../www/pkg/totora.js', () => ({
  default: async () => {},
  initSync: () => ({}),
  __wbg_reset_state: () => {
    fake.reset++;
  },
}));

/** @type {typeof import('../../www/worker/engine.js')} */
let engine;
/** The requests: the address and the cache mode. @type {string[]} */
let requests;
/** @type {(string | null)[]} */
let reports;

/** A response with this body. @param {string} body */
const answer = (body) => ({ ok: true, headers: new Headers(), arrayBuffer: async () => body });

beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fake.reset = 0;
  fake.joined = 0;
  requests = [];
  reports = [];
  fake.host = () => answer('wasm');
  vi.stubGlobal('fetch', (/** @type {string} */ address, /** @type {RequestInit} */ how) => {
    requests.push(`${address} ${how.cache}`);
    return Promise.resolve(fake.host(address, how));
  });
  const { compile } = WebAssembly;
  vi.spyOn(WebAssembly, 'compile').mockImplementation(async (/** @type {any} */ body) => {
    // Node compiles modules of its own.
    if (typeof body !== 'string') return compile(body);
    if (body !== 'wasm') throw new WebAssembly.CompileError('expected magic word');
    return /** @type {any} */ ({});
  });
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(
    /** @type {any} */ (
      function joined() {
        fake.joined++;
      }
    ),
  );
  engine = await import('../../www/worker/engine.js');
  engine.whenLate((late) => reports.push(late));
});

test('a response that does not compile is requested once more, bypassing the browser’s cache', async () => {
  fake.host = (/** @type {string} */ address, /** @type {RequestInit} */ { cache }) =>
    answer(address === 'rest.wasm' && cache === 'default' ? '<!doctype html>' : 'wasm');
  await engine.engine();
  expect(requests.sort()).toEqual(['first.wasm default', 'rest.wasm default', 'rest.wasm reload']);
  expect(engine.isWhole()).toBe(true);
});

test.each([
  ['missing', { ...answer('wasm'), ok: false, status: 404 }],
  ['another page', answer('<!doctype html>')],
  ['empty', answer('')],
  ['cut', answer('wa')],
])('a part that is %s is reported, and callers wait until a retry succeeds', async (_, wrong) => {
  fake.host = (/** @type {string} */ address) => (address === 'rest.wasm' ? wrong : answer('wasm'));
  let loaded = false;
  const whole = engine.engine().then(() => {
    loaded = true;
  });
  await vi.waitFor(() => expect(reports.at(-1)).toBe('failed'));
  expect([loaded, engine.isWhole()]).toEqual([false, false]);
  fake.host = () => answer('wasm');
  engine.retryEngine();
  await whole;
  expect([reports.at(-1), engine.isWhole()]).toEqual([null, true]);
});

test('a host that does not respond is reported after a while, and can be asked again', async () => {
  vi.useFakeTimers();
  fake.host = (/** @type {string} */ _address, /** @type {RequestInit} */ { signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  const whole = engine.engine();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reports.at(-1)).toBe('slow');
  vi.useRealTimers();
  fake.host = () => answer('wasm');
  engine.retryEngine();
  await whole;
  expect(reports.at(-1)).toBe(null);
});

test('what the first part cannot do is repeated in a new instance with both parts', async () => {
  let times = 0;
  const found = await engine.withFirstEngine(() => {
    times++;
    if (!engine.isWhole()) throw new WebAssembly.RuntimeError('null function');
    return 'done';
  });
  expect([found, times, fake.reset]).toEqual(['done', 2, 1]);
  // Other errors are passed on, and so are traps once the whole engine is loaded.
  for (const error of [new Error('not legal'), new WebAssembly.RuntimeError('unreachable')]) {
    const call = engine.withFirstEngine(() => Promise.reject(error));
    await expect(call).rejects.toBe(error);
  }
  expect(fake.reset).toBe(1);
});

test('a file that a thought needs is fetched, and the call repeated', async () => {
  fake.host = () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(2) });
  const take = () => /** @type {any} */ (globalThis).totoraFile('reversi-patterns.bin').length;
  expect(await engine.withFiles(take)).toBe(2);
  fake.host = () => ({ ok: false, status: 404 });
  await expect(engine.withFiles(take)).rejects.toThrow('could not be loaded: 404');
  const wrong = new Error('another');
  await expect(
    engine.withFiles(() => {
      throw wrong;
    }),
  ).rejects.toBe(wrong);
});

test('nothing on the page uses synchronous requests', () => {
  const files = readdirSync('www', { recursive: true, encoding: 'utf8' }).filter((name) =>
    // The sandbox names the APIs that it removes.
    /^(?!pkg|sandbox).*\.jsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((name) =>
    readFileSync(`www/${name}`, 'utf8').includes('XMLHttpRequest'),
  );
  expect(found).toEqual([]);
});
