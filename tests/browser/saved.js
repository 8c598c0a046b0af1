/** Reading what a page has saved, for tests in a browser and in the simulated one. */

/**
 * A value in the page's database (or a row of a log), as JSON text; null if there is none. With `text` it is replaced behind the page's back.
 * @param {{ evaluate: Function }} page @param {string | [string, number]} name   a row has the log's name and its number
 * @param {string} [text]
 * @returns {Promise<string | null>}
 */
export const savedValue = (page, name, text) =>
  page.evaluate(
    (/** @type {[string | [string, number], string | undefined]} */ [key, value]) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('totora-games');
        // The page has not made the database yet, and must find none.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = (event) => {
          event.preventDefault();
          resolve(null);
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const store = database.transaction('log', 'readwrite').objectStore('log');
          const request = value === undefined ? store.get(key) : store.put(value, key);
          store.transaction.onabort = () => reject(store.transaction.error);
          store.transaction.oncomplete = () => {
            database.close();
            resolve(value ?? request.result ?? null);
          };
        };
      }),
    /** @type {[string | [string, number], string | undefined]} */ ([name, text]),
  );
