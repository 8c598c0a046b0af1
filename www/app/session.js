/**
 * The session of the running game (rules and history, in Rust), and the only place that calls one: it is
 * asked, changed and published from here. What is done with it is decided in the rooms beside this one:
 * `game.js` plays, `begin.js` starts games, `open.js` opens them, `saving.js` keeps them. No rule of any
 * game may enter here.
 */
import { batch } from '@preact/signals';
import { engine, firstEngine, isTrap } from '../worker/engine.js';
import * as store from './store.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {{ rows: import('./types.js').MoveRow[], series: import('./types.js').Series[] }} History */

/** @type {Session | null} */
let session = null;
/** The record as it was read last; none when something has changed since. @type {string | null} */
let written = null;
/** So many plies the worker has as they are; -1 when it needs the whole record. */
let followed = -1;
/** What to do when the engine has broken. @type {(game: string, record: string | null) => void} */
let mend = () => {};

/**
 * Says what to do when the engine has broken: its session is gone then.
 * @param {(game: string, record: string | null) => void} act   hears the record, where it was read since the last change
 */
export function whenBroken(act) {
  mend = act;
}

/**
 * Asks the session, and turns whatever goes wrong into a message.
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
 * The same for what changes the game, and not only what is shown of it.
 * @template T
 * @param {(session: Session) => T} act
 * @returns {T | undefined}
 */
export function change(act) {
  written = null;
  return ask(act);
}

/** The engine for the next game: for the first one, as much of it as drawing takes; later, all of it. */
export const engineToShow = () => (store.state.peek() ? engine() : firstEngine());

/**
 * Loads a room that asks the engine for more than a first view does: it opens when all of it is there. Where that
 * cannot be fetched it opens all the same, and what it asks is answered late, or with a message.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function withEngine(load) {
  const [module] = await Promise.all([load(), engine().catch(() => null)]);
  return module;
}

/** @param {unknown} error */
export function report(error) {
  if (!isTrap(error)) {
    store.tell(errorText(error), { error: true });
    return;
  }
  // Not freed: it went with the engine that made it.
  session = null;
  const record = written;
  written = null;
  mend(store.state.value?.game ?? '', record);
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function errorText(error) {
  const text = error instanceof Error ? error.message : error;
  // Each browser has its own words for a part of the page that is not there.
  if (error instanceof TypeError && /import|fetch/i.test(error.message))
    return 'A part of the page could not be fetched. Please try again, or load the page again: the game is kept.';
  if (typeof text !== 'string' || !text) return 'Something went wrong, and nobody said what.';
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * Puts a session in the place of the running one.
 * @param {Session} next
 */
export function replace(next) {
  const old = session;
  session = next;
  written = null;
  followed = -1;
  store.onward.value = '';
  store.demands.value = [];
  store.guests.value = [];
  old?.free();
}

// --- asking ---------------------------------------------------------------------------------

/**
 * A question about the position, for the board renderer.
 * @param {unknown} question
 */
export function inspect(question) {
  return ask((s) => s.inspect(question));
}

/** The plies of the line that is shown, as records write them. @param {number} count   so many of them */
export function textsOf(count) {
  return (ask((s) => s.texts(0)) ?? []).slice(0, count);
}

/** @returns {string} the game as JSON text */
export function recordText() {
  written ??= ask((s) => s.record()) ?? null;
  return written ?? '';
}

/**
 * What the worker's copy of the game lacks: plies, or everything.
 * @param {boolean} whole   whether it has lost what it had
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

/** @returns {string} the line that is looked at, as the record of a game without variations */
export function lineText() {
  const text = recordText();
  if (!text.includes('"variations"')) return text;
  const { variations, ...record } = JSON.parse(text);
  return JSON.stringify({ ...record, moves: ask((s) => s.texts(0)) ?? [], result: null });
}

/** The worker has the game as it is now: it played the last plies itself. */
export function workerFollowed() {
  followed = store.state.peek()?.plies ?? 0;
}

/** The worker needs the whole record: not only plies have changed. */
export function workerLacksAll() {
  followed = -1;
}

// --- publishing -----------------------------------------------------------------------------

/**
 * Reads the session and publishes what it says at once: one change, one redraw. Of a long game only the
 * plies that are new are read.
 * @param {number} [kept]   so many plies are as they were published before
 * @param {History} [read]   the plies and lines, where they were read already
 */
export function publish(kept = 0, read = undefined) {
  const same = Math.min(kept, store.rows.value.length);
  followed = Math.min(followed, same);
  const found = ask((s) => ({
    state: s.state(),
    // It is the same as long as plies stay.
    layout: same === 0 ? s.layout() : store.layout.peek(),
    view: s.view(),
    rows: read?.rows ?? s.moves(same),
    // Positions are one more than plies; without plies that stay, all lines are new.
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
      store.pointed.value = null;
      store.picked.value = null;
      store.followed.value = null;
      store.hint.value = null;
    }
  });
}
