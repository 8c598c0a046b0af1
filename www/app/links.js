/**
 * Input from outside the page: fragments of the address, dropped files, pasted texts. Rust decodes and
 * checks it behind `open`; none of it ever becomes markup.
 */

import * as strings from '../strings/play.js';
import { engine } from '../worker/engine.js';
import { open, openFile } from './openGame.js';
import { openScreen, requestGame, screenOfAddress } from './screens.js';
import { embedded, entryOf, notify, state } from './store.js';

/**
 * Opens the game in the address, if any, and cleans the address, so that a reload continues the game
 * instead of opening the link again.
 * @returns {Promise<boolean>} whether a game, or another screen, was opened
 */
export async function openFromAddress() {
  if (screenOfAddress()) return true;
  const { hash: fragment } = location;
  if (fragment.length < 2) return false;
  // A reloaded iframe shows the same game again.
  if (!embedded.value) history.replaceState(null, '', location.pathname + location.search);
  const opened = await open(fragment);
  if (!opened) await stayWith(fragment);
  return opened;
}

/** Goes to the game that an unreadable link names, if no game is open. @param {string} fragment */
async function stayWith(fragment) {
  // Loading the engine may have failed too, which is reported.
  const game = await engine().then(
    (found) => found.named_game(fragment),
    () => undefined,
  );
  if (game && !state.value && entryOf(game)) requestGame(game);
}

/** Listens for new fragments, dropped files, and texts pasted outside of fields. */
export function listen() {
  window.addEventListener('hashchange', openFromAddress);
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    if (files.length > 1) notify(strings.oneRecordAtATime);
    openFile(files[0]);
  });
  window.addEventListener('paste', (event) => {
    // Fields and dialogs handle pasting themselves. Close events come late, so check the DOM.
    const target = event.target instanceof Element ? event.target : null;
    const dialog = document.querySelector('dialog[open]');
    if (target?.closest('input, textarea, select') || dialog) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim()) return;
    event.preventDefault();
    if (!openScreen(text)) open(text);
  });
}
