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
  window.addEventListener('popstate', store.closeDialog);
  effect(() => {
    store.screen.value;
    untracked(store.closeDialog);
  });
  effect(() => {
    const open = !!store.dialog.value;
    if (open && !atDialog()) history.pushState({ dialog: true }, '');
    // What closed the dialog may open another one, or go to another screen.
    else if (!open) setTimeout(() => !store.dialog.value && atDialog() && history.back());
  });
}
