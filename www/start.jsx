/**
 * What games and the arena need: finds the game to show (what somebody wants, the address, what was kept, or a fresh
 * one), draws, and only then wakes what can wait: the thinking worker and the service worker. Fetched when somebody
 * leaves Home, or does not come there.
 */
import './play.css';
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { startAdvice } from './app/advice.js';
import { openCatalog, startDefault, startWatching } from './app/begin.js';
import { startContrasting } from './app/contrast.js';
import { farOf, recall, recallGame, recordOf, setAside } from './app/keep.js';
import { listen, openFromAddress } from './app/links.js';
import { open, openFile, resume, startMending } from './app/open.js';
import { startPlayer } from './app/player.js';
import { startProgress } from './app/progress.js';
import { save, saveNow, startSaving } from './app/saving.js';
import { errorText, report } from './app/session.js';
import { startSounds } from './app/sounds.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { isTold, startOffline } from './app/version.js';
import { canDraw } from './boards/registry.js';
import { Page } from './panels/page.jsx';
import { engine, whenLate } from './worker/engine.js';

/** What would else be an uncaught exception becomes a message. */
function catchAll() {
  window.addEventListener('error', (event) => {
    if (event.error && !isTold(event.error)) report(event.error);
  });
  window.addEventListener('pagehide', saveNow);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    if (!isTold(event.reason)) report(event.reason);
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

/** The game of that kind that was kept, or a fresh one. @param {string} game */
async function goOn(game) {
  // In a frame nobody plays.
  if (store.embedded.value) {
    await startWatching(game);
    return;
  }
  const resumed = await resume(game);
  // Taking up a long game can be stopped as well.
  if (!resumed || !store.state.value)
    await startDefault(game, { stays: store.room.value === 'lab' });
}

/**
 * A fresh game in the place of the one that is kept, which is not lost: if it is under way, it is put aside.
 * @param {string} game
 * @param {(game: string) => Promise<unknown>} begin
 */
async function beginAnew(game, begin) {
  if (store.state.value?.game === game) saveNow();
  const { plies, over } = farOf(recallGame(game));
  const aside = plies !== 0 && !over ? setAside(game, 'Another game was begun from Home.') : null;
  await begin(game);
  if (!aside) return;
  store.tell('Your game was put aside. You find it under Share.', {
    action: { label: 'Back to it', act: async () => open(await recordOf(aside)) },
  });
}

/** @param {NonNullable<typeof store.wish.value>} wish */
async function fulfil(wish) {
  if (wish.how === 'open') {
    const { what } = wish;
    const opened = typeof what === 'string' ? await open(what) : await openFile(what);
    // What is wrong with it was said; it is said over a game.
    if (!opened && !store.state.value) await openLast();
    return;
  }
  const { game, how } = wish;
  if (how === 'play') return beginAnew(game, startDefault);
  if (how === 'watch') return beginAnew(game, startWatching);
  if (game === store.state.value?.game) return;
  save();
  await goOn(game);
}

/** The wish that was seen to last. @type {typeof store.wish.value} */
let seenTo = null;

/** Goes on as somebody wants: once for each wish, and else with what is there. */
async function arrive() {
  const { wish } = store;
  if (wish.value && wish.value !== seenTo) {
    seenTo = wish.value;
    await fulfil(seenTo);
  } else if (!(await openFromAddress())) await openLast();
}

/** @param {HTMLElement} root @param {string} why */
function cannotOpen(root, why) {
  render(null, root);
  const text = `Totora could not be opened. ${why}`;
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
  openCatalog(canDraw).catch(() => {
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
  if (!store.state.value && store.room.value === 'game') {
    cannotOpen(root, 'Its engine could not be started.');
    return;
  }
  listen();
  // Who arrived in the arena and goes to a game from there finds one as well.
  effect(() => {
    const wish = store.wish.value;
    const { value: room } = store.room;
    const wanted = wish !== seenTo;
    if (!wanted && (!['game', 'lab'].includes(room) || store.state.peek())) return;
    seenTo = wish;
    untracked(async () => {
      try {
        if (wish && wanted) await fulfil(wish);
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
  // A frame in somebody else's page leaves nothing behind.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || store.embedded.value) return;
  startOffline().catch(() => {
    // Offline use is a gift, not a need: without it the page works all the same.
  });
}

let begun = false;

/**
 * Shows the room that is open.
 * @param {HTMLElement} root
 * @param {boolean} fromHome
 */
export async function show(root, fromHome) {
  // What stands there stays until all is there that is drawn first.
  const frame = store.embedded.value && !begun ? await import('./panels/embed.jsx') : null;
  if (frame && !frame.beginEmbed) throw new Error('The file of the frame is empty.');
  root.replaceChildren();
  if (begun) render(<Page fromHome={fromHome} />, root);
  else begin(root, fromHome, frame);
  begun = true;
}
