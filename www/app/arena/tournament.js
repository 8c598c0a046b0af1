/**
 * The current tournament: its setup, its table of results, and its exports. The table is a separate worker, which
 * loads the games that the browser has saved. Playing is in `play.js`.
 */
import { batch } from '@preact/signals';
import * as strings from '../../strings/arena.js';
import { fitted } from '../../ui/shapes.js';
import { engine, saved, startArenaWorker } from '../../worker/arenaClient.js';
import { goTo } from '../game.js';
import { open as openGame } from '../openGame.js';
import { route } from '../route.js';
import { take } from '../screens.js';
import { errorText } from '../session.js';
import { recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { longTask, Stopped } from '../task.js';
import { createPool } from './pool.js';
import * as arena from './state.js';

/** @typedef {import('./state.js').ArenaSetup} ArenaSetup */
/** @typedef {import('./state.js').ArenaBot} ArenaBot */
/** @typedef {import('../../worker/arenaClient.js').ArenaWorker} ArenaWorker */

/** Whether a stored value is valid. @param {unknown} meta */
const fits = (meta) => fitted('arena-meta', meta).whole;

/** The usual number of games of a league of all heuristics. */
const LEAGUE = 4_000;
/** Number of a cell's games shown at once. */
export const LISTED = 12;

/** @type {import('./pool.js').WorkerPool | null} */
let table = null;
/** Id of the tournament in the table. */
let tableOf = '';
/** Incremented so that only the last call to open a table counts. */
let opening = 0;
/** Fingerprints of the bots in the opened link. @type {{ id: string, prints: number[] } | null} */
let sent = null;

/** The table of the current tournament; throws if it is not open. */
export function tableAtHand() {
  if (!table || tableOf !== arena.plan.value?.id) throw new Error(strings.tableIsNotOpenYet);
  return table;
}

/** Opens the screen with the last setup or the first preset. */
export async function openArena() {
  const found = await engine();
  arena.presets.value = found.arena_presets();
  arena.savedTournaments.value = await saved.listMeta(fits);
  if (route.value.link) await openLink();
  if (!arena.setup.value) {
    const last = recall('arena');
    const good = last?.setup && (await choose(last.setup));
    if (!good) await choose(arena.presets.value[0].setup);
  }
  if (route.value.entrants) await welcome();
}

/** Opens a shared tournament, or a results file with its games. */
export async function openLink() {
  const link = take('link');
  if (!link) return;
  try {
    const found = await engine();
    const { setup, prints, lines } = found.open_arena(link);
    if (!(await choose(setup))) throw new Error(arena.problem.value);
    if (lines) await takeIn(lines);
    const at = arena.plan.value;
    if (at && prints.length > 0) {
      sent = { id: at.id, prints };
      compare(prints, strings.thisLinkWasMade);
    }
  } catch (error) {
    store.notify(errorText(error), { error: true });
  }
}

/** Adds games played elsewhere to the table. @param {string} lines */
async function takeIn(lines) {
  const { far } = tableAtHand();
  const { done, canSave } = await far.add(lines);
  arena.done.value = done;
  arena.status.value = done >= (arena.plan.value?.games ?? 0) ? 'done' : 'paused';
  await refresh();
  const allSaved = (await far.settle()) && canSave;
  if (allSaved) await saveMeta();
  store.notify(allSaved ? strings.openedGames(done) : strings.openedGamesThisBrowser(done));
}

/**
 * Changes the setup. An error is shown next to it.
 * @param {ArenaSetup} next
 * @returns {Promise<boolean>} whether it is valid
 */
export async function choose(next) {
  const found = await engine();
  arena.setup.value = next;
  try {
    const plan = found.plan_arena(next);
    arena.problem.value = '';
    const same = plan.id === arena.plan.value?.id;
    arena.plan.value = plan;
    arena.planned.value = plan.games;
    saveValue('arena', { setup: next });
    if (!same || tableOf !== plan.id) await openTable();
    return true;
  } catch (error) {
    arena.problem.value = errorText(error);
    return false;
  }
}

/** A default tournament of the usual opponents. @param {string} game @returns {ArenaSetup} */
export function ownOf(game) {
  const found = store.entryOf(game);
  const seats = Math.max(2, found?.seats ?? 2);
  const bots = [...new Set([...(found?.opponents ?? []), ...(found?.bots.map((b) => b.id) ?? [])])];
  return { game, bots: bots.slice(0, Math.max(3, seats)), games: 40, seed: 1 };
}

/** A tournament of these bots alone; a game of more seats has opponents on the others. @param {string} game @param {ArenaBot[]} bots @returns {ArenaSetup} */
export function leagueOf(game, bots) {
  const usual = ownOf(game);
  const seats = Math.max(2, store.entryOf(game)?.seats ?? 2);
  const more = usual.bots.slice(0, Math.max(0, seats - bots.length));
  const all = bots.length + more.length;
  // The same number of games from both seats, and not more than a few minutes of them.
  const pairings = (all * (all - 1)) / 2;
  const games = Math.max(2, Math.min(usual.games, 2 * Math.floor(LEAGUE / pairings / 2)));
  return { ...usual, bots: [...bots, ...more], games };
}

/** Enters the bot that the user sent from its panel, next to the entrants of the same game; or begins a tournament of several. */
export async function welcome() {
  const pending = take('entrants');
  if (!pending || arena.busy.value) return;
  if ('bots' in pending) {
    await choose(leagueOf(pending.game, pending.bots));
    return;
  }
  const now = arena.setup.value;
  const joined = now?.game === pending.game ? now : ownOf(pending.game);
  await choose({ ...joined, bots: [...joined.bots, pending.bot] });
}

/**
 * Enters heuristics from links, one per line: into your own tournament of the same game, or else a new one.
 * @param {string} text
 * @returns {Promise<string[]>} the invalid lines, and why
 */
export async function enterLinks(text) {
  const { game, bots, wrong } = (await engine()).lab_entrants(text, '');
  if (!game || bots.length === 0) return wrong;
  const now = arena.setup.value;
  const usual = ownOf(game);
  const joined = now && now.game === game && !now.preset ? now : { ...usual, bots: [] };
  const seats = store.entryOf(game)?.seats ?? 2;
  const all = [...joined.bots, ...bots];
  const more = usual.bots.slice(0, Math.max(0, Math.max(2, seats) - all.length));
  await choose({ ...joined, bots: [...all, ...more] });
  return wrong;
}

/** Changes part of the setup. @param {Partial<ArenaSetup>} change */
export const change = (change) => arena.setup.value && choose({ ...arena.setup.value, ...change });

/** Opens the table of the setup with its saved games. */
async function openTable() {
  const at = arena.plan.value;
  if (!at) return;
  const mine = ++opening;
  batch(() => {
    arena.status.value = 'opening';
    arena.done.value = 0;
    arena.rate.value = 0;
    const { report, changed, cell, games, divergences } = arena;
    for (const found of [report, changed, cell, games, divergences]) found.value = null;
  });
  const before = table;
  table = null;
  tableOf = '';
  try {
    await before?.far.settle().catch(() => {});
    before?.end();
    const next = await createPool();
    const { done, damaged } = await next.open(at.setup, at.id);
    const meta = await saved.recallMeta(at.id, fits);
    if (mine !== opening) {
      next.end();
      return;
    }
    table = next;
    tableOf = at.id;
    arena.done.value = done;
    if (done > 0) await refresh();
    const over = done >= at.games || (done > 0 && arena.report.value?.finished);
    arena.status.value = over ? 'done' : done > 0 ? 'paused' : 'ready';
    if (damaged > 0) {
      store.notify(strings.someSavedGames, { error: true });
    }
    if (done > 0 && meta && meta.prints.length > 0)
      compare(meta.prints, strings.theseGamesWerePlayed);
  } catch (error) {
    if (mine !== opening) return;
    arena.status.value = 'ready';
    store.notify(errorText(error), { error: true });
  }
}

/** Updates the report. */
export async function refresh() {
  const id = tableOf;
  const found = await tableAtHand().report();
  if (id === tableOf) arena.report.value = found;
}

// --- bots that have changed -----------------------------------------------------------------

/**
 * Runs a question in a temporary worker.
 * @template T
 * @param {(far: ArenaWorker['far']) => Promise<T>} question
 * @param {Promise<never>} [stopped]
 * @returns {Promise<T>}
 */
async function aside(question, stopped) {
  const at = arena.plan.value;
  if (!at) throw new Error(strings.nothingIsSetUp);
  const helper = await startArenaWorker(at.setup);
  try {
    return await Promise.race([question(helper.far), ...(stopped ? [stopped] : [])]);
  } finally {
    helper.end();
  }
}

/** Fingerprints of the bots' play, by tournament. @type {Map<string, Promise<number[]>>} */
const known = new Map();

/** @returns {Promise<number[]>} fingerprints of the current bots */
export function prints() {
  const at = arena.plan.value;
  if (!at) return Promise.resolve([]);
  const there = known.get(at.id);
  if (there) return there;
  const request = aside((far) => far.prints(at.entrants.length));
  known.set(at.id, request);
  request.catch(() => known.delete(at.id));
  return request;
}

/** Shows which bots have changed. @param {number[]} before @param {string} since */
async function compare(before, since) {
  const at = arena.plan.value;
  try {
    const now = await prints();
    if (!at || at !== arena.plan.value || now.length !== before.length) return;
    const names = at.entrants.filter((_, i) => now[i] !== before[i]).map((one) => one.name);
    arena.changed.value = names.length > 0 ? { names, since } : null;
  } catch {
    // The user did not ask for it, so a failure is not reported.
  }
}

/** Saves the setup and state of the tournament with its games. */
export async function saveMeta() {
  const at = arena.plan.value;
  if (!at || arena.done.value === 0) return;
  const before = await saved.recallMeta(at.id, fits);
  const found = before?.prints.length ? before.prints : await prints().catch(() => []);
  const meta = {
    id: at.id,
    name: nameOf(at),
    setup: at.setup,
    planned: at.games,
    done: arena.done.value,
    when: Date.now(),
    prints: found,
  };
  await saved.saveMeta(meta, fits);
  arena.savedTournaments.value = await saved.listMeta(fits);
}

/** @param {import('./state.js').ArenaPlan} at */
export function nameOf({ setup, entrants }) {
  const game = store.gameName(setup.game);
  // A heuristic has its own name; a bot's name includes its settings.
  const bots = entrants.map(({ name, seat }) =>
    seat.bot === 'lab' && !name.startsWith('lab:') ? name : (seat.bot ?? name),
  );
  const few = bots.slice(0, 3).join(', ');
  const all = bots.length > 3 ? strings.andMore(few, bots.length - 3) : few;
  return strings.pairingSeed(game, setup.preset ?? all, setup.games, setup.seed);
}

/** Deletes the games of the current tournament. */
export async function discard() {
  const at = arena.plan.value;
  if (!at) return;
  await table?.far.settle();
  await saved.forget(at.id);
  arena.savedTournaments.value = await saved.listMeta(fits);
  await openTable();
}

// --- the games of a cell ----------------------------------------------------------------------

/**
 * @param {number} a @param {number} b
 * @param {number} [after]   skips this many games
 */
export async function listGames(a, b, after = 0) {
  const [x0, y0] = arena.cell.value ?? [];
  if (x0 !== a || y0 !== b) arena.divergences.value = null;
  arena.cell.value = [a, b];
  const found = await tableAtHand().far.games(a, b, after, LISTED);
  const [x, y] = arena.cell.value ?? [];
  if (x !== a || y !== b) return;
  batch(() => {
    arena.games.value = found;
    arena.listedAfter.value = after;
  });
}

/** How many games are compared to find where two bots differ. */
const PARTED = 100;

/** Finds where the two bots of the cell differ, and whether the second is better. */
export async function findPartings() {
  const chosen = arena.cell.value;
  if (!chosen || arena.busy.value) return;
  const task = longTask();
  /** @param {number} done @param {number} of */
  const watch = (done, of) => {
    task.say(strings.comparingGameOf(done + 1, of), done / of);
    return task.stoppedNow();
  };
  try {
    const found = await tableAtHand().divergences(...chosen, PARTED, watch);
    if (arena.cell.value === chosen) arena.divergences.value = found;
  } catch (error) {
    store.notify(errorText(error), { error: true });
  } finally {
    task.end();
  }
}

/**
 * Opens a game on the board, from its saved moves or by replaying it.
 * @param {{ game: number, scores: number[] | null, kept: boolean }} row
 * @param {number} [ply]   the first ply shown
 */
export async function openOnBoard(row, ply = 0) {
  const task = longTask();
  task.say(strings.playingGameAgain(row.game + 1), 0);
  const soon = setTimeout(() => task.say(strings.playingGameAgain(row.game + 1), 0.5), 300);
  try {
    const record = row.kept
      ? await tableAtHand().far.record(row.game)
      : await aside((far) => far.record(row.game), task.stopped());
    if (!(await openGame(record))) return;
    goTo(ply);
    const { result } = JSON.parse(record);
    if (row.scores && JSON.stringify(result?.scores) !== JSON.stringify(row.scores)) {
      store.notify(strings.playedAgainThisGameWent, { error: true });
    }
  } catch (error) {
    if (!(error instanceof Stopped)) store.notify(errorText(error), { error: true });
  } finally {
    clearTimeout(soon);
    task.end();
  }
}

// --- export -----------------------------------------------------------------------------------

/** @returns {Promise<string>} the address that reproduces the tournament */
export async function linkHere() {
  // Keep the fingerprints of the opened link, so that changed bots are still reported.
  const at = arena.plan.value;
  const now = sent && sent.id === at?.id ? sent.prints : await prints();
  const fragment = await tableAtHand().far.link(now);
  return location.origin + location.pathname + fragment;
}

/** @returns {Promise<string>} */
export const csvHere = () => tableAtHand().far.csv();
/** @returns {Promise<string>} */
export const jsonHere = async () => `${JSON.stringify(await tableAtHand().report())}\n`;
/** The finished games in the format of the command line. @returns {Promise<string>} */
export const fileHere = () => tableAtHand().far.file();
