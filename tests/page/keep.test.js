/** What the browser remembers: settings, and the running game. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetStore, stateOf, storage, TURNS } from './fixtures.js';

const record = vi.hoisted(() => ({ text: '{"game":"twos"}' }));
const link = vi.hoisted(() => ({ answer: Promise.resolve('#1twos.abc'), end: () => {} }));
vi.mock('../../www/app/session.js', () => ({ recordText: () => record.text }));
vi.mock('../../www/app/send.js', () => ({ encodeHere: () => link }));

/** @type {ReturnType<typeof storage>} */
let local;
/** @type {typeof import('../../www/app/store.js')} */
let store;
/** @type {typeof import('../../www/app/keep.js')} */
let keep;

/** Opens the page anew, with what the browser has kept. */
async function reload() {
  vi.resetModules();
  store = await import('../../www/app/store.js');
  keep = await import('../../www/app/keep.js');
  return {
    ...(await import('../../www/app/settings.js')),
    ...(await import('../../www/app/saving.js')),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
  local = storage();
  record.text = '{"game":"twos"}';
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

for (const speed of [0.25, 4, Number.POSITIVE_INFINITY])
  test(`speed ${speed}, colours and panels survive a reload`, async () => {
    (await reload()).startSettings();
    store.speed.value = speed;
    store.theme.value = 'dark';
    store.tab.value = 'bot';
    store.chart.value = 'Villages';
    (await reload()).startSettings();
    expect(store.speed.value).toBe(speed);
    expect([store.theme.value, store.tab.value, store.chart.value]).toEqual([
      'dark',
      'bot',
      'Villages',
    ]);
    expect(document.documentElement.dataset.theme).toBe('dark');
    store.theme.value = 'system';
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

test('settings that make no sense are not taken up', async () => {
  const kept = { theme: 'pink', speed: -1, tab: 3, chart: null };
  local.setItem('totora:settings', JSON.stringify(kept));
  (await reload()).startSettings();
  expect([store.theme.value, store.speed.value, store.tab.value, store.chart.value]).toEqual([
    'system',
    1,
    'thinking',
    '',
  ]);
});

test('a storage that is forbidden, full or damaged costs nothing but the memory', async () => {
  const page = await reload();
  vi.stubGlobal('localStorage', {
    getItem: () => '{"half":',
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('forbidden');
    },
  });
  page.startSettings();
  page.startSaving();
  store.state.value = stateOf();
  expect(keep.recall('settings')).toBeNull();
  expect(keep.recallGame('twos')).toBeNull();
  keep.forget('game:twos');
  // It is said once, and not as an error.
  store.state.value = stateOf({ ply: 1 });
  const told = store.toasts.value.filter((toast) => /full or forbidden/.test(toast.text));
  expect(told).toMatchObject([{ error: false, action: { label: 'Save as a file' } }]);
});

test('a game is put aside as it is, listed, and only forgotten when somebody says so', async () => {
  await reload();
  const kept = /** @type {any} */ ({ record: 'r', ply: 1, overlay: 'all' });
  keep.keepGame('twos', kept);
  const aside = keep.setAside('twos', 'It does not open.');
  expect(aside).toMatchObject({ game: 'twos', why: 'It does not open.', record: 'r' });
  expect(keep.recallGame('twos')).toBeNull();
  // What is no game of ours is not ours to throw away either.
  local.setItem('totora:game:twos', '{"half":');
  keep.setAside('twos', 'It is no game.');
  keep.keepGame('twos', { ...kept, record: 'new' });
  expect(
    keep
      .asides()
      .map((one) => one.record)
      .sort(),
  ).toEqual(['r', '{"half":']);
  expect(keep.recallGame('twos')?.record).toBe('new');
  if (aside) keep.forgetAside(aside);
  expect(keep.asides().map((one) => one.record)).toEqual(['{"half":']);
  expect(keep.setAside('ones', 'There is none.')).toBeNull();
});

test('a game that cannot be put aside is not written over', async () => {
  await reload();
  const kept = /** @type {any} */ ({ record: 'mine', ply: 1 });
  keep.keepGame('twos', kept);
  const before = local.getItem('totora:game:twos');
  const set = local.setItem;
  local.setItem = (key, value) => {
    if (key.includes('aside')) throw new Error('full');
    set(key, value);
  };
  expect(keep.setAside('twos', 'It does not open.')).toBeNull();
  expect(keep.keepGame('twos', { ...kept, record: 'new' })).toBe(false);
  expect(local.getItem('totora:game:twos')).toBe(before);
});

test('of two tabs one keeps the game; the other says so and may keep a copy', async () => {
  /** The locks of the browser, by name: who waits for each, the first has it. @type {Map<string, { act: () => Promise<void> }[]>} */
  const queues = new Map();
  const locks = {
    request(/** @type {string} */ name, /** @type {any} */ how, /** @type {any} */ act) {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (how.ifAvailable && queue.length > 0) return Promise.resolve(act(null));
      const mine = { act };
      const next = () => {
        queue.splice(queue.indexOf(mine), 1);
        if (queue[0]) queue[0].act().then(next);
      };
      mine.act = async () => {
        await act({});
      };
      queue.push(mine);
      how.signal?.addEventListener('abort', () => {
        if (queue.indexOf(mine) > 0) queue.splice(queue.indexOf(mine), 1);
      });
      if (queue.length === 1) mine.act().then(next);
      return new Promise(() => {});
    },
  };
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('sessionStorage', storage());
  (await reload()).startSaving();
  store.state.value = stateOf({ ply: 2 });
  expect(keep.recallGame('twos')).toMatchObject({ ply: 2 });
  const first = store;

  const takeUp = vi.fn();
  (await reload()).startSaving(takeUp);
  const tabs = await import('../../www/app/tabs.js');
  store.state.value = stateOf({ ply: 5 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tabs.elsewhere.value).toBe(true);
  expect(keep.recallGame('twos')).toMatchObject({ ply: 2 });
  tabs.keepCopy('twos');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tabs.elsewhere.value).toBe(false);
  expect(keep.recallGame('twos')).toMatchObject({ ply: 5 });
  expect(JSON.parse(local.getItem('totora:game:twos') ?? '')).toMatchObject({ ply: 2 });
  // The copy goes on where it was, and the first tab's game too.
  store.state.value = stateOf({ ply: 6 });
  first.state.value = stateOf({ ply: 3 });
  expect(keep.recallGame('twos')).toMatchObject({ ply: 6 });
  expect(JSON.parse(local.getItem('totora:game:twos') ?? '')).toMatchObject({ ply: 3 });

  // A third tab that has changed nothing takes the game up when the first is closed.
  vi.stubGlobal('sessionStorage', storage());
  (await reload()).startSaving(takeUp);
  store.state.value = stateOf({ ply: 3 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keep.asides()).toHaveLength(1);
  expect(takeUp).not.toHaveBeenCalled();
  const further = { ...keep.recallGame('twos'), record: '{"game":"twos","further":1}' };
  local.setItem('totora:game:twos', JSON.stringify(further));
  first.state.value = stateOf({ game: 'others' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(takeUp).toHaveBeenCalledWith('twos');
});

test('a short game is kept at every change, with its place and how it is shown', async () => {
  (await reload()).startSaving();
  store.overlay.value = 'all';
  store.points.value = [1, 0];
  store.state.value = stateOf({ ply: 2, plies: 3 });
  expect(keep.recallGame('twos')).toMatchObject({
    record: record.text,
    ply: 2,
    overlay: 'all',
    points: [1, 0],
    running: true,
  });
  expect(keep.recall('last')).toBe('twos');
});

test('a long game is kept after a while, or at once before the page goes', async () => {
  const { startSaving, saveNow } = await reload();
  store.catalog.value = [TURNS];
  startSaving();
  store.state.value = stateOf({ ply: 100 });
  expect(keep.recallGame('twos')).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(keep.recallGame('twos')).toMatchObject({ ply: 100 });
  store.state.value = stateOf({ ply: 101 });
  expect(keep.recallGame('twos')).toMatchObject({ ply: 100 });
  saveNow();
  expect(keep.recallGame('twos')).toMatchObject({ ply: 101 });
  // Where all move at once, already the first turn may be long.
  store.state.value = stateOf({ game: 'turns', ply: 1 });
  expect(keep.recallGame('turns')).toBeNull();
  saveNow();
  expect(keep.recallGame('turns')).toMatchObject({ ply: 1 });
});

test('a large record is not written again when only its place has changed', async () => {
  const { startSaving } = await reload();
  startSaving();
  record.text = `{"moves":"${'x'.repeat(30_000)}"}`;
  store.state.value = stateOf({ ply: 9 });
  const written = local.getItem('totora:game:twos');
  store.state.value = stateOf({ ply: 4, plies: 9 });
  expect(local.getItem('totora:game:twos')).toBe(written);
  expect(keep.recallGame('twos')).toMatchObject({ record: record.text, ply: 4 });
  record.text = record.text.replace('x', 'y');
  store.state.value = stateOf({ ply: 10 });
  expect(keep.recallGame('twos')).toMatchObject({ record: record.text, ply: 10 });
  expect(local.getItem('totora:seen:twos')).toBeNull();
});

test('a record that no storage takes is kept as a link', async () => {
  const { startSaving } = await reload();
  startSaving();
  record.text = 'x'.repeat(1_600_000);
  store.state.value = stateOf({ ply: 9 });
  await vi.advanceTimersByTimeAsync(1);
  expect(keep.recallGame('twos')).toMatchObject({ record: '#1twos.abc', ply: 9 });
});

test('a page inside another keeps nothing', async () => {
  const { startSaving, save } = await reload();
  startSaving();
  store.embedded.value = true;
  store.state.value = stateOf({ ply: 1 });
  save();
  expect([...local.kept.keys()]).toEqual([]);
});
