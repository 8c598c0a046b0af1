/**
 * Opening games: what was kept, a link, a record, a map or a board. Decoding and judging is done in Rust. A
 * long game is opened in slices, and a link whose bots must play again is decoded in a worker of its own:
 * the page lives on, says how far it is, and can be told to stop.
 */
import { batch } from '@preact/signals';
import { loadRenderer } from '../boards/registry.js';
import { MAX_TEXT } from '../ui/limits.js';
import * as worker from '../worker/client.js';
import { engine } from '../worker/engine.js';
import { entryOf, startFrom } from './begin.js';
import { forgetGame, keepGame, recall, recallGame } from './keep.js';
import { navigate } from './navigation.js';
import { publish, recordText, replace, report, whenBroken } from './session.js';
import * as store from './store.js';
import { breathe, longTask, Stopped } from './task.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./session.js').History} History */

/** Links up to this length are short games: they are read at once. */
const SHORT_LINK = 1_000;
/** How long a game is replayed before the page has its turn, in milliseconds. */
const SLICE = 4;
/** Plies that are read at once. */
const PLIES = 100;
/** @typedef {import('./task.js').LongTask} LongTask */

/**
 * Replays a record, and reads what the page shows of all plies of a line.
 * @param {import('../worker/engine.js').Engine} found
 * @param {string} record   JSON text
 * @param {LongTask} task
 * @param {{ ply: number, variation?: number }} [shown]   the ply to show and the line it is of; the end of the main line unless told
 * @returns {Promise<{ session: Session, read: History }>}
 */
async function replay(found, record, task, shown) {
  const opening = found.Opening.create(record);
  /** @type {Session | null} */
  let session = null;
  try {
    const plies = opening.plies();
    const say = (/** @type {number} */ share) =>
      task.say(`Opening a game of ${plies} turns`, share);
    while (!opening.advance(SLICE)) {
      // Reading the plies takes the rest of the time.
      say((0.9 * opening.played()) / plies);
      await breathe();
      task.check();
    }
    session = opening.finish();
    if (shown) session.open_line(shown.variation ?? 0, shown.ply);
    const length = session.state().plies;
    const read = { rows: session.moves(0, PLIES), series: session.series(0, PLIES + 1) };
    for (let at = PLIES; at < length; at += PLIES) {
      say(0.9 + (0.1 * at) / length);
      await breathe();
      task.check();
      read.rows.push(...session.moves(at, PLIES));
      for (const [i, line] of session.series(at + 1, PLIES).entries())
        read.series[i].values.push(...line.values);
    }
    return { session, read };
  } catch (error) {
    // An opening that has handed its game over is gone.
    if (session) session.free();
    else if (!(error instanceof WebAssembly.RuntimeError)) opening.free();
    throw error;
  }
}

/**
 * The record in a link, made in a worker: a game between bots has to be played anew for it.
 * @param {string} link
 * @param {LongTask} task
 * @returns {Promise<import('../pkg/totora.js').Unfolded>}
 */
async function decode(link, task) {
  const far = worker.decode(link, (done, of) =>
    task.say(`Playing the bots’ turns anew: ${done} of ${of}`, done / of),
  );
  try {
    const answer = await Promise.race([far.answer, task.stopped()]);
    task.check();
    return answer;
  } finally {
    far.end();
  }
}

/** The engine broke in the middle of something: its session is doubtful, the kept record is not. */
export function startMending() {
  whenBroken(async (game) => {
    const restored = !!game && (await resume(game));
    store.tell(
      restored
        ? 'The engine stumbled over that. Your game was restored as it was before.'
        : 'The engine stopped working. Your game is kept: open the page again to go on.',
      { error: true, action: { label: 'Open again', act: () => location.reload() } },
    );
  });
}

/**
 * Takes the game up again that was kept in the browser.
 * @param {string} game
 * @returns {Promise<boolean>} whether there was one
 */
export async function resume(game) {
  const kept = recallGame(game);
  if (!kept?.record) return false;
  const mine = navigate();
  const [found] = await Promise.all([engine(), loadRenderer(game)]);
  if (!mine.holds()) return true;
  const task = longTask(mine.signal);
  try {
    const text = kept.record.startsWith('#')
      ? (await decode(kept.record, task)).record
      : kept.record;
    const { session, read } = await replay(found, text, task, kept);
    batch(() => {
      replace(session);
      store.overlay.value = kept.overlay ?? 'off';
      store.turned.value = kept.turned ?? 0;
      store.marks.value = kept.marks ?? {};
      store.running.value = kept.running ?? true;
      store.points.value = kept.points ?? [];
      store.advisor.value = kept.advisor ?? null;
      store.reportPutAway.value = false;
      publish(0, read);
    });
    return true;
  } catch (error) {
    // Somebody wants another game: this one stays kept.
    if (error instanceof Stopped) return true;
    // Kept by an older version, or damaged: a fresh game is the better welcome.
    forgetGame(game);
    return false;
  } finally {
    task.end();
  }
}

/**
 * The game that a link or a record names, as far as can be told without reading it: only to know whether that
 * may take long. Rust then reads and judges it.
 * @param {string} given
 * @returns {string} a game that is offered
 */
function namedGame(given) {
  const name =
    /#\w([a-z]+)\./.exec(given.slice(0, 1000))?.[1] ?? /"game"\s*:\s*"(\w+)"/.exec(given)?.[1];
  const known = store.games.value.find((entry) => entry.id === name);
  return known?.id ?? store.state.value?.game ?? store.games.value[0].id;
}

/**
 * Begins a game from a map or a board, whichever game's it is.
 * @param {string} text
 * @returns {Promise<boolean | null>} whether it was started; null when it is neither of any game
 */
async function openSetup(text) {
  const found = await engine();
  const game = found.recognise(text);
  const entry = game ? entryOf(game) : undefined;
  if (!entry?.setup_text) return null;
  const { warnings } = found.check_setup(entry.id, text);
  const started = await startFrom(entry, { [entry.setup_text.option]: text });
  if (started && warnings.length > 0) store.tell(warnings.join(' '));
  return started;
}

/**
 * Opens a game from outside: a link, its fragment, the JSON text of a record, or a map or board. If it
 * is not good, a message says why and the running game stays as it is.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was opened
 */
export async function open(text) {
  const given = text.trim();
  /** @type {LongTask | null} */
  let task = null;
  try {
    if (given.length > MAX_TEXT)
      throw new Error('That is larger than any record: over a megabyte.');
    const link = !given.startsWith('{') && !given.startsWith('[');
    if (link && !given.includes('#')) {
      const started = await openSetup(text);
      if (started !== null) return started;
    }
    const named = namedGame(given);
    const mine = navigate();
    const found = await engine();
    if (!mine.holds()) return false;
    task = longTask(mine.signal);
    // A link may hold nothing but the bots' names: their game is played anew, away from the page.
    const long = link && (entryOf(named)?.simultaneous || given.length > SHORT_LINK);
    const far = long ? await decode(given, task) : null;
    const near = link && !far ? found.Session.from_link(given) : null;
    const { session: next, read } = near
      ? { session: near, read: undefined }
      : await replay(found, far?.record ?? given, task, far?.shown);
    const shown = far?.shown ?? next.shown();
    const { game } = next.state();
    const entry = store.catalog.value.find((one) => one.id === game);
    if (!entry) {
      next.free();
      throw new Error(`This page has no board for “${game}” yet.`);
    }
    await loadRenderer(game).catch((error) => {
      next.free();
      throw error;
    });
    if (!mine.holds()) {
      next.free();
      return false;
    }
    const own = (store.state.value && recallGame(store.state.value.game)) ?? lastKept();
    batch(() => {
      replace(next);
      if (link) {
        store.overlay.value = entry.overlays.includes(shown.overlay) ? shown.overlay : 'off';
        store.turned.value = shown.turned;
      }
      store.reportPutAway.value = false;
      store.replaying.value = false;
      // It opens at the very position that was sent; whoever moves or presses Watch starts it.
      store.running.value = false;
      store.points.value = [];
      store.advisor.value = null;
      publish(0, read);
    });
    if (own?.record && own.record !== recordText() && !store.embedded.value) offerBack(own);
    store.say(`Opened. ${store.state.value?.turn_text ?? ''}`);
    return true;
  } catch (error) {
    if (error instanceof Stopped) store.say('Stopped. The game on the page is as it was.');
    else report(error);
    return false;
  } finally {
    task?.end();
  }
}

/** @returns {import('./keep.js').Kept | null} */
function lastKept() {
  const game = recall('last');
  return typeof game === 'string' ? recallGame(game) : null;
}

/** @param {import('./keep.js').Kept} mine */
function offerBack(mine) {
  store.tell('Opened. Your own game is still here.', {
    action: {
      label: 'Back to my game',
      act: () => {
        const game = JSON.parse(mine.record).game;
        keepGame(game, mine);
        resume(game);
      },
    },
  });
}

/**
 * Opens a file, if it is small enough to be a record.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > MAX_TEXT) {
    store.tell(
      `“${file.name}” is not a record of Totora: it has ${(file.size / 1e6).toFixed(1)} MB, and no record has over 1 MB.`,
      { error: true },
    );
    return false;
  }
  try {
    return await open(await file.text());
  } catch (error) {
    report(error);
    return false;
  }
}
