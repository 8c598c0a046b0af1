/**
 * The browser's *Back* closes an open dialog before it leaves the screen, and no dialog stays open over another screen. An
 * open dialog has its own entry in the history.
 */
import { effect, untracked } from '@preact/signals';
import * as store from './store.js';

const atDialog = () => !!history.state?.dialog;

/** Call once. */
export function startBack() {
  // A frame shares the history of the page around it.
  if (store.embedded.value) return;
  /** Whether a dialog has been closed, and its entry is being left. */
  let leaving = false;
  const pushEntry = () => history.pushState({ dialog: true }, '');
  window.addEventListener('popstate', () => {
    if (leaving) {
      leaving = false;
      // Another dialog was opened meanwhile.
      if (store.dialog.value) pushEntry();
      return;
    }
    // The browser moves the focus back to where it was.
    for (const one of document.querySelectorAll('dialog')) one.close();
    store.closeDialog();
  });
  effect(() => {
    store.screen.value;
    untracked(store.closeDialog);
  });
  effect(() => {
    const open = !!store.dialog.value;
    if (open && !atDialog()) pushEntry();
    if (open) return;
    // What closed the dialog may open another one, or go to another screen.
    setTimeout(() => {
      if (store.dialog.value || !atDialog()) return;
      leaving = true;
      history.back();
    });
  });
}
