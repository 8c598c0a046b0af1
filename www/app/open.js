/**
 * Opening games: what was saved, a link, a record, a map or a board. Decoding and judging is done in Rust. What a
 * link costs is known before any of it is played: what is light is read at once, in slices; what is not in a
 * worker of its own. The page lives on, says how far it is, can be told to stop, and keeps what came so far.
 */
import { batch } from '@preact/signals';
import { loadRenderer } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { MAX_TEXT, MAX_TEXT_SIZE } from '../ui/limits.js';
import { save as saveFile } from '../ui/save.js';
import * as worker from '../worker/client.js';
import { engine, isTrap, isWhole, renewEngine } from '../worker/engine.js';
import { startFrom } from './begin.js';
import { setDemands } from './demands.js';
import { navigate } from './navigation.js';
import { isSame, seenOf } from './saving.js';
import { goToGame, openScreen } from './screens.js';
import {
  breaksAgain,
  errorText,
  hasSession,
  publish,
  recordText,
  replace,
  report,
  whenBroken,
  withEngineToShow,
} from './session.js';
import {
  asides,
  ownGame,
  recall,
  recallGame,
  recordOf,
  refuseAdviser,
  setAside,
  takeBack,
} from './storage.js';
import * as store from './store.js';
import { breathe, longTask, Stopped } from './task.js';
import { pause, play } from './transport.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./session.js').History} History */

/** How long a game is read or replayed before the page has its turn, in milliseconds. */
const SLICE = 4;
/** Plies that are read at once. */
const PLIES = 100;
/** @typedef {import('./task.js').LongTask} LongTask */

/**
 * Replays a record, and reads what the page shows of all plies of a line. What an engine made that has broken since
 * must not be freed, and what is not freed here is when nothing holds it any more.
 * @param {import('../worker/engine.js').Engine} found
 * @param {string} record   JSON text
 * @param {LongTask} task
 * @param {(session: Session) => void} [show]   looks at a ply of a line; it is the end of the main line by default
 * @returns {Promise<{ session: Session, read: History }>}
 */
async function replay(found, record, task, show) {
  const opening = found.Opening.create(record);
  const plies = opening.plies();
  const say = (/** @type {number} */ share) => task.say(strings.openingAGameOf(plies), share);
  while (!opening.advance(SLICE)) {
    // Reading the plies takes the rest of the time.
    say((0.9 * opening.played()) / plies);
    await breathe();
    if (!task.stoppedNow()) continue;
    const some = opening.finish();
    throw new Stopped(soFar(some.record(), some.state().plies));
  }
  const session = opening.finish();
  show?.(session);
  const length = session.state().plies;
  const read = { rows: session.moves(0, PLIES), series: session.series(0, PLIES + 1) };
  for (let at = PLIES; at < length; at += PLIES) {
    say(0.9 + (0.1 * at) / length);
    await breathe();
    if (task.stoppedNow()) throw new Stopped(soFar(record, plies));
    read.rows.push(...session.moves(at, PLIES));
    for (const [i, line] of session.series(at + 1, PLIES).entries())
      read.series[i].values.push(...line.values);
  }
  return { session, read };
}

/**
 * Looks at what was shown last of a saved game. That is saved before the moves are: where the page was ended in between,
 * the line has fewer plies, or is not there yet.
 * @param {Session} session
 * @param {{ ply: number, variation?: number }} saved
 */
function showLast(session, { ply, variation = 0 }) {
  const line = variation <= session.state().variations ? variation : 0;
  session.open_line(line, 0);
  session.open_line(line, Math.min(ply, session.state().plies));
}

/** @param {string} record @param {number} plies */
const soFar = (record, plies) => (plies > 0 ? { record, plies } : null);

/**
 * The record in a link, and what it shows. Rust looks at its length first, and says what it costs before
 * anything is played.
 * @param {import('../worker/engine.js').Engine} found
 * @param {string} link
 * @param {LongTask} task
 * @returns {Promise<import('../worker/thinker.js').Unfolded>}
 */
async function unfold(found, link, task) {
  const decoder = found.LinkDecoder.begin(link);
  if (!decoder.is_light()) {
    decoder.free();
    return decode(link, task);
  }
  while (!decoder.advance(SLICE)) {
    await breathe();
    task.check();
  }
  const read = { record: decoder.record(), shown: decoder.shown() };
  decoder.free();
  return read;
}

/**
 * The same in a worker: a game between bots has to be played anew for it.
 * @param {string} link
 * @param {LongTask} task
 * @returns {Promise<import('../worker/thinker.js').Unfolded>}
 */
async function decode(link, task) {
  const far = worker.decode(link, (done, of) =>
    task.say(strings.readingTheLinkTurnOf(done, of), done / of),
  );
  try {
    return await Promise.race([far.answer, task.stopped()]);
  } catch (error) {
    if (!(error instanceof Stopped) || !task.byHand()) throw error;
    throw new Stopped(await far.soFar());
  } finally {
    far.end();
  }
}

/**
 * The engine broke in the middle of something: its session is gone, the record is not. A fresh engine takes that up;
 * where only the second part of the engine was missing, with that part. Two times in a row, and then no more.
 */
export function startMending() {
  whenBroken(async (game, record) => {
    const lacked = !isWhole();
    const now = store.state.value;
    const seen = now && record ? seenOf(now) : null;
    try {
      store.awaited.value++;
      await engine();
    } catch {
      // What cannot be started is said below.
    } finally {
      store.awaited.value--;
    }
    renewEngine();
    const saved = recallGame(game);
    const shown = seen ?? saved;
    const text = record ?? (saved && (await recordOf(saved).catch(() => '')));
    const of = record ? JSON.parse(record).game : game;
    const last = text && { ply: now?.ply ?? 0, ...shown, record: text };
    const restored = !!last && !breaksAgain() && (await takeUp(of, last).catch(() => false));
    // It may have broken the fresh engine at once: that is seen to by itself.
    if (restored && !hasSession()) return;
    if (!restored)
      store.notify(strings.engineStoppedWorking, {
        error: true,
        action: { label: strings.reload, act: () => location.reload() },
      });
    else if (!lacked) store.notify(strings.somethingWentWrongYourGame, { error: true });
  });
}

/**
 * Takes up a game that was saved. Rejects when that does not work, with `Stopped` when the user stops it.
 * @param {string} game
 * @param {{ record: string, ply: number } & Partial<import('./storage.js').Seen>} saved
 * @returns {Promise<boolean>} whether it is there; else the user went elsewhere meanwhile
 */
async function takeUp(game, saved) {
  const mine = navigate();
  const drawn = loadRenderer(game);
  const task = longTask(mine.signal);
  try {
    const came = await withEngineToShow(async (found) => {
      await drawn;
      if (!mine.holds()) return null;
      const text = saved.record.startsWith('#')
        ? (await unfold(found, saved.record, task)).record
        : saved.record;
      const { session, read } = await replay(found, text, task, (made) => showLast(made, saved));
      const demands = saved.waits ? session.demands() : [];
      return { session, read, demands, advisor: advisorOf(found, session, saved) };
    });
    if (!came) return false;
    const { session, read, demands, advisor } = came;
    batch(() => {
      replace(session);
      store.opened.value = saved.opened ? recordText() : '';
      store.arrived.value = false;
      if (saved.waits) setDemands(session, demands);
      store.overlay.value = saved.overlay ?? 'off';
      store.turned.value = saved.turned ?? 0;
      store.marks.value = saved.marks ?? {};
      if (saved.running ?? true) play();
      else pause();
      store.points.value = saved.points ?? [];
      store.advisor.value = advisor;
      store.reportPutAway.value = false;
      publish(0, read);
    });
    return true;
  } catch (error) {
    if (error instanceof Stopped && !task.byHand()) return false;
    throw error;
  } finally {
    task.end();
  }
}

/**
 * Whose thinking was shown, as far as this version has such a bot.
 * @param {import('../worker/engine.js').Engine} found
 * @param {Session} session
 * @param {Partial<import('./storage.js').Seen>} saved
 */
function advisorOf(found, session, { advisor = null }) {
  if (!advisor) return null;
  const { game, options, seed, seats } = session.state();
  try {
    found.Session.create(
      game,
      options,
      seed,
      seats.map(() => advisor),
    ).free();
    return advisor;
  } catch {
    refuseAdviser(game);
    return null;
  }
}

/**
 * Takes the game up again that was saved in the browser. One that does not open is put aside: it is not ours to
 * throw away.
 * @param {string} game
 * @returns {Promise<boolean>} whether there was one, and it is there or the user wants another game meanwhile
 */
export async function resume(game) {
  const saved = recallGame(game);
  // Without them nothing can be said about a game.
  await Promise.all([withEngineToShow(() => {}), loadRenderer(game)]);
  try {
    const record = saved ? await recordOf(saved) : '';
    if (saved && record) {
      await takeUp(game, { ...saved, record });
      return true;
    }
  } catch (error) {
    // What is opened next gets a fresh engine.
    if (isTrap(error)) renewEngine();
    notifyAside(game, error);
    return false;
  }
  notifyAside(game, new Error(strings.itIsNoGame));
  return false;
}

/** Puts the saved game aside, if there is one, and says so. @param {string} game @param {unknown} error */
function notifyAside(game, error) {
  const stopped = error instanceof Stopped;
  const why = stopped ? strings.openingItWasStopped : strings.itDoesNotOpen(errorText(error));
  const aside = setAside(game, why);
  if (!aside) return;
  const name = store.gameName(game);
  store.notify(strings.yourGameOfWasPut(name, why), {
    stays: true,
    action: { label: strings.saveItAsAFile, act: () => saveAside(aside) },
  });
}

/** Saves a game that was put aside as a file. @param {import('./storage.js').Aside} aside */
export async function saveAside(aside) {
  const { game } = aside;
  const record = await recordOf(aside);
  const ending = record.startsWith('{') ? 'json' : 'txt';
  saveFile(`totora-${game}-aside.${ending}`, new Blob([record], { type: 'text/plain' }));
}

/**
 * Begins a game from a map or a board, whichever game's it is.
 * @param {string} text
 * @returns {Promise<boolean | null>} whether it was started; null when it is neither of any game
 */
async function openSetup(text) {
  const found = await engine();
  const game = found.recognise(text);
  const entry = store.entryOf(game ?? undefined);
  if (!entry?.setup_text) return null;
  const { warnings } = found.check_setup(entry.id, text);
  const started = await startFrom(entry, { [entry.setup_text.option]: text });
  if (started && warnings.length > 0) store.notify(warnings.join(' '));
  return started;
}

/**
 * A game as others write it, such as SGF or a line of moves; null for any other text. Throws when it is one, and not
 * good.
 * @param {string} text
 */
async function readTranscript(text) {
  // Records and links are known at once.
  if (/^\s*(?:[{[#]|\w+:\/\/)/.test(text)) return null;
  const [record, ...notes] = (await engine()).from_transcript(text);
  return record ? { record, notes } : null;
}

/**
 * Opens a game from outside: a link, its fragment, the JSON text of a record, SGF or a line of moves, or a map or board. If it
 * is not good, a message says why and the running game stays as it is.
 * @param {string} brought
 * @param {boolean} [played]   whether the user has played it here: it was saved beside
 * @param {boolean} [stays]    whether the screen stays that is open, and the page does not go to the game's
 * @returns {Promise<boolean>} whether it was opened
 */
export async function open(brought, played = false, stays = false) {
  let source = brought.trim();
  /** @type {LongTask | null} */
  let task = null;
  try {
    if (source.length > MAX_TEXT) throw new Error(strings.thatIsLargerThanAny(MAX_TEXT_SIZE));
    const elsewhere = await readTranscript(brought);
    if (elsewhere) source = elsewhere.record;
    const link = !source.startsWith('{') && !source.startsWith('[');
    if (link && !source.includes('#')) {
      const started = await openSetup(brought);
      if (started !== null) return started;
    }
    const mine = navigate();
    const mineTask = longTask(mine.signal);
    task = mineTask;
    const came = await withEngineToShow(async (found) => {
      if (!mine.holds()) return null;
      const sent = link ? await unfold(found, source, mineTask) : null;
      const made = await replay(found, sent?.record ?? source, mineTask, (session) => {
        if (sent) session.open_line(sent.shown.variation ?? 0, sent.shown.ply);
      });
      return { sent, ...made, demands: made.session.demands() };
    });
    if (!came) return false;
    const { sent, session: next, read, demands } = came;
    const { game } = next.state();
    const entry = store.entryOf(game);
    if (!entry) {
      next.free();
      throw new Error(strings.thisPageHasNoBoard(game));
    }
    await loadRenderer(game).catch((error) => {
      next.free();
      throw error;
    });
    if (!mine.holds()) {
      next.free();
      return false;
    }
    const before = (store.state.value && ownGame(store.state.value.game)) ?? lastOwn();
    const own = ownGame(game);
    const text = next.record();
    const [ofBefore, ofOwn] = await Promise.all(
      [before, own].map(async (saved) => (saved ? recordOf(saved).catch(() => '') : text)),
    );
    if (!mine.holds()) {
      next.free();
      return false;
    }
    batch(() => {
      if (!stays) goToGame(game);
      store.dismissOpening(true);
      replace(next);
      store.opened.value = played ? '' : text;
      store.arrived.value = !isSame(ofOwn, text);
      // A stranger's bots spend no more than is usual, and play by no unknown heuristic, until the user says so.
      setDemands(next, demands);
      if (sent) {
        const { overlay, turned } = sent.shown;
        store.overlay.value = entry.overlays.includes(overlay) ? overlay : 'off';
        store.turned.value = turned;
      }
      store.reportPutAway.value = false;
      // It opens at the very position that was sent; a move or Watch starts it.
      pause();
      store.points.value = [];
      if (!stays) store.advisor.value = null;
      publish(0, read);
    });
    if (before && !isSame(ofBefore, text) && !store.embedded.value) offerBack(before);
    if (elsewhere && elsewhere.notes.length > 0)
      store.notify(elsewhere.notes.join(' '), { opening: true });
    store.say(strings.opened(store.state.value?.turn_text ?? ''));
    return true;
  } catch (error) {
    store.dismissOpening(false);
    if (!(error instanceof Stopped)) report(error, { opening: true });
    else if (task?.byHand()) notifyStopped(error.soFar);
    return false;
  } finally {
    task?.end();
  }
}

/** Opening a game was stopped by hand: what came so far is a game too. @param {import('./task.js').SoFar | null} soFar */
function notifyStopped(soFar) {
  const words = strings.stoppedTheGame;
  if (!soFar) {
    store.notify(words);
    return;
  }
  const { record, plies } = soFar;
  const label = plies === 1 ? strings.openTheFirstTurn : strings.openTheFirstTurns(plies);
  store.notify(words, { stays: true, action: { label, act: () => open(record) } });
}

/** @returns {ReturnType<typeof ownGame>} */
function lastOwn() {
  const game = recall('last');
  return game && ownGame(game);
}

/**
 * Offers the way back to one's own game.
 * @param {import('./storage.js').SavedGame & { game: string }} mine
 */
function offerBack({ game, log, record }) {
  store.notify(strings.openedYourOwnGame, {
    stays: true,
    opening: true,
    action: {
      label: strings.backToMyGame,
      act: async () => {
        // It was put aside if what was opened is of its kind (`saving.js`).
        const beside = asides().find((one) => (log ? one.log === log : one.record === record));
        // What was opened may have been played on meanwhile: then it is the user's own as well.
        if (beside && ownGame(game)) setAside(game, strings.youWentBackToAnother);
        if (beside) takeBack(beside);
        await resume(game);
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
    store.notify(strings.isNotARecord(file.name, (file.size / 2 ** 20).toFixed(1), MAX_TEXT_SIZE), {
      error: true,
    });
    return false;
  }
  try {
    const text = await file.text();
    // What is no text is not read as one: a picture would be a very long link.
    if (/[\0\uFFFD]/.test(text.slice(0, 4_096))) {
      store.notify(strings.isNoTextTotoraOpens(file.name), {
        error: true,
      });
      return false;
    }
    return openScreen(text) || (await open(text));
  } catch (error) {
    report(error);
    return false;
  }
}
