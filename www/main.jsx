/**
 * Where the page begins, and as little as possible: which room the address names, its colours, and the room itself,
 * fetched by need. Home comes without the engine; a game's address asks for it before anything else. What games need
 * is in `start.jsx`.
 */
import { effect } from '@preact/signals';
import { roomOfAddress } from './app/rooms.js';
import { startSettings } from './app/settings.js';
import * as store from './app/store.js';
import { canDraw } from './boards/registry.js';
import { catalog } from './pkg/catalog.js';
import { first } from './pkg/parts.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** Has the browser fetch what the engine begins with while it still reads the page's code: the very request of www/worker/engine.js. */
function fetchEngine() {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', type: 'application/wasm', href: first });
  link.crossOrigin = 'anonymous';
  document.head.append(link);
}

store.embedded.value = new URLSearchParams(location.search).has('embed');
// What is said of the games before the engine is there.
store.games.value = catalog.filter((entry) => canDraw(entry.id));
startSettings();
roomOfAddress();
if (store.room.value !== 'home') fetchEngine();
window.addEventListener('hashchange', roomOfAddress);

// Two lines, since the build notes for each import what comes with it.
const openHome = () => import('./panels/home/home.jsx');
const openPlay = () => import('./start.jsx');

/** Whether Home is shown, or one of the other rooms; null before either is. @type {boolean | null} */
let atHome = null;
effect(() => {
  const home = store.room.value === 'home';
  if (home === atHome) return;
  atHome = home;
  (home ? openHome() : openPlay())
    .then(({ show }) => {
      if (atHome === home) show(root);
    })
    .catch(() => {
      root.textContent =
        'Totora could not be opened: a part of the page could not be fetched. Please load it again.';
    });
});
