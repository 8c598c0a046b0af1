/**
 * The session of the running game (rules and history, in Rust), and the only place that calls one: it is
 * asked, changed and published from here. What is done with it is decided in the modules beside this one:
 * `game.js` plays, `begin.js` starts games, `open.js` opens them, `saving.js` keeps them. No rule of any
 * game may enter here.
 */
import { batch } from '@preact/signals';
import { engine, isTrap, isWhole, retryEngine, withFirstEngine } from '../worker/engine.js';
import { errorText } from '../worker/errors.js';
import * as store from './store.js';

export { errorText, retryEngine };

/** @typedef {import('./types.js').Session} Session */
/** @typedef {{ rows: import('./types.js').MoveRow[], series: import('./types.js').Series[] }} History */

/** How many times in a row a broken engine is replaced. */
const MOST_REPAIRS = 2;

/** @type {Session | null} */
let session = null;
/** The record as it was read last; none when something has changed since. @type {string | null} */
let written = null;
/** Whether anything has changed since the game was saved last. */
let changed = true;
/** The line at whose end plies were played since the game was saved last; null when other things have changed. @type {{ variation: number, variations: number, plies: number } | null} */
let saved = null;
/** How many plies the worker has as they are; -1 when it needs the whole record. */
let followed = -1;
/** What to do when the engine has broken. @type {(game: string, record: string | null) => void} */
let mend = () => {};
/** How often the engine has broken since the game was last changed. */
let broken = 0;

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
 * @param {{ plays?: boolean }} [how]   `plays`: it plays on where the game is shown, and changes nothing else
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
 * Begins a game, or opens one, with the engine: the first one with as much of it as drawing takes, later ones with all.
 * @template T
 * @param {(found: import('../worker/engine.js').Engine) => T | Promise<T>} begin   may be asked twice, see `withFirstEngine`
 * @returns {Promise<T>}
 */
export const withEngineToShow = async (begin) =>
  store.state.peek() ? begin(await engine()) : withFirstEngine(begin);

/**
 * What a saved game lacks: plies at the end of its line, or nothing of it, or all.
 * @returns {import('./storage.js').Added | null} null where the record is to be saved anew
 */
export function sinceSaved() {
  const now = store.state.peek();
  if (!saved || !now) return null;
  const { variation, variations, plies } = saved;
  if (!changed) return { variation, from: plies, moves: [] };
  const same = now.variation === variation && now.variations === variations;
  // The end of a game stands in its record.
  if (!same || now.walk_from !== null || now.outcome || now.plies < plies) return null;
  return { variation, from: plies, moves: ask((s) => s.texts(plies)) ?? [] };
}

/** The game as it is now was saved. */
export function markSaved() {
  const now = store.state.peek();
  changed = false;
  saved = now && now.walk_from === null ? { ...now } : null;
}

/**
 * Loads a part of the page that asks the engine for more than a first view does: it comes when all of that is there.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export const withEngine = async (load) => (await Promise.all([load(), engine()]))[0];

/**
 * Changes the running game: at once if all of the engine is there, and else when it is, if the game is then still
 * where it was.
 * @param {() => void} act
 */
export async function whenWhole(act) {
  if (isWhole()) {
    act();
    return;
  }
  const { hash } = store.state.peek() ?? {};
  store.awaited.value++;
  try {
    await engine();
    if (store.state.peek()?.hash === hash) act();
  } catch (error) {
    report(error);
  } finally {
    store.awaited.value--;
  }
}

/** @param {unknown} error @param {Parameters<typeof store.notify>[1]} [more] */
export function report(error, more) {
  if (!isTrap(error)) {
    store.notify(errorText(error), { ...more, error: true });
    return;
  }
  // Not freed: it went with the engine that made it.
  session = null;
  const record = written;
  written = null;
  broken++;
  mend(store.state.value?.game ?? '', record);
}

/** Whether there is a session: not where the engine has just broken. */
export const hasSession = () => session !== null;

/** Whether the engine breaks again and again: what is restored breaks it. */
export const breaksAgain = () => broken > MOST_REPAIRS;

/**
 * Puts a session in the place of the running one.
 * @param {Session} next
 */
export function replace(next) {
  const old = session;
  session = next;
  // While a part of the engine is missing, what is asked next may break it: the game outlives that.
  written = isWhole() ? null : next.record();
  changed = true;
  saved = null;
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

/** The plies of the line that is shown, as records write them. @param {number} count   this many of them */
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
 * @param {number} [kept]   this many plies are as they were published before
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
