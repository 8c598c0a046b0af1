/**
 * A handle for the browser tests: `__totora`. It reads, and it can terminate the worker or break the
 * engine as a crash would. Only a build with `--mode test` has it.
 */
import { kill } from '../worker/client.js';
import { lookedBack } from './review.js';
import { ask, recordText } from './session.js';
import * as store from './store.js';

/** Puts the handle on the window. */
export function exposeForTests() {
  Object.assign(window, {
    __totora: {
      legal: () => ask((session) => session.legal()) ?? [],
      record: () => JSON.parse(recordText()),
      state: () => store.state.value,
      layout: () => store.layout.value,
      view: () => ({ ...store.layout.value, ...store.view.value }),
      thought: () => store.thought.value,
      overlay: () => store.overlay.value,
      oracle: () => store.oracle.value,
      verdicts: () => Object.fromEntries(store.verdicts.value),
      review: () => lookedBack.value,
      killWorker: kill,
      breakEngine: () =>
        ask(() => {
          throw new WebAssembly.RuntimeError('broken for a test');
        }),
    },
  });
}
