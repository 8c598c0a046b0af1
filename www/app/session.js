/**
 * The session of the current game (rules and history, in Rust). Only this module queries, changes and
 * publishes it; its callers decide what to do: `game.js` plays, `newGame.js` starts games, `openGame.js` opens
 * them, `saving.js` saves them. No game rules here.
 */
import { batch } from '@preact/signals';
import { engine, isTrap, isWhole, retryEngine, withFirstEngine } from '../worker/engine.js';
import { errorText } from '../worker/errors.js';
import { lookAway, setDisplay } from './display.js';
import * as store from './store.js';
import { playOnAtEnd } from './transport.js';

export { errorText, retryEngine };

/** @typedef {import('./types.js').Session} Session */
/** @typedef {{ rows: import('./types.js').MoveRow[], series: import('./types.js').Series[] }} History */

/** How many times in a row a broken engine is renewed. */
const MOST_REPAIRS = 2;

/** @type {Session | null} */
let session = null;
/** The cached record; null after a change. @type {string | null} */
let written = null;
/** Whether the game has changed since the last save. */
let changed = true;
/** The line to which plies were added since the last save; null after any other change. @type {{ variation: number, variations: number, plies: number } | null} */
let saved = null;
/** How many plies of the worker's copy are up to date; -1 when it needs the whole record. */
let followed = -1;
/** Called after the engine has trapped. @type {(game: string, record: string | null) => void} */
let mend = () => {};
/** Called before another session replaces this one. */
let leave = () => {};
/** Number of traps since the last change of the game. */
let broken = 0;

/**
 * Sets the handler for a trapped engine, whose session is lost.
 * @param {(game: string, record: string | null) => void} act   gets the record if it was cached
 */
export function whenBroken(act) {
  mend = act;
}

/** Sets what is called before another session replaces the current one. @param {() => void} act */
export function whenLeaving(act) {
  leave = act;
}

/**
 * Queries the session; errors become messages.
 * @template T
 * @param {(session: Session) => T} question
 * @returns {T | undefined}
 */
export function ask(question) {
  if (!session) return undefined;
  try {
    return question(session);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/**
 * The same for changes of the game itself, not only of its view.
 * @template T
 * @param {(session: Session) => T} act
 * @param {{ plays?: boolean }} [how]   `plays`: it only appends plies to the shown line
 * @returns {T | undefined}
 */
export function change(act, { plays = false } = {}) {
  written = null;
  changed = true;
  if (!plays) saved = null;
  const done = ask(act);
  if (session) broken = 0;
  return done;
}

/**
 * Starts or opens a game: the first one needs only the part of the engine that draws, later ones need all of it.
 * @template T
 * @param {(found: import('../worker/engine.js').Engine) => T | Promise<T>} begin   may run twice, see `withFirstEngine`
 * @returns {Promise<T>}
 */
export const withEngineToShow = async (begin) =>
  store.state.peek() ? begin(await engine()) : withFirstEngine(begin);

/**
 * What to append to the saved game, possibly nothing.
 * @returns {import('./storage.js').Added | null} null if the whole record must be saved
 */
export function sinceSaved() {
  const now = store.state.peek();
  if (!saved || !now) return null;
  const { variation, variations, plies } = saved;
  if (!changed) return { variation, from: plies, moves: [] };
  const same = now.variation === variation && now.variations === variations;
  // The record holds the result of the game.
  if (!same || now.walk_from !== null || now.outcome || now.plies < plies) return null;
  return { variation, from: plies, moves: ask((s) => s.texts(plies)) ?? [] };
}

/** Notes that the game is saved. */
export function markSaved() {
  const now = store.state.peek();
  changed = false;
  saved = now && now.walk_from === null ? { ...now } : null;
}

/**
 * Loads a part of the page that needs the whole engine.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export const withEngine = async (load) => (await Promise.all([load(), engine()]))[0];

/** Waits for the whole engine; the page says so. */
export async function awaitEngine() {
  store.awaited.value++;
  try {
    await engine();
  } finally {
    store.awaited.value--;
  }
}

/**
 * Changes the current game once the whole engine is loaded, unless the position has changed until then.
 * @param {() => void} act
 */
export async function whenWhole(act) {
  if (isWhole()) {
    act();
    return;
  }
  const { hash } = store.state.peek() ?? {};
  try {
    await awaitEngine();
    if (store.state.peek()?.hash === hash) act();
  } catch (error) {
    report(error);
  }
}

/** @param {unknown} error @param {Parameters<typeof store.notify>[1]} [more] */
export function report(error, more) {
  if (!isTrap(error)) {
    store.notify(errorText(error), { ...more, error: true });
    return;
  }
  // Do not free it: its engine is broken.
  session = null;
  const record = written;
  written = null;
  broken++;
  mend(store.state.value?.game ?? '', record);
}

/**
 * The text of an error, for a caller that shows it or does without a result. A trap is reported as well, because its
 * engine must be renewed.
 * @param {unknown} error
 */
export function caughtText(error) {
  // Not now: a computed value must not change anything.
  if (isTrap(error)) setTimeout(() => report(error));
  return errorText(error);
}

/** Whether there is a session; false after the engine has broken. */
export const hasSession = () => session !== null;

/** Whether the restored game breaks the engine repeatedly. */
export const breaksAgain = () => broken > MOST_REPAIRS;

/**
 * What comes with a game.
 * @typedef {object} Coming
 * @property {string} [opened]   the original record of a game opened from outside
 * @property {'' | 'begun' | 'opened'} [arrived]   how it came, if it is not saved yet
 * @property {boolean} [practice]   whether it is only for practice, and not saved
 * @property {number[]} [points]   from earlier rematches, by seat
 */

/**
 * Replaces the session.
 * @param {Session} next
 * @param {Coming} [how]
 */
export function replace(next, { opened = '', arrived = '', practice = false, points = [] } = {}) {
  leave();
  const old = session;
  session = next;
  // A partly loaded engine may trap on the next call: keep the record to restore the game.
  written = isWhole() ? null : next.record();
  changed = true;
  saved = null;
  followed = -1;
  playOnAtEnd();
  setPermissions([], []);
  setDisplay({ reportPutAway: false });
  store.opened.value = opened;
  store.arrived.value = arrived;
  store.practice.value = practice;
  store.points.value = points;
  old?.free();
}

/** The game is in the user's own place now. */
export function settle() {
  store.arrived.value = '';
}

/** The game is no longer the one that was opened. */
export function disown() {
  store.opened.value = '';
}

/**
 * Sets what waits for the user's permission in a shared game.
 * @param {(typeof store.demands)['value']} demands
 * @param {(typeof store.guests)['value']} guests
 */
export function setPermissions(demands, guests) {
  store.demands.value = demands;
  store.guests.value = guests;
}

// --- queries --------------------------------------------------------------------------------

/**
 * Queries the position, for the board renderer.
 * @param {unknown} question
 */
export function inspect(question) {
  return ask((s) => s.inspect(question));
}

/** The first plies of the shown line, as in records. @param {number} count */
export function textsOf(count) {
  return (ask((s) => s.texts(0)) ?? []).slice(0, count);
}

/** @returns {string} the game as JSON text */
export function recordText() {
  written ??= ask((s) => s.record()) ?? null;
  return written ?? '';
}

/**
 * The update for the worker's copy of the game: new plies, or the whole record.
 * @param {boolean} whole   whether it has lost its copy
 * @returns {import('../worker/thinker.js').Update}
 */
export function updateForWorker(whole) {
  const from = whole ? -1 : followed;
  followed = store.state.peek()?.plies ?? 0;
  if (from < 0) {
    const now = store.state.peek();
    const main = now?.main_plies ?? 0;
    if (!now || now.plies === main) return { record: recordText() };
    const line = { from: main, moves: ask((s) => s.texts(main)) ?? [] };
    return { record: recordText(), line };
  }
  return { from, moves: from < followed ? (ask((s) => s.texts(from)) ?? []) : [] };
}

/** @returns {string} the shown line as a record without variations */
export const lineText = () => ask((session) => session.line_record()) ?? '';

/** Marks the worker's copy as current: it played the last plies itself. */
export function workerFollowed() {
  followed = store.state.peek()?.plies ?? 0;
}

/** Marks the worker's copy as outdated: it needs the whole record. */
export function workerLacksAll() {
  followed = -1;
}

// --- publishing -----------------------------------------------------------------------------

/**
 * Publishes the state of the session in one batch, so that the page redraws once. Only new plies are
 * read.
 * @param {number} [kept]   number of plies that are unchanged
 * @param {History} [read]   plies and lines that the caller has read
 */
export function publish(kept = 0, read = undefined) {
  const same = Math.min(kept, store.rows.value.length);
  followed = Math.min(followed, same);
  const found = ask((s) => ({
    state: s.state(),
    // The layout is constant while plies stay.
    layout: same === 0 ? s.layout() : store.layout.peek(),
    view: s.view(),
    rows: read?.rows ?? s.moves(same),
    // There is one position more than plies; if no plies stay, all lines are new.
    series: read?.series ?? s.series(same === 0 ? 0 : same + 1),
  }));
  if (!found) return;
  batch(() => {
    const before = store.state.value;
    store.state.value = found.state;
    store.layout.value = found.layout;
    store.view.value = found.view;
    if (same < store.rows.value.length || found.rows.length > 0 || same === 0) {
      store.rows.value = [...store.rows.value.slice(0, same), ...found.rows];
      store.series.value = found.series.map((line, i) =>
        same === 0
          ? line
          : {
              ...line,
              values: [...store.series.value[i].values.slice(0, same + 1), ...line.values],
            },
      );
    }
    if (before?.hash !== found.state.hash || before.ply !== found.state.ply) {
      lookAway();
    }
  });
}
