/**
 * The study that the user makes: chapters from positions on the board. It is saved at each change; Rust checks it when it is
 * opened or shared. Loaded with its editor.
 */
import { signal } from '@preact/signals';
import { engine } from '../worker/engine.js';
import { hasSession, recordText } from './session.js';
import { forget, recall, saveValue } from './storage.js';
import * as store from './store.js';

/**
 * @typedef {object} TaskDraft   What the reader of a chapter is asked; `moves` and `choices` as they are typed.
 * @property {'find' | 'predict'} kind
 * @property {string} question
 * @property {string} moves     right moves, with commas between them
 * @property {string} choices   a line each
 * @property {number} right     the index of the right choice
 * @property {string} why
 */
/** @typedef {Record<string, any> & { task?: TaskDraft }} ChapterDraft */
/** @typedef {{ title: string, author: string, chapters: ChapterDraft[] }} StudyDraft */

const NAME = 'study-draft';
/** @type {StudyDraft} */
const EMPTY = { title: '', author: '', chapters: [] };

/** @type {import('@preact/signals').Signal<StudyDraft>} */
export const draft = signal({ ...EMPTY, ...recall(NAME) });

/** @param {Partial<StudyDraft>} change */
export function set(change) {
  draft.value = { ...draft.value, ...change };
  saveValue(NAME, draft.value);
}

/** Adds the displayed position, with its game, its notes and its view. */
export function addPosition() {
  const now = store.state.value;
  if (!now) return;
  const { variation: line, game_ply: ply } = now;
  const chapter = {
    title: '',
    record: JSON.parse(recordText()),
    line,
    ply,
    view: {
      ...(store.overlay.value !== 'off' && { overlay: store.overlay.value }),
      ...(store.turned.value > 0 && { turned: store.turned.value }),
      ...(store.advisor.value && { bot: store.advisor.value }),
    },
  };
  set({ chapters: [...draft.value.chapters, chapter] });
}

/** @param {number} at @param {Partial<ChapterDraft>} change */
const alter = (at, change) =>
  set({ chapters: draft.value.chapters.map((one, i) => (i === at ? { ...one, ...change } : one)) });

/** @param {number} at @param {string} title */
export const rename = (at, title) => alter(at, { title });

/**
 * Asks for something in a chapter, or for nothing. A move to find is that of the game, if it goes on.
 * @param {number} at @param {TaskDraft['kind'] | ''} kind @param {string} question
 */
export function ask(at, kind, question) {
  const { record, line, ply } = draft.value.chapters[at];
  const moves = (line === 0 && record.moves?.[ply]) || '';
  const empty = { moves, choices: '', right: 0, why: '' };
  alter(at, { task: kind ? { ...empty, kind, question } : undefined });
}

/** @param {number} at @param {Partial<TaskDraft>} change */
export function setTask(at, change) {
  const { task } = draft.value.chapters[at];
  if (task) alter(at, { task: { ...task, ...change } });
}

/** The choices of a prediction. @param {TaskDraft} task */
export const choicesOf = ({ choices }) =>
  choices
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A task as the format has it. @param {TaskDraft} task */
function taskOf(task) {
  const { kind, question, right, why } = task;
  const moves = task.moves
    .split(',')
    .map((move) => move.trim())
    .filter(Boolean);
  return {
    ...{ kind, question: question.trim() },
    ...(kind === 'find' ? { moves } : { choices: choicesOf(task), right }),
    ...(why.trim() && { why: why.trim() }),
  };
}

/** Moves a chapter up. @param {number} at */
export function moveUp(at) {
  const chapters = [...draft.value.chapters];
  if (at < 1 || at >= chapters.length) return;
  [chapters[at - 1], chapters[at]] = [chapters[at], chapters[at - 1]];
  set({ chapters });
}

/** Deletes a chapter, and offers to restore it. @param {number} at @param {string} words @param {string} label */
export function remove(at, words, label) {
  const before = draft.value.chapters;
  set({ chapters: before.filter((_, i) => i !== at) });
  store.notify(words, { action: { label, act: () => set({ chapters: before }) } });
}

/** Begins a new study. @param {string} words @param {string} label */
export function clear(words, label) {
  const before = draft.value;
  draft.value = EMPTY;
  forget(NAME);
  store.notify(words, { action: { label, act: () => set(before) } });
}

/** The study as JSON text. @param {string} untitled */
export function textOf(untitled) {
  const { title, author, chapters } = draft.value;
  const given = chapters.map(({ title: name, task, ...rest }) => ({
    ...(name.trim() && { title: name.trim() }),
    ...rest,
    ...(task && { task: taskOf(task) }),
  }));
  return JSON.stringify({
    totora_study: 1,
    title: title.trim() || untitled,
    ...(author.trim() && { author: author.trim() }),
    chapters: given,
  });
}

/** Whether a position can be added: a walked line is no part of the game. */
export const canAdd = () => !!store.state.value && hasSession() && !store.walking.value;

/** The study as Rust writes it. Rejects with what is wrong with it. @param {string} text */
export const checked = async (text) => (await engine()).study_check(text);

/** A link to a study, from `#` on. Rejects with what is wrong with it. @param {string} text */
export const linkTo = async (text) => (await engine()).study_link(await checked(text));
