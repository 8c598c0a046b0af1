/**
 * The open screen and its address: Home has none, a game has its name (`#uros`), the arena `#arena`, the Lab `#lab`. The
 * browser's back and forward work between them. This module only sets what the user wants to see: each screen decides
 * what to do.
 */
import { batch } from '@preact/signals';
import * as store from './store.js';

// These match links that end with their payload. `open` finds links in other surroundings, with the engine.

/** The addresses of the arena and of the class table, and links to a tournament. */
const ARENA = '#arena';
const CLASS = '#class';
const TOURNAMENT = /#\warena\.[\w-]+\s*$/;
/** Prefix of a tournament's results file. */
const RESULTS = /^\{"crc":"/;
/** Prefix of a link to a bot in code (`lab/codeLink.js`), which opens in the Lab. */
const BOT = /#bot\.[\w-]*\s*$/;
/** A link to a heuristic with its position, to a lesson (`lab/shared.rs`), or to a hand-in (`lab/handin`). */
const SENT = /#1(?:lab|lesson|handin)\.[\w-]+\s*$/;
/** A link to a challenge (`lab/beat.js`). */
const BEAT = /#beat=[\w.-]*\s*$/;
/** The address of the Lab, with a game, with the step of its lesson: `#lab/isolation/2`. */
const LAB = /^#lab(?:\/([\w-]+)(?:\/(\d+))?)?$/;

/** A new game, to play or watch: `#uros/play`. */
const FRESH = /^#([\w-]+)\/(play|watch)$/;

const bare = () => location.pathname + location.search;
/** @param {string} fragment */
const goTo = (fragment) => {
  if (location.hash !== fragment) addEntry(fragment);
};
/** Adds an entry to the history, in place of that of an open dialog (`back.js`). @param {string} fragment */
const addEntry = (fragment) =>
  history[history.state?.dialog ? 'replaceState' : 'pushState'](null, '', bare() + fragment);

/**
 * The address of a screen or a game, for links that can open in a new tab.
 * @param {string} [screen]   Home by default
 * @param {'play' | 'watch'} [how]
 */
export const addressOf = (screen, how) => (screen ? `#${screen}${how ? `/${how}` : ''}` : bare());

/** Handles a plain click on a link; others, such as into a new tab, stay the browser's. @param {() => void} act @returns {(event: MouseEvent) => void} */
export const onPlainClick = (act) => (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  act();
};

/** @param {'home' | 'arena' | 'class'} screen @param {string} fragment */
function goToScreen(screen, fragment) {
  if (store.screen.value === screen) return;
  goTo(fragment);
  store.screen.value = screen;
}
export const goHome = () => goToScreen('home', '');
export const goToArena = () => goToScreen('arena', ARENA);
export const goToClass = () => goToScreen('class', CLASS);

/** Goes to the Lab, on the current game by default. @param {string} [game] @param {number | null} [step] of its lesson, from 1 */
export function goToLab(game, step = null) {
  goTo(game ? `#lab/${game}${step ? `/${step}` : ''}` : '#lab');
  requestLab(game, step);
}

/** @param {string | undefined} game @param {number | null} step */
function requestLab(game, step) {
  batch(() => {
    const known = store.games.value.some(({ id }) => id === game);
    if (game && known) {
      store.pendingLesson.value = { game, step };
      if (store.state.peek()?.game !== game) store.navigation.value = { game, how: 'continue' };
    }
    store.screen.value = 'lab';
  });
}

/** Goes to the screen of an opened game. @param {string} game */
export function goToGame(game) {
  // An iframe keeps its address. An empty fragment means that a link was read from it.
  if (!store.embedded.value) {
    if (store.screen.value === 'game' && location.hash.length < 2)
      history.replaceState(null, '', `${bare()}#${game}`);
    else goTo(`#${game}`);
  }
  store.screen.value = 'game';
}

/**
 * Requests a game: continue the saved one (or start a new one), play a new one against bots, or watch
 * bots.
 * @param {string} game
 * @param {'continue' | 'play' | 'watch'} [how]
 */
export function requestGame(game, how = 'continue') {
  batch(() => {
    store.navigation.value = { game, how };
    goToGame(game);
  });
}

/** Requests to open a text or a file of any game. @param {string | File} what */
export function requestOpen(what) {
  batch(() => {
    // A new history entry, so that *back* returns here; the opened game sets its address.
    addEntry('');
    store.navigation.value = { how: 'open', what };
    store.screen.value = 'game';
  });
}

/**
 * Goes to the arena, the Lab or a challenge if a text is a link to one, or can be opened there.
 * @param {string} text
 * @param {(fragment: string) => void} show   updates the address
 * @returns {boolean} whether it did
 */
function enter(text, show) {
  const [bot, sent, beat, lab] = [BOT, SENT, BEAT, LAB].map((form) => form.exec(text));
  if (bot || sent) {
    if (bot) store.botLink.value = bot[0].trim();
    else if (sent) store.labLink.value = sent[0].trim();
    show('#lab');
    store.screen.value = 'lab';
  } else if (beat) {
    const challenge = beat[0].trim();
    show(challenge);
    batch(() => {
      store.beatLink.value = challenge;
      store.screen.value = 'beat';
    });
  } else if (lab) {
    show(lab[0]);
    requestLab(lab[1], lab[2] ? Number(lab[2]) : null);
  } else if (text.trim() === CLASS) {
    show(CLASS);
    store.screen.value = 'class';
  } else {
    const link = TOURNAMENT.exec(text);
    const results = RESULTS.test(text);
    if (!link && !results && text.trim() !== ARENA) return false;
    // Do not trim: a file's last line counts only if it ends.
    if (results) store.arenaLink.value = text;
    else if (link) store.arenaLink.value = text.slice(link.index).trim();
    show(ARENA);
    store.screen.value = 'arena';
  }
  return true;
}

/** Opens the screen that a text links to. @param {string} text @returns {boolean} whether it did */
export const openScreen = (text) => enter(text, goTo);

/**
 * Goes to the screen in the address, at the start and when it changes.
 * @returns {boolean} false if the address holds a game that must still be opened
 */
export function screenOfAddress() {
  const { hash } = location;
  const [, fresh = hash.slice(1), how] = FRESH.exec(hash) ?? [];
  const named = store.games.value.find(({ id }) => id === fresh);
  if (named) {
    // A reload continues the game.
    if (how) history.replaceState(null, '', `${bare()}#${named.id}`);
    requestGame(named.id, /** @type {'play' | 'watch' | undefined} */ (how));
    return true;
  }
  // An iframe shows only a board.
  if (hash.length < 2 && !store.embedded.value) {
    store.screen.value = 'home';
    return true;
  }
  // A reload continues the edited heuristic or tournament instead of opening the link again.
  const shown = (/** @type {string} */ fragment) =>
    history.replaceState(null, '', bare() + fragment);
  if (!store.embedded.value && enter(hash, shown)) return true;
  store.screen.value = 'game';
  return false;
}
