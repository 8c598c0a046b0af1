/**
 * A handle for tests and curious consoles: `__totora`. It reads, and it can terminate the thinking
 * worker or break the engine as a crash would; nothing on the page depends on it.
 */
import { kill } from '../worker/client.js';
import { lookedBack } from './review.js';
import { breakEngine, legalMoves, recordText } from './session.js';
import * as store from './store.js';

/** Puts the handle on the window. */
export function exposeForTests() {
  Object.assign(window, {
    __totora: {
      legal: legalMoves,
      record: () => JSON.parse(recordText()),
      state: () => store.state.value,
      view: () => ({ ...store.layout.value, ...store.view.value }),
      thought: () => store.thought.value,
      overlay: () => store.overlay.value,
      oracle: () => store.oracle.value,
      review: () => lookedBack.value,
      killWorker: kill,
      breakEngine,
    },
  });
}
