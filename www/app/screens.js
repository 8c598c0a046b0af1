/**
 * Which screen of the page is open, and its address: Home has none, a game is at its name (`#uros`), the arena at
 * `#arena`, the Lab at `#lab`. The browser's own back and forward go from one to the other. What happens in a screen is decided there:
 * this module only says what the user wants.
 */
import { batch } from '@preact/signals';
import * as store from './store.js';

/** The address of the arena, and how links to a tournament begin. */
const ARENA = '#arena';
const TOURNAMENT = /#\warena\./;
/** How a file of a tournament's results begins. */
const RESULTS = /^\{"crc":"/;
/** How a link to a bot in code begins (`lab/codeLink.js`): it opens in the Lab. */
const BOT = /#bot\.[\w-]*/;
/** A link to a heuristic with its position, or to a lesson (`lab/shared.rs`). */
const SENT = /#1(?:lab|lesson)\.[\w-]+/;
/** A link to a challenge (`lab/beat.js`). */
const BEAT = /#beat=\S*/;
/** The address of the Lab, with a game, with the step of its lesson: `#lab/isolation/2`. */
const LAB = /^#lab(?:\/([\w-]+)(?:\/(\d+))?)?$/;

/** A fresh game, or one to watch: `#uros/play`. */
const FRESH = /^#([\w-]+)\/(play|watch)$/;

const bare = () => location.pathname + location.search;
/** @param {string} fragment */
const goTo = (fragment) => {
  if (location.hash !== fragment) history.pushState(null, '', bare() + fragment);
};

/**
 * The address of a screen or a game, for links that open in a tab of their own too.
 * @param {string} [screen]   Home by default
 * @param {'play' | 'watch'} [how]
 */
export const addressOf = (screen, how) => (screen ? `#${screen}${how ? `/${how}` : ''}` : bare());

/** Does something in place of a link, unless the link is to open somewhere else. @param {() => void} act @returns {(event: MouseEvent) => void} */
export const onPlainClick = (act) => (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  act();
};

export function goHome() {
  if (store.screen.value === 'home') return;
  goTo('');
  store.screen.value = 'home';
}

export function goToArena() {
  if (store.screen.value === 'arena') return;
  goTo(ARENA);
  store.screen.value = 'arena';
}

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

/** Goes to the screen of a game that the user has opened. @param {string} game */
export function goToGame(game) {
  // A frame keeps the address that it was given. Where there is none, a link was read from it.
  if (!store.embedded.value) {
    if (store.screen.value === 'game' && location.hash.length < 2)
      history.replaceState(null, '', `${bare()}#${game}`);
    else goTo(`#${game}`);
  }
  store.screen.value = 'game';
}

/**
 * Says that the user wants a game: to go on with the one that is kept (or with a fresh one), a fresh one against bots,
 * or to watch bots.
 * @param {string} game
 * @param {'continue' | 'play' | 'watch'} [how]
 */
export function requestGame(game, how = 'continue') {
  batch(() => {
    store.navigation.value = { game, how };
    goToGame(game);
  });
}

/** Says that the user has brought something to be opened, whichever game's it is. @param {string | File} what */
export function requestOpen(what) {
  batch(() => {
    // A place of its own, so that *back* leads here again; the game that is opened gives it a name.
    history.pushState(null, '', bare());
    store.navigation.value = { how: 'open', what };
    store.screen.value = 'game';
  });
}

/**
 * Goes where a text says, if that is the arena, the Lab or a challenge, or something to be opened there.
 * @param {string} text
 * @param {(fragment: string) => void} show   how the address comes to say it
 * @returns {boolean} whether it was
 */
function enter(text, show) {
  const [bot, sent, beat, lab] = [BOT, SENT, BEAT, LAB].map((form) => form.exec(text));
  if (bot || sent) {
    if (bot) store.botLink.value = bot[0];
    else if (sent) store.labLink.value = sent[0];
    show('#lab');
    store.screen.value = 'lab';
  } else if (beat) {
    show(beat[0]);
    batch(() => {
      store.beatLink.value = beat[0];
      store.screen.value = 'beat';
    });
  } else if (lab) {
    show(lab[0]);
    requestLab(lab[1], lab[2] ? Number(lab[2]) : null);
  } else {
    const link = TOURNAMENT.exec(text);
    const results = RESULTS.test(text);
    if (!link && !results && text.trim() !== ARENA) return false;
    // Of a file the last line counts if it ends.
    if (results) store.arenaLink.value = text;
    else if (link) store.arenaLink.value = text.slice(link.index).trim();
    show(ARENA);
    store.screen.value = 'arena';
  }
  return true;
}

/** Opens what a text names, if that is such a screen. @param {string} text @returns {boolean} whether it was */
export const openScreen = (text) => enter(text, goTo);

/**
 * Goes where the address says, on arrival and when it changes.
 * @returns {boolean} whether it says all; else there is a game in it, to be opened
 */
export function screenOfAddress() {
  const { hash } = location;
  const [, fresh = hash.slice(1), how] = FRESH.exec(hash) ?? [];
  const named = store.games.value.find(({ id }) => id === fresh);
  if (named) {
    // A reload finds the game as it went on.
    if (how) history.replaceState(null, '', `${bare()}#${named.id}`);
    requestGame(named.id, /** @type {'play' | 'watch' | undefined} */ (how));
    return true;
  }
  // In a frame there is a board only.
  if (hash.length < 2 && !store.embedded.value) {
    store.screen.value = 'home';
    return true;
  }
  // A reload finds the editor and the tournament as they went on, and not as they were sent.
  const shown = (/** @type {string} */ fragment) =>
    history.replaceState(null, '', bare() + fragment);
  if (!store.embedded.value && enter(hash, shown)) return true;
  store.screen.value = 'game';
  return false;
}
