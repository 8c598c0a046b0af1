/**
 * Opens games: saved ones, links, records, maps or boards. Rust decodes and checks them, and estimates the cost of a
 * link first: cheap links are replayed on the page in slices, others in a separate worker. The page stays responsive,
 * shows progress, and keeps the moves so far when the user stops.
 */
import { batch } from '@preact/signals';
import { loadRenderer } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { MAX_TEXT, MAX_TEXT_SIZE } from '../ui/limits.js';
import { save as saveFile } from '../ui/save.js';
import * as worker from '../worker/client.js';
import { isTrap, isWhole, renewEngine } from '../worker/engine.js';
import { yieldToEventLoop } from '../worker/yieldToEventLoop.js';
import { openAnalysis, setDisplay, showFilm } from './display.js';
import { navigate } from './navigation.js';
import { startFrom } from './newGame.js';
import { studyOf } from './route.js';
import { isSame, saveNow, seenOf } from './saving.js';
import { goToGame, openScreen } from './screens.js';
import {
  awaitEngine,
  breaksAgain,
  errorText,
  hasSession,
  publish,
  replace,
  report,
  setPermissions,
  whenBroken,
  withEngineToShow,
} from './session.js';
import {
  bar,
  commit,
  ownGame,
  recall,
  recallGame,
  recordOf,
  refuseAdviser,
  setAside,
} from './storage.js';
import * as store from './store.js';
import { longTask, Stopped } from './task.js';
import { pause, play } from './transport.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./session.js').History} History */

/** Length of a slice of replaying before the page can react, in milliseconds. */
const SLICE = 4;
/** The start of a link to a study. */
const STUDY = '#1study.';
/** Plies read in one slice. */
const PLIES = 100;
/** @typedef {import('./task.js').LongTask} LongTask */

/**
 * Replays a record and reads all plies of a line. Objects of a broken engine must not be freed explicitly; the garbage
 * collector frees what is left.
 * @param {import('../worker/engine.js').Engine} found
 * @param {string} record   JSON text
 * @param {LongTask} task
 * @param {(session: Session) => void} [show]   goes to a ply; the end of the main line by default
 * @returns {Promise<{ session: Session, read: History }>}
 */
async function replay(found, record, task, show) {
  const opening = found.Opening.create(record);
  const plies = opening.plies();
  const say = (/** @type {number} */ share) => task.say(strings.openingAGameOf(plies), share);
  while (!opening.advance(SLICE)) {
    // Reading the plies takes the rest of the time.
    say((0.9 * opening.played()) / plies);
    await yieldToEventLoop();
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
    await yieldToEventLoop();
    if (task.stoppedNow()) throw new Stopped(soFar(record, plies));
    read.rows.push(...session.moves(at, PLIES));
    for (const [i, line] of session.series(at + 1, PLIES).entries())
      read.series[i].values.push(...line.values);
  }
  return { session, read };
}

/**
 * Goes to the last shown ply of a saved game. It is saved before the moves: if the page was closed in between, the line
 * may be shorter or missing.
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
 * The record in a link, and the ply that it shows. Rust checks its length and estimates the cost before
 * replaying anything.
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
    await yieldToEventLoop();
    task.check();
  }
  const read = { record: decoder.record(), shown: decoder.shown() };
  decoder.free();
  return read;
}

/**
 * The same in a worker: games between bots are computed again.
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
 * The engine has trapped: its session is lost, but not the record. A new engine opens it; if only the second part of the
 * engine was missing, with that part. At most two times in a row.
 */
export function startMending() {
  whenBroken(async (game, record) => {
    const lacked = !isWhole();
    const now = store.state.value;
    const seen = now && record ? seenOf(now) : null;
    // A failure to start is reported below.
    await awaitEngine().catch(() => {});
    renewEngine();
    const saved = recallGame(game);
    const shown = seen ?? saved;
    const text = record ?? (saved && (await recordOf(saved).catch(() => '')));
    const of = record ? JSON.parse(record).game : game;
    const { arrived, practice } = store;
    const how = record && { arrived: arrived.value, practice: practice.value };
    const last = text && { ply: now?.ply ?? 0, ...shown, ...how, record: text };
    const restored = !!last && !breaksAgain() && (await takeUp(of, last).catch(() => false));
    // If it breaks the new engine as well, this function runs again.
    if (restored && !hasSession()) return;
    if (!restored)
      store.notify(strings.engineStoppedWorking, {
        error: true,
        action: { label: strings.reload, act: () => location.reload() },
      });
    else if (!lacked) store.notify(strings.somethingWentWrongYourGame, { error: true });
  });
}

/** The heuristics on the seats of a shared game, which wait until the user allows them. @param {Session} session */
const guestsOf = (session) =>
  session
    .state()
    .seats.flatMap(({ config }, seat) =>
      'bot' in config && config.bot === 'lab' ? [{ seat, config }] : [],
    );

/**
 * Opens a saved game. Rejects on failure, with `Stopped` when the user stops it.
 * @param {string} game
 * @param {{ record: string, ply: number, arrived?: '' | 'begun' | 'opened', practice?: boolean } & Partial<import('./storage.js').Seen>} saved
 *   `arrived` and `practice` if it was on the board, and not from its place
 * @returns {Promise<boolean>} false if the user navigated away meanwhile
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
      const { arrived, practice, points, overlay = 'off', turned = 0, marks = {} } = saved;
      replace(session, { opened: saved.opened ? session.record() : '', arrived, practice, points });
      if (saved.waits) setPermissions(demands, guestsOf(session));
      setDisplay({ overlay, turned, marks, advisor });
      if (saved.running ?? true) play();
      else pause();
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
 * The bot whose analysis was shown, if this version has it.
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
  } catch (error) {
    // It says nothing about the bot: the caller repeats this with the whole engine.
    if (isTrap(error)) throw error;
    refuseAdviser(game);
    return null;
  }
}

/**
 * Opens the game saved in the browser. One that fails to open is set aside and never deleted.
 * @param {string} game
 * @returns {Promise<boolean>} whether there was one, and it is open or the user has navigated away
 */
export async function resume(game) {
  const saved = recallGame(game);
  // The catalogue is needed to judge a game.
  await Promise.all([withEngineToShow(() => {}), loadRenderer(game)]);
  let record = '';
  try {
    record = saved ? await recordOf(saved) : '';
  } catch (error) {
    // Next time the storage may answer.
    bar(game, error);
    return false;
  }
  try {
    if (!record) throw new Error(strings.itIsNoGame);
    await takeUp(game, { ...saved, record, ply: saved?.ply ?? 0 });
    return true;
  } catch (error) {
    // The next game gets a new engine.
    if (isTrap(error)) renewEngine();
    await notifyAside(game, error);
    return false;
  }
}

/** Sets the saved game aside, if any, and reports it. @param {string} game @param {unknown} error */
async function notifyAside(game, error) {
  const stopped = error instanceof Stopped;
  const why = stopped ? strings.openingItWasStopped : strings.itDoesNotOpen(errorText(error));
  const aside = setAside(game, why);
  if (!aside || !(await commit())) return;
  const name = store.gameName(game);
  store.notify(strings.yourGameOfWasPut(name, why), {
    stays: true,
    action: { label: strings.saveItAsAFile, act: () => saveAside(aside) },
  });
}

/** Saves a game that was set aside to a file. @param {import('./storage.js').Aside} aside */
export async function saveAside(aside) {
  const { game } = aside;
  const record = await recordOf(aside);
  const ending = record.startsWith('{') ? 'json' : 'txt';
  saveFile(`totora-${game}-aside.${ending}`, new Blob([record], { type: 'text/plain' }));
}

/**
 * What a text is. Rust finds a link in whatever surrounds it, and reads the formats of all games. A record is recognised
 * at once. Throws if the text cannot be read.
 * @param {string} text
 * @returns {Promise<import('../pkg/totora.js').Brought>}
 */
async function identify(text) {
  if (/^\s*\{/.test(text) && text.includes('"totora_study"')) return { kind: 'study' };
  if (/^\s*\{/.test(text) && text.includes('"totora"')) return { kind: 'json' };
  // The part of the engine that draws finds links; other texts need all of it.
  return withEngineToShow((found) => found.import_text(text));
}

/**
 * Starts a game from a map, a board or a position.
 * @param {Extract<import('../pkg/totora.js').Brought, { kind: 'start' }>} brought
 * @returns {Promise<boolean>} whether it was started
 */
async function openStart({ game, options, notes }) {
  const entry = store.entryOf(game);
  if (!entry) throw new Error(strings.thisPageHasNoBoard(game));
  const started = await startFrom(entry, options);
  if (started && notes.length > 0) store.notify(notes.join(' '));
  return started;
}

/**
 * Opens a game from outside: a link, a record, a map, a board, a position, or a game in the format of another program.
 * If it is invalid, a message says why and the current game stays open.
 * @param {string} brought
 * @param {{ played?: boolean, stays?: boolean, practice?: boolean, quiet?: boolean }} [how]   `played`: the user played it here,
 *   it had been set aside; `stays` keeps the current screen instead of going to the game's; `practice`: it is not saved, so
 *   that the user's own game stays in its place, as for every study; `quiet`: no message offers the way back to that game
 * @returns {Promise<boolean>} whether it was opened
 */
export async function open(
  brought,
  { played = false, stays = false, practice = false, quiet = false } = {},
) {
  let source = brought.trim();
  /** @type {LongTask | null} */
  let task = null;
  try {
    if (source.length > MAX_TEXT) throw new Error(strings.thatIsLargerThanAny(MAX_TEXT_SIZE));
    const gallery = studyOf(source);
    if (gallery) {
      const { openGallery } = await import('./study.js');
      return await openGallery(gallery, open);
    }
    const found = await identify(brought);
    if (found.kind === 'start') return await openStart(found);
    const study = found.kind === 'screen' && found.link.startsWith(STUDY);
    if (found.kind === 'study' || study) {
      const { openStudy } = await import('./study.js');
      return await openStudy(found.kind === 'study' ? brought : found.link, open);
    }
    // A frame shows only a board.
    if (found.kind === 'screen' && !store.embedded.value && openScreen(found.link)) return true;
    const link = found.kind === 'link' || found.kind === 'screen';
    if (link) source = found.link;
    const elsewhere = found.kind === 'game' ? found : null;
    if (elsewhere) source = elsewhere.record;
    const mine = navigate();
    const mineTask = longTask(mine.signal);
    task = mineTask;
    const puzzles = link && !store.embedded.value ? import('./puzzles.js').catch(() => null) : null;
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
    const { game, seed } = next.state();
    // Puzzles had links to their games before they were a study.
    const { PUZZLES = '', puzzleOf } = (await puzzles) ?? {};
    const index = puzzleOf?.(game, seed, () => next.texts(0)) ?? -1;
    if (index >= 0) {
      next.free();
      const { openGallery } = await import('./study.js');
      return await openGallery({ name: PUZZLES, index }, open);
    }
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
    const shown = store.practice.value ? null : store.state.value;
    const before = (shown && ownGame(shown.game)) ?? lastOwn();
    const own = ownGame(game);
    const text = next.record();
    const [ofBefore, ofOwn] = await Promise.all(
      [before, own].map(async (saved) => (saved ? recordOf(saved).catch(() => '') : text)),
    );
    /** @type {typeof store.filmed.value} */
    let openFilm = null;
    if (!mine.holds()) {
      next.free();
      return false;
    }
    batch(() => {
      if (!stays) goToGame(game);
      store.dismissOpening(true);
      saveNow();
      replace(next, {
        opened: played ? '' : text,
        arrived: isSame(ofOwn, text) ? '' : 'opened',
        practice,
      });
      // Untrusted bots need the user's permission to exceed the usual limits or to play by an unknown heuristic.
      setPermissions(demands, guestsOf(next));
      if (sent) {
        const { overlay, turned, film } = sent.shown;
        setDisplay({ overlay: entry.overlays.includes(overlay) ? overlay : 'off', turned });
        if (film) openFilm = { bot: JSON.parse(film.bot), event: film.event };
      }
      // It opens at the shared position; a move or Watch starts it.
      pause();
      if (!stays) setDisplay({ advisor: null });
      publish(0, read);
      if (openFilm) {
        showFilm(openFilm);
        setDisplay({ advisor: openFilm.bot });
        openAnalysis('thinking');
      }
    });
    // If the opened game takes the place of the user's own, `saving.js` says so.
    const elsewhereSaved = before && (practice || before.game !== game) && !isSame(ofBefore, text);
    if (text.includes('"annotations":')) import('./notes.js').catch(console.warn);
    if (elsewhereSaved && !quiet && !store.embedded.value) offerBack(before.game);
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

/** Opening was stopped by the user: offers the game so far. @param {import('./task.js').SoFar | null} soFar */
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

/** Offers to go back to the user's own game, which is in its place. @param {string} game */
function offerBack(game) {
  const act = async () => {
    if (store.screen.value === 'game') goToGame(game);
    await resume(game);
  };
  const action = { label: strings.backToMyGame, act };
  store.notify(strings.openedYourOwnGame, { stays: true, opening: true, action });
}

/** Text encodings by the marks at the start of a file. @type {[string, string][]} */
const MARKED = [
  ['255,254', 'utf-16le'],
  ['254,255', 'utf-16be'],
];

/**
 * The text of a file: UTF-8; UTF-16 if it is marked; or windows-1252 if it is neither and has no zero byte.
 * @param {ArrayBuffer} buffer
 * @returns {string | null} null for a file that is no text
 */
export function textOf(buffer) {
  const bytes = new Uint8Array(buffer);
  const mark = bytes.subarray(0, 2).join();
  const marked = MARKED.find(([begin]) => begin === mark);
  if (marked) return new TextDecoder(marked[1]).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Opens a file of at most the size of a record.
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
    const text = textOf(await file.arrayBuffer());
    // Only text is read: a picture would look like a very long link.
    if (text === null) {
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
