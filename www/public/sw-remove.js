// Takes the page down: published in the place of sw.js, it deletes the files that visitors' browsers have stored, unregisters
// itself, and reloads open pages from the host. Saved games stay in the browsers. See docs/how-to/deploy.md.
(() => {
  /** @type {ServiceWorkerGlobalScope} */
  const worker = /** @type {any} */ (self);
  const { scope } = worker.registration;

  async function remove() {
    const names = await caches.keys();
    const ours = names.filter((name) => name.split(' ').some((part) => part.endsWith(scope)));
    await Promise.all(ours.map((name) => caches.delete(name)));
    // Only pages that it controls can be reloaded.
    await worker.clients.claim();
    await worker.registration.unregister();
    const pages = await worker.clients.matchAll({ type: 'window' });
    // An address with a fragment would only scroll. A page that is closing cannot be reloaded.
    await Promise.all(
      pages.map((page) => page.navigate(page.url.replace(/#.*/, '')).catch(() => null)),
    );
  }

  worker.addEventListener('install', () => worker.skipWaiting());
  worker.addEventListener('activate', (event) => event.waitUntil(remove()));
})();
