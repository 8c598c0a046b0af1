/** Opening what comes from outside: links, records, maps, files; and taking up what was kept. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOT, GAME, HUMAN, resetStore, stateOf, storage, TURNS } from './fixtures.js';

/** The engine, and the worker that reads long links. @type {any} */
const fake = vi.hoisted(() => ({}));
vi.mock('../../www/boards/registry.js', () => ({ renderers: {}, loadRenderer: async () => {} }));
vi.mock('../../www/worker/engine.js', () => ({
  engine: async () => fake.engine,
  readyEngine: () => fake.engine,
}));
vi.mock('../../www/pkg/catalog.js', () => ({ catalog: [] }));
vi.mock('../../www/worker/client.js', () => ({
  decode: (/** @type {string[]} */ ...given) => ({ answer: fake.decode(...given), end: fake.end }),
}));

const store = await import('../../www/app/store.js');
const { open, openFile, resume } = await import('../../www/app/open.js');
const { MAX_TEXT } = await import('../../www/ui/limits.js');
const session = await import('../../www/app/session.js');
const { openFromAddress, listen } = await import('../../www/app/links.js');

/** A session. @param {any} [state] */
function game(state = {}) {
  const all = { overlay: 'all', turned: 1 };
  const made = {
    at: state.ply ?? 3,
    free: vi.fn(),
    state: () => stateOf({ ...state, ply: made.at, plies: state.plies ?? 3 }),
    layout: () => ({}),
    view: () => ({}),
    moves: () => [],
    series: () => [],
    record: () => JSON.stringify({ game: state.game ?? 'twos', made: state.name ?? 'new' }),
    shown: () => ({ ...all, ply: made.at }),
    open_line: (/** @type {number} */ _line, /** @type {number} */ ply) => {
      made.at = ply;
    },
  };
  return made;
}

/** What is on the page, briefly. */
const page = () => JSON.parse(session.recordText()).made;
const errors = () => store.toasts.value.filter((toast) => toast.error).map((toast) => toast.text);

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  resetStore();
  fake.end = vi.fn();
  fake.decode = vi.fn();
  fake.replayed = game({ name: 'replayed' });
  fake.engine = {
    draw_seed: () => 7,
    Session: { from_link: vi.fn(() => game({ name: 'linked' })), create: vi.fn(() => game()) },
    Opening: {
      create: vi.fn(() => ({
        plies: () => 3,
        advance: () => true,
        played: () => 3,
        finish: () => fake.replayed,
        free() {},
      })),
    },
    seat_names: () => ['A', 'B'],
    recognise: () => undefined,
    check_setup: () => ({ warnings: [] }),
  };
  session.replace(/** @type {any} */ (game({ name: 'mine' })));
  session.publish();
});
afterEach(() => vi.unstubAllGlobals());

test('a link opens where it was sent, with its overlay, and waits there', async () => {
  store.advisor.value = BOT;
  expect(await open(' #1twos.abc ')).toBe(true);
  expect(page()).toBe('linked');
  expect([store.overlay.value, store.turned.value, store.running.value]).toEqual(['all', 1, false]);
  expect(store.advisor.value).toBeNull();
  expect(errors()).toEqual([]);
});

test('an overlay that the game has not is off', async () => {
  store.catalog.value = [{ ...GAME, overlays: ['off', 'hints'] }];
  await open('#1twos.abc');
  expect(store.overlay.value).toBe('off');
});

const RULES =
  'this link was made under other rules or bots: its last position is not the one it had';

test('a short link made under other rules is refused with the reason; the game stays', async () => {
  fake.engine.Session.from_link = () => {
    throw new Error(RULES);
  };
  expect(await open('#1twos.abc')).toBe(false);
  expect(page()).toBe('mine');
  expect(errors()).toEqual([RULES.replace('this', 'This')]);
});

test('so is a long one, which the worker reads', async () => {
  store.catalog.value = [GAME, TURNS];
  store.games.value = store.catalog.value;
  fake.decode = vi.fn(async () => {
    throw new Error(RULES);
  });
  expect(await open('#1turns.abc')).toBe(false);
  expect(fake.decode).toHaveBeenCalledWith('#1turns.abc', expect.any(Function));
  expect(page()).toBe('mine');
  expect(errors()).toEqual([RULES.replace('this', 'This')]);
  expect(fake.end).toHaveBeenCalled();
});

test('a long link is decoded away from the page, then replayed to the ply that it shows', async () => {
  const shown = { ply: 2, overlay: 'hints', turned: 0 };
  fake.decode = vi.fn(async () => ({ record: '{"game":"twos"}', shown }));
  expect(await open(`#1twos.${'a'.repeat(1_000)}`)).toBe(true);
  expect(fake.engine.Opening.create).toHaveBeenCalledWith('{"game":"twos"}');
  expect([page(), store.state.value?.ply, store.overlay.value]).toEqual(['replayed', 2, 'hints']);
});

test('a record opens, and a bad one says why and leaves the game', async () => {
  expect(await open('{"totora":1,"game":"twos"}')).toBe(true);
  expect(page()).toBe('replayed');
  fake.engine.Opening.create = () => {
    throw new Error('move 2: nonsense');
  };
  expect(await open('{"totora":1}')).toBe(false);
  expect(page()).toBe('replayed');
  expect(errors()).toEqual(['Move 2: nonsense']);
});

test('a game without a board is refused and freed', async () => {
  const other = game({ game: 'unknown' });
  fake.engine.Session.from_link = () => other;
  expect(await open('#1unknown.abc')).toBe(false);
  expect(other.free).toHaveBeenCalled();
  expect(page()).toBe('mine');
});

test('what is larger than any record is refused before it is read', async () => {
  expect(await open('x'.repeat(MAX_TEXT + 1))).toBe(false);
  const text = vi.fn();
  expect(await openFile(/** @type {any} */ ({ name: 'big', size: MAX_TEXT + 1, text }))).toBe(
    false,
  );
  expect(text).not.toHaveBeenCalled();
  expect(errors()).toHaveLength(2);
});

test('the way back to one’s own game is offered', async () => {
  localStorage.setItem('totora:game:twos', JSON.stringify({ record: '{"game":"twos","mine":1}' }));
  await open('#1twos.abc');
  expect(store.toasts.value.at(-1)).toMatchObject({
    error: false,
    action: { label: 'Back to my game' },
  });
});

test('the last word counts: a link that is fetched slowly does not replace a later one', async () => {
  /** @type {() => void} */
  let arrive = () => {};
  const slow = new Promise((resolve) => {
    arrive = () => resolve(undefined);
  });
  fake.decode = vi.fn(async () => {
    await slow;
    return { record: '{"game":"twos"}', shown: { ply: 1, overlay: 'off', turned: 0 } };
  });
  const waiting = open(`#1twos.${'a'.repeat(1_000)}`);
  await open('#1twos.abc');
  arrive();
  expect(await waiting).toBe(false);
  expect(page()).toBe('linked');
});

test('a map begins a game, with its warnings', async () => {
  const setup = { ...GAME, setup_text: { option: 'map', what: 'a map' }, options: [] };
  store.catalog.value = [setup];
  fake.engine.recognise = () => 'twos';
  fake.engine.check_setup = () => ({ warnings: ['Small.'] });
  expect(await open('3 3\n...')).toBe(true);
  expect(fake.engine.Session.create).toHaveBeenCalledWith(
    'twos',
    { map: '3 3\n...' },
    expect.any(Number),
    [HUMAN, BOT],
  );
  expect(store.toasts.value.map((toast) => toast.text)).toContain('Small.');
});

test('a kept game is taken up where it was; a damaged one is forgotten', async () => {
  const kept = {
    record: '{"game":"twos"}',
    ply: 1,
    overlay: 'hints',
    running: false,
    points: [2, 1],
  };
  localStorage.setItem('totora:game:twos', JSON.stringify(kept));
  expect(await resume('twos')).toBe(true);
  expect([page(), store.state.value?.ply, store.overlay.value]).toEqual(['replayed', 1, 'hints']);
  expect([store.running.value, store.points.value]).toEqual([false, [2, 1]]);
  fake.engine.Opening.create = () => {
    throw new Error('damaged');
  };
  expect(await resume('twos')).toBe(false);
  expect(localStorage.getItem('totora:game:twos')).toBeNull();
  expect(await resume('twos')).toBe(false);
});

test('the address is read once and cleaned; what is pasted or dropped opens too', async () => {
  const replaceState = vi.fn();
  const target = new EventTarget();
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('window', target);
  vi.stubGlobal('history', { replaceState });
  vi.stubGlobal('location', { hash: '#1twos.abc', pathname: '/', search: '?x' });
  expect(await openFromAddress()).toBe(true);
  expect(replaceState).toHaveBeenCalledWith(null, '', '/?x');
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  expect(await openFromAddress()).toBe(false);
  listen();
  const from = fake.engine.Session.from_link;
  from.mockClear();
  const paste = (/** @type {string} */ text) =>
    target.dispatchEvent(
      Object.assign(new Event('paste'), { clipboardData: { getData: () => text } }),
    );
  paste('#1twos.pasted');
  await vi.waitFor(() => expect(from).toHaveBeenCalledWith('#1twos.pasted'));
  store.dialog.value = { kind: 'share' };
  paste('#1twos.again');
  paste('  ');
  expect(from).toHaveBeenCalledTimes(1);
  const text = async () => '#1twos.dropped';
  const files = [
    { name: 'a', size: 9, text },
    { name: 'b', size: 9, text },
  ];
  target.dispatchEvent(Object.assign(new Event('drop'), { dataTransfer: { files } }));
  await vi.waitFor(() => expect(from).toHaveBeenLastCalledWith('#1twos.dropped'));
  expect(store.toasts.value.some((toast) => toast.text.startsWith('One record'))).toBe(true);
});
