/**
 * Parts of the page that load on demand, and boards: what is shown for each fault of a host. A
 * browser cannot load the code of a file that is missing, truncated or another page. An empty file
 * is a module without exports, and a hanging file is code that is still loading.
 */
import { beforeEach, expect, test, vi } from 'vitest';

/**
 * The state of the mocked hooks, and the effects to run after drawing.
 * @type {{ at: number, slots: any[], effects: (() => unknown)[] }}
 */
const memory = vi.hoisted(() => ({ at: 0, slots: [], effects: [] }));
vi.mock('preact/hooks', () => ({
  useState: (/** @type {unknown} */ initial) => {
    const at = memory.at++;
    if (!(at in memory.slots)) memory.slots[at] = initial;
    return [
      memory.slots[at],
      (/** @type {unknown} */ next) => {
        memory.slots[at] = next;
      },
    ];
  },
  useEffect: (/** @type {() => unknown} */ effect) => {
    const at = memory.at++;
    if (at in memory.slots) return;
    memory.slots[at] = true;
    memory.effects.push(effect);
  },
}));

const { lazyPart } = await import('../../www/panels/lazyPart.jsx');
const { loadRenderer, renderers } = await import('../../www/boards/registry.js');
const strings = await import('../../www/strings/common.js');

/** The texts and button labels that a component draws. @param {any} node @returns {string} */
function text(node) {
  if (Array.isArray(node)) return node.map(text).join(' ');
  if (node === null || typeof node !== 'object') return typeof node === 'string' ? node : '';
  if (typeof node.type === 'function') return text(node.type(node.props));
  return [text(node.props.children), node.props.label ?? ''].join(' ').trim();
}

/** Draws a part again. @param {any} Part */
function draw(Part) {
  memory.at = 0;
  const drawn = text(Part({ word: 'ludo' }));
  for (const effect of memory.effects.splice(0)) effect();
  return drawn;
}

const Rules = (/** @type {{ word: string }} */ { word }) => /** @type {any} */ (`rules of ${word}`);

beforeEach(() => {
  memory.slots = [];
  memory.effects = [];
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** The message with a button to try again. */
const slow = (/** @type {string} */ what) =>
  `${strings.stillLoadingTheHost(what)} ${strings.reload}`;
const failed = (/** @type {string} */ what) =>
  `${strings.totoraCouldNotLoad(what)} ${strings.reload}`;
const settle = () => vi.advanceTimersByTimeAsync(0);

test.each([
  ['missing, another page or cut', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['empty', () => Promise.resolve({})],
])('a part that is %s is reported as not loaded, with a button to try again', async (_, load) => {
  const Part = lazyPart(/** @type {any} */ (load), /** @type {never} */ ('Rules'), 'the rules');
  expect(draw(Part)).toBe(strings.loading('the rules'));
  await settle();
  expect(draw(Part)).toBe(failed('the rules'));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(draw(Part)).toBe(failed('the rules'));
});

test('a part that hangs is reported as slow, with a button to try again, and is shown once it loads', async () => {
  /** @type {(module: object) => void} */
  let resolveLoad = () => {};
  const load = () => new Promise((resolve) => (resolveLoad = resolve));
  const Part = lazyPart(/** @type {any} */ (load), /** @type {never} */ ('Rules'), 'the rules');
  draw(Part);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(draw(Part)).toBe(strings.loading('the rules'));
  await vi.advanceTimersByTimeAsync(1);
  expect(draw(Part)).toBe(slow('the rules'));
  resolveLoad({ Rules });
  await settle();
  expect(draw(Part)).toBe('rules of ludo');
});

test('a part without a loading message is still reported when it is slow or missing', async () => {
  /** @param {() => Promise<any>} load */
  const silent = (load) =>
    lazyPart(load, /** @type {never} */ ('Layers'), 'the layers', { silent: true });
  const hangs = silent(() => new Promise(() => {}));
  expect(draw(hangs)).toBe('');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(draw(hangs)).toBe(slow('the layers'));
  memory.slots = [];
  const missing = silent(() => Promise.reject(new Error('cut')));
  expect(draw(missing)).toBe('');
  await settle();
  expect(draw(missing)).toBe(failed('the layers'));
});

test('a board whose file is empty, or of an unknown game, is refused with a message', async () => {
  vi.doMock('../../www/boards/isolation/index.js', () => ({ isolation: undefined }));
  await expect(loadRenderer('isolation')).rejects.toThrow(strings.fileOfThisBoard);
  await expect(loadRenderer('ludo')).rejects.toThrow(strings.thisPageHasNoBoard('ludo'));
  expect(renderers).toEqual({});
});
