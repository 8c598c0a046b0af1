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
  keep.forgetGame('twos');
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
