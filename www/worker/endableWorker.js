/** Workers that may die while the page waits for them. */
import { wrap } from 'comlink';

/** A promise that never resolves, and rejects when `die` is called. */
export function endable() {
  /** @type {(error: Error) => void} */
  let die = () => {};
  /** @type {Promise<never>} */
  const dead = new Promise((_, reject) => {
    die = reject;
  });
  // It may reject while no caller waits for it.
  dead.catch(() => {});
  return { dead, die };
}

/**
 * The API of a worker. Its calls reject when the worker fails or is ended.
 * @template T
 * @param {Worker} worker
 * @param {string} failure   the error if it fails
 * @returns {{ far: import('comlink').Remote<T>, fail: () => void, end: () => void }}
 */
export function endableWorker(worker, failure) {
  const { dead, die } = endable();
  const stop = (/** @type {string} */ why) => {
    worker.terminate();
    die(new Error(why));
  };
  const fail = () => stop(failure);
  worker.onerror = (event) => {
    event.preventDefault();
    fail();
  };
  const far = new Proxy(/** @type {any} */ (wrap(worker)), {
    get:
      (api, name) =>
      (/** @type {unknown[]} */ ...inputs) =>
        Promise.race([api[name](...inputs), dead]),
  });
  return { far, fail, end: () => stop('ended') };
}
