/**
 * Where the page begins, and as little as possible: which screen the address names, its colours, and the screen itself,
 * fetched by need. Home comes without the engine; a game's address asks for it before anything else. What games need
 * is in `start.jsx`.
 */
import { effect } from '@preact/signals';
import { screenOfAddress } from './app/screens.js';
import { startSettings } from './app/settings.js';
import * as store from './app/store.js';
import { watchParts } from './app/version.js';
import { canDraw } from './boards/registry.js';
import { catalog } from './pkg/catalog.js';
import { first } from './pkg/parts.js';
import * as strings from './strings/common.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** Has the browser fetch what the engine begins with while it still reads the page's code: the very request of www/worker/engine.js. */
function fetchEngine() {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', type: 'application/wasm', href: first });
  link.crossOrigin = 'anonymous';
  document.head.append(link);
}

watchParts();
store.embedded.value = new URLSearchParams(location.search).has('embed');
// What is said of the games before the engine is there.
store.games.value = catalog.filter((entry) => canDraw(entry.id));
startSettings();
screenOfAddress();
if (store.screen.value !== 'home') fetchEngine();
window.addEventListener('hashchange', (event) => {
  // Who listens later (app/links.js) would take the address, as it is cleaned now, for a link of their own.
  if (screenOfAddress()) event.stopImmediatePropagation();
});

// Two lines, since the build notes for each import what comes with it.
const openHome = () => import('./panels/home/home.jsx');
const openPlay = () => import('./start.jsx');

/** What is there sooner needs no word, in milliseconds. */
const UNNOTICED = 300;

/** Says in place of what was shown that something else comes. */
function sayOpening() {
  const words = document.createElement('p');
  words.className = 'booting opening';
  words.setAttribute('role', 'status');
  words.textContent = strings.totoraIsOpening;
  root.replaceChildren(words);
  window.totora?.watch();
}

// The title is what a tab, a bookmark and the browser's history show.
effect(() => {
  const { games, screen, state } = store;
  const game = games.value.find(({ id }) => id === state.value?.game)?.name;
  const here = { home: '', arena: strings.arena, lab: strings.lab, beat: strings.challenge, game }[
    screen.value
  ];
  document.title = here ? `${here} · Totora` : strings.totora;
});

/** Whether Home is shown, or one of the other screens; null before either is. @type {boolean | null} */
let atHome = null;
effect(() => {
  const home = store.screen.value === 'home';
  if (home === atHome) return;
  // A user who comes by an address begins at the top of the page; else the focus follows.
  const came = atHome !== null;
  atHome = home;
  const slow = setTimeout(sayOpening, UNNOTICED);
  (home ? openHome() : openPlay())
    .finally(() => clearTimeout(slow))
    .then(({ show }) => (atHome === home ? show(root, came) : undefined))
    .catch((error) => {
      console.warn(error);
      sayOpening();
      const text = strings.totoraCouldNotBeLoaded;
      if (window.totora) window.totora.fail(text);
      else root.textContent = strings.pleaseReloadThePage(text);
    });
});
