/**
 * Guided lessons: the open lesson, its progress, and the games of some steps. Rust checks whether a heuristic meets a
 * step's requirements.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/lab.js';
import { startArenaWorker } from '../../worker/arenaClient.js';
import { isTrap } from '../../worker/engine.js';
import { setDisplay } from '../display.js';
import { drawSeed, start } from '../newGame.js';
import { addressOf } from '../route.js';
import { goToLab } from '../screens.js';
import { caughtText, errorText } from '../session.js';
import { forget, recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { pause } from '../transport.js';
import * as ask from './engine.js';
import { draftOf, leaveDraft, replaceWith } from './lab.js';
import * as lab from './state.js';
import { countAttempt, forgetWork, notePrediction } from './work.js';

/** How long the worker plays before it reports, in milliseconds. */
const SLICE = 200;
/** Number of games between two verdicts. */
const LOOK = 40;

/** Built-in lessons by file. @type {Record<string, () => Promise<string>>} */
const BUILT_IN = /** @type {any} */ (
  import.meta.glob('../../../src/lab/lessons/*.json', { query: '?raw', import: 'default' })
);

/** @typedef {import('../../pkg/totora.js').Lesson & { text: string, own: boolean, key: string }} Lesson   `key`: storage key of its progress */

/** The built-in lessons, as JSON texts. */
export const builtIn = () => Promise.all(Object.values(BUILT_IN).map((read) => read()));

/** Loaded lessons by game. @type {import('@preact/signals').Signal<Record<string, Lesson>>} */
const all = signal({});

/** The lesson of the current game, if any. */
export const lessonHere = computed(() => all.value[store.game.value] ?? null);
/** The open lesson, if it is of the current game. */
export const taken = computed(() =>
  lab.lesson.value?.game === store.game.value ? lessonHere.value : null,
);
/** Its current step, from 0. */
export const step = computed(() => lab.lesson.value?.step ?? 0);
/** Games of a step, and their verdict. @type {import('@preact/signals').Signal<{ of: string, done: number, games: number, verdict: import('../../pkg/totora.js').LabVerdict | null } | null>} */
export const match = signal(null);
/** The reader's prediction. @type {import('@preact/signals').Signal<string>} */
export const prediction = signal('');
/** Number of completed steps by lesson. @type {import('@preact/signals').Signal<Record<string, number>>} */
export const done = signal({});

/** Rust's judgement of the heuristic for this step; null if it is invalid. */
export const judged = computed(() => {
  const now = lab.draft.value;
  if (!taken.value || !now || !lab.sound.value) return null;
  try {
    return ask.judge(taken.value.text, step.value, lab.botOf(now).options);
  } catch (error) {
    caughtText(error);
    return null;
  }
});

/** The user's own lessons of these games, as JSON texts. @param {string[]} games @returns {string[]} */
export const ownLessons = (games) => games.flatMap((game) => recall(ownPlace(game)) ?? []);

/**
 * The lesson that the reader has finished, and the options of the heuristic, until it is closed.
 * @type {import('@preact/signals').Signal<{ lesson: Lesson, options: import('../types.js').OptionValues } | null>}
 */
export const finished = signal(null);
/** The same, if it is of the current game. */
export const finishedHere = computed(() =>
  finished.value?.lesson.game === store.game.value ? finished.value : null,
);

/** Identifies the games. */
const question = computed(() => JSON.stringify(judged.value?.arena ?? null));
/** Current or finished games of the heuristic in the editor. */
export const matchHere = computed(() =>
  match.value && match.value.of === question.value ? match.value : null,
);
export const isDone = computed(() => !!judged.value?.done || !!matchHere.value?.verdict?.passed);

/** Storage key of a user's lesson. @param {string} game */
const ownPlace = (game) => `lab-own:${game}`;

/** @param {string} text @param {boolean} own */
function put(text, own) {
  const found = ask.lesson(text);
  const key = own ? `${found.game}: ${found.title}` : found.game;
  all.value = { ...all.value, [found.game]: { ...found, text, own, key } };
  return found;
}

/** Loads a game's lesson: the user's or the built-in one. The engine must be ready. @param {string} game */
export async function readLesson(game) {
  const saved = recall('lab-lessons');
  if (saved) done.value = saved;
  if (all.value[game]) return;
  const own = recall(ownPlace(game));
  try {
    if (own) return void put(own, true);
  } catch (error) {
    // A trap says nothing about the lesson.
    if (isTrap(error)) throw error;
    // It was valid in another version only: use the built-in lesson.
    forget(ownPlace(game));
  }
  const text = await BUILT_IN[`../../../src/lab/lessons/${game}.json`]?.();
  if (text) put(text, false);
}

/**
 * Opens a user's lesson at its next step. Throws its errors.
 * @param {string} text   as JSON
 */
export function openLesson(text) {
  const { game, title, author } = put(text, true);
  saveValue(ownPlace(game), text);
  if (lab.lesson.value) leaveLesson();
  const { key, steps } = all.value[game];
  goToLab(game, Math.min(steps.length, (done.value[key] ?? 0) + 1));
  store.notify(strings.openedTheLesson(title, author));
}

/** Opens the built-in lesson on learning weights, in place of the game's own. */
export async function takeLearning() {
  openLesson(await BUILT_IN['../../../src/lab/lessons/learning.json']());
}

/** Replaces a user's lesson by the built-in one. */
export async function closeLesson() {
  const { value: game } = store.game;
  leaveLesson();
  forget(ownPlace(game));
  const { [game]: _, ...others } = all.value;
  all.value = others;
  await readLesson(game);
}

/** The link to a user's lesson; empty for a built-in one. */
export const lessonLink = () =>
  lessonHere.value?.own
    ? location.origin + location.pathname + ask.lessonLink(lessonHere.value.text)
    : '';

/** Begins the lesson of the current game at its first step; attempts and predictions count from zero. */
export function beginLesson() {
  if (lessonHere.value) forgetWork(lessonHere.value.key);
  takeLesson(0);
}

/**
 * Opens the lesson of the current game.
 * @param {number} at   its step, from 0
 */
export function takeLesson(at) {
  const found = lessonHere.value;
  if (!found) return;
  const to = Math.max(0, Math.min(found.steps.length - 1, at));
  const same = taken.value !== null;
  finished.value = null;
  lab.lesson.value = { game: found.game, step: to };
  if (!same) {
    const begun = recall(`lab-lesson:${found.key}`);
    const options = to > 0 && begun ? begun : found.begin;
    // After a reload the draft still belongs to the lesson: keep it.
    if (!lab.draft.value?.lesson)
      replaceWith(() => ({ ...draftOf(found.game, options), name: strings.myLesson }));
    showPosition(found, { human: true });
  }
  showAddress();
}

/**
 * Sets up the lesson's position, unless a game is in progress.
 * @param {Lesson} of @param {import('../types.js').SeatConfig} [human]   the players; the current ones by default
 */
async function showPosition({ game, options, moves }, human) {
  const now = store.state.value;
  if (now?.game !== game || now.plies > 0) return;
  const seats = now.seats.map(({ config }) => human ?? config);
  await start({ game, options, seats, moves }, { stays: true });
}

/** Shows the middle of a game with scores on the board, when the Lab is first opened. */
export async function showMiddle() {
  if (!lessonHere.value) return;
  await showPosition(lessonHere.value);
  pause();
  // Outpost scores tasks, not moves.
  const shown = ['all', 'tasks'].find((one) => store.info.value?.overlays.includes(one));
  if (shown) setDisplay({ overlay: shown });
}

/** Puts the lesson and its step into the address, for sharing. */
function showAddress() {
  const at = lab.lesson.value;
  const own = at && taken.value?.own;
  const lesson = at ? { game: at.game, step: at.step + 1 } : undefined;
  const shown = own
    ? ask.lessonLink(taken.value?.text ?? '')
    : addressOf({ screen: 'lab', lesson });
  history.replaceState(null, '', location.pathname + location.search + shown);
}

/** @param {number} to   a step, from 0 */
export function goToStep(to) {
  const now = lab.lesson.value;
  const found = taken.value;
  if (!now || !found) return;
  if (isDone.value) {
    const most = Math.max(done.value[found.key] ?? 0, now.step + 1);
    done.value = { ...done.value, [found.key]: most };
    saveValue('lab-lessons', done.value);
  }
  const options = lab.draft.value && lab.botOf(lab.draft.value).options;
  if (options) saveValue(`lab-lesson:${found.key}`, options);
  if (to >= found.steps.length) {
    leaveLesson();
    if (options) finished.value = { lesson: found, options };
    return;
  }
  prediction.value = '';
  lab.lesson.value = { game: now.game, step: to };
  showAddress();
}

/** Puts the current step's solution into the editor; undo brings the reader's heuristic back. */
export function useSolution() {
  const found = taken.value;
  const given = found?.steps[step.value].solution;
  if (!found || !given) return;
  replaceWith(() => ({
    ...draftOf(found.game, { ...found.begin, ...given }),
    name: strings.myLesson,
  }));
}

export function leaveLesson() {
  stopMatch();
  lab.lesson.value = null;
  leaveDraft();
  showAddress();
}

/** @type {import('../../worker/arenaClient.js').ArenaWorker | null} */
let player = null;

export function stopMatch() {
  player?.end();
  player = null;
  if (match.value?.verdict === null) match.value = null;
}

/** A new prediction invalidates the games. @param {string} key */
export function predict(key) {
  prediction.value = key;
  match.value = null;
}

/** Plays games of the step from new random openings until they are decisive. */
export async function playMatch() {
  const setup = judged.value?.arena;
  const of = question.value;
  const at = lab.lesson.value;
  const { text, key, steps } = taken.value ?? {};
  if (!setup || !at || !text || !key) return;
  stopMatch();
  const { games } = setup;
  const said = steps?.[at.step].question ? prediction.value : '';
  countAttempt(key, at.step);
  match.value = { of, done: 0, games, verdict: null };
  try {
    const mine = await startArenaWorker({ ...setup, seed: drawSeed() });
    player = mine;
    let verdict = null;
    for (let from = 0; from < games && !verdict; ) {
      // Rust gives verdicts at multiples of `LOOK`.
      const to = Math.min(games, from - (from % LOOK) + LOOK);
      const lines = await mine.far.play(from, to, SLICE);
      if (player !== mine) return;
      await mine.far.add(lines);
      from += lines.split('\n').length - 1;
      if (from === to) {
        const [pair] = (await mine.far.report()).pairs;
        verdict = ask.verdict(text, at.step, from, pair, prediction.value);
      }
      match.value = { of, done: from, games, verdict };
    }
    if (said && verdict) notePrediction(key, at.step, { said, right: verdict.right });
    store.say(verdict?.words ?? '');
    mine.end();
    player = null;
  } catch (error) {
    if (!player) return;
    player = null;
    match.value = null;
    store.notify(errorText(error), { error: true });
  }
}
