/**
 * Tournaments in the browser's storage: their metadata and finished games, which are appended. They need a database,
 * because they exceed the limits of local storage. If it is full or blocked, a tournament lasts as long as the page.
 */
import { openDatabase } from './database.js';

/**
 * @typedef {object} Meta   A tournament that is saved.
 * @property {string} id
 * @property {string} name
 * @property {import('../pkg/totora.js').ArenaSetup} setup
 * @property {number} planned   games
 * @property {number} done
 * @property {number} when      last played, in milliseconds since the epoch
 * @property {number[]} prints  the fingerprints of its bots
 */

/** The page's validator of stored values. @typedef {(meta: unknown) => boolean} Fits */

/** How many tournaments are saved; the oldest are deleted. Invalid entries are ignored. */
const MOST = 12;

/** A tournament may have a hundred thousand games, which take a while to read. */
const PATIENCE = 60_000;

const database = openDatabase('totora-arena', 'kept', PATIENCE);

/** The values of which the key fits, by key. @param {(key: string) => boolean} fits @returns {Promise<[string, any][]>} */
const read = (fits) =>
  database.transact('readonly', (store) => {
    /** @type {[string, any][]} */
    const found = [];
    store.getAllKeys().onsuccess = ({ target }) => {
      const keys = /** @type {IDBRequest<IDBValidKey[]>} */ (target).result
        .map(String)
        .filter(fits);
      for (const key of keys)
        store.get(key).onsuccess = (event) => {
          found.push([key, /** @type {IDBRequest} */ (event.target).result]);
        };
    };
    return () => found;
  });

/** @param {string} key @param {unknown} value */
const put = (key, value) =>
  database.transact('readwrite', (store) => {
    store.put(value, key);
    return () => {};
  });

/** Part of the keys, so that two pages with the same tournament do not overwrite each other. */
const mine = Math.random().toString(36).slice(2, 8);
let count = 0;

/**
 * The result of an action, or `otherwise` if the storage does not work.
 * @template T
 * @param {() => Promise<T>} act
 * @param {T} otherwise
 */
const attempt = async (act, otherwise) => {
  try {
    return await act();
  } catch {
    return otherwise;
  }
};

/**
 * @param {string} id @param {string} lines
 * @returns {Promise<boolean>} whether it is saved
 */
export const saveLines = (id, lines) =>
  attempt(async () => {
    if (id) await put(`${id}/lines/${mine}-${++count}`, lines);
    return true;
  }, false);

/** @param {string} id @returns {Promise<string[]>} */
export const recallLines = (id) =>
  attempt(async () => {
    const found = await read((key) => key.startsWith(`${id}/lines/`));
    return found.map(([, lines]) => lines).filter((lines) => typeof lines === 'string');
  }, []);

/** @param {string} id @param {Fits} fits @returns {Promise<Meta | undefined>} */
export const recallMeta = (id, fits) =>
  attempt(async () => {
    const [[, found] = []] = await read((key) => key === `${id}/meta`);
    return fits(found) ? found : undefined;
  }, undefined);

/** The saved tournaments, newest first. @param {Fits} fits @returns {Promise<Meta[]>} */
export const listMeta = (fits) =>
  attempt(async () => {
    const found = await read((key) => key.endsWith('/meta'));
    /** @type {Meta[]} */
    const all = found.map(([, meta]) => meta).filter(fits);
    return all.sort((a, b) => b.when - a.when);
  }, []);

/** Without storage the tournament lasts as long as the page. @param {Meta} meta @param {Fits} fits */
export const saveMeta = (meta, fits) =>
  attempt(async () => {
    await put(`${meta.id}/meta`, meta);
    for (const old of (await listMeta(fits)).slice(MOST)) await forget(old.id);
  }, undefined);

/** Deletes a tournament and its games. @param {string} id */
export const forget = (id) =>
  attempt(
    () =>
      database.transact('readwrite', (store) => {
        // `0` is the character after the slash.
        store.delete(IDBKeyRange.bound(`${id}/lines/`, `${id}/lines0`, false, true));
        store.delete(`${id}/meta`);
        return () => {};
      }),
    undefined,
  );
