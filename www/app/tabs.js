/**
 * Prevents two tabs from overwriting the same game. The first tab holds a lock on its place (if the browser has locks:
 * not on plain http); the second says so and offers a copy.
 */
import { signal } from '@preact/signals';
import { placeOf, saveApart } from './storage.js';

/** How long a lock may be taken before that is reported: a reloaded page releases it late. In milliseconds. */
const PATIENCE = 500;

const locks = globalThis.navigator?.locks;

/** Whether the current game is open in another tab, which saves it. */
export const elsewhere = signal(false);

/** The place that this tab has locked or waits for. */
let requestedPlace = '';
let held = false;
/** Releases the lock, or stops waiting for it. */
let letGo = () => {};
/** Called when this tab gets a lock. @type {(game: string, waited: boolean) => void} */
let taken = () => {};

/**
 * Sets the handler for a new lock.
 * @param {(game: string, waited: boolean) => void} act   `waited` when another tab had it until now
 */
export function whenTaken(act) {
  taken = act;
}

/** @param {string} game @returns {boolean} whether this tab may save that game */
export const maySave = (game) => !locks || (held && requestedPlace === placeOf(game));

/** Locks a game's place for this tab, once no other tab holds it. @param {string} game */
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
  /** Another page holds it. A reloading page releases it soon; another tab does not. */
  const wait = () => {
    const late = setTimeout(() => {
      elsewhere.value = true;
    }, PATIENCE);
    waiting.signal.addEventListener('abort', () => clearTimeout(late));
    const act = () => {
      clearTimeout(late);
      return hold();
    };
    // It rejects when waiting is aborted.
    locks.request(name, { signal: waiting.signal }, act).catch(() => {});
  };
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (waiting.signal.aborted) return undefined;
      return lock ? hold() : wait();
    })
    .catch(() => {});
}

/** Saves the current game in a separate place. @param {string} game */
export function saveCopy(game) {
  saveApart(game);
  claim(game);
}
