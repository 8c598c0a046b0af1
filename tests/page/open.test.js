/** Opening external data: links, records, maps and files; and resuming saved games. */
import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BOT, GAME, HUMAN, newDatabase, resetStore, stateOf, storage, TURNS } from './fixtures.js';

/** Mocks of the engine, and of the worker that reads long links. @type {any} */
const fake = vi.hoisted(() => ({}));
vi.mock('../../www/boards/registry.js', () => ({ renderers: {}, loadRenderer: async () => {} }));
vi.mock('../../www/worker/engine.js', () => ({
  engine: async () => fake.engine,
  withFirstEngine: async (/** @type {any} */ begin) => {
    try {
      return await begin(fake.engine);
    } catch (error) {
      if (fake.whole || !(error instanceof WebAssembly.RuntimeError)) throw error;
      fake.whole = true;
      return begin(fake.engine);
    }
  },
  isWhole: () => fake.whole,
  readyEngine: () => fake.engine,
  renewEngine: () => fake.renew(),
  isTrap: (/** @type {unknown} */ error) => error instanceof WebAssembly.RuntimeError,
}));
vi.mock('../../www/worker/client.js', () => ({
  decode: (/** @type {string[]} */ ...args) => ({
    answer: fake.decode(...args),
    soFar: fake.soFar,
    end: fake.end,
  }),
}));

const { route } = await import('../../www/app/route.js');
const store = await import('../../www/app/store.js');
const { open, openFile, resume, startMending, textOf } = await import('../../www/app/openGame.js');
const { MAX_TEXT } = await import('../../www/ui/limits.js');
const session = await import('../../www/app/session.js');
const saves = await import('../../www/app/storage.js');
const { asides } = saves;
const { openFromAddress, listen } = await import('../../www/app/links.js');

/** A mock session. @param {any} [state] */
function game(state = {}) {
  const made = {
    at: state.ply ?? 3,
    free: vi.fn(),
    state: () => stateOf({ ...state, ply: made.at, plies: state.plies ?? 3 }),
    layout: () => ({}),
    view: () => ({}),
    moves: () => [],
    series: () => [],
    record: () => JSON.stringify({ game: state.game ?? 'twos', made: state.name ?? 'new' }),
    demands: () => state.demands ?? [],
    open_line: (/** @type {number} */ line, /** @type {number} */ ply) => {
      const { variations, plies } = made.state();
      if (line > variations || ply > plies) throw new Error(`there is no ply ${ply} of ${line}`);
      made.at = ply;
    },
  };
  return made;
}

/** The name of the session on the page. */
const page = () => JSON.parse(session.recordText()).made;
const errors = () => store.toasts.value.filter((toast) => toast.error).map((toast) => toast.text);

beforeAll(async () => {
  newDatabase();
  await saves.openStorage();
});
/** A file of these bytes. @param {string} name @param {string} bytes @returns {any} */
const fileOf = (name, bytes) => ({
  name,
  size: 9,
  arrayBuffer: async () => Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer,
});

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  for (const one of asides()) saves.forgetAside(one);
  for (const name of ['game:twos', 'last']) saves.forget(name);
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('history', { pushState: () => {}, replaceState: () => {} });
  resetStore();
  fake.end = vi.fn();
  fake.decode = vi.fn();
  fake.soFar = vi.fn();
  fake.renew = vi.fn();
  fake.light = true;
  fake.whole = true;
  fake.advance = vi.fn(() => true);
  fake.replayed = game({ name: 'replayed' });
  fake.engine = {
    draw_seed: () => 7,
    Session: { create: vi.fn(() => game()) },
    LinkDecoder: {
      begin: vi.fn(() => ({
        is_light: () => fake.light,
        advance: fake.advance,
        record: () => '{"linked":true}',
        shown: () => ({ ply: 3, overlay: 'all', turned: 1 }),
        free() {},
      })),
    },
    Opening: {
      create: vi.fn((/** @type {string} */ record) => ({
        plies: () => 3,
        advance: () => fake.advance(),
        played: () => 3,
        finish: () => (record.includes('linked') ? game({ name: 'linked' }) : fake.replayed),
      })),
    },
    seat_names: () => ['A', 'B'],
    named_game: () => undefined,
    import_text: (/** @type {string} */ text) => {
      if (text.includes('#')) return { kind: 'link', link: text.trim() };
      throw new Error('not recognised');
    },
  };
  session.replace(/** @type {any} */ (game({ name: 'mine' })));
  session.publish();
});
afterEach(() => vi.unstubAllGlobals());

test('a link opens at its ply, with its overlay, and paused', async () => {
  store.advisor.value = BOT;
  expect(await open(' #1twos.abc ')).toBe(true);
  expect(page()).toBe('linked');
  expect([store.overlay.value, store.turned.value, store.running.value]).toEqual(['all', 1, false]);
  expect(store.advisor.value).toBeNull();
  expect(errors()).toEqual([]);
});

test('an overlay that the game does not have is switched off', async () => {
  store.catalog.value = [{ ...GAME, overlays: ['off', 'hints'] }];
  await open('#1twos.abc');
  expect(store.overlay.value).toBe('off');
});

const RULES =
  'this link was made under other rules or bots: its last position is not the one it had';

test('a short link made under other rules is refused with the reason, and the game stays', async () => {
  fake.engine.LinkDecoder.begin = () => {
    throw new Error(RULES);
  };
  expect(await open('#1twos.abc')).toBe(false);
  expect(page()).toBe('mine');
  expect(errors()).toEqual([RULES.replace('this', 'This')]);
});

test('a long link made under other rules is refused too, by the worker that reads it', async () => {
  store.catalog.value = [GAME, TURNS];
  store.games.value = store.catalog.value.map((game) => ({ ...game, bots: game.bots.length }));
  fake.decode = vi.fn(async () => {
    throw new Error(RULES);
  });
  fake.light = false;
  expect(await open('#1turns.abc')).toBe(false);
  expect(fake.decode).toHaveBeenCalledWith('#1turns.abc', expect.any(Function));
  expect(page()).toBe('mine');
  expect(errors()).toEqual([RULES.replace('this', 'This')]);
  expect(fake.end).toHaveBeenCalled();
});

test('an expensive link is read in a worker, then replayed to its ply', async () => {
  fake.light = false;
  const shown = { ply: 2, overlay: 'hints', turned: 0 };
  fake.decode = vi.fn(async () => ({ record: '{"game":"twos"}', shown }));
  // However short the link is.
  expect(await open('#1twos.abc')).toBe(true);
  expect(fake.decode).toHaveBeenCalledWith('#1twos.abc', expect.any(Function));
  expect(fake.engine.Opening.create).toHaveBeenCalledWith('{"game":"twos"}');
  expect([page(), store.state.value?.ply, store.overlay.value]).toEqual(['replayed', 2, 'hints']);
});

test('a record opens, and an invalid one says why and leaves the game', async () => {
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
  fake.replayed = other;
  expect(await open('{"totora":1}')).toBe(false);
  expect(other.free).toHaveBeenCalled();
  expect(page()).toBe('mine');
});

test('data larger than any record is refused before it is read', async () => {
  expect(await open('x'.repeat(MAX_TEXT + 1))).toBe(false);
  const arrayBuffer = vi.fn();
  const big = { name: 'big', size: MAX_TEXT + 1, arrayBuffer };
  expect(await openFile(/** @type {any} */ (big))).toBe(false);
  expect(arrayBuffer).not.toHaveBeenCalled();
  expect(errors()).toHaveLength(2);
});

test('the way back to your own game of another kind is offered if you have played in it', async () => {
  const saved = (/** @type {string[]} */ moves) => {
    saves.saveValue('last', 'turns');
    saves.saveValue('game:turns', { record: JSON.stringify({ game: 'turns', moves }) });
  };
  saved([]);
  await open('#1twos.abc');
  expect(store.toasts.value).toEqual([]);
  saved(['a1']);
  await open('#1twos.abc');
  expect(store.toasts.value.at(-1)).toMatchObject({
    error: false,
    action: { label: 'Back to my game' },
  });
});

test('a link that loads slowly does not replace a later one', async () => {
  /** @type {() => void} */
  let arrive = () => {};
  const slow = new Promise((resolve) => {
    arrive = () => resolve(undefined);
  });
  fake.decode = vi.fn(async () => {
    await slow;
    return { record: '{"game":"twos"}', shown: { ply: 1, overlay: 'off', turned: 0 } };
  });
  fake.light = false;
  const waiting = open('#1twos.slow');
  fake.light = true;
  fake.whole = true;
  await open('#1twos.abc');
  arrive();
  expect(await waiting).toBe(false);
  expect(page()).toBe('linked');
});

test('a map starts a game and shows its warnings', async () => {
  const setup = { ...GAME, setup_text: { option: 'map', what: 'a map' }, options: [] };
  store.catalog.value = [setup];
  const found = { kind: 'start', game: 'twos', options: { map: '3 3\n...' }, notes: ['Small.'] };
  fake.engine.import_text = () => found;
  expect(await open('3 3\n...')).toBe(true);
  expect(fake.engine.Session.create).toHaveBeenCalledWith(
    'twos',
    { map: '3 3\n...' },
    expect.any(Number),
    [HUMAN, BOT],
  );
  expect(store.toasts.value.map((toast) => toast.text)).toContain('Small.');
});

test('a game in another format is opened through the record that Rust converts it to', async () => {
  const notes = ['Only the first game is opened.'];
  fake.engine.import_text = () => ({ kind: 'game', record: '{"read":true}', notes });
  expect(await open('(;SZ[4];W[a1])')).toBe(true);
  expect(fake.engine.Opening.create).toHaveBeenCalledWith('{"read":true}');
  expect(store.toasts.value.map((toast) => toast.text)).toContain(notes[0]);
  // Records are recognised at once.
  fake.engine.import_text = () => {
    throw new Error('nobody asks');
  };
  expect(await open('{"totora":1,"game":"twos"}')).toBe(true);
});

test('a saved game resumes where it was, and one that cannot be opened is put aside and offered as a file', async () => {
  const saved = {
    record: '{"game":"twos"}',
    ply: 1,
    overlay: 'hints',
    running: false,
    points: [2, 1],
  };
  saves.saveValue('game:twos', saved);
  expect(await resume('twos')).toBe(true);
  expect([page(), store.state.value?.ply, store.overlay.value]).toEqual(['replayed', 1, 'hints']);
  expect([store.running.value, store.points.value]).toEqual([false, [2, 1]]);
  // The ply is saved before the moves, so after a crash in between it may be beyond the end of the
  // game.
  for (const ahead of [{ ply: 9 }, { ply: 2, variation: 1 }]) {
    saves.saveValue('game:twos', { ...saved, ...ahead });
    expect(await resume('twos')).toBe(true);
    expect(store.state.value?.ply).toBe(Math.min(ahead.ply, 3));
  }
  saves.saveValue('game:twos', saved);
  fake.engine.Opening.create = () => {
    throw new Error('damaged');
  };
  expect(await resume('twos')).toBe(false);
  expect(saves.recallGame('twos')).toBeNull();
  expect(asides().map((one) => one.record)).toEqual([saved.record]);
  expect(store.toasts.value.at(-1)).toMatchObject({
    text: expect.stringContaining('Damaged'),
    action: { label: 'Save it as a file' },
  });
  expect(await resume('twos')).toBe(false);
  // An invalid saved game is not deleted either.
  saves.saveValue('game:twos', 3);
  expect(await resume('twos')).toBe(false);
  expect(asides().map((one) => one.record)).toContain('3');
});

test('a bot whose options only the second part of the engine reads is no reason to put data aside', async () => {
  const saved = { record: '{"game":"twos"}', ply: 1, advisor: BOT };
  saves.saveValue('game:twos', saved);
  store.state.value = null;
  fake.whole = false;
  fake.engine.Session.create = vi.fn(() => {
    if (!fake.whole) throw new WebAssembly.RuntimeError('null function');
    return game();
  });
  expect(await resume('twos')).toBe(true);
  expect(store.advisor.value).toEqual(BOT);
  expect(asides()).toEqual([]);
  // A bot that this version does not have is one.
  fake.engine.Session.create = vi.fn(() => {
    throw new Error('there is no bot of that name');
  });
  expect(await resume('twos')).toBe(true);
  expect(store.advisor.value).toBeNull();
  expect(asides()).toMatchObject([{ game: 'value' }]);
});

test('if the storage does not give a saved game, it is neither put aside nor replaced', async () => {
  await saves.saveGame('turns', /** @type {any} */ ({ ply: 1 }), '{"game":"turns","moves":["a1"]}');
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('once', 'UnknownError');
  });
  expect(await resume('turns')).toBe(false);
  expect(asides()).toEqual([]);
  expect(await saves.saveGame('turns', /** @type {any} */ ({ ply: 0 }), '{"new":1}')).toBe(false);
  read.mockRestore();
  // Until the page is reloaded.
  expect(await saves.recordOf(/** @type {any} */ (saves.recallGame('turns')))).toContain('a1');
});

test('unusual limits of bots are remembered after a reload', async () => {
  const demands = [{ seat: 1, bot: 'bot', what: 'nodes', asked: 1e12, usual: 100 }];
  fake.replayed = game({ name: 'replayed', demands });
  await open('{"totora":1}');
  expect(store.demands.value).toEqual(demands);
  const saved = { record: '{"game":"twos"}', ply: 1, waits: true };
  saves.saveValue('game:twos', saved);
  await resume('twos');
  expect(store.demands.value).toEqual(demands);
  // Your own game may use any limits.
  saves.saveValue('game:twos', { ...saved, waits: false });
  await resume('twos');
  expect(store.demands.value).toEqual([]);
});

test('a link that is stopped while it is read can be opened as far as it was read', async () => {
  fake.light = false;
  fake.decode = vi.fn((/** @type {string} */ _link, /** @type {any} */ watch) => {
    setTimeout(() => watch(2, 9), 250);
    return new Promise(() => {});
  });
  fake.soFar = vi.fn(async () => ({ record: '{"totora":1,"some":2}', plies: 2 }));
  const opened = open('#1twos.abc');
  await vi.waitFor(() => expect(store.task.value?.text).toContain('turn 2 of 9'));
  store.task.value?.stop();
  expect(await opened).toBe(false);
  expect([page(), fake.end.mock.calls.length]).toEqual(['mine', 1]);
  expect(store.toasts.value.at(-1)?.action?.label).toBe('Open the first 2 turns');
  store.toasts.value.at(-1)?.action?.act();
  await vi.waitFor(() => expect(page()).toBe('replayed'));
  expect(fake.engine.Opening.create).toHaveBeenCalledWith('{"totora":1,"some":2}');
});

test('a record that is stopped while it is replayed can be opened as far as it was replayed', async () => {
  fake.advance = vi.fn(() => false);
  const opened = open('{"totora":1}');
  await vi.waitFor(() => expect(store.task.value).not.toBeNull());
  store.task.value?.stop();
  expect(await opened).toBe(false);
  expect(store.toasts.value.at(-1)?.action?.label).toBe('Open the first 3 turns');
  // Opening something else stops it without a message.
  const left = open('{"totora":1}');
  await vi.waitFor(() => expect(store.task.value).not.toBeNull());
  fake.advance = vi.fn(() => true);
  store.toasts.value = [];
  await open('#1twos.abc');
  expect(await left).toBe(false);
  expect(store.toasts.value.filter((toast) => /Stopped/.test(toast.text))).toEqual([]);
});

test('a saved game whose opening was stopped is put aside, not overwritten', async () => {
  saves.saveValue('game:twos', { record: '{"mine":1}', ply: 1 });
  fake.advance = vi.fn(() => false);
  const resumed = resume('twos');
  await vi.waitFor(() => expect(store.task.value).not.toBeNull());
  store.task.value?.stop();
  expect(await resumed).toBe(false);
  expect(asides()).toMatchObject([{ record: '{"mine":1}', why: 'Opening was stopped.' }]);
});

test('after a trap a new engine restores the game, with one message', async () => {
  startMending();
  saves.saveValue('game:twos', { record: '{"mine":1}', ply: 1 });
  const trap = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  session.ask(trap);
  await vi.waitFor(() => expect(page()).toBe('replayed'));
  expect(fake.renew).toHaveBeenCalledTimes(1);
  expect(store.toasts.value.map((toast) => [toast.text, toast.action])).toEqual([
    ['Something went wrong. Your game was restored.', undefined],
  ]);
  // If the game crashes every engine, the page says that it is saved, and it is.
  fake.engine.Opening.create = vi.fn(trap);
  store.toasts.value = [];
  session.ask(trap);
  await vi.waitFor(() => expect(store.toasts.value).toHaveLength(1));
  expect(store.toasts.value[0].text).toContain('Your game is saved');
  expect(saves.recallGame('twos')).not.toBeNull();
});

test('a game that crashes every engine is restored twice in a row and then no more', async () => {
  startMending();
  session.replace(/** @type {any} */ (game({ name: 'shown' })));
  session.change(() => {});
  session.recordText();
  // The restored game crashes the engine again, as a panel could that makes the same call for every
  // game.
  const trap = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  fake.replayed.view = trap;
  fake.replayed.record = () => '{"game":"twos","made":"replayed"}';
  saves.saveValue('game:twos', { record: '{"mine":1}', ply: 1 });
  session.ask(trap);
  const last = () => store.toasts.value.at(-1)?.text ?? '';
  await vi.waitFor(() => expect(last()).toContain('reload the page to continue'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fake.engine.Opening.create).toHaveBeenCalledTimes(2);
});

test('if the engine traps because its second part is missing, the page waits for it and restores the game without a message', async () => {
  startMending();
  session.replace(/** @type {any} */ (game()));
  session.change(() => {});
  fake.whole = false;
  session.replace(/** @type {any} */ (game({ name: 'opened' })));
  session.publish();
  session.ask(() => {
    throw new WebAssembly.RuntimeError('null function');
  });
  expect(store.awaited.value).toBe(1);
  await vi.waitFor(() => expect(page()).toBe('replayed'));
  expect(fake.engine.Opening.create).toHaveBeenCalledWith('{"game":"twos","made":"opened"}');
  expect(store.awaited.value).toBe(0);
  expect(store.toasts.value).toEqual([]);
});

test('a dropped picture is not treated as a link', async () => {
  const picture = fileOf('a.png', '\x89PNG\r\n\u001a\n\0\0#IHDR.');
  expect(await openFile(picture)).toBe(false);
  expect(fake.engine.LinkDecoder.begin).not.toHaveBeenCalled();
  expect(errors()).toEqual(['“a.png” is not text. Totora opens links, records, maps and boards.']);
});

test('texts of other encodings are read, and other files are no text', () => {
  const read = (/** @type {number[]} */ ...bytes) => textOf(Uint8Array.from(bytes).buffer);
  expect(read(0xef, 0xbb, 0xbf, 0x61, 0xc2, 0xb5)).toBe('aµ');
  // Node 20 decodes 0x80 to 0x9f of windows-1252 as Latin-1; browsers do not.
  expect(read(0x61, 0xb5, 0xe9)).toBe('aµé');
  expect(read(0xff, 0xfe, 0x61, 0)).toBe('a');
  expect(read(0x61, 0xb5, 0)).toBeNull();
});

test('a link that cannot be read goes to the game that it names, and says what to do', async () => {
  vi.stubGlobal('location', { hash: '#1twos.cut', pathname: '/', search: '' });
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
  store.state.value = null;
  store.catalog.value = [GAME];
  fake.engine.import_text = () => {
    throw new Error('this link is damaged. Copy the link again');
  };
  fake.engine.named_game = () => 'twos';
  expect(await openFromAddress()).toBe(false);
  expect(route.value.request).toEqual({ game: 'twos', how: 'continue' });
  expect(errors()[0]).toContain('Copy the link again');
});

test('the address is read once and cleared, and what is pasted or dropped opens too', async () => {
  const replaceState = vi.fn();
  const target = new EventTarget();
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('window', target);
  vi.stubGlobal('history', { replaceState, pushState: replaceState });
  vi.stubGlobal('location', { hash: '#1twos.abc', pathname: '/', search: '?x' });
  expect(await openFromAddress()).toBe(true);
  expect(replaceState).toHaveBeenCalledWith(null, '', '/?x');
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  expect(await openFromAddress()).toBe(true);
  expect(store.screen.value).toBe('home');
  listen();
  /** The element that `querySelector` finds: an open dialog. @type {string | null} */
  let openDialog = null;
  vi.stubGlobal('document', {
    querySelector: (/** @type {string} */ what) => (what === 'dialog[open]' ? openDialog : null),
  });
  const from = fake.engine.LinkDecoder.begin;
  from.mockClear();
  const paste = (/** @type {string} */ text) =>
    target.dispatchEvent(
      Object.assign(new Event('paste'), { clipboardData: { getData: () => text } }),
    );
  paste('#1twos.pasted');
  await vi.waitFor(() => expect(from).toHaveBeenCalledWith('#1twos.pasted'));
  openDialog = 'a dialog';
  paste('#1twos.again');
  paste('  ');
  const files = ['a', 'b'].map((name) => fileOf(name, '#1twos.dropped'));
  target.dispatchEvent(Object.assign(new Event('drop'), { dataTransfer: { files } }));
  await vi.waitFor(() => expect(from).toHaveBeenLastCalledWith('#1twos.dropped'));
  expect(from).not.toHaveBeenCalledWith('#1twos.again');
  expect(from).toHaveBeenCalledTimes(2);
  expect(store.toasts.value.some((toast) => toast.text.startsWith('Totora opens one'))).toBe(true);
});
