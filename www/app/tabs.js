/**
 * Which tab keeps a game. Two tabs with one game would overwrite each other, so the first one has a lock on its
 * place (where the browser has locks: not on plain http), and the second says so and offers a copy.
 */
import { signal } from '@preact/signals';
import { placeOf, saveApart } from './storage.js';

/** How long a place may be taken before it is said to be: a page that is loaded again lets go only then. */
const PATIENCE = 500;

const locks = globalThis.navigator?.locks;

/** Whether the game at hand is open in another tab, which keeps it. */
export const elsewhere = signal(false);

/** The place that this tab wants. */
let requestedPlace = '';
let held = false;
/** Gives up the place, or the wait for it. */
let letGo = () => {};
/** What to do when a place is this tab's. @type {(game: string, waited: boolean) => void} */
let taken = () => {};

/**
 * Says what to do when a place is this tab's.
 * @param {(game: string, waited: boolean) => void} act   `waited` when another tab had it until now
 */
export function whenTaken(act) {
  taken = act;
}

/** @param {string} game @returns {boolean} whether this tab may save its game of that kind */
export const maySave = (game) => !locks || (held && requestedPlace === placeOf(game));

/** Takes the place of a game for this tab, as soon as no other tab has it. @param {string} game */
export function claim(game) {
  const place = placeOf(game);
  if (!locks || place === requestedPlace) return;
  letGo();
  requestedPlace = place;
  held = false;
  elsewhere.value = false;
  const name = `totora:${place}`;
  const waiting = new AbortController();
  letGo = () => waiting.abort();
  const hold = () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      held = true;
      letGo = resolve;
      const waited = elsewhere.value;
      elsewhere.value = false;
      taken(game, waited);
    });
  /** Another page has it. One that is loaded again lets go soon; another tab does not. */
  const wait = () => {
    const late = setTimeout(() => {
      elsewhere.value = true;
    }, PATIENCE);
    waiting.signal.addEventListener('abort', () => clearTimeout(late));
    const act = () => {
      clearTimeout(late);
      return hold();
    };
    // It rejects when the wait is given up.
    locks.request(name, { signal: waiting.signal }, act).catch(() => {});
  };
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (waiting.signal.aborted) return undefined;
      return lock ? hold() : wait();
    })
    .catch(() => {});
}

/** Keeps the game at hand in a place of its own, beside that of the other tab. @param {string} game */
export function saveCopy(game) {
  saveApart(game);
  claim(game);
}
