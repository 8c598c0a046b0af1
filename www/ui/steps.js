/** Undo and redo, for every editor. */
import { computed, signal } from '@preact/signals';

/** The most steps that can be undone. */
const MOST = 300;

/**
 * @template T   the state before a step
 */
export function makeSteps() {
  const back = signal(/** @type {T[]} */ ([]));
  const forth = signal(/** @type {T[]} */ ([]));
  /** @param {typeof back} from @param {typeof back} to @param {T} now @returns {T | undefined} */
  const step = (from, to, now) => {
    const found = from.peek().at(-1);
    if (found === undefined) return undefined;
    to.value = [...to.peek(), now];
    from.value = from.peek().slice(0, -1);
    return found;
  };
  return {
    canUndo: computed(() => back.value.length > 0),
    canRedo: computed(() => forth.value.length > 0),
    /** Records a step. @param {T} old   the state before it */
    add(old) {
      back.value = [...back.peek(), old].slice(-MOST);
      forth.value = [];
    },
    /** @param {T} now   the current state @returns {T | undefined} the state to restore; undefined if no step is left */
    undo: (now) => step(back, forth, now),
    /** @param {T} now @returns {T | undefined} */
    redo: (now) => step(forth, back, now),
    clear() {
      back.value = forth.value = [];
    },
  };
}
