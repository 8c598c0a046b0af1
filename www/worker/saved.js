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
const isLines = (id) => (/** @type {IDBValidKey} */ key) =>
  typeof key === 'string' && key.startsWith(`${id}/lines/`);

/**
 * @param {string} id @param {string} lines
 * @returns {Promise<boolean>} whether it is saved
 */
export async function saveLines(id, lines) {
  if (!id) return true;
  try {
    await set(`${id}/lines/${mine}-${++count}`, lines, store());
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id @returns {Promise<string[]>} */
export async function recallLines(id) {
  try {
    const found = (await keys(store())).filter(isLines(id));
    return (await getMany(found, store())).filter((lines) => typeof lines === 'string');
  } catch {
    return [];
  }
}

/** @param {string} id @param {Fits} fits @returns {Promise<Meta | undefined>} */
export async function recallMeta(id, fits) {
  try {
    const found = await get(`${id}/meta`, store());
    return fits(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The saved tournaments, newest first. @param {Fits} fits @returns {Promise<Meta[]>} */
export async function listMeta(fits) {
  try {
    const names = (await keys(store())).filter(
      (key) => typeof key === 'string' && key.endsWith('/meta'),
    );
    /** @type {Meta[]} */
    const found = (await getMany(names, store())).filter(fits);
    return found.sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

/** @param {Meta} meta @param {Fits} fits */
export async function saveMeta(meta, fits) {
  try {
    await set(`${meta.id}/meta`, meta, store());
    for (const old of (await listMeta(fits)).slice(MOST)) await forget(old.id);
  } catch {
    // The tournament lasts as long as the page.
  }
}

/** Deletes a tournament and its games. @param {string} id */
export async function forget(id) {
  try {
    const found = (await keys(store())).filter(isLines(id));
    await delMany([...found, `${id}/meta`], store());
  } catch {
    // Without storage there is nothing to delete.
  }
}
