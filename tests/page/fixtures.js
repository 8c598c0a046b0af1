/**
 * Shared by the unit tests: a game's state as the engine sends it, and a local storage and a database in memory.
 */
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import * as store from '../../www/app/store.js';

/** A game of two seats, as in the catalogue. */
export const GAME = /** @type {any} */ ({
  id: 'twos',
  name: 'Twos',
  bots: [{ id: 'bot', name: 'Bot', terms: [], options: [] }],
  overlays: ['off', 'hints', 'all'],
  options: [],
  advisor: 'bot',
  opponents: ['bot'],
  watched: [],
  levels: [],
  rivals: [],
  simultaneous: false,
  judging: {
    bot: 'bot',
    thresholds: { inaccuracy: 0.15, mistake: 0.25, blunder: 0.4 },
    oracle: null,
    oracle_budget: null,
  },
  setup_text: null,
});

/** A game in which all seats move at once. */
export const TURNS = { ...GAME, id: 'turns', simultaneous: true };

export const HUMAN = { human: true };
export const BOT = { bot: 'bot', options: {} };

/**
 * The state of a game at a ply.
 * @param {Record<string, any>} [more]
 * @returns {import('../../www/app/types.js').State}
 */
export function stateOf({ seats = [HUMAN, BOT], ...more } = {}) {
  const ply = more.ply ?? 0;
  return /** @type {any} */ ({
    game: 'twos',
    ply,
    plies: more.plies ?? ply,
    variation: 0,
    variations: 0,
    main_plies: more.plies ?? ply,
    walk_from: null,
    game_ply: ply,
    changes: 0,
    hash: `h${ply}`,
    to_act: [ply % seats.length],
    seats: seats.map((/** @type {any} */ config) => ({ config, name: 'Seat' })),
    seed: 1,
    options: {},
    outcome: null,
    outcome_text: null,
    turn_text: 'Your turn',
    ...more,
  });
}

/** A thought that chooses this move. @param {string} choice @returns {any} */
export const thoughtOf = (choice) => ({
  choice,
  moves: [choice],
  descriptions: [`plays ${choice}`],
  printed: [{ words: choice, short: choice, place: choice, sprites: [] }],
  why: 'Because.',
  differences: [],
  gone: [],
  sensitivity: null,
  tree: false,
  no_tree: null,
  concepts: [],
  terms: [],
  scores: [1],
  classes: ['value'],
  ranks: [0],
  claimed: false,
  judges: true,
  plies: [null],
  margins: [null],
  wins: [null],
  rough: [false],
  judged: true,
  visits: [null],
  intervals: [null],
  pvs: [[]],
});

/** @param {number | string} score */
const bounded = (score) => `${score}`[0] === '≤';

/**
 * A thought with these candidates, best first. The score of a bound is written with `≤`.
 * @param {Record<string, number | 'win' | 'loss' | `≤${number}`>} candidates
 * @param {Record<string, any>} [more]
 * @returns {any}
 */
export function judged(candidates, more = {}) {
  const moves = Object.keys(candidates);
  const written = Object.values(candidates);
  const scores =
    more.scores ?? written.map((one) => (bounded(one) ? Number(`${one}`.slice(1)) : one));
  const classes = written.map((one, i) => {
    if (scores[i] === null) return 'unknown';
    if (bounded(one)) return 'bound';
    return typeof one === 'number' ? 'value' : one;
  });
  const key = (/** @type {number} */ i) => `${classes[i]} ${scores[i]} ${more.plies?.[i]}`;
  /** @type {number[]} */
  const ranks = [];
  moves.forEach((_, i) => {
    ranks.push(i > 0 && key(i) === key(i - 1) ? ranks[i - 1] : i);
  });
  return {
    ...thoughtOf(moves[0]),
    moves,
    descriptions: moves.map((move) => `plays ${move}`),
    printed: moves.map((move) => ({ words: move, short: move, place: move, sprites: [] })),
    ...{ scores, classes, ranks },
    plies: moves.map(() => null),
    margins: moves.map(() => null),
    wins: moves.map(() => null),
    rough: moves.map(() => false),
    visits: moves.map(() => null),
    intervals: moves.map(() => null),
    pvs: moves.map(() => []),
    terms: [{ key: 't', label: 'term', meaning: '', weight: 1 }],
    tasks: [],
    exact: false,
    ...more,
  };
}

const fresh = new Map(
  Object.entries(store).flatMap(([name, one]) =>
    typeof one === 'object' && 'value' in one && !readOnly(one) ? [[name, one.value]] : [],
  ),
);

/** @param {any} one */
function readOnly(one) {
  return !Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value')?.set;
}

/** Resets the page's state to its initial values. */
export function resetStore() {
  for (const [name, value] of fresh) /** @type {any} */ (store)[name].value = value;
  store.catalog.value = [GAME, TURNS];
}

/** A local storage in memory. */
export function storage() {
  /** @type {Map<string, string>} */
  const entries = new Map();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (/** @type {number} */ at) => [...entries.keys()][at] ?? null,
    getItem: (/** @type {string} */ key) => entries.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
      void entries.set(key, value),
    removeItem: (/** @type {string} */ key) => void entries.delete(key),
  };
}

/** An empty database, as a new browser has. */
export function newDatabase() {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
}

/** Makes every write to the database fail. */
export function failWrites() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

/** A request as a promise. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The databases of the page, and the store of each: of the games and of the arena. */
const STORES = /** @type {const} */ ({ 'totora-games': 'log', 'totora-arena': 'kept' });
/** @typedef {keyof typeof STORES} Database */

/** @template T @param {Database} name @param {(store: IDBObjectStore) => Promise<T>} act @returns {Promise<T>} */
async function withStore(name, act) {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORES[name]);
  const database = await answer(opening);
  const store = database.transaction(STORES[name], 'readwrite').objectStore(STORES[name]);
  const found = await act(store);
  database.close();
  return found;
}

/**
 * What the page has written to a database: values by name, and rows of logs by their key as JSON text.
 * @param {Database} [name]
 * @returns {Promise<Map<string, any>>}
 */
export async function written(name = 'totora-games') {
  const [keys, values] = await withStore(name, (store) =>
    Promise.all([answer(store.getAllKeys()), answer(store.getAll())]),
  );
  const text = (/** @type {IDBValidKey} */ key) =>
    typeof key === 'string' ? key : JSON.stringify(key);
  return new Map(keys.map((key, i) => [text(key), values[i]]));
}

/** Puts something into a database. @param {IDBValidKey} key @param {unknown} value @param {Database} [name] */
export const writeRow = (key, value, name = 'totora-games') =>
  withStore(name, (store) => answer(store.put(value, key)));
