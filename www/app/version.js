/**
 * Detects new versions of the page, and files that failed to load. The service worker caches the files of the open
 * version (`www/sw.js`), so an update is never urgent.
 */
import { signal } from '@preact/signals';

/** Whether a reload would bring another version. */
export const newVersion = signal(false);
/** Whether a file failed to load although the version is current. */
export const partMissing = signal(false);

/** Minimum time between two checks for a new version, which run when the page becomes visible, in milliseconds. */
const ASK_EVERY = 15 * 60_000;
/** Delay until a page has all the files that it needs to start, in milliseconds. */
const SETTLED = 10_000;

/** Reloads the page; leaving it saves the game. */
export const reload = () => location.reload();
/** Reloads all files of the page, and then the page. */
export const repair = () => window.totora?.repair() ?? reload();

/** The entry file of the page: its name differs between versions. */
const entry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Checks for another version. */
export async function lookForVersion() {
  try {
    const answer = await fetch('./');
    const text = answer.ok ? await answer.text() : '';
    // An error page of the host says nothing about versions.
    if (entry() && text.includes('id="app"')) newVersion.value = !text.includes(entry());
  } catch {
    // Offline there is nothing to compare with.
  }
}

/** Errors already reported. @type {WeakSet<object>} */
const reported = new WeakSet();
/** Whether an error is a failure to load a file, which the page has reported. @param {unknown} error */
export const isReported = (error) =>
  typeof error === 'object' && error !== null && reported.has(error);

/**
 * Handles every failure to load code or styles: the file is missing because of a new version, the host or the
 * connection.
 */
export function watchParts() {
  window.addEventListener('vite:preloadError', async (event) => {
    reported.add(event.payload);
    await lookForVersion();
    partMissing.value = !newVersion.value;
  });
}

/** Registers the service worker and watches for new versions. Call once. */
export async function startOffline() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', lookForVersion);
  const registration = await serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  await serviceWorker.ready;
  // The service worker keeps the files of this version while the page is open, and deletes those of versions that no page has.
  const tell = (/** @type {boolean} */ settled) =>
    registration.active?.postMessage({ entry: entry(), settled });
  tell(false);
  setTimeout(() => tell(true), SETTLED);
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < ASK_EVERY) return;
    checkedAt = performance.now();
    // Offline: the next check will do.
    registration.update().catch(() => {});
  });
}
