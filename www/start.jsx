/**
 * What games and the arena need: finds the game to show (what the user wants, the address, what was saved, or a fresh
 * one), draws, and only then wakes what can wait: the thinking worker and the service worker. Fetched when the user
 * leaves Home, or does not come there.
 */
import './play.css';
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { startAdvice } from './app/advice.js';
import { openCatalog, startDefault, startWatching } from './app/begin.js';
import { startContrasting } from './app/contrast.js';
import { listen, openFromAddress } from './app/links.js';
import { open, openFile, resume, startMending } from './app/open.js';
import { startPlayer } from './app/player.js';
import { startProgress } from './app/progress.js';
import { save, saveNow, startSaving } from './app/saving.js';
import { errorText, report } from './app/session.js';
import { startSounds } from './app/sounds.js';
import { farOf, recall, recallGame, recordOf, setAside } from './app/storage.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { isReported, startOffline } from './app/version.js';
import { Page } from './panels/page.jsx';
import * as strings from './strings/play.js';
import { engine, whenLate } from './worker/engine.js';

/** What would else be an uncaught exception becomes a message. */
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

/** The game that was played last, or a fresh one. */
async function openLast() {
  const first = store.games.value[0].id;
  const last = recall('last');
  const known = store.games.value.some((entry) => entry.id === last) ? last : first;
  await goOn(known);
}

/** The game of that kind that was saved, or a fresh one. @param {string} game */
async function goOn(game) {
  // In a frame no person plays.
  if (store.embedded.value) {
    await startWatching(game);
    return;
  }
  const resumed = await resume(game);
  // Taking up a long game can be stopped as well.
  if (resumed && store.state.value) return;
  const stays = store.screen.value === 'lab';
  // The Lab then goes to a position in which there is something to see.
  if (stays)
    store.pendingLesson.value = { step: null, ...store.pendingLesson.value, game, fresh: true };
  await startDefault(game, { stays });
}

/**
 * A fresh game in the place of the one that is saved, which is not lost: if it is under way, it is put aside.
 * @param {string} game
 * @param {(game: string) => Promise<unknown>} begin
 */
async function beginAnew(game, begin) {
  if (store.state.value?.game === game) saveNow();
  const { plies, over } = farOf(recallGame(game));
  const aside = plies !== 0 && !over ? setAside(game, strings.anotherGameWasBegun) : null;
  await begin(game);
  if (!aside) return;
  store.notify(strings.yourGameWasPutAside, {
    action: { label: strings.backToIt, act: async () => open(await recordOf(aside)) },
  });
}

/** @param {NonNullable<typeof store.navigation.value>} request */
async function fulfil(request) {
  if (request.how === 'open') {
    const { what } = request;
    const opened = typeof what === 'string' ? await open(what) : await openFile(what);
    // What is wrong with it was said; it is said over a game.
    if (!opened && !store.state.value) await openLast();
    return;
  }
  const { game, how } = request;
  if (how === 'play') return beginAnew(game, startDefault);
  if (how === 'watch') return beginAnew(game, startWatching);
  if (game === store.state.value?.game) return;
  save();
  await goOn(game);
}

/** The request that was seen to last. @type {typeof store.navigation.value} */
let seenTo = null;

/** Goes on as the user wants: once for each request, and else with what is there. */
async function arrive() {
  const { navigation } = store;
  if (navigation.value && navigation.value !== seenTo) {
    seenTo = navigation.value;
    await fulfil(seenTo);
  } else if (!(await openFromAddress())) await openLast();
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
 * @param {typeof import('./panels/embed.jsx') | null} frame   what a frame in another page needs
 */
async function begin(root, fromHome, frame) {
  catchAll();
  startSounds();
  startSaving(resume);
  startMending();
  startProgress();
  openCatalog().catch(() => {
    // Who needs the engine asks for it again, and says what went wrong.
  });
  frame?.beginEmbed();
  // Drawn before the engine is there, which is on its way meanwhile.
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
  // Who arrived in the arena and goes to a game from there finds one as well.
  effect(() => {
    const request = store.navigation.value;
    const screen = store.screen.value;
    const wanted = request !== seenTo;
    if (!wanted && (!['game', 'lab'].includes(screen) || store.state.peek())) return;
    seenTo = request;
    untracked(async () => {
      try {
        if (request && wanted) await fulfil(request);
        else await openLast();
      } catch (error) {
        report(error);
      }
    });
  });
  // The finished page is built without it.
  if (import.meta.env.MODE === 'test') (await import('./app/debug.js')).exposeForTests();
  // The first board first.
  requestAnimationFrame(() =>
    setTimeout(() => {
      startThinking();
      startPlayer();
      startAdvice();
      startContrasting();
      workOffline();
      // Who asks for more than there is now has it soon, and who asks at once waits for it.
      engine().then(
        () => {
          store.engineReady.value = true;
        },
        (error) => report(error),
      );
    }),
  );
}

/** Has the page work offline from now on. */
export function workOffline() {
  // A frame in another page leaves nothing behind.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || store.embedded.value) return;
  startOffline().catch(() => {
    // Offline use is a gift, not a need: without it the page works all the same.
  });
}

let begun = false;

/**
 * Shows the screen that is open.
 * @param {HTMLElement} root
 * @param {boolean} fromHome
 */
export async function show(root, fromHome) {
  // What stands there stays until all is there that is drawn first.
  const frame = store.embedded.value && !begun ? await import('./panels/embed.jsx') : null;
  if (frame && !frame.beginEmbed) throw new Error(strings.fileOfTheFrame);
  root.replaceChildren();
  if (begun) render(<Page fromHome={fromHome} />, root);
  else begin(root, fromHome, frame);
  begun = true;
}
