/**
 * Where the page begins: finds the game to show (the address, what was kept, or a fresh one), draws, and only then wakes what can wait: the thinking worker and the service worker.
 */
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { startAdvice } from './app/advice.js';
import { openCatalog, startDefault } from './app/begin.js';
import { startContrasting } from './app/contrast.js';
import { recall } from './app/keep.js';
import { listen, openFromAddress } from './app/links.js';
import { resume, startMending } from './app/open.js';
import { saveNow, startSaving } from './app/saving.js';
import { errorText, report } from './app/session.js';
import { startSettings } from './app/settings.js';
import { startSounds } from './app/sounds.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { lookForVersion, startOffline } from './app/version.js';
import { canDraw } from './boards/registry.js';
import { Page } from './panels/page.jsx';

/** What would else be an uncaught exception becomes a message. */
function catchAll() {
  window.addEventListener('error', (event) => {
    if (event.error) report(event.error);
  });
  window.addEventListener('pagehide', saveNow);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    report(event.reason);
  });
  // Without a service worker, as on plain http, another version may have replaced the files of the one that is open.
  window.addEventListener('vite:preloadError', lookForVersion);
}

/** The game that was played last, or a fresh one. */
async function openLast() {
  const first = store.games.value[0].id;
  const last = recall('last');
  const known = store.games.value.some((entry) => entry.id === last) ? last : first;
  const resumed = !store.embedded.value && (await resume(known));
  // Taking up a long game can be stopped as well.
  if (!resumed || !store.state.value) await startDefault(known);
}

async function begin() {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  store.embedded.value = new URLSearchParams(location.search).has('embed');
  startSettings();
  startSounds();
  catchAll();
  startSaving(resume);
  startMending();
  openCatalog(canDraw).catch(() => {
    // Who needs the engine asks for it again, and says what went wrong.
  });
  // Drawn before the engine is there, which is on its way meanwhile.
  root.replaceChildren();
  render(<Page />, root);
  try {
    if (!(await openFromAddress())) await openLast();
  } catch (error) {
    render(null, root);
    root.textContent = `Totora could not be opened: ${errorText(error)} Please try again, or use a newer browser.`;
    return;
  }
  if (!store.state.value && store.room.value === 'game') {
    render(null, root);
    root.textContent =
      'Totora could not be opened: its engine could not be fetched or started. Please try again, or use a newer browser.';
    return;
  }
  listen();
  // Who arrived in the arena and goes back from there finds a game as well.
  effect(() => {
    if (store.room.value !== 'game' || store.state.peek()) return;
    untracked(() => openLast().catch((error) => store.tell(errorText(error), { error: true })));
  });
  // The finished page is built without it.
  if (import.meta.env.MODE === 'test') (await import('./app/debug.js')).exposeForTests();
  // The first board first.
  requestAnimationFrame(() =>
    setTimeout(() => {
      startThinking();
      startAdvice();
      startContrasting();
      if (import.meta.env.PROD && 'serviceWorker' in navigator) {
        startOffline().catch(() => {
          // Offline use is a gift, not a need: without it the page works all the same.
        });
      }
    }),
  );
}

begin();
