/**
 * The first module of the page, as small as possible: reads the address, sets the colours, and loads the screen. Home loads without
 * the engine; at the address of a game the engine is requested first. `start.jsx` has the code that games need.
 */
import { effect } from '@preact/signals';
import { firstPicture } from './app/firstPicture.js';
import { screenOfAddress } from './app/screens.js';
import { startSettings } from './app/settings.js';
import { openStorage } from './app/storage.js';
import * as store from './app/store.js';
import { watchParts } from './app/version.js';
import { canDraw } from './boards/registry.js';
import { catalog } from './pkg/catalog.js';
import { first } from './pkg/parts.js';
import * as strings from './strings/common.js';
import { watchTranslation } from './ui/translated.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
/** Whether the page cannot run here, and the script in index.html has said why (www/inline.js). */
const refused = 'refused' in document.documentElement.dataset;

/** Requests the engine's first part while the browser still reads the page's code. www/worker/engine.js makes the same request. */
function fetchEngine() {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', type: 'application/wasm', href: first });
  link.crossOrigin = 'anonymous';
  document.head.append(link);
}

watchParts();
watchTranslation(root);
store.embedded.value = new URLSearchParams(location.search).has('embed');
// The data of the games until the engine is loaded.
store.games.value = catalog.filter((entry) => canDraw(entry.id));
startSettings();
// A frame in another page saves nothing.
const stored = store.embedded.value ? null : openStorage();
screenOfAddress();
if (store.screen.value !== 'home' && !refused) fetchEngine();
window.addEventListener('hashchange', (event) => {
  // The listener of app/links.js must not handle the address, which is shortened now.
  if (screenOfAddress()) event.stopImmediatePropagation();
});

// Two functions, because the build lists the files of each import.
const openHome = () => import('./panels/home/home.jsx');
const openPlay = () => import('./start.jsx');

/** A screen that takes longer to load shows a message, in milliseconds. */
const UNNOTICED = 300;

/** Shows that a screen is loading, in place of the previous one. */
function sayOpening() {
  const words = document.createElement('p');
  words.className = 'booting opening';
  words.setAttribute('role', 'status');
  words.textContent = strings.totoraIsOpening;
  const src = firstPicture();
  if (src)
    words.prepend(
      Object.assign(document.createElement('img'), {
        fetchPriority: 'high',
        src,
        alt: '',
        className: 'first-picture',
      }),
    );
  root.replaceChildren(words);
  window.totora?.watch();
}

// Tabs, bookmarks and the browser's history show the title.
effect(() => {
  const { games, screen, state } = store;
  const game = games.value.find(({ id }) => id === state.value?.game)?.name;
  const here = {
    home: '',
    arena: strings.arena,
    lab: strings.lab,
    beat: strings.challenge,
    class: strings.classTable,
    game,
  }[screen.value];
  document.title = here ? `${here} · Totora` : strings.totora;
});

/** Whether Home is shown; null before the first screen. @type {boolean | null} */
let atHome = null;
effect(() => {
  if (refused) return;
  const home = store.screen.value === 'home';
  if (home === atHome) return;
  // After the first screen, the focus moves to the new one.
  const came = atHome !== null;
  atHome = home;
  const slow = setTimeout(sayOpening, UNNOTICED);
  // The picture of the board comes before the code that draws it.
  stored?.then(() => {
    if (atHome !== home || came || !firstPicture()) return;
    clearTimeout(slow);
    sayOpening();
  });
  Promise.all([home ? openHome() : openPlay(), stored])
    .finally(() => clearTimeout(slow))
    .then(([{ show }]) => (atHome === home ? show(root, came) : undefined))
    .catch((error) => {
      console.warn(error);
      sayOpening();
      const text = strings.totoraCouldNotBeLoaded;
      if (window.totora) window.totora.fail(text);
      else root.textContent = strings.pleaseReloadThePage(text);
    });
});
