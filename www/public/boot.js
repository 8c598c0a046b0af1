// Says when the page could not be loaded, and repairs it. It stands alone, so that it works when nothing else does.
(() => {
  /** The page is tried for so long, in milliseconds, before it is said that it takes long. */
  const SLOW = 8_000;
  /** A repair waits no longer for the host. */
  const PATIENCE = 20_000;

  /** Whether there is nothing on the page yet but what index.html has. */
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
    const box = document.createElement('div');
    box.className = above ? 'failure' : 'booting failure';
    box.setAttribute('role', 'alert');
    const words = document.createElement('p');
    words.textContent = text;
    const help = document.createElement('p');
    help.textContent = 'Repair loads all files of the page again. Your games stay saved.';
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

  /** Deletes what the browser has stored of the page's files, has it fetch all of them again, and reloads. Games are stored elsewhere. */
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
    // The service worker's file has the list; a page that has none yet asks for what it knows of.
    const list = await (await fetch('./sw.js', { cache: 'reload' })).text();
    const known = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = new Set([
      scope,
      ...[...list.matchAll(/assets\/[\w.-]+/g)].map(([name]) => new URL(name, scope).href),
      ...known.filter((name) => name.startsWith(`${scope}assets/`)),
    ]);
    await Promise.allSettled([...files].map((file) => fetch(file, { cache: 'reload' })));
  }

  /** Says it if the page takes long from now on. */
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
      // Without its style the page works all the same. What is fetched later says so itself, and is held against no digest.
      if (target instanceof HTMLLinkElement && target.integrity) fail(missing, true);
      else if (opening()) fail(missing);
    },
    true,
  );
  watch();
})();
