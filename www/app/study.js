/**
 * The open study: which chapter is on the board, and the answers to its task. Rust reads studies and checks answers. A chapter
 * opens like a puzzle: it is not saved, so that the user's own game stays in its place. Loaded when a study is opened.
 */
import './notes.js';
import { batch, effect, untracked } from '@preact/signals';
import * as strings from '../strings/studies.js';
import { engine } from '../worker/engine.js';
import { askHere, openAnalysis, setDisplay, stopAsking } from './display.js';
import { studyAddress } from './route.js';
import { ask, caughtText, publish } from './session.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').StudyInfo} StudyInfo */
/** @typedef {import('../pkg/totora.js').StudyChapter} StudyChapter */
/** @typedef {import('../pkg/totora.js').Answered} Answered */
/**
 * @typedef {object} OpenStudy
 * @property {string} text         the study as JSON text
 * @property {(index: number) => string} address   the fragment that opens a chapter again; empty for a file
 * @property {StudyInfo} info
 * @property {number} index        of the displayed chapter
 * @property {StudyChapter} chapter
 * @property {string} opened       the record of the chapter as it was opened
 * @property {string} hash         of its position
 * @property {Answered | null} answered   the last answer to its task
 * @property {number} tries        the number of wrong answers to it
 * @property {boolean} gaveUp      whether the reader asked for the answer
 */

/** Opens a record on the board; it brings studies here, too. @typedef {typeof import('./openGame.js').open} Opener */
/** @type {Opener | null} */
let opener = null;
/** Whether a chapter is being opened: the game of the last one is then replaced. */
let turning = false;

/**
 * Opens a study. Throws what is wrong with it.
 * @param {string} source   a link, or JSON text
 * @param {Opener} open
 * @returns {Promise<boolean>} whether it was opened
 */
export async function openStudy(source, open) {
  opener = open;
  const found = await engine();
  const text = found.study_text(source);
  const address = () => (source.startsWith('#') ? source : '');
  const info = found.study_info(text);
  const opened = await show({ text, address, info }, 0);
  if (opened) store.say(strings.openedStudy(info.title));
  return opened;
}

/** The studies of the gallery by file. @type {Record<string, () => Promise<string>>} */
const GALLERY = /** @type {any} */ (
  import.meta.glob('./gallery/*.json', { query: '?raw', import: 'default' })
);

/** The names of these studies, as in addresses. */
const names = () =>
  Object.keys(GALLERY).map((file) => file.slice('./gallery/'.length, -'.json'.length));

/**
 * Opens a study of the gallery: of a game, or the puzzles. Throws if there is none.
 * @param {{ name: string, index: number }} at   with the chapter; the last one if there are fewer
 * @param {Opener} open
 */
export async function openGallery({ name, index }, open) {
  const load = GALLERY[`./gallery/${name}.json`];
  if (!load)
    throw new Error(
      strings.noStudyOf(
        name,
        names().map((one) => studyAddress(one)),
      ),
    );
  const [found, text] = await Promise.all([engine(), load()]);
  opener = open;
  const info = found.study_info(text);
  const address = (/** @type {number} */ at) => studyAddress(name, at);
  return show({ text, address, info }, Math.min(index, info.chapters.length - 1));
}

/**
 * @param {Pick<OpenStudy, 'text' | 'address' | 'info'>} of
 * @param {number} index
 */
async function show(of, index) {
  const chapter = (await engine()).study_chapter(of.text, index);
  turning = true;
  try {
    const stays = store.screen.value === 'game' && !!store.study.value;
    const opened = await opener?.(chapter.record, { practice: true, quiet: true, stays });
    if (!opened) return false;
    batch(() => {
      const common = ask((session) => session.open_line(chapter.line, chapter.ply));
      if (common !== undefined) publish(common);
      const { turned, bot, task } = chapter;
      // The bot whose analysis would tell the move waits for the answer.
      const waits = task?.kind === 'find';
      setDisplay({ turned, overlay: 'off', advisor: null });
      if (!waits) setDisplay(viewOf(chapter));
      const { hash = '' } = store.state.value ?? {};
      stopAsking();
      const { value: record } = store.opened;
      const none = { answered: null, tries: 0, gaveUp: false };
      store.study.value = { ...of, index, chapter, opened: record, hash, ...none };
      // Where the reader is to think, the analysis does not tell.
      if (bot && !waits && !store.embedded.value) openAnalysis('why');
      else if (task) setDisplay({ analysing: false });
    });
    // A reload opens the study again.
    const address = of.address(index);
    if (address && !store.embedded.value)
      history.replaceState(null, '', location.pathname + location.search + address);
    return true;
  } finally {
    turning = false;
  }
}

/** What a chapter shows with its position. @param {StudyChapter} chapter */
const viewOf = ({ overlay, bot }) => ({ overlay: overlay || 'off', advisor: bot });

/** Goes to another chapter. @param {number} by   1 or -1 */
export async function turn(by) {
  const now = store.study.peek();
  const index = (now?.index ?? 0) + by;
  if (!now || turning || index < 0 || index >= now.info.chapters.length) return;
  try {
    await show(now, index);
    store.say(`${strings.chapterOf(index + 1, now.info.chapters.length)}. ${titleHere()}`);
  } catch (error) {
    store.notify(caughtText(error), { error: true });
  }
}

/** The title of the displayed chapter. */
const titleHere = () => store.study.peek()?.chapter.title ?? '';

/** Returns to the position of the chapter. */
export function backToIt() {
  const now = store.study.peek();
  if (!now) return;
  const { line, ply } = now.chapter;
  const common = ask((session) => session.open_line(line, ply));
  if (common !== undefined) publish(common);
}

/** Closes the study; its game stays on the board. */
export function leave() {
  store.study.value = null;
  stopAsking();
}

/** Checks an answer to the task. @param {string} answer */
export async function give(answer) {
  const now = store.study.peek();
  if (!now) return;
  const { text, index } = now;
  /** @type {Answered} */
  let answered;
  try {
    answered = (await engine()).study_answer(text, index, answer);
  } catch (error) {
    answered = { right: false, words: caughtText(error) };
  }
  const still = store.study.peek();
  if (!still || still.index !== index || still.text !== text) return;
  end(still, answered, false);
}

/** Shows the answer to the task. */
export async function giveUp() {
  const now = store.study.peek();
  if (!now) return;
  const { text, index } = now;
  const answered = (await engine()).study_solution(text, index);
  const still = store.study.peek();
  if (still?.index === index && still.text === text) end(still, answered, true);
}

/** Shows what an answer brought. @param {OpenStudy} of @param {Answered} answered @param {boolean} gaveUp */
function end(of, answered, gaveUp) {
  const { chapter } = of;
  batch(() => {
    if (answered.right) stopAsking();
    const tries = of.tries + (answered.right ? 0 : 1);
    store.study.value = { ...of, answered, tries, gaveUp };
    if (answered.right && chapter.task?.kind === 'find' && chapter.bot) setDisplay(viewOf(chapter));
  });
}

// Another game ends the study. Where a move is asked for, moves in the position are answers.
effect(() => {
  const now = store.study.value;
  const { value: opened } = store.opened;
  const { value: shown } = store.state;
  if (!now || !shown) return;
  untracked(() => {
    if (!turning && opened !== now.opened) leave();
    else if (now.chapter.task?.kind === 'find' && !now.answered?.right && shown.hash === now.hash) {
      if (store.trying.peek()?.hash === now.hash) return;
      askHere(give);
    }
  });
});
