/**
 * Where the page begins: finds the game to show (the address, what was kept, or a fresh one), draws, and only then wakes what can wait: the thinking worker and the service worker.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app/app.jsx';
import { openCatalog, startDefault } from './app/begin.js';
import { exposeForTests } from './app/debug.js';
import { keep, recall } from './app/keep.js';
import { listen, openFromAddress } from './app/links.js';
import { resume, startMending } from './app/open.js';
import { saveNow, startSaving } from './app/saving.js';
import { words } from './app/session.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { canDraw } from './boards/registry.js';
import { Task } from './panels/toasts.jsx';

/** What the page remembers beside the games. */
function settings() {
  const kept = recall('settings') ?? {};
  if (['light', 'dark', 'system'].includes(kept.theme)) store.theme.value = kept.theme;
  if (typeof kept.speed === 'number' && kept.speed > 0) store.speed.value = kept.speed;
  if (kept.speed === 'max') store.speed.value = Number.POSITIVE_INFINITY;
  if (typeof kept.tab === 'string') store.tab.value = kept.tab;
  if (typeof kept.chart === 'string') store.chart.value = kept.chart;
  effect(() => {
    const speed = store.speed.value;
    keep('settings', {
      theme: store.theme.value,
      speed: Number.isFinite(speed) ? speed : 'max',
      tab: store.tab.value,
      chart: store.chart.value,
    });
  });
  effect(() => {
    const root = document.documentElement;
    if (store.theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = store.theme.value;
  });
}

/** What would else be an uncaught exception becomes a message. */
function catchAll() {
  window.addEventListener('error', (event) => {
    if (event.error) store.tell(words(event.error), { error: true });
  });
  window.addEventListener('pagehide', saveNow);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    store.tell(words(event.reason), { error: true });
  });
  // A newer version has replaced the files of the one that is open.
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    store.tell('A newer version of this page is there. Your game is kept.', {
      error: true,
      action: { label: 'Open it', act: () => location.reload() },
    });
  });
}

/** What is seen until there is a game: a long one in the address takes a while, and can be given up. */
function Booting() {
  return (
    <div class="booting">
      <p role="status">Totora is opening…</p>
      <Task />
    </div>
  );
}

async function begin() {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  root.replaceChildren();
  render(<Booting />, root);
  store.embedded.value = new URLSearchParams(location.search).has('embed');
  settings();
  catchAll();
  openCatalog(canDraw);
  startSaving();
  startMending();
  const first = store.catalog.value[0].id;
  try {
    if (!(await openFromAddress())) {
      const last = recall('last');
      const known = store.catalog.value.some((entry) => entry.id === last) ? last : first;
      const resumed = !store.embedded.value && (await resume(known));
      // Taking up a long game can be stopped as well.
      if (!resumed || !store.state.value) await startDefault(known);
    }
  } catch (error) {
    render(null, root);
    root.textContent = `Totora could not be opened: ${words(error)} Please try again, or use a newer browser.`;
    return;
  }
  if (!store.state.value) {
    render(null, root);
    root.textContent =
      'Totora could not be opened: its engine could not be fetched or started. Please try again, or use a newer browser.';
    return;
  }
  render(<App />, root);
  listen();
  exposeForTests();
  // The first board first.
  requestAnimationFrame(() =>
    setTimeout(() => {
      startThinking();
      if (import.meta.env.PROD && 'serviceWorker' in navigator) {
        navigator.serviceWorker.register('./sw.js').catch(() => {
          // Offline use is a gift, not a need: without it the page works all the same.
        });
      }
    }),
  );
}

begin();
