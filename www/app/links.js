/**
 * What comes in from the address and from outside the page: fragments, dropped files, pasted texts.
 * Decoding and judging is done in Rust behind `game.open`; nothing that comes in ever becomes markup.
 */

import * as strings from '../strings/play.js';
import { open, openFile } from './open.js';
import { openScreen, screenOfAddress } from './screens.js';
import { embedded, notify } from './store.js';

/**
 * Opens the game in the address, if there is one, and cleans the address, so that a reload finds
 * the game as it went on and not as it was sent.
 * @returns {Promise<boolean>} whether a game, or another screen, was opened
 */
export async function openFromAddress() {
  if (screenOfAddress()) return true;
  const { hash: fragment } = location;
  if (fragment.length < 2) return false;
  // A frame that is loaded again shows the same once more.
  if (!embedded.value) history.replaceState(null, '', location.pathname + location.search);
  const opened = await open(fragment);
  if (opened && !embedded.value) (await import('./puzzle.js')).beginPuzzle(fragment);
  return opened;
}

/** Listens for new fragments, for files dropped anywhere, and for texts pasted where nothing is typed. */
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
    // A field and a dialog have their own use for it. A dialog says a moment later that it was closed.
    const target = event.target instanceof Element ? event.target : null;
    const dialog = document.querySelector('dialog[open]');
    if (target?.closest('input, textarea, select') || dialog) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim()) return;
    event.preventDefault();
    if (!openScreen(text)) open(text);
  });
}
