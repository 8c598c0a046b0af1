/**
 * Tournaments in the browser's storage: what they are, and their finished games, which are appended as they come. It is
 * a database, for they are larger than what local storage takes. It may be full or forbidden: then a tournament lasts
 * as long as the page.
 */
import { createStore, delMany, get, getMany, keys, set } from 'idb-keyval';

/**
 * @typedef {object} Meta   A tournament that is kept.
 * @property {string} id
 * @property {string} name
 * @property {import('../pkg/totora.js').ArenaSetup} setup
 * @property {number} planned   games
 * @property {number} done
 * @property {number} when      it was played at last, in milliseconds of the epoch
 * @property {number[]} prints  what its bots played
 */

/** So many tournaments are kept; the oldest goes. */
const MOST = 12;

/** @type {ReturnType<typeof createStore> | undefined} */
let opened;
const store = () => {
  opened ??= createStore('totora-arena', 'kept');
  return opened;
};

/** Names of what is written here, so that two pages with the same tournament do not write over each other. */
const mine = Math.random().toString(36).slice(2, 8);
let count = 0;

/** @param {string} id */
const isLines = (id) => (/** @type {IDBValidKey} */ key) =>
  typeof key === 'string' && key.startsWith(`${id}/lines/`);

/**
 * @param {string} id @param {string} lines
 * @returns {Promise<boolean>} whether it is kept
 */
export async function keepLines(id, lines) {
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

/** @param {string} id @returns {Promise<Meta | undefined>} */
export async function recallMeta(id) {
  try {
    return await get(`${id}/meta`, store());
  } catch {
    return undefined;
  }
}

/** The tournaments that are kept, the newest first. @returns {Promise<Meta[]>} */
export async function listMeta() {
  try {
    const names = (await keys(store())).filter(
      (key) => typeof key === 'string' && key.endsWith('/meta'),
    );
    /** @type {(Meta | undefined)[]} */
    const all = await getMany(names, store());
    const found = all.flatMap((meta) => (meta?.setup ? [meta] : []));
    return found.sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

/** @param {Meta} meta */
export async function keepMeta(meta) {
  try {
    await set(`${meta.id}/meta`, meta, store());
    for (const old of (await listMeta()).slice(MOST)) await forget(old.id);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a tournament, or its games alone. @param {string} id @param {boolean} [gamesOnly] */
export async function forget(id, gamesOnly = false) {
  try {
    const found = (await keys(store())).filter(isLines(id));
    await delMany(gamesOnly ? found : [...found, `${id}/meta`], store());
  } catch {
    // What cannot be read cannot be in the way.
  }
}
