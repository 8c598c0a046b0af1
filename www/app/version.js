/**
 * New versions of the page. The service worker keeps the files of the version that is open (`www/sw.js`), so a
 * newer one is no reason to hurry: it is said, and whoever likes loads the page again. The game is kept.
 */
import { signal } from '@preact/signals';
import { saveNow } from './saving.js';

/** Whether another version has been fetched, which is there after a reload. */
export const newVersion = signal(false);

/** A page that stays open asks for a newer version when it is looked at again, but not more often than this, in milliseconds. */
const ASK_EVERY = 15 * 60_000;
/** What belongs to other versions is thrown away when the page has settled, in milliseconds. */
const SETTLED = 10_000;

/** Loads the page again; the game is kept. */
export function reload() {
  saveNow();
  location.reload();
}

/** The file that this page began with: each version has another. */
const entry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Looks whether a reload would bring another version. */
export async function lookForVersion() {
  try {
    const answer = await fetch('./');
    if (entry() && answer.ok) newVersion.value = !(await answer.text()).includes(entry());
  } catch {
    // Offline there is nothing to compare with.
  }
}

/** Has the page work offline, and says when there is another version of it. Call once. */
export async function startOffline() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', lookForVersion);
  const registration = await serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  setTimeout(() => serviceWorker.controller?.postMessage({ settled: entry() }), SETTLED);
  let asked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < ASK_EVERY) return;
    asked = performance.now();
    // Offline: there is always a next time.
    registration.update().catch(() => {});
  });
}
