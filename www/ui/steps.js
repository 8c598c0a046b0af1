/** Steps that can be taken back, and taken again: for every panel where something is made. */
import { computed, signal } from '@preact/signals';

/** So many are held. */
const MOST = 300;

/**
 * @template T   what was there before a step
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
    /** A step was made. @param {T} old   what was there before */
    add(old) {
      back.value = [...back.peek(), old].slice(-MOST);
      forth.value = [];
    },
    /** @param {T} now   what is there @returns {T | undefined} what is to be there; nothing where no step is left */
    undo: (now) => step(back, forth, now),
    /** @param {T} now @returns {T | undefined} */
    redo: (now) => step(forth, back, now),
    clear() {
      back.value = forth.value = [];
    },
  };
}
