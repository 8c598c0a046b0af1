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
import { recall, recallGame, setAside } from './app/keep.js';
import { listen, openFromAddress } from './app/links.js';
import { open, openFile, resume, startMending } from './app/open.js';
import { save, saveNow, startSaving } from './app/saving.js';
import { errorText, report } from './app/session.js';
import { startSounds } from './app/sounds.js';
import * as store from './app/store.js';
import { startThinking } from './app/think.js';
import { lookForVersion, startOffline } from './app/version.js';
import { canDraw } from './boards/registry.js';
import { Page } from './panels/page.jsx';
import { engine } from './worker/engine.js';

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
  const kept = recallGame(game)?.record ?? '';
  const aside = underWay(kept) ? setAside(game, 'Another game was begun from Home.') : null;
  await begin(game);
  if (!aside) return;
  store.tell('Your game was put aside. You find it under Share.', {
    action: { label: 'Back to it', act: () => open(aside.record) },
  });
}

/** Whether a kept record has moves and no end. @param {string} record   as JSON text, or as a link */
function underWay(record) {
  if (!record.startsWith('{')) return record !== '';
  const { moves, result } = JSON.parse(record);
  return moves.length > 0 && !result;
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

/** @param {HTMLElement} root */
async function begin(root) {
  catchAll();
  startSounds();
  startSaving(resume);
  startMending();
  openCatalog(canDraw).catch(() => {
    // Who needs the engine asks for it again, and says what went wrong.
  });
  const frame = store.embedded.value ? await import('./panels/embed.jsx') : null;
  frame?.beginEmbed();
  // Drawn before the engine is there, which is on its way meanwhile.
  render(<Page />, root);
  try {
    await arrive();
    frame?.arriveEmbedded();
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
      startAdvice();
      startContrasting();
      workOffline();
      // Who asks for more than there is now has it soon, and who asks at once waits for it.
      engine().catch(() => {});
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
 */
export function show(root) {
  root.replaceChildren();
  if (begun) render(<Page />, root);
  else begin(root);
  begun = true;
}
