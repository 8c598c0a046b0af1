/**
 * The files of the page: new versions of them, and files that could not be loaded. The service worker keeps the files
 * of the version that is open (`www/sw.js`), so a newer one is no reason to hurry.
 */
import { signal } from '@preact/signals';

/** Whether another version has been deployed, which is there after a reload. */
export const newVersion = signal(false);
/** Whether a part of the page could not be loaded, though no other version has been deployed. */
export const partMissing = signal(false);

/** A page that stays open asks for a newer version when it is looked at again, but not more often than this, in milliseconds. */
const ASK_EVERY = 15 * 60_000;
/** What belongs to other versions is thrown away when the page has settled, in milliseconds. */
const SETTLED = 10_000;

/** Loads the page again; the game is saved when the page goes. */
export const reload = () => location.reload();
/** Loads all files of the page again, and then the page. */
export const repair = () => window.totora?.repair() ?? reload();

/** The file that this page began with: each version has another. */
const entry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Looks whether a reload would bring another version. */
export async function lookForVersion() {
  try {
    const answer = await fetch('./');
    const text = answer.ok ? await answer.text() : '';
    // What is no page of ours says nothing about versions.
    if (entry() && text.includes('id="app"')) newVersion.value = !text.includes(entry());
  } catch {
    // Offline there is nothing to compare with.
  }
}

/** The errors that were reported already. @type {WeakSet<object>} */
const reported = new WeakSet();
/** Whether an error is about a part of the page that could not be loaded, which the page says already. @param {unknown} error */
export const isReported = (error) =>
  typeof error === 'object' && error !== null && reported.has(error);

/**
 * The one place that hears of a part of the page, code or style, that could not be loaded: it is missing because of a
 * new version, or because of the host or the connection.
 */
export function watchParts() {
  window.addEventListener('vite:preloadError', async (event) => {
    reported.add(event.payload);
    await lookForVersion();
    partMissing.value = !newVersion.value;
  });
}

/** Has the page work offline, and says when there is another version of it. Call once. */
export async function startOffline() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', lookForVersion);
  const registration = await serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  setTimeout(() => serviceWorker.controller?.postMessage({ settled: entry() }), SETTLED);
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < ASK_EVERY) return;
    checkedAt = performance.now();
    // Offline: there is always a next time.
    registration.update().catch(() => {});
  });
}
