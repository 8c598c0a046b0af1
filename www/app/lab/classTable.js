/**
 * The class table: a list of hand-ins, one link per line, which stays in this browser. Workers read it and play the games of the
 * results again; Rust compares them.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/class.js';
import { startArenaWorker } from '../../worker/arenaClient.js';
import { makeRun } from '../arena/run.js';
import { goToArena, goToLab } from '../screens.js';
import { caughtText, errorText } from '../session.js';
import { recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { codeIn, compare } from './engine.js';
import { builtIn, ownLessons } from './lessons.js';
import { measure } from './measuring.js';

/** @typedef {import('../../pkg/totora.js').ClassRow} Row */
/** @typedef {import('../../pkg/totora.js').HandInResult} HandInResult */
/** @typedef {'right' | 'wrong' | 'open' | 'none'} Verdict   `open`: its games are not played yet; `none`: it has none */
/** @typedef {{ at: number, row: Row, played: HandInResult | null, verdict: Verdict, problems: string[] }} Graded */
/** @typedef {'name' | 'attempts' | 'predictions' | 'result' | 'verdict'} Column */

/** Maximum size of the list, in characters. */
export const MOST_TEXT = 4_000_000;
/** Maximum number of bots of a tournament. */
const MOST_BOTS = 64;

/** The list. */
export const text = signal('');
/** @type {import('@preact/signals').Signal<Row[]>} */
const rows = signal([]);
/** Whether the list is being read. */
export const reading = signal(false);
/** Results and errors of games, by setup. @type {import('@preact/signals').Signal<Map<string, HandInResult | string>>} */
const results = signal(new Map());
/** The progress of the games; null when none are played. @type {import('@preact/signals').Signal<{ done: number, games: number } | null>} */
export const progress = signal(null);
/** The column that the table is sorted by, and whether the largest value is first. @type {import('@preact/signals').Signal<{ by: Column, down: boolean }>} */
export const order = signal({ by: 'result', down: true });

/** @param {Row} row */
const keyOf = ({ setup }) => JSON.stringify(setup);

/** @param {Row} row @param {number} at @returns {Graded} */
function graded(row, at) {
  const found = row.setup ? results.value.get(keyOf(row)) : undefined;
  const played = typeof found === 'object' ? found : null;
  const problems = [...row.problems];
  if (typeof found === 'string') problems.push(found);
  if (played && row.result) {
    const wrong = compare(row.result, played, row.totora);
    if (wrong) problems.push(wrong);
  }
  /** @type {Verdict} */
  let verdict = 'right';
  if (problems.length > 0) verdict = 'wrong';
  else if (!row.setup) verdict = 'none';
  else if (!played) verdict = 'open';
  return { at, row, played, verdict, problems };
}

/** The shown result: as played, or as handed in. @param {Graded} of */
export const resultOf = ({ played, row }) => played ?? row.result;

/** @type {Record<Column, (of: Graded) => number | string>} */
const VALUES = {
  name: ({ row }) => row.name.toLocaleLowerCase(),
  attempts: ({ row }) => row.attempts ?? -1,
  predictions: ({ row }) => (row.predictions > 0 ? row.right / row.predictions : -1),
  result: (of) => resultOf(of)?.share ?? -1,
  verdict: ({ verdict }) => ['wrong', 'none', 'open', 'right'].indexOf(verdict),
};

const all = computed(() => rows.value.map(graded));
/** The rows in their order. */
export const sorted = computed(() => {
  const { by, down } = order.value;
  const value = VALUES[by];
  const compared = (/** @type {Graded} */ a, /** @type {Graded} */ b) => {
    const [x, y] = [value(a), value(b)];
    return typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y);
  };
  return all.value.toSorted((a, b) => (down ? -1 : 1) * compared(a, b) || a.at - b.at);
});
/** The games of the rows, by their ids. */
export const games = computed(() => [
  ...new Set(rows.value.flatMap(({ game }) => (game ? [game] : []))),
]);
/** How many rows have games that are not played yet. */
export const unplayed = computed(
  () => all.value.filter((one) => one.row.setup && !one.played).length,
);

/** @param {Column} by */
export function sortBy(by) {
  const now = order.value;
  // Names from A, numbers from the largest.
  order.value = { by, down: now.by === by ? !now.down : by !== 'name' };
}

// --- the list ------------------------------------------------------------------------------------

/** The worker that reads the list. @type {Promise<import('../../worker/arenaClient.js').ArenaWorker> | null} */
let reader = null;
/** Incremented so that only the last list counts. */
let last = 0;

/** Opens the saved list. */
export async function enter() {
  await change(recall('class') ?? '');
}

export function leave() {
  stop();
  reader?.then(({ end }) => end()).catch(() => {});
  reader = null;
}

/** Reads another list, and saves it in this browser. @param {string} next */
export async function change(next) {
  if (next.length > MOST_TEXT) {
    store.notify(strings.listIsTooLong(next.length, MOST_TEXT), { error: true });
    return;
  }
  stop();
  const mine = ++last;
  text.value = next;
  saveValue('class', next);
  reading.value = true;
  try {
    const lessons = [...ownLessons(store.games.value.map(({ id }) => id)), ...(await builtIn())];
    reader ??= startArenaWorker();
    const found = next.trim() ? await (await reader).far.handIns(next, lessons) : [];
    if (mine === last) rows.value = found;
  } catch (error) {
    if (mine === last) store.notify(errorText(error), { error: true });
    reader = null;
  } finally {
    if (mine === last) reading.value = false;
  }
}

/** A text as lines of the list: JSON on one line. @param {string} more */
function asLines(more) {
  try {
    return /^\s*\{/.test(more) ? JSON.stringify(JSON.parse(more)) : more.trim();
  } catch {
    return more.trim();
  }
}

/** Adds files to the list. @param {File[]} files */
export async function addFiles(files) {
  const large = files.find(({ size }) => size > MOST_TEXT);
  if (large) {
    store.notify(strings.fileIsTooLarge(large.name), { error: true });
    return;
  }
  const texts = await Promise.all(files.map((file) => file.text()));
  const before = text.value.trim();
  await change([...(before ? [before] : []), ...texts.map(asLines)].join('\n'));
}

// --- the games -----------------------------------------------------------------------------------

const run = makeRun();

export function stop() {
  run.stop();
  progress.value = null;
}

/** Plays the games of all results that are not known yet. */
export async function check() {
  const setups = new Map();
  for (const row of rows.value)
    if (row.setup && typeof results.value.get(keyOf(row)) !== 'object')
      setups.set(keyOf(row), row.setup);
  const left = [...setups];
  const planned = left.reduce((sum, [, setup]) => sum + setup.games, 0);
  let done = 0;
  progress.value = { done, games: planned };
  // A failure ends the workers: the others go on with new ones.
  while (left.length > 0 && progress.value)
    await run.start(
      async (pool, goesOn) => {
        for (let next = left.shift(); next && goesOn(); next = left.shift()) {
          const [key, setup] = next;
          /** @type {HandInResult | string} */
          let found;
          try {
            found = await measure(pool, setup, (more) => {
              done += more;
              if (goesOn()) progress.value = { done, games: planned };
            });
          } catch (error) {
            found = errorText(error);
          }
          if (!goesOn()) return;
          results.value = new Map(results.value).set(key, found);
          if (typeof found === 'string') return;
        }
      },
      () => {
        left.length = 0;
      },
    );
  progress.value = null;
}

// --- what a row leads to ---------------------------------------------------------------------------

/** Opens the heuristic of a row in the Lab. @param {Row} row */
export function openWork({ game, bot }) {
  if (!game || !bot) return;
  goToLab(game, null, { game, config: bot });
}

/** Enters all heuristics of a game in the Arena, the best first. @param {string} game */
export function openLeague(game) {
  const best = all.value
    .filter(({ row }) => row.game === game && row.bot)
    .toSorted((a, b) => Number(VALUES.result(b)) - Number(VALUES.result(a)));
  const bots = best.flatMap(({ row }) => (row.bot ? [row.bot] : []));
  const different = [...new Map(bots.map((bot) => [JSON.stringify(bot), bot])).values()];
  if (different.length > MOST_BOTS) store.notify(strings.leagueOfTheBest(MOST_BOTS));
  goToArena({ game, bots: different.slice(0, MOST_BOTS) });
}

/** Whose work has a typed code, in a sentence; empty while nothing is typed. @param {string} typed */
export function whoHas(typed) {
  if (!typed.trim()) return '';
  try {
    const code = codeIn(typed);
    const found = all.value.find(({ row }) => row.code === code);
    return found ? strings.codeIsOf(code, nameOf(found.row)) : strings.codeIsUnknown(code);
  } catch (error) {
    return caughtText(error);
  }
}

/** @param {Row} row */
export const nameOf = ({ name, line }) => name || strings.line(line);
