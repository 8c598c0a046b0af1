/**
 * Starts the screens of games, the Lab and the Arena. Finds the game to show (the user's request, the address, the saved game or a
 * new one) and draws it. The thinking worker and the service worker start after that. Loaded when the user leaves Home, or
 * starts elsewhere.
 */
import './play.css';
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { startAdvice } from './app/advice.js';
import { startBack } from './app/back.js';
import { listen, openFromAddress } from './app/links.js';
import { navigate } from './app/navigation.js';
import { openCatalog, startDefault, startWatching } from './app/newGame.js';
import { open, openFile, resume, startMending } from './app/openGame.js';
import { startPlayer } from './app/player.js';
import { startProgress } from './app/progress.js';
import { requested, route } from './app/route.js';
import { save, saveNow, startSaving } from './app/saving.js';
import { bring } from './app/screens.js';
import { errorText, report } from './app/session.js';
import { startSounds } from './app/sounds.js';
import { recall } from './app/storage.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { isReported, startOffline } from './app/version.js';
import { startContrasting } from './app/whyNot.js';
import { Page } from './panels/page.jsx';
import * as strings from './strings/play.js';
import { engine, whenLate } from './worker/engine.js';

/** Shows uncaught exceptions as messages. */
function catchAll() {
  window.addEventListener('error', (event) => {
    if (event.error && !isReported(event.error)) report(event.error);
  });
  window.addEventListener('pagehide', saveNow);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    if (!isReported(event.reason)) report(event.reason);
  });
  whenLate((late) => {
    store.lateEngine.value = late;
  });
}

/** Opens the game that was played last, or a new one. */
async function openLast() {
  const first = store.games.value[0].id;
  const last = recall('last');
  const known = store.games.value.some((entry) => entry.id === last) ? last : first;
  await goOn(known);
}

/** Opens the saved game of that kind, or a new one. @param {string} game */
async function goOn(game) {
  // A frame shows a game between bots.
  if (store.embedded.value) {
    await startWatching(game);
    return;
  }
  const resumed = await resume(game);
  // Without a state, the user stopped the opening of a long game.
  if (resumed && store.state.value) return;
  const stays = store.screen.value === 'lab';
  // The Lab then shows an instructive position.
  if (stays) bring({ lesson: { step: null, ...route.peek().lesson, game, fresh: true } });
  await startDefault(game, { stays });
}

/** @param {import('./app/route.js').Request} request */
async function fulfil(request) {
  if (request.how === 'open') {
    const { what } = request;
    const opened = typeof what === 'string' ? await open(what) : await openFile(what);
    // The message about the failure is shown above a game.
    if (!opened && !store.state.value) await openLast();
    return;
  }
  const { game, how } = request;
  if (how === 'play') return startDefault(game);
  if (how === 'watch') return startWatching(game);
  // A puzzle is not the game to continue.
  if (game === store.state.value?.game && !store.practice.value) {
    // Another game may still be loading.
    navigate();
    return;
  }
  save();
  await goOn(game);
}

/** The last request that was handled. @type {import('./app/route.js').Request | undefined} */
let handled;

/** Handles the request if it is new; otherwise opens the address or the last game. */
async function arrive() {
  const fulfilled = async () => {
    const request = requested.peek();
    if (!request || request === handled) return false;
    handled = request;
    await fulfil(request);
    return true;
  };
  if ((await fulfilled()) || (await openFromAddress())) return;
  // A link that cannot be read may name its game.
  if (!(await fulfilled())) await openLast();
}

/** @param {HTMLElement} root @param {string} why */
function cannotOpen(root, why) {
  render(null, root);
  const text = strings.totoraCouldNotBeOpened(why);
  if (window.totora) window.totora.fail(text);
  else root.textContent = text;
}

/**
 * @param {HTMLElement} root
 * @param {boolean} fromHome
 * @param {typeof import('./panels/embed.jsx') | null} frame   the code of a frame in another page
 */
async function begin(root, fromHome, frame) {
  catchAll();
  startSounds();
  startSaving(resume);
  startMending();
  startProgress();
  startBack();
  openCatalog().catch(() => {
    // Later requests for the engine report the failure.
  });
  frame?.beginEmbed();
  // Drawn while the engine is loading.
  render(<Page fromHome={fromHome} />, root);
  try {
    await arrive();
    frame?.arriveEmbedded();
  } catch (error) {
    cannotOpen(root, errorText(error));
    return;
  }
  if (!store.state.value && store.screen.value === 'game') {
    cannotOpen(root, strings.itsEngine);
    return;
  }
  listen();
  // Also opens a game when the user goes from the arena to the board.
  effect(() => {
    const request = requested.value;
    const screen = store.screen.value;
    const wanted = request && request !== handled;
    if (!wanted && (!['game', 'lab'].includes(screen) || store.state.peek())) return;
    handled = request;
    untracked(async () => {
      try {
        if (wanted) await fulfil(request);
        else await openLast();
      } catch (error) {
        report(error);
      }
    });
  });
  // The published page does not contain it.
  if (import.meta.env.MODE === 'test') (await import('./app/debug.js')).exposeForTests();
  // After the first board is drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      startThinking();
      startPlayer();
      startAdvice();
      startContrasting();
      workOffline();
      // Loads the rest of the engine. A request that needs it before then waits.
      engine().then(
        () => {
          store.engineReady.value = true;
        },
        (error) => report(error),
      );
    }),
  );
}

/** Registers the service worker. */
export function workOffline() {
  // A frame in another page stores no files.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || store.embedded.value) return;
  startOffline().catch(() => {
    // Without a service worker, the page works online.
  });
}

let begun = false;

/**
 * Shows the screen that is open.
 * @param {HTMLElement} root
 * @param {boolean} fromHome
 */
export async function show(root, fromHome) {
  // The previous screen stays until everything for the first drawing is loaded.
  const frame = store.embedded.value && !begun ? await import('./panels/embed.jsx') : null;
  if (frame && !frame.beginEmbed) throw new Error(strings.fileOfTheFrame);
  root.replaceChildren();
  if (begun) render(<Page fromHome={fromHome} />, root);
  else begin(root, fromHome, frame);
  begun = true;
}
