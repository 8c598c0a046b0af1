/**
 * Changes the route and the address: Home has none, a game has its name (`#uros`), the arena `#arena`, the Lab `#lab`. The
 * browser's back and forward work between them. This module only sets what the user wants to see: each screen decides
 * what to do.
 */
import { batch } from '@preact/signals';
import { addressOf, fragmentOf, route, routeOf } from './route.js';
import * as store from './store.js';

/** @typedef {import('./route.js').Route} Route */

const bare = () => location.pathname + location.search;
/** @param {string} fragment */
const goTo = (fragment) => {
  if (location.hash !== fragment) addEntry(fragment);
};
/** Adds an entry to the history, in place of that of an open dialog (`back.js`). @param {string} fragment */
const addEntry = (fragment) =>
  history[history.state?.dialog ? 'replaceState' : 'pushState'](null, '', bare() + fragment);
/** @param {string} fragment */
const replaceEntry = (fragment) => history.replaceState(null, '', bare() + fragment);

/** @param {string} id */
const isGame = (id) => store.games.value.some((one) => one.id === id);

/** The address of a link that can open in a new tab. @param {Route} to */
export const hrefOf = (to) => addressOf(to) || bare();
/** The route to a game. @param {string} game @param {import('./route.js').How} [how] @returns {Route} */
export const gameRoute = (game, how = 'continue') => ({ screen: 'game', request: { game, how } });

/** Handles a plain click on a link; others, such as into a new tab, stay the browser's. @param {() => void} act @returns {(event: MouseEvent) => void} */
export const onPlainClick = (act) => (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  act();
};

// --- what comes with a route ----------------------------------------------------------------------

/** Brings something to the open screen. @param {Omit<Route, 'screen'>} more */
export function bring(more) {
  route.value = { ...route.value, ...more };
}

/**
 * Takes what came with the route, so that it is used once.
 * @template {Exclude<keyof Route, 'screen'>} K
 * @param {K} what
 * @returns {Route[K] | undefined}
 */
export function take(what) {
  const { [what]: taken, ...others } = route.peek();
  if (taken !== undefined) route.value = /** @type {Route} */ (others);
  return taken;
}

// --- going somewhere ------------------------------------------------------------------------------

/** @param {Route} to @param {(fragment: string) => void} [show]   updates the address */
function go(to, show = goTo) {
  show(fragmentOf(to));
  const game = to.lesson?.game;
  const other = game && store.state.peek()?.game !== game;
  route.value = other ? { ...to, request: { game, how: 'continue' } } : to;
}

/** @param {'home' | 'class'} screen */
function goToScreen(screen) {
  if (store.screen.value !== screen) go({ screen });
}
export const goHome = () => goToScreen('home');
export const goToClass = () => goToScreen('class');

/** @param {Route['entrants']} [entrants]   bots to enter */
export function goToArena(entrants) {
  if (store.screen.value !== 'arena') go({ screen: 'arena', entrants });
  else if (entrants) bring({ entrants });
}

/**
 * Goes to the Lab, on the current game by default.
 * @param {string} [game]
 * @param {number | null} [step]   of its lesson, from 1
 * @param {Route['heuristic']} [heuristic]   to open there
 */
export function goToLab(game, step = null, heuristic) {
  const lesson = game && isGame(game) ? { game, step } : undefined;
  go({ screen: 'lab', ...(lesson && { lesson }), ...(heuristic && { heuristic }) });
}

/** Goes to the screen of an opened game. @param {string} game */
export function goToGame(game) {
  // An iframe keeps its address. An empty fragment means that a link was read from it.
  if (!store.embedded.value) {
    const fragment = addressOf(gameRoute(game));
    if (store.screen.value === 'game' && location.hash.length < 2) replaceEntry(fragment);
    else goTo(fragment);
  }
  if (store.screen.value !== 'game') route.value = { screen: 'game' };
}

/**
 * Requests a game: continue the saved one (or start a new one), play a new one against bots, or watch
 * bots.
 * @param {string} game
 * @param {import('./route.js').How} [how]
 */
export function requestGame(game, how = 'continue') {
  batch(() => {
    goToGame(game);
    route.value = gameRoute(game, how);
  });
}

/** Requests to open a text or a file of any game. @param {string | File} what */
export function requestOpen(what) {
  // A new history entry, so that *back* returns here; the opened game sets its address.
  addEntry('');
  route.value = { screen: 'game', request: { how: 'open', what } };
}

/**
 * Goes to the arena, the Lab, the class table or a challenge if a text is a link to one, or can be opened there.
 * @param {string} text
 * @returns {boolean} whether it did
 */
export function openScreen(text) {
  const to = routeOf(text, isGame);
  if (!to || to.screen === 'game') return false;
  go(to);
  return true;
}

/**
 * Goes to the screen in the address, at the start and when it changes.
 * @returns {boolean} false if the address holds a game that must still be opened
 */
export function screenOfAddress() {
  const { hash } = location;
  const to = routeOf(hash, isGame);
  if (to?.request && 'game' in to.request) {
    // A reload continues the game.
    if (to.request.how !== 'continue') replaceEntry(fragmentOf(to));
    requestGame(to.request.game, to.request.how);
    return true;
  }
  // It is shown already, and may not have taken yet what came with it.
  const now = route.peek();
  if (to && to.screen === now.screen && fragmentOf(to) === hash && fragmentOf(now) === hash)
    return true;
  // An iframe shows only a board.
  if (!store.embedded.value && (hash.length < 2 || to)) {
    // A reload continues the edited heuristic or tournament instead of opening the link again.
    go(to ?? { screen: 'home' }, hash.length < 2 ? () => {} : replaceEntry);
    return true;
  }
  if (store.screen.value !== 'game') route.value = { screen: 'game' };
  return false;
}
