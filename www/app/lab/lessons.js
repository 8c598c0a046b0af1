/**
 * Guided lessons: which is taken, how far it is, and the games that some steps play. What a step demands, and whether a
 * heuristic meets it, is said by Rust.
 */
import { computed, signal } from '@preact/signals';
import { startArenaWorker } from '../../worker/arenaClient.js';
import { drawSeed, start } from '../begin.js';
import { keep, recall } from '../keep.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import * as ask from './engine.js';
import { draftOf, lay, leaveDraft } from './lab.js';
import * as lab from './state.js';

/** How long games are played before the page hears of them, in milliseconds. */
const SLICE = 200;
/** After each so many games it is asked what they say. */
const LOOK = 40;

/** @type {import('@preact/signals').Signal<import('../../pkg/totora.js').LabLesson[]>} */
const all = signal([]);

/** The lesson of the game at hand, if it has one. */
export const lessonHere = computed(
  () => all.value.find(({ game }) => game === store.game.value) ?? null,
);
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

/** What the heuristic on the bench is to the step; null where it is not right. */
export const judged = computed(() => {
  const now = lab.draft.value;
  if (!taken.value || !now || !lab.sound.value) return null;
  try {
    return ask.judge(now.game, step.value, lab.botOf(now).options);
  } catch {
    return null;
  }
});

/** The same text for the same games. */
const question = computed(() => JSON.stringify(judged.value?.arena ?? null));
/** The games of the heuristic on the bench, if they were played or are. */
export const matchHere = computed(() =>
  match.value && match.value.of === question.value ? match.value : null,
);
/** Whether the step is done. */
export const isDone = computed(() => !!judged.value?.done || !!matchHere.value?.verdict?.passed);

/** Reads the lessons. The engine must be ready. */
export function readLessons() {
  if (all.value.length === 0) all.value = ask.lessons();
  const kept = recall('lab-lessons');
  if (kept && typeof kept === 'object') done.value = kept;
}

/**
 * Takes the lesson of the game at hand.
 * @param {number} [at]   its step, from 0
 */
export function takeLesson(at = 0) {
  const found = lessonHere.value;
  if (!found) return;
  const to = Math.max(0, Math.min(found.steps.length - 1, at));
  const same = taken.value !== null;
  lab.lesson.value = { game: found.game, step: to };
  if (!same) {
    const begun = recall(`lab-lesson:${found.game}`);
    const options = to > 0 && begun ? begun : found.begin;
    try {
      // After a reload the draft is what was written in the lesson, and stays.
      if (!lab.draft.value?.lesson) lay({ ...draftOf(found.game, options), name: 'My lesson' });
    } catch (error) {
      store.tell(errorText(error), { error: true });
    }
    showPosition(found);
  }
  showAddress();
}

/** Puts the position on the board that the lesson tells of, unless a game is on. @param {import('../../pkg/totora.js').LabLesson} of */
function showPosition({ game, shows }) {
  const now = store.state.value;
  if (now?.game !== game || now.plies > 0) return;
  const seats = now.seats.map(() => ({ human: /** @type {const} */ (true) }));
  start({ game, options: {}, seed: drawSeed(), seats, moves: shows }, { stays: true });
}

/** The address names the lesson and its step, so that it can be sent. */
function showAddress() {
  const at = lab.lesson.value;
  const named = at ? `#lab/${at.game}/${at.step + 1}` : '#lab';
  history.replaceState(null, '', location.pathname + location.search + named);
}

/** @param {number} to   a step, from 0 */
export function goToStep(to) {
  const now = lab.lesson.value;
  const found = taken.value;
  if (!now || !found) return;
  if (isDone.value) {
    const most = Math.max(done.value[now.game] ?? 0, now.step + 1);
    done.value = { ...done.value, [now.game]: most };
    keep('lab-lessons', done.value);
  }
  if (lab.draft.value) keep(`lab-lesson:${now.game}`, lab.botOf(lab.draft.value).options);
  if (to >= found.steps.length) {
    leaveLesson();
    store.tell('The lesson is done. The heuristic is yours: keep it, send it, let it play.');
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
  if (!setup || !at) return;
  stopMatch();
  const { games } = setup;
  match.value = { of, done: 0, games, verdict: null };
  try {
    const mine = await startArenaWorker(JSON.stringify({ ...setup, seed: drawSeed() }));
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
        const { paired } = JSON.parse(await mine.far.report()).pairs[0];
        if (paired) verdict = ask.verdict(at.game, at.step, from, paired, prediction.value);
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
    store.tell(errorText(error), { error: true });
  }
}
