/**
 * Which room of the page is open, and its address: a game, or the arena at `#arena`. The browser's own back and
 * forward go from one to the other. What happens in a room is decided there.
 */
import * as store from './store.js';

/** The address of the arena, and how links to a tournament begin. */
const ARENA = '#arena';
const TOURNAMENT = /#\warena\./;

/** @param {string} fragment */
const goTo = (fragment) =>
  history.pushState(null, '', location.pathname + location.search + fragment);

export function goToArena() {
  if (store.room.value === 'arena') return;
  goTo(ARENA);
  store.room.value = 'arena';
}

export function goToGame() {
  if (store.room.value === 'game') return;
  goTo('');
  store.room.value = 'game';
}

/**
 * Opens what a text names, if that is the arena or a tournament in it.
 * @param {string} text
 * @returns {boolean} whether it was
 */
export function openRoom(text) {
  const link = TOURNAMENT.exec(text);
  if (!link && text !== ARENA) return false;
  if (link) store.arenaLink.value = text.slice(link.index).trim();
  goToArena();
  return true;
}

/**
 * Goes where the address says, on arrival and when it changes.
 * @returns {boolean} whether that is a room other than a game's
 */
export function roomOfAddress() {
  const { hash } = location;
  if (hash.length < 2) {
    store.room.value = 'game';
    return false;
  }
  // In a frame there is a board only.
  if (store.embedded.value || (hash !== ARENA && !TOURNAMENT.test(hash))) {
    store.room.value = 'game';
    return false;
  }
  // A reload finds the tournament as it went on, and not as it was sent.
  history.replaceState(null, '', location.pathname + location.search + ARENA);
  store.room.value = 'arena';
  if (hash !== ARENA) store.arenaLink.value = hash;
  return true;
}
