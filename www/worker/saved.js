/**
 * Tournaments in the browser's storage: their metadata and finished games, which are appended. They need a database,
 * because they exceed the limits of local storage. If it is full or blocked, a tournament lasts as long as the page.
 */
import { createStore, delMany, get, getMany, keys, set } from 'idb-keyval';

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

/** @type {ReturnType<typeof createStore> | undefined} */
let opened;
const store = () => {
  opened ??= createStore('totora-arena', 'kept');
  return opened;
};

/** Part of the keys, so that two pages with the same tournament do not overwrite each other. */
const mine = Math.random().toString(36).slice(2, 8);
let count = 0;

/** @param {string} id */
const linesOf = async (id) =>
  (await keys(store())).filter((key) => String(key).startsWith(`${id}/lines/`));

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
    if (id) await set(`${id}/lines/${mine}-${++count}`, lines, store());
    return true;
  }, false);

/** @param {string} id @returns {Promise<string[]>} */
export const recallLines = (id) =>
  attempt(async () => {
    const found = await getMany(await linesOf(id), store());
    return found.filter((lines) => typeof lines === 'string');
  }, []);

/** @param {string} id @param {Fits} fits @returns {Promise<Meta | undefined>} */
export const recallMeta = (id, fits) =>
  attempt(async () => {
    const found = await get(`${id}/meta`, store());
    return fits(found) ? found : undefined;
  }, undefined);

/** The saved tournaments, newest first. @param {Fits} fits @returns {Promise<Meta[]>} */
export const listMeta = (fits) =>
  attempt(async () => {
    const names = (await keys(store())).filter((key) => String(key).endsWith('/meta'));
    /** @type {Meta[]} */
    const found = (await getMany(names, store())).filter(fits);
    return found.sort((a, b) => b.when - a.when);
  }, []);

/** Without storage the tournament lasts as long as the page. @param {Meta} meta @param {Fits} fits */
export const saveMeta = (meta, fits) =>
  attempt(async () => {
    await set(`${meta.id}/meta`, meta, store());
    for (const old of (await listMeta(fits)).slice(MOST)) await forget(old.id);
  }, undefined);

/** Deletes a tournament and its games. @param {string} id */
export const forget = (id) =>
  attempt(async () => delMany([...(await linesOf(id)), `${id}/meta`], store()), undefined);
