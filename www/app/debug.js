/**
 * The `__totora` handle for browser tests. It reads the state, plays a move, walks a line, terminates the worker or exhausts the
 * engine's memory. Only builds with `--mode test` have it.
 */
import init from '../pkg/totora.js';
import { idle, kill } from '../worker/client.js';
import { isWhole } from '../worker/engine.js';
import { playByHand } from './game.js';
import { ghosts } from './ghosts.js';
import { moveName } from './names.js';
import { differences, lookedBack, marked } from './review.js';
import { ask, recordText } from './session.js';
import * as store from './store.js';
import { walkLine } from './variations.js';

const { state, layout, thought, advisor, painted, overlay, oracle, trying } = store;
const READ = { state, layout, thought, advisor, painted, overlay, oracle, trying, ghosts };

export function exposeForTests() {
  Object.assign(window, {
    __totora: {
      ...Object.fromEntries(Object.entries(READ).map(([name, one]) => [name, () => one.value])),
      legal: () => ask((session) => session.legal()) ?? [],
      record: () => JSON.parse(recordText()),
      lines: () => ask((session) => session.lines()),
      /** @param {unknown} question */
      inspect: (question) => ask((session) => session.inspect(question)),
      view: () => ({ ...layout.value, ...store.view.value }),
      review: () => lookedBack.value,
      moveName,
      play: playByHand,
      walk: walkLine,
      marked: () => marked.value,
      differences: () => differences.value,
      engine: isWhole,
      killWorker: kill,
      idle,
      /** Uses up the engine's memory, so that the next call really traps. @returns {Promise<string>} the error */
      breakEngine: async () => {
        // The module is loaded already, so no URL is needed.
        const exports = await /** @type {any} */ (init)();
        for (let size = 2 ** 30; size >= 8; size /= 2) {
          try {
            for (;;) exports.__wbindgen_malloc(size, 1);
          } catch {
            // No block of that size is left.
          }
        }
        let trap = '';
        ask((session) => {
          try {
            session.record();
          } catch (error) {
            trap = error instanceof Error ? error.constructor.name : '';
            throw error;
          }
        });
        return trap;
      },
    },
  });
}
