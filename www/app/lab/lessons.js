/**
 * Guided lessons: which is taken, how far it is, and the games that some steps play. What a step demands, and whether a
 * heuristic meets it, is said by Rust.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/lab.js';
import { startArenaWorker } from '../../worker/arenaClient.js';
import { drawSeed, start } from '../begin.js';
import { goToLab } from '../screens.js';
import { errorText } from '../session.js';
import { forget, recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { pause } from '../transport.js';
import * as ask from './engine.js';
import { draftOf, leaveDraft, replaceDraft } from './lab.js';
import * as lab from './state.js';

/** How long games are played before the page hears of them, in milliseconds. */
const SLICE = 200;
/** After each this many games it is asked what they say. */
const LOOK = 40;

/** The lessons of Totora, by file. @type {Record<string, () => Promise<string>>} */
const BUILT_IN = /** @type {any} */ (
  import.meta.glob('../../../src/lab/lessons/*.json', { query: '?raw', import: 'default' })
);

/** @typedef {import('../../pkg/totora.js').Lesson & { text: string, own: boolean, key: string }} Lesson   `key`: by which it is saved how far it is */

/** The lesson of each game that was read. @type {import('@preact/signals').Signal<Record<string, Lesson>>} */
const all = signal({});

/** The lesson of the game at hand, if it has one. */
export const lessonHere = computed(() => all.value[store.game.value] ?? null);
/** The lesson that is taken, if it is of the game at hand. */
export const taken = computed(() =>
  lab.lesson.value?.game === store.game.value ? lessonHere.value : null,
);
/** The step it is at, from 0. */
export const step = computed(() => lab.lesson.value?.step ?? 0);
/** Games that were played for a step, and what came of them. @type {import('@preact/signals').Signal<{ of: string, done: number, games: number, verdict: import('../../pkg/totora.js').LabVerdict | null } | null>} */
export const match = signal(null);
/** What the reader predicts. @type {import('@preact/signals').Signal<string>} */
export const prediction = signal('');
/** How many steps of each lesson are done. @type {import('@preact/signals').Signal<Record<string, number>>} */
export const done = signal({});

/** What the heuristic in the editor is to the step; null where it is not right. */
export const judged = computed(() => {
  const now = lab.draft.value;
  if (!taken.value || !now || !lab.sound.value) return null;
  try {
    return ask.judge(taken.value.text, step.value, lab.botOf(now).options);
  } catch {
    return null;
  }
});

/** The same text for the same games. */
const question = computed(() => JSON.stringify(judged.value?.arena ?? null));
/** The games of the heuristic in the editor, if they were played or are. */
export const matchHere = computed(() =>
  match.value && match.value.of === question.value ? match.value : null,
);
/** Whether the step is done. */
export const isDone = computed(() => !!judged.value?.done || !!matchHere.value?.verdict?.passed);

/** Where a lesson that a user wrote is saved. @param {string} game */
const ownPlace = (game) => `lab-own:${game}`;

/** @param {string} text @param {boolean} own */
function put(text, own) {
  const found = ask.lesson(text);
  const key = own ? `${found.game}: ${found.title}` : found.game;
  all.value = { ...all.value, [found.game]: { ...found, text, own, key } };
  return found;
}

/** Reads the lesson of a game: one that was opened, or that of Totora. The engine must be ready. @param {string} game */
export async function readLesson(game) {
  const saved = recall('lab-lessons');
  if (saved) done.value = saved;
  if (all.value[game]) return;
  const own = recall(ownPlace(game));
  try {
    if (own) return void put(own, true);
  } catch {
    // Another version of Totora took it: that of Totora is there again.
    forget(ownPlace(game));
  }
  const text = await BUILT_IN[`../../../src/lab/lessons/${game}.json`]?.();
  if (text) put(text, false);
}

/**
 * Opens a lesson that a user wrote, at the step that comes next. Throws what is wrong with it.
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

/** Puts the lesson of Totora in the place of one that a user wrote. */
export async function closeLesson() {
  const { value: game } = store.game;
  leaveLesson();
  forget(ownPlace(game));
  const { [game]: _, ...others } = all.value;
  all.value = others;
  await readLesson(game);
}

/** The address of a lesson that a user wrote; empty where that of Totora is open. */
export const lessonLink = () =>
  lessonHere.value?.own
    ? location.origin + location.pathname + ask.lessonLink(lessonHere.value.text)
    : '';

/**
 * Takes the lesson of the game at hand.
 * @param {number} at   its step, from 0
 */
export function takeLesson(at) {
  const found = lessonHere.value;
  if (!found) return;
  const to = Math.max(0, Math.min(found.steps.length - 1, at));
  const same = taken.value !== null;
  lab.lesson.value = { game: found.game, step: to };
  if (!same) {
    const begun = recall(`lab-lesson:${found.key}`);
    const options = to > 0 && begun ? begun : found.begin;
    try {
      // After a reload the draft is what was written in the lesson, and stays.
      if (!lab.draft.value?.lesson)
        replaceDraft({ ...draftOf(found.game, options), name: strings.myLesson });
    } catch (error) {
      store.notify(errorText(error), { error: true });
    }
    showPosition(found, { human: true });
  }
  showAddress();
}

/**
 * Puts the position on the board that the lesson tells of, unless a game is on.
 * @param {Lesson} of @param {import('../types.js').SeatConfig} [human]   who sits there; else those who do
 */
async function showPosition({ game, options, moves }, human) {
  const now = store.state.value;
  if (now?.game !== game || now.plies > 0) return;
  const seats = now.seats.map(({ config }) => human ?? config);
  await start({ game, options, seed: drawSeed(), seats, moves }, { stays: true });
}

/** A Lab that is opened for the first time shows the middle of a game, and the scores on its board. */
export async function showMiddle() {
  if (!lessonHere.value) return;
  await showPosition(lessonHere.value);
  pause();
  // In Outpost outposts have tasks.
  const shown = ['all', 'tasks'].find((one) => store.info.value?.overlays.includes(one));
  if (shown) store.overlay.value = shown;
}

/** The address names the lesson and its step, so that it can be sent. */
function showAddress() {
  const at = lab.lesson.value;
  const own = at && taken.value?.own;
  const named = own
    ? ask.lessonLink(taken.value?.text ?? '')
    : `#lab/${at?.game}/${(at?.step ?? 0) + 1}`;
  history.replaceState(null, '', location.pathname + location.search + (at ? named : '#lab'));
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
  if (lab.draft.value) saveValue(`lab-lesson:${found.key}`, lab.botOf(lab.draft.value).options);
  if (to >= found.steps.length) {
    leaveLesson();
    store.notify(strings.lessonIsDoneTheHeuristic);
    return;
  }
  prediction.value = '';
  lab.lesson.value = { game: now.game, step: to };
  showAddress();
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

/** What the games said is said of another prediction. @param {string} key */
export function predict(key) {
  prediction.value = key;
  match.value = null;
}

/** Plays games of the step, from openings drawn anew, until they decide. */
export async function playMatch() {
  const setup = judged.value?.arena;
  const of = question.value;
  const at = lab.lesson.value;
  const text = taken.value?.text;
  if (!setup || !at || !text) return;
  stopMatch();
  const { games } = setup;
  match.value = { of, done: 0, games, verdict: null };
  try {
    const mine = await startArenaWorker({ ...setup, seed: drawSeed() });
    player = mine;
    let verdict = null;
    for (let from = 0; from < games && !verdict; ) {
      // Rust looks at whole numbers of these.
      const to = Math.min(games, from - (from % LOOK) + LOOK);
      const lines = await Promise.race([mine.far.play(from, to, SLICE), mine.dead]);
      if (player !== mine) return;
      await mine.far.add(lines);
      from += lines.split('\n').length - 1;
      if (from === to) {
        const [pair] = (await mine.far.report()).pairs;
        verdict = ask.verdict(text, at.step, from, pair, prediction.value);
      }
      match.value = { of, done: from, games, verdict };
    }
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
