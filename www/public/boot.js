// Shows a message if the page cannot be loaded, and repairs the page. It needs no other file, so that it works if they fail.
(() => {
  /** Milliseconds until a page that is still loading shows a message. */
  const SLOW = 8_000;
  /** Delay until the script in index.html has checked a failure, in milliseconds (www/inline.js). */
  const CHECKED = 500;
  /** Maximum duration of a repair before the page is reloaded, in milliseconds. */
  const PATIENCE = 20_000;

  /** Whether the page cannot start at all, and the script in index.html has said why (www/inline.js). */
  const refused = () => 'refused' in document.documentElement.dataset;
  /** Whether the page still shows only the content of index.html. */
  const opening = () => !!document.querySelector('#app > .opening');

  /** @param {string} label @param {() => void} act */
  function button(label, act) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', act);
    return made;
  }

  /** Shows a message in place of the page, or above it if there is one. @param {string} text @param {boolean} [above] */
  function fail(text, above = !opening()) {
    if (refused()) return;
    const box = document.createElement('div');
    box.className = above ? 'failure' : 'booting failure';
    box.setAttribute('role', 'alert');
    const words = document.createElement('p');
    words.textContent = text;
    const help = document.createElement('p');
    help.textContent = 'Repair downloads all files of the page again. It does not affect your games.';
    const ways = document.createElement('p');
    ways.append(
      button('Reload', () => location.reload()),
      ' ',
      button('Repair', () => {
        words.textContent = 'Repairing…';
        repair();
      }),
    );
    box.append(words, ways, help);
    for (const old of document.querySelectorAll('.failure')) old.remove();
    if (above) document.body.prepend(box);
    else document.getElementById('app')?.replaceChildren(box);
  }

  /** Deletes the page's files from the caches, fetches all of them again, and reloads. Games are stored elsewhere. */
  async function repair() {
    const scope = new URL('./', location.href).href;
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    await Promise.race([late, fetchAnew(scope).catch(() => {})]);
    location.reload();
  }

  /** @param {string} scope */
  async function fetchAnew(scope) {
    if ('serviceWorker' in navigator) {
      const own = await navigator.serviceWorker.getRegistration();
      await own?.unregister();
    }
    if ('caches' in window)
      for (const name of await caches.keys()) if (name.includes(scope)) await caches.delete(name);
    // The service worker's script lists all files. The files that this page has loaded are added.
    const list = await (await fetch('./sw.js', { cache: 'reload' })).text();
    const known = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = new Set([
      scope,
      ...[...list.matchAll(/assets\/[\w.-]+/g)].map(([name]) => new URL(name, scope).href),
      ...known.filter((name) => name.startsWith(`${scope}assets/`)),
    ]);
    await Promise.allSettled([...files].map((file) => fetch(file, { cache: 'reload' })));
  }

  /** Shows a message if the page takes long from now on. */
  function watch() {
    setTimeout(() => {
      if (opening()) fail('Totora is still loading: the server has not sent all of its files yet.');
    }, SLOW);
  }

  Object.assign(window, { totora: { fail, repair, watch } });

  const missing = 'Totora could not be loaded: one of its files is missing or damaged.';
  window.addEventListener(
    'error',
    ({ target }) => {
      // A style sheet of index.html has a digest; without it the page still works. Files loaded later report their own errors.
      if (target instanceof HTMLLinkElement && target.integrity) fail(missing, true);
      // The script in index.html first checks whether the host sends scripts with a wrong type.
      else setTimeout(() => opening() && fail(missing), CHECKED);
    },
    true,
  );
  watch();
})();
