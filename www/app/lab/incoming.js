/** Opens heuristics and lessons in the Lab from links, texts and files. */
import * as strings from '../../strings/lab.js';
import { open } from '../openGame.js';
import { bring, goToLab, openScreen } from '../screens.js';
import { caughtText } from '../session.js';
import * as store from '../store.js';
import { handedIn, sentIn } from './engine.js';
import { draftOf, replaceDraft } from './lab.js';
import { openLesson } from './lessons.js';
import { LAB } from './state.js';

/** Opens a link to the Lab. The engine must be ready. @param {string} link */
export async function openSent(link) {
  try {
    if (/#1handin\./.test(link)) return openHandIn(link);
    const sent = sentIn(link);
    if ('lesson' in sent) return openLesson(sent.lesson);
    const { draft, position } = sent;
    const heuristic = { game: draft.game, draft };
    if (position && (await open(position, { stays: true }))) bring({ heuristic });
    else goToLab(draft.game, null, heuristic);
  } catch (error) {
    store.notify(caughtText(error), { error: true });
  }
}

/** Opens the heuristic of a hand-in. @param {string} link */
function openHandIn(link) {
  const { lesson, name, options } = handedIn(link);
  goToLab(lesson.game, null, { game: lesson.game, config: { bot: LAB, options } });
  store.notify(strings.openedTheHandIn(name));
}

/**
 * Opens a text: a lesson, a link to the Lab, or a heuristic (a file of the Lab, a list of terms or one expression). An
 * error is shown, and the editor does not change.
 * @param {string} text
 * @returns {boolean} false on failure
 */
export function letIn(text) {
  const { value: game } = store.game;
  try {
    if (!/^\s*[[{]/.test(text) && openScreen(text)) return true;
    if (/"steps"\s*:/.test(text)) {
      openLesson(text);
      return true;
    }
    const parsed = /^\s*\{/.test(text) ? JSON.parse(text) : null;
    const whole = parsed?.options?.formula !== undefined;
    if (whole && parsed.game && parsed.game !== game)
      throw new Error(strings.thatIsAHeuristic(parsed.game));
    const { formula, ...rest } = whole ? parsed.options : { formula: text };
    const words = typeof formula === 'string' ? formula : JSON.stringify(formula);
    if (!replaceDraft(draftOf(game, { formula: words, ...rest }, whole ? parsed.budget : null)))
      return false;
    store.notify(strings.openedUndoBringsBack);
    return true;
  } catch (error) {
    const problem = error instanceof SyntaxError ? strings.thatIsNoJson(error.message) : error;
    store.notify(caughtText(problem), { error: true });
    return false;
  }
}

/** Opens a heuristic from a file. @param {File} file @returns {Promise<boolean>} false on failure */
export async function letInFile(file) {
  if (file.size > 100_000) {
    store.notify(strings.isLargerThanAnyHeuristic(file.name), { error: true });
    return false;
  }
  return letIn(await file.text());
}
