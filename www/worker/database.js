/**
 * Transactions of the browser's databases. A browser may refuse a database, never answer, or never complete a
 * transaction: every call here ends within a few seconds.
 */

/** Without an answer for this long, the storage counts as unavailable, in milliseconds. */
const PATIENCE = 3_000;

/** The error if the storage does not answer in time. */
export class NoAnswer extends Error {
  constructor() {
    super('The storage of this browser does not answer.');
  }
}

/**
 * The result of a request, or `NoAnswer`.
 * @template T
 * @param {Promise<T>} request
 * @param {number} patience
 * @returns {Promise<T>}
 */
function inTime(request, patience) {
  return new Promise((resolve, reject) => {
    /** @param {() => void} act */
    const wait = (act) => {
      late = setTimeout(act, patience / 2);
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let late;
    // In two steps: after the page was busy or asleep, an answer may be waiting behind the first.
    wait(() => wait(() => reject(new NoAnswer())));
    request.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/**
 * A database with one object store.
 * @param {string} name
 * @param {string} storeName
 * @param {number} [patience]   how long its transactions may take, in milliseconds
 */
export function openDatabase(name, storeName, patience = PATIENCE) {
  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;
  const reopen = () => {
    opening = null;
  };

  const connect = () => {
    opening ??= new Promise((resolve, reject) => {
      // In some private windows this throws.
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const found = request.result;
        // The browser closes a connection when the user deletes the data of the page.
        found.onclose = reopen;
        found.onversionchange = () => {
          found.close();
          reopen();
        };
        resolve(found);
      };
    });
    opening.catch(reopen);
    return opening;
  };

  /** @param {IDBTransactionMode} mode @param {IDBTransactionOptions} how */
  async function begin(mode, how) {
    try {
      return (await connect()).transaction(storeName, mode, how);
    } catch (error) {
      // The connection was closed without an event.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      reopen();
      return (await connect()).transaction(storeName, mode, how);
    }
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => T} act @param {boolean} strict
   * @returns {Promise<T>}
   */
  async function complete(mode, act, strict) {
    const transaction = await begin(mode, { durability: strict ? 'strict' : 'relaxed' });
    /** @type {Promise<any>} */
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error ?? new Error('It was aborted.'));
    });
    try {
      const result = act(transaction.objectStore(storeName));
      await done;
      return result();
    } catch (error) {
      // Without this, an exception in `act` would complete what it had requested.
      done.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // It has ended.
      }
      throw error;
    }
  }

  return {
    /**
     * Runs one transaction.
     * @template T
     * @param {IDBTransactionMode} mode
     * @param {(store: IDBObjectStore) => () => T} act   makes the requests, and returns a function that reads their results
     * @param {{ strict?: boolean, late?: (complete: boolean) => void }} [how]   `strict`: it counts when the disk has it,
     *   not only the system; `late`: called if it ends after all, later than this waits
     * @returns {Promise<T>} once it is complete; rejects if nothing is written, or with `NoAnswer` if that is unknown
     */
    async transact(mode, act, { strict = false, late = () => {} } = {}) {
      let waits = true;
      const done = complete(mode, act, strict);
      done.then(
        () => waits || late(true),
        () => waits || late(false),
      );
      try {
        return await inTime(done, patience);
      } finally {
        waits = false;
      }
    },
  };
}
